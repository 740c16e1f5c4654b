import { type Reconciled, type Transfer, TransferMatcher } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import type { ArrivalPage, Arrivals, Extent, JournalPlace } from '../ports.ts';
import type { EpochMs } from '../values/time.ts';

/** How far the chain is read beyond the span of rows, and how young a transfer may be without its row. */
export const MARGIN_MS = 10 * 60_000;
/** Receipts asked for side by side. */
const AT_ONCE = 8;

export interface SideSpan {
  readonly since: EpochMs | null;
  readonly now: EpochMs;
  readonly graceMs: number;
}

/** What is known of one chain and its payments for good: the next comparison goes on from here. */
export interface KnownSide {
  readonly found: Found;
  /** The last page of which no block can be taken back. Undefined: there was none. */
  readonly read: Read | undefined;
  /** The last row that was looked for in those pages. */
  readonly place: JournalPlace | undefined;
  /** The rows up to there, of all networks. When the journal holds another number, it was changed behind our back. */
  readonly passed: Extent;
  /** When final blocks were made that hold money without a row. Anybody can send such money: each is asked for once. */
  readonly times: Map<string, EpochMs>;
}

type Read = Pick<ArrivalPage, 'throughBlock' | 'through'>;

/** One chain and the payments on it, as far as both were read: first what is final, then the rest. */
export class Side {
  readonly otherAmount: { row: Entry; transfer: Transfer }[] = [];
  readonly unexplained: Transfer[] = [];
  readonly #chain: Arrivals;
  readonly #span: SideSpan;
  readonly #found: Found;
  readonly #pages: AsyncIterator<ArrivalPage>;
  readonly #times: Map<string, EpochMs>;
  #read: Read | undefined;
  /** What was read and is not final. */
  #ahead: ArrivalPage | undefined;
  #ended = false;
  #place: JournalPlace | undefined;
  #passed: Extent;
  /** The next row is too young to be looked for in final blocks, and so are all that follow. */
  #isPast = false;
  #finalBlock: string | undefined;
  #finalThrough: EpochMs = Number.NEGATIVE_INFINITY;

  constructor(chain: Arrivals, span: SideSpan, known?: KnownSide) {
    this.#chain = chain;
    this.#span = span;
    this.#found = known?.found.copy() ?? new Found();
    this.#read = known?.read;
    this.#place = known?.place;
    this.#passed = known?.passed ?? { rows: 0, times: 0 };
    this.#times = known?.times ?? new Map();
    const from = span.since === null ? 0 : span.since - MARGIN_MS;
    this.#pages = chain.since(from, known?.read?.throughBlock)[Symbol.asyncIterator]();
  }

  get place(): JournalPlace | undefined {
    return this.#place;
  }

