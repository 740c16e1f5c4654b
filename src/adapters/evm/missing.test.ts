import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { openGapWatch } from './missing.ts';

describe('while somebody waits for a receipt', () => {
  /** Waits of these lengths; `lost`: what can never be mined. How often it looked, at what, and how each wait ended. */
  async function waitFor(ms: readonly number[], lost: readonly Hex[] = []) {
    let now = 0;
    const sleepers: { at: number; wake: () => void }[] = [];
    const sleep = (forMs: number) =>
      new Promise<void>((wake) => void sleepers.push({ at: now + forMs, wake }));
    let looks = 0;
    const asked: (readonly Hex[])[] = [];
    const fill = async () => {
      looks++;
    };
    const overtaken = async (transactions: readonly Hex[]) => {
      asked.push(transactions);
      return transactions.filter((each) => lost.includes(each));
    };
    const watching = openGapWatch({ fill, overtaken }, { now: () => now, sleep });
    const waits = ms.map(async (each, i) => {
      const outcome = await watching(nameOf(i), sleep(each));
      return [outcome, now] as const;
    });
    for (; sleepers.length > 0; await new Promise(setImmediate)) {
      sleepers.sort((a, b) => a.at - b.at);
      const next = sleepers.shift()!;
      now = next.at;
      next.wake();
    }
    return { looks, asked, ended: await Promise.all(waits) };
  }
  /** Every wait but the first two is for a transaction of its own. */
  const nameOf = (i: number): Hex => `0x${Math.max(0, i - 1)}`;

  it('looks once a second from the second second on', async () => {
    expect((await waitFor([1_900])).looks).toBe(0);
    expect((await waitFor([5_500])).looks).toBe(4);
  });

  it('looks no more often for many, and ends with the last of them', async () =>
    expect((await waitFor([5_500, 5_500, 5_500, 300])).looks).toBe(4));

  it('ends the waits for what can never be mined at the first look, and no others', async () => {
    const { asked, ended } = await waitFor([5_500, 5_500, 3_500], ['0x0']);
    expect(ended).toEqual([
      ['overtaken', 2_000],
      ['overtaken', 2_000],
      [undefined, 3_500],
    ]);
    expect(asked).toEqual([['0x0', '0x1'], ['0x1']]);
  });
});
