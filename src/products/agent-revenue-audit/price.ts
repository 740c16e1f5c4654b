import { atomicToDollars } from '../../values/money.ts';
import { type Nano, nanoToAtomic, parseNano, squareRoot } from './amount.ts';
import { statedPrice } from './facts.ts';
import type { StatedFacts } from './stated.ts';
import { BANDS, type BandRow, LADDER_DECADES, LADDER_FIGURES, RULES } from './tables/bands.ts';
import type { RouteRow } from './tables/shapes.ts';
import { packOf, sellsAnotherThing, unitOf } from './unit.ts';

/** A class of comparable prices, per unit sold. */
export interface PriceBand {
  readonly row: BandRow;
  readonly p25: Nano;
  readonly median: Nano;
  readonly p75: Nano;
}

export interface Solved {
  readonly price: Nano;
  readonly how: 'ladder' | 'kept' | 'stated' | 'infeasible';
  readonly band: PriceBand;
  readonly floor: Nano;
  readonly anchor: Nano;
  readonly tenths: number;
  readonly tenthsWhy: keyof typeof RULES.anchorTenths;
  readonly ceiling: Nano;
  readonly binding: 'value' | 'subscription' | 'stated_price' | 'client_cap' | 'class';
  readonly cap: Nano;
  /** What the buyer pays today for what one purchase holds. */
  readonly today?: Nano;
  /** The stated price of all units in one purchase. */
  readonly stated?: Nano;
  /** Units of the seller's own meter in one purchase: more than one where a unit is too cheap to be paid alone. */
  readonly units: bigint;
  /** The seller's word for the unit, where one was named. */
  readonly unitWord?: string;
  /** How dollars came of the stated currency, where it is another one. */
  readonly rate?: string;
  readonly unitCost?: Nano;
  readonly breakEven: bigint | null;
  readonly place: 'below_p25' | 'p25_to_median' | 'at_median' | 'median_to_p75' | 'above_p75';
}

const nano = (text: string): Nano => parseNano(text)!;
export const LADDER_NANO: readonly Nano[] = LADDER_DECADES.flatMap((decade) =>
  LADDER_FIGURES.map((figure) => (nano(decade) * nano(figure)) / nano('1')),
);
export const CAPS = { v1: nano(RULES.caps.v1), v2: nano(RULES.caps.v2), override: nano(RULES.caps.override) };
const SETTLEMENT_FLOOR = nano(RULES.settlementFloor);
const ADD_NOTHING_FROM = nano(RULES.addNothingFrom);
const least = (values: readonly Nano[]): Nano => values.reduce((a, b) => (b < a ? b : a));
const most = (a: Nano, b: Nano): Nano => (a > b ? a : b);

/** Middle of the two values around a quarter of a sorted list (method "median of halves"). */
function quartile(sorted: readonly Nano[], quarter: 1 | 2 | 3): Nano {
  const half = Math.floor(sorted.length / 2);
  if (quarter === 1) return sorted.length < 2 ? sorted[0]! : quartile(sorted.slice(0, half), 2);
  if (quarter === 3) return sorted.length < 2 ? sorted[0]! : quartile(sorted.slice(sorted.length - half), 2);
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2n;
}

/** A computed figure is no more exact than the pages it comes from: hundredths of a cent. */
const FIGURE_STEP: Nano = 100_000n;
const rounded = (value: Nano): Nano => ((value + FIGURE_STEP / 2n) / FIGURE_STEP) * FIGURE_STEP;
const middle = (low: Nano, high: Nano): Nano => (low === high ? low : rounded(squareRoot(low * high)));

/** Quartiles of a class, times the calls that one unit holds where the class prices single calls. */
export function bandOf(row: BandRow, times = 1n): PriceBand {
  const quartiles = (): [Nano, Nano, Nano] => {
    if (row.kind === 'range') return [nano(row.low), middle(nano(row.low), nano(row.high)), nano(row.high)];
    if (row.kind !== 'points') return [nano(row.p25), nano(row.median), nano(row.p75)];
    const sorted = row.points
      .map(([, low, high]) => middle(nano(low), nano(high)))
      .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return [rounded(quartile(sorted, 1)), rounded(quartile(sorted, 2)), rounded(quartile(sorted, 3))];
  };
  const [p25, median, p75] = quartiles();
  return { row, p25: p25 * times, median: median * times, p75: p75 * times };
}

