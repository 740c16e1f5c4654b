import { ONE } from '../quantities/numerals.ts';
import type { Placed } from '../quantities/quantity.ts';
import { CALL_NOUNS, singular } from '../quantities/units.ts';
import { BUDGET, LOSS, OTHER_SELLER, PAST, PRICE, STAKE, TOTAL, VALUE, WEAK_PRICE } from './cues.ts';
import { hasTotalPhrase, isPerCall } from './per-call.ts';
import type { UnreadWhy } from './reading.ts';
import { anyOf, nearest, type Scope } from './scope.ts';

/** What a number of an order is. `aside`: understood, and none of them. */
export type MoneyRole = 'price' | 'value' | 'budget' | 'priceLimit' | 'calls' | 'maxCalls' | 'aside';
export type Judged = MoneyRole | { readonly unread: UnreadWhy };

/** A number of a text and what it is. Money is atomic (millionths of a dollar), calls are whole. */
export interface MoneyTerm {
  readonly role: Exclude<MoneyRole, 'aside'>;
  readonly amount: bigint;
  readonly from: number;
  readonly to: number;
}

/** The role of money in a goal. Money is a price only where a rate, a price word or a purchase is attached to it. */
export function moneyRole(one: Placed, scope: Scope): Judged {
  if (one.vague) return { unread: 'vague' };
  if (isStake(scope)) return 'aside';
  if (isOfThings(one, scope) || isBalance(scope)) return 'aside';
  if (one.per?.over === 'period') return isTotal(scope) || one.bound === 'most' ? 'budget' : 'aside';
  if (one.per?.over === 'measure') return { unread: 'measure' };
  if (one.bound === 'most') return limitRole(one, scope);
  const role = statedRole(one, scope);
  // A value of "10 to 20 cents" is at least ten; a price is one number.
  if (one.high !== null && role !== 'value') return { unread: 'range' };
  if (one.bound === 'least' && role !== 'value' && role !== 'aside') return { unread: 'number' };
  // "A market worth $30 billion", "a fund of $4.2M": nobody gets or gives that for a call.
  return (role === 'value' || role === 'budget') && one.amount >= MILLION ? 'aside' : role;
}

const MILLION = 1_000_000n * ONE;

const GOODS =
  /\b(?:flats|apartments|houses|homes|rooms|hotels|hostels|rentals|villas|flights|fares|laptops|phones|cars|bikes|shoes|sneakers|watches|books|games|products|gifts|restaurants|cameras|tablets|monitors|televisions|tvs|jackets|dresses|wines)\b(?: \w+){0,2}$/;

/** "Find flats under $1500 a month": the money is that of what is looked for. */
const isOfThings = ({ bound }: Placed, { left }: Scope): boolean =>
  bound === 'most' &&
  !anyOf(left, BUDGET) &&
  !has(left, 'pay') &&
  GOODS.test(left.slice(0, -1).join(' ')) &&
  /^(?:under|below|than|to|within)$/.test(left.at(-1)!);

/** "The wallet has $100 in it": what is there, and no limit. "$3 left in my wallet" says how much may go. */
const isBalance = ({ left, right }: Scope): boolean =>
  /\bwallet(?: currently| now)? (?:has|holds|contains|balance(?: is)?)(?: (?:about|around|roughly|over))?$/.test(
    left.join(' '),
  ) && !/^(?:left|to spend|for|available)\b/.test(right.join(' '));

/** A limit on one call, or on all together. A value "of at most" bounds nothing that is paid. */
function limitRole(one: Placed, scope: Scope): Judged {
  if (nearest(scope.left, VALUE) > nearest(scope.left, BUDGET) && !has(scope.left, 'pay'))
    return { unread: 'number' };
  return isPerCall(one, scope) ||
    FOR_ONE.test(scope.right.slice(0, 5).join(' ')) ||
    WHATEVER.test(scope.before.join(' '))
    ? 'priceLimit'
    : 'budget';
}

/** "Would pay up to ten cents for it". */
const FOR_ONE = /^for (?:it|that|this|one|that one|this one)\b/;
const WHATEVER = /\bwhatever (?:it|one) costs\b/;

