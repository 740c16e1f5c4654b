import { Matcher, type Reconciled, type Transfer } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import type { ArrivalPage, Arrivals, Books } from '../ports.ts';
import type { Network } from '../values/payment.ts';
import type { EpochMs } from '../values/time.ts';

/** How far the chain is read beyond the span of rows, and how young a transfer may be without its row. */
const MARGIN_MS = 10 * 60_000;
/** Some milliseconds of reading on the thread that also sells. */
const PAGE = 500;

export interface Comparison {
  readonly result: Reconciled;
  /** For the operator alone: transactions can be looked up. */
  readonly rowsWithoutTransfer: readonly Entry[];
  readonly otherAmount: readonly { readonly row: Entry; readonly transfer: Transfer }[];
  readonly transfersWithoutRow: readonly Transfer[];
}

interface Span {
  readonly since: EpochMs | null;
  readonly now: EpochMs;
  readonly graceMs: number;
}

export interface Comparing extends Pick<Span, 'since' | 'now'> {
  readonly books: Pick<Books, 'settledSince'>;
  readonly chains: readonly Arrivals[];
  readonly graceMs?: number;
  /** Told why a chain could not be asked. */
  readonly report?: (where: string, error: unknown) => void;
  /** Rows of one page. */
  readonly page?: number;
  /** Awaited between pages: rows come from memory, so that without it nothing else would run until the last one. */
  readonly pause?: () => Promise<void>;
}

/**
 * Compares every payment that was settled at `since` or later with its chain, one by one. Journal and chains are read
 * side by side in pages, oldest first, so that only what nothing explains is held. A payment whose transfer lies outside
 * the blocks that were read is asked for by its transaction; money without a row counts only when it is older than the
 * time that a row may take to follow it (`graceMs`). A chain that cannot be asked is named as not compared; throws when
 * none can.
 */
export async function reconcileBooks({
  books,
  chains,
  since,
  now,
  graceMs = MARGIN_MS,
  report = () => {},
  page: pageRows = PAGE,
  pause = async () => {},
}: Comparing): Promise<Comparison> {
  const span = { since, now, graceMs };
  const sides = new Map<Network, Side>(chains.map((chain) => [chain.network, new Side(chain, span)]));
  const failures: unknown[] = [];
  const notCompared = new Set<Network>();
  /** What one chain cannot be asked says nothing about the others. */
  const withEach = (work: (side: Side, network: Network) => Promise<void>) =>
    Promise.all(
      [...sides].map(([network, side]) =>
        work(side, network).catch((error: unknown) => {
          sides.delete(network);
          notCompared.add(network);
          failures.push(error);
        }),
      ),
    );

  let last: Entry | undefined;
  /** The next rows, oldest first; chains are read well beyond them before they are looked for. */
  const turn = async (readChains: boolean): Promise<boolean> => {
    const rows = await books.settledSince(since ?? 0, last, pageRows);
    last = rows.at(-1) ?? last;
    const more = rows.length === pageRows;
    if (more) await pause();
    const through = more ? last!.settledAt! + MARGIN_MS : Number.POSITIVE_INFINITY;
    for (const { network } of rows) if (!sides.has(network)) notCompared.add(network);
    await withEach(async (side, network) => {
      if (readChains) await side.readThrough(through);
      await side.explain(rows.filter((row) => row.network === network));
    });
    return more;
  };
  while (await turn(true));
  // What was settled while the chains were read to their end: its transfers are there already.
  while (await turn(false));
  await withEach((side) => side.finish());
  if (failures.length > 0 && sides.size === 0) throw failures[0];
  for (const failure of failures) report('reconciliation', failure);

  const found = [...sides.values()];
  const rowsWithoutTransfer = found.flatMap(({ missing }) => missing);
  const otherAmount = found.flatMap((side) => side.otherAmount);
  const transfersWithoutRow = found.flatMap(({ unexplained }) => unexplained);
  return {
    rowsWithoutTransfer,
    otherAmount,
    transfersWithoutRow,
    result: {
      at: now,
      since,
      networks: found.map((side) => side.figures()),
      notCompared: [...notCompared],
      differences: {
        row_without_transfer: rowsWithoutTransfer.length,
        other_amount: otherAmount.length,
        transfer_without_row: transfersWithoutRow.length,
      },
    },
  };
}

