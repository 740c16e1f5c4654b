import { dollars, nanoToAtomic } from './amount.ts';
import type { Kind } from './archetype.ts';
import type { Reading } from './facts.ts';
import { paidShareIsChance, zeroPaidPerMille } from './frictions.ts';
import { CAPS, priceLabel, type Solved, stepDown, stepUp } from './price.ts';
import type { AuditInput, AuditResponse, Friction, PriceRationale } from './schema.ts';
import { RULES } from './tables/bands.ts';
import { QUESTIONS } from './tables/cues.ts';
import { counted, displayName, fill, listed, quoted, type Slots, sentence, spanOf } from './words.ts';

/** Everything an answer is rendered from. */
export interface Case {
  readonly input: AuditInput;
  readonly kind: Kind;
  readonly reading: Reading;
  readonly solved: Solved;
  readonly slots: Slots;
  readonly frictions: readonly Friction[];
}

const PLACE_WORDS: Readonly<Record<Solved['place'], string>> = {
  below_p25: 'in the cheapest quarter',
  p25_to_median: 'between the lower quartile and the median',
  median_to_p75: 'between the median and the upper quartile',
  above_p75: 'above the upper quartile',
};

const BINDING_WORDS: Readonly<Record<Solved['binding'], string>> = {
  value: 'a tenth of the stated value per use',
  subscription: 'three times what a buyer pays per unit today',
  client_cap: 'what a default client signs',
};

const anchorWords = (solved: Solved): string =>
  ({
    new: 'times 0.8, since the seller has no paid history',
    plain: 'unchanged',
    exclusive: 'times 1.5, for signed or exclusive output',
  })[solved.tenthsWhy];

export const kindWords = (id: string): string => id.replaceAll('_', ' ');

export function summary(one: Case): string {
  const { slots, solved, input, frictions, kind } = one;
  const buyer = spanOf(input.targetBuyer);
  const forWhom = buyer ? ` for ${quoted(buyer)}` : '';
  const first = frictions.slice(0, 3).map(({ id, name }) => `${id} ${name}`);
  const opening =
    kind.id === 'out_of_scope'
      ? `${slots.service} gets no paid route for ${quotesOf(one)}; the data behind it can be sold${forWhom} as ${slots.method} ${slots.path}, ${slots.unit} at ${slots.price}`
      : `Open ${slots.service} to agents with ${slots.method} ${slots.path}: ${slots.unit} at ${slots.price}${forWhom}`;
  const loss = frictions.some(({ lossReported }) => lossReported)
    ? `Before any price matters, ${slots.path} has to stop taking money for ${slots.plural} that are not delivered`
    : `${sentence(`${slots.price} is ${PLACE_WORDS[solved.place]} of ${slots.bandLabel} as read at ${solved.band.row.date}`).slice(0, -1)}`;
  return [
    opening,
    loss,
    `In this order, ${listed(first)} stand between a buyer and the first paid ${slots.noun}`,
  ]
    .map(sentence)
    .join(' ');
}

const quotesOf = ({ kind }: Case): string => {
  const quotes = kind.candidates.flatMap((candidate) =>
    candidate.hits.slice(0, 1).map((hit) => quoted(hit.quote)),
  );
  return listed([...new Set(quotes)]);
};

/** What is sold, what it costs today, where the price stands, what the counts mean, and what not to begin with. */
export function diagnosis(one: Case): string {
  const { slots, kind, frictions } = one;
  const blocker = frictions[0];
  const [alternative, reason] = kind.route.notFirst[0]!;
  return [
    kindSentence(one),
    paymentSentence(one),
    classSentence(one),
    funnelSentence(one),
    blocker && `The first thing to mend is ${blocker.id}: ${blocker.effect}`,
    `Do not begin ${slots.path} with ${alternative}: ${reason}`,
  ]
    .filter((part) => part !== undefined)
    .map(sentence)
    .join(' ');
}

function kindSentence(one: Case): string {
  const { kind, slots } = one;
  if (kind.id === 'unclear')
    return `Nothing in the text of ${slots.service} names what a call returns, so ${slots.path} is a placeholder and the first question below decides`;
  if (kind.id === 'mixed')
    return `${slots.service} reads as ${listed(kind.candidates.map(({ id }) => kindWords(id)))} in equal parts (${quotesOf(one)}), and ${slots.path} follows the first`;
  if (kind.id === 'out_of_scope')
    return `${quotesOf(one)} is output that this audit gives no paid route; what remains of ${slots.service} is data, sold as ${slots.unit}`;
  const where = kind.readFrom === 'currentOffer' ? '' : ' (named outside the offer, so less certain)';
  return `${slots.service} is ${kindWords(kind.id)}: ${quotesOf(one)} names it${where}, and ${slots.unit} is the smallest thing it can sell, because ${kind.route.remark}`;
}

