/** One seeded stream decides everything in a run: the same seed gives the same run, to the last event. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** 0 ≤ n < limit, whole. */
  below(limit: number): number;
  /** low ≤ n ≤ high, whole. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Lower-case hex of so many bytes. */
  hex(bytes: number): string;
}

/** sfc32 (Chris Doty-Humphrey, PractRand): 128 bits of state, passes the usual batteries, a few nanoseconds a number. */
export function randomFrom(seed: number, stream: number): Random {
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88 ^ stream;
  let c = 0xb7e15162 ^ Math.floor(seed / 2 ** 32);
  let d = 1;
  const bits = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) bits();

  const next = () => bits() / 2 ** 32;
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick: (from) => from[below(from.length)]!,
    hex: (bytes) => {
      let text = '';
      for (let i = 0; i < bytes; i += 4) text += bits().toString(16).padStart(8, '0');
      return text.slice(0, bytes * 2);
    },
  };
}
