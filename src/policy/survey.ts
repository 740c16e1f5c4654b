import { Beginnings, type Opening } from './openings.ts';

/**
 * One pass over a text that tells what it can hold: which rows need to be tried, and where they can begin. Everything
 * here is a necessary condition, so leaving a row untried never loses a finding.
 */
export interface Survey {
  readonly text: string;
  /** True when every character is ASCII, or stands for redacted text. */
  readonly ascii: boolean;
  /** Length of the longest run of ASCII letters and digits. */
  readonly longestRun: number;
  /** Most digits in one chain: digits with at most three characters between them, none of them a letter. */
  readonly longestChain: number;
  /** Most one-character and two-character runs in a row, each one character apart. */
  readonly singles: number;
  readonly pairs: number;
  /** Whether the text holds one of these lower-case literals, in any case. */
  readonly holdsAny: (hints: Hints) => boolean;
  /** Where an opening stands, in order. */
  readonly startsOf: (opening: Opening) => readonly number[];
  /** Where runs of at least `least` letters and digits begin (`least` is 8 or more). */
  readonly runStarts: (least: number) => readonly number[];
  /**
   * Where runs of digits begin, of one of `lengths` and with one of `digits` if given, after which the chain holds at
   * least `least` digits.
   */
  readonly digitStarts: (least: number, lengths?: readonly number[], digits?: string) => readonly number[];
  /** Where the name before an `@` can begin: no letter or digit before it, neither a blank nor another `@` in it. */
  readonly mailboxStarts: () => readonly number[];
}

/** Literals that rows look for, by their number in the list of all. Made when modules load, and never after. */
export type Hints = Uint16Array;

const LITERALS: string[] = [];
const NUMBERS = new Map<string, number>();
/** Places for the first three and the first four characters of literals: a chain of numbers begins at each. */
const PLACES = 1 << 16;
const FIRST = new Int16Array(PLACES).fill(-1);
const NEXT: number[] = [];
/** Literals of one or two characters have no place: they are always looked for. */
const SHORT: number[] = [];

const place = (a: number, b: number, c: number, d: number): number =>
  (a * 29_791 + b * 961 + c * 31 + d) & (PLACES - 1);

function numberOf(literal: string): number {
  const known = NUMBERS.get(literal);
  if (known !== undefined) return known;
  const number = LITERALS.push(literal) - 1;
  NUMBERS.set(literal, number);
  NEXT.push(-1);
  if (literal.length < 3) SHORT.push(number);
  else {
    const fourth = literal.length > 3 ? literal.charCodeAt(3) : 0;
    const at = place(literal.charCodeAt(0), literal.charCodeAt(1), literal.charCodeAt(2), fourth);
    NEXT[number] = FIRST[at]!;
    FIRST[at] = number;
  }
  return number;
}

export const hintsOf = (literals: readonly string[]): Hints => Uint16Array.from(literals, numberOf);

/** What is known about a literal in a text. */
const ABSENT = 0;
const POSSIBLE = 1;
const PRESENT = 2;

/** Which literals a text can hold, from one pass over it; each is looked for once at most, when a row asks. */
class Literals {
  readonly lower: string;
  readonly state = new Uint8Array(LITERALS.length);

  constructor(text: string) {
    const lower = text.toLowerCase();
    this.lower = lower;
    for (const number of SHORT) this.state[number] = POSSIBLE;
    let b = 0;
    let c = lower.charCodeAt(0);
    let d = lower.charCodeAt(1);
    for (let i = 2; i <= lower.length; i++) {
      const a = b;
      b = c;
      c = d;
      d = i < lower.length ? lower.charCodeAt(i) : 0;
      this.mark(FIRST[place(a, b, c, d)]!);
      if (d !== 0) this.mark(FIRST[place(b, c, d, 0)]!);
    }
  }

  private mark(first: number): void {
    for (let number = first; number >= 0; number = NEXT[number]!) this.state[number] = POSSIBLE;
  }

  holdsAny(hints: Hints): boolean {
    for (const number of hints) {
      let state = this.state[number]!;
      if (state === POSSIBLE) {
        state = this.lower.includes(LITERALS[number]!) ? PRESENT : ABSENT;
        this.state[number] = state;
      }
      if (state === PRESENT) return true;
    }
    return false;
  }
}

/** Stands for redacted text while scanning. Private use, so nobody types it; what a caller has of it becomes blanks. */
export const MASK = '\ue000';
const MASK_CODE = MASK.charCodeAt(0);

/** Kinds of ASCII characters: 0 other, 1 letter, 2 digit. */
const KIND = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 48 && code <= 57 ? 2 : (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? 1 : 0,
);
/** Shortest run whose beginning is kept. */
const KEPT_RUN = 8;
/** Furthest that two digits of a chain are apart. */
const CHAIN_GAP = 3;

