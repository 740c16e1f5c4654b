import { expect, it } from 'vitest';
import { watchLateness } from './lateness.ts';

it('is how late the last looks were, or the one that is due is by now', () => {
  let at = 0;
  let look = () => {};
  const lateness = watchLateness(
    () => at,
    (work) => {
      look = work;
      return () => {};
    },
  );
  const after = (ms: number) => {
    at += ms;
    look();
    return lateness.ms();
  };
  expect(after(20)).toBe(0);
  expect(after(170)).toBe(150);
  // Still in the event that made it late: nothing has looked yet.
  at += 320;
  expect(lateness.ms()).toBe(300);
  look();
  expect(lateness.ms()).toBe(300);
  for (let i = 0; i < 4; i++) after(20);
  expect(lateness.ms()).toBeLessThan(100);
});
