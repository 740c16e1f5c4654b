import type { Network, RailName } from '../values/payment.ts';
import type { SourceTag } from './sources.ts';
import type { Entry, EvidenceClass, State } from './states.ts';

/** Rows that the books count. `released` and `failed` moved no money and may begin again. */
export const COUNTED = ['claimed', 'settling', 'settled', 'delivered'] as const satisfies readonly State[];
/** A state that the books count. */
export type CountedState = (typeof COUNTED)[number];

/**
 * What the books tell apart. The amount is part of it, so that engines only ever count rows: money is multiplied and
 * added here, as bigint.
 */
export interface TallyKind {
  readonly product: string;
  /** Who settled. */
  readonly via: 'origin' | 'edge';
  /** Form that was bought; `-` in rows older than this. */
  readonly method: 'GET' | 'POST' | '-';
  readonly rail: RailName;
  readonly network: Network;
  readonly asset: string;
  readonly amount: string;
  readonly evidence: EvidenceClass;
  readonly source: SourceTag;
}
/** What makes two rows of one kind, in the order of a key. */
export const KIND = [
  'product',
  'via',
  'method',
  'rail',
  'network',
  'asset',
  'amount',
  'evidence',
  'source',
] as const satisfies readonly (keyof TallyKind)[];

/** So many rows of one kind are in one state. */
export interface Tally extends TallyKind {
  readonly state: CountedState;
  readonly n: number;
}

/** One name of a kind and state. None of the parts holds a space. */
const nameOf = ({
  state,
  product,
  via,
  method,
  rail,
  network,
  asset,
  amount,
  evidence,
  source,
}: Omit<Tally, 'n'>): string =>
  `${state} ${product} ${via} ${method} ${rail} ${network} ${asset} ${amount} ${evidence} ${source}`;

/** The paid figures: nothing but a fold of the journal's rows. Sorted, so that equal journals give equal folds. */
export function foldJournal(rows: Iterable<Entry>): Tally[] {
  return merge(
    (function* () {
      for (const row of rows) if (isCounted(row.state)) yield tallyOf(row, row.state);
    })(),
  );
}

/** Adds up tallies of the same kind and state. `fold` of two journals is the merge of their folds. */
export function merge(tallies: Iterable<Tally>): Tally[] {
  return named(tallies).map(([, tally]) => tally);
}

/** The merge of `tallies` with whatever it is called with, again and again: each costs what is added, not what is there. */
export function mergingWith(tallies: Iterable<Tally>): (others: Iterable<Tally>) => Tally[] {
  const known = named(tallies);
  const places = new Map(known.map(([name], place) => [name, place]));
  return (others) => {
    const sums = known.slice();
    const first: Named[] = [];
    for (const [name, tally] of named(others)) {
      const place = places.get(name);
      if (place === undefined) first.push([name, tally]);
      else sums[place] = [name, { ...tally, n: known[place]![1].n + tally.n }];
    }
    return interleaved(sums, first).map(([, tally]) => tally);
  };
}

type Named = readonly [name: string, tally: Tally];

/** Sums by name, in the order of the names. */
function named(tallies: Iterable<Tally>): Named[] {
  const sums = new Map<string, Tally>();
  for (const tally of tallies) {
    const name = nameOf(tally);
    sums.set(name, ordered(tally, (sums.get(name)?.n ?? 0) + tally.n));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Two lists in the order of their names, as one. */
function interleaved(some: readonly Named[], others: readonly Named[]): readonly Named[] {
  if (others.length === 0) return some;
  const all: Named[] = [];
  let taken = 0;
  for (const each of some) {
    while (taken < others.length && others[taken]![0] < each[0]) all.push(others[taken++]!);
    all.push(each);
  }
  return [...all, ...others.slice(taken)];
}

/** Members in one order, so that equal folds are equal texts too. */
function ordered(
  { product, via, method, rail, network, asset, amount, evidence, source, state }: Tally,
  n: number,
): Tally {
  return { state, product, via, method, rail, network, asset, amount, evidence, source, n };
}

const isCounted = (state: State): state is CountedState => (COUNTED as readonly State[]).includes(state);

function tallyOf(row: Entry, state: CountedState): Tally {
  const { product, via, rail, network, asset, amount, evidence, source } = row;
  return {
    product,
    via,
    method: row.method ?? '-',
    rail,
    network,
    asset,
    amount,
    evidence,
    source,
    state,
    n: 1,
  };
}

/** A number of payments and what they paid, in atomic units. */
export interface Sum {
  readonly count: number;
  readonly atomic: bigint;
}

/** Everything that matches, added up. */
export function sum(tallies: Iterable<Tally>, matches: (tally: Tally) => boolean = () => true): Sum {
  let count = 0;
  const byAmount = new Map<string, number>();
  for (const tally of tallies) {
    if (!matches(tally)) continue;
    count += tally.n;
    byAmount.set(tally.amount, (byAmount.get(tally.amount) ?? 0) + tally.n);
  }
  let atomic = 0n;
  for (const [amount, n] of byAmount) atomic += BigInt(amount) * BigInt(n);
  return { count, atomic };
}

/** Only these are paid completions. */
export const isDelivered = ({ state }: Tally): boolean => state === 'delivered';
