/**
 * Where the matches of a pattern can begin, read off the pattern itself: the kind of the character before, and the first
 * six characters. One pass over a text then tells for all patterns at once where the first three stand, and the others are
 * looked at where a pattern is asked about. Everything here is a necessary condition: a pattern that cannot be read, or
 * that can begin almost anywhere, has no opening.
 */

/** What is told apart in a text: 26 letters in any case, and these. */
const DIGIT = 26;
const BLANK = 27;
const DOT = 28;
const DASH = 29;
const OTHER = 30;
const NON_ASCII = 31;

const symbolOf = (code: number): number => {
  if (code >= 128) return NON_ASCII;
  const letter = code | 32;
  if (letter >= 97 && letter <= 122) return letter - 97;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 32 || (code >= 9 && code <= 13)) return BLANK;
  return code === 46 ? DOT : code === 45 ? DASH : OTHER;
};
const SYMBOL = Uint8Array.from({ length: 128 }, (_, code) => symbolOf(code));

/** Kinds of the character before a match, as bits. The beginning of a text counts as other. */
const AFTER_OTHER = 1;
const AFTER_LETTER = 2;
const AFTER_DIGIT = 4;
const AFTER_ANY = 7;
const kindOf = (symbol: number): number => (symbol < DIGIT ? 1 : symbol === DIGIT ? 2 : 0);

/** Characters that are told of all patterns at once, and those that are read. */
const TRIPLE = 3;
const LENGTH = 6;
type Length = typeof TRIPLE | typeof LENGTH;
const ANY = -1;
const WORD = (1 << (DIGIT + 1)) - 1;

/** One way to begin: the symbols that each character may be, and what may stand before the first. */
interface Prefix {
  readonly after: number;
  /** A word boundary stands before the first character, which is not known yet. */
  readonly boundary: boolean;
  readonly symbols: readonly number[];
}

const EMPTY: Prefix = { after: AFTER_ANY, boundary: false, symbols: [] };
const NOTHING: readonly Prefix[] = [EMPTY];
const unknown = (length: number): Prefix => ({ ...EMPTY, symbols: new Array<number>(length).fill(ANY) });
/** More ways to begin than this say little, and more of six characters take long to read. */
const MOST_PREFIXES = { [TRIPLE]: 1_500, [LENGTH]: 200 } as const;

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

/** Number of an opening in the table. */
export type Opening = number;

const TRIPLES = 1 << 15;
/** For each kind of character before and each three symbols, the number of a set of openings. */
const TABLE = new Uint16Array(3 * TRIPLES);
const SETS: (readonly Opening[])[] = [[]];
const JOINS = new Map<number, number>();
/** The sets that an opening is in; made when first asked for, when all are known. */
const SETS_OF: (readonly number[] | undefined)[] = [];
let openings = 0;
const MOST_OPENINGS = 1_024;
/** To look at a place costs so much less than to try a pattern there. */
const MOST_LOOKED_AT = 8;
/** What can begin with more triples than this begins almost anywhere; so does what can begin within a number. */
const MOST_TRIPLES = TRIPLES / 16;
const WITHIN_NUMBER = 2 * TRIPLES + (DIGIT << 10) + (DIGIT << 5) + DIGIT;

const symbolsIn = (mask: number): number[] => {
  const symbols: number[] = [];
  for (let symbol = 0; symbol < 32; symbol++) if ((mask >>> symbol) & 1) symbols.push(symbol);
  return symbols;
};

/** The cells of prefixes, each once. */
function cellsOf(prefixes: readonly Prefix[]): number[] {
  const cells: number[] = [];
  for (const { after, symbols } of prefixes) {
    const [first, second, third] = Array.from({ length: TRIPLE }, (_, i) => symbolsIn(symbols[i] ?? ANY));
    for (let kind = 0; kind < 3; kind++) {
      if (((after >> kind) & 1) === 0) continue;
      for (const a of first!)
        for (const b of second!)
          for (const c of third!) cells.push(kind * TRIPLES + (a << 10) + (b << 5) + c);
    }
  }
  return [...new Set(cells)];
}

