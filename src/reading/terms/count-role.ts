import { ONE } from '../quantities/numerals.ts';
import type { Placed } from '../quantities/quantity.ts';
import { CALL_NOUNS, singular } from '../quantities/units.ts';
import {
  BUDGET,
  NAMES_NUMBER,
  NOT_BOUGHT,
  ONLY,
  PAST,
  PRICE,
  SELLER_COUNT,
  TOTAL,
  VALUE,
  WANTS,
} from './cues.ts';
import { type Judged, MAKES, PAYS_US, WE_BILL } from './money-role.ts';
import { anyOf, nearest, type Scope } from './scope.ts';

/** The role of counted things in a goal. `weak`: a number of calls that a plainer one replaces. */
export function countRole(one: Placed, scope: Scope): Judged | 'weak' {
  const { left, right } = scope;
  if (one.outOf !== null || one.amount === 0n) return 'aside';
  // "(one page = one call)" defines, and counts nothing.
  if (one.amount === ONE && (right[0] === '=' || left.at(-1) === '=')) return 'aside';
  // "80 captions, one call each", "one event per call".
  if (one.amount === ONE && /^(?:each|apiece|per|every)$/.test(right[0] ?? '')) return 'aside';
  if (one.per?.over === 'period') return speedRole(one, scope);
  // "100 profiles per call" says what a call holds.
  if (/^(?:per|a|each|\/) (?:call|request|query)\b/.test(right.slice(0, 2).join(' ')))
    return { unread: 'number' };
  const noun = one.noun ?? '';
  if (NOT_BOUGHT.has(noun) && !CALL_NOUNS.has(noun)) return 'aside';
  if (isPast(left, right)) return 'aside';
  if (one.vague) return { unread: 'vague' };
  // "I need only 1 score" says how many are wanted.
  if (one.bound === null && /\b(?:need|want|now|time) (?:just |only )+$/.test(`${left.join(' ')} `))
    return 'calls';
  if (one.bound === 'most' || anyOf(right.slice(0, 2), ONLY) || anyOf(left.slice(-2), ONLY))
    return isCall(noun) || anyOf(left, WANTS) ? 'maxCalls' : { unread: 'number' };
  if (one.high !== null && (left.at(-1) === 'from' || !isCall(noun))) return { unread: 'range' };
  if (one.amount === ONE && isUnit(one, scope)) return 'aside';
  if ((anyOf(left.slice(-4), SELLER_COUNT) && !LIST_OF.test(left.join(' '))) || left.at(-1) === 'top')
    return 'aside';
  const wanted =
    one.multiple ||
    isPricedNoun(noun, scope) ||
    TO_DO.test(right.slice(0, 2).join(' ')) ||
    isCall(noun) ||
    anyOf(left, WANTS) ||
    scope.before.length === 0 ||
    isOrdered(scope) ||
    anyOf(scope.before.slice(0, 2), WANTS);
  return wanted ? 'calls' : { unread: 'number' };
}

/** "A list of 500 leads" is the buyer's. */
const LIST_OF = /\b(?:list|batch|set|file|sheet) of(?: \w+)?$/;

/** "OCR 1.2k receipts", and ", forty receipts" beside the price of one. */
const isOrdered = ({ before, right, priced }: Scope): boolean =>
  (before.length === 3 && before[1] === '-' && /^[a-z]{3,}$/.test(before[2]!)) ||
  (before.length === 1 && /^[a-z]{3,}$/.test(before[0]!) && !NO_ORDER.test(before[0]!)) ||
  (priced && before.at(-1) === ',' && right.length === 0);
const NO_ORDER =
  /^(?:compare|decide|choose|pick|rank|which|between|the|our|your|their|they|about|for|with|has|have|from|only|top|all|these|those|any|since|after|before|past|last|next)$/;

/** "35 suppliers" beside "$0.95 per supplier". */
const isPricedNoun = (noun: string, { pricedNouns }: Scope): boolean => noun !== '' && pricedNouns.has(noun);
/** "15 receipts to classify". */
const TO_DO =
  /^to (?:be |get )?(?:classif|check|verif|process|enrich|label|transcrib|translat|scan|convert|geocod|screen|analy|summar|extract|look|read|score|tag|parse|validat|resolv|render|caption)/;

const isCall = (noun: string): boolean => CALL_NOUNS.has(noun);

