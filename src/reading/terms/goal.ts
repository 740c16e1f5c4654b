import { ONE } from '../quantities/numerals.ts';
import { placedIn } from '../quantities/quantities.ts';
import type { Placed } from '../quantities/quantity.ts';
import { type Token, tokensOf, wordAt } from '../quantities/tokens.ts';
import { singular } from '../quantities/units.ts';
import { countRole, numberRole } from './count-role.ts';
import { isStake, type Judged, type MoneyRole, type MoneyTerm, moneyRole, perOne } from './money-role.ts';
import { togetherIn } from './packs.ts';
import type { Unread } from './reading.ts';
import { type Runs, runsIn } from './runs.ts';
import { type Scope, scopesOf } from './scope.ts';

export interface GoalReading {
  readonly terms: readonly MoneyTerm[];
  /** Numbers that belong to something else: a deposit, a year, a competitor's price. */
  readonly aside: readonly { readonly from: number; readonly to: number }[];
  readonly unread: readonly Unread[];
  /** Where numbers begin that several numbers settle together: packs, rhythms, sums. */
  readonly settled: ReadonlySet<number>;
}

/** The words of a goal, and the numbers among them. */
export interface GoalWords {
  readonly tokens: readonly Token[];
  readonly placed: readonly Placed[];
}

const PER_ATOMIC = 1_000_000n;

export function goalWordsOf(text: string): GoalWords {
  const tokens = tokensOf(text);
  return { tokens, placed: placedIn(tokens) };
}

/**
 * The numbers of a goal: price, calls, value, and limits on them. No dollar figure is a price unless a rate, a price
 * word or a purchase is attached to it; what is none of these is unread, and moves nothing.
 *
 * @param said in lower case, with single spaces and plain quotes and dashes
 * @param read its words and numbers, where they are known
 */
export function readGoalByRules(said: string, read?: GoalWords): GoalReading {
  // "Worth, say, $15": of the same length, so that places stay what they are.
  const text = said.replace(/, say,? (?=[$0-9])/g, (part) => ' '.repeat(part.length));
  const { tokens, placed: all } = read && text === said ? read : goalWordsOf(text);
  const placed = all.filter(({ kind }) => kind !== 'date' && kind !== 'percent' && kind !== 'duration');
  const scopes = scopesOf(tokens, placed);
  const together = togetherIn(placed, tokens, text);
  const runs = runsIn(tokens, all);
  const judged = placed.map((one, i) =>
    runs?.parts.includes(one) ? 'aside' : (together.get(one) ?? judge(one, scopes[i]!, tokens)),
  );
  const plain = judged.some((role) => role === 'calls');
  const reading = {
    terms: [] as MoneyTerm[],
    aside: [] as { from: number; to: number }[],
    unread: [] as Unread[],
    settled: new Set([...together.keys(), ...(runs?.parts ?? [])].map(({ from }) => from)),
  };
  placed.forEach((one, i) => {
    const role = judged[i]!;
    const [from, to] = [one.from, one.to];
    if (Array.isArray(role)) reading.terms.push(...role);
    else if (typeof role === 'object' && 'unread' in role)
      reading.unread.push({ from, to, words: text.slice(from, to), why: role.unread });
    else if (role === 'aside' || (role === 'weak' && plain)) reading.aside.push({ from, to });
    else {
      const known = role === 'weak' ? 'calls' : (role as Exclude<MoneyRole, 'aside'>);
      const amount = amountOf(one, known);
      if (amount === undefined) reading.unread.push({ from, to, words: text.slice(from, to), why: 'number' });
      else reading.terms.push({ role: known, amount, from, to });
    }
  });
  const kept = withoutGoods(reading.terms, placed);
  reading.aside.push(
    ...reading.terms.filter((term) => !kept.includes(term)).map(({ from, to }) => ({ from, to })),
  );
  const one = runs === null && oneThing(text, kept);
  return {
    ...reading,
    terms: runs ? withRuns(kept, runs, placed) : [...kept, ...(one ? [one] : [])],
  };
}

