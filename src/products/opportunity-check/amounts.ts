import type { Meaning } from '../../reading/frames.ts';
import { IN_WORDS, numberSaid, oneOf } from '../../reading/quantities/numerals.ts';
import { MONTH_DAY } from '../../reading/shares.ts';
import type { View } from '../../reading/view.ts';

/** What a comparison of two stated prices says, and the clauses it was read from. */
export interface PriceComparison {
  readonly meaning: Meaning;
  readonly views: readonly View[];
  readonly whole: boolean;
}

const UNITS: Readonly<Record<string, number>> = {
  ...{
    cent: 0.01,
    cents: 0.01,
    c: 0.01,
    ct: 0.01,
    cts: 0.01,
    '¢': 0.01,
    penny: 0.01,
    pennies: 0.01,
    nickel: 0.05,
  },
  ...{ atomic: 1e-6, 'atomic usdc': 1e-6, 'micro usdc': 1e-6, microusdc: 1e-6, micros: 1e-6 },
  ...{
    dime: 0.1,
    usdc: 1,
    usd: 1,
    dollar: 1,
    dollars: 1,
    buck: 1,
    bucks: 1,
    'atomic units': 1e-6,
    units: 1e-6,
  },
};
const NUMBER = '([0-9][0-9,]*(?:\\.[0-9]+)?|\\.[0-9]+)(k|m)?';
const WORD_NUMBER = `(half an?|an? (?:quarter|tenth|hundredth) of an?|${IN_WORDS}|an?)`;
const UNIT = `(${oneOf(Object.keys(UNITS))})(?![a-z])`;
const AMOUNT = new RegExp(
  `(?:\\$|\\busdc?[ :=]) ?${NUMBER}|(?<![\\d.a-z:/-])${NUMBER} ?${UNIT}|\\b${WORD_NUMBER} (?:full |whole |single )?${UNIT}|(?<![\\d.a-z:/$%-])(0?\\.[0-9]+)(?![\\d%a-z]|\\.[0-9])`,
  'g',
);

interface Amount {
  readonly usd: number;
  readonly at: number;
}

/** Prices as the text writes them, in dollars. */
function amountsIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].slice(0, 6).map((match) => {
    const [, dollars, dollarScale, number, scale, unit, word, wordUnit, bare] = match;
    const times = (mark: string | undefined) => (mark === 'k' ? 1000 : mark === 'm' ? 1_000_000 : 1);
    const plain = (digits: string) => Number(digits.replaceAll(',', ''));
    if (dollars) return { usd: plain(dollars) * times(dollarScale), at: match.index };
    if (number) return { usd: plain(number) * times(scale) * UNITS[unit!]!, at: match.index };
    if (word) return { usd: numberSaid(word) * UNITS[wordUnit!]!, at: match.index };
    return { usd: Number(bare), at: match.index };
  });
}

/** The highest price that a text states, in dollars; null: none. */
export function highestPrice(raw: string): number | null {
  if (!MAY_COUNT.test(raw)) return null;
  const amounts = amountsIn(raw.replaceAll('_', ' '));
  return amounts.length === 0 ? null : Math.max(...amounts.map(({ usd }) => usd));
}

const BARE_NUMBER = new RegExp(
  `(?<![\\d.a-z:/$#%-])([0-9][0-9,]*(?:\\.[0-9]+)?|${IN_WORDS})(?!\\.?[\\d%:/a-z-])(?! ?(?:st|nd|rd|th|am|pm|ms|s|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times?|calls?|probes?|requests?|of)\\b)`,
  'g',
);

/** A number without a unit has that of the price before it: "one cent on Monday, now four". Two without any are atomic units. */
function withBare(text: string, amounts: readonly Amount[]): readonly Amount[] {
  if (amounts.length > 1) return amounts;
  const bare = [...text.replace(MONTH_DAY, (date) => ' '.repeat(date.length)).matchAll(BARE_NUMBER)].flatMap(
    (match) => {
      const value = numberSaid(match[1]!);
      const taken = amounts.some(({ at }) => Math.abs(at - match.index) < 2);
      return taken || value === 0 || value === 402 || (value >= 1900 && value <= 2100)
        ? []
        : [{ value, at: match.index }];
    },
  );
  const [known] = amounts;
  if (known && bare.length === 1) {
    const small = known.usd < 10 && bare[0]!.value >= 100;
    const unit = small ? 1e-6 : (UNITS[new RegExp(UNIT).exec(text.slice(known.at))?.[1] ?? 'usdc'] ?? 1);
    return [known, { usd: bare[0]!.value * unit, at: bare[0]!.at }].sort((a, b) => a.at - b.at);
  }
  if (!known && bare.length === 2 && bare.every(({ value }) => value >= 100))
    return bare.map(({ value, at }) => ({ usd: value * 1e-6, at }));
  return amounts;
}

