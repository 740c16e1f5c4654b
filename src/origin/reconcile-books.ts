import type { Reconciled, Transfer } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import type { Arrivals, Books, Extent, JournalPlace } from '../ports.ts';
import type { Network } from '../values/payment.ts';
import type { EpochMs } from '../values/time.ts';
import { isAfter, type KnownSide, MARGIN_MS, Side, type SideSpan } from './side.ts';

/** Some milliseconds of reading on the thread that also sells. */
const PAGE = 500;
/** So much of the span is counted at once, on the same thread: with a million sales a day some ten milliseconds. */
const COUNTED_MS = 3_600_000;

export interface BooksComparison {
  readonly result: Reconciled;
  /** For the operator alone: transactions can be looked up. */
  readonly rowsWithoutTransfer: readonly Entry[];
  readonly otherAmount: readonly { readonly row: Entry; readonly transfer: Transfer }[];
  readonly transfersWithoutRow: readonly Transfer[];
  /** For the next comparison. */
  readonly kept: KeptBooks;
}

/** What a comparison has found for good: final blocks, and the payments whose transfers they would hold. */
export interface KeptBooks {
  /** The span begins here, however late a comparison is that goes on from this. */
  readonly since: EpochMs | null;
  /** Without the chains that could not be asked yet. */
  readonly sides: ReadonlyMap<Network, KnownSide>;
  /** Networks of payments that no chain is configured for, and where in the journal each comes first. */
  readonly strangers: ReadonlyMap<Network, JournalPlace>;
}

export interface Comparing extends Pick<SideSpan, 'now'> {
  /** Null: from the first payment on. What is kept says it otherwise. */
  readonly since: EpochMs | null;
  readonly books: Pick<Books, 'settledSince' | 'settledExtent'>;
  readonly chains: readonly Arrivals[];
  readonly graceMs?: number;
  /** From an earlier comparison: what it found for good is neither read nor asked again. */
  readonly kept?: KeptBooks | undefined;
  /** Told why a chain could not be asked. */
  readonly report?: (where: string, error: unknown) => void;
  /** Rows of one page. */
  readonly page?: number;
  /** Awaited between pages: rows come from memory, so that without it nothing else would run until the last one. */
  readonly pause?: () => Promise<void>;
}

/**
 * Compares every payment that was settled at `since` or later with its chain, one by one. Journal and chains are read
 * side by side in pages, oldest first, so that only what nothing explains is held: first as far as blocks are final, which
 * is kept for the next comparison, then to the end. A payment whose transfer lies outside the blocks that were read is
 * asked for by its transaction; money without a row counts only when it is older than the time that a row may take to
 * follow it (`graceMs`). A chain that cannot be asked is named as not compared; throws when none can.
 */