/** What the rules say of a number: its role, that it is another thing's, or nothing. */
export const ruledRole = ({ from }: Placed, { terms, aside }: GoalReading): MoneyRole | 'unread' =>
  terms.find((term) => term.from === from)?.role ??
  (aside.some((each) => each.from === from) ? 'aside' : 'unread');

const FAR_DEARER = 50n;
const GOODS_FROM = 20_000_000n;

/**
 * "The invoice is for $8,400, the check is $0.20", "a $38,000 car, 0.35 each": where two prices lie far apart, the one that is
 * said of no call is that of something else.
 */
function withoutGoods(terms: readonly MoneyTerm[], placed: readonly Placed[]): MoneyTerm[] {
  const prices = terms.filter(({ role }) => role === 'price');
  const least = prices.reduce<bigint | null>(
    (low, { amount }) => (low === null || amount < low ? amount : low),
    null,
  );
  return terms.filter(({ role, amount, from }) => {
    if (role !== 'price' || least === null || amount < GOODS_FROM || amount < least * FAR_DEARER) return true;
    return placed.find((one) => one.from === from)?.per?.over === 'call';
  });
}

/** A rhythm beside a number of things is that often for each of them; a number of calls stays what it is. */
function withRuns(terms: readonly MoneyTerm[], runs: Runs, placed: readonly Placed[]): MoneyTerm[] {
  const things = terms.filter(({ role }) => role === 'calls');
  const [thing] = things;
  const { noun } = placed.find(({ from }) => from === thing?.from) ?? {};
  const [from, to] = [runs.from, runs.to];
  if (!runs.each || things.length !== 1 || ASKED_FOR.test(noun ?? 'call'))
    return [...terms, { role: 'calls', amount: runs.count, from, to }];
  return terms.map((one) => (one === thing ? { ...one, amount: one.amount * runs.count } : one));
}

/** Nouns of the calls themselves: a rhythm repeats them and does not multiply them. */
const ASKED_FOR =
  /^(?:call|request|query|lookup|hit|check|reading|poll|probe|time|run|search|quote|snapshot|answer|purchase)$/;

const ONE_THING =
  /^(?:please )?(?:(?:just |only )?one|(?:buy|purchase|order|get|grab) (?:me )?(?:the|this|that|an?|one|a single)) ((?:[a-z-]+ ){0,4}[a-z-]+)(?= \(|,| for (?:\$|[0-9])| at )/;

/** "Buy the starter kit, it's a dime": one, where a price of one stands and no number of them. */
function oneThing(text: string, terms: readonly MoneyTerm[]): MoneyTerm | undefined {
  const found = ONE_THING.exec(text);
  const priced = terms.some(({ role }) => role === 'price');
  if (!found || !priced || terms.some(({ role }) => role === 'calls' || role === 'maxCalls'))
    return undefined;
  const last = found[1]!.split(' ').at(-1)!;
  return singular(last) === last
    ? { role: 'calls', amount: 1n, from: found.index, to: found.index + found[0].length }
    : undefined;
}

function judge(one: Placed, scope: Scope, tokens: readonly Token[]): Judged | 'weak' {
  if (one.kind === 'money') return moneyRole(one, scope);
  if (one.kind === 'otherMoney') return isStake(scope) ? 'aside' : { unread: 'otherMoney' };
  if (one.kind === 'count') return countRole(one, scope);
  return numberRole(one, scope, wordAt(tokens, one.first).includes('.') || one.amount % ONE !== 0n);
}

/** In atomic units or whole calls. A price rounds up, all else down, so that rounding never releases money. */
export function amountOf(one: Placed, role: MoneyTerm['role']): bigint | undefined {
  if (role === 'calls' || role === 'maxCalls') {
    // "40 to 60 calls" asks for up to sixty, and a limit is the lower end.
    const amount = role === 'calls' && one.high !== null && one.high > one.amount ? one.high : one.amount;
    return amount % ONE === 0n ? amount / ONE : undefined;
  }
  const each = role === 'budget' ? one.amount : perOne(one);
  return role === 'price' ? (each + PER_ATOMIC - 1n) / PER_ATOMIC : each / PER_ATOMIC;
}