/** The set with one opening more. */
function joinedSet(set: number, opening: Opening): number {
  const key = set * MOST_OPENINGS + opening;
  const known = JOINS.get(key);
  if (known !== undefined) return known;
  const number = SETS.push([...SETS[set]!, opening]) - 1;
  JOINS.set(key, number);
  return number;
}

/** Prefixes of six characters, or of three where those would be too many. */
function prefixesOf(pattern: RegExp, length: Length = LENGTH): readonly Prefix[] {
  try {
    return new Reader(pattern, length).alternatives();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return length === LENGTH ? prefixesOf(pattern, TRIPLE) : [unknown(TRIPLE)];
  }
}

/**
 * What may follow the first three symbols of an opening: for each of the next three places a bit by the first three and
 * the one there, in as many places as make them nearly always tell. Undefined where beginnings are too many.
 */
export type Tails = Uint32Array;
const TAILS: (Tails | undefined)[] = [];
const MOST_WITH_TAILS = 512;
const TAIL_BITS = 2_048;
const TAIL_WORDS = TAIL_BITS >> 5;
const tailBit = (triple: number, symbol: number): number => (triple * 37 + symbol) & (TAIL_BITS - 1);

const triplesIn = (prefixes: readonly Prefix[]): number =>
  prefixes.reduce(
    (sum, { symbols }) =>
      sum + [0, 1, 2].reduce((product, i) => product * symbolsIn(symbols[i] ?? ANY).length, 1),
    0,
  );

function tailsOf(prefixes: readonly Prefix[]): Tails | undefined {
  if (triplesIn(prefixes) > MOST_WITH_TAILS) return undefined;
  const tails = new Uint32Array((LENGTH - TRIPLE) * TAIL_WORDS);
  for (const { symbols } of prefixes) {
    const [first, second, third, ...rest] = Array.from({ length: LENGTH }, (_, i) => symbolsIn(symbols[i] ?? ANY));
    for (const a of first!)
      for (const b of second!)
        for (const c of third!)
          for (const [place, held] of rest.entries())
            for (const symbol of held) {
              const bit = tailBit((a << 10) + (b << 5) + c, symbol);
              tails[place * TAIL_WORDS + (bit >> 5)]! |= 1 << (bit & 31);
            }
  }
  return tails;
}

const symbolAt = (text: string, at: number): number => {
  const code = at < text.length ? text.charCodeAt(at) : 32;
  return code < 128 ? SYMBOL[code]! : NON_ASCII;
};

/** What the first six characters of a match can be, of a pattern that is tried at places of its own. */
export const beginningOf = (pattern: RegExp): Tails | undefined => tailsOf(prefixesOf(pattern));

/** Whether the first six characters at a place can be those of a match: a look that is cheaper than the pattern. */
export function mayBeginAt(text: string, at: number, tails: Tails): boolean {
  const triple = (symbolAt(text, at) << 10) + (symbolAt(text, at + 1) << 5) + symbolAt(text, at + 2);
  for (let place = 0; place < LENGTH - TRIPLE; place++) {
    const bit = tailBit(triple, symbolAt(text, at + TRIPLE + place));
    if (((tails[place * TAIL_WORDS + (bit >> 5)]! >>> (bit & 31)) & 1) === 0) return false;
  }
  return true;
}

/** The opening of a pattern, entered into the table when a module loads; undefined when there is none worth looking for. */
export function openingOf(pattern: RegExp): Opening | undefined {
  const prefixes = prefixesOf(pattern);
  if (triplesIn(prefixes) > MOST_TRIPLES || openings === MOST_OPENINGS) return undefined;
  const cells = cellsOf(prefixes);
  if (cells.includes(WITHIN_NUMBER)) return undefined;
  const opening = openings++;
  TAILS[opening] = tailsOf(prefixes);
  SETS_OF.length = 0;
  for (const cell of cells) TABLE[cell] = joinedSet(TABLE[cell]!, opening);
  return opening;
}

/** Where the part of the table for what follows a symbol begins. */
const PART = Uint32Array.from({ length: 32 }, (_, symbol) => kindOf(symbol) * TRIPLES);

