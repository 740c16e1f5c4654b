import { type Hints, Literals } from './literals.ts';
import { Beginnings, type Opening } from './openings.ts';

/** Stands for redacted text while scanning. Private use, so nobody types it; what a caller has of it becomes blanks. */
export const MASK = '\ue000';
const MASK_CODE = MASK.charCodeAt(0);

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
/** Outside ASCII: it may be a letter. */
const FOREIGN = 3;
/** Kinds of ASCII characters. */
const KIND = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 48 && code <= 57
    ? DIGIT
    : (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
      ? LETTER
      : OTHER,
);
/** Shortest run whose beginning is kept. */
const KEPT_RUN = 8;
/** Furthest that two digits of a chain are apart. */
const CHAIN_GAP = 3;

/** Members of a run of digits in the list of all: its start, its length, and the digits of its chain from there on. */
const LENGTH = 1;
const FROM_HERE = 2;
const RUN = 3;
const NO_RUNS = new Int32Array(0);
/** Where runs of digits are written while a text is read: one for all texts, as one is read at a time. */
let room = new Int32Array(1_024);
/** Where some of them begin: an answer, of which a text can have as many as runs. */
let answer = new Int32Array(1_024);

/** Runs of letters and digits, and chains of digits. */
class Runs {
  longest = 0;
  singles = 0;
  pairs = 0;
  series = 0;
  longestChain = 0;
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private readonly text: string;
  private readonly digitRuns: Int32Array;
  /** Lengths of runs of digits, as bits. */
  private lengthsSeen = 0;
  // The word before, and how many in a row are as long as it.
  private lastWordEnd = -9;
  private lastSize = 0;
  private alike = 0;
  // The chain of digits that is being read: where it begins in the room, and where the room is free.
  private letterSince = true;
  private lastDigits = -9;
  private firstOfChain = 0;
  private filled = 0;

  constructor(text: string) {
    this.text = text;
    const { length } = text;
    const most = RUN * ((length >> 1) + 1);
    if (most > room.length) room = new Int32Array(2 * most);
    let wordStart = 0;
    let runStart = 0;
    let start = 0;
    let last = OTHER;
    // Most characters are of the kind of the one before: only where the kind changes is anything done.
    for (let i = 0; i <= length; i++) {
      const code = i < length ? text.charCodeAt(i) : MASK_CODE;
      const kind = code < 128 ? KIND[code]! : code === MASK_CODE ? OTHER : FOREIGN;
      if (kind === last) continue;
      if (last === DIGIT) this.chain(start, i);
      else if (last === LETTER) this.letterSince = true;
      else if (last === OTHER) wordStart = i;
      const inRun = kind === LETTER || kind === DIGIT;
      if (last === LETTER || last === DIGIT) {
        if (!inRun) this.run(runStart, i);
      } else if (inRun) runStart = i;
      if (kind === OTHER) this.word(wordStart, i);
      start = i;
      last = kind;
    }
    this.closeChain();
    this.digitRuns = this.filled === 0 ? NO_RUNS : room.slice(0, this.filled);
    if (most > answer.length) answer = new Int32Array(2 * most);
  }

  private run(start: number, end: number): void {
    const size = end - start;
    if (size > this.longest) this.longest = size;
    if (size < KEPT_RUN) return;
    this.starts.push(start);
    this.lengths.push(size);
  }

  /** Counts a word into the series of words of its length. */
  private word(start: number, end: number): void {
    const size = end - start;
    this.alike = start - this.lastWordEnd === 1 && size === this.lastSize ? this.alike + 1 : 1;
    this.lastSize = size;
    this.lastWordEnd = end;
    if (size === 1 && this.alike > this.singles) this.singles = this.alike;
    if (size === 2 && this.alike > this.pairs) this.pairs = this.alike;
    if ((size === 2 || size === 4 || size === 8) && this.alike * size > this.series)
      this.series = this.alike * size;
  }

  /** Adds a run of digits to the chain before it, or begins another. */
  private chain(start: number, end: number): void {
    if (this.letterSince || start - this.lastDigits > CHAIN_GAP) this.closeChain();
    room[this.filled] = start;
    room[this.filled + LENGTH] = end - start;
    this.filled += RUN;
    this.lengthsSeen |= lengthBit(end - start);
    this.letterSince = false;
    this.lastDigits = end;
  }

  private closeChain(): void {
    let digits = 0;
    for (let i = this.filled - RUN; i >= this.firstOfChain; i -= RUN) {
      digits += room[i + LENGTH]!;
      room[i + FROM_HERE] = digits;
    }
    if (digits > this.longestChain) this.longestChain = digits;
    this.firstOfChain = this.filled;
  }

  runStarts(least: number): Int32Array {
    if (least > this.longest) return NOWHERE;
    const { starts, lengths } = this;
    let count = 0;
    for (let i = 0; i < starts.length; i++) if (lengths[i]! >= least) answer[count++] = starts[i]!;
    return answer.subarray(0, count);
  }

