/**
 * What the matches of a pattern can begin with, read off the pattern itself: the kind of the character before, and the
 * first six characters. Everything here is a necessary condition.
 */

/** What is told apart in a text: 26 letters in any case, and these. */
export const DIGIT_SYMBOL = 26;
export const BLANK_SYMBOL = 27;
const DOT = 28;
const DASH = 29;
const OTHER = 30;
const NON_ASCII = 31;

const symbolOf = (code: number): number => {
  if (code >= 128) return NON_ASCII;
  const letter = code | 32;
  if (letter >= 97 && letter <= 122) return letter - 97;
  if (code >= 48 && code <= 57) return DIGIT_SYMBOL;
  if (code === 32 || (code >= 9 && code <= 13)) return BLANK_SYMBOL;
  return code === 46 ? DOT : code === 45 ? DASH : OTHER;
};
const SYMBOL = Uint8Array.from({ length: 128 }, (_, code) => symbolOf(code));

/** Kinds of the character before a match, as bits. The beginning of a text counts as other. */
const AFTER_OTHER = 1;
const AFTER_LETTER = 2;
const AFTER_DIGIT = 4;
const AFTER_ANY = 7;
export const symbolKind = (symbol: number): number =>
  symbol < DIGIT_SYMBOL ? 1 : symbol === DIGIT_SYMBOL ? 2 : 0;

/** Characters that are told of all patterns at once, and those that are read. */
export const TRIPLE = 3;
export const PREFIX_LENGTH = 6;
type Length = typeof TRIPLE | typeof PREFIX_LENGTH;
export const ANY_SYMBOL = -1;
const WORD = (1 << (DIGIT_SYMBOL + 1)) - 1;

/** One way to begin: the symbols that each character may be, and what may stand before the first. */
export interface Prefix {
  readonly after: number;
  /** A word boundary stands before the first character, which is not known yet. */
  readonly boundary: boolean;
  readonly symbols: readonly number[];
}

const EMPTY: Prefix = { after: AFTER_ANY, boundary: false, symbols: [] };
const NOTHING: readonly Prefix[] = [EMPTY];
const unknown = (length: number): Prefix => ({
  ...EMPTY,
  symbols: new Array<number>(length).fill(ANY_SYMBOL),
});
/** More ways to begin than this say little, and more of six characters take long to read. */
const MOST_PREFIXES = { [TRIPLE]: 1_500, [PREFIX_LENGTH]: 200 } as const;

class Unreadable extends Error {}

/** Few are let stand twice: telling them apart costs more. */
const FEW = 32;

function distinct(prefixes: readonly Prefix[], length: Length): readonly Prefix[] {
  if (prefixes.length <= FEW) return prefixes;
  const kept = new Map(
    prefixes.map((prefix) => [`${prefix.after}${prefix.boundary}${prefix.symbols.join()}`, prefix]),
  );
  if (kept.size > MOST_PREFIXES[length]) throw new Unreadable();
  return [...kept.values()];
}

/** `first` and then what comes after it. */
function joined(first: Prefix, then: Prefix, length: number): Prefix[] {
  const symbols = [...first.symbols, ...then.symbols].slice(0, length);
  if (first.symbols.length > 0) return [{ ...first, symbols }];
  const after = first.after & then.after;
  const boundary = first.boundary || then.boundary;
  const [one, ...rest] = symbols;
  if (!first.boundary || one === undefined) return [{ after, boundary, symbols }];
  // Before a letter or digit, a boundary means that neither stands before; before anything else it means the opposite.
  return [
    { after: after & AFTER_OTHER, boundary: false, symbols: [one & WORD, ...rest] },
    { after, boundary: false, symbols: [one & ~WORD, ...rest] },
  ].filter((prefix) => prefix.symbols[0] !== 0 && prefix.after !== 0);
}

const concat = (first: readonly Prefix[], then: readonly Prefix[], length: Length): readonly Prefix[] =>
  distinct(
    first.flatMap((one) =>
      one.symbols.length === length ? [one] : then.flatMap((other) => joined(one, other, length)),
    ),
    length,
  );

