import { type Digest, digestJson } from '../values/digest.ts';
import { atomicToDollars } from '../values/money.ts';
import { type EpochMs, isoTime } from '../values/time.ts';
import { isDelivered, type Sum, sum, type Tally } from './fold.ts';
import type { Reconciled } from './reconcile.ts';
import { EVIDENCE_CLASSES, type EvidenceClass } from './states.ts';

/** Money as it is published: a count, dollars, and the atomic units that they were made from. */
export interface Paid {
  readonly paidCompletions: number;
  readonly grossRevenueUsd: string;
  readonly grossRevenueAtomic: string;
}

const paid = ({ count, atomic }: Sum): Paid => ({
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
    Paid
  >;
}

/**
 * There is no edge yet that settles by itself. When there is one its figures come in here, keyed by the same payment
 * identity, so that nothing is counted at both places.
 */
const EDGE = { deployed: false, paidCompletions: 0 } as const;

export interface CommerceAccounting extends Paid {
  readonly asOf: string;
  readonly currency: 'USDC';
  readonly combinedPaidCompletions: number;
  readonly originPaidCompletions: number;
  readonly edgeAuthoritativePaidCompletions: number;
  readonly productPaidCompletions: Readonly<Record<string, number>>;
  readonly products: Readonly<Record<string, object>>;
  readonly evidenceClasses: Readonly<Record<EvidenceClass, Paid>>;
  readonly settledNotDelivered: { readonly payments: number; readonly amountUsd: string };
  readonly unfinished: { readonly claimed: number; readonly settling: number };
  readonly edge: typeof EDGE;
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
  const delivered = tallies.filter(isDelivered);
  const origin = paid(sum(delivered));
  const products = by(delivered, 'product', productIds);
  const owed = sum(tallies, ({ state }) => state === 'settled');
  const inState = (wanted: Tally['state']) => sum(tallies, ({ state }) => state === wanted).count;
  const account = {
    asOf: isoTime(asOf),
    currency: 'USDC' as const,
    combinedPaidCompletions: origin.paidCompletions + EDGE.paidCompletions,
    originPaidCompletions: origin.paidCompletions,
    edgeAuthoritativePaidCompletions: EDGE.paidCompletions,
    ...origin,
    productPaidCompletions: Object.fromEntries(
      Object.entries(products).map(([id, { paidCompletions }]) => [id, paidCompletions]),
    ),
    products: Object.fromEntries(
      Object.entries(products).map(([id, figures]) => {
        const own = delivered.filter(({ product }) => product === id);
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
    edge: EDGE,
    reconciliation: reconciliation(reconciled),
  };
  return { ...account, snapshotDigest: digestJson(account) };
}

function reconciliation(found: Reconciled | undefined) {
  const edge = 'not deployed';
  if (!found) return { status: 'not_run' as const, edge, differences: {} };
  const { at, since, networks, notCompared, differences } = found;
  const agrees = Object.values(differences).every((count) => count === 0);
  return {
    status: agrees ? ('agrees' as const) : ('differs' as const),
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
