import { nanoLabel } from './amount.ts';
import type { Kind } from './archetype.ts';
import { paidShareIsChance, zeroPaidPerMille } from './frictions.ts';
import { sayParts } from './parts.ts';
import type { Solved } from './price.ts';
import type { AuditInput, Friction } from './schema.ts';
import type { StatedFacts } from './stated.ts';
import { DIAGNOSIS } from './tables/expert.ts';
import { ARCHETYPE_LABELS } from './tables/routes.ts';
import { countedUnits, enumerated, quoted, type Slots, sentence, spanOf } from './words.ts';

/** Everything an answer is rendered from. */
export interface AuditCase {
  readonly input: AuditInput;
  readonly kind: Kind;
  readonly reading: StatedFacts;
  readonly solved: Solved;
  readonly slots: Slots;
  readonly frictions: readonly Friction[];
}

const PLACE_WORDS: Readonly<Record<Solved['place'], string>> = {
  below_p25: 'in the cheapest quarter',
  p25_to_median: 'between the lower quartile and the median',
  at_median: 'at the median',
  median_to_p75: 'between the median and the upper quartile',
  above_p75: 'above the upper quartile',
};

export const BINDING_WORDS: Readonly<Record<Solved['binding'], string>> = {
  value: 'a tenth of the stated value per use',
  subscription: 'three times what a buyer pays per unit today',
  stated_price: 'five times the price you state',
  client_cap: 'what a default client signs',
  class: 'the median of its class, which is more than a default client signs',
};

export const kindWords = (id: string): string => ARCHETYPE_LABELS[id] ?? '';

export function summary(one: AuditCase): string {
  const { slots, solved, input, frictions, kind } = one;
  const buyer = spanOf(input.targetBuyer);
  const forWhom = buyer ? ` for ${quoted(buyer)}` : '';
  const first = frictions.slice(0, 3).map(({ id, name }) => `${id} ${name}`);
  const opening =
    kind.id === 'out_of_scope'
      ? `The offer of ${slots.service} gets no paid route for ${quotesOf(one)}; the data behind it can be sold${forWhom} as ${slots.method} ${slots.path}, ${slots.unit} at ${slots.price}`
      : `Open ${slots.service} to agents with ${slots.method} ${slots.path}: ${slots.unit} at ${slots.price}${forWhom}`;
  const loss = frictions.some(({ lossReported }) => lossReported)
    ? `Before any price matters, ${slots.path} has to stop taking money that buys no ${slots.noun}`
    : `${sentence(`${slots.price} is ${PLACE_WORDS[solved.place]} of ${slots.bandLabel} as read at ${solved.band.row.date}`).slice(0, -1)}`;
  return [
    opening,
    loss,
    `${first.length > 1 ? 'In this order, ' : ''}${enumerated(first)} ${first.length > 1 ? 'stand' : 'stands'} between a buyer and the first paid ${slots.noun}`,
  ]
    .map(sentence)
    .join(' ');
}

