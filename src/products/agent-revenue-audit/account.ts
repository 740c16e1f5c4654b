import { nanoLabel } from './amount.ts';
import { unitEconomics } from './economics.ts';
import { ratedPrice } from './facts.ts';
import { CAPS, priceLabel, type Solved, stepDown, stepUp } from './price.ts';
import { type AuditCase, BINDING_WORDS, kindWords } from './render.ts';
import type { AuditResponse, PriceRationale } from './schema.ts';
import { RULES } from './tables/bands.ts';
import { displayName, quoted, type Slots, sentence, spanOf } from './words.ts';

const anchorWords = (solved: Solved): string =>
  ({
    new: 'times 0.8, since the seller has no paid history',
    plain: 'unchanged',
    exclusive: 'times 1.5, for signed or exclusive output',
  })[solved.tenthsWhy];

/** How the price came about: three bounds, the class, the risk step, and when to change it. */

export function rationale({ solved, slots, reading, kind }: AuditCase): PriceRationale {
  const { band, unitCost } = solved;
  const rate = solved.rate === undefined ? '' : `; taken ${solved.rate}`;
  const bound = (value: bigint, why: string) => ({
    usd: nanoLabel(value),
    why,
  });
  return {
    chosen: priceLabel(solved.price),
    chosenAtomic: slots.atomic!,
    how: solved.how,
    floor: bound(
      solved.floor,
      unitCost
        ? `${RULES.marginFactor} times the stated cost of ${nanoLabel(unitCost)} for ${slots.unit}`
        : `the settlement floor, since no cost of ${slots.aNoun} is stated`,
    ),
    anchor: {
      ...bound(
        solved.anchor,
        solved.stated === undefined && solved.anchor === solved.today
          ? `what your plan comes to for ${slots.unit}: sold alone it costs no less${rate}`
          : solved.stated === undefined
            ? `median of ${slots.bandLabel}, ${anchorWords(solved)}, for ${slots.aNoun}`
            : `your own ${nanoLabel(solved.stated)} for ${slots.unit}, with two fifths added for sale without account and plan${rate}`,
      ),
      multiplier: `${Math.floor(solved.tenths / 10)}.${solved.tenths % 10}`,
    },
    ceiling: {
      ...bound(solved.ceiling, `${BINDING_WORDS[solved.binding]}, applied to ${slots.unit}`),
      binding: solved.binding,
    },
    band: {
      class: band.row.label,
      basis: band.row.kind,
      p25: nanoLabel(band.p25),
      median: nanoLabel(band.median),
      p75: nanoLabel(band.p75),
      source: band.row.source,
      date: band.row.date,
    },
    place: solved.place,
    ...unitEconomics(solved, slots, reading),
    breakEvenCallsPerMonth: solved.breakEven === null ? null : solved.breakEven.toString(),
    changeWhen: changeWhen(slots),
    findings: findings(solved, slots, kind.route.nearestClass === true),
  };
}

function changeWhen(slots: Slots): PriceRationale['changeWhen'] {
  const { raiseAfter, dropAfter } = RULES;
  return {
    raise: `to ${slots.up} after ${raiseAfter.paidCalls} paid ${slots.plural} from ${raiseAfter.payers} payers, refunds under ${raiseAfter.refundPercent} %`,
    drop: `to ${slots.down} after ${dropAfter.challenges} challenges without a payment for ${slots.aNoun}, once what stands before the price is closed`,
  };
}

