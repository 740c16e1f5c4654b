import { ASSET_DECIMALS } from '../../values/money.ts';
import { type Mention, readNumbers } from './numbers.ts';
import { CONSTANTS } from './tables/index.ts';
import type { Wish } from './wishes.ts';

/** Where a number came from; `limit`: the most the buyer allows per call, taken for the price. */
export type Origin = 'goal' | 'constraints' | 'subject' | 'knownSignals' | 'limit' | 'assumed';

/** What is bought, on what terms. Money is atomic (millionths of a dollar) and exact. */
export interface Terms {
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
    readonly budget: 'goal' | 'constraints' | 'none';
  };
}

const ATOMIC_PER_DOLLAR = 10 ** ASSET_DECIMALS;
export const toDollars = (atomic: bigint): number => Number(atomic) / ATOMIC_PER_DOLLAR;
const toAtomic = (dollars: number): bigint => BigInt(Math.round(dollars * ATOMIC_PER_DOLLAR));

/** Texts of a request as `readable` returns them. */
export interface Texts {
  readonly goal: string;
  readonly subject: string;
  readonly knownSignals: readonly string[];
}

/** Reads price, calls, value and limits; the buyer's own words come before anything that describes the seller. */
export function readTerms(texts: Texts, wishes: readonly Wish[]): Terms {
  const goal = preferExplicit(readNumbers(texts.goal));
  const wishNumbers = wishes.flatMap(({ numbers }) => numbers.filter(({ explicit }) => explicit));
  const explicit = (all: readonly string[]) => all.flatMap(readNumbers).filter((mention) => mention.explicit);
  const sources: readonly Source[] = [
    ['goal', () => goal],
    ['constraints', () => wishNumbers],
    ['subject', () => explicit([texts.subject])],
    ['knownSignals', () => explicit(texts.knownSignals)],
  ];
  const stated = (kind: Mention['kind']) => amounts(goal, kind);
  const wished = (kind: Wish['kind']) =>
    wishes.flatMap((wish) => (wish.kind === kind && wish.amount !== null ? [wish.amount] : []));
  const budget = least([...stated('budget'), ...wished('budget')]);
  const priceLimit = least([...stated('priceLimit'), ...wished('priceLimit')]);
  const callLimit = least([...stated('callLimit'), ...wished('maxPaidCalls')]);
  const price =
    firstOf(sources, 'price') ?? (priceLimit ? { amount: priceLimit, origin: 'limit' as const } : undefined);
  const c = price?.amount ?? toAtomic(CONSTANTS.assumedPriceUsd.value);
  const calls = firstOf(sources.slice(0, 2), 'calls');
  const n = Number(minimum(calls?.amount ?? 1n, BigInt(CONSTANTS.maxCalls.value)));
  const value = firstOf(sources.slice(0, 2), 'value');
  return {
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
      budget: budget === null ? 'none' : wished('budget').includes(budget) ? 'constraints' : 'goal',
    },
  };
}

/** Money that the goal does not explain counts as the price only where it explains none. */
function preferExplicit(mentions: readonly Mention[]): readonly Mention[] {
  const named = mentions.some(({ kind, explicit }) => kind === 'price' && explicit);
  return mentions.filter(({ kind, explicit }) => explicit || kind !== 'price' || !named);
}

const amounts = (mentions: readonly Mention[], kind: Mention['kind']): bigint[] =>
  mentions.filter((mention) => mention.kind === kind).map(({ amount }) => amount);

const minimum = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const least = (all: readonly bigint[]): bigint | null =>
  all.length === 0 ? null : all.reduce((low, one) => minimum(low, one));
const greatest = (all: readonly bigint[]): bigint => all.reduce((high, one) => (one > high ? one : high));

/** Where numbers may stand; read only if nothing before it says what is looked for. */
type Source = readonly [Origin, () => readonly Mention[]];

/** First source that says it. Of several prices in one source the highest counts, so that order does not matter. */
function firstOf(sources: readonly Source[], kind: Mention['kind']) {
  for (const [origin, mentions] of sources) {
    const found = amounts(mentions(), kind).filter((amount) => amount > 0n || kind === 'value');
    if (found.length > 0) return { amount: kind === 'price' ? greatest(found) : least(found)!, origin };
  }
  return undefined;
}

function planned(calls: number, price: bigint, budget: bigint | null, callLimit: bigint | null): number {
  let most = BigInt(calls);
  if (budget !== null) most = minimum(most, budget / price);
  if (callLimit !== null) most = minimum(most, callLimit);
  return Math.max(1, Number(most));
}

/** Economics that do not depend on the evidence: what it takes to break even. */
export interface Stakes {
  readonly c: number;
  readonly v: number;
  readonly n: number;
  /** Probability from which paying for all calls at once does not lose. */
  readonly breakEvenFull: number;
  /** Probability from which one probing call does not lose, continuing only after it succeeds. */
  readonly breakEvenProbe: number;
}

const D = CONSTANTS.deliveryRate.value;
const F = CONSTANTS.falsePass.value;

export function stakesOf({ price, value, plannedCalls }: Terms): Stakes {
  const [c, v, n] = [toDollars(price), toDollars(value), plannedCalls];
  const full = Math.min(1, ratio(c, D * v));
  const more = n - 1;
  const probe = ratio(c * (1 + more * F), D * v + more * (D * D * v - c * D + c * F));
  return { c, v, n, breakEvenFull: full, breakEvenProbe: Math.min(1, probe) };
}

/** A denominator of nothing or less means that no probability breaks even. */
const ratio = (top: number, bottom: number): number => (bottom > 0 ? top / bottom : 1);

/** Expected dollars of paying for all planned calls now. */
export const expectedFull = (p: number, { c, v, n }: Stakes): number => n * (p * D * v - c);

/** Expected dollars of one probing call, followed by the rest only if it succeeds and then pays. */
export function expectedProbe(p: number, { c, v, n }: Stakes): number {
  const pass = p * D + (1 - p) * F;
  const afterPass = (p * D) / pass;
  return p * D * v - c + pass * (n - 1) * Math.max(0, afterPass * D * v - c);
}

/** Expected dollars of the best course, doing nothing included. Convex in p, so that information never costs. */
export const best = (p: number, stakes: Stakes): number =>
  Math.max(0, expectedFull(p, stakes), expectedProbe(p, stakes));
