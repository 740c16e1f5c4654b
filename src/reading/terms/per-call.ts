import { ONE } from '../quantities/numerals.ts';
import type { Placed } from '../quantities/quantity.ts';
import { TOTAL } from './cues.ts';
import { anyOf, type Scope } from './scope.ts';

/** Is it the price of one call that is spoken of, and not of all together? */
export function isPerCall(one: Placed, { left, right, before, after, behind }: Scope): boolean {
  if (one.per?.over === 'call') return true;
  if (STOPS.test(left.join(' ')) && !namesOne(right.slice(0, 5))) return false;
  if (FLAG.test(left.join(' '))) return true;
  if (
    /^or (?:less|lower|below|under|cheaper) (?:for|per|on|each|a) /.test(after.slice(0, 4).join(' ')) &&
    namesOne(after.slice(2, 7))
  )
    return true;
  if (/^max(?:value|payment|amount|price)$/.test(left.find((word) => word.startsWith('max')) ?? ''))
    return true;
  if (anyOf(right.slice(0, 4), TOTAL) || hasTotalPhrase(right) || anyOf(left, TOTAL)) return false;
  if (namesOne(right.slice(0, 5)) || namesOne(left) || left.includes('none')) return true;
  if (
    left.some(
      (word) =>
        /^(?:pricier|dearer|costlier|expensive|unit)$/.test(word) ||
        word === 'price' ||
        word === 'quote' ||
        word === 'fee',
    ) &&
    !left.includes('budget')
  )
    return true;
  if (
    behind?.kind === 'count' &&
    /^at (?:max|maximum|most|no more than|up to|under|below)$/.test(left.join(' '))
  )
    return true;
  if (behind?.kind === 'count' && behind.amount === ONE && behind.bound === null && behind.noun !== 'time')
    return true;
  return namesOne(before.slice(-9)) && !anyOf(before, TOTAL);
}

/** "Hard stop at 8 USD" ends all of it, whatever stands before. */
const STOPS = /\b(?:stop|halt|quit|plug|done|end)(?: \w+)? (?:at|after|once|when)$/;
/** A flag of a paying client limits each payment: `--max-amount`. */
const FLAG = /^- - max(?:imum)? - (?:amount|payment|value|price)\b/;

const ONE_OF = /^(?:per|each|every|any|no|single|individual|one|a|an|\/)$/;

/** "per lookup", "a single request", "any payment", "each". */
const namesOne = (words: readonly string[]): boolean =>
  words.some((word, i) => {
    if (word === 'each' || word === 'apiece') return true;
    if (!ONE_OF.test(word)) return false;
    const ahead = words.slice(i + 1, i + 4).filter((next) => next !== '-');
    if (ahead[0] === 'of' && /^(?:them|these|those)$/.test(ahead[1] ?? '')) return true;
    return ahead.some(
      (next, k) =>
        PAID_ONE.has(next) && ahead.slice(0, k).every((mid) => !ONE_OF.test(mid) || mid === 'single'),
    );
  });

const PAID_ONE: ReadonlySet<string> = new Set([
  ...'call request query lookup hit invocation search purchase payment transaction quote price report answer result item unit signature authorization charge fee tx transfer'.split(
    ' ',
  ),
]);

/** "in total", "in all", "all in", "all told". */
export function hasTotalPhrase(words: readonly string[]): boolean {
  const line = ` ${words.slice(0, 8).join(' ')} `;
  return / (?:in total|in all|all in|all told|all up|across (?:all|the)|for (?:all|the (?:whole|entire|lot|job|task|run|project))|total(?! of)|overall|altogether|max total) /.test(
    line,
  );
}
