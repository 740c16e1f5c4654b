import { numberSaid } from '../../reading/quantities/numerals.ts';
import { NANO_PER_DOLLAR, type Nano, parseNano } from './amount.ts';
import type { Passage } from './lexicon.ts';
import {
  AFTER_CODE,
  AMOUNT,
  BARE_AMOUNT,
  BILLED_IN,
  DOLLARS,
  KEYED_AMOUNT,
  LONE_AMOUNT,
  OTHER_AMOUNT,
  OTHER_CURRENCY,
  PENCE,
  POUNDS,
  UNRATED,
} from './patterns.ts';
import { CURRENCIES, type CurrencyRow } from './tables/currencies.ts';

/** An amount as it is written, with the places where it begins and ends. */
interface Written {
  readonly nano: Nano;
  readonly start: number;
  readonly end: number;
  readonly currency?: CurrencyRow;
}

/** What amounts without a sign are in: dollars, one other currency, or nobody can say. */
export type Local = CurrencyRow | 'dollars' | undefined;

const SUB_DOLLAR = /^(?:US )?(?:c|¢|cts?|cents?|penny|pennies)$/iu;
const PARTS: Readonly<Record<string, bigint>> = { half: 2n, tenth: 10n, quarter: 4n };

export function writtenIn(text: string, local: Local): Written[] {
  const signed = [...inDollars(text, local), ...inKeys(text), ...inOthers(text)];
  if (local === undefined) return signed.sort((a, b) => a.start - b.start);
  const bare = [BARE_AMOUNT, ...(signed.length === 0 ? [LONE_AMOUNT] : [])].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      const end = match.index + match[0].lastIndexOf(match[1]!) + match[1]!.length;
      return { ...inLocal(parseNano(match[1]!) ?? 0n, local), start: end - match[1]!.length, end };
    }),
  );
  const free = bare.filter((one) => !signed.some(({ start, end }) => one.start < end && start < one.end));
  return [...signed, ...free].sort((a, b) => a.start - b.start);
}

/** Amounts with a sign or the word of dollars or cents: `cents` are those of the one currency that the text names. */
function inDollars(text: string, local: Local): Written[] {
  return [...text.matchAll(AMOUNT)].flatMap((match) => {
    const coin = match[5] ?? match[9] ?? '';
    const nano =
      match[8] === undefined
        ? parseNano(pointed(match[1] ?? match[3] ?? match[6] ?? ''), match[2] ?? match[4] ?? match[7] ?? '')
        : wordAmount(match[8]);
    if (match[10] !== undefined)
      return [{ nano: parseNano(match[10])! / 100n, start: match.index, end: match.index + match[0].length }];
    const isLocal = /^(?:cts?|cents?)$/iu.test(coin);
    if (nano === undefined || (isLocal && local === undefined)) return [];
    const [start, end] = [match.index, match.index + match[0].length];
    const much = SUB_DOLLAR.test(coin) ? nano / 100n : nano;
    return [{ ...(isLocal ? inLocal(much, local) : { nano: much }), start, end }];
  });
}

/** Amounts of a JSON description, whose key names dollars. */
const inKeys = (text: string): Written[] =>
  [...text.matchAll(KEYED_AMOUNT)].map((match) => {
    const end = match.index + match[0].length;
    return { nano: parseNano(match[1]!)!, start: end - match[1]!.length, end };
  });

const inLocal = (nano: Nano, local: Local): Pick<Written, 'nano' | 'currency'> =>
  local === undefined || local === 'dollars' ? { nano } : { nano: rated(nano, local), currency: local };
const rated = (nano: Nano, { dollars: rate }: CurrencyRow): Nano =>
  (nano * parseNano(rate)!) / NANO_PER_DOLLAR;

const COINS = CURRENCIES.map((row) => ({
  row,
  whole: new RegExp(`^(?:${row.signs}|${row.names})$`, 'iu'),
  part: row.cents ? new RegExp(`^(?:${row.cents})$`, 'iu') : undefined,
}));

