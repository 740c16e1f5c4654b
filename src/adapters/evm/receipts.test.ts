import type { Hex, TransactionReceipt } from 'viem';
import { describe, expect, it } from 'vitest';
import { openReceipts } from './receipts.ts';

const POLL_MS = 50;
const [FIRST, SECOND] = ['0x1', '0x2'] as const;
const RECEIPT = { status: 'success' } as TransactionReceipt;

/** A chain that has a transaction from its third look on, or never, and a clock that only waits move. */
function stand(isMined = true) {
  let now = 0;
  const looks: Hex[] = [];
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      await Promise.resolve();
      now += ms;
    },
  };
  const receipt = async (transaction: Hex) => {
    looks.push(transaction);
    return isMined && looks.filter((each) => each === transaction).length % 3 === 0 ? RECEIPT : undefined;
  };
  return { receipts: openReceipts({ receipt }, clock, POLL_MS), looks };
}

describe('those who wait for receipts', () => {
  it('ask about a transaction once, however many of its sales wait', async () => {
    const { receipts, looks } = stand();
    const sales = Array.from({ length: 24 }, () => receipts(FIRST, 1_000));
    expect(await Promise.all(sales)).toEqual(sales.map(() => RECEIPT));
    expect(looks).toEqual([FIRST, FIRST, FIRST]);
  });

  it('ask about each of several', async () => {
    const { receipts, looks } = stand();
    await Promise.all([FIRST, SECOND].map((transaction) => receipts(transaction, 1_000)));
    expect(looks.toSorted()).toEqual([FIRST, FIRST, FIRST, SECOND, SECOND, SECOND]);
  });

  it('ask anew for who comes after the answer', async () => {
    const { receipts, looks } = stand();
    await receipts(FIRST, 1_000);
    await receipts(FIRST, 1_000);
    expect(looks).toHaveLength(6);
  });

  it('end without one after their time, and ask four times a second once they have waited for one', async () => {
    const { receipts, looks } = stand(false);
    expect(await receipts(FIRST, 3_000)).toBeUndefined();
    // One more at the beginning, and one where the slower steps begin.
    expect(looks).toHaveLength(1_000 / POLL_MS + 2_000 / 250 + 2);
  });
});