function isTotal({ left, right }: Scope): boolean {
  return (
    anyOf(left, BUDGET) || anyOf(right.slice(0, 4), BUDGET) || anyOf(left, TOTAL) || hasTotalPhrase(right)
  );
}

/** "The fund is worth $30k", "the hourly rate of our analyst is $60": neither an answer nor a call. */
const NO_ANSWER =
  /\b(?:fund|company|business|house|car|collection|estate|firm|startup) is worth(?: about| around| roughly)?$|\b(?:hourly|daily|interest|exchange|day) rate\b[^,;]* (?:is|of)$/;

/** Money that the answer is about: "before depositing $20k", "a $350k lease", "their $4M seed round". */
export function isStake({ left, right }: Scope): boolean {
  const [next, then] = right;
  if (
    (next && (STAKE.has(next) || next === 'market')) ||
    NO_ANSWER.test(left.join(' ')) ||
    (next && then && STAKE.has(then) && !PRICE.has(next) && !/^(?:before|to|and|per|a|for)$/.test(next))
  )
    return true;
  const stake = nearest(left, STAKE);
  return (
    stake >= 0 &&
    stake > Math.max(nearest(left, PRICE), nearest(left, BUDGET), nearest(left, TOTAL), valueAt(left))
  );
}

const valueAt = (left: readonly string[]): number => {
  const at = nearest(left, VALUE);
  return at >= 0 && left.slice(0, at).some((word) => STAKE.has(word)) ? -1 : at;
};

function statedRole(one: Placed, scope: Scope): Judged {
  const { left, right, before, after, touches } = scope;
  if (PAYS_US.test(left.join(' ')) || WE_BILL.test(left.join(' '))) return 'value';
  const own = touches && right.length < 3 ? undefined : besideRole(left, right);
  if (own) return own;
  if (
    (scope.last && / (?:what|how much) .{0,30}worth /.test(` ${after.join(' ')} `)) ||
    (!touches && saysValue(right))
  )
    return 'value';
  if (asksForCalls(left, right)) return 'price';
  const value = asksToPay(scope) ? -1 : nearest(left, VALUE);
  const price = / (?:otherwise|else) (?:cost|pay) /.test(` ${left.join(' ')} `) ? -1 : nearest(left, PRICE);
  const budget = Math.max(nearest(left, BUDGET), nearest(left, TOTAL));
  if (price >= 0 && price > value && price > budget) return priceRole(scope, one);
  if (value >= 0 && value > budget) return ofAll(left) ? { unread: 'number' } : 'value';
  if (MAKES.test(left.join(' ')) || (/^(?:us|me)$/.test(left.join(' ')) && behindMakes(scope)))
    return 'value';
  if (isAllThereIs(right)) return 'budget';
  if (GIVEN.test(left.join(' '))) return 'budget';
  if (isPast(left)) return 'aside';
  if (budget >= 0) return derived(left) ? 'aside' : 'budget';
  if (hasTotalPhrase(right)) return 'budget';
  if (one.per?.over === 'call')
    return anyOf(before.slice(-8), VALUE) && !anyOf(before, PRICE) && !asksToPay(scope)
      ? 'value'
      : otherSeller(scope)
        ? 'aside'
        : 'price';
  return weakRole(scope);
}

/** "We were granted $40", "my boss gave us 100 USD", "i has 3 dollar": what there is to spend. */
const GIVEN =
  /\b(?:granted|released|gave|(?:was|were|been) given)(?: (?:us|me))?(?: (?:about|around|roughly|up to))?$|^i has$/;

/** "The total value of the list is $500": how much of it one call brings is not said. */
const ofAll = (left: readonly string[]): boolean =>
  /\b(?:total|combined|overall|whole|finished|entire|full) (?:value|worth|list|batch|set|job)\b/.test(
    left.join(' '),
  );

/** "Our customer pays us $12", "clients pay 90 cents", "the client reimburses $3": what comes in. */
export const PAYS_US =
  /\b(?:(?:pays?|owes?|tips?|gives?) (?:us|me)|(?:customers?|clients?|users?|subscribers?|readers) (?:pays?|reimburses?|gives?))(?: about| around| roughly)?$/;

