import { type Token, tokensOf } from './tokens.ts';

/** Numbers are whole trillionths, so that a tenth of a cent over a thousand calls stays exact. */
export const ONE = 1_000_000_000_000n;
const DECIMALS = 12;

/** A number as written, over the tokens from `first` up to `next`. */
export interface Numeral {
  readonly value: bigint;
  readonly first: number;
  readonly next: number;
  /** "a couple", "a few": no number that could be reckoned with. */
  readonly vague: boolean;
  /** Written in digits or words of its own, not as an article ("a dollar"). */
  readonly article: boolean;
}

const SMALL: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, i) => [word, i]),
);
/** With the commonest slip. */
const TENS: Readonly<Record<string, number>> = {
  ...{ twenty: 20, thirty: 30, forty: 40, fourty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80 },
  ninety: 90,
};
const SCALES: Readonly<Record<string, bigint>> = {
  ...{ hundred: 100n, thousand: 1_000n, million: 1_000_000n, billion: 1_000_000_000n },
  ...{ hundreds: 100n, thousands: 1_000n, millions: 1_000_000n, billions: 1_000_000_000n },
  ...{ dozen: 12n, dozens: 12n },
};
const SHORT_SCALES: Readonly<Record<string, bigint>> = {
  ...{ k: 1_000n, m: 1_000_000n, mm: 1_000_000n, mn: 1_000_000n, mio: 1_000_000n },
  ...{ b: 1_000_000_000n, bn: 1_000_000_000n },
};
const FRACTIONS: Readonly<Record<string, bigint>> = {
  ...{ half: 2n, third: 3n, quarter: 4n, fifth: 5n, tenth: 10n, hundredth: 100n, thousandth: 1_000n },
  ...{ thirds: 3n, quarters: 4n, fifths: 5n, tenths: 10n, hundredths: 100n, thousandths: 1_000n },
};
const VAGUE = new Set(['couple', 'few', 'several', 'handful']);
const MORE_THAN_ONE: Readonly<Record<string, bigint>> = { couple: 2n, several: 4n };
const ARTICLES = new Set(['a', 'an']);

const own = <T>(table: Readonly<Record<string, T>>, word: string | undefined): T | undefined =>
  word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;

/** Words that a number can start with: most words of a text are none. */
const STARTS: ReadonlySet<string> = new Set([
  ...[SMALL, TENS, SCALES, FRACTIONS].flatMap((table) => Object.keys(table)),
  ...[...VAGUE, ...ARTICLES],
]);

/** The number that starts at a token, if one does. The longest reading wins: "two hundred and fifty" is one number. */
export function numeralAt(tokens: readonly Token[], first: number): Numeral | undefined {
  const start = tokens[first];
  if (!start || (start.kind !== 'number' && !STARTS.has(start.text))) return undefined;
  const found =
    fractionAt(tokens, first) ?? vagueAt(tokens, first) ?? digitsAt(tokens, first) ?? wordsAt(tokens, first);
  return found && saidTwice(tokens, found);
}

/** "Fifty (50)": once in words and once in digits. */
function saidTwice(tokens: readonly Token[], found: Numeral): Numeral {
  const [open, again, close] = [0, 1, 2].map((ahead) => tokens[found.next + ahead]);
  if (open?.text !== '(' || close?.text !== ')' || again?.kind !== 'number') return found;
  return digits(again.text) === found.value ? { ...found, next: found.next + 3 } : found;
}

const numeral = (value: bigint, first: number, next: number, extra: Partial<Numeral> = {}): Numeral => ({
  ...{ value, first, next, vague: false, article: false },
  ...extra,
});

/** "half a cent", "a tenth of a cent", "three quarters of a cent", "1/10 of a cent". */
function fractionAt(tokens: readonly Token[], first: number): Numeral | undefined {
  const word = (i: number) => tokens[i]?.text;
  const slash =
    word(first + 1) === '/' && tokens[first]?.kind === 'number' && tokens[first + 2]?.kind === 'number';
  if (slash && isFractionOf(tokens, first + 3)) {
    const [top, bottom] = [digits(word(first)!), digits(word(first + 2)!)];
    if (!top || !bottom) return undefined;
    return numeral((top * ONE) / bottom, first, afterOf(tokens, first + 3));
  }
  const counted = own(SMALL, word(first)) ?? (ARTICLES.has(word(first) ?? '') ? 1 : undefined);
  const at = counted === undefined ? first : word(first + 1) === '-' ? first + 2 : first + 1;
  const part = own(FRACTIONS, word(at));
  if (!part || !isFractionOf(tokens, at + 1)) return undefined;
  const next = afterOf(tokens, at + 1);
  const scale = own(SCALES, word(next)) ?? 1n;
  return numeral((BigInt(counted ?? 1) * ONE * scale) / part, first, scale > 1n ? next + 1 : next);
}

