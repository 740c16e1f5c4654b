import { describe, expect, it } from 'vitest';
import { openGapWatch } from './missing.ts';

describe('while somebody waits for a receipt', () => {
  const waitFor = async (ms: number, others: readonly number[] = []): Promise<number> => {
    let now = 0;
    const sleepers: { at: number; wake: () => void }[] = [];
    const sleep = (forMs: number) =>
      new Promise<void>((wake) => void sleepers.push({ at: now + forMs, wake }));
    let looks = 0;
    const watching = openGapWatch(
      async () => {
        looks++;
      },
      { now: () => now, sleep },
    );
    const waits = [ms, ...others].map((each) => watching(sleep(each)));
    for (; sleepers.length > 0; await new Promise(setImmediate)) {
      sleepers.sort((a, b) => a.at - b.at);
      const next = sleepers.shift()!;
      now = next.at;
      next.wake();
    }
    await Promise.all(waits);
    return looks;
  };

  it('looks once a second from the second second on', async () => {
    expect(await waitFor(1_900)).toBe(0);
    expect(await waitFor(5_500)).toBe(4);
  });
  it('looks no more often for many, and ends with the last of them', async () =>
    expect(await waitFor(5_500, [5_500, 5_500, 300])).toBe(4));
});
