/**
 * What comparable calls cost in public. Figures were read on the named public pages at the named date; they are
 * bands to place a price in, not forecasts. Dollars are decimal strings.
 *
 * `published`: the page itself gives quartiles. `points`: single prices; quartiles are computed from them (a price
 * range enters once, at its geometric middle). `range`: only lowest and highest are known; the middle is geometric.
 * `judgement`: no public class was found; the anchor is ours and says why.
 */
export type BandRow = {
  readonly id: string;
  readonly label: string;
  readonly source: string;
  readonly date: string;
} & (
  | {
      readonly kind: 'published';
      readonly p25: string;
      readonly median: string;
      readonly p75: string;
      readonly n: number | null;
    }
  | {
      readonly kind: 'points';
      readonly points: readonly (readonly [what: string, low: string, high: string])[];
    }
  | { readonly kind: 'range'; readonly low: string; readonly high: string }
  | {
      readonly kind: 'judgement';
      readonly p25: string;
      readonly median: string;
      readonly p75: string;
      readonly why: string;
    }
);

export { default as BANDS } from './bands.table.json' with { type: 'json' };

/** Prices a first route may have: these figures in each decade from a tenth of a cent to hundreds of dollars. */
export const LADDER_FIGURES = ['1', '1.2', '1.5', '2', '2.5', '3', '4', '5', '6', '8'];
export const LADDER_DECADES = ['0.001', '0.01', '0.1', '1', '10', '100'];

/** Numbers of the price rule and of the funnel rule. */
export const RULES = {
  /** Facilitators refuse less than this. */
  settlementFloor: '0.001',
  /** Floor = factor × unit cost: a gross margin of two thirds. */
  marginFactor: 3,
  /** Ceiling = factor × what a plan comes to per unit today. */
  subscriptionFactor: 3,
  /** Where one unit has a stated price: the anchor in tenths of it, and how far a price may stand from it. */
  stated: { anchorTenths: 14, lowest: 3, highest: 5 },
  /** From this price on nothing is added to what the seller asks: it is over what clients sign by default. */
  addNothingFrom: '1.00',
  /** A unit below the settlement floor is sold in packs that come to at least this. */
  packFloor: '0.005',
  /** Ceiling = one part in this many of the stated value per use. */
  valueDivisor: 10,
  /** Anchor multipliers in tenths. */
  anchorTenths: { new: 8, plain: 10, exclusive: 15 },
  /** What a payer's client signs by default, in dollars. */
  caps: { v1: '0.10', v2: '1.00', override: '5.00' },
  capSince: '@x402/core 2.23.0',
  /** Share of challenges that end in a payment, per mille, seen by one public seller (dev.to, 2026). */
  paidPerMille: 10,
  /** A zero this unlikely is not bad luck. */
  significancePerMille: 50,
  raiseAfter: { paidCalls: 20, payers: 5, refundPercent: 2 },
  dropAfter: { challenges: 200, paid: 0 },
  maxFrictions: 5,
  /** What the text itself says is all kept, up to this many. */
  maxSpoken: 6,
  maxQuestions: 5,
  slowSeconds: 15,
  manyTools: 5,
};
