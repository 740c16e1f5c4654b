import {
  ANY_SYMBOL,
  DIGIT_SYMBOL,
  PREFIX_LENGTH,
  type Prefix,
  prefixesOf,
  symbolKind,
  symbolsIn,
  TRIPLE,
  triplesIn,
  writeSymbols,
} from './prefixes.ts';
import { beginningOf, fitsTail, tailIn } from './tails.ts';

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

const GO_ON = PREFIX_LENGTH - TRIPLE;
/** Reads which symbols the fourth to sixth character of a set can be, as bits, whatever the others are. */
function readSet(set: number): void {
  for (const opening of SETS[set]!)
    for (const [i, bits] of beginningOf(PATTERNS[opening]!).last.entries())
      room.goesOn[GO_ON * set + i]! |= bits;
}

/** Where the part of the table for what follows a symbol begins. */
const PART = Uint32Array.from({ length: 32 }, (_, symbol) => symbolKind(symbol) * TRIPLES);

const NOWHERE = -1;
/**
 * What one text is read into, for all texts, as one is searched at a time: arrays as long as a text are dear to make, and
 * so many of them to collect that one call in forty stood still for it. Places of one set are a chain, in order.
 */
const room = {
  /** The symbols of the text, and of blanks behind it. */
  symbols: new Uint8Array(1_024),
  /** The next place of the same set, by place. */
  next: new Int32Array(1_024),
  /** By set, for each of the last three characters; 0 where it was not read yet. */
  goesOn: new Int32Array(0),
  /** By set: how many places, the first and the last of them. Counts are 0 where a text has none. */
  count: new Int32Array(0),
  first: new Int32Array(0),
  last: new Int32Array(0),
  /** 1 for each opening that may stand somewhere. */
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
  if (length + PREFIX_LENGTH > room.symbols.length) room.symbols = new Uint8Array(2 * length + PREFIX_LENGTH);
  if (SETS.length <= room.count.length) return;
  room.goesOn = new Int32Array(GO_ON * SETS.length);
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

  /** 1 for each opening that may stand anywhere: told by less than where it stands. Good until another text is read. */
  held(): Uint8Array {
    this.read();
    return room.held;
  }

  /** Where an opening stands, in order, until the next question; undefined when it stands in more than `most` places. */
  of(opening: Opening, most: number): Int32Array | undefined {
    this.read();
    const { count, first, next, symbols } = room;
    const sets = setsOf(opening);
    let size = 0;
    let chains = 0;
    for (let i = 0; i < sets.length; i++) {
      const places = count[sets[i]!]!;
      size += places;
      if (places > 0) chains++;
    }
    const { tails } = beginningOf(PATTERNS[opening]!);
    if (size > (tails === undefined ? most : MOST_LOOKED_AT * most)) return undefined;
    if (size > room.places.length) room.places = new Int32Array(2 * size);
    let filled = 0;
    for (let i = 0; i < sets.length; i++)
      if (count[sets[i]!]! > 0)
        for (let at = first[sets[i]!]!; at !== NOWHERE; at = next[at]!)
          if (tails === undefined || fitsTail(tails, tailIn(symbols, at))) room.places[filled++] = at;
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
    const { symbols, goesOn, next, count, first, last } = room;
    writeSymbols(text, symbols);
    let triple = (symbols[0]! << 5) | symbols[1]!;
    let part = 0;
    for (let at = 0; at < length; at++) {
      triple = ((triple << 5) | symbols[at + 2]!) & (TRIPLES - 1);
      const set = TABLE[part + triple]!;
      part = PART[symbols[at]!]!;
      if (set === 0) continue;
      const bits = GO_ON * set;
      if (goesOn[bits] === 0) readSet(set);
      const [fourth, fifth, sixth] = [goesOn[bits]!, goesOn[bits + 1]!, goesOn[bits + 2]!];
      // Most places that have the first three characters of something go on otherwise.
      const goes =
        (fourth >>> symbols[at + 3]!) & (fifth >>> symbols[at + 4]!) & (sixth >>> symbols[at + 5]!);
      if ((goes & 1) === 0) continue;
      next[at] = NOWHERE;
      if (count[set]!++ > 0) next[last[set]!] = at;
      else {
        first[set] = at;
        present.push(set);
      }
      last[set] = at;
    }
    for (const set of present) for (const opening of SETS[set]!) room.held[opening] = 1;
  }
}
