import type { Network, Rail } from '../values/payment.ts';
import type { SourceTag } from './sources.ts';
import type { Entry, EvidenceClass, State } from './states.ts';

/** Rows that the books count. `released` and `failed` moved no money and may begin again. */
export const COUNTED = ['claimed', 'settling', 'settled', 'delivered'] as const satisfies readonly State[];
export type CountedState = (typeof COUNTED)[number];

/**
 * What the books tell apart. The amount is part of it, so that engines only ever count rows: money is multiplied and
 * added here, as bigint.
 */
export interface Kind {
  readonly product: string;
  /** Who settled. */
  readonly via: 'origin' | 'edge';
  /** Form that was bought; `-` in rows older than this. */
  readonly method: 'GET' | 'POST' | '-';
  readonly rail: Rail;
  readonly network: Network;
  readonly asset: string;
  readonly amount: string;
  readonly evidence: EvidenceClass;
  readonly source: SourceTag;
}
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
] as const satisfies readonly (keyof Kind)[];

/** So many rows of one kind are in one state. */
export interface Tally extends Kind {
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
export function fold(rows: Iterable<Entry>): Tally[] {
  return merge(
    (function* () {
      for (const row of rows) if (isCounted(row.state)) yield tallyOf(row, row.state);
    })(),
  );
}

/** Adds up tallies of the same kind and state. `fold` of two journals is the merge of their folds. */
export function merge(tallies: Iterable<Tally>): Tally[] {
  const sums = new Map<string, Tally>();
  for (const tally of tallies) {
    const name = nameOf(tally);
    sums.set(name, ordered(tally, (sums.get(name)?.n ?? 0) + tally.n));
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally);
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

export const isDelivered = ({ state }: Tally): boolean => state === 'delivered';