export async function reconcileBooks({
  books,
  chains,
  since: from,
  now,
  graceMs = MARGIN_MS,
  kept,
  report = () => {},
  page: pageRows = PAGE,
  pause = async () => {},
}: Comparing): Promise<BooksComparison> {
  const since = kept ? kept.since : from;
  const known = new Map(kept ? await unchanged(kept, books, pause) : []);
  const sides = new Map<Network, Side>(
    chains.map((chain) => [
      chain.network,
      new Side(chain, { since, now, graceMs }, known.get(chain.network)),
    ]),
  );
  const failures: unknown[] = [];
  const strangers = new Map(kept && known.size === kept.sides.size ? kept.strangers : []);
  const notCompared = new Set<Network>(strangers.keys());
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
  /** The next rows, oldest first. */
  const rowsAfter = async (last: JournalPlace | undefined) => {
    const rows = await books.settledSince(since ?? 0, last, pageRows);
    const more = rows.length === pageRows;
    if (more) await pause();
    for (const { network, settledAt, key } of rows) {
      if (!chains.some((chain) => chain.network === network) && !strangers.has(network))
        strangers.set(network, { settledAt, key });
      if (!sides.has(network)) notCompared.add(network);
    }
    return { rows, more, last: rows.at(-1) ?? last };
  };

  await withEach((side) => side.open());
  for (let last = firstOf(sides), goesOn = true; goesOn; ) {
    const next = await rowsAfter(last);
    last = next.last;
    goesOn = false;
    await withEach(async (side) => {
      if ((await side.pass(next.rows, next.more)) && next.more) goesOn = true;
    });
  }
  for (const [network, side] of sides) known.set(network, side.keep());

  let last = firstOf(sides);
  const past = new Map([...strangers].filter(([, place]) => last && !isAfter(place, last)));
  /** Chains are read well beyond the rows before these are looked for. */
  const turn = async (readChains: boolean): Promise<boolean> => {
    const { rows, more, last: next } = await rowsAfter(last);
    last = next;
    const through = more ? next!.settledAt! + MARGIN_MS : Number.POSITIVE_INFINITY;
    await withEach(async (side) => {
      if (readChains) await side.readThrough(through);
      await side.look(rows);
    });
    return more;
  };
  while (await turn(true));
  // What was settled while the chains were read to their end: its transfers are there already.
  while (await turn(false));
  await withEach((side) => side.finish());
  if (failures.length > 0 && sides.size === 0) throw failures[0];
  for (const failure of failures) report('reconciliation', failure);
  return {
    ...resultOf([...sides.values()], { at: now, since, notCompared: [...notCompared] }),
    kept: { since, sides: known, strangers: past },
  };
}

/**
 * A row may be written late, by an edge whose origin was away, and a restored journal has lost some: a chain whose rows are
 * not those that were looked at is compared anew.
 */
async function unchanged(
  { since, sides }: KeptBooks,
  books: Comparing['books'],
  pause: () => Promise<void>,
): Promise<(readonly [Network, KnownSide])[]> {
  const first = since ?? 0;
  /** Whole stretches are the same for all sides. */
  const counted = new Map<EpochMs, Extent>();
  const extentTo = async (place: JournalPlace): Promise<Extent> => {
    let [rows, times] = [0, 0];
    for (let from = first; ; from += COUNTED_MS) {
      const isLast = since === null || place.settledAt! < from + COUNTED_MS;
      let found = isLast ? undefined : counted.get(from);
      if (!found) {
        if (from > first) await pause();
        found = await books.settledExtent(from, isLast ? place : { settledAt: from + COUNTED_MS, key: '' });
        if (!isLast) counted.set(from, found);
      }
      rows += found.rows;
      times += found.times + found.rows * (from - first);
      if (isLast) return { rows, times };
    }
  };
  const same: (readonly [Network, KnownSide])[] = [];
  for (const [network, known] of sides) {
    const { place, passed } = known;
    const now = place ? await extentTo(place) : passed;
    if (now.rows === passed.rows && now.times === passed.times) same.push([network, known]);
  }
  return same;
}

/** The first of the places that the sides have come to. */
function firstOf(sides: ReadonlyMap<Network, Side>): JournalPlace | undefined {
  return [...sides.values()]
    .map(({ place }) => place)
    .reduce((first, place) => (place && first && isAfter(first, place) ? place : first && place && first));
}

function resultOf(
  sides: readonly Side[],
  of: Pick<Reconciled, 'at' | 'since' | 'notCompared'>,
): Omit<BooksComparison, 'kept'> {
  const rowsWithoutTransfer = sides.flatMap(({ missing }) => missing);
  const otherAmount = sides.flatMap((side) => side.otherAmount);
  const transfersWithoutRow = sides.flatMap(({ unexplained }) => unexplained);
  return {
    rowsWithoutTransfer,
    otherAmount,
    transfersWithoutRow,
    result: {
      at: of.at,
      since: of.since,
      networks: sides.map((side) => side.figures()),
      notCompared: of.notCompared,
      differences: {
        row_without_transfer: rowsWithoutTransfer.length,
        other_amount: otherAmount.length,
        transfer_without_row: transfersWithoutRow.length,
      },
    },
  };
}
