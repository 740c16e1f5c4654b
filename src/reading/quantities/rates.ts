import { type Numeral, numeralAt, ONE } from './numerals.ts';
import type { Rate, Read } from './quantity.ts';
import { type Token, wordAt as word } from './tokens.ts';
import { CALL_NOUNS, MEASURES, PERIODS, STOP_WORDS, singular } from './units.ts';

/** The rate behind money: "per call", "/call", "each", "a pop", "per 1,000", "for every 10k lookups". */
export function withRate(tokens: readonly Token[], read: Read): Read {
  const rate = rateAt(tokens, read.next);
  return rate ? { ...read, per: rate.per, next: rate.next } : read;
}

const EACH = /^(?:each|apiece|ea)$/;

function rateAt(tokens: readonly Token[], at: number): { per: Rate; next: number } | undefined {
  const joins = word(tokens, at);
  if (EACH.test(joins)) return eachRate(tokens, at);
  if (/^(?:monthly|yearly|annually|weekly|daily|hourly)$/.test(joins))
    return { per: { count: ONE, over: 'period', noun: joins }, next: at + 1 };
  if (joins === 'for' && EACH.test(word(tokens, at + 1))) return eachRate(tokens, at + 1);
  const each = joins === 'for' && /^(?:each|every|one|a|an|1|any)$/.test(word(tokens, at + 1));
  if (!/^(?:\/|per|pro|a|an|every|for)$/.test(joins) || (joins === 'for' && !each)) return undefined;
  return rateOver(tokens, each && !isOne(tokens, at + 1) ? at + 2 : at + 1, joins);
}

const isOne = (tokens: readonly Token[], at: number): boolean => /^(?:one|1)$/.test(word(tokens, at));

function eachRate(tokens: readonly Token[], at: number): { per: Rate; next: number } {
  const noun = singular(word(tokens, at + 1));
  const named = CALL_NOUNS.has(noun) || PERIODS.has(noun);
  const over = PERIODS.has(noun) && !CALL_NOUNS.has(noun) ? 'period' : 'call';
  return { per: { count: ONE, over, noun: named ? noun : null }, next: named ? at + 2 : at + 1 };
}

function rateOver(
  tokens: readonly Token[],
  at: number,
  joins: string,
): { per: Rate; next: number } | undefined {
  const slashed = joins === '/' || joins === 'per' || joins === 'pro' || joins === 'every' || joins === 'for';
  const numeral = slashed ? (numeralAt(tokens, at) ?? scaleAlone(tokens, at)) : undefined;
  const nounFrom = numeral?.next ?? at;
  const count = numeral?.value ?? ONE;
  if (count === 0n || numeral?.vague) return undefined;
  const found = rateNoun(tokens, nounFrom);
  const name = found && /^[:=]$/.test(word(tokens, found.next)) ? undefined : found;
  if (name) return { per: { count, over: overOf(name.noun), noun: name.noun }, next: name.next };
  return numeral && (count > ONE || joins === 'for')
    ? { per: { count, over: 'call', noun: null }, next: numeral.next }
    : undefined;
}

/** "per thousand", "per million calls". */
function scaleAlone(tokens: readonly Token[], at: number): Numeral | undefined {
  const scale = { hundred: 100n, thousand: 1_000n, million: 1_000_000n, k: 1_000n, dozen: 12n }[
    word(tokens, at)
  ];
  return scale ? { value: scale * ONE, first: at, next: at + 1, vague: false, article: false } : undefined;
}

function rateNoun(tokens: readonly Token[], at: number): { noun: string; next: number } | undefined {
  for (let i = at; i < at + 4 && i < tokens.length; i += 1) {
    const { text, kind } = tokens[i]!;
    if (text === '-') continue;
    if (kind !== 'word' || text === 'lot' || (STOP_WORDS.has(text) && text !== 'go')) break;
    const noun = singular(text);
    const follows = tokens[i + 1];
    const ends = follows?.kind !== 'word' || STOP_WORDS.has(follows.text);
    if (
      PERIODS.has(text) ||
      MEASURES.has(noun) ||
      CALL_NOUNS.has(noun) ||
      text === 'pop' ||
      ends ||
      i === at + 2
    )
      return { noun: text === 'pop' ? 'call' : noun, next: i + 1 };
  }
  return undefined;
}

const overOf = (noun: string): Rate['over'] => {
  if (PERIODS.has(noun)) return 'period';
  return MEASURES.has(noun) ? 'measure' : 'call';
};
