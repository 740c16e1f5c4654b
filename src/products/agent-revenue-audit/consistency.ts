import { nanoToAtomic, parseNano } from './amount.ts';
import { LADDER_NANO, priceAtomic } from './price.ts';
import type { AuditInput, AuditResponse, Friction, PlanDay } from './schema.ts';
import { displayName } from './words.ts';

/**
 * What must hold of every audit before it is sold. A breach is a fault of ours and throws: the request then fails
 * before any money moves, which is better than a paid contradiction.
 */

/** Fields of regulated or unwanted work. They may stand in the caller's words, never in ours. */
export const UNWANTED =
  /\b(?:legal(?:ly)?|tax(?:es|ation)?|lawsuit|trading|traders?|buy signals?|sell signals?|invest(?:ment|ing|or)?s?|lend(?:ing|er)?|loans?|mortgages?|creditworth\w{0,10}|compliance|compliant|scrap(?:e|er|ing)|outreach|cold e-?mails?|newsletters? to|dms?|spam)\b/iu;

const atomicOf = (label: string): bigint => nanoToAtomic(parseNano(label.slice(1))!);
const LADDER_ATOMIC = new Set(LADDER_NANO.map(priceAtomic));

/** Our sentences of an audit with the caller's words taken out of them. */
export function ownProse(response: AuditResponse, input: AuditInput): string[] {
  const name = displayName(input.serviceName);
  const route = response.bestFirstPaidRoute;
  const advice =
    route.available === true
      ? [
          route.whyThisRoute as string,
          route.buyerCapNote as string,
          JSON.stringify(route.notFirst),
          JSON.stringify(route.failureBehaviour),
        ]
      : [];
  return [
    response.summary,
    response.monetizationDiagnosis,
    ...response.conversionFriction,
    ...response.sevenDayRevenuePlan,
    ...response.expertAdvice.map(({ advice }) => advice),
    ...response.assumptions,
    ...response.questions,
    ...response.limits,
    ...advice,
  ].map((text) => text.replaceAll(name, 'it').replace(/"[^"]{0,2000}"/gu, 'that'));
}

export function assertConsistent(
  response: AuditResponse,
  input: AuditInput,
  frictions: readonly Friction[],
  plan: readonly PlanDay[],
): void {
  for (const [rule, holds] of Object.entries(rulesOf(response, input, frictions, plan)))
    if (!holds) throw new Error(`audit breaks its own rule: ${rule}`);
}

function rulesOf(
  response: AuditResponse,
  input: AuditInput,
  frictions: readonly Friction[],
  plan: readonly PlanDay[],
): Readonly<Record<string, boolean>> {
  const route = response.bestFirstPaidRoute;
  const price = response.priceRationale;
  if (route.available !== true || !price) return { 'a complete audit has a route and a price': false };
  const { facts: given = [], ...texts } = input;
  const evidence = new Map<string, string>([
    ...Object.entries(texts),
    ['facts', given.map(({ value }) => value).join('\n')],
  ]);
  const spans = [...response.facts, ...frictions.flatMap((one) => one.evidence)];
  return {
    'price is a ladder value or a kept live price':
      price.how === 'kept' || price.how === 'stated' || LADDER_ATOMIC.has(price.chosenAtomic),
    'price covers the floor':
      price.how === 'infeasible' || BigInt(price.chosenAtomic) >= atomicOf(price.floor.usd),
    'price respects the ceiling':
      price.how !== 'ladder' || BigInt(price.chosenAtomic) <= atomicOf(price.ceiling.usd),
    'one price everywhere': route.priceAtomic === price.chosenAtomic && route.price === price.chosen,
    'path differs from preview': route.path !== (route.freePreview as { path: string }).path,
    'every span stands in its field': spans.every(
      ({ field, quote }) => evidence.get(field)?.includes(quote) === true,
    ),
    'seven days': response.sevenDayRevenuePlan.length === 7 && plan.every((day, i) => day.day === i + 1),
    'every friction has its day': frictions.every(
      ({ id }) => plan.filter((day) => day.frictions.includes(id)).length === 1,
    ),
    'no unwanted field of work': ownProse(response, input).every((text) => !UNWANTED.test(text)),
  };
}
