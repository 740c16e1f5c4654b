import { canonicalJson, type Digest, digestBytes } from '../values/digest.ts';
import { atomicToDollars } from '../values/money.ts';
import { type EpochMs, isoTime } from '../values/time.ts';
import { isDelivered, type Sum, sum, type Tally } from './fold.ts';
import type { Reconciled } from './reconcile.ts';
import { EVIDENCE_CLASSES, type EvidenceClass } from './states.ts';

/** Money as it is published: a count, dollars, and the atomic units that they were made from. */
export interface PaidTotal {
  readonly paidCompletions: number;
  readonly grossRevenueUsd: string;
  readonly grossRevenueAtomic: string;
}

const paid = ({ count, atomic }: Sum): PaidTotal => ({
  paidCompletions: count,
  grossRevenueUsd: atomicToDollars(atomic),
  grossRevenueAtomic: atomic.toString(),
});

/** Sums by one part of a kind: the words given, even at zero, and whatever else occurs. */
function by<P extends keyof Tally>(tallies: readonly Tally[], part: P, words: readonly Tally[P][] = []) {
  const groups = Map.groupBy(tallies, (tally) => tally[part]);
  const all = new Set([...words, ...groups.keys()]);
  return Object.fromEntries([...all].map((word) => [word, paid(sum(groups.get(word) ?? []))])) as Record<
    Tally[P] & string,
    PaidTotal
  >;
}

/** The published books (service spec §2.9): counts of payments, money in dollars and in atomic units of USDC. */
export interface CommerceAccounting extends PaidTotal {
  readonly asOf: string;
  readonly currency: 'USDC';
  readonly combinedPaidCompletions: number;
  readonly originPaidCompletions: number;
  readonly edgeAuthoritativePaidCompletions: number;
  readonly productPaidCompletions: Readonly<Record<string, number>>;
  readonly products: Readonly<Record<string, object>>;
  readonly evidenceClasses: Readonly<Record<EvidenceClass, PaidTotal>>;
  readonly settledNotDelivered: { readonly payments: number; readonly amountUsd: string };
  readonly unfinished: { readonly claimed: number; readonly settling: number };
  /** What an edge settled. The same rows, told apart by who settled them: nothing is counted at both places. */
  readonly edge: PaidTotal & { readonly deployed: boolean };
  readonly reconciliation: ReturnType<typeof reconciliation>;
  readonly snapshotDigest: Digest;
}

/** The canonical account (service spec §2.12). `snapshotDigest` recomputes from the document alone: RFC 8785 without itself. */
export function commerceAccounting(
  tallies: readonly Tally[],
  productIds: readonly string[],
  reconciled: Reconciled | undefined,
  asOf: EpochMs,
): CommerceAccounting {
  const { figures, canonical } = figuresOf(tallies, productIds, reconciled);
  const at = isoTime(asOf);
  // Members are in the order of their names, and `asOf` is the first of them: the rest is written once a fold.
  const snapshotDigest = digestBytes(`{"asOf":"${at}",${canonical.slice(1)}`);
  return { asOf: at, ...figures, snapshotDigest };
}

type Figures = Omit<CommerceAccounting, 'asOf' | 'snapshotDigest'>;
interface Made {
  readonly productIds: readonly string[];
  readonly reconciled: Reconciled | undefined;
  readonly figures: Figures;
  /** RFC 8785. */
  readonly canonical: string;
}
const made = new WeakMap<readonly Tally[], Made>();

/** Worked out once a fold: books that have not changed are handed out as the same tallies. */
function figuresOf(
  tallies: readonly Tally[],
  productIds: readonly string[],
  reconciled: Reconciled | undefined,
): Made {
  const known = made.get(tallies);
  if (known && known.reconciled === reconciled && known.productIds.join() === productIds.join()) return known;
  const figures = workedOut(tallies, productIds, reconciled);
  const worked = { productIds, reconciled, figures, canonical: canonicalJson(figures) };
  made.set(tallies, worked);
  return worked;
}

function workedOut(
  tallies: readonly Tally[],
  productIds: readonly string[],
  reconciled: Reconciled | undefined,
): Figures {
  const delivered = tallies.filter(isDelivered);
  const all = paid(sum(delivered));
  const byEdge = paid(sum(delivered, ({ via }) => via === 'edge'));
  const products = by(delivered, 'product', productIds);
  const ofProduct = Map.groupBy(delivered, ({ product }) => product);
  const owed = sum(tallies, ({ state }) => state === 'settled');
  const inState = (wanted: Tally['state']) => sum(tallies, ({ state }) => state === wanted).count;
  return {
    currency: 'USDC' as const,
    combinedPaidCompletions: all.paidCompletions,
    originPaidCompletions: all.paidCompletions - byEdge.paidCompletions,
    edgeAuthoritativePaidCompletions: byEdge.paidCompletions,
    ...all,
    productPaidCompletions: Object.fromEntries(
      Object.entries(products).map(([id, { paidCompletions }]) => [id, paidCompletions]),
    ),
    products: Object.fromEntries(
      Object.entries(products).map(([id, figures]) => {
        const own = ofProduct.get(id) ?? [];
        return [
          id,
          {
            ...figures,
            byMethod: by(own, 'method'),
            byRail: by(own, 'rail'),
            byNetwork: by(own, 'network'),
            byEvidenceClass: by(own, 'evidence', EVIDENCE_CLASSES),
            bySource: by(own, 'source'),
          },
        ];
      }),
    ),
    evidenceClasses: by(delivered, 'evidence', EVIDENCE_CLASSES),
    settledNotDelivered: { payments: owed.count, amountUsd: atomicToDollars(owed.atomic) },
    unfinished: { claimed: inState('claimed'), settling: inState('settling') },
    edge: { deployed: byEdge.paidCompletions > 0, ...byEdge },
    reconciliation: reconciliation(reconciled, byEdge.paidCompletions > 0),
  };
}

/** `agrees` is said of everything in the span or not at all. */
export const standing = ({ differences, notCompared }: Reconciled): 'agrees' | 'incomplete' | 'differs' =>
  Object.values(differences).some((count) => count > 0)
    ? 'differs'
    : notCompared.length > 0
      ? 'incomplete'
      : 'agrees';

function reconciliation(found: Reconciled | undefined, edgeSells: boolean) {
  const edge = edgeSells ? 'its rows are in this journal and compared like all others' : 'not deployed';
  if (!found) return { status: 'not_run' as const, edge, differences: {} };
  const { at, since, networks, notCompared, differences } = found;
  return {
    status: standing(found),
    at: isoTime(at),
    since: since === null ? 'the beginning' : isoTime(since),
    journalAgainstChain: networks.map(({ network, throughBlock, ...figures }) => ({
      network,
      throughBlock,
      settledPayments: figures.settledPayments,
      settledUsd: atomicToDollars(BigInt(figures.settledAtomic)),
      transfersToSeller: figures.transfers,
      transferredUsd: atomicToDollars(BigInt(figures.transfersAtomic)),
    })),
    networksNotCompared: notCompared,
    edge,
    differences,
  };
}
