import type { Dimension } from './signals.ts';

/** Groups: signals that tell of the same thing. Dimensions: what the trust profile is laid out by. */
export interface GroupRow {
  readonly id: string;
  /** Can the whole group be seen without paying? Then its positive part falls under the cap of `C_FREE_CAP`. */
  readonly unpaid: boolean;
  /** Evidence about the past loses half its weight in this many days; null: age does not matter. */
  readonly halfLifeDays: number | null;
  readonly why: string;
}

const group = (id: string, unpaid: boolean, halfLifeDays: number | null, why: string): GroupRow => ({
  ...{ id, unpaid, halfLifeDays, why },
});

export const SIGNAL_GROUPS: readonly GroupRow[] = [
  group('challenge', true, null, 'what an unpaid call answers'),
  group('price', true, null, 'what the price looks like before paying'),
  group('network', true, null, 'whether the buyer can pay on these terms at all'),
  group('receipt', false, 30, 'proof that came with an earlier payment'),
  group('offer', false, null, 'a signature is bound to a key that can be held to account, a page is not'),
  group('history', false, 30, 'what earlier payments led to; half of it is gone after a month'),
  group('buyer', false, 30, 'faults on the side of the buyer: they say little about the seller'),
  group('contract', true, null, 'what is documented'),
  group('listing', true, null, 'where and how it is listed'),
  group('age', true, null, 'how long it has been there'),
  group('payto', false, null, 'continuity of the recipient: costly to fake after the fact'),
  group('operator', false, null, 'who stands behind it'),
  group('fraud', false, null, 'whether it is out to take more than the price'),
  group('recourse', true, null, 'what can be done when it fails'),
  group('preview', true, null, 'what can be seen of the goods'),
  group('idem', true, null, 'what happens on a repeat'),
  group('uptime', true, 30, 'whether it has been up; half of it is gone after a month'),
  group('order', true, null, 'whether the order of payment and delivery is written down'),
  group('scheme', true, null, 'form of the address'),
  group('host', false, null, 'form of the host name'),
];

export interface DimensionRow {
  readonly id: Dimension;
  /** Share of coverage that one signal of this dimension brings. The shares add up to 1. */
  readonly coverage: number;
}

export const DIMENSIONS: readonly DimensionRow[] = [
  { id: 'paymentIntegrity', coverage: 0.22 },
  { id: 'deliveryEvidence', coverage: 0.24 },
  { id: 'priceTransparency', coverage: 0.14 },
  { id: 'identityContinuity', coverage: 0.14 },
  { id: 'networkFit', coverage: 0.08 },
  { id: 'discoverability', coverage: 0.08 },
  { id: 'recourse', coverage: 0.06 },
  { id: 'endpointHygiene', coverage: 0.04 },
  // Faults of the buyer's own set-up tell nothing about the seller.
  { id: 'buyerReadiness', coverage: 0 },
];