/** `17` tenths as `1.7`. */
const times = (price: bigint, base: bigint): string => {
  const tenths = (price * 10n + base / 2n) / base;
  return `${tenths / 10n}.${tenths % 10n}`;
};

function paymentSentence({ reading, solved, slots }: Case): string {
  const { monthlyFee, includedCalls, unitPrice, meteredPrice, wholePrice } = reading;
  if (monthlyFee && includedCalls && solved.today)
    return `${quoted(monthlyFee.fact.quote)} for ${quoted(includedCalls.fact.quote)} comes to ${dollars(solved.today)} ${slots.aNoun} today, so ${slots.price} is ${times(solved.price, solved.today)} times the plan price and a single ${slots.noun} stays cheaper than the plan for a small user`;
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
  return `No price stands in the text, so what buyers of ${slots.plural} pay ${slots.service} today is unknown`;
}

function classSentence({ solved, slots }: Case): string {
  const { band } = solved;
  const basis =
    band.row.kind === 'judgement'
      ? `judged, not measured: ${band.row.why}`
      : `${band.row.source}, ${band.row.date}`;
  return `${slots.price} is ${PLACE_WORDS[solved.place]} of ${slots.bandLabel} at ${dollars(band.p25)} / ${dollars(band.median)} / ${dollars(band.p75)} (${basis}), and ${BINDING_WORDS[solved.binding]} (${dollars(solved.ceiling)}) bounds ${slots.aNoun} from above`;
}

function funnelSentence({ reading, solved, slots }: Case): string | undefined {
  const { challenges, paid } = reading;
  if (!challenges) return undefined;
  if (!paid)
    return `${quoted(challenges.fact.quote)} without a count of payments says nothing yet about ${slots.price}`;
  const seen = `${quoted(challenges.fact.quote)} with ${quoted(paid.fact.quote)}`;
  if (paid.value > 0n)
    return `${seen} is ${times(paid.value * 100n, challenges.value)} % paid, where one public seller saw 0.7 to 1.0 %, so judge ${slots.path} by that`;
  const chance = zeroPaidPerMille(challenges.value);
  const odds = chance === 0n ? 'less than 1 case' : counted(chance, 'case');
  return paidShareIsChance(reading)
    ? `${seen} still happens in ${odds} of 1000 at one payment per hundred challenges, so it is no proof against ${slots.price}`
    : `${seen} happens in ${odds} of 1000 at one payment per hundred challenges, so it is no bad luck; ${slots.price} is ${PLACE_WORDS[solved.place]}, so look for what turns buyers of ${slots.plural} away before the price`;
}

export function rationale({ solved, slots, reading, kind }: Case): PriceRationale {
  const { band, unitCost } = solved;
  const bound = (value: bigint, why: string) => ({
    usd: dollars(value),
    atomic: nanoToAtomic(value).toString(),
    why,
  });
  const perUnit =
    kind.route.archetype === 'infra_rpc'
      ? `single calls times ${kind.route.callsPerUnit}, for ${slots.unit}`
      : `as published, read for ${slots.unit}`;
  return {
    chosen: priceLabel(solved.price),
    chosenAtomic: slots.atomic!,
    how: solved.how,
    floor: bound(
      solved.floor,
      unitCost
        ? `${RULES.marginFactor} times the stated cost of ${dollars(unitCost)} for ${slots.unit}`
        : `the settlement floor, since no cost of ${slots.aNoun} is stated`,
    ),
    anchor: {
      ...bound(solved.anchor, `median of ${slots.bandLabel}, ${anchorWords(solved)}, for ${slots.aNoun}`),
      multiplier: `${Math.floor(solved.tenths / 10)}.${solved.tenths % 10}`,
    },
    ceiling: {
      ...bound(solved.ceiling, `${BINDING_WORDS[solved.binding]}, applied to ${slots.unit}`),
      binding: solved.binding,
    },
    band: {
      class: band.row.label,
      basis: band.row.kind,
      p25: dollars(band.p25),
      median: dollars(band.median),
      p75: dollars(band.p75),
      sample:
        band.row.kind === 'published' && band.row.n !== null
          ? `n=${band.row.n}`
          : band.row.kind === 'points'
            ? `n=${band.row.points.length}`
            : 'sample size not published',
      source: band.row.source,
      date: band.row.date,
      perUnit,
    },
    place: solved.place,
    risk:
      reading.risk === 'low'
        ? `low: ${slots.path} opens one ladder step lower`
        : `${reading.risk}: ${slots.path} opens at the solved step`,
    breakEvenCallsPerMonth: solved.breakEven === null ? null : solved.breakEven.toString(),
    changeWhen: changeWhen(slots),
    findings: findings(solved, slots),
  };
}