const quotesOf = ({ kind }: AuditCase): string => {
  const quotes = kind.candidates.flatMap(({ said }) =>
    said && !/["“”\n\r]/u.test(said.quote) ? [quoted(said.quote)] : [],
  );
  return enumerated([...new Set(quotes)]) || 'The offer as a whole';
};

/** What is sold, what it costs today, where the price stands, and what the counts mean. */
export function diagnosis(one: AuditCase): string {
  const { frictions } = one;
  const blocker = frictions[0];
  return [
    kindSentence(one),
    paymentSentence(one),
    classSentence(one),
    funnelSentence(one),
    ...sayParts(DIAGNOSIS, one.slots, 2),
    blocker && `Mend ${blocker.id} first: ${blocker.effect}`,
  ]
    .filter((part) => part !== undefined)
    .map(sentence)
    .join(' ');
}

function kindSentence(one: AuditCase): string {
  const { kind, slots } = one;
  if (kind.id === 'unclear')
    return `${slots.offer ?? 'The text'} does not say what a call returns, so ${slots.path} is a placeholder and the first question below decides`;
  if (kind.id === 'mixed')
    return `${quotesOf(one)} speak in equal parts for ${enumerated(kind.candidates.map(({ id }) => kindWords(id)))}, and ${slots.path} follows the first`;
  if (kind.id === 'out_of_scope')
    return `${quotesOf(one)} is output that this audit gives no paid route; what remains of ${slots.service} is data, sold as ${slots.unit}`;
  if (kind.readFrom === 'facts')
    return `You name ${kindWords(kind.id)} as what ${slots.service} sells, so sell ${slots.buyer} ${slots.unit}`;
  const where = kind.readFrom === 'currentOffer' ? '' : ' (named outside the offer, so less certain)';
  return `${quotesOf(one)} makes this ${kindWords(kind.id)}${where}, so sell ${slots.buyer} ${slots.unit}`;
}

/** `17` tenths as `1.7`. */
const times = (price: bigint, base: bigint): string => {
  const tenths = (price * 10n + base / 2n) / base;
  return tenths % 10n === 0n ? `${tenths / 10n}` : `${tenths / 10n}.${tenths % 10n}`;
};

function paymentSentence({ reading, solved, slots }: AuditCase): string {
  const { monthlyFee, includedCalls, unitPrice, meteredPrice, wholePrice } = reading;
  if (monthlyFee && includedCalls && solved.today)
    return `${quoted(monthlyFee.fact.quote)} for ${quoted(includedCalls.fact.quote)} comes to ${nanoLabel(solved.today)} ${slots.aNoun} today. ${slots.price} is ${times(solved.price, solved.today)} times that. A buyer of fewer than ${slots.planPoint} ${slots.plural} a month pays less than the plan`;
  if (monthlyFee)
    return `${quoted(monthlyFee.fact.quote)} buys a plan and never ${slots.unit}, so an agent that needs one ${slots.noun} has nothing to buy`;
  if (solved.how === 'kept' && unitPrice)
    return `${quoted(unitPrice.fact.quote)} is live and inside its class, so ${slots.price} for ${slots.unit} stays as it is`;
  if (unitPrice)
    return `${quoted(unitPrice.fact.quote)} is the stated price of one unit, and ${slots.price} for ${slots.unit} is measured against it`;
  if (meteredPrice)
    return `${quoted(meteredPrice.fact.quote)} is a meter: it states no price for ${slots.unit} before the call, which is what an agent has to approve`;
  if (wholePrice)
    return `${quoted(wholePrice.fact.quote)} is one purchase of the whole, ${times(wholePrice.value, solved.cap)} times what a default client signs, while ${slots.unit} fits under that cap at ${slots.price}`;
  if (reading.foreign)
    return `${quoted(reading.foreign.fact.quote)} is no dollar figure, so what buyers of ${slots.plural} pay ${slots.service} today stays open`;
  return `No price stands in the text, so what buyers of ${slots.plural} pay ${slots.service} today is unknown`;
}

function classSentence({ solved, slots }: AuditCase): string {
  const { band } = solved;
  const basis =
    band.row.kind === 'judgement'
      ? `judged, not measured: ${band.row.why}`
      : `${band.row.source}, ${band.row.date}`;
  return `${slots.price} is ${PLACE_WORDS[solved.place]} of ${slots.bandLabel} at ${nanoLabel(band.p25)} / ${nanoLabel(band.median)} / ${nanoLabel(band.p75)} (${basis})`;
}

function funnelSentence({ reading, solved, slots }: AuditCase): string | undefined {
  const { challenges, paid } = reading;
  if (!challenges || challenges.value === 0n) return undefined;
  if (!paid)
    return `${quoted(challenges.fact.quote)} without a count of payments says nothing yet about ${slots.price}`;
  const seen = `${quoted(challenges.fact.quote)} with ${quoted(paid.fact.quote)}`;
  if (paid.value > 0n)
    return `${seen} is ${times(paid.value * 100n, challenges.value)} % paid, where one public seller saw 0.7 to 1.0 %, so judge ${slots.path} by that`;
  const chance = zeroPaidPerMille(challenges.value);
  const odds = chance === 0n ? 'less than 1 case' : countedUnits(chance, 'case');
  return paidShareIsChance(reading)
    ? `${seen} still happens in ${odds} of 1000 at one payment per hundred challenges, so it is no proof against ${slots.price}`
    : `${seen} happens in ${odds} of 1000 at one payment per hundred challenges, so it is no bad luck; ${slots.price} is ${PLACE_WORDS[solved.place]}, so look for what turns buyers of ${slots.plural} away before the price`;
}