  get missing(): readonly Entry[] {
    return [...this.#found.absent, ...this.#found.unpaid];
  }

  /** What is known for good, for the next comparison. This one goes on with what may still change. */
  keep(): KnownSide {
    this.#finalBlock = this.#read?.throughBlock;
    return {
      found: this.#found.copy(),
      ...{ read: this.#read, place: this.#place, passed: this.#passed, times: this.#times },
    };
  }

  /** Asks how far the chain is final, before anything else, and once more for payments that it did not show. */
  async open(): Promise<void> {
    this.#finalThrough = await this.#chain.finalThrough();
    const found = this.#found;
    for (const { row, paid } of await this.#ask(found.absent.splice(0)))
      if (paid) found.moved.add(row);
      else found.absent.push(row);
  }

  /**
   * The next rows of all networks, as long as final blocks reach well beyond them. False: no later row need be shown,
   * because a block that may hold its transfer can still be taken back.
   */
  async pass(rows: readonly Entry[], more: boolean): Promise<boolean> {
    if (this.#isPast) return false;
    const next = rows.filter((row) => isAfter(row, this.#place));
    await this.#readFinal(more ? rows.at(-1)!.settledAt! + MARGIN_MS : Number.POSITIVE_INFINITY);
    const limit = Math.min(this.#throughTime - MARGIN_MS, this.#finalThrough);
    const old = next.filter(({ settledAt }) => settledAt! <= limit);
    await this.#explain(old);
    for (const { settledAt, key } of old) {
      this.#place = { settledAt, key };
      const { rows: n, times } = this.#passed;
      this.#passed = { rows: n + 1, times: times + settledAt! - (this.#span.since ?? 0) };
    }
    this.#isPast = old.length < next.length;
    return !this.#isPast;
  }

  /** Rows that may be too young to have a final transfer. */
  async look(rows: readonly Entry[]): Promise<void> {
    await this.#explain(rows.filter((row) => isAfter(row, this.#place)));
  }

  async readThrough(through: EpochMs): Promise<void> {
    while (this.#throughTime < through) {
      const page = this.#ahead ?? (await this.#next());
      this.#ahead = undefined;
      if (!page) return;
      this.#take(page);
    }
  }

  async #readFinal(through: EpochMs): Promise<void> {
    while (!this.#ahead && this.#throughTime < through) {
      const page = await this.#next();
      if (!page) return;
      if (page.isFinal) this.#take(page);
      else this.#ahead = page;
    }
  }

  get #throughTime(): EpochMs {
    return this.#read?.through ?? Number.NEGATIVE_INFINITY;
  }

  async #next(): Promise<ArrivalPage | undefined> {
    if (this.#ended) return undefined;
    const { done, value } = await this.#pages.next();
    if (done) this.#ended = true;
    return done ? undefined : value;
  }

  #take({ transfers, throughBlock, through }: ArrivalPage): void {
    this.#read = { throughBlock, through };
    this.#found.matcher.arrived(transfers);
  }

  async #explain(rows: readonly Entry[]): Promise<void> {
    const { matcher, settled, moved, disputed, unpaid, absent } = this.#found;
    const unmatched: Entry[] = [];
    for (const { row, kind } of matcher.match(
      rows.filter(({ network }) => network === this.#chain.network),
    )) {
      if (kind === 'same') {
        settled.add(row);
        moved.add(row);
      } else if (kind === 'unmatched') unmatched.push(row);
      else if (kind === 'disputed') disputed.push(row);
      else this.#miss(row, unpaid);
    }
    for (const { row, paid } of await this.#ask(unmatched))
      if (paid) {
        settled.add(row);
        moved.add(row);
      } else this.#miss(row, absent);
  }

  /** The next comparison will find it, or miss it, if it is so young that its block may be on its way or be taken back. */
  #miss(row: Entry, among: Entry[]): void {
    if (row.settledAt! > this.#finalThrough) return;
    this.#found.settled.add(row);
    among.push(row);
  }

  async #ask(rows: readonly Entry[]): Promise<{ row: Entry; paid: boolean }[]> {
    const said: { row: Entry; paid: boolean }[] = [];
    for (let i = 0; i < rows.length; i += AT_ONCE) {
      const some = rows.slice(i, i + AT_ONCE);
      said.push(
        ...(await Promise.all(some.map(async (row) => ({ row, paid: await this.#chain.paid(row) })))),
      );
    }
    return said;
  }

  /**
   * What is left of a transaction once all rows had their own transfers is another amount. Of what no row explains, that
   * is kept which arrived in the span itself, and not in its margins.
   */
  async finish(): Promise<void> {
    const { since, now, graceMs } = this.#span;
    const { matcher, settled, moved, disputed, unpaid } = this.#found;
    for (const row of disputed) {
      const transfer = matcher.takeAny(row);
      if (transfer) {
        settled.add(row);
        moved.add(transfer);
        this.otherAmount.push({ row, transfer });
      } else this.#miss(row, unpaid);
    }
    const times = new Map<string, EpochMs>();
    for (const transfer of matcher.left) {
      const { block } = transfer;
      const time = this.#times.get(block) ?? times.get(block) ?? (await this.#chain.timeOf(block));
      const isFinal = this.#finalBlock !== undefined && BigInt(block) <= BigInt(this.#finalBlock);
      (isFinal ? this.#times : times).set(block, time);
      if (time < (since ?? 0) || time > now - graceMs) continue;
      this.unexplained.push(transfer);
      moved.add(transfer);
    }
  }

  figures(): Reconciled['networks'][number] {
    const { settled, moved } = this.#found;
    return {
      network: this.#chain.network,
      throughBlock: this.#read?.throughBlock ?? '0',
      settledPayments: settled.count,
      settledAtomic: settled.atomic.toString(),
      transfers: moved.count,
      transfersAtomic: moved.atomic.toString(),
    };
  }
}

/** Whether a row comes after a place in the order of the journal. */
export const isAfter = (row: JournalPlace, place: JournalPlace | undefined): boolean =>
  !place || row.settledAt! > place.settledAt! || (row.settledAt === place.settledAt && row.key > place.key);

/** What was found of one chain. */
class Found {
  readonly matcher: TransferMatcher;
  readonly settled: Total;
  readonly moved: Total;
  /** Rows that the chain does not show, and rows whose transaction paid for others alone. */
  readonly absent: Entry[];
  readonly unpaid: Entry[];
  /** Rows whose transaction moved other amounts, as far as transfers and rows are known. */
  readonly disputed: Entry[];

  constructor(from?: Found) {
    this.matcher = new TransferMatcher(from?.matcher);
    this.settled = new Total(from?.settled);
    this.moved = new Total(from?.moved);
    this.absent = [...(from?.absent ?? [])];
    this.unpaid = [...(from?.unpaid ?? [])];
    this.disputed = [...(from?.disputed ?? [])];
  }

  copy(): Found {
    return new Found(this);
  }
}

class Total {
  count: number;
  atomic: bigint;
  constructor({ count = 0, atomic = 0n }: Partial<Total> = {}) {
    this.count = count;
    this.atomic = atomic;
  }
  add({ amount }: { readonly amount: string }): void {
    this.count++;
    this.atomic += BigInt(amount);
  }
}
