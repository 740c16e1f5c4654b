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
const TAIL_BITS = 2_048;
const TAIL_WORDS = TAIL_BITS >> 5;
const tailBit = (triple: number, symbol: number): number => (triple * 37 + symbol) & (TAIL_BITS - 1);

export function tailsOf(prefixes: readonly Prefix[]): Tails | undefined {
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

/** What the first six characters of a match can be, of a pattern that is tried at places of its own. */
export const beginningOf = (pattern: RegExp): Tails | undefined => tailsOf(prefixesOf(pattern));

/** Whether the first six characters at a place can be those of a match: a look that is cheaper than the pattern. */
export function mayBeginAt(text: string, at: number, tails: Tails): boolean {
  const triple = (symbolAt(text, at) << 10) + (symbolAt(text, at + 1) << 5) + symbolAt(text, at + 2);
  for (let place = 0; place < PREFIX_LENGTH - TRIPLE; place++) {
    const bit = tailBit(triple, symbolAt(text, at + TRIPLE + place));
    if (((tails[place * TAIL_WORDS + (bit >> 5)]! >>> (bit & 31)) & 1) === 0) return false;
  }
  return true;
}