function repeated(
  prefixes: readonly Prefix[],
  least: number,
  most: number,
  length: Length,
): readonly Prefix[] {
  let power: readonly Prefix[] = [EMPTY];
  let all: readonly Prefix[] = least === 0 ? power : [];
  for (let times = 1; times <= Math.min(most, length); times++) {
    power = concat(power, prefixes, length);
    if (times >= least || times === length) all = [...all, ...power];
  }
  return distinct(all, length);
}

/** ASCII characters that an atom of a pattern matches, and whether it may match others. */
interface Atom {
  readonly ascii: Uint8Array;
  readonly others: boolean;
}
const atoms = new Map<string, Atom>();

function atomOf(source: string, flags: string): Atom {
  const key = `${flags} ${source}`;
  const known = atoms.get(key);
  if (known) return known;
  const pattern = new RegExp(`^(?:${source})$`, flags);
  const ascii = Uint8Array.from({ length: 128 }, (_, code) =>
    Number(pattern.test(String.fromCharCode(code))),
  );
  const others =
    /[^ -~]|\\[pPsSDWux]|^\.$|^\[\^/.test(source) || pattern.test('\u017f') || pattern.test('\u212a');
  const atom = { ascii, others };
  atoms.set(key, atom);
  return atom;
}

/** Letters, digits and marks that stand for themselves. With `iu`, the long s and the Kelvin sign are an s and a k. */
const LITERAL = /^[ -~]$/;
const literals = new Map<string, readonly Prefix[]>();

function oneOf(source: string, flags: string): readonly Prefix[] {
  const key = `${flags} ${source}`;
  let prefixes = literals.get(key);
  if (!prefixes) {
    const plain = LITERAL.test(source) && source !== '.' && !(flags === 'iu' && /[sk]/i.test(source));
    prefixes = plain
      ? [{ ...EMPTY, symbols: [1 << symbolOf(source.charCodeAt(0))] }]
      : ofAtom(atomOf(source, flags), flags.includes('u'));
    literals.set(key, prefixes);
  }
  return prefixes;
}

function ofAtom({ ascii, others }: Atom, unicode: boolean): readonly Prefix[] {
  let symbols = 0;
  for (let code = 0; code < 128; code++) if (ascii[code] === 1) symbols |= 1 << SYMBOL[code]!;
  if (!others) return [{ ...EMPTY, symbols: [symbols] }];
  const far = 1 << NON_ASCII;
  const one = { ...EMPTY, symbols: [symbols | far] };
  // A character outside the basic plane is two units of a text.
  return unicode ? [one, { ...EMPTY, symbols: [far, far] }] : [one];
}

/** What may stand before a match when an atom may not. */
function notAfter({ ascii }: Atom): Prefix {
  const covers = (from: string, to: string): boolean =>
    ascii.subarray(from.charCodeAt(0), to.charCodeAt(0) + 1).every((held) => held === 1);
  const letters = covers('a', 'z') && covers('A', 'Z');
  const digits = covers('0', '9');
  return { ...EMPTY, after: AFTER_OTHER | (letters ? 0 : AFTER_LETTER) | (digits ? 0 : AFTER_DIGIT) };
}

const GROUP = /\((?:\?(?:[:=!]|<[=!]|<[a-z]\w*>))?/iy;
const ATOM =
  /\[\^?(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])|[^()|*+?{}[\]\\^$]|[{}\]](?![0-9])|[$^]/iuy;
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

/** Letters that stand for themselves, each once. With `iu` some stand for others, too. */
const LETTERS = /[A-Za-z]{2,}(?=[^*+?{A-Za-z]|$)|[A-Za-z]+(?=[A-Za-z][*+?{])/y;
const spelling = (letters: string): Prefix => ({
  ...EMPTY,
  symbols: Array.from(letters, (letter) => 1 << symbolOf(letter.charCodeAt(0))),
});

/** Reads a pattern from left to right; each method returns what its part can begin with. */
class Reader {
  private at = 0;
  /** Above 0 where it does not matter what is read. */
  private passing = 0;
  private readonly source: string;
  private readonly flags: string;
  private readonly length: Length;

  constructor({ source, ignoreCase, unicode }: RegExp, length: Length) {
    this.source = source;
    this.length = length;
    this.flags = `${ignoreCase ? 'i' : ''}${unicode ? 'u' : ''}`;
  }

  alternatives(): readonly Prefix[] {
    const all: Prefix[] = [...this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      all.push(...this.sequence());
    }
    return distinct(all, this.length);
  }

  private sequence(): readonly Prefix[] {
    let prefixes: readonly Prefix[] = [EMPTY];
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      // What comes after the first characters is read over.
      const passing = prefixes.every(({ symbols }) => symbols.length === this.length);
      const letters = this.flags === 'iu' ? undefined : this.take(LETTERS)?.[0];
      if (letters !== undefined) {
        if (this.passing === 0 && !passing)
          prefixes = concat(prefixes, [spelling(letters.slice(0, this.length))], this.length);
        continue;
      }
      if (passing) this.passing++;
      const part = this.part();
      if (passing) this.passing--;
      const [, mark, least, comma, most] = this.take(QUANTIFIER) ?? [];
      if (this.passing > 0 || passing) continue;
      const [from, to] =
        mark === undefined
          ? [Number(least ?? 1), comma && most === '' ? this.length : Number(most || least || 1)]
          : [mark === '+' ? 1 : 0, mark === '?' ? 1 : this.length];
      const times = from === 1 && to === 1 ? part : repeated(part, from, to, this.length);
      prefixes = concat(prefixes, times, this.length);
    }
    return prefixes;
  }

  private part(): readonly Prefix[] {
    const open = this.take(GROUP)?.[0];
    if (open) return this.group(open);
    const atom = this.take(ATOM)?.[0];
    if (atom === undefined) throw new Unreadable();
    if (this.passing > 0 || atom === '$' || atom === '^') return NOTHING;
    if (atom === '\\b') return [{ ...EMPTY, boundary: true }];
    if (atom === '\\B' || /^\\[1-9k]/.test(atom)) return [unknown(this.length)];
    return oneOf(atom, this.flags);
  }

  private group(open: string): readonly Prefix[] {
    const from = this.at;
    const around = ['(?<=', '(?<!', '(?=', '(?!'].includes(open);
    if (around) this.passing++;
    const inside = this.alternatives();
    if (around) this.passing--;
    const content = this.source.slice(from, this.at);
    if (this.source[this.at++] !== ')') throw new Unreadable();
    if (this.passing > 0) return NOTHING;
    if (!around) return inside;
    ATOM.lastIndex = 0;
    const excludes = open === '(?<!' && ATOM.exec(content)?.[0] === content;
    return excludes ? [notAfter(atomOf(content, this.flags))] : NOTHING;
  }

  private take(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.at;
    const match = token.exec(this.source);
    if (!match || match[0] === '') return undefined;
    this.at += match[0].length;
    return match;
  }
}

export const symbolsIn = (mask: number): number[] => {
  const symbols: number[] = [];
  for (let symbol = 0; symbol < 32; symbol++) if ((mask >>> symbol) & 1) symbols.push(symbol);
  return symbols;
};

/** Prefixes of six characters, or of three where those would be too many. */
export function prefixesOf(pattern: RegExp, length: Length): readonly Prefix[] {
  try {
    return new Reader(pattern, length).alternatives();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return length === PREFIX_LENGTH ? prefixesOf(pattern, TRIPLE) : [unknown(TRIPLE)];
  }
}

/** How many ways there are to begin with three symbols. */
export const triplesIn = (prefixes: readonly Prefix[]): number =>
  prefixes.reduce(
    (sum, { symbols }) =>
      sum + [0, 1, 2].reduce((product, i) => product * symbolsIn(symbols[i] ?? ANY_SYMBOL).length, 1),
    0,
  );

/** The symbol at a place; a blank past the end of a text. */
export const symbolAt = (text: string, at: number): number => {
  const code = at < text.length ? text.charCodeAt(at) : 32;
  return code < 128 ? SYMBOL[code]! : NON_ASCII;
};

/** Writes the symbols of a text, and blanks behind it for whoever looks at six from its last place on. */
export function writeSymbols(text: string, into: Uint8Array): void {
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    into[i] = code < 128 ? SYMBOL[code]! : NON_ASCII;
  }
  into.fill(BLANK_SYMBOL, length, length + PREFIX_LENGTH);
}
