import { type Numeral, numeralAt, ONE } from './numerals.ts';
import { type Token, wordAt as word } from './tokens.ts';
import { CALL_NOUNS, DOLLAR_UNITS, OTHER_MONEY, STOP_WORDS, singular } from './units.ts';

const LONGEST_NAME = 4;

/** The counted noun: the first plural, or the first name of a call, within a few words. */
export function nounAfter(
  tokens: readonly Token[],
  at: number,
  numeral: Numeral | undefined,
): { next: number; noun: string | null } {
  const one = numeral?.value === ONE;
  let last: number | null = null;
  for (let i = at; i < at + LONGEST_NAME + 1 && i < tokens.length; i += 1) {
    const { text, kind } = tokens[i]!;
    if (text === '-' && tokens[i]!.glued) continue;
    if (text === 'of' && i === at && numeral?.vague) continue;
    if (last !== null && numeralAt(tokens, i)) break;
    const attribute =
      /^(?:price|cost|work|bill)$/.test(text) && CALL_NOUNS.has(singular(word(tokens, i + 1)));
    if ((kind !== 'word' && kind !== 'opaque') || (STOP_WORDS.has(text) && !attribute)) break;
    if (DOLLAR_UNITS.has(text) || OTHER_MONEY.has(text)) break;
    const name = nameOf(tokens, i);
    const isCall = CALL_NOUNS.has(name);
    if ((name !== text || isCall) && !attribute) last = i;
    if (name !== text && (isCall || i > at)) break;
    if (isCall && one && !CALL_NOUNS.has(singular(word(tokens, i + 1)))) break;
  }
  if (last === null) return { next: at, noun: null };
  return { next: last + 1, noun: nameOf(tokens, last) };
}

/** "Look-ups" are lookups. */
const nameOf = (tokens: readonly Token[], at: number): string =>
  /^ups?$/.test(word(tokens, at)) && word(tokens, at - 1) === '-' && word(tokens, at - 2) === 'look'
    ? 'lookup'
    : singular(word(tokens, at));
