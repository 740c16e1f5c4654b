import type { Hex, PublicClient } from 'viem';
import { Failure } from '../../values/failure.ts';
import { Latest } from '../../values/latest.ts';

/** Blocks asked for side by side. */
const AT_ONCE = 20;
/** What one question may ask of a node. Two a second are made: a window that a stock client signs is far below it. */
const BLOCKS_PER_QUESTION = 300;
/** Blocks remembered, a power of two: twice the longest window that a transaction of ours can have. */
const MAX_REMEMBERED = 4_096;

/** A block as a question needs it. */
interface Seen {
  readonly number: bigint;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Epoch seconds. */
  readonly time: number;
  /** The first eight bytes of each transaction's hash: a window may hold a million of them. */
  readonly transactions: BigUint64Array;
}

const beginningOf = (hash: string): bigint => BigInt(hash.slice(0, 18));

/**
 * Whether a block made from `from` to `to`, in epoch seconds, holds a transaction. Each block is asked for by its number,
 * and what Tempo has finalised is the same on every node, so that it does not matter which one answers; a receipt that is
 * not there may be one that a node which stopped has not seen. Throws when a block is missing. Undefined: one question
 * has asked for all that it may. What it has read is remembered, for the next one and for all others, so that each
 * block is read once however many ask, and any number of questions ends.
 */
export function blockSearch(client: Pick<PublicClient, 'getBlock'>) {
  let known = new Latest<Promise<Seen>>(MAX_REMEMBERED);

  return holds;

  async function holds(transaction: string, from: number, to: number): Promise<boolean | undefined> {
    const reader = readerOf(BLOCKS_PER_QUESTION);
    const newest = await read();
    if (newest.time <= to) throw new Failure('the node has not seen the end of the window', 'NODE_BEHIND');
    const last = await lastBlock(newest.number, to, reader);
    const wanted = beginningOf(transaction);
    let above: Seen | undefined;
    for (let top = last; top !== undefined; top -= BigInt(AT_ONCE)) {
      const numbers = Array.from({ length: AT_ONCE }, (_, i) => top! - BigInt(i)).filter((n) => n >= 0n);
      const blocks = await Promise.all(numbers.map(reader));
      for (const block of blocks) {
        if (!block) return undefined;
        if (above && above.parentHash !== block.hash) {
          known = new Latest(MAX_REMEMBERED);
          throw new Failure('nodes show different blocks of one number', 'OTHER_BLOCK');
        }
        above = block;
        if (block.transactions.includes(wanted)) return true;
        if (block.time < from || block.number === 0n) return false;
      }
    }
    return undefined;
  }

  /** Reads blocks by their number until its `budget` is used up: then undefined, except for what is known already. */
  function readerOf(budget: number) {
    let left = budget;
    return async (number: bigint): Promise<Seen | undefined> => {
      const name = String(number);
      const earlier = known.get(name);
      if (earlier) return earlier.catch(() => (left-- > 0 ? remembered(name, number) : undefined));
      return left-- > 0 ? remembered(name, number) : undefined;
    };
  }

  function remembered(name: string, number: bigint): Promise<Seen> {
    const reading = read(number);
    known.set(name, reading);
    return reading;
  }

  async function read(blockNumber?: bigint): Promise<Seen> {
    const block = await client.getBlock(blockNumber === undefined ? {} : { blockNumber });
    return {
      number: block.number!,
      hash: block.hash!,
      parentHash: block.parentHash,
      time: Number(block.timestamp),
      transactions: BigUint64Array.from(block.transactions, (hash) => beginningOf(String(hash))),
    };
  }

  /** Number of the last block made at `time` or before. Undefined: the question has asked enough. */
  async function lastBlock(
    newest: bigint,
    time: number,
    reader: ReturnType<typeof readerOf>,
  ): Promise<bigint | undefined> {
    let high = newest;
    let low = high;
    for (let step = 1n; low > 0n; step *= 2n) {
      low = low > step ? low - step : 0n;
      const block = await reader(low);
      if (!block) return undefined;
      if (block.time <= time) break;
      high = low;
    }
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      const block = await reader(middle);
      if (!block) return undefined;
      if (block.time <= time) low = middle;
      else high = middle;
    }
    return low;
  }
}