/** Runs of letters and digits, and chains of digits. */
class Runs {
  longest = 0;
  longestChain = 0;
  singles = 0;
  pairs = 0;
  ascii = true;
  readonly starts: number[] = [];
  readonly lengths: number[] = [];
  /** Of each run of digits: where it begins and ends, its chain, and how many digits of the chain come before it. */
  readonly digitStarts: number[] = [];
  readonly digitLengths: number[] = [];
  readonly chainOf: number[] = [];
  readonly digitsBefore: number[] = [];
  readonly chainDigits: number[] = [];

  constructor(text: string) {
    const length = text.length;
    let runStart = -1;
    let lastRunEnd = -9;
    let singles = 0;
    let pairs = 0;
    let chain = -1;
    let digits = 0;
    let lastDigit = -9;
    let letterSince = true;
    let before = 0;
    for (let i = 0; i <= length; i++) {
      const code = i < length ? text.charCodeAt(i) : 32;
      if (code >= 128 && code !== MASK_CODE) this.ascii = false;
      const kind = code < 128 ? KIND[code]! : 0;
      if (kind === 2) {
        if (before !== 2) {
          if (letterSince || i - lastDigit - 1 > CHAIN_GAP) {
            if (digits > this.longestChain) this.longestChain = digits;
            digits = 0;
            this.chainDigits.push(0);
            chain++;
          }
          this.digitStarts.push(i);
          this.digitLengths.push(0);
          this.chainOf.push(chain);
          this.digitsBefore.push(digits);
        }
        digits++;
        this.chainDigits[chain] = digits;
        this.digitLengths[this.digitLengths.length - 1]!++;
        lastDigit = i;
        letterSince = false;
      } else if (kind === 1) letterSince = true;
      if (kind !== 0) {
        if (runStart < 0) runStart = i;
      } else if (runStart >= 0) {
        const size = i - runStart;
        if (size > this.longest) this.longest = size;
        if (size >= KEPT_RUN) {
          this.starts.push(runStart);
          this.lengths.push(size);
        }
        const near = runStart - lastRunEnd === 1;
        singles = size === 1 ? (near ? singles + 1 : 1) : 0;
        pairs = size === 2 ? (near ? pairs + 1 : 1) : 0;
        if (singles > this.singles) this.singles = singles;
        if (pairs > this.pairs) this.pairs = pairs;
        lastRunEnd = i;
        runStart = -1;
      }
      before = kind;
    }
    if (digits > this.longestChain) this.longestChain = digits;
  }
}

/** Longest name of a mailbox, in units: 64 characters, of which each may be two. */
const LONGEST_NAME = 128;

function mailboxStarts(text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf('@'), from = 0; at >= 0; from = at + 1, at = text.indexOf('@', from)) {
    let first = at;
    while (first > from && at - first < LONGEST_NAME && !isBlank(text.charCodeAt(first - 1))) first--;
    for (let i = first; i < at; i++) {
      const before = i > 0 ? text.charCodeAt(i - 1) : 32;
      if (before >= 128 || KIND[before] === 0) found.push(i);
    }
  }
  return found;
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

export function survey(text: string): Survey {
  const runs = new Runs(text);
  let literals: Literals | undefined;
  let beginnings: Beginnings | undefined;
  let mailboxes: readonly number[] | undefined;
  return {
    text,
    ascii: runs.ascii,
    longestRun: runs.longest,
    longestChain: runs.longestChain,
    singles: runs.singles,
    pairs: runs.pairs,
    holdsAny: (hints) => {
      literals ??= new Literals(text);
      return literals.holdsAny(hints);
    },
    startsOf: (opening) => {
      beginnings ??= new Beginnings(text);
      return beginnings.of(opening);
    },
    runStarts: (least) =>
      least > runs.longest ? [] : runs.starts.filter((_, i) => runs.lengths[i]! >= least),
    mailboxStarts: () => {
      mailboxes ??= mailboxStarts(text);
      return mailboxes;
    },
    digitStarts: (least, lengths, digits) => {
      if (least > runs.longestChain) return [];
      const found: number[] = [];
      for (let i = 0; i < runs.digitStarts.length; i++) {
        if (lengths && !lengths.includes(runs.digitLengths[i]!)) continue;
        if (runs.chainDigits[runs.chainOf[i]!]! - runs.digitsBefore[i]! < least) continue;
        if (digits && !digits.includes(text[runs.digitStarts[i]!]!)) continue;
        found.push(runs.digitStarts[i]!);
      }
      return found;
    },
  };
}

/** A set of ASCII characters as a table. */
export const charset = (chars: string): Uint8Array => {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
};

export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The longest stretches of at least `least` characters that are all in a set, as pairs of start and end. */
export function stretches(text: string, set: Uint8Array, least: number): [start: number, end: number][] {
  const found: [number, number][] = [];
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 255;
    if (code < 128 && set[code] === 1) {
      if (start < 0) start = i;
    } else if (start >= 0) {
      if (i - start >= least) found.push([start, i]);
      start = -1;
    }
  }
  return found;
}
