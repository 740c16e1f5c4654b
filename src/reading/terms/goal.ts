import { ONE } from '../quantities/numerals.ts';
import { placedIn } from '../quantities/quantities.ts';
import type { Placed } from '../quantities/quantity.ts';
import { type Token, tokensOf, wordAt } from '../quantities/tokens.ts';
import { countRole, numberRole } from './count-role.ts';
import { isStake, type Judged, moneyRole, perOne, type Role } from './money-role.ts';
import type { Unread } from './reading.ts';
import { runsIn } from './runs.ts';
import { type Scope, scopesOf } from './scope.ts';

/** A number of a text and what it is. Money is atomic (millionths of a dollar), calls are whole. */
export interface Term {
  readonly role: Exclude<Role, 'aside'>;
  readonly amount: bigint;
  readonly from: number;
  readonly to: number;
}

export interface GoalReading {
  readonly terms: readonly Term[];
  /** Numbers that belong to something else: a deposit, a year, a competitor's price. */
  readonly aside: readonly { readonly from: number; readonly to: number }[];
  readonly unread: readonly Unread[];
}

const PER_ATOMIC = 1_000_000n;

/**
 * The numbers of a goal: price, calls, value, and limits on them. No dollar figure is a price unless a rate, a price
 * word or a purchase is attached to it; what is none of these is unread, and moves nothing.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 */
export function readGoal(text: string): GoalReading {
  const tokens = tokensOf(text);
  const all = placedIn(tokens);
  const placed = all.filter(({ kind }) => kind !== 'date' && kind !== 'percent' && kind !== 'duration');
  const scopes = scopesOf(tokens, placed);
  const packages = packagesOf(placed, tokens, text);
  const judged = placed.map((one, i) => packages.get(one) ?? judge(one, scopes[i]!, tokens));
  const plain = judged.some((role) => role === 'calls');
  const reading = {
    terms: [] as Term[],
    aside: [] as { from: number; to: number }[],
    unread: [] as Unread[],
  };
  placed.forEach((one, i) => {
    const role = judged[i]!;
    const [from, to] = [one.from, one.to];
    if (typeof role === 'object' && 'unread' in role)
      reading.unread.push({ from, to, words: text.slice(from, to), why: role.unread });
    else if (typeof role === 'object') reading.terms.push(...role.terms);
    else if (role === 'aside' || (role === 'weak' && plain)) reading.aside.push({ from, to });
    else {
      const days = role === 'weak' ? daysFor(one, all, tokens) : 1n;
      const each = amountOf(one, role === 'weak' ? 'calls' : role);
      const amount = each === undefined ? undefined : each * days;
      if (amount === undefined) reading.unread.push({ from, to, words: text.slice(from, to), why: 'number' });
      else reading.terms.push({ role: role === 'weak' ? 'calls' : role, amount, from, to });
    }
  });
  const runs = plain ? null : runsIn(text);
  if (runs && !reading.terms.some(({ role }) => role === 'calls'))
    reading.terms.push({ role: 'calls', amount: runs.count, from: runs.from, to: runs.to });
  return reading;
}

const DAY = 86_400n * ONE;

/** "10 calls per day for two weeks": over how many days. */
function daysFor(one: Placed, all: readonly Placed[], tokens: readonly Token[]): bigint {
  const next = all[all.indexOf(one) + 1];
  if (!/^(?:day|daily)$/.test(one.per?.noun ?? '') || next?.kind !== 'duration' || next.amount % DAY !== 0n)
    return 1n;
  return next.first === one.next + 1 && wordAt(tokens, one.next) === 'for' ? next.amount / DAY : 1n;
}

function judge(one: Placed, scope: Scope, tokens: readonly Token[]): Judged | 'weak' {
  if (one.kind === 'money') return moneyRole(one, scope);
  if (one.kind === 'otherMoney') return isStake(scope) ? 'aside' : { unread: 'otherMoney' };
  if (one.kind === 'count') return countRole(one, scope);
  return numberRole(one, scope, wordAt(tokens, one.first).includes('.') || one.amount % ONE !== 0n);
}

/** In atomic units or whole calls. A price rounds up, all else down, so that rounding never releases money. */
export function amountOf(one: Placed, role: Term['role']): bigint | undefined {
  if (role === 'calls' || role === 'maxCalls') return one.amount % ONE === 0n ? one.amount / ONE : undefined;
  const each = role === 'budget' ? one.amount : perOne(one);
  return role === 'price' ? (each + PER_ATOMIC - 1n) / PER_ATOMIC : each / PER_ATOMIC;
}

interface Package {
  readonly terms: readonly Term[];
}

const BUYS =
  /^(?:buys?|gets?|gives?|covers?|for|=|for (?:a|the) (?:total|overall|combined)(?: (?:cost|price|fee))? of)$/;
/** What is worth or wired is no purchase of many. */
const NO_PACKAGE =
  /\b(?:worth|value[ds]?|saves?|earns?|budget|deposit\w*|wir(?:e|ing)|raised?|have|has|got|afford)\b[^,;.]*$/;
const ASKED = /\b(?:pay|spend|buy|i|we|want|need|get|run|purchase|order|to)\b/;

/** "$2 buys 100 credits", "100 calls for $5": money for many is divided by how many. */
function packagesOf(
  placed: readonly Placed[],
  tokens: readonly Token[],
  text: string,
): Map<Placed, Package | 'aside'> {
  const found = new Map<Placed, Package | 'aside'>();
  if (placed.some(({ kind, per }) => kind === 'money' && per?.over === 'call')) return found;
  placed.forEach((one, i) => {
    const next = placed[i + 1];
    if (!next || next.first > one.next + 6 || one.bound !== null || next.bound !== null) return;
    if (NO_PACKAGE.test(text.slice(Math.max(0, one.from - 24), one.from))) return;
    const [money, count] = one.kind === 'money' ? [one, next] : [next, one];
    if (
      money.kind !== 'money' ||
      count.kind !== 'count' ||
      money.per ||
      money.high !== null ||
      count.high !== null
    )
      return;
    if (
      count.amount <= ONE ||
      count.per ||
      count.outOf !== null ||
      !BUYS.test(
        tokens
          .slice(one.next, next.first)
          .map(({ text: word }) => word)
          .join(' '),
      )
    )
      return;
    const credits = count.noun === 'credit' || count.noun === 'token';
    if (credits && !creditIsCall(text)) return;
    const price = (money.amount * ONE) / count.amount;
    const terms: Term[] = [
      { role: 'price', amount: (price + PER_ATOMIC - 1n) / PER_ATOMIC, from: money.from, to: money.to },
    ];
    const asked = one === count || ASKED.test(text.slice(Math.max(0, one.from - 24), one.from));
    if (asked && !credits && count.amount % ONE === 0n)
      terms.push({ role: 'calls', amount: count.amount / ONE, from: count.from, to: count.to });
    found.set(money, { terms });
    found.set(count, 'aside');
  });
  return found;
}

const creditIsCall = (text: string): boolean =>
  /(?:calls?|requests?|lookups?|quer(?:y|ies)) (?:uses?|costs?|takes?|burns?|consumes?|is) (?:one|1|a|a single) (?:credit|token)|(?:one|1|a) credit (?:per|a|is one|= ?1) ?(?:call|request|lookup|query)?/.test(
    text,
  );
