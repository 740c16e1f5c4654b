import { ONE } from '../quantities/numerals.ts';
import type { Placed } from '../quantities/quantity.ts';
import { type Token, wordAt } from '../quantities/tokens.ts';
import { CALL_NOUNS } from '../quantities/units.ts';
import { numberRole } from './count-role.ts';
import { NOT_BOUGHT, PAST, PRICE, STAKE, VALUE } from './cues.ts';
import { amountOf } from './goal.ts';
import { isPerCall } from './per-call.ts';
import type { UnreadWhy } from './reading.ts';
import { anyOf, nearest, type Scope } from './scope.ts';

/** What one quantity of a constraint limits or states. */
export interface ConstraintRole {
  readonly limits: readonly {
    readonly kind: 'budget' | 'priceLimit' | 'maxPaidCalls';
    readonly amount: bigint;
  }[];
  readonly stated: readonly { readonly role: 'price' | 'value'; readonly amount: bigint }[];
  readonly unread?: UnreadWhy;
}

const NOTHING: ConstraintRole = { limits: [], stated: [] };
const unread = (why: UnreadWhy): ConstraintRole => ({ ...NOTHING, unread: why });

/** In a constraint, money and numbers of calls are limits unless the words around them say that they are none. */
export function limitOf(one: Placed, scope: Scope, tokens: readonly Token[]): ConstraintRole {
  if (one.kind === 'otherMoney') return unread('otherMoney');
  if (
    one.vague &&
    !(one.bound === 'most' && one.amount <= 2n * ONE && wordAt(tokens, one.next - 1) !== 'few')
  )
    return unread('vague');
  if (one.kind === 'money') return moneyLimit(one, scope);
  if (one.kind === 'count') return countLimit(one, scope, tokens);
  return numberLimit(one, scope, tokens);
}

function moneyLimit(one: Placed, scope: Scope): ConstraintRole {
  const { left, right, sentence } = scope;
  if (one.per?.over === 'measure') return unread('measure');
  if (anyOf(left, STAKE) || anyOf(right.slice(0, 2), STAKE) || (anyOf(left, PAST) && one.bound === null))
    return unread('number');
  if (one.bound === 'least') return asksFirst(sentence) ? NOTHING : unread('number');
  if (one.bound === null && anyOf(left, VALUE) && !anyOf(left, PRICE))
    return { limits: [], stated: [{ role: 'value', amount: amountOf(one, 'value')! }] };
  const each = one.per?.over !== 'period' && isPerCall(one, scope);
  const kind = each ? 'priceLimit' : 'budget';
  const priced = each && one.bound === null && nearest(left, PRICE) >= 0;
  return {
    limits: [{ kind, amount: amountOf(one, kind)! }],
    stated: priced ? [{ role: 'price', amount: amountOf(one, 'price')! }] : [],
  };
}

/** "anything over $1 needs my approval": the approval is the constraint. */
const asksFirst = (sentence: readonly string[]): boolean =>
  /\b(?:approv\w*|ask|confirm\w*|sign[ -]?off|permission|check with|ok|consent)\b/.test(sentence.join(' '));

const PAYABLE: ReadonlySet<string> = new Set(
  'call request query lookup payment purchase try attempt time hit invocation check search transaction tx buy shot go probe order report charge trial run sample test authorization signature screening audit unit'.split(
    ' ',
  ),
);

function countLimit(one: Placed, scope: Scope, tokens: readonly Token[]): ConstraintRole {
  const { left, right } = scope;
  const noun = one.noun ?? '';
  const words = tokens.slice(one.first, one.next).map(({ text }) => text);
  const paid = words.includes('paid') || one.multiple;
  if (one.outOf !== null || one.bound === 'least' || one.amount % ONE !== 0n) return unread('number');
  if (NOT_BOUGHT.has(noun) && !paid) return unread('constraint');
  const slow = one.per === null || /^(?:day|daily|week|month|run|session)$/.test(one.per.noun ?? '');
  const bought = CALL_NOUNS.has(noun) && /\b(?:buy|buying|pay|purchase|order)\b/.test(left.join(' '));
  if (!slow || !(paid || bought || PAYABLE.has(noun))) return unread('constraint');
  if (isUnit(one, left, right)) return NOTHING;
  const count = (one.high !== null && one.high < one.amount ? one.high : one.amount) / ONE;
  const refused =
    noun === 'time' &&
    one.bound === null &&
    count > 1n &&
    /\b(?:not|never|don't|dont|n't|cannot|can't|won't|mustn't|avoid|without)\b/.test(left.join(' '));
  return { ...NOTHING, limits: [{ kind: 'maxPaidCalls', amount: refused ? count - 1n : count }] };
}

/** "a single request mustn't cost more than a dime": the unit of a price limit. */
const isUnit = (one: Placed, left: readonly string[], right: readonly string[]): boolean =>
  one.amount === ONE &&
  one.bound === null &&
  (/^(?:capped|limited|must|mustn't|may|should|shouldn't|can|can't|cannot|costs?|is|has|shall|never|won't|will|may|priced)$/.test(
    right[0] ?? '',
  ) ||
    /^(?:for|per|of|any|no)$/.test(left.at(-1) ?? ''));

function numberLimit(one: Placed, scope: Scope, tokens: readonly Token[]): ConstraintRole {
  const decimal = wordAt(tokens, one.first).includes('.') || one.amount % ONE !== 0n;
  const role = numberRole(one, scope, decimal);
  if (typeof role === 'object') return unread(role.unread);
  if (role === 'aside') return one.amount === 0n ? NOTHING : unread('constraint');
  if (role === 'value') return { limits: [], stated: [{ role, amount: amountOf(one, role)! }] };
  if (role === 'calls' || role === 'maxCalls') {
    const amount = amountOf(one, role);
    return amount === undefined
      ? unread('number')
      : { ...NOTHING, limits: [{ kind: 'maxPaidCalls', amount }] };
  }
  const kind = role === 'budget' ? 'budget' : 'priceLimit';
  const stated =
    role === 'price' && one.bound === null ? [{ role, amount: amountOf(one, 'price')! } as const] : [];
  return { limits: [{ kind, amount: amountOf(one, kind)! }], stated };
}