const isFractionOf = (tokens: readonly Token[], at: number): boolean =>
  afterOf(tokens, at) > at ||
  /^(?:cents?|pennies|penny|dollars?|usdc?|bucks?|dozen|million|thousand)$/.test(tokens[at]?.text ?? '');

/** Past "of a", "a", "of one": up to what the fraction is of. */
function afterOf(tokens: readonly Token[], at: number): number {
  let next = at;
  if (tokens[next]?.text === '-') next += 1;
  if (tokens[next]?.text === 'of') next += 1;
  if (/^(?:an?|one|1)$/.test(tokens[next]?.text ?? '')) next += 1;
  return next;
}

function vagueAt(tokens: readonly Token[], first: number): Numeral | undefined {
  const at = ARTICLES.has(tokens[first]?.text ?? '') ? first + 1 : first;
  const word = tokens[at]?.text ?? '';
  const plural = own(SCALES, word) !== undefined && word.endsWith('s');
  if (!VAGUE.has(word) && !plural) return undefined;
  let next = at + 1;
  let value = plural ? SCALES[word]! : (MORE_THAN_ONE[word] ?? 3n);
  while (tokens[next]?.text === 'of' || own(SCALES, tokens[next]?.text)) {
    value *= own(SCALES, tokens[next]?.text) ?? 1n;
    next += 1;
  }
  return numeral(value * ONE, first, next, { vague: true });
}

function digitsAt(tokens: readonly Token[], first: number): Numeral | undefined {
  const token = tokens[first];
  if (token?.kind !== 'number') return undefined;
  let value = digits(token.text);
  let next = first + 1;
  if (value === undefined) return undefined;
  while (tokens[next]?.text === '000' && !tokens[next]!.glued && /^[0-9]{1,3}$/.test(tokens[first]!.text)) {
    value *= 1_000n;
    next += 1;
  }
  const glued = tokens[next]?.glued ? own(SHORT_SCALES, tokens[next]?.text) : undefined;
  const spaced = tokens[next]?.text === 'k' ? 1_000n : undefined;
  const scale = glued ?? spaced ?? scaleWord(tokens, next);
  if (scale) return numeral(value * scale, first, next + 1);
  return andHalf(tokens, next) ? withHalf(tokens, value, first, next) : numeral(value, first, next);
}

const scaleWord = (tokens: readonly Token[], at: number): bigint | undefined => {
  const word = tokens[at]?.text;
  return word === 'grand' ? undefined : own(SCALES, word);
};

const andHalf = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'and' && tokens[at + 1]?.text === 'a' && tokens[at + 2]?.text === 'half';

/** "Two and a half", "two and a half thousand". */
function withHalf(tokens: readonly Token[], value: bigint, first: number, at: number): Numeral {
  const scale = scaleWord(tokens, at + 3);
  return numeral((value + ONE / 2n) * (scale ?? 1n), first, at + (scale ? 4 : 3));
}

/** Cardinals in words: "fifty", "twenty-five", "two hundred and fifty", "a thousand", "a dozen". */
function wordsAt(tokens: readonly Token[], first: number): Numeral | undefined {
  const article = ARTICLES.has(tokens[first]?.text ?? '');
  let at = article ? first + 1 : first;
  let [total, group, seen] = [0n, article ? 1n : 0n, false];
  for (;;) {
    const word = tokens[at]?.text;
    const small = own(SMALL, word) ?? own(TENS, word);
    const scale = own(SCALES, word);
    if (small !== undefined && !(article && !seen)) {
      if (seen && group > 0n && !fits(group, small)) break;
      group += BigInt(small);
    } else if (scale !== undefined && (group > 0n || seen || isMoney(tokens, at + 1))) {
      if (scale >= 1_000n) {
        total += (group || 1n) * scale;
        group = 0n;
      } else group = (group || 1n) * scale;
    } else break;
    seen = true;
    at = joint(tokens, at + 1);
  }
  if (!seen) return undefined;
  while (at > first && /^(?:-|and)$/.test(tokens[at - 1]!.text)) at -= 1;
  const point = decimalsAt(tokens, at);
  if (point) return numeral((total + group) * ONE + point.value, first, point.next);
  const value = (total + group) * ONE;
  return andHalf(tokens, at) ? withHalf(tokens, value, first, at) : numeral(value, first, at);
}

