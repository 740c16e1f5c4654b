import { expect, it } from 'vitest';
import { openRounds } from './rounds.ts';

/** A clock that stands still but for those who sleep, one after the other. */
function clockAt(start: number) {
  let at = start;
  return {
    now: () => at,
    set: (now: number) => {
      at = now;
    },
    sleep: async (ms: number) => {
      at += ms;
    },
  };
}

it('begins at once, then once a round, for all that joined it', async () => {
  const clock = clockAt(5_000);
  const round = openRounds(clock, 1_000);
  await round();
  expect(clock.now()).toBe(5_000);
  await Promise.all([round(), round(), round()]);
  expect(clock.now()).toBe(6_000);
  clock.set(9_000);
  await round();
  expect(clock.now()).toBe(9_000);
});

it('waits for one round at the most, when the clock was set back', async () => {
  const clock = clockAt(5_000_000);
  const round = openRounds(clock, 1_000);
  await round();
  clock.set(2_000_000);
  await round();
  expect(clock.now()).toBe(2_001_000);
});

it('goes on after a wait that failed', async () => {
  const clock = clockAt(0);
  const round = openRounds({ ...clock, sleep: () => Promise.reject(new Error('gone')) }, 1_000);
  await round();
  await expect(round()).rejects.toThrow('gone');
  clock.set(1_000);
  await round();
});
