/** Chance that can be repeated: the same seed gives the same inputs on every machine. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** 0 ≤ x < n, whole. */
  below(n: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Lower-case hex. */
  hex(bytes: number): string;
}

/** mulberry32. `seed` and `index` give one input its own stream, so that it can be made again alone. */
export function randomFor(seed: number, index: number): Random {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul((index + 1) | 0, 0x85ebca6b)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (from) => {
      if (from.length === 0) throw new RangeError('nothing to pick from');
      return from[below(from.length)]!;
    },
    hex: (bytes) => Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join(''),
  };
}