/** Receipts asked for side by side. */
const AT_ONCE = 8;

/** One chain and the payments on it, as far as both were read. */
class Side {
  readonly missing: Entry[] = [];
  readonly otherAmount: { row: Entry; transfer: Transfer }[] = [];
  readonly unexplained: Transfer[] = [];
  readonly #chain: Arrivals;
  readonly #span: Span;
  readonly #pages: AsyncIterator<ArrivalPage>;
  readonly #matcher = new Matcher();
  #read: Omit<ArrivalPage, 'transfers'> = { throughBlock: '0', through: Number.NEGATIVE_INFINITY };
  #ended = false;
  #final: Promise<EpochMs> | undefined;
  readonly #settled = new Total();
  readonly #moved = new Total();

  constructor(chain: Arrivals, span: Span) {
    this.#chain = chain;
    this.#span = span;
    this.#pages = chain.since(span.since === null ? 0 : span.since - MARGIN_MS)[Symbol.asyncIterator]();
  }

  async readThrough(through: EpochMs): Promise<void> {
    while (!this.#ended && this.#read.through < through) {
      const { done, value } = await this.#pages.next();
      if (done) this.#ended = true;
      else {
        this.#read = value;
        this.#matcher.arrived(value.transfers);
      }
    }
  }

  async explain(rows: readonly Entry[]): Promise<void> {
    const unmatched: Entry[] = [];
    for (const match of this.#matcher.match(rows)) {
      const { row } = match;
      if (match.kind === 'unmatched') {
        unmatched.push(row);
        continue;
      }
      if (match.kind === 'taken') {
        await this.#judge(row, false);
        continue;
      }
      this.#settled.add(row);
      this.#moved.add(match.kind === 'other' ? match.transfer : row);
      if (match.kind === 'other') this.otherAmount.push({ row, transfer: match.transfer });
    }
    for (let i = 0; i < unmatched.length; i += AT_ONCE)
      await Promise.all(unmatched.slice(i, i + AT_ONCE).map((row) => this.#askFor(row)));
  }

  async #askFor(row: Entry): Promise<void> {
    await this.#judge(row, await this.#chain.paid(row));
  }

  async #judge(row: Entry, paid: boolean): Promise<void> {
    // The next comparison will find it, or miss it.
    if (!paid && row.settledAt! > (await this.#finalThrough())) return;
    this.#settled.add(row);
    if (paid) this.#moved.add(row);
    else this.missing.push(row);
  }

  /** Asked for after the first payment that was not found, so that what the node shows then has been looked at. */
  #finalThrough(): Promise<EpochMs> {
    this.#final ??= this.#chain.finalThrough();
    return this.#final;
  }

  /** Keeps of what no row explains what arrived in the span itself, not in its margins. A block is asked for its time once. */
  async finish(): Promise<void> {
    const { since, now, graceMs } = this.#span;
    const times = new Map<string, EpochMs>();
    for (const transfer of this.#matcher.left) {
      const time = times.get(transfer.block) ?? (await this.#chain.timeOf(transfer.block));
      times.set(transfer.block, time);
      if (time < (since ?? 0) || time > now - graceMs) continue;
      this.unexplained.push(transfer);
      this.#moved.add(transfer);
    }
  }

  figures(): Reconciled['networks'][number] {
    return {
      network: this.#chain.network,
      throughBlock: this.#read.throughBlock,
      settledPayments: this.#settled.count,
      settledAtomic: this.#settled.atomic.toString(),
      transfers: this.#moved.count,
      transfersAtomic: this.#moved.atomic.toString(),
    };
  }
}

class Total {
  count = 0;
  atomic = 0n;
  add({ amount }: { readonly amount: string }): void {
    this.count++;
    this.atomic += BigInt(amount);
  }
}
