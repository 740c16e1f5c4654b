import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { match } from './match.ts';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly statusCode?: number | null;
  readonly money?: 'no' | 'maybe' | 'yes';
}

const SETS = fileURLToPath(new URL('../../../data/failures/', import.meta.url));
const rowsOf = (set: string): readonly Row[] =>
  readFileSync(`${SETS}${set}/failures.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
const sets = readdirSync(SETS, { withFileTypes: true })
  .filter((each) => each.isDirectory() && each.name !== 'words')
  .map(({ name }) => name);

/** Rows whose author says "maybe" of what the text itself shows: the transfer in the explorer, `success: true` in base64. */
const SHOWN = new Set(['stranger/f088', 'tuned/f159']);

/** What is said of money, where the author of the row says less, or the opposite. */
function wrongly({ text, statusCode, money: told }: Row): string | undefined {
  const { money } = match({
    errorText: text,
    ...(typeof statusCode === 'number' && { statusCode }),
  });
  if (!money || !told || money.moved === 'maybe') return undefined;
  // That one paid an earlier call, and the row speaks of the second.
  const before = money.signAnew === 'next_call' && told === 'no';
  return money.moved === told || before ? undefined : `${told}, said ${money.moved}`;
}

describe('what is said of money agrees with every labelled failure, or is more careful', () => {
  it.each(sets)('%s', (set) => {
    const wrong = rowsOf(set)
      .filter(({ id }) => !SHOWN.has(`${set}/${id}`))
      .flatMap((row) => {
        const said = wrongly(row);
        return said === undefined ? [] : [`${row.id}: ${said}`];
      });
    expect(wrong).toEqual([]);
  });

  it.each(sets)('%s: no other payment is offered beside one that may have moved', (set) => {
    const unsafe = rowsOf(set).filter(({ text, statusCode, money }) => {
      const said = match({ errorText: text, ...(typeof statusCode === 'number' && { statusCode }) }).money;
      return money !== undefined && money !== 'no' && said?.signAnew === 'yes';
    });
    expect(unsafe.map(({ id }) => id)).toEqual([]);
  });
});