/** "We bill customers $5 for it", "we charge $5 for each", "I sell each on for 75 cents": what comes in. */
export const WE_BILL =
  /\b(?:we|i)(?: can| could| will| would|'ll|'d)? (?:(?:bill|charge|invoice|quote)(?:(?: \w+){0,2} (?:customers?|clients?|users?|subscribers?|readers|buyers?|them))?|(?:re)?sell (?:\w+ ){1,4}(?:for|at))(?: about| around| roughly)?$/;

/** "Is it worth paying $0.01 per call", "worth 500 calls at $0.01 each": what is asked is whether to pay it. */
function asksToPay({ before }: Scope): boolean {
  const at = nearest(before, VALUE);
  return (
    before[at] === 'worth' &&
    (/^(?:pay|buy|purchas)ing$/.test(before[at + 1] ?? '') || AT.test(before.at(-1)!))
  );
}
const AT = /^(?:at|@)$/;

/** "Worth one $0.01 call", "worth a $0.01 lookup": money right before the call that it buys. */
const asksForCalls = (left: readonly string[], right: readonly string[]): boolean =>
  /\bworth(?: an?| one| the| each| this)?$/.test(left.join(' ')) &&
  right[0] !== undefined &&
  CALL_NOUNS.has(singular(right[0]));

/** "Makes me around", "would otherwise cost us". */
export const MAKES =
  /\b(?:makes?|gives?|gets?|nets?|brings?|returns?) (?:us|me|in)(?: (?:around|about|roughly|like|maybe|some|another|an extra))?$|\bmake$|\b(?:otherwise|else) (?:cost|pay)(?: (?:us|me))?(?: (?:around|about))?$/;

/** "One appraisal brings me": the verb was taken for what is counted. */
const behindMakes = ({ behind }: Scope): boolean =>
  /^(?:bring|make|give|net|earn|save|return)$/.test(behind?.noun ?? '');

/** "Fifty bucks is everything I can put in", "$5 is where I stop". */
const isAllThereIs = (right: readonly string[]): boolean =>
  /^(?:is|are|'s) (?:everything|all|where (?:i|we) stop|as much as|what (?:i|we) (?:can|have)|the (?:most|end|whole))\b/.test(
    right.slice(0, 5).join(' '),
  );

const derived = (left: readonly string[]): boolean => has(left, 'so') && !anyOf(left, BUDGET);

/** "$20 budget", "a $2 fee", "$0.20 of value", "five dollars set aside". */
function besideRole(left: readonly string[], right: readonly string[]): MoneyRole | undefined {
  const near = right.slice(0, 3).join(' ');
  if (
    /^(?:total )?(?:budget|allowance|set aside|in the wallet|for everything|earmarked|allocated|in my wallet|in our wallet|to spend|available)\b/.test(
      near,
    )
  )
    return 'budget';
  if (/^(?:for|to) (?:us|me)\b/.test(near) && !anyOf(left, PRICE)) return 'value';
  if (/^(?:of |in )?(?:value|worth|savings|revenue|profit)\b/.test(near) && !/^worth of/.test(near))
    return 'value';
  if (/^(?:listed|asked|posted|advertised|a pop|a piece|ea|is fine)\b/.test(near)) return 'price';
  if (/^(?:(?:call|unit|asking|list|listed|quoted) )?(?:price|fee|charge|cost|quote)\b/.test(near))
    return 'price';
  return undefined;
}

/** "$0.10 is what an answer is worth", "would be saved". */
const saysValue = (right: readonly string[]): boolean =>
  /\b(?:worth|saved|earned|in value)\b/.test(right.slice(0, 8).join(' ')) && !anyOf(right, PRICE);

function priceRole(scope: Scope, one: Placed): Judged {
  if (isPast(scope.left) || / would cost (?:us |me )?$/.test(` ${scope.left.join(' ')} `)) return 'aside';
  if (
    anyOf(scope.left, LOSS) &&
    !scope.left.some((word) => CALL_NOUNS.has(singular(word)) && !LOSS.has(word))
  )
    return 'value';
  if (otherSeller(scope)) return 'aside';
  if (anyOf(scope.left, TOTAL) || (hasTotalPhrase(scope.right) && one.per === null)) return 'aside';
  return 'price';
}