function inOthers(text: string): Written[] {
  const amounts = [...text.matchAll(OTHER_AMOUNT)].flatMap((match) => {
    const word = match[1] ?? match[6]!;
    const coin = COINS.find(({ whole, part }) => whole.test(word) || part?.test(word));
    const nano = parseNano(pointed(match[2] ?? match[4]!), match[3] ?? match[5] ?? '');
    if (!coin || nano === undefined) return [];
    const much = coin.whole.test(word) ? nano : nano / 100n;
    const [start, end] = [match.index, match.index + match[0].length];
    if (coin.row.isTradeWord && !isMoney(word, text.slice(end, end + 16))) return [];
    return [{ nano: rated(much, coin.row), start, end, currency: coin.row }];
  });
  return [...amounts, ...inPence(text)];
}

const POUND = CURRENCIES.find(({ code }) => code === 'GBP')!;
function inPence(text: string): Written[] {
  if (!POUNDS.test(text)) return [];
  return [...text.matchAll(PENCE)].map((match) => ({
    nano: rated(parseNano(match[1]!)! / 100n, POUND),
    start: match.index,
    end: match.index + match[0].length,
    currency: POUND,
  }));
}

/** `CAD` is also a drawing, `INR` a blood test, and `rs` the end of a word. */
function isMoney(word: string, after: string): boolean {
  if (!/^[a-z]{2,3}\.?$/iu.test(word)) return true;
  return /^Rs\.?$/u.test(word) || (/^[A-Z]{3}$/u.test(word) && AFTER_CODE.test(after));
}

/** The first amount that is not in dollars, and whether there is a rate for it. */
export function foreignIn(text: string): { quote: string; isRated: boolean } | undefined {
  const [known] = inOthers(text).sort((a, b) => a.start - b.start);
  if (known) return { quote: text.slice(known.start, known.end), isRated: true };
  const unrated = UNRATED.exec(text);
  return unrated ? { quote: unrated[0], isRated: false } : undefined;
}

/** The one currency of a text: dollars where it names no other one, unknown where it names several. */
export function localOf(passages: readonly Passage[]): Local {
  const text = passages.map((one) => one.text).join('\n');
  const trade = tradeCodesOf(text);
  if (!OTHER_CURRENCY.test(text) && trade.size === 0) return 'dollars';
  if (DOLLARS.test(text)) return undefined;
  const named = CURRENCIES.filter(({ code, signs, names, isTradeWord }) =>
    isTradeWord
      ? trade.has(code)
      : new RegExp(`(?<![\\p{L}])(?:${signs}|${names})(?![\\p{L}])`, 'iu').test(text),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** Of the codes that are words of a trade: those that are money in this text. */
function tradeCodesOf(text: string): Set<string> {
  const beside = inOthers(text).flatMap(({ currency }) => (currency?.isTradeWord ? [currency.code] : []));
  const billed = [...text.matchAll(BILLED_IN)].map((match) => match[1]!);
  return new Set([...beside, ...billed.filter((code) => TRADE_WORDS.has(code))]);
}
const TRADE_WORDS = new Set(CURRENCIES.flatMap(({ code, isTradeWord }) => (isTradeWord ? [code] : [])));

/** `0,17` is written with a decimal comma. */
const pointed = (figure: string): string =>
  /^\d{1,4},\d{1,2}$|^0,\d{1,6}$/u.test(figure) ? figure.replace(',', '.') : figure;

function wordAmount(words: string): Nano | undefined {
  const low = words.toLowerCase();
  const part = Object.keys(PARTS).find((word) => low.includes(word));
  if (part) return NANO_PER_DOLLAR / PARTS[part]!;
  const count = numberSaid(low);
  return Number.isInteger(count) && count > 0 ? BigInt(count) * NANO_PER_DOLLAR : undefined;
}
