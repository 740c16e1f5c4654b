import { moneyUnit, rangeAfter } from './amounts.ts';
import { boundOf } from './bounds.ts';
import { joinCompounds } from './compounds.ts';
import { dateAt } from './dates.ts';
import { nounAfter } from './nouns.ts';
import { type Numeral, numeralAt, ONE } from './numerals.ts';
import type { Placed, Quantity, Read } from './quantity.ts';
import { withRate } from './rates.ts';
import { type Token, tokensOf, wordAt as word } from './tokens.ts';
import { CALL_NOUNS, DOLLAR_UNITS, OTHER_MONEY, PERIODS, secondsOf, singular } from './units.ts';

export type { Quantity } from './quantity.ts';

/** A text with more numbers than this is no order: the rest of them is not read. */
const MOST_QUANTITIES = 24;

/**
 * The quantities of a text in the order they stand: one grammar for numbers, money, rates, multiples, ranges, limits,
 * durations and dates.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 */
export const readQuantities = (text: string): Quantity[] =>
  placedIn(tokensOf(text)).map(
    ({ first: _first, next: _next, multiple: _multiple, ...quantity }) => quantity,
  );

export function placedIn(tokens: readonly Token[]): Placed[] {
  const found: Placed[] = [];
  for (let at = 0; at < tokens.length && found.length < MOST_QUANTITIES; ) {
    const placed = quantityAt(tokens, at);
    if (placed) found.push(placed);
    at = placed?.next ?? at + 1;
  }
  return joinCompounds(found, tokens).map((one) =>
    one.kind === 'date' || one.kind === 'percent'
      ? one
      : { ...one, bound: boundOf(tokens, one.first, one.next) },
  );
}

/** What a quantity has unless its words say otherwise. */
const UNSAID = {
  high: null,
  bound: null,
  vague: false,
  noun: null,
  per: null,
  outOf: null,
  date: null,
  multiple: false,
};

function quantityAt(tokens: readonly Token[], first: number): Placed | undefined {
  const read =
    dateRead(tokens, first) ??
    multipleRead(tokens, first) ??
    moneyFirst(tokens, first) ??
    numberRead(tokens, first);
  if (!read) return undefined;
  const rest = { ...UNSAID, ...read };
  return { ...rest, first, from: tokens[first]!.from, to: tokens[read.next - 1]!.to };
}

function dateRead(tokens: readonly Token[], first: number): Read | undefined {
  const found = dateAt(tokens, first);
  return found && { kind: 'date', amount: 0n, next: found.next, date: found.date };
}

const isTimes = (text: string): boolean => text === 'x' || text === '×' || text === '*' || text === 'times';

/** "x 500": how often something is bought. */
function multipleRead(tokens: readonly Token[], first: number): Read | undefined {
  if (!isTimes(word(tokens, first))) return undefined;
  const numeral = numeralAt(tokens, first + 1);
  if (!numeral || numeral.vague || word(tokens, numeral.next) === '%') return undefined;
  if (DOLLAR_UNITS.has(word(tokens, numeral.next))) return undefined;
  const { next, noun } = nounAfter(tokens, numeral.next, numeral);
  return { kind: 'count', amount: numeral.value, next, noun: noun ?? 'call', multiple: true };
}

const DOLLARS_OF = /^(?:us|a|au|c|ca|nz|hk|sg|r)$/;
const AGAIN: ReadonlySet<string> = new Set(['us', 'usd', 'usdc', 'dollars', 'dollar', 'bucks', 'on-chain']);

