import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { SoakLoad } from '../bench/soak-load.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** What became of one challenge that is answered with these, one after the other. */
async function after(anySpeed: boolean, ...answers: readonly (readonly [number, string?])[]) {
  const left = [...answers];
  const server = createServer((_request, response) => {
    const [status, retryAfter] = left.shift()!;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const load = new SoakLoad(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, anySpeed);
  stops.push(() => {
    load.close();
    server.close();
  });
  load.sent = 2;
  load.send('early');
  while (load.inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const { wrongAnswers, turnedAway } = load;
  return { wrongAnswers, turnedAway, left: left.length };
}

it('sends again what was told to come back, counts it, and wants the right answer then', async () => {
  expect(await after(true, [503, '0'], [408], [402])).toEqual({
    wrongAnswers: { 'challenge 408': 1 },
    turnedAway: { 'challenge 503': 1 },
    left: 1,
  });
  expect(await after(true, [408], [503, '0'], [402])).toEqual({
    wrongAnswers: {},
    turnedAway: { 'challenge 408': 1, 'challenge 503': 1 },
    left: 0,
  });
  expect((await after(true, [408], [408])).wrongAnswers).toEqual({ 'challenge 408': 1 });
});

it('sends nothing again that did not say so, or where quick answers are asked for', async () => {
  expect((await after(true, [503], [402])).wrongAnswers).toEqual({ 'challenge 503': 1 });
  expect((await after(false, [503, '0'], [402])).wrongAnswers).toEqual({ 'challenge 503': 1 });
});
