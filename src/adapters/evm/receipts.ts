import type { Hex, TransactionReceipt } from 'viem';
import type { Clock } from '../../ports.ts';
import { openRounds } from '../../values/rounds.ts';
import type { Chain } from './chain.ts';

/** Who has waited longer than this is asked about no more often than `SLOW_MS`, however quick the chain is. */
const QUICK_FOR_MS = 1_000;
const SLOW_MS = 250;

/**
 * The steps in which those wait that ask about what they have sent: together, `pollMs` apart, and more slowly whoever
 * began long ago. `clock`: one that nobody sets.
 */
export function openPace({ now, sleep }: Clock, pollMs: number): (began: number) => Promise<void> {
  const quick = openRounds({ now, sleep }, pollMs);
  const slow = pollMs >= SLOW_MS ? quick : openRounds({ now, sleep }, SLOW_MS);
  return (began) => (now() - began < QUICK_FOR_MS ? quick() : slow());
}

/** Waits for the receipt of a transaction. Undefined: not mined within `forMs`. */
export type Receipts = (transaction: Hex, forMs: number) => Promise<TransactionReceipt | undefined>;

/**
 * All that wait for receipts ask together, every `pollMs`, and each transaction is asked about once, however many sales
 * it carries. `clock`: one that nobody sets.
 */
export function openReceipts(chain: Pick<Chain, 'receipt'>, clock: Clock, pollMs: number): Receipts {
  const waiting = new Map<Hex, Promise<TransactionReceipt | undefined>>();
  const { now } = clock;
  const pace = openPace(clock, pollMs);

  return (transaction, forMs) => {
    const known = waiting.get(transaction);
    if (known) return known;
    const asked = wait(transaction, forMs).finally(() => waiting.delete(transaction));
    waiting.set(transaction, asked);
    return asked;
  };

  async function wait(transaction: Hex, forMs: number): Promise<TransactionReceipt | undefined> {
    for (const began = now(); ; ) {
      await pace(began);
      const receipt = await chain.receipt(transaction);
      if (receipt || now() >= began + forMs) return receipt;
    }
  }
}
