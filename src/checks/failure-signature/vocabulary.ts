/**
 * Words that fragments and templates are made of, as numbers: a text is searched only for what it has the neighbouring
 * words of.
 */

const WORD = /[a-z0-9]+/g;
const numbers = new Map<string, number>();
/** More than the words of all tables. */
const MAX_WORDS = 32_768;

/** Numbers of the words of a fragment; words that are new become known. */
export const learn = (flat: string): number[] =>
  (flat.match(WORD) ?? []).map((word) => {
    const known = numbers.get(word) ?? numbers.size + 1;
    numbers.set(word, known);
    return known;
  });

export const pairOf = (a: number, b: number): number => a * MAX_WORDS + b;

export const pairsOf = (words: readonly number[]): number[] =>
  words.slice(1).map((word, i) => pairOf(words[i]!, word));

export interface Seen {
  readonly words: ReadonlySet<number>;
  readonly pairs: ReadonlySet<number>;
}

/** Which known words and neighbours a text has. */
export function see(flat: string): Seen {
  const words = new Set<number>();
  const pairs = new Set<number>();
  let before = 0;
  for (const word of flat.match(WORD) ?? []) {
    const known = numbers.get(word) ?? 0;
    if (known > 0) {
      words.add(known);
      if (before > 0) pairs.add(pairOf(before, known));
    }
    before = known;
  }
  return { words, pairs };
}

/** Fragments that a text has to hold, all of them. */
export interface Said {
  readonly fragments: readonly string[];
  readonly words: readonly number[];
  readonly pairs: readonly number[];
  /** A fragment of one word is found by its word. */
  readonly longer: readonly string[];
  readonly chars: number;
}

export function saying(fragments: readonly string[]): Said {
  const learnt = fragments.map((fragment) => ({ fragment, words: learn(fragment) }));
  return {
    fragments,
    words: learnt.flatMap(({ words }) => words),
    pairs: learnt.flatMap(({ words }) => pairsOf(words)),
    longer: learnt.flatMap(({ fragment, words }) =>
      words.length === 1 && /^[a-z0-9]+$/.test(fragment) ? [] : [fragment],
    ),
    chars: fragments.reduce((sum, { length }) => sum + length, 0),
  };
}

const holds = (set: ReadonlySet<number>, numbers: readonly number[]): boolean => {
  for (const each of numbers) if (!set.has(each)) return false;
  return true;
};

const says = (flat: string, seen: Seen, said: Said): boolean =>
  holds(seen.pairs, said.pairs) &&
  holds(seen.words, said.words) &&
  said.longer.every((fragment) => flat.includes(fragment));

/** Fragments by the rarest of their neighbours, or of their words: a text is asked only for those it may hold. */
export type Rarest<T> = ReadonlyMap<number, readonly T[]>;

export function byRarest<T extends { readonly said: Said }>(rows: readonly T[]): Rarest<T> {
  const often = new Map<number, number>();
  const keysOf = ({ pairs, words }: Said) => (pairs.length > 0 ? pairs : words);
  for (const { said } of rows)
    for (const key of new Set(keysOf(said))) often.set(key, (often.get(key) ?? 0) + 1);
  return Map.groupBy(
    rows.filter(({ said }) => said.words.length > 0),
    ({ said }) => keysOf(said).reduce((best, key) => (often.get(key)! < often.get(best)! ? key : best)),
  );
}

export function heldIn<T extends { readonly said: Said }>(flat: string, seen: Seen, rows: Rarest<T>): T[] {
  const held: T[] = [];
  for (const keys of [seen.pairs, seen.words])
    for (const key of keys)
      for (const row of rows.get(key) ?? []) if (says(flat, seen, row.said)) held.push(row);
  return held;
}