const NOWHERE = -1;
/**
 * What one text is read into, for all texts, as one is searched at a time: arrays as long as a text are dear to make, and
 * so many of them to collect that one call in forty stood still for it. Places of one set are a chain, in order.
 */
const room = {
  /** The next place of the same set, by place. */
  next: new Int32Array(1_024),
  /** By set: how many places, the first and the last of them. Counts are 0 where a text has none. */
  count: new Int32Array(0),
  first: new Int32Array(0),
  last: new Int32Array(0),
  /** 1 for each opening that stands somewhere. */
  held: new Uint8Array(MOST_OPENINGS),
  /** Answers. */
  places: new Int32Array(1_024),
};
/** The sets that the text has. */
let present: number[] = [];
/** Whose text the room holds, by number, so that no text is kept. */
let holder = 0;
let made = 0;

/** Empties the room, and makes it large enough. */
function makeRoom(length: number): void {
  for (const set of present) room.count[set] = 0;
  present = [];
  room.held.fill(0);
  if (length > room.next.length) room.next = new Int32Array(2 * length);
  if (SETS.length <= room.count.length) return;
  room.count = new Int32Array(SETS.length);
  room.first = new Int32Array(SETS.length);
  room.last = new Int32Array(SETS.length);
}

function setsOf(opening: Opening): readonly number[] {
  SETS_OF[opening] ??= SETS.flatMap((set, number) => (set.includes(opening) ? [number] : []));
  return SETS_OF[opening];
}

/** Where the openings of all patterns stand in one text. */
export class Beginnings {
  private readonly text: string;
  private readonly number = ++made;

  constructor(text: string) {
    this.text = text;
  }

  has(opening: Opening): boolean {
    this.read();
    return room.held[opening] === 1;
  }

  /** Where an opening stands, in order, until the next question; undefined when it stands in more than `most` places. */
  of(opening: Opening, most: number): Int32Array | undefined {
    this.read();
    const { count, first, next } = room;
    const sets = setsOf(opening);
    let size = 0;
    let chains = 0;
    for (let i = 0; i < sets.length; i++) {
      const places = count[sets[i]!]!;
      size += places;
      if (places > 0) chains++;
    }
    const tails = TAILS[opening];
    if (size > (tails === undefined ? most : MOST_LOOKED_AT * most)) return undefined;
    if (size > room.places.length) room.places = new Int32Array(2 * size);
    let filled = 0;
    for (let i = 0; i < sets.length; i++)
      if (count[sets[i]!]! > 0)
        for (let at = first[sets[i]!]!; at !== NOWHERE; at = next[at]!)
          if (tails === undefined || mayBeginAt(this.text, at, tails)) room.places[filled++] = at;
    if (filled > most) return undefined;
    const places = room.places.subarray(0, filled);
    return chains > 1 ? places.sort() : places;
  }

  /** Fills the room with this text, unless it holds it. */
  private read(): void {
    if (holder === this.number) return;
    holder = this.number;
    const { text } = this;
    const { length } = text;
    makeRoom(length);
    const { next, count, first, last, held } = room;
    let triple = (BLANK << 5) | BLANK;
    // Parts of the table for the characters before the third last, before the second last, and before the last.
    let part = 0;
    let following = 0;
    let newest = 0;
    for (let i = 0; i < length + 2; i++) {
      const code = i < length ? text.charCodeAt(i) : 32;
      const symbol = code < 128 ? SYMBOL[code]! : NON_ASCII;
      triple = ((triple << 5) | symbol) & (TRIPLES - 1);
      const set = TABLE[part + triple]!;
      part = following;
      following = newest;
      newest = PART[symbol]!;
      if (set === 0 || i < 2) continue;
      const at = i - 2;
      next[at] = NOWHERE;
      if (count[set]!++ > 0) next[last[set]!] = at;
      else {
        first[set] = at;
        present.push(set);
      }
      last[set] = at;
    }
    for (const set of present) for (const opening of SETS[set]!) held[opening] = 1;
  }
}
