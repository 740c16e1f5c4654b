import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COLUMNS } from './columns.ts';
import { judgePurchase, matrixSchema, type Row } from './judge.ts';

export const PURCHASES_FILE = fileURLToPath(new URL('../../../clients/purchases.json', import.meta.url));

export const readPurchases = () => matrixSchema.parse(JSON.parse(readFileSync(PURCHASES_FILE, 'utf8')));

/** Heads and rows of a table, and below it each reason once, under the number that its cells bear. */
export function shownMatrix(rows: readonly Row[]) {
  const reasons: string[] = [];
  const marked = (why: string): string => {
    if (!reasons.includes(why)) reasons.push(why);
    return ` (${reasons.indexOf(why) + 1})`;
  };
  const cells = rows.map((row) => [
    `\`${row.build}\``,
    ...COLUMNS.map(({ name }) => {
      const purchase = row.purchases.find((each) => each.column === name);
      if (!purchase) return 'red: missing';
      const { word, why } = judgePurchase(row, purchase);
      // What a client says of its cap holds its amounts: one reason a build is no help to a reader.
      return word === 'bought' || word === 'refused: cap' ? word : `${word}${marked(why)}`;
    }),
  ]);
  return { heads: ['Build', ...COLUMNS.map(({ name }) => name)], cells, reasons };
}