function findings(solved: Solved, slots: Slots, nearest: boolean): PriceRationale['findings'] {
  const out: PriceRationale['findings'] = [];
  if (solved.how === 'infeasible')
    out.push({
      code: 'PRICE_INFEASIBLE',
      text: `The floor of ${nanoLabel(solved.floor)} stands above the ceiling of ${nanoLabel(solved.ceiling)} for ${slots.unit}: sell a larger unit than one ${slots.noun}, or make it cheaper to produce; ${slots.price} ${solved.price < solved.floor ? 'is the highest step and covers not even that floor' : 'covers the floor only'}`,
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
  if (nearest)
    out.push({
      code: 'NEAREST_CLASS',
      text: `No public class prices ${slots.plural}: ${slots.bandLabel} is the nearest, so watch the first twenty payments of ${slots.price}`,
    });
  if (solved.price === solved.cap)
    out.push({
      code: 'AT_CLIENT_CAP',
      text: `${slots.price} is exactly what a default client signs: one unit more for ${slots.aNoun} is refused`,
    });
  return out;
}

export function capNote({ solved, slots }: AuditCase): string {
  if (solved.price > CAPS.v2)
    return `${slots.price} is over the $1 that clients since ${RULES.capSince} sign by default: put spendControls: { maxAmountPerPayment: '${slots.price}' } beside every mention of ${slots.path}, or nobody can buy ${slots.aNoun}.`;
  const v1 = solved.price > CAPS.v1 ? `, and over the $0.10 of x402-fetch v1` : '';
  return `${slots.price} for ${slots.aNoun} is within the $1 that clients since ${RULES.capSince} sign by default${v1}; a tighter bound is spendControls: { maxAmountPerPayment: '${slots.price}' }.`;
}

export const risingSteps = (price: bigint): { up: string; down: string } => ({
  up: priceLabel(stepUp(price)),
  down: priceLabel(stepDown(price)),
});

export function assumptions(one: AuditCase): string[] {
  const { reading, solved, kind, slots, input } = one;
  const reader = input.buyerType && spanOf(input.buyerType);
  const out: (string | false | undefined)[] = [
    ...taken(one),
    reader && `Whoever asks as ${quoted(reader)} can change ${slots.path} and its payment step`,
    !reading.unitCost && `${slots.aNoun} costs you less than a third of ${slots.price} to make`,
    reading.unitPrice &&
      solved.today !== undefined &&
      `${quoted(reading.unitPrice.fact.quote)} is what buyers pay for one unit today`,
    kind.route.callsPerUnit > 1 &&
      `${sentence(slots.unit!).slice(0, -1)} is what the figure ${slots.price} is for, not a single call or page`,
    (kind.readFrom === 'currentProblem' || kind.readFrom === 'serviceName') &&
      `The kind of ${slots.service} is taken from ${kind.readFrom}, because the offer names none`,
    kind.route.archetype === 'mcp_toolset' &&
      !reading.topTool &&
      `The tool behind ${slots.path} is the one called most; the other tools stay free`,
  ];
  return out.filter((text) => typeof text === 'string').map(sentence);
}

/** Each figure that was stated in another currency, with the rate at which it became dollars. */
function taken({ reading, solved }: AuditCase): string[] {
  const price = solved.rate === undefined ? undefined : ratedPrice(reading);
  const { monthlyFee, unitCost, fixedCost, valuePerUse } = reading;
  return [...new Set([price, monthlyFee, unitCost, fixedCost, valuePerUse])].flatMap((one) =>
    one?.rate === undefined
      ? []
      : `${quoted(one.fact.quote)} was taken ${one.rate} (fact ${one === price ? 'unitPrice' : one.fact.id})`,
  );
}

export function confidence(one: AuditCase): AuditResponse['confidence'] {
  const { kind, reading, solved, frictions, slots } = one;
  const statedCount = frictions.filter(({ basis }) => basis === 'stated').length;
  const steps: [points: number, holds: boolean, why: string][] = [
    [
      20,
      (kind.score >= 50 || kind.readFrom === 'facts') && kind.id !== 'mixed',
      kind.readFrom === 'facts'
        ? `its kind is given: ${kindWords(kind.id)}`
        : `the offer names its kind (${kind.score} % for ${kindWords(kind.id)})`,
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
    [-5, kind.route.nearestClass === true, `the class of ${slots.plural} is the nearest one, not their own`],
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

export function limits({ input, slots }: AuditCase): string[] {
  const characters = Object.entries(input).reduce(
    (total, [name, text]) => total + (name === 'source' || typeof text !== 'string' ? 0 : [...text].length),
    0,
  );
  return [
    `This audit of ${displayName(input.serviceName)} read ${characters} characters and contacted nobody: no call was made to ${slots.path} or to any service.`,
    `The weights behind ${slots.path} are expert-set and not calibrated on sales of ${slots.plural}.`,
    `The class figures for ${slots.bandLabel} say nothing about what ${slots.aNoun} will earn.`,
  ];
}
