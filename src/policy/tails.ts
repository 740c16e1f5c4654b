import {
  ANY_SYMBOL,
  PREFIX_LENGTH,
  type Prefix,
  prefixesOf,
  symbolAt,
  symbolsIn,
  TRIPLE,
  triplesIn,
} from './prefixes.ts';

/**
 * What may follow the first three symbols of an opening: for each of the next three places a bit by the first three and
 * the one there, in as many places as make them nearly always tell. Undefined where beginnings are too many.
 */
export type Tails = Uint32Array;
const MOST_WITH_TAILS = 512;
/** Three such numbers fit into one. */
const TAIL_SHIFT = 10;
const TAIL_BITS = 1 << TAIL_SHIFT;
const TAIL_WORDS = TAIL_BITS >> 5;
const tailBit = (triple: number, symbol: number): number => (triple * 37 + symbol) & (TAIL_BITS - 1);

function tailsOf(prefixes: readonly Prefix[]): Tails | undefined {
  if (triplesIn(prefixes) > MOST_WITH_TAILS) return undefined;
  const tails = new Uint32Array((PREFIX_LENGTH - TRIPLE) * TAIL_WORDS);
  for (const { symbols } of prefixes) {
    const [first, second, third, ...rest] = Array.from({ length: PREFIX_LENGTH }, (_, i) =>
      symbolsIn(symbols[i] ?? ANY_SYMBOL),
    );
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

function readBeginning(pattern: RegExp) {
  const prefixes = prefixesOf(pattern, PREFIX_LENGTH);
  const last = Array.from({ length: PREFIX_LENGTH - TRIPLE }, (_, i) =>
    prefixes.reduce((bits, { symbols }) => bits | (symbols[TRIPLE + i] ?? ANY_SYMBOL), 0),
  );
  return { tails: tailsOf(prefixes), last };
}
const READ = new Map<RegExp, ReturnType<typeof readBeginning>>();
/** What the first six characters of a match can be; and each of the last three, as bits, whatever the others are. */
export function beginningOf(pattern: RegExp): ReturnType<typeof readBeginning> {
  const read = READ.get(pattern) ?? readBeginning(pattern);
  READ.set(pattern, read);
  return read;
}

/** What the first six characters at a place are to tails: a bit for each of the last three, packed into one number. */
export function tailIn(symbols: Uint8Array, at: number): number {
  const triple = (symbols[at]! << 10) + (symbols[at + 1]! << 5) + symbols[at + 2]!;
  const bits = (tailBit(triple, symbols[at + 3]!) << TAIL_SHIFT) | tailBit(triple, symbols[at + 4]!);
  return (bits << TAIL_SHIFT) | tailBit(triple, symbols[at + 5]!);
}

export function fitsTail(tails: Tails, tail: number): boolean {
  const fourth = tail >>> (2 * TAIL_SHIFT);
  const fifth = (tail >>> TAIL_SHIFT) & (TAIL_BITS - 1);
  const sixth = tail & (TAIL_BITS - 1);
  return (
    ((tails[fourth >> 5]! >>> (fourth & 31)) & 1) === 1 &&
    ((tails[TAIL_WORDS + (fifth >> 5)]! >>> (fifth & 31)) & 1) === 1 &&
    ((tails[2 * TAIL_WORDS + (sixth >> 5)]! >>> (sixth & 31)) & 1) === 1
  );
}

const here = new Uint8Array(PREFIX_LENGTH);
/** Whether the first six characters at a place can be those of a match: a look that is cheaper than the pattern. */
export function mayBeginAt(text: string, at: number, tails: Tails): boolean {
  for (let i = 0; i < PREFIX_LENGTH; i++) here[i] = symbolAt(text, at + i);
  return fitsTail(tails, tailIn(here, 0));
}
