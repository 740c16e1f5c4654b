import { fold } from '../../policy/normalise.ts';
import { OPPORTUNITY_CHECK, REVENUE_AUDIT } from '../sold.ts';

/** What a goal shows about the side that its author is on. Bounded alternatives only, so reading is linear. */
const SELLS =
  /\b(?:moneti[sz](?:e|es|ed|ing|ation)|my (?:own )?(?:paid |priced )?(?:apis?|services?|endpoints?|routes?|tools?|datasets?|servers?|products?)|our (?:own )?(?:paid |priced )?(?:apis?|services?|endpoints?|routes?|tools?|datasets?|servers?|products?)|first paid route|revenue (?:plan|audit|model)|sell(?:ing)? (?:access|it|this|to)|charge (?:agents|buyers|for|per)|price (?:my|our)|pricing (?:for|of) (?:my|our)|paywall|conversion|no (?:paying )?buyers)\b/;
const BUYS =
  /\b(?:buy|buying|purchase|purchasing|paying|pay for|should i pay|whether to pay|worth (?:paying|buying)|trust check|trial call|seller|provider|vendor)\b/;

const BUILDERS: ReadonlySet<string | undefined> = new Set(['builder', 'operator', 'api-founder']);

interface Signs {
  readonly intended: string | undefined;
  readonly builder: boolean;
  readonly sells: boolean;
  readonly buys: boolean;
}

/**
 * Which route a request is about, before its budget is looked at: the first row that holds. A purchase of five dollars
 * is only ever proposed to who asked for it or who sells; everybody else gets the cheapest proof.
 */
export const ROUTE_RULES = {
  audit_intended: { route: REVENUE_AUDIT, holds: ({ intended }) => intended === REVENUE_AUDIT },
  check_intended: { route: OPPORTUNITY_CHECK, holds: ({ intended }) => intended === OPPORTUNITY_CHECK },
  seller_goal: { route: REVENUE_AUDIT, holds: ({ sells, buys, builder }) => sells && (builder || !buys) },
  builder_without_purchase: { route: REVENUE_AUDIT, holds: ({ builder, buys }) => builder && !buys },
  cheapest_proof: { route: OPPORTUNITY_CHECK, holds: () => true },
} as const satisfies Record<string, { readonly route: string; readonly holds: (signs: Signs) => boolean }>;

/** What a client or SDK does when it pays is no question about a seller. */
const CLIENT =
  /\b(?:clients?|sdks?|librar(?:y|ies)|agentkit|axios|fetch|x402-(?:fetch|axios|python|go)|@x402\/[a-z]+|wallet kit)\b/;
const BEHAVIOUR =
  /\b(?:retr(?:y|ies|ied|ying)|twice|double|again|works? with|compatib\w+|supports?|signs?|default|caps?|limit|overpay|safe|handles?|header)\b/;

/** Whether a goal asks how a client behaves: the witness of observed clients tells that, and its preflight is free. */
export function asksAboutClient(goal: string): boolean {
  const folded = fold(goal).toLowerCase();
  return CLIENT.test(folded) && BEHAVIOUR.test(folded);
}

export type RouteRule = keyof typeof ROUTE_RULES;

export function routeRule({
  goal,
  buyerType,
  intendedRoute,
}: {
  readonly goal: string;
  readonly buyerType?: string | undefined;
  readonly intendedRoute?: string | undefined;
}): RouteRule {
  const folded = fold(goal).toLowerCase();
  const signs: Signs = {
    intended: intendedRoute,
    builder: BUILDERS.has(buyerType),
    sells: SELLS.test(folded),
    buys: BUYS.test(folded),
  };
  return (Object.keys(ROUTE_RULES) as RouteRule[]).find((id) => ROUTE_RULES[id].holds(signs))!;
}
