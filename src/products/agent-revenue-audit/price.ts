import { atomicToDollars } from '../../values/money.ts';
import { type Nano, nanoToAtomic, parseNano, squareRoot } from './amount.ts';
import type { Reading } from './facts.ts';
import { BANDS, type BandRow, LADDER, RULES } from './tables/bands.ts';
import type { RouteRow } from './tables/shapes.ts';

/** A class of comparable prices, per unit sold. */
export interface Band {
  readonly row: BandRow;
  readonly p25: Nano;
  readonly median: Nano;
  readonly p75: Nano;
}

export interface Solved {
  readonly price: Nano;
  readonly how: 'ladder' | 'kept' | 'infeasible';
  readonly band: Band;
  readonly floor: Nano;
  readonly anchor: Nano;
  readonly tenths: number;
  readonly tenthsWhy: keyof typeof RULES.anchorTenths;
  readonly ceiling: Nano;
  readonly binding: 'value' | 'subscription' | 'client_cap';
  readonly cap: Nano;
  /** What the buyer pays per unit today, where both parts were stated. */
  readonly today?: Nano;
  readonly unitCost?: Nano;
  readonly breakEven: bigint | null;
  readonly place: 'below_p25' | 'p25_to_median' | 'at_median' | 'median_to_p75' | 'above_p75';
}

const nano = (text: string): Nano => parseNano(text)!;
export const LADDER_NANO: readonly Nano[] = LADDER.map(nano);
export const CAPS = { v1: nano(RULES.caps.v1), v2: nano(RULES.caps.v2), override: nano(RULES.caps.override) };
const SETTLEMENT_FLOOR = nano(RULES.settlementFloor);
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
export function bandOf(row: BandRow, times = 1n): Band {
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
 * The price of the first route: nearest ladder value at or below min(ceiling, max(floor, anchor × q)), never below
 * the floor. A live price inside its class is kept. Low risk tolerance opens one step lower; high does not move it,
 * so that the two are always exactly one step apart.
 */
export function solvePrice(route: RouteRow, reading: Reading): Solved {
  const calls = BigInt(route.callsPerUnit);
  const perCallBand = route.archetype === 'infra_rpc' ? calls : 1n;
  const band = bandOf(BANDS.find((row) => row.id === route.band)!, perCallBand);
  const unitCost = reading.unitCost && reading.unitCost.value * meterOf(route, reading.unitCost.fact.quote);
  const floor = most(SETTLEMENT_FLOOR, unitCost ? unitCost * BigInt(RULES.marginFactor) : 0n);
  const today = paidToday(route, reading);
  const { ceiling, binding, cap } = ceilingOf(reading, today);
  const tenthsWhy = anchorReason(reading);
  const tenths = RULES.anchorTenths[tenthsWhy];
  const anchor = (band.median * BigInt(tenths)) / 10n;
  const base = startingPrice(reading, band, { floor, anchor, ceiling, cap });
  const price = reading.risk === 'low' && base.how !== 'infeasible' ? lowered(base.price, floor) : base.price;
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
    ...(today !== undefined && { today }),
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
}

function startingPrice(reading: Reading, band: Band, bounds: Bounds): { price: Nano; how: Solved['how'] } {
  const { floor, anchor, ceiling, cap } = bounds;
  const live = livePrice(reading);
  if (live !== undefined && live >= band.p25 && live <= band.p75 && live >= floor && live <= cap)
    return { price: live, how: 'kept' };
  if (floor > ceiling) return { price: stepAtOrAbove(floor), how: 'infeasible' };
  const found = stepAtOrBelow(least([ceiling, most(floor, anchor)]));
  if (found >= floor) return { price: found, how: 'ladder' };
  const above = stepAtOrAbove(floor);
  return { price: above, how: above <= ceiling ? 'ladder' : 'infeasible' };
}

const lowered = (price: Nano, floor: Nano): Nano => (stepDown(price) >= floor ? stepDown(price) : price);

/** A price per unit that agents can already pay: stated as live, or beside an x402 rail. */
export function livePrice(reading: Reading): Nano | undefined {
  const sells = reading.stated.has('live') || reading.challenges !== undefined;
  return sells && reading.stated.has('railX402')
    ? reading.unitPrice?.value
    : sells && reading.challenges !== undefined
      ? reading.unitPrice?.value
      : undefined;
}

/** How many of the quoted meter one unit holds: a price per page counts once for each page of a ten-page file. */
function meterOf(route: RouteRow, quote: string): bigint {
  return route.callsPerUnit > 1 && /(?:call|page|request|minute|transfer)/iu.test(quote)
    ? BigInt(route.callsPerUnit)
    : 1n;
}

function paidToday(route: RouteRow, reading: Reading): Nano | undefined {
  const { monthlyFee, includedCalls, unitPrice } = reading;
  if (monthlyFee && includedCalls)
    return (monthlyFee.value * meterOf(route, includedCalls.fact.quote)) / includedCalls.value;
  // A price below the settlement floor is another meter: it cannot bound a route that exact can carry.
  const comparable = unitPrice && unitPrice.value >= SETTLEMENT_FLOOR && livePrice(reading) === undefined;
  return comparable ? unitPrice.value * meterOf(route, unitPrice.fact.quote) : undefined;
}

function ceilingOf(reading: Reading, today: Nano | undefined): Pick<Solved, 'ceiling' | 'binding' | 'cap'> {
  const cap = reading.stated.has('v1Buyers')
    ? CAPS.v1
    : reading.stated.has('overrideStated')
      ? CAPS.override
      : CAPS.v2;
  const bounds: [Solved['binding'], Nano][] = [['client_cap', cap]];
  if (reading.valuePerUse) bounds.push(['value', reading.valuePerUse.value / BigInt(RULES.valueDivisor)]);
  if (today !== undefined) bounds.push(['subscription', today * BigInt(RULES.subscriptionFactor)]);
  const [binding, ceiling] = bounds.reduce((a, b) => (b[1] < a[1] ? b : a));
  return { ceiling, binding, cap };
}

function anchorReason(reading: Reading): Solved['tenthsWhy'] {
  if (reading.stated.has('newSeller')) return 'new';
  return reading.stated.has('exclusive') || reading.stated.has('signed') ? 'exclusive' : 'plain';
}

function placeIn(band: Band, price: Nano): Solved['place'] {
  if (price === band.median) return 'at_median';
  if (price < band.p25) return 'below_p25';
  if (price < band.median) return 'p25_to_median';
  return price <= band.p75 ? 'median_to_p75' : 'above_p75';
}

/** `$0.005`, or with two decimals at least. */
export const priceLabel = (price: Nano): string => `$${atomicToDollars(nanoToAtomic(price))}`;
/** `$0.0029`: a figure for people, exact to the nano-dollar. */
export { dollars as usd } from './amount.ts';
export const priceAtomic = (price: Nano): string => nanoToAtomic(price).toString();