/** Currency before the number: "$5", "US$5", "USDC 0.05", "€3". */
function moneyFirst(tokens: readonly Token[], first: number): Read | undefined {
  let at = first;
  if (word(tokens, at + 1) === '$' && tokens[at + 1]!.glued && DOLLARS_OF.test(word(tokens, at))) at += 1;
  const symbol = word(tokens, at);
  const foreign = at > first && word(tokens, first) !== 'us';
  const isDollar = symbol === '$' || symbol === 'usdc' || symbol === 'usd';
  if (!isDollar && !OTHER_MONEY.has(symbol)) return undefined;
  if (tokens[at]!.kind === 'word' && tokens[at + 1]?.kind !== 'number' && word(tokens, at + 1) !== '$')
    return undefined;
  const digitsFrom = symbol !== '$' && word(tokens, at + 1) === '$' ? at + 2 : at + 1;
  const numeral = tokens[digitsFrom]?.kind === 'number' ? numeralAt(tokens, digitsFrom) : undefined;
  if (!numeral || word(tokens, numeral.next) === '%') return undefined;
  const range = rangeAfter(tokens, numeral.next, true);
  let next = range?.next ?? numeral.next;
  // "$0.05 USDC", "$5 dollars"
  while (isDollar && AGAIN.has(word(tokens, next))) next += 1;
  const kind = isDollar && !foreign && !OTHER_MONEY.has(word(tokens, next)) ? 'money' : 'otherMoney';
  if (kind === 'otherMoney' && OTHER_MONEY.has(word(tokens, next))) next += 1;
  return withRate(tokens, { kind, amount: numeral.value, high: range?.value ?? null, next });
}

function numberRead(tokens: readonly Token[], first: number): Read | undefined {
  const numeral = numeralAt(tokens, first);
  if (!numeral) return articleRead(tokens, first) ?? timesRead(tokens, first);
  if (isOrdinal(tokens, first)) return undefined;
  const range = rangeAfter(tokens, numeral.next, false);
  const next = range?.next ?? numeral.next;
  const base = { amount: numeral.value, high: range?.value ?? null, vague: numeral.vague, next };
  return (
    unitRead(tokens, base) ??
    outOfRead(tokens, base) ??
    multipleAfter(tokens, base) ??
    countRead(tokens, base, numeral)
  );
}

/** "2nd" names a place, and counts nothing. */
const isOrdinal = (tokens: readonly Token[], first: number): boolean =>
  tokens[first + 1]?.glued === true && /^(?:st|nd|rd|th)$/.test(word(tokens, first + 1));

const TIMES: Readonly<Record<string, bigint>> = { once: 1n, twice: 2n, thrice: 3n };
/** What may follow "once" where it counts: "once they agree" does not. */
const AFTER_ONCE = /^(?:only|and|or|for|at|per|max|first|now|with|to|before|[^a-z$0-9].*)?$/;

/** "once", "twice", "a single call". */
function timesRead(tokens: readonly Token[], first: number): Read | undefined {
  const text = word(tokens, first);
  const count = Object.hasOwn(TIMES, text) ? TIMES[text] : undefined;
  const often = /^(?:an?|each|every)$/.test(word(tokens, first + 1)) && PERIODS.has(word(tokens, first + 2));
  if (count && (count > 1n || often || AFTER_ONCE.test(word(tokens, first + 1))))
    return withSpeed(tokens, { kind: 'count', amount: count * ONE, next: first + 1, noun: 'time' });
  if (text !== 'single' || isNone(tokens, first)) return undefined;
  const one = { value: ONE, first, next: first + 1, vague: false, article: false };
  const { next, noun } = nounAfter(tokens, first + 1, one);
  return noun !== null && CALL_NOUNS.has(noun) ? { kind: 'count', amount: ONE, next, noun } : undefined;
}

/** "No single call", "not a single call beyond that". */
const isNone = (tokens: readonly Token[], at: number): boolean =>
  word(tokens, at - 1) === 'no' ||
  (word(tokens, at - 1) === 'a' && /^(?:not|never)$/.test(word(tokens, at - 2)));

