import { type MoneyTerm, readGoal } from '../../reading/terms/index.ts';
import { ASSET_DECIMALS } from '../../values/money.ts';
import { CONSTANTS } from './tables/index.ts';
import { readWishes, type UnreadWords, type Wish, type Wishes } from './wish.ts';

/** Where a number came from; `challenge`: what the seller asks, which counts before what anybody says; `limit`: the most the buyer allows per call, taken for the price. */
export type Origin = 'challenge' | 'goal' | 'constraints' | 'subject' | 'knownSignals' | 'limit' | 'assumed';

/** What is bought, on what terms. Money is atomic (millionths of a dollar) and exact. */
export interface OrderTerms {
  readonly price: bigint;
  readonly calls: number;
  readonly value: bigint;
  readonly budget: bigint | null;
  readonly priceLimit: bigint | null;
  readonly callLimit: number | null;
  /** Calls that the limits leave room for: what the economics are computed over. */
  readonly plannedCalls: number;
  readonly origin: {
    readonly price: Origin;
    readonly calls: Origin;
    readonly value: Origin;
    readonly budget: 'goal' | 'constraints' | 'knownSignals' | 'none';
  };
}

/** Texts of a request as `readable` returns them. */
export interface RequestTexts {
  readonly goal: string;
  readonly subject: string;
  readonly knownSignals: readonly string[];
  readonly constraints: readonly string[];
}

/** What the buyer orders: the terms, the constraints, and the words that were not understood. */
export interface Order {
  readonly terms: OrderTerms;
  readonly wishes: readonly Wish[];
  readonly unread: readonly UnreadWords[];
  /** The price that the texts state, whatever the challenge asks; atomic. */
  readonly expected: bigint | undefined;
}

/**
 * Reads price, calls, value and limits. The buyer's own words come before anything that describes the seller.
 *
 * @param asked what the seller's challenge asks for one call, atomic
 */
export function readOrder(texts: RequestTexts, asOfDay: string, asked?: bigint): Order {
  const goal = readGoal(texts.goal);
  const wishes = readWishes(texts.constraints, texts.goal, asOfDay);
  const unread = [...goal.unread.map((one) => ({ ...one, where: 'goal' as const })), ...wishes.unread];
  const { terms, expected } = termsOf(goal.terms, wishes, texts, asked);
  return { terms, expected, wishes: wishes.wishes, unread };
}

type Amount = Pick<MoneyTerm, 'role' | 'amount'>;

function termsOf(
  goal: readonly Amount[],
  { wishes, stated }: Wishes,
  texts: RequestTexts,
  asked: bigint | undefined,
): Pick<Order, 'terms' | 'expected'> {
  const sources: readonly Source[] = [
    ['goal', () => goal],
    ['constraints', () => stated],
    ['subject', () => readGoal(texts.subject).terms],
    ['knownSignals', () => texts.knownSignals.flatMap((text) => readGoal(text).terms)],
  ];
  const own = texts.knownSignals
    .filter((text) => OWN_LIMIT.test(text))
    .flatMap((text) => readGoal(text).terms);
  const limits = (role: MoneyTerm['role'], kind: Wish['kind']) => ({
    goal: amounts(goal, role),
    constraints: wishes.flatMap((wish) => (wish.kind === kind && wish.amount !== null ? [wish.amount] : [])),
    knownSignals: amounts(own, role),
  });
  const budgets = limits('budget', 'budget');
  const budget = least(Object.values(budgets).flat());
  const priceLimit = least(Object.values(limits('priceLimit', 'priceLimit')).flat());
  const callLimit = least(Object.values(limits('maxCalls', 'maxPaidCalls')).flat());
  const said = firstOf(sources, 'price');
  const price =
    (asked !== undefined ? { amount: asked, origin: 'challenge' as const } : said) ??
    (priceLimit ? { amount: priceLimit, origin: 'limit' as const } : undefined);
  const c = price?.amount ?? BigInt(Math.round(CONSTANTS.assumedPriceUsd.value * 10 ** ASSET_DECIMALS));
  const calls = firstOf(sources.slice(0, 1), 'calls');
  const n = Number(minimum(calls?.amount ?? 1n, BigInt(CONSTANTS.maxCalls.value)));
  const value = firstOf(sources.slice(0, 2), 'value');
  const terms: OrderTerms = {
    price: c,
    calls: n,
    value: value?.amount ?? c * BigInt(CONSTANTS.assumedValueMultiple.value),
    budget,
    priceLimit,
    callLimit: callLimit === null ? null : Number(callLimit),
    plannedCalls: planned(n, c, budget, callLimit),
    origin: {
      price: price?.origin ?? 'assumed',
      calls: calls?.origin ?? 'assumed',
      value: value?.origin ?? 'assumed',
      budget: budget === null ? 'none' : originOf(budgets, budget),
    },
  };
  return { terms, expected: said?.amount };
}

/** A signal binds the buyer only where it speaks of the buyer's own money. */
const OWN_LIMIT =
  /\b(?:my|our|we|i|user's|buyer's)\b.*\b(?:budget|spend|cap|limit|allowance|wallet|ceiling|pay at most)\b/;

const originOf = (budgets: Record<'goal' | 'constraints' | 'knownSignals', bigint[]>, budget: bigint) =>
  (['constraints', 'goal', 'knownSignals'] as const).find((where) => budgets[where].includes(budget))!;

const amounts = (terms: readonly Amount[], role: MoneyTerm['role']): bigint[] =>
  terms.filter((term) => term.role === role).map(({ amount }) => amount);

const minimum = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const least = (all: readonly bigint[]): bigint | null =>
  all.length === 0 ? null : all.reduce((low, one) => minimum(low, one));
const greatest = (all: readonly bigint[]): bigint => all.reduce((high, one) => (one > high ? one : high));

/** Where numbers may stand; read only if nothing before it says what is looked for. */
type Source = readonly [Origin, () => readonly Amount[]];

/** First source that says it. Of several prices in one source the highest counts, so that order does not matter. */
function firstOf(sources: readonly Source[], role: MoneyTerm['role']) {
  for (const [origin, terms] of sources) {
    const found = amounts(terms(), role).filter((amount) => amount > 0n || role === 'value');
    if (found.length > 0) return { amount: role === 'price' ? greatest(found) : least(found)!, origin };
  }
  return undefined;
}

function planned(calls: number, price: bigint, budget: bigint | null, callLimit: bigint | null): number {
  let most = BigInt(calls);
  if (budget !== null) most = minimum(most, budget / price);
  if (callLimit !== null) most = minimum(most, callLimit);
  return Math.max(1, Number(most));
}
