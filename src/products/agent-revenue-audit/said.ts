import { nanoLabel, nanoToAtomic } from './amount.ts';
import { sellsOverX402 } from './facts.ts';
import { priceLabel, type Solved } from './price.ts';
import type { AuditInput } from './schema.ts';
import type { Fact, StatedFacts } from './stated.ts';
import { RULES } from './tables/bands.ts';
import type { RouteRow } from './tables/shapes.ts';
import { enumerated, quoted, type Slots, spanOf } from './words.ts';

/** Slot → the facts whose words fill it, the best first. */
const FROM_FACTS: Readonly<Record<string, readonly string[]>> = {
  today: ['unitPrice', 'meteredPrice', 'wholePrice', 'monthlyFee'],
  plan: ['monthlyFee'],
  included: ['includedCalls'],
  returns: ['returns'],
  quota: ['quotaPerMinute', 'rateLimits'],
  free: ['freeUnits', 'trialOnly'],
  volume: ['monthlyVolume'],
  age: ['ageSeconds'],
  wait: ['latencySeconds', 'delivery'],
  worth: ['valuePerUse'],
  cost: ['unitCost'],
  asked: ['challenges', 'lowConversion'],
  paid: ['paid'],
  docs: ['documented'],
  listing: ['listed', 'notListed=no'],
  preview: ['preview'],
  replays: ['idempotent'],
  terms: ['failureStated', 'failuresCharged=no'],
  charged: ['failuresCharged'],
  licence: ['licenceLimits'],
  people: ['humanWork'],
  gate: ['apiKey', 'account'],
  account: ['account'],
  minimum: ['monthlyMinimum'],
  card: ['railCard', 'railOther', 'cardOnly'],
  crypto: ['railX402'],
  personal: ['personalData'],
  sales: ['salesOnly'],
  signedOutput: ['signed'],
};

const SHORT = 44;
/** Dollars that one payer may spend in an hour before it is known. */
const HOUR_DOLLARS = 5n;
const NOT_FOR_SALE = /openapi|swagger|trial|health|status|docs|sandbox|demo|preview|auth|login|webhook/iu;

interface Told {
  readonly input: AuditInput;
  readonly facts: readonly Fact[];
  readonly reading: StatedFacts;
  readonly solved: Solved;
  readonly route: RouteRow;
}

/** What a seller said, as slots: only what was said has one. Each is in double quotes, and in the text word for word. */
export function saidBy({ input, facts, reading, solved, route }: Told): Slots {
  const out: Record<string, string> = {};
  const add = (name: string, span: string | undefined) => {
    if (span !== undefined && /[\p{L}\p{N}]/u.test(span) && !/["“”\n\r]/u.test(span))
      out[name] = quoted(span);
  };
  for (const [slot, ids] of Object.entries(FROM_FACTS))
    for (const id of ids) {
      const [name, wanted] = id.split('=');
      const fact = facts.find((one) => one.id === name && (one.value === 'no') === (wanted === 'no'));
      if (fact && fact.field !== 'facts' && out[slot] === undefined) add(slot, spanOf(fact.quote));
    }
  if (!sellsOverX402(reading)) delete out.crypto;
  if (reading.latencySeconds && reading.latencySeconds.value < BigInt(RULES.slowSeconds)) delete out.wait;
  // Some sentences have no other form without a buyer, so there is always one.
  out.buyer = 'your buyers';
  add('buyer', whole(spanOf(input.targetBuyer, SHORT)));
  add('offer', clauseOf(input.currentOffer));
  add('rail', whole(input.currentPaymentRail && spanOf(input.currentPaymentRail, SHORT)));
  add('problem', input.currentProblem && clauseOf(input.currentProblem));
  addEndpoints(out, reading, route);
  const others = reading.context.alternatives?.value;
  if (others) out.others = enumerated(others.map(quoted));
  return { ...out, ...figuresOf(reading, solved, route) };
}

/** A span that was cut does not end on a word that leads on. */
const whole = (span: string | undefined): string | undefined =>
  span?.replace(
    /[,;:]?(?: (?:in|of|for|the|and|that|who|which|with|to|an?|or|on|by|at|from|as|before|after|when|than|without|into|like|such|is|are|their|our|your)){1,3}$/iu,
    '',
  );

/** The first clause of a text, cut at a word. */
const clauseOf = (text: string): string | undefined =>
  whole(spanOf(text.trim().split(/[.;:!?](?:\s|$)|\n/u)[0]!, SHORT + 16));

/** The endpoint to open first: the one whose name is nearest to what the route sells, else the first that is named. */
function addEndpoints(out: Record<string, string>, reading: StatedFacts, route: RouteRow): void {
  const names = (reading.context.endpoints?.value ?? []).filter((name) => !NOT_FOR_SALE.test(name));
  if (names.length === 0) return;
  const words = new Set([route.noun, route.plural, ...route.path.split(/[/-]/u), ...Object.keys(route.cues)]);
  const near = names.find((name) => name.split(/[/_.-]/u).some((part) => part.length > 2 && words.has(part)));
  const first = near ?? names[0]!;
  out.endpoint = quoted(first);
  if (names.length < 2) return;
  out.otherEndpoints = enumerated(names.filter((name) => name !== first).map(quoted));
  out[near === undefined ? 'endpointFirst' : 'endpointNear'] = out.endpoint;
}

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Calls that one purchase holds. A meter, such as tokens, bounds one call: only a pack holds many. */
const callsOf = (route: RouteRow, units: bigint): bigint =>
  route.path.endsWith('/packs') || route.callsPerUnit > 1 ? units : 1n;

/** Figures that follow from stated ones and from the price. */
function figuresOf(
  reading: StatedFacts,
  { price, units, today }: Solved,
  route: RouteRow,
): Record<string, string> {
  const out: Record<string, string> = {};
  const { monthlyFee, context, valuePerUse, latencySeconds } = reading;
  const hour = (HOUR_DOLLARS * 1_000_000_000n) / price;
  const quota = context.quotaPerMinute?.value;
  const cap = quota === undefined ? most(3n, hour) : most(1n, (quota * 60n) / callsOf(route, units));
  out.hourCap = `${cap}`;
  out.hourSpend = priceLabel(price * cap);
  if (monthlyFee) out.planPoint = `${(monthlyFee.value + price - 1n) / price}`;
  if (units > 1n) out.packSize = `${units}`;
  if (today !== undefined && today > 0n) out.ofToday = `${(price * 100n + today / 2n) / today} %`;
  const volume = context.monthlyVolume?.value;
  if (volume !== undefined && volume >= 100n) out.onePercent = nanoLabel(((volume / 100n) * price) / units);
  // A share under one in a hundred is the worth of something larger, such as the deal behind a quote.
  if (valuePerUse && valuePerUse.value > 0n && price * 100n >= valuePerUse.value)
    out.ofWorth = `${(price * 100n) / valuePerUse.value} %`;
  if (latencySeconds && latencySeconds.value >= BigInt(RULES.slowSeconds)) {
    const seconds = latencySeconds.value;
    out[seconds * 2n > 600n ? 'beyondWindow' : 'window'] = `${seconds * 2n} s`;
  }
  if (nanoToAtomic(price) < 10_000n) out.subCent = priceLabel(price);
  return out;
}
