import { expect, it } from 'vitest';
import { takeTurns } from './turns.ts';

/** A loop that is turned by hand, and a clock. */
function stage(mostMs = 100) {
  const due: (() => void)[] = [];
  const state = { now: 0 };
  const turn = takeTurns(
    () => state.now,
    mostMs,
    (next) => void due.push(next),
  );
  const said: string[] = [];
  const ask = (name: string) => void turn().then((mayGo) => said.push(`${name} ${mayGo}`));
  const loop = async () => {
    due.splice(0).forEach((next) => {
      next();
    });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { state, said, ask, loop };
}

it('lets one go in each turn of the loop, in the order in which they came', async () => {
  const { said, ask, loop } = stage();
  for (const name of ['a', 'b', 'c']) ask(name);
  await loop();
  expect(said).toEqual(['a true']);
  await loop();
  expect(said).toEqual(['a true', 'b true']);
  await loop();
  await loop();
  ask('d');
  await loop();
  expect(said).toEqual(['a true', 'b true', 'c true', 'd true']);
});

it('turns away who has waited too long, all of them at once', async () => {
  const { state, said, ask, loop } = stage(100);
  for (const name of ['a', 'b', 'c']) ask(name);
  await loop();
  state.now = 101;
  ask('d');
  await loop();
  expect(said).toEqual(['a true', 'b false', 'c false', 'd true']);
});

it('turns away at once who would be one too many', async () => {
  const { said, ask, loop } = stage();
  for (let i = 0; i < 300; i++) ask(String(i));
  await loop();
  expect(said.filter((each) => each.endsWith('false'))).toHaveLength(300 - 256);
});