function changeWhen(slots: Slots): PriceRationale['changeWhen'] {
  const { raiseAfter, dropAfter } = RULES;
  return {
    raise: `raise ${slots.aNoun} from ${slots.price} to ${slots.up} after ${raiseAfter.paidCalls} paid calls from at least ${raiseAfter.payers} payers with under ${raiseAfter.refundPercent} % refunds`,
    drop: `drop ${slots.aNoun} from ${slots.price} to ${slots.down} after ${dropAfter.challenges} challenges without a payment, once the frictions that stand before the price are closed`,
  };
}

function findings(solved: Solved, slots: Slots): PriceRationale['findings'] {
  const out: PriceRationale['findings'] = [];
  if (solved.how === 'infeasible')
    out.push({
      code: 'PRICE_INFEASIBLE',
      text: `The floor of ${dollars(solved.floor)} stands above the ceiling of ${dollars(solved.ceiling)} for ${slots.unit}: sell a larger unit than one ${slots.noun}, or make it cheaper to produce; ${slots.price} covers the floor only`,
    });
  if (solved.how === 'kept')
    out.push({
      code: 'KEPT_LIVE_PRICE',
      text: `${slots.price} already sells and lies inside ${slots.bandLabel}, so it is kept although it is no ladder value`,
    });
  if (solved.band.row.kind === 'judgement')
    out.push({
      code: 'BAND_IS_JUDGEMENT',
      text: `No public class exists for ${slots.aNoun}, so ${slots.price} rests on judgement: test it early`,
    });
  if (solved.price === solved.cap)
    out.push({
      code: 'AT_CLIENT_CAP',
      text: `${slots.price} is exactly what a default client signs: one unit more for ${slots.aNoun} is refused`,
    });
  return out;
}

export function capNote({ solved, slots }: Case): string {
  if (solved.price > CAPS.v2)
    return `${slots.price} is over the $1 that clients since ${RULES.capSince} sign by default: put spendControls: { maxAmountPerPayment: '${slots.price}' } beside every mention of ${slots.path}, or nobody can buy ${slots.aNoun}.`;
  const v1 = solved.price > CAPS.v1 ? `, and over the $0.10 of x402-fetch v1` : '';
  return `${slots.price} is within the $1 that clients since ${RULES.capSince} sign by default${v1}; a buyer that wants a tighter bound on ${slots.path} sets spendControls: { maxAmountPerPayment: '${slots.price}' }.`;
}

export const risingSteps = (price: bigint): { up: string; down: string } => ({
  up: priceLabel(stepUp(price)),
  down: priceLabel(stepDown(price)),
});

/** The six questions whose answers would move this audit most. */
export function questions(one: Case): string[] {
  const { reading, kind, solved, slots } = one;
  const known = new Set([...reading.stated.keys()]);
  const mark = (id: string, holds: boolean) => holds && known.add(id);
  mark('archetype', kind.id !== 'unclear');
  mark('oneKind', kind.id !== 'mixed');
  mark('dollarsOnly', !reading.foreign);
  mark('riskKnown', one.input.riskTolerance === undefined || reading.stated.has('risk'));
  mark('noFee', !reading.monthlyFee);
  mark('subEq', solved.today !== undefined);
  mark('notLive', !reading.stated.has('live'));
  mark(
    'rail',
    ['railX402', 'railMpp', 'railCard'].some((id) => reading.stated.has(id)) ||
      one.input.currentPaymentRail !== undefined,
  );
  for (const id of ['unitCost', 'topTool', 'includedCalls', 'valuePerUse', 'challenges'] as const)
    mark(id, reading[id] !== undefined);
  mark('latency', reading.latencySeconds !== undefined);
  const extra: Slots = {
    ...slots,
    toolCount: reading.tools ? `${reading.tools.value} tools` : 'tools',
    feeQuote: reading.monthlyFee ? quoted(reading.monthlyFee.fact.quote) : 'the plan',
    foreignQuote: reading.foreign ? quoted(reading.foreign.fact.quote) : '',
    candidateA: kindWords(kind.candidates[0]?.id ?? ''),
    candidateB: kindWords(kind.candidates[1]?.id ?? ''),
  };
  return QUESTIONS.filter(
    (row) => !row.unless.some((id) => known.has(id)) && (!row.for || row.for.includes(kind.route.archetype)),
  )
    .slice(0, RULES.maxQuestions)
    .map((row) => sentence(fill(row.ask, extra)));
}

