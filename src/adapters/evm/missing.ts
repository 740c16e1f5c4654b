import type { Hex } from 'viem';
import type { Clock } from '../../ports.ts';
import { Latest } from '../../values/latest.ts';

/**
 * What was sent and is not there: a node that lies takes a transaction and passes it on to nobody, and a reorg takes back
 * one that was mined. Its nonce is a gap then, and every later sale waits behind it.
 */

/** Many more than can wait to be mined. */
const MAX_KEPT = 256;
/**
 * Bytes are sent again for this long: less than any network's `chargesUntil` adds to a window, after which a sale fails.
 * What was sent was good then, so no buyer in bytes this young was told that they cannot charge him.
 */
export const YOUNG_MS = 20_000;

/** The bytes that this process sent a moment ago, by nonce. */
export function openSentBytes(now: () => number) {
  const kept = new Latest<{ readonly raw: Hex; readonly at: number }>(MAX_KEPT);
  return {
    keep: (nonce: number, raw: Hex): void => kept.set(String(nonce), { raw, at: now() }),
    /** Undefined: there are none, or they are too old. */
    young(nonce: number): Hex | undefined {
      const found = kept.get(String(nonce));
      return found && now() - found.at <= YOUNG_MS ? found.raw : undefined;
    },
  };
}

/** Whoever waits longer than this for a receipt may wait behind a gap, or for what will never be. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 1_000;

export interface WhileWaiting {
  /** Called now and then while a receipt takes long, once for all that wait. */
  readonly fill: () => Promise<void>;
  /** Which of these transactions can never be mined. Neither of the two throws. */
  readonly overtaken: (transactions: readonly Hex[]) => Promise<readonly Hex[]>;
}

interface Wait {
  readonly transaction: Hex;
  readonly began: number;
  readonly end: (outcome: 'overtaken') => void;
}

/** Wraps each wait for a receipt, and ends it early for a transaction that can never have one. */
export function openGapWatch({ fill, overtaken }: WhileWaiting, { now, sleep }: Clock) {
  /** Oldest first. */
  const waits = new Set<Wait>();
  let isWatching = false;

  return async <T>(transaction: Hex, receipt: Promise<T>): Promise<T | 'overtaken'> => {
    let wait: Wait | undefined;
    const lost = new Promise<'overtaken'>((end) => {
      wait = { transaction, began: now(), end };
      waits.add(wait);
    });
    void watch();
    try {
      return await Promise.race([receipt, lost]);
    } finally {
      waits.delete(wait!);
    }
  };

  async function watch(): Promise<void> {
    if (isWatching) return;
    isWatching = true;
    while (waits.size > 0) {
      await sleep(LOOK_EVERY_MS);
      const late = [...waits].filter(({ began }) => now() - began >= PATIENCE_MS);
      if (late.length === 0) continue;
      await fill();
      const lost = new Set(await overtaken([...new Set(late.map(({ transaction }) => transaction))]));
      for (const { transaction, end } of late) if (lost.has(transaction)) end('overtaken');
    }
    isWatching = false;
  }
}
