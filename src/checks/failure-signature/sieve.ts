import { neededBy, type Screened } from './screen.ts';

interface Found {
  /** Rows that any text may hold, by their numbers. */
  readonly always: readonly number[];
  /** The others, by three letters without which a text does not hold them. */
  readonly byGram: readonly (readonly number[] | undefined)[];
}

function foundBy(expressions: readonly RegExp[]): Found {
  const needed = expressions.map(neededBy);
  const often = new Map<number, number>();
  for (const gram of needed.flat(3)) often.set(gram, (often.get(gram) ?? 0) + 1);
  const always: number[] = [];
  const byGram: (number[] | undefined)[] = [];
  for (const [at, branches] of needed.entries())
    for (const literals of branches) {
      if (literals.length === 0) always.push(at);
      for (const literal of literals) {
        const rarest = literal.reduce((best, gram) => (often.get(gram)! < often.get(best)! ? gram : best));
        byGram[rarest] = [...(byGram[rarest] ?? []), at];
      }
    }
  return { always, byGram };
}

/**
 * Those of many rows that a text may hold, in their order. They are found by the letters of the text, so that a row which
 * it has nothing of costs nothing.
 */
export function sieve<Row>(rows: readonly Row[], says: (row: Row) => RegExp): (text: Screened) => Row[] {
  let found: Found | undefined;
  return ({ distinct }) => {
    // Made by the first text: a start need not wait for it.
    found ??= foundBy(rows.map(says));
    const marked = new Set(found.always);
    for (const gram of distinct) for (const at of found.byGram[gram] ?? []) marked.add(at);
    return [...marked].sort((a, b) => a - b).map((at) => rows[at]!);
  };
}
