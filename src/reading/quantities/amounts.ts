import { numeralAt, ONE } from './numerals.ts';
import { type Token, wordAt as word } from './tokens.ts';
import { ATOMIC, DOLLAR_UNITS } from './units.ts';

/** The unit that makes the number before it dollars, with the worth of one. */
export function moneyUnit(tokens: readonly Token[], at: number): { worth: bigint; next: number } | undefined {
  const texts = [0, 1, 2, 3].map((ahead) => word(tokens, at + ahead));
  const line = texts.join(' ');
  const atomic =
    /^(?:(?:usdc? )?(?:atomic|base|minimal|smallest)(?: usdc?)?(?: units?)?(?: (?:of )?usdc?)?|micro ?-? ?(?:usdc?|dollars?)|micro(?:usdc?|dollars?))/.exec(
      line,
    );
  if (texts[0] === '(') return inBrackets(tokens, at);
  if (atomic && atomic[0] !== '') return { worth: ATOMIC, next: at + atomic[0].split(' ').length };
  if (texts[0] === 'us' && DOLLAR_UNITS.has(texts[1]!))
    return { worth: DOLLAR_UNITS.get(texts[1]!)!, next: at + 2 };
  if (/^(?:american|usd|usdc) (?:cents?|dollars?)/.test(line))
    return { worth: DOLLAR_UNITS.get(texts[1]!)!, next: at + 2 };
  if (texts[0] === 'c' && tokens[at]!.glued) return { worth: ONE / 100n, next: at + 1 };
  if (texts[0] === '$' && tokens[at]!.glued && tokens[at - 1]?.kind === 'number')
    return { worth: ONE, next: at + 1 };
  const worth = DOLLAR_UNITS.get(texts[0]!);
  if (worth === undefined) return undefined;
  if (texts[1] === '.' && texts[2] === 'e' && texts[0] === 'usdc') return { worth, next: at + 3 };
  return { worth, next: /^(?:of|in)$/.test(texts[1]!) && /^usdc?$/.test(texts[2]!) ? at + 3 : at + 1 };
}

/** "5000 (USDC atomic units, 6 decimals)". */
function inBrackets(tokens: readonly Token[], at: number): { worth: bigint; next: number } | undefined {
  const unit = moneyUnit(tokens, at + 1);
  const close = tokens.findIndex(({ text }, i) => i > at && text === ')');
  return unit?.worth === ATOMIC && close > at && close < at + 12
    ? { worth: ATOMIC, next: close + 1 }
    : undefined;
}

/** "3-5 cents", "3 to 5 cents", "$1 - $2", and "between 3 and 5" where the first number follows "between". */
export function rangeAfter(
  tokens: readonly Token[],
  at: number,
  money: boolean,
): { value: bigint; next: number } | undefined {
  const joins = word(tokens, at);
  const between = joins === 'and' && betweenBefore(tokens, at);
  if (joins !== '-' && joins !== 'to' && joins !== '~' && !between) return undefined;
  const symbol = money && /^(?:\$|usdc?|€|£)$/.test(word(tokens, at + 1)) ? 1 : 0;
  if (money && symbol === 0 && joins === 'to' && tokens[at + 1]?.kind !== 'number') return undefined;
  const numeral = numeralAt(tokens, at + 1 + symbol);
  return numeral && !numeral.vague ? { value: numeral.value, next: numeral.next } : undefined;
}

const betweenBefore = (tokens: readonly Token[], at: number): boolean =>
  [2, 3, 4, 5].some((back) => word(tokens, at - back) === 'between');