/** "Zero point two", "one point two five": digits in words behind a point. */
function decimalsAt(tokens: readonly Token[], at: number): { value: bigint; next: number } | undefined {
  if (tokens[at]?.text !== 'point') return undefined;
  let [value, worth, next] = [0n, ONE, at + 1];
  for (
    let digit = own(SMALL, tokens[next]?.text);
    digit !== undefined && digit < 10;
    digit = own(SMALL, tokens[next]?.text)
  ) {
    worth /= 10n;
    value += BigInt(digit) * worth;
    next += 1;
  }
  return next > at + 1 ? { value, next } : undefined;
}

/** "hundred bucks" needs no article. */
const isMoney = (tokens: readonly Token[], at: number): boolean =>
  /^(?:dollars?|bucks?|usdc?|cents?)$/.test(tokens[at]?.text ?? '');

/** "twenty" takes a "five", "hundred" a "fifty", but "five" takes no "ten". */
const fits = (group: bigint, small: number): boolean =>
  small < 10 ? (group % 100n >= 20n ? group % 10n === 0n : group % 100n === 0n) : group % 100n === 0n;

/** Past a hyphen or an "and" that holds a number together. */
function joint(tokens: readonly Token[], at: number): number {
  const word = tokens[at]?.text;
  if (word !== '-' && word !== 'and') return at;
  const next = tokens[at + 1]?.text;
  const holds = own(SMALL, next) !== undefined || own(TENS, next) !== undefined;
  const hundredBefore = own(SCALES, tokens[at - 1]?.text) !== undefined;
  if (word === '-') return holds && tokens[at]!.glued && tokens[at + 1]!.glued ? at + 1 : at;
  return holds && hundredBefore ? at + 1 : at;
}

const GROUPED = /^[0-9]{1,3}(?:,[0-9]{3}){1,4}(?:\.[0-9]+)?$/;
const EUROPEAN = /^[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{1,2}$/;
const PLAIN = /^[0-9]{0,15}(?:\.[0-9]{1,12})?$/;
const COMMA_DECIMAL = /^(?:0,[0-9]{1,6}|[1-9][0-9]{0,8},[0-9]{1,2})$/;

/** `0.01` in trillionths. Undefined for what is finer, larger or grouped in no known way. */
function digits(text: string): bigint | undefined {
  if (EUROPEAN.test(text)) return digits(text.replaceAll('.', '').replace(',', '.'));
  const plain = GROUPED.test(text)
    ? text.replaceAll(',', '')
    : COMMA_DECIMAL.test(text)
      ? text.replace(',', '.')
      : text;
  if (!PLAIN.test(plain)) return undefined;
  const [whole = '', fraction = ''] = plain.split('.');
  return BigInt(whole || '0') * ONE + BigInt(fraction.padEnd(DECIMALS, '0'));
}

/** One of some words, the longest first, for a pattern. */
export const oneOf = (words: Iterable<string>): string =>
  [...words].sort((a, b) => b.length - a.length).join('|');

const UNIT = oneOf(Object.keys(SMALL).slice(1, 10));
const UPTO_HUNDRED = `(?:${oneOf(Object.keys(TENS))})(?:[- ]?(?:${UNIT})\\b)?|${oneOf(Object.keys(SMALL))}`;
const SCALE = oneOf(Object.keys(SCALES).filter((word) => !word.endsWith('s')));
/** A number in words as a part of a pattern: "forty", "twenty-five", "a hundred", "two hundred and fifty thousand". */
export const IN_WORDS = `(?:(?:an? |(?:${UPTO_HUNDRED})[ -])?(?:${SCALE})(?:[ -](?:and )?(?:${UPTO_HUNDRED}|${SCALE})\\b)*|${UPTO_HUNDRED})`;

/** The number that a text is, in digits or words: "1,200", "twenty-five", "a hundred", "half a". NaN: it is none. */
export function numberSaid(text: string): number {
  const alone = ALONE[text];
  if (alone !== undefined) return alone;
  // A comma behind it is none of its own.
  const said = text.replace(/,+$/, '').replace(SLIP, '$1-$2');
  const tokens = tokensOf(SCALE_FIRST.test(said) ? `one ${said}` : said);
  const found = numeralAt(tokens, 0);
  return found && found.next === tokens.length ? Number(found.value) / Number(ONE) : Number.NaN;
}

/** "A call", "half of them". */
const ALONE: Readonly<Record<string, number>> = { a: 1, an: 1, half: 0.5 };
/** "Hundred calls" */
const SCALE_FIRST = new RegExp(`^(?:${SCALE})\\b`);
/** "twentyfive" */
const SLIP = new RegExp(`^(${oneOf(Object.keys(TENS))})(${UNIT})\\b`);