/** "60 requests per minute" is a limit of the seller; "250 lookups a day" is what the buyer does. */
function speedRole(one: Placed, { left, right, sentence }: Scope): Judged | 'weak' {
  const slow = /^(?:day|daily|week|weekly|month|monthly)$/.test(one.per?.noun ?? '');
  const theirs = /\b(?:rate|limit|limited|limits|throttl\w*|allows?|supports?|handles?|quota)\b/.test(
    sentence.join(' '),
  );
  if (!slow || theirs || isPast(left, right)) return 'aside';
  return one.bound === 'most' ? 'maxCalls' : 'weak';
}

const isPast = (left: readonly string[], right: readonly string[]): boolean =>
  anyOf(left, PAST) ||
  /^(?:ago|so far|already|last|yesterday|in 20|since)\b/.test(right.slice(0, 2).join(' ')) ||
  /\b(?:have|has|had|we've|i've|they) (?:already )?(?:made|done|run|bought|sold|paid|processed|completed|raised)\b/.test(
    left.join(' '),
  );

/** "One screenshot is two cents", "for one call": one thing as the unit of a price or a value. */
function isUnit(one: Placed, { left, right }: Scope): boolean {
  const next = right[0] ?? '';
  if (
    /^(?:is|costs?|at|'s|would|will|saves?|earns?|brings?|means|takes?|asks?|goes|runs|has|have)$/.test(
      next,
    ) &&
    next !== 'at'
  )
    return true;
  return one.noun !== 'time' && (anyOf(left, PRICE) || anyOf(left, VALUE)) && left.at(-1) !== 'buy';
}

/** "250 of them", "ten thousand to be done", "need: 250", "number of cases: 9", "pages = 33". */
const scopeLine = (before: readonly string[], left: readonly string[]): string =>
  (before.length > left.length ? before : left).slice(-4).join(' ');

function standsForCalls(one: Placed, { left, right, before }: Scope, decimal: boolean): boolean {
  if (decimal || one.vague || one.high !== null || one.amount === 0n || one.bound === 'least') return false;
  if (/^of (?:them|those|these|em)\b/.test(right.join(' '))) return !isPast(left, right.slice(2));
  if (
    /^to (?:be )?(?:done?|run|check\w*|process\w*|go|verif\w+|scan\w*|clean\w*|enrich\w*|look\w*)\b/.test(
      right.join(' '),
    )
  )
    return true;
  if (/\b(?:number|amount|quantity|count) of [a-z-]+$/.test(left.join(' '))) return true;
  if (/\b(?:be doing|next batch|this batch|quantity \?|qty)(?: [:=])?$/.test(scopeLine(before, left)))
    return true;
  if (!/^[:=]$/.test(left.at(-1) ?? '')) return false;
  const label = left.slice(0, -1).join(' ');
  const [name = ''] = label.split(' ').slice(-1);
  return (
    /(?:^|\b(?:we|i) )(?:needs?|needed|wanted|how many|quantity|qty|volume|(?:number|amount|count) of [a-z-]+|(?:num|n) [a-z]+)$/.test(
      label,
    ) ||
    (label === name && singular(name) !== name && CALL_NOUNS.has(singular(name)))
  );
}

