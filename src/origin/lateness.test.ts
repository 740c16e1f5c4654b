import { expect, it } from 'vitest';
import { watchLateness } from './lateness.ts';

/** A loop whose looks come as late as a test says. */
function loop() {
  let at = 0;
  let look = () => {};
  const lateness = watchLateness(
    () => at,
    (work) => {
      look = work;
      return () => {};
    },
  );
  return (lateBy: number) => {
    at += 20 + lateBy;
    look();
    return lateness.ms();
  };
}

it('is late when three looks in a row are, by the least of them, and on time again with the first that is', () => {
  const after = loop();
  expect([150, 400, 320, 310, 500].map(after)).toEqual([0, 0, 150, 310, 310]);
  expect(after(0)).toBe(0);
});

it('takes one long event for no overload, however long', () => {
  const after = loop();
  expect([0, 9_000, 0, 9_000, 9_000, 0].map(after)).toEqual([0, 0, 0, 0, 0, 0]);
});