/** Largest ladder value not above the bound; the lowest step when none is. */
export const stepAtOrBelow = (bound: Nano): Nano =>
  LADDER_NANO.filter((step) => step <= bound).at(-1) ?? LADDER_NANO[0]!;
const stepAtOrAbove = (bound: Nano): Nano => LADDER_NANO.find((step) => step >= bound) ?? LADDER_NANO.at(-1)!;

/** The ladder value just below a price, or the price itself on the lowest step. */
export const stepDown = (price: Nano): Nano => LADDER_NANO.filter((step) => step < price).at(-1) ?? price;
export const stepUp = (price: Nano): Nano => LADDER_NANO.find((step) => step > price) ?? price;

/**
 * The price of the first route. A stated price of one unit is the anchor, with a little added for sale without account
 * and plan; without one it is the class. The price is the largest step at or below min(ceiling, max(floor, anchor)).
 * A live price, and one over what clients sign unasked, is kept. Low risk tolerance opens one step lower; high does
 * not move it, so that the two are always exactly one step apart.
 */
export function solvePrice(route: RouteRow, reading: StatedFacts, byPeople = false): Solved {
  const one = sellsAnotherThing(route, reading) ? undefined : unitOf(route, reading);
  const units = one ? packOf(one, route) : BigInt(route.callsPerUnit);
  const id = (byPeople && route.bandByHand) || route.band;
  const row = BANDS.find((band) => band.id === id)!;
  const band = bandOf(row, route.archetype === 'infra_rpc' ? units : 1n);
  const unitCost = reading.unitCost && reading.unitCost.value * (one || route.callsPerUnit > 1 ? units : 1n);
  const floor = most(SETTLEMENT_FLOOR, unitCost ? unitCost * BigInt(RULES.marginFactor) : 0n);
  const stated = one?.kind === 'stated' ? one.price * units : undefined;
  const today = one ? one.price * units : undefined;
  const { ceiling, binding, cap } = ceilingOf(reading, band, today, stated);
  const tenthsWhy = anchorReason(reading);
  const tenths = stated === undefined ? RULES.anchorTenths[tenthsWhy] : RULES.stated.anchorTenths;
  // Alone, a unit never costs less than within the plan: whoever has the plan would leave it.
  const anchor = most(((stated ?? band.median) * BigInt(tenths)) / 10n, today ?? 0n);
  const base = startingPrice(reading, band, {
    floor,
    anchor,
    ceiling,
    cap,
    isRated: one?.rate !== undefined,
    ...(stated !== undefined && { stated }),
    ...(stated === undefined && today !== undefined && { plan: today }),
  });
  const price = reading.risk === 'low' && base.how === 'ladder' ? lowered(base.price, floor) : base.price;
  const margin = price - (unitCost ?? 0n);
  const fixed = reading.fixedCost?.value;
  return {
    price,
    how: base.how,
    band,
    floor,
    anchor,
    tenths,
    tenthsWhy,
    ceiling,
    binding,
    cap,
    units,
    ...(one?.word !== undefined && { unitWord: one.word }),
    ...(one?.rate !== undefined && { rate: one.rate }),
    ...(today !== undefined && { today }),
    ...(stated !== undefined && { stated }),
    ...(unitCost !== undefined && { unitCost }),
    breakEven: fixed !== undefined && margin > 0n ? (fixed + margin - 1n) / margin : null,
    place: placeIn(band, price),
  };
}

interface Bounds {
  readonly floor: Nano;
  readonly anchor: Nano;
  readonly ceiling: Nano;
  readonly cap: Nano;
  readonly stated?: Nano;
  /** What the plan comes to for one purchase. */
  readonly plan?: Nano;
  /** The stated price is in another currency, so its dollars are not exact: the step above covers it. */
  readonly isRated: boolean;
}