/** The role of a bare number: money where a word right before it says so, calls where they are asked for. */
export function numberRole(one: Placed, scope: Scope, decimal: boolean): Judged {
  const { left, right, counted } = scope;
  // "60 calls wanted, no more than 60", "screenshot 90 pages and stop after 90".
  if (one.bound === 'most' && counted.has(one.amount)) return 'maxCalls';
  if (standsForCalls(one, scope, decimal)) return one.bound === 'most' ? 'maxCalls' : 'calls';
  const last = left.at(-1) ?? '';
  if (one.amount === 0n && !anyOf(left, BUDGET)) return 'aside';
  if (isYear(one, left) || NAMES_NUMBER.has(last) || (last === ':' && NAMES_NUMBER.has(left.at(-2) ?? '')))
    return 'aside';
  if (/^(?:status|error|code|x402|https?|response)$/.test(right[0] ?? '') || isStatus(one, left))
    return 'aside';
  if (left.includes('maxamountrequired') || (left.includes('amount') && one.amount >= 100n * ONE && !decimal))
    return { unread: 'number' };
  if (anyOf(left, TOTAL) && anyOf(left, PRICE) && one.bound === null) return 'aside';
  if (decimal && MAKES.test(left.join(' '))) return 'value';
  if (decimal && (PAYS_US.test(left.join(' ')) || WE_BILL.test(left.join(' ')))) return 'value';
  const each = /^for (?:each|every|one)$/.test(right.slice(0, 2).join(' '));
  if (decimal && (each || /^(?:per|\/|each|apiece|a)$/.test(right[0] ?? '')) && !anyOf(left, VALUE))
    return one.bound === 'most' ? 'priceLimit' : anyOf(left, BUDGET) ? { unread: 'number' } : 'price';
  if (right[0] === ':' || right[0] === '/') return 'aside';
  const near = (/^[:=]$/.test(last) ? left.slice(0, -1) : left).slice(-5);
  const label = Math.max(
    nearest(near, PRICE),
    nearest(near, VALUE),
    nearest(near, BUDGET),
    near.lastIndexOf('usd'),
    near.lastIndexOf('usdc'),
  );
  const labelled = label >= 0 && label >= near.length - 4;
  const callLabel = near.findLastIndex((word) =>
    /^(?:calls?|requests?|queries|lookups?|volume|quantity|qty|count|n)$/.test(word),
  );
  if (callLabel > label && callLabel >= near.length - 3 && !decimal)
    return one.bound === 'most' ? 'maxCalls' : 'calls';
  if (labelled && (decimal || label >= near.length - 2 || near.includes('usd') || near.includes('usdc')))
    return numberMoney(one, scope, near);
  if (decimal && /^(?:at|@|pay|for)$/.test(last)) return 'price';
  if (
    decimal &&
    /\b(?:call|request|lookup|query|it|api|each|one) (?:is|costs?|runs at|goes for)$/.test(left.join(' '))
  )
    return 'price';
  // "Gas price on Base, 0.0005": a fraction that stands alone in an order is what it costs.
  if (decimal && left.length + right.length === 0 && scope.before.length > 0 && one.amount < 10n * ONE)
    return 'price';
  if (decimal || one.vague) return { unread: one.vague ? 'vague' : 'number' };
  if (one.high !== null) return { unread: 'range' };
  const wanted =
    /^(?:need|want|buy|order|get|run|make|plan|do|use|using|purchase|try|for|about|x|only|just|than|most|to|max)$/.test(
      last,
    );
  const more = /\b(?:continue|proceed|carry on|go on) with$/.test(left.join(' '));
  const ends = right.length === 0 || /^(?:of|more|at|in|for|please|x|pcs|or)$/.test(right[0]!);
  if (
    (wanted || more) &&
    ends &&
    (one.bound === 'most'
      ? /\b(?:buy|make|run|do|need|get)\b/.test(left.join(' '))
      : last !== 'to' && last !== 'for')
  )
    return one.bound === 'most' || last === 'only' ? 'maxCalls' : 'calls';
  return STATUS.test(String(one.amount / ONE)) && !/^(?:pay|spend|budget|max)$/.test(last)
    ? 'aside'
    : { unread: 'number' };
}

/** Codes of HTTP that stand without their name. */
const STATUS = /^(?:200|20[124]|30[1278]|40[0-9]|422|42[689]|50[0-4])$/;

function numberMoney(one: Placed, { left, right }: Scope, near: readonly string[]): Judged {
  const value = nearest(near, VALUE);
  if (one.high !== null) return { unread: 'range' };
  const each = right[0] === 'each' || right[0] === 'per' || near.includes('per') || left.includes('each');
  if (one.bound === 'most') return each || near.includes('price') ? 'priceLimit' : 'budget';
  if (each && nearest(near, BUDGET) < 0 && value < 0) return 'price';
  if (value > Math.max(nearest(near, PRICE), nearest(near, BUDGET))) return 'value';
  return nearest(near, BUDGET) >= nearest(near, PRICE) ? 'budget' : 'price';
}

function isYear(one: Placed, left: readonly string[]): boolean {
  const year = Number(one.amount / ONE);
  return (
    one.amount % ONE === 0n &&
    year >= 1990 &&
    year <= 2100 &&
    /^(?:in|since|of|until|from|by|late|early|mid|after|before|during|year|for|is|,|)$/.test(
      left.at(-1) ?? '',
    )
  );
}

const isStatus = (one: Placed, left: readonly string[]): boolean =>
  one.amount >= 100n * ONE &&
  one.amount < 600n * ONE &&
  /^(?:a|with|returns|returned|got|gets|answers|replies|an|says|is)$/.test(left.at(-1) ?? '');