const BEFORE =
  /->|=>|\b(?:sun|mon|tues|wednes|thurs|fri|satur)day\b|\b(?:was|were|before|recorded|earlier|previously|yesterday|last (?:week|month|time|year|quote)|used to|morning|formerly|at first|initially|originally|first|then|ago|from|old|cached)\b/;
const AFTER =
  /\b(?:now|today|currently|to|this (?:week|time|evening)|second|later|after|afternoon|noon|since|new|instead|live|next|wants?|asks?)\b/;
const PER_CALL = /(?:\bper|\ba|\/) ?(?:call|request|query|lookup)\b/;
const DECOY_USD = 1000;

/** A text without a digit or a number in words compares nothing, which one look settles. */
const MAY_COUNT = new RegExp(`[0-9]|\\b(?:${IN_WORDS}|half|an?)\\b`);

const wordsOf = (text: string, { clause: { tokens } }: View): string =>
  tokens.length === 0 ? '' : text.slice(tokens[0]!.from, tokens.at(-1)!.to);

/** Two prices in one text: listed and asked, or before and now. One price that nobody pays is a decoy. */
export function compareAmounts(raw: string, all: readonly View[]): PriceComparison | null {
  if (!MAY_COUNT.test(raw)) return null;
  const text = raw.replaceAll('_', ' ');
  const views = all.filter(({ modality }) => modality === 'asserted');
  const has = (...concepts: string[]) => views.some((view) => concepts.some((one) => view.concepts.has(one)));
  const asks = has('ASKS', 'DEMAND', 'CHALLENGE', 'C402');
  if (has('NOT_TRUE', 'WALLET', 'CAP', 'SHORT', 'SHORTFUNDS', 'CAPLOW') || views.length === 0) return null;
  // What is denied beside the numbers ("it isn't what it was: ...") leaves them as they are.
  if (views.some((view) => view.concepts.has('NOT') && /[0-9]/.test(wordsOf(text, view)))) return null;
  if (has('PAID') && (!asks || has('OUT_GOOD', 'OUT_BAD'))) return null;
  const timed = (BEFORE.test(text) && AFTER.test(text)) || /->|=>|→/.test(text);
  const about =
    timed ||
    PER_CALL.test(text) ||
    has('PRICE', 'CHALLENGE', 'C402', 'LISTING', 'ASKS', 'DEMAND', 'CHARGED', 'BILL');
  const listed = has('LISTING', 'ADVERTISED', 'OPENAPI') || (has('DOC') && has('CHALLENGE', 'C402'));
  const stated = amountsIn(text);
  const amounts = timed || (listed && asks) ? withBare(text, stated) : stated;
  if (!about || amounts.length === 0) return null;
  const say = (signal: string, state: Meaning['state']): PriceComparison => ({
    meaning: { signal, state },
    views,
    whole: views.every(({ unknown, concepts }) => unknown.length === 0 && !concepts.has('NOT')),
  });
  if (amounts.some(({ usd }) => usd >= DECOY_USD) && !has('MASS', 'REFUND'))
    return say('decoy_price', 'present');
  const [first, second] = amounts;
  if (amounts.length !== 2 || !first || !second) return null;
  const same = Math.abs(first.usd - second.usd) < 1e-9;
  if (listed && has('CHALLENGE', 'C402', 'ASKS', 'DEMAND', 'CHARGED', 'BILL', 'PRICE', 'HOST'))
    return say('price_matches_listing', same ? 'present' : 'absent');
  // Words of a rise or fall say it themselves.
  if (has('RISE', 'FALL', 'DEARER', 'CHEAPER')) return null;
  const [head, tail] = [text.slice(0, second.at), text.slice(second.at - 12)];
  if (!BEFORE.test(head) && !AFTER.test(tail) && !AFTER.test(text.slice(0, second.at).slice(-12)))
    return null;
  const between = text.slice(first.at, second.at);
  const nowFirst =
    /\b(?:used to|up from|down from|compared|versus|where it|where we|against)\b/.test(between) ||
    (/\b(?:now|today|currently)\b.*\b(?:noted|recorded|last|yesterday|earlier|before|was|were)\b/.test(
      between,
    ) &&
      !BEFORE.test(text.slice(0, first.at))) ||
    (/\b(?:now|today|currently)\b/.test(text.slice(0, first.at)) &&
      /\b(?:was|before|used to|yesterday|last|earlier|from|ago)\b/.test(text.slice(first.at)));
  const [old, current] = nowFirst ? [second.usd, first.usd] : [first.usd, second.usd];
  return say('price_drift_up', current > old ? 'present' : 'absent');
}
