import { type Nano, parseNano } from './amount.ts';
import { statedPrice } from './facts.ts';
import type { StatedFacts } from './stated.ts';
import { RULES } from './tables/bands.ts';
import { METER_WORDS } from './tables/cues.ts';
import type { RouteRow } from './tables/shapes.ts';

/** What one unit costs today, and how many of them one purchase holds. */

const nano = (text: string): Nano => parseNano(text)!;
const SETTLEMENT_FLOOR = nano(RULES.settlementFloor);
const PACK_FLOOR = nano(RULES.packFloor);
/** What clients sign unasked. */
const UNASKED = nano(RULES.caps.v2);

/** What a quote may be called where its own price is stated: any other price is that of the deal. */
const QUOTE_WORDS = new Set([
  'quote',
  'request',
  'call',
  'estimate',
  'query',
  'lookup',
  'search',
  'calculation',
  'rate',
  'offer',
  'comparison',
]);
/** No deal is this cheap. */
const LEAST_DEAL = nano('0.25');
export const sellsAnotherThing = (route: RouteRow, reading: StatedFacts): boolean =>
  route.archetype === 'quote_funnel' &&
  !QUOTE_WORDS.has(reading.unit?.value ?? '') &&
  !(reading.unit === undefined && (statedPrice(reading)?.value ?? LEAST_DEAL) < LEAST_DEAL);

interface Unit {
  readonly kind: 'stated' | 'plan';
  readonly price: Nano;
  /** How many of them the stated amount buys. */
  readonly per: bigint;
  readonly word?: string;
  readonly rate?: string;
}

/** What one unit costs today: stated, or a plan's fee over what it includes. */
export function unitOf(route: RouteRow, reading: StatedFacts): Unit | undefined {
  const stated = statedPrice(reading) ?? wholeOf(route, reading);
  if (stated) {
    const word = reading.unit?.value;
    // What is free today has no price to start from.
    return stated.value > 0n
      ? {
          kind: 'stated',
          price: stated.value,
          per: stated.per ?? 1n,
          ...(word && { word }),
          ...(stated.rate && { rate: stated.rate }),
        }
      : undefined;
  }
  const { monthlyFee, includedCalls } = reading;
  const price = monthlyFee && includedCalls?.value && monthlyFee.value / includedCalls.value;
  const rate = monthlyFee?.rate;
  return price ? { kind: 'plan', price, per: 1n, ...(rate && { rate }) } : undefined;
}

/** Kinds that sell a finished thing: any price is the price of one. */
const SELLS_WHOLE = new Set<RouteRow['archetype']>([
  'report_audit',
  'human_service',
  'dataset_edition',
  'marketplace_broker',
  'messaging',
  'signed_record',
  'identity_verification',
  'human_labelling',
  'media_generation',
  'translation',
  'gpu_rental',
  'stream',
]);
/** Elsewhere a price without a unit is the price of one call only if it is small. */
const SMALL_WHOLE = nano('5');
/** What costs more is agreed on by people, not bought by the call. */
const MOST_WHOLE = nano('1000');
function wholeOf(route: RouteRow, { wholePrice, monthlyFee }: StatedFacts): StatedFacts['wholePrice'] {
  const most = SELLS_WHOLE.has(route.archetype) ? MOST_WHOLE : SMALL_WHOLE;
  const whole = SELLS_WHOLE.has(route.archetype) || !monthlyFee;
  return wholePrice && whole && wholePrice.value <= most ? wholePrice : undefined;
}

/** A call of more of a meter than this is not what one request asks for. */
const MOST_METERED = 1_000n;
/** One page: nobody has less translated or read out. */
const LEAST_TEXT = 2_000n;

/**
 * What a dataset is priced by; elsewhere 1, or for a price too small to settle the number that the seller prices, where clients sign that unasked; or the power
 * of ten that lifts it over the least worth settling.
 */
export function packOf({ price, per, word }: Unit, { archetype }: RouteRow): bigint {
  if (archetype === 'dataset_edition' && per > 1n && price * per <= MOST_WHOLE) return per;
  if (price >= SETTLEMENT_FLOOR) return 1n;
  const isBound = word !== undefined && METER_WORDS.includes(word);
  if (price * per >= PACK_FLOOR && price * per < UNASKED && !(isBound && per > MOST_METERED)) return per;
  let units = word === 'character' ? LEAST_TEXT : 10n;
  while (price * units < PACK_FLOOR && units < 10_000_000n) units *= 10n;
  return units;
}
