import { ASSET_DECIMALS } from '../../values/money.ts';

/** What a text says in numbers. Money is atomic (millionths of a dollar). */
export interface Mention {
  readonly kind: 'price' | 'value' | 'budget' | 'priceLimit' | 'calls' | 'callLimit';
  readonly amount: bigint;
  /** Do the words around it say what it is? Money without such words is taken for a price. */
  readonly explicit: boolean;
}

const NUMBER = '((?:[0-9][0-9,]{0,14})?(?:\\.[0-9]{1,12})?)';
const MONEY = new RegExp(
  `(?:\\$|\\busdc? ?)(?=[0-9.])${NUMBER}([km]\\b)?|(?<![0-9.,$a-z])(?=[0-9.])${NUMBER}([km]\\b)? ?(usdc|usd|dollars?|cents?|¢|atomic units?)`,
  'g',
);
const BARE = new RegExp(`(?<![0-9.,$a-z:-])(?=[0-9.])${NUMBER}(?![0-9a-z:%-])`, 'g');
const CALLS =
  /(?<![0-9.,$a-z:-])([0-9][0-9,]{0,11})(k\b)? ((?:[a-z]{1,16} ){0,2})(?:calls?|requests?|queries|lookups?|times|invocations|searches|purchases)\b/g;
const ONCE =
  /\b(once|one call|one paid call|one time|one-time|one-shot|single call|single paid call|a single call)\b/g;

const UNIT_WORD =
  'call|request|query|lookup|page|document|image|record|answer|use|hit|prompt|report|job|run|search|item|time|audit|check|minute|token';
const PER_CALL = new RegExp(
  `^ ?(?:/|per|a|each|for each|for one) ?(?:[a-z]{1,12} )?(?:${UNIT_WORD})\\b|^ each\\b|^ apiece\\b`,
);
const PER_PERIOD =
  /^ ?(?:\/|per|a|each) ?(?:month|mo|year|yr|week|day|seat|user)\b|^ (?:monthly|yearly|annually|weekly|daily)\b/;
const LIMIT =
  /(?:budget|cap|capped|limit|limited|max|maximum|ceiling|at most|up to|under|below|less than|more than|exceed|spend|within|<=|≤|<)(?: (?:of|is|to|at|by|a|an|the|my|our|price|cost|spend|spending|total|usd|budget|amount|per call)){0,3} ?[:=]? ?$/;
const VALUE =
  /(?:worth|value|valued|values|earns?|saves?|gains?|revenue)(?: (?:of|is|at|about|us|me|each|per call|per answer|to us|usd)){0,2} ?[:=]? ?$/;
const LIMIT_AFTER = /^ (?:total )?(?:cap|budget|limit|max|maximum|ceiling|total)\b/;
const VALUE_AFTER = /^ (?:of |in )?(?:value|worth|revenue|savings)\b/;
const PRICE =
  /(?:price|priced|prices|costs?|pay|pays|paying|fee|charges?|at|quote|quoted)(?: (?:of|is|at|usd|about)){0,2} ?[:=]? ?$/;
const NOT_A_COUNT = /\b(?:per|usdc?|dollars?|cents?|each|a|units?|days?|hours?|seconds?|minutes?)\b/;

const CONTEXT = 28;

/** A text with more numbers than this is no order: the rest of them is not read. */
const MOST_NUMBERS = 12;

/**
 * The numbers of a text that the economics can use, in the order they stand. Patterns run over the text once; what
 * stands around a number is looked at in a window of fixed width.
 *
 * @param text as `readable` returns it
 */
export function readNumbers(text: string): Mention[] {
  if (!/[0-9]|once|one|single/.test(text)) return [];
  const line = text.replaceAll('_', ' ');
  const taken = new Set<number>();
  const money = first(line.matchAll(MONEY)).map((match) => readMoney(match, line, taken));
  const bare = first(line.matchAll(BARE))
    .filter(({ index }) => !taken.has(index))
    .map((match) => readBare(match, line));
  return [...readCalls(line), ...money, ...bare].filter((mention) => mention !== undefined);
}

function first(matches: Iterable<RegExpExecArray>): RegExpExecArray[] {
  const taken: RegExpExecArray[] = [];
  for (const match of matches) {
    if (taken.length === MOST_NUMBERS) break;
    taken.push(match);
  }
  return taken;
}

