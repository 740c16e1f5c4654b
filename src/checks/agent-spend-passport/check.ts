import type { CounterName } from '../../accounting/counters.ts';
import { type Context, check, type Form, offeredBy, type Product } from '../../declare.ts';
import { Texts } from '../../policy/intent/texts.ts';
import { evaluate, type StopReason, type Verdict } from '../../policy/policy.ts';
import { lowestBudget } from '../../reading/terms/index.ts';
import { readable } from '../../reading/text.ts';
import { capExceededBy, MAX_PAID_RETRIES, SESSION_CAP_USD, spendControlsFor } from '../../values/limits.ts';
import { parseBudget } from '../../values/money.ts';
import { capability } from '../capability.ts';
import { count } from '../counting.ts';
import { formOf, OPPORTUNITY_CHECK, REVENUE_AUDIT, SCOPE_CHECK, WITNESS_PREFLIGHT } from '../sold.ts';
import { refusedBy } from '../verdict.ts';
import { type PreparedPayload, prepare } from './payload.ts';
import { asksAboutClient, ROUTE_RULES, routeRule } from './rules.ts';
import { type Passport, type PassportRequest, requestSchema, responseSchema } from './schema.ts';
import { summaryOf } from './summary.ts';

export const spendPassport = check({
  id: 'agent-spend-passport-prepare',
  tool: {
    name: 'prepare_purchase',
    title: 'Prepare a purchase',
    does: 'Which paid tool fits a goal and budget, with arguments. Call it first.',
  },
  path: '/api/agent-spend-passport/prepare',
  summary:
    'Which of our own checks fits a goal and a budget: route, price, what must not be sent, and the body to send. It does not judge the seller that the goal names.',
  input: requestSchema,
  example: {
    buyerType: 'buyer-agent',
    goal: 'Decide whether to pay $0.01 per call for api.weather.example before a batch of 500 calls',
    intendedRoute: '/api/opportunity-check',
    maxBudgetUsd: '0.05',
  },
  response: responseSchema,
  run: (input, context) => {
    const passport = decide(input, context);
    tally(passport, context);
    return passport;
  },
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  spendPassport,
  capability({
    id: 'agent-spend-passport',
    summary:
      'Prepares or stops one capped purchase of one of our checks, before any payment: route, price, budget, privacy and policy. It judges no other seller.',
    checks: [spendPassport],
    never: ['recommends a route above the budget', 'writes a payload for a request that it stops'],
  }),
];

/** The routes that a passport may recommend and that can be bought at the moment, cheapest first. */
function recommendable({ published }: Context): Product[] {
  const { products: offered } = offeredBy(published);
  return [OPPORTUNITY_CHECK, REVENUE_AUDIT]
    .map((path) => offered.find((product) => product.path === path))
    .filter((product) => product !== undefined)
    .sort((a, b) => Number(BigInt(a.price.amount) - BigInt(b.price.amount)));
}

function decide(input: PassportRequest, context: Context): Passport {
  const { goal, source } = input;
  // What is drafted says the goal again: it is read once.
  const texts = new Texts();
  const verdict = evaluate(
    { goal, ...(source && { source }) },
    { intentFields: ['goal'], reportFields: ['source'], texts },
  );
  const budget = budgetOf(input);
  const rule = routeRule(input);
  const sold = recommendable(context);
  const cheapest = sold[0];
  const wanted = sold.find((product) => product.path === ROUTE_RULES[rule].route) ?? cheapest;
  const chosen = [wanted, cheapest].find((product) => product && within(product, budget));
  const asked = withBudget(verdict.policyCheck, cheapest !== undefined && chosen === undefined);
  const sellable = asked.decision === 'allow' && chosen ? formOf(chosen, 'POST') : undefined;
  // What is called ready here must be what the route sells.
  const judged = sellable && judgedAs(sellable, prepare(chosen!, sellable, input, budget), texts);
  const refusal = judged?.refusal;
  const policyCheck = refusal ? refusedBy(asked, refusal) : asked;
  const form = refusal ? undefined : sellable;
  const priced = chosen ?? cheapest;
  const prepared = form ? judged!.prepared : { payload: {}, placeholders: [] };
  const isAboutClients = form !== undefined && asksAboutClient(goal);
  const status = form ? (cheaperThanAsked(input, chosen!) ? 'use_cheaper_route' : 'ready_to_buy') : 'stop';
  const answer = {
    status,
    summary: summaryOf({
      status,
      stopReason: policyCheck.stopReason,
      product: form && chosen,
      withBudget: budget !== undefined,
      subject: prepared.payload['subject'] ?? prepared.payload['serviceName'],
      placeholders: prepared.placeholders,
      isAboutClients,
    }),
    recommendedRoute: form ? chosen!.path : 'none',
    price: form ? chosen!.price.label : '$0.00',
    maxAmountAtomicUnits: form ? chosen!.price.amount : '0',
    budgetCheck: budgetCheck(budget, priced),
    privacyCheck: verdict.privacyCheck,
    policyCheck,
    copyPastePayload: prepared.payload,
    routeRule: rule,
    aboutClients: isAboutClients ? WITNESS_PREFLIGHT : null,
    placeholders: prepared.placeholders,
    next: form ? nextOf(chosen!) : null,
  };
  return answer as Passport;
}

/** The lower of the budget that is given and one that the goal states: a limit in words is one, too. */
function budgetOf({ goal, maxBudgetUsd }: PassportRequest): bigint | undefined {
  const given = maxBudgetUsd === undefined ? undefined : parseBudget(maxBudgetUsd);
  if (given === undefined) return undefined;
  return lowestBudget(readable(goal), given);
}

/**
 * A draft with what the route's judge says of it. A fact without the goal around it may sound like what is refused: such
 * facts are left out, and the goal says them still.
 */
function judgedAs({ judge }: Form, prepared: PreparedPayload, texts: Texts) {
  const refusal = judge?.refusalOf(prepared.payload, texts);
  if (!refusal?.issues.every(({ path }) => path === 'knownSignals')) return { prepared, refusal };
  const payload: PreparedPayload['payload'] = { ...prepared.payload, knownSignals: [] };
  return { prepared: { ...prepared, payload }, refusal: judge?.refusalOf(payload, texts) };
}

/** Without a budget only the cheapest route is recommended: nobody said that more may be spent. */
const within = (product: Product, budget: bigint | undefined): boolean =>
  budget === undefined ? product.path === OPPORTUNITY_CHECK : BigInt(product.price.amount) <= budget;

const cheaperThanAsked = ({ intendedRoute }: PassportRequest, chosen: Product): boolean =>
  intendedRoute === REVENUE_AUDIT && chosen.path !== REVENUE_AUDIT;

/** A budget below every price comes last: it is listed, but is the reason only when nothing else stops the request. */
function withBudget(policy: Verdict['policyCheck'], below: boolean): Verdict['policyCheck'] {
  if (!below) return policy;
  const stopped = policy.decision === 'stop';
  return {
    ...policy,
    decision: 'stop',
    stopReason: policy.stopReason ?? 'belowBudget',
    allFindings: [...policy.allFindings, 'belowBudget:below_every_price'],
    rewriteHint: stopped
      ? policy.rewriteHint
      : 'Raise the budget to the price of the cheapest route, or do not buy.',
  };
}

function budgetCheck(budget: bigint | undefined, product: Product | undefined): Passport['budgetCheck'] {
  const price = product ? BigInt(product.price.amount) : 0n;
  const covers = budget !== undefined && price > 0n && budget >= price;
  return {
    status: budget === undefined ? 'not_supplied' : covers ? 'within' : 'below',
    maxBudgetAtomic: budget === undefined ? null : budget.toString(),
    priceAtomic: price.toString(),
    headroomAtomic: covers ? (budget - price).toString() : null,
    affordableCalls: budget === undefined || price === 0n ? null : Number(budget / price),
    sessionCapUsd: SESSION_CAP_USD,
    clientCapWarning: product ? capExceededBy(product.price) : null,
  };
}

const nextOf = (product: Product): Passport['next'] => ({
  method: 'POST',
  scopeCheck: SCOPE_CHECK,
  ticketRequired: product.path === REVENUE_AUDIT,
  clientOverride: spendControlsFor(product.price),
  maxPaidCalls: MAX_PAID_RETRIES,
});

const RECOMMENDED: Readonly<Record<string, CounterName>> = {
  [OPPORTUNITY_CHECK]: 'passport.recommended.opportunity-check',
  [REVENUE_AUDIT]: 'passport.recommended.agent-revenue-audit',
};

/** Aggregate signals (service spec §2.12). A probe of our own counts as a probe and as nothing else. */
function tally(passport: Passport, context: Context): void {
  if (context.selfProbe) {
    context.reach.counters.add('passport.selfProbe');
    return;
  }
  const { budgetCheck, policyCheck, privacyCheck, recommendedRoute } = passport;
  count(context, 'passport.prepare', `passport.privacy.${privacyCheck.risk}`);
  if (budgetCheck.status === 'within') count(context, 'passport.budget.within');
  if (budgetCheck.status === 'below') count(context, 'passport.budget.tooLow');
  if (passport.status === 'stop') count(context, 'passport.stopped');
  else count(context, RECOMMENDED[recommendedRoute]!);
  const reason: StopReason | null = policyCheck.stopReason;
  if (reason) count(context, `passport.stopReason.${reason}`);
}
