import type { Transfer } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import type { Arrivals, Books, JournalPlace } from '../ports.ts';
import type { Network } from '../values/payment.ts';

/** Histories of a chain and a journal that go wrong in every way, for comparisons that go on from each other. */

export const BLOCK_MS = 60_000;
/** So many blocks can be taken back, where nothing else is said. */
export const DEPTH = 5;
export const SINCE = 30 * BLOCK_MS;
/** Far from the first one, so that some transfers came before the span. */
const FIRST = 40;
const ASSET = '0xa';

export interface Moved {
  readonly transaction: string;
  readonly amount: string;
  readonly block: number;
}

export class World {
  readonly network: Network;
  readonly #depth: number;
  newest = FIRST;
  /** Money came just before the span, too. */
  moved: Moved[] = [{ transaction: '0x0', amount: '5', block: SINCE / BLOCK_MS - 1 }];
  /** Sales of an edge that cannot be brought yet. */
  readonly away: (() => void)[] = [];
  rows: Entry[] = [];
  /** Blocks that were read, by how often. */
  readonly read = new Map<number, number>();
  asked = 0;
  /** After so many questions the node does not answer any more. */
  failsAfter = Number.POSITIVE_INFINITY;
  #names = 0;
  #sold = 0;

  constructor(network: Network, depth = DEPTH) {
    this.network = network;
    this.#depth = depth;
  }

  get now(): number {
    return this.newest * BLOCK_MS + 1_000;
  }

  get final(): number {
    return this.newest - this.#depth;
  }

  name(): string {
    this.#names++;
    return `0x${this.#names}`;
  }

  move(transaction: string, amount: string, block = this.newest): void {
    this.moved.push({ transaction, amount, block });
  }

  sell(transaction: string, amount: string, settledAt = this.now, network = this.network): void {
    const key = `${(this.#names * 7_919) % 10_007} ${network} ${this.rows.length}`;
    // No two rows are of the same millisecond, or one that is lost might be taken for another one that comes late.
    this.#sold++;
    const at = settledAt + this.#sold;
    this.rows.push({ key, network, asset: ASSET, amount, transaction, settledAt: at } as Entry);
  }

  /** A reorg: young transfers are lost, come in another block, or move another amount. */
  reorg(what: 'lost' | 'later' | 'other'): void {
    this.moved = this.moved.flatMap((each) => {
      if (each.block <= this.final) return [each];
      if (what === 'lost') return [];
      return [what === 'later' ? { ...each, block: this.newest } : { ...each, amount: `${each.amount}0` }];
    });
  }

  readonly books: Pick<Books, 'settledSince' | 'settledExtent'> = {
    settledSince: async (since, after, limit) =>
      this.#settled(since)
        .filter((row) => !after || inOrder(after, row) < 0)
        .slice(0, limit),
    settledExtent: async (since, through) => {
      const there = this.#settled(since).filter((row) => inOrder(row, through) <= 0);
      return { rows: there.length, times: there.reduce((sum, row) => sum + row.settledAt! - since, 0) };
    },
  };

  #settled(since: number): Entry[] {
    return this.rows.filter((row) => row.settledAt! >= since).sort(inOrder);
  }

  /** Read in pages of so many blocks. */
  chain(pageBlocks: number): Arrivals {
    const ask = () => {
      this.asked++;
      if (this.failsAfter-- <= 0) throw new Error('the node is away');
    };
    const timeOf = (block: number) => block * BLOCK_MS;
    const transferOf = ({ transaction, amount, block }: Moved): Transfer => ({
      ...{ network: this.network, asset: ASSET, transaction, amount, block: String(block) },
    });
    const world = this;
    return {
      network: this.network,
      finalThrough: async () => {
        ask();
        return timeOf(this.final);
      },
      async *since(since, after) {
        let from = after === undefined ? Math.ceil(since / BLOCK_MS) : Number(after) + 1;
        while (from <= world.newest) {
          ask();
          const end = Math.min(from + pageBlocks - 1, from <= world.final ? world.final : world.newest);
          for (let block = from; block <= end; block++)
            world.read.set(block, (world.read.get(block) ?? 0) + 1);
          yield {
            transfers: world.moved.filter(({ block }) => block >= from && block <= end).map(transferOf),
            ...{ throughBlock: String(end), through: timeOf(end), isFinal: end <= world.final },
          };
          from = end + 1;
        }
      },
      paid: async ({ transaction, amount }) => {
        ask();
        return this.moved.some((each) => each.transaction === transaction && each.amount === amount);
      },
      timeOf: async (block) => {
        ask();
        return timeOf(Number(block));
      },
    };
  }
}

const inOrder = (a: JournalPlace, b: JournalPlace): number =>
  a.settledAt! - b.settledAt! || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