const otherSeller = ({ left, right }: Scope): boolean =>
  anyOf(left, OTHER_SELLER) ||
  /^(?:elsewhere|at (?:another|other)|with (?:another|other))/.test(right.slice(0, 2).join(' '));

/** "used to be $0.01", "was $0.05", "up from $0.01". */
const isPast = (left: readonly string[]): boolean =>
  / (?:used to (?:be|cost|ask|charge)|(?:up|down|raised|cut|lowered|increased) from) /.test(
    ` ${left.join(' ')} `,
  ) || anyOf(left, PAST);

/** A purchase, a rate word or an amount on its own. */
function weakRole(scope: Scope): Judged {
  const { left, before, right } = scope;
  if (otherSeller(scope) || isDerived(scope)) return 'aside';
  if (namesCall(scope) || IT_IS.test(left.join(' '))) return 'price';
  const weak = nearest(left, WEAK_PRICE);
  const closeBy = weak >= 0 && weak >= left.length - 4;
  if (closeBy && !anyOf(before.slice(-6), STAKE))
    return subjectFits(scope, weak) ? 'price' : { unread: 'number' };
  const content = left.filter(
    (word) =>
      !/^(?:a|an|the|about|around|roughly|approx|approximately|only|just|~|:|@|\(|each|each:|x|per|call|request|lookup)$/.test(
        word,
      ) && !(/\b(?:per|each|every)\b/.test(left.join(' ')) && CALL_NOUNS.has(singular(word))),
  );
  const times = /^(?:x|×|\*|times)$/.test(left.at(-1) ?? '') || /^(?:x|×|\*|times)$/.test(right[0] ?? '');
  return content.length === 0 && (right.length === 0 || times) ? 'price' : { unread: 'number' };
}

/** "So about three dollars" adds up what stands before. */
const isDerived = ({ before, left }: Scope): boolean =>
  before.slice(-3).includes('so') && /^(?:about|around|roughly|that's|it's|=)?$/.test(left.join(' '));

const PAID_FOR =
  /^(?:call|request|query|lookup|search|check|scan|report|screenshot|geocode|translation|transcript|verification|validation|endpoint|route|api|service|pass|ticket|kit)s?$/;
/** "It's a dime", "live it's $0.02". */
const IT_IS =
  /(?:^|\b(?:live|now|today|and|here) )(?:it's|that's|it is|each is|each one is|they're)(?: only| just| about| around)?$/;

/** "Through a $0.002 endpoint", "web search $0.03", "day pass: $0.99". */
const namesCall = ({ left, right }: Scope): boolean => {
  if (
    PAID_FOR.test(right[0] ?? '') &&
    /^(?:an?|the|this|their|that|on|through|via|over|with|use|using)?$/.test(left.at(-1) ?? '')
  )
    return true;
  const name = left.filter((word) => word !== ':').at(-1) ?? '';
  return left.length <= 4 && PAID_FOR.test(name) && /^(?:|for .*)$/.test(right.join(' '));
};

/** "is" and "are" make a price only of a call, of what is bought or of "it". */
function subjectFits({ left, behind }: Scope, weak: number): boolean {
  const text = left[weak]!;
  if (text !== 'is' && text !== 'are' && text !== '=') return true;
  if (weak === 0 && behind?.kind === 'count' && behind.amount === ONE) return true;
  return left
    .slice(0, weak)
    .some(
      (word) =>
        CALL_NOUNS.has(singular(word)) || /^(?:it|this|that|one|each|api|endpoint|route|service)$/.test(word),
    );
}

const has = (words: readonly string[], word: string): boolean => words.includes(word);

/** Money of one call: a rate over a thousand is divided. */
export const perOne = ({ amount, per }: Placed): bigint =>
  per && per.count !== ONE ? (amount * ONE) / per.count : amount;