function readMoney(match: RegExpExecArray, line: string, taken: Set<number>): Mention | undefined {
  const [whole, prefixed, prefixedScale, suffixed, suffixedScale, unit = ''] = match;
  for (let i = match.index; i < match.index + whole.length; i += 1) taken.add(i);
  const amount = atomic((prefixed || suffixed) ?? '', prefixedScale ?? suffixedScale ?? '', unit);
  if (amount === undefined) return undefined;
  const kind = classify(line, match.index, match.index + whole.length);
  return kind === null ? undefined : { kind: kind ?? 'price', amount, explicit: kind !== undefined };
}

/** Without a currency a number counts only where the words around it leave no doubt. */
function readBare(match: RegExpExecArray, line: string): Mention | undefined {
  const [whole, digits = ''] = match;
  const end = match.index + whole.length;
  const amount = atomic(digits, '', '');
  const kind = classify(line, match.index, end);
  if (amount === undefined || !kind) return undefined;
  const exact = digits.includes('.') || PER_CALL.test(line.slice(end, end + CONTEXT));
  const named = /(?:budget|price|cost|spend|usd)[ :=a-z]{0,10}$/.test(
    line.slice(Math.max(0, match.index - CONTEXT), match.index),
  );
  return exact || (named && kind !== 'value') ? { kind, amount, explicit: true } : undefined;
}

/** Null: money that is no price of a call (a subscription). Undefined: no word says what it is. */
function classify(line: string, from: number, to: number): Mention['kind'] | null | undefined {
  const before = line.slice(Math.max(0, from - CONTEXT), from);
  const after = line.slice(to, to + CONTEXT);
  if (PER_PERIOD.test(after)) return null;
  if (VALUE.test(before) || VALUE_AFTER.test(after)) return 'value';
  const perCall = PER_CALL.test(after);
  if (LIMIT.test(before) || LIMIT_AFTER.test(after))
    return perCall || /price(?: (?:of|is|at|usd)){0,2} ?[:=]? ?$/.test(before) ? 'priceLimit' : 'budget';
  return perCall || PRICE.test(before) ? 'price' : undefined;
}

function readCalls(line: string): (Mention | undefined)[] {
  const counted = first(line.matchAll(CALLS)).map((match): Mention | undefined => {
    const [, digits = '', thousand, between = ''] = match;
    if (NOT_A_COUNT.test(between)) return undefined;
    const count = wholeNumber(digits);
    const kind = LIMIT.test(line.slice(Math.max(0, match.index - CONTEXT), match.index))
      ? 'callLimit'
      : 'calls';
    return count === undefined
      ? undefined
      : { kind, amount: count * (thousand ? 1000n : 1n), explicit: true };
  });
  const once = first(line.matchAll(ONCE)).map((match): Mention => {
    const limited =
      LIMIT.test(line.slice(Math.max(0, match.index - CONTEXT), match.index)) ||
      /^ only\b/.test(line.slice(match.index + match[0].length));
    return { kind: limited ? 'callLimit' : 'calls', amount: 1n, explicit: true };
  });
  return [...counted, ...once];
}

const GROUPED = /^[0-9]{1,3}(?:,[0-9]{3}){0,4}$/;

function wholeNumber(digits: string): bigint | undefined {
  if (/^[0-9]{1,12}$/.test(digits)) return BigInt(digits);
  return GROUPED.test(digits) ? BigInt(digits.replaceAll(',', '')) : undefined;
}

/** `0.01` → 10000n. Undefined for what is finer than an atomic unit or not a number. */
function atomic(digits: string, scale: string, unit: string): bigint | undefined {
  const [whole = '', fraction = ''] = digits.split('.');
  const units = wholeNumber(whole === '' ? '0' : whole);
  if (units === undefined || (whole === '' && fraction === '')) return undefined;
  const decimals = fraction.replace(/0+$/, '');
  if (unit.startsWith('atomic')) return decimals === '' ? units : undefined;
  const places = unit.startsWith('cent') || unit === '¢' ? ASSET_DECIMALS - 2 : ASSET_DECIMALS;
  if (decimals.length > places) return undefined;
  const base = units * 10n ** BigInt(places) + BigInt(decimals.padEnd(places, '0') || '0');
  return base * (scale === 'k' ? 1_000n : scale === 'm' ? 1_000_000n : 1n);
}