/** "a cent", "a nickel", "one dollar fifty": an article is a one only before money. */
function articleRead(tokens: readonly Token[], first: number): Read | undefined {
  if (!/^an?$/.test(word(tokens, first))) return undefined;
  if (/^(?:not|even|nor|by)$/.test(word(tokens, first - 1))) return undefined;
  const unit = word(tokens, first + 1);
  const half =
    unit === 'half' && word(tokens, first + 2) === '-' && DOLLAR_UNITS.get(word(tokens, first + 3));
  if (half) return withRate(tokens, { kind: 'money', amount: half / 2n, next: first + 4 });
  if (/^(?:over|more|above|beyond)$/.test(word(tokens, first + 2))) return undefined;
  if (unit === 'quarter' && isCoin(tokens, first))
    return withRate(tokens, { kind: 'money', amount: ONE / 4n, next: first + 2 });
  if (SPANS.test(unit)) return { kind: 'duration', amount: secondsOf(unit)!, next: first + 2, noun: unit };
  const worth = /^(?:usdc?|ct|cts|¢)$/.test(unit) ? undefined : DOLLAR_UNITS.get(unit);
  if (worth === undefined || singular(unit) !== unit) return undefined;
  if (isAndHalf(tokens, first + 2))
    return withRate(tokens, { kind: 'money', amount: (worth * 3n) / 2n, next: first + 5 });
  return withRate(tokens, { kind: 'money', amount: worth, next: first + 2 });
}

/** "One dollar and a half". */
const isAndHalf = (tokens: readonly Token[], at: number): boolean =>
  word(tokens, at) === 'and' && word(tokens, at + 1) === 'a' && word(tokens, at + 2) === 'half';

/** "Within a week": a time, and not "a second call" or "a minute ago". */
const SPANS = /^(?:hour|day|week|fortnight|month|year)$/;

/** "I won't pay more than a quarter", "worth a quarter to me": the coin, where money is spoken of right before it. */
const isCoin = (tokens: readonly Token[], at: number): boolean =>
  !/^(?:of|percent|%|year|mile|hour|million|-)$/.test(word(tokens, at + 2)) &&
  ([1, 2, 3, 4].some((back) => /^(?:pay|spend|costs?|worth|charges?)$/.test(word(tokens, at - back))) ||
    /^(?:each|apiece)$/.test(word(tokens, at + 2)) ||
    (/^(?:per|each|a)$/.test(word(tokens, at + 2)) && CALL_NOUNS.has(word(tokens, at + 3))));

type Base = Pick<Read, 'amount' | 'next'> & { high: bigint | null; vague: boolean };

/** Money, percent or time behind the number. */
function unitRead(tokens: readonly Token[], base: Base): Read | undefined {
  const joined = word(tokens, base.next) === '-' && tokens[base.next]!.glued && tokens[base.next + 1]?.glued;
  const money = moneyUnit(tokens, joined ? base.next + 1 : base.next);
  if (money) {
    const high = base.high === null ? null : (base.high * money.worth) / ONE;
    const amount = (base.amount * money.worth) / ONE;
    if (base.high === null && isAndHalf(tokens, money.next))
      return withRate(tokens, {
        ...base,
        kind: 'money',
        amount: amount + money.worth / 2n,
        high,
        next: money.next + 3,
      });
    return withRate(tokens, { ...base, kind: 'money', amount, high, next: money.next });
  }
  const unit = word(tokens, base.next);
  if (
    (OTHER_MONEY.has(unit) && !(unit === 'real' && tokens[base.next + 1]?.kind === 'word')) ||
    (unit === 'us' && word(tokens, base.next + 1) === 'cents')
  )
    return withRate(tokens, { ...base, kind: 'otherMoney', next: base.next + 1 });
  if (unit === '%' || unit === 'percent' || unit === 'pct')
    return { ...base, kind: 'percent', next: base.next + 1 };
  if (/^(?:rps|rpm|qps|tps|rpd)$/.test(unit))
    return {
      ...base,
      kind: 'count',
      noun: 'call',
      per: { count: ONE, over: 'period', noun: unit },
      next: base.next + 1,
    };
  const hyphen = unit === '-' && tokens[base.next]!.glued ? base.next + 1 : base.next;
  const seconds = secondsOf(word(tokens, hyphen));
  if (seconds === undefined || (word(tokens, hyphen) === 'm' && !tokens[hyphen]!.glued)) return undefined;
  if (isName(tokens, hyphen)) return undefined;
  const high = base.high === null ? null : (base.high * seconds) / ONE;
  return {
    ...{ ...base, kind: 'duration', amount: (base.amount * seconds) / ONE, high, next: hyphen + 1 },
    noun: word(tokens, hyphen) === 'ms' ? 'ms' : singular(word(tokens, hyphen)),
  };
}

