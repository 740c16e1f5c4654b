import { IN_WORDS, numberSaid } from './quantities/numerals.ts';

/** How many of how many a text counts: `3 of 20`, `19/20`, `all 40`, `35 %`. */
export interface Share {
  readonly part: number;
  readonly of: number;
}

const ALL_BUT = /\ball but (?:the )?$/;
const N = `([0-9][0-9,]*|${IN_WORDS}|half)`;
const FILL =
  '(?:the |our |my |these |those |his |her |its |last |first |past |about |around |roughly |some )*';
const TIME = '(?:days?|hours?|hrs?|weeks?|months?|minutes?|mins?|seconds?|secs?|years?|h|d|ms|s)\\b';
const OF = new RegExp(
  `\\b${N}(?! ?${TIME})(?: [a-z]+){0,3}? (?:out of|of|in|from|for|per|against) ${FILL}${N}\\b(?! ?(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|hrs?)\\b)`,
);
const OF_FIRST = new RegExp(
  `\\b(?:(?:out )?of|from) ${FILL}${N} (?:[a-z']+ ){1,9}?(?:only |just |merely |a mere |barely |no more than )${N}\\b`,
);
const OF_THEN = new RegExp(
  `(?<!(?:[0-9]|${IN_WORDS}) (?:out )?)\\b(?:out of|of) ${FILL}${N} [^.;,]{1,60}, (?:only |just |but |and )?${N} (?:were|was|came|arrived|got|had|have|returned|delivered|worked|succeeded|went|did|turned)\\b`,
);
const LOG =
  /\b(?:paid|calls|requests|purchases|total|sent|count|n) ?= ?([0-9]{1,7})\b.*?\b(?:ok|delivered|good|success|successes|successful|answered|succeeded|fulfilled) ?= ?([0-9]{1,7})\b/;
const SLASH =
  /(?<!(?:step|part|page|phase|attempt|run|stage|task|test|item|note|probe|batch|round) )(?<![\d/.-])([0-9]{1,6}) ?\/ ?([0-9]{1,6})(?![\d/-])/;
const OF_THEM = new RegExp(
  `\\b${N}\\b[^.;]{0,60}?[,;:]? (?:and |but |only |just )*(?<!(?:every|each|single|last|any|no) )${N} (?:of (?:them|those|these|which)|of 'em)\\b`,
);
const ALL = new RegExp(
  `\\b(?:all|each of|every one of|each and every one of) ${FILL}(?:of ${FILL})?${N}\\b|\\b${N}(?: [a-z]+){0,4},? all (?:of (?:them|which)|but none)?\\b`,
);
const PERCENT = /(?<![\d.])([0-9]{1,3}(?:\.[0-9]+)?) ?(?:%|percent\b|per cent\b)/;

const PERCENT_OF = new RegExp(`${PERCENT.source} (?:of|out of) ${FILL}${N}\\b`);

const NUMERAL = new RegExp(`[0-9]|\\b(?:${IN_WORDS}|half)\\b`);

const EVERY = /\b(?:every|each)(?: single)? $/;

/** "Not one outage in 30 days": no one of thirty. */
const isNone = (text: string, found: RegExpExecArray): boolean =>
  NOT_ONE.test(text.slice(0, found.index)) && SPAN_OF_TIME.test(text.slice(found.index + found[0].length));
const NOT_ONE = /\b(?:not|no|not even) $/;
const SPAN_OF_TIME = new RegExp(`^ ?${TIME}`);

/** "The 200 of 2026-11-19" is a status and a day. */
const DATE =
  /[0-9]{4}-[0-9]{2}-[0-9]{2}|\b[0-9]{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:20[0-9]{2})\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* [0-9]{1,2}(?:st|nd|rd|th)?,? 20[0-9]{2}\b|\b[0-9]{1,2}(?:st|nd|rd|th)? (?:january|february|march|april|june|july|august|september|october|november|december)\b/g;