export function assumptions(one: Case): string[] {
  const { reading, solved, kind, slots, input } = one;
  const out: (string | false | undefined)[] = [
    kind.id !== 'unclear' &&
      `A call of ${slots.path} can be served without an account and without personal data`,
    !reading.unitCost && `A ${slots.noun} costs you less than a third of ${slots.price} to make`,
    solved.binding === 'client_cap' &&
      `Buyers of ${slots.plural} use a client that signs up to ${dollars(solved.cap)} unasked`,
    reading.unitPrice &&
      solved.today !== undefined &&
      `${quoted(reading.unitPrice.fact.quote)} is what buyers pay for one unit today`,
    kind.route.callsPerUnit > 1 &&
      `${sentence(slots.unit!).slice(0, -1)} is what the figure ${slots.price} is for, not a single call or page`,
    kind.readFrom !== 'currentOffer' &&
      kind.readFrom !== 'nothing' &&
      `The kind of ${slots.service} is taken from ${kind.readFrom}, because the offer names none`,
    kind.route.archetype === 'mcp_toolset' &&
      !reading.topTool &&
      `The tool behind ${slots.path} is the one called most; the other tools stay free`,
    input.riskTolerance === undefined &&
      `Risk tolerance is medium, so ${slots.path} opens at the solved step`,
  ];
  return out.filter((text) => typeof text === 'string').map(sentence);
}

export function confidence(one: Case): AuditResponse['confidence'] {
  const { kind, reading, solved, frictions, slots } = one;
  const statedCount = frictions.filter(({ basis }) => basis === 'stated').length;
  const steps: [points: number, holds: boolean, why: string][] = [
    [
      20,
      kind.score >= 3 && kind.id !== 'mixed',
      `the offer names its kind (score ${kind.score} for ${kindWords(kind.id)})`,
    ],
    [-10, kind.id === 'mixed', `two kinds fit ${slots.path} equally`],
    [-25, kind.id === 'unclear', `nothing says what ${slots.path} would return`],
    [
      -5,
      kind.readFrom === 'serviceName' || kind.readFrom === 'currentProblem',
      `the kind behind ${slots.path} is read outside the offer`,
    ],
    [10, solved.today !== undefined || solved.how === 'kept', `what ${slots.aNoun} costs today is stated`],
    [5, reading.unitCost !== undefined, `the cost of ${slots.aNoun} is stated`],
    [5, reading.challenges !== undefined, `counts of ${slots.path} are stated`],
    [5, statedCount >= 2, `${statedCount} frictions of ${slots.path} are in your own words`],
    [-10, solved.band.row.kind === 'judgement', `the class of ${slots.aNoun} is judged, not measured`],
    [-15, solved.how === 'infeasible', `no price fits both bounds of ${slots.aNoun}`],
  ];
  const held = steps.filter(([, holds]) => holds);
  const percent = Math.min(
    95,
    Math.max(
      5,
      held.reduce((total, [points]) => total + points, 50),
    ),
  );
  const level = percent >= 70 ? 'high' : percent >= 45 ? 'medium' : 'low';
  return { level, percent, why: held.map(([points, , why]) => `${points > 0 ? '+' : ''}${points}: ${why}`) };
}

export function limits({ input, slots, solved }: Case): string[] {
  const characters = Object.entries(input).reduce(
    (total, [name, text]) => total + (name === 'source' ? 0 : [...text].length),
    0,
  );
  return [
    `This audit of ${displayName(input.serviceName)} read ${characters} characters and contacted nobody: no call was made to ${slots.path} or to any service.`,
    `The weights behind ${slots.path} are expert-set and not calibrated on sales of ${slots.plural}.`,
    `The class figures for ${slots.bandLabel} were read in public on ${solved.band.row.date} and say nothing about what ${slots.aNoun} will earn.`,
    `Recipient and address in the artefacts of ${slots.path} are placeholders; the keys and the money of ${displayName(input.serviceName)} stay with you.`,
  ];
}