function startingPrice(
  reading: StatedFacts,
  band: PriceBand,
  bounds: Bounds,
): { price: Nano; how: Solved['how'] } {
  const { floor, anchor, ceiling, cap, stated, plan = 0n } = bounds;
  const live = livePrice(reading);
  const plausible = stated !== undefined || (live !== undefined && live >= band.p25 && live <= band.p75);
  if (live !== undefined && plausible && live >= floor && live <= most(cap, stated ?? 0n))
    return { price: live, how: 'kept' };
  if (stated !== undefined && stated >= ADD_NOTHING_FROM && stated >= floor)
    return { price: bounds.isRated ? stepAtOrAbove(stated) : stated, how: 'stated' };
  if (floor > ceiling) return { price: stepAtOrAbove(floor), how: 'infeasible' };
  const step = stepAtOrBelow(least([ceiling, most(floor, anchor)]));
  const found = step < plan && stepAtOrAbove(plan) <= ceiling ? stepAtOrAbove(plan) : step;
  if (found >= floor) return { price: found, how: 'ladder' };
  const above = stepAtOrAbove(floor);
  return { price: above, how: above <= ceiling ? 'ladder' : 'infeasible' };
}

const lowered = (price: Nano, floor: Nano): Nano => (stepDown(price) >= floor ? stepDown(price) : price);

/** A price per unit that agents can already pay: beside an x402 rail, or with counts of challenges. */
export function livePrice(reading: StatedFacts): Nano | undefined {
  const sells =
    reading.stated.has('railX402') || reading.stated.has('railMpp') || reading.challenges !== undefined;
  const price = statedPrice(reading)?.value;
  return sells && price !== undefined && price >= SETTLEMENT_FLOOR ? price : undefined;
}

function ceilingOf(
  reading: StatedFacts,
  { median }: PriceBand,
  today: Nano | undefined,
  stated: Nano | undefined,
): Pick<Solved, 'ceiling' | 'binding' | 'cap'> {
  const cap = reading.stated.has('v1Buyers')
    ? CAPS.v1
    : reading.stated.has('overrideStated')
      ? CAPS.override
      : CAPS.v2;
  // Sold at what clients sign unasked, a printed letter would cost its seller more than it brings.
  const isDear = today === undefined && median > cap && !reading.stated.has('v1Buyers');
  const bounds: [Solved['binding'], Nano][] = [isDear ? ['class', median] : ['client_cap', cap]];
  if (reading.valuePerUse) {
    // Buyers already pay the stated price, so a share of the value never bounds below it.
    const share = reading.valuePerUse.value / BigInt(RULES.valueDivisor);
    bounds.push(['value', most(share, stated ?? 0n)]);
  }
  if (stated !== undefined) bounds.push(['stated_price', stated * BigInt(RULES.stated.highest)]);
  else if (today !== undefined)
    bounds.push(['subscription', most(today * BigInt(RULES.subscriptionFactor), SETTLEMENT_FLOOR)]);
  const [binding, ceiling] = bounds.reduce((a, b) => (b[1] < a[1] ? b : a));
  return { ceiling, binding, cap };
}

function anchorReason(reading: StatedFacts): Solved['tenthsWhy'] {
  if (reading.stated.has('newSeller')) return 'new';
  return reading.stated.has('exclusive') ? 'exclusive' : 'plain';
}

function placeIn(band: PriceBand, price: Nano): Solved['place'] {
  if (price === band.median) return 'at_median';
  if (price < band.p25) return 'below_p25';
  if (price < band.median) return 'p25_to_median';
  return price <= band.p75 ? 'median_to_p75' : 'above_p75';
}

/** `$0.005`, or with two decimals at least. */
export const priceLabel = (price: Nano): string => `$${atomicToDollars(nanoToAtomic(price))}`;
export const priceAtomic = (price: Nano): string => nanoToAtomic(price).toString();