/** The share that a text states; null when it states none. A count that exceeds its whole is none. */
export function shareOf(raw: string): Share | null {
  const text = raw
    .replace(DATE, ' ')
    .replace(
      /\b(only|just|merely|barely) (once|twice)\b/g,
      (_, how: string, often: string) => `${how} ${often === 'once' ? 'one' : 'two'}`,
    );
  if (!NUMERAL.test(text)) return null;
  const percent = PERCENT_OF.exec(text);
  if (percent) return checked((Number(percent[1]) / 100) * numberSaid(percent[2]!), numberSaid(percent[2]!));
  const them = OF_THEM.exec(text);
  if (them) return checked(numberSaid(them[2]!), numberSaid(them[1]!));
  const first = OF_FIRST.exec(text);
  if (first) return checked(numberSaid(first[2]!), numberSaid(first[1]!));
  const then = OF_THEN.exec(text);
  if (then) return checked(numberSaid(then[2]!), numberSaid(then[1]!));
  for (const pattern of [SLASH, OF]) {
    const found = pattern.exec(text);
    if (!found || isNone(text, found)) continue;
    const head = text.slice(0, found.index);
    if (/^one\b/.test(found[0]) && EVERY.test(head))
      return checked(numberSaid(found[2]!), numberSaid(found[2]!));
    const [part, of] = [numberSaid(found[1]!), numberSaid(found[2]!)];
    if (found[1] === 'half') return checked(of / 2, of);
    return checked(ALL_BUT.test(text.slice(0, found.index)) ? of - part : part, of);
  }
  const all = ALL.exec(text);
  if (all) {
    const count = numberSaid(all[1] ?? all[2]!);
    return checked(count, count);
  }
  const percents = [...text.matchAll(new RegExp(PERCENT, 'g'))].map(([, found]) => Number(found));
  if (percents.length === 0) return null;
  // "99.9 % says the page, 60 % say we": the worse one, unless the two are parts of one whole.
  const parts = percents.length === 2 && percents[0]! + percents[1]! === 100;
  return checked(parts ? percents[0]! : Math.min(...percents), 100);
}

/** "99 percent of 1,000", "3 cents for 1,000 words", "one with each of its 260". */
const NO_SHARE = /\b(?:percent|cents?|dollars?|usdc?|each|every)\b/;

/** Where a text counts `k of n` or `k/n`. */
export function shareAt(text: string): (Share & { readonly at: number; readonly end: number }) | null {
  const blank = (part: string) => ' '.repeat(part.length);
  const bare = text.replace(DATE, blank).replace(MONTH_DAY, blank);
  for (const pattern of [SLASH, OF]) {
    const found = pattern.exec(bare);
    if (!found || found[1] === 'half' || ALL_BUT.test(bare.slice(0, found.index)) || NO_SHARE.test(found[0]))
      continue;
    const [part, of] = [numberSaid(found[1]!), numberSaid(found[2]!)];
    return part <= of ? { part, of, at: found.index, end: found.index + found[0].length } : null;
  }
  return null;
}

/** Good answers of all that a log line counts: `paid=40 ok=38 failed=2`. */
export function loggedShare(text: string): Share | null {
  const found = LOG.exec(text);
  return found ? checked(Number(found[2]), Number(found[1])) : null;
}

const checked = (part: number, of: number): Share | null => (of >= 2 && part <= of ? { part, of } : null);

const THINGS =
  'calls?|requests?|quer(?:y|ies)|lookups?|purchases?|payments?|times|answers?|responses?|replies|results?|reports?|runs?|jobs?|probes?|attempts?|transfers?|settlements?|transactions?|buys|orders?';
const COUNT = new RegExp(`(?<![$.\\d:/-])\\b${N}\\b(?: [a-z]+){0,3}? (?:${THINGS})\\b`);

/** How many things the text counts first: "40 paid calls". */
export function firstCountIn(text: string): number | null {
  const found = COUNT.exec(text);
  return found ? numberSaid(found[1]!) : null;
}

const EACH = new RegExp(
  `(?<![$.\\d:/#v-])\\b${N}\\b(?![.\\d%:/-])(?! ?(?:%|percent|cents?|dollars?|usdc?|bucks?|atomic|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|seconds?|secs?|ms|am|pm|st|nd|rd|th|(?:[a-z]+ )?(?:payers?|buyers?|wallets?|customers?|users?|clients?|people|others?))\\b)`,
  'g',
);
/** Numbers that count nothing: days of a month, dates, "one call". */
export const MONTH_DAY =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? [0-9]{1,2}\b|\b[0-9]{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[ t][0-9:]+z?)?|\bone (?:[a-z]+ )?(?:lookup|call|request|report|query|purchase|test|probe|record|answer)\b|\b(?:single|every|each|no|not|any|this|that|which|the|last) one\b|\bone (?:by one|of (?:them|those|these))\b/g;
/** Fields of a log line that count no calls. */
const FIELDS =
  /\b(?:bytes|size|len|length|status|code|http|rc|latency|duration|ms|attempt|block|port|id|amount|price|cost|fee|value|age|ttl) ?[=:] ?[^\s,;]+/g;
