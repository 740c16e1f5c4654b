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

/** What the first six characters of a match of a pattern can be. */
export const beginningOf = (pattern: RegExp): Tails | undefined =>
  tailsOf(prefixesOf(pattern, PREFIX_LENGTH));

/** What the first six characters at a place are to tails: a bit for each of the last three, packed into one number. */
export function tailAt(text: string, at: number): number {
  const triple = (symbolAt(text, at) << 10) + (symbolAt(text, at + 1) << 5) + symbolAt(text, at + 2);
  let tail = 0;
  for (let place = 0; place < PREFIX_LENGTH - TRIPLE; place++)
    tail = (tail << TAIL_SHIFT) | tailBit(triple, symbolAt(text, at + TRIPLE + place));
  return tail;
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

/** Whether the first six characters at a place can be those of a match: a look that is cheaper than the pattern. */
export const mayBeginAt = (text: string, at: number, tails: Tails): boolean =>
  fitsTail(tails, tailAt(text, at));
