import type { EditionRow, EditionRows } from './editions.ts';

/** Rows in plain memory. */
export function memoryEditionRows(): EditionRows {
  const rows: EditionRow[] = [];
  return {
    newest: async () => rows.toSorted((a, b) => a.generatedAt - b.generatedAt).at(-1)?.digest,
    find: async (digest) => rows.find((row) => row.digest === digest),
    add: async (row) => {
      const taken = rows.some(
        ({ digest, previousDigest }) => digest === row.digest || previousDigest === row.previousDigest,
      );
      if (!taken) rows.push(row);
      return !taken;
    },
  };
}