const CODE = /^[2-5][0-9]{2}$|^20[0-9]{2}$/;

/** Where a text counts things, as `countsIn` reads them. */
export const countsAt = (
  text: string,
): { readonly count: number; readonly at: number; readonly end: number }[] => {
  const blank = (part: string) => ' '.repeat(part.length);
  return [...text.replace(MONTH_DAY, blank).replace(FIELDS, blank).matchAll(EACH)]
    .map((found) => ({ count: numberSaid(found[1]!), at: found.index, end: found.index + found[0].length }))
    .filter(({ at, end }) => !isStatus(text, at, end));
};
/** A number that HTTP has a meaning for, unless it counts calls ("400 paid, 400 answered"). */
function isStatus(text: string, at: number, end: number): boolean {
  const number = text.slice(at, end);
  if (!STATUS.test(number)) return false;
  const again = text.indexOf(number) !== text.lastIndexOf(number);
  return number === '402' || !(again || BEFORE_CALLS.test(text.slice(end)));
}
const STATUS = /^(?:20[0-6]|30[0-8]|4[0-2][0-9]|451|50[0-8])$/;

/** Numbers that a text counts with: no money, time, share, status or year. */
export const countsIn = (text: string): number[] =>
  [...text.replace(MONTH_DAY, ' ').replace(FIELDS, ' ').matchAll(EACH)]
    .filter(([found]) => !CODE.test(found))
    .map(([, found]) => numberSaid(found!))
    .filter((count) => count > 0);

const SHORT_OF =
  /\b(?:only|just|merely|mere|barely|scarcely) (?:[0-9]|a |one|two|three|four|five|six|seven|eight|nine|ten|once|twice|thrice)/;

const OFTEN: Readonly<Record<string, string>> = { once: '1 times', twice: '2 times', thrice: '3 times' };
const TIMES = /\b(?:once|twice|thrice)\b/g;
const ONE_ANSWER =
  /\b(?:one|a single|just a|only a) (?:[a-z]+ )?(?:answer|reply|response|result|report|file|delivery|time|record)\b/;

/** Does it count in a way that nobody here understood? Then nothing says that all of them were good. */
export function isCountedShort(text: string): boolean {
  const counts = new Set(countsIn(text.replace(TIMES, (often) => OFTEN[often] ?? often)));
  if (counts.has(1) === false && TIMES.test(text) && ONE_ANSWER.test(text)) return true;
  return counts.size > 1 || (counts.size > 0 && SHORT_OF.test(text));
}

const ONE_CALL =
  /\b(?:once|(?:one|1|a single|a) (?:[a-z]+ )?(?:time|calls?|lookup|request|purchase|payment|query|order|job))\b/;
const BEHIND_PAYING =
  /\b(?:pa(?:id|ying)|bought|ordered|purchased|settled|made) (?:(?:them|it|here|there|for|already|about|around|roughly|over|at least|this|that|the|seller|vendor|host|api|service) ){0,3}$/;
const BEFORE_CALLS =
  /^ ?(?:(?!rows|results|fields|records|items|entries|pages)[a-z-]+ ){0,3}(?:paid|bought|settled|purchased|calls?|payments?|purchases?|requests?|times|successes|answers|replies|orders|buys)\b/;

/**
 * How many paid calls a text counts: "paid 40 times", "4 paid calls, 4 answers". Of several counts the smallest. Null where
 * it counts none, or where one call may have brought many of what is counted ("bought once and got 25 results").
 */
export function paidCallsIn(text: string): number | null {
  if (ONE_CALL.test(text)) return null;
  const plain = text.replace(MONTH_DAY, ' ').replace(FIELDS, ' ');
  const counts = [...plain.matchAll(EACH)].flatMap((found) => {
    const [before, after] = [plain.slice(0, found.index), plain.slice(found.index + found[0].length)];
    const calls = BEHIND_PAYING.test(before) || BEFORE_CALLS.test(after);
    return calls && !isStatus(plain, found.index, found.index + found[0].length)
      ? [numberSaid(found[1]!)]
      : [];
  });
  return counts.length === 0 ? null : Math.min(...counts);
}

const FIRST_NUMBER = new RegExp(`(?<![$.\\d:/-])\\b${N}\\b(?![.\\d%:/-])`);

/** The first number of a text, whatever it counts: "and only one arrived". */
export function numberIn(text: string): number | null {
  const found = FIRST_NUMBER.exec(text.replace(MONTH_DAY, ' '));
  return found ? numberSaid(found[1]!) : null;
}