  digitStarts(least: number, lengths: number, digits: number): Int32Array {
    if (least > this.longestChain || (lengths & this.lengthsSeen) === 0) return NOWHERE;
    const { digitRuns, text } = this;
    let count = 0;
    for (let i = 0; i < digitRuns.length; i += RUN) {
      if (digitRuns[i + FROM_HERE]! < least || (lengths & lengthBit(digitRuns[i + LENGTH]!)) === 0) continue;
      const start = digitRuns[i]!;
      if (digits === ANY || (digits >>> (text.charCodeAt(start) - 48)) & 1) answer[count++] = start;
    }
    return answer.subarray(0, count);
  }
}

const NOWHERE = new Int32Array(0);
const ANY = -1;
const lengthBit = (length: number): number => 1 << Math.min(31, length);

/** Small numbers as bits. */
export const bitsOf = (numbers: readonly number[]): number =>
  numbers.reduce((bits, number) => bits | (1 << number), 0);

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

export const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** The Turkish capital I with a dot would become two characters. */
const inLowerCase = (text: string): string => text.replaceAll('\u0130', 'i').toLowerCase();

/**
 * One pass over a text that tells what it can hold: which rows need to be tried, and where they can begin. Everything
 * here is a necessary condition, so leaving a row untried never loses a finding.
 */
export class Survey {
  readonly text: string;
  /** Length of the longest run of ASCII letters and digits. */
  readonly longestRun: number;
  /** Most digits in one chain: digits with at most three characters between them, none of them a letter. */
  readonly longestChain: number;
  /** Most words of one character and of two in a row, each one character apart; whatever is not ASCII is of a word. */
  readonly singles: number;
  readonly pairs: number;
  /** Most characters of words in a row that are all of two, four or eight, each one character apart. */
  readonly series: number;
  private readonly runs: Runs;
  private lowered: string | undefined;
  private literals: Literals | undefined;
  private beginnings: Beginnings | undefined;
  private mailboxes: readonly number[] | undefined;
  private stretches: readonly Stretch[] | undefined;

  constructor(text: string) {
    const runs = new Runs(text);
    this.text = text;
    this.runs = runs;
    this.longestRun = runs.longest;
    this.longestChain = runs.longestChain;
    this.singles = runs.singles;
    this.pairs = runs.pairs;
    this.series = runs.series;
  }

  /** The text in lower case, at the same length. */
  lower(): string {
    this.lowered ??= inLowerCase(this.text);
    return this.lowered;
  }

  /** Whether the text holds one of these lower-case literals, in any case. */
  holdsAny(hints: Hints): boolean {
    this.literals ??= new Literals(this.lower());
    return this.literals.holdsAny(hints);
  }

  /** 1 for each opening that stands anywhere. Good until another text is read. */
  openings(): Uint8Array {
    this.beginnings ??= new Beginnings(this.text);
    return this.beginnings.held();
  }

  /** Where an opening stands, in order, until the next question; undefined when it stands in more than `most` places. */
  startsOf(opening: Opening, most: number): Int32Array | undefined {
    this.beginnings ??= new Beginnings(this.text);
    return this.beginnings.of(opening, most);
  }

  /** Where runs of at least `least` letters and digits begin (`least` is 8 or more). Good until the next question. */
  runStarts(least: number): Int32Array {
    return this.runs.runStarts(least);
  }

  /**
   * Where runs of digits begin, of one of `lengths` and with one of `digits` if given (as bits), after which the chain
   * holds at least `least` digits. Good until the next question.
   */
  digitStarts(least: number, lengths = ANY, digits = ANY): Int32Array {
    return this.runs.digitStarts(least, lengths, digits);
  }

  /** Where the name before an `@` can begin: no letter or digit before it, neither a blank nor another `@` in it. */
  mailboxStarts(): readonly number[] {
    this.mailboxes ??= mailboxStarts(this.text);
    return this.mailboxes;
  }

  /** Stretches of at least 16 characters that keys and encoded data are written with. */
  dense(): readonly Stretch[] {
    this.stretches ??= stretches(this.text, DENSE, SHORTEST_DENSE);
    return this.stretches;
  }
}

export const survey = (text: string): Survey => new Survey(text);

/** A set of ASCII characters as a table. */
export const charset = (chars: string): Uint8Array => {
  const table = new Uint8Array(128);
  for (const char of chars) table[char.charCodeAt(0)] = 1;
  return table;
};

export const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export type Stretch = readonly [start: number, end: number];

/** What keys and encoded data are written with. */
const DENSE = charset(`${ALPHANUMERIC}_+/=~%.-`);
const SHORTEST_DENSE = 16;

/**
 * The longest stretches of at least `least` characters that are all in a set, as pairs of start and end. A stretch that
 * begins at a place is long enough only if the character `least` further on is in it: looked at from there backwards, most
 * of a text of short words is never read. They are added to `found`.
 */
export function stretches(
  text: string,
  set: Uint8Array,
  least: number,
  from = 0,
  to: number = text.length,
  found: Stretch[] = [],
): Stretch[] {
  const holds = (at: number): boolean => {
    const code = text.charCodeAt(at);
    return code < 128 && set[code] === 1;
  };
  for (let start = from; start + least <= to; ) {
    let at = start + least - 1;
    while (at >= start && holds(at)) at--;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + least;
    while (end < to && holds(end)) end++;
    found.push([start, end]);
    start = end + 1;
  }
  return found;
}
