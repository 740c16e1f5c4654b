import {
  ANY_SYMBOL,
  BLANK_SYMBOL,
  DIGIT_SYMBOL,
  type Prefix,
  prefixesOf,
  symbolAt,
  symbolKind,
  symbolsIn,
  TRIPLE,
  triplesIn,
} from './prefixes.ts';
import { beginningOf, fitsTail, mayBeginAt, type Tails, tailAt } from './tails.ts';

/**
 * Where the matches of a pattern can begin (prefixes.ts). One pass over a text tells for all patterns at once where the
 * first three characters stand, and the others are looked at where a pattern is asked about. A pattern that cannot be read,
 * or that can begin almost anywhere, has no opening.
 */
/** Number of an opening in the table. */
export type Opening = number;

const TRIPLES = 1 << 15;
/** For each kind of character before and each three symbols, the number of a set of openings. */
const TABLE = new Uint16Array(3 * TRIPLES);
const SETS: (readonly Opening[])[] = [[]];
const JOINS = new Map<number, number>();
/** The sets that an opening is in; made when first asked for, when all are known. */
const SETS_OF: (readonly number[] | undefined)[] = [];
const MOST_OPENINGS = 1_024;
const PATTERNS: RegExp[] = [];
/** Six characters take longer to read than three, so they are read when the first three stand somewhere; null: none. */
const TAILS = new Array<Tails | null | undefined>(MOST_OPENINGS).fill(undefined);
let openings = 0;
/** To look at a place costs so much less than to try a pattern there. */
const MOST_LOOKED_AT = 8;
/** What can begin with more triples than this begins almost anywhere; so does what can begin within a number. */
const MOST_TRIPLES = TRIPLES / 16;
const WITHIN_NUMBER = 2 * TRIPLES + (DIGIT_SYMBOL << 10) + (DIGIT_SYMBOL << 5) + DIGIT_SYMBOL;

/** The cells of prefixes, each once. */
function cellsOf(prefixes: readonly Prefix[]): number[] {
  const cells: number[] = [];
  for (const { after, symbols } of prefixes) {
    const [first, second, third] = Array.from({ length: TRIPLE }, (_, i) =>
      symbolsIn(symbols[i] ?? ANY_SYMBOL),
    );
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

/** The opening of a pattern, entered into the table when a module loads; undefined when there is none worth looking for. */
export function openingOf(pattern: RegExp): Opening | undefined {
  const prefixes = prefixesOf(pattern, TRIPLE);
  if (triplesIn(prefixes) > MOST_TRIPLES || openings === MOST_OPENINGS) return undefined;
  const cells = cellsOf(prefixes);
  if (cells.includes(WITHIN_NUMBER)) return undefined;
  const opening = openings++;
  PATTERNS[opening] = pattern;
  SETS_OF.length = 0;
  for (const cell of cells) TABLE[cell] = joinedSet(TABLE[cell]!, opening);
  return opening;
}

function tailsFor(opening: Opening): Tails | null {
  const known = TAILS[opening];
  if (known !== undefined) return known;
  const read = beginningOf(PATTERNS[opening]!) ?? null;
  TAILS[opening] = read;
  return read;
}

/** Where the part of the table for what follows a symbol begins. */
const PART = Uint32Array.from({ length: 32 }, (_, symbol) => symbolKind(symbol) * TRIPLES);

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

  /** 1 for each opening that stands anywhere. Good until another text is read. */
  held(): Uint8Array {
    this.read();
    return room.held;
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
    const tails = tailsFor(opening);
    if (size > (tails === null ? most : MOST_LOOKED_AT * most)) return undefined;
    if (size > room.places.length) room.places = new Int32Array(2 * size);
    let filled = 0;
    for (let i = 0; i < sets.length; i++)
      if (count[sets[i]!]! > 0)
        for (let at = first[sets[i]!]!; at !== NOWHERE; at = next[at]!)
          if (tails === null || mayBeginAt(this.text, at, tails)) room.places[filled++] = at;
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
    const { next, count, first, last } = room;
    let triple = (BLANK_SYMBOL << 5) | BLANK_SYMBOL;
    // Parts of the table for the characters before the third last, before the second last, and before the last.
    let part = 0;
    let following = 0;
    let newest = 0;
    for (let i = 0; i < length + 2; i++) {
      const symbol = symbolAt(text, i);
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
    for (const set of present) this.hold(SETS[set]!, first[set]!);
  }

  /** Notes which openings of a set stand at one of its places: of many only the first are looked at. */
  private hold(set: readonly Opening[], start: number): void {
    const { held, next } = room;
    let at = start;
    for (let looked = 0; at !== NOWHERE; looked++, at = next[at]!) {
      const tail = tailAt(this.text, at);
      let isOpen = false;
      for (let i = 0; i < set.length; i++) {
        const opening = set[i]!;
        if (held[opening] === 1) continue;
        const tails = tailsFor(opening);
        if (tails === null || looked === MOST_LOOKED_AT || fitsTail(tails, tail)) held[opening] = 1;
        else isOpen = true;
      }
      if (!isOpen) return;
    }
  }
}