/** "2 sec filings": a name in capitals, and no seconds. */
function isName(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  return word(tokens, at) === 'sec' && next?.kind === 'word' && singular(next.text) !== next.text;
}

/** "9 out of 10", "9/10", "1 of 10". */
function outOfRead(tokens: readonly Token[], base: Base): Read | undefined {
  const line = `${word(tokens, base.next)} ${word(tokens, base.next + 1)}`;
  const skip = line === 'out of' ? 2 : /^(?:of|in|\/) /.test(line) ? 1 : 0;
  if (skip === 0 || base.high !== null) return undefined;
  const at = base.next + skip + (/^(?:the|our|my)$/.test(word(tokens, base.next + skip)) ? 1 : 0);
  const of = numeralAt(tokens, at);
  if (!of || of.value < base.amount || of.vague) return undefined;
  const { next, noun } = nounAfter(tokens, of.next, of);
  return { ...base, kind: 'count', outOf: of.value, next, noun };
}

/** "500 x", "500×", but not "10x faster". */
function multipleAfter(tokens: readonly Token[], base: Base): Read | undefined {
  if (!isTimes(word(tokens, base.next))) return undefined;
  if (
    /^(?:cheaper|faster|better|more|less|slower|larger|bigger|smaller|higher|the|return|as)$/.test(
      word(tokens, base.next + 1),
    )
  )
    return { ...base, kind: 'number', next: base.next + 1 };
  // "4 times an hour" is a speed.
  if (withSpeed(tokens, { ...base, kind: 'count', next: base.next + 1 }).per) return undefined;
  const { next, noun } = nounAfter(tokens, base.next + 1, undefined);
  return { ...base, kind: 'count', next, noun: noun ?? 'call', multiple: true };
}

const BUYS_ONE = /^(?:buy|order|get|purchase|only|just|most|than|max|to|do|make|need|want|try)$/;

function countRead(tokens: readonly Token[], base: Base, numeral: Numeral): Read | undefined {
  const whole = numeral.value % ONE === 0n;
  const { next, noun } = whole ? nounAfter(tokens, base.next, numeral) : { next: base.next, noun: null };
  const digits = tokens[numeral.first]!.kind === 'number';
  if (noun === null) {
    const ends = /^(?:[^a-z].*|of|and|for|at)?$/.test(word(tokens, numeral.next));
    const pronoun =
      !digits && numeral.value === ONE && !(ends && BUYS_ONE.test(word(tokens, numeral.first - 1)));
    const status = word(tokens, numeral.first) === '402';
    return pronoun || status ? undefined : { ...base, kind: 'number' };
  }
  return withSpeed(tokens, { ...base, kind: 'count', next, noun });
}

/** "60 requests per minute", "250 transactions a day". */
function withSpeed(tokens: readonly Token[], read: Read): Read {
  const joins = /^(?:per|a|an|each|every|\/)$/.test(word(tokens, read.next));
  const unit = word(tokens, read.next + 1);
  if (joins && PERIODS.has(unit))
    return { ...read, per: { count: ONE, over: 'period', noun: unit }, next: read.next + 2 };
  if (/^(?:daily|weekly|monthly|hourly|yearly)$/.test(word(tokens, read.next)))
    return {
      ...read,
      per: { count: ONE, over: 'period', noun: word(tokens, read.next) },
      next: read.next + 1,
    };
  return read;
}
