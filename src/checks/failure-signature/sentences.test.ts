import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { partsOf } from './addressed.ts';
import { told } from './dictionary/anew.ts';
import { CAUSES } from './dictionary/causes.ts';
import { dictionary } from './dictionary/index.ts';
import { OWN_CODES } from './dictionary/ours.ts';
import { OF_DIALECT, OF_FAMILY } from './general/families.ts';
import { GENERAL } from './general/index.ts';
import { OTHERWISE } from './general/otherwise.ts';
import { match } from './match.ts';
import { sentencesOfFix, shortened } from './sentences.ts';

const SETS = fileURLToPath(new URL('../../../data/failures/', import.meta.url));
const sets = readdirSync(SETS, { withFileTypes: true })
  .filter((each) => each.isDirectory() && each.name !== 'words')
  .map(({ name }) => name);

describe('sentences', () => {
  it('end at a mark before a capital, a number or code, and never within code', () => {
    expect(sentencesOfFix('Look. `a. B` there. 200: it was. Then e.g. this; done.')).toEqual([
      'Look.',
      '`a. B` there.',
      '200: it was.',
      'Then e.g. this; done.',
    ]);
    expect(sentencesOfFix('Raise it. ⟦Sign one.⟧ Check.')).toHaveLength(3);
    expect(sentencesOfFix('')).toEqual([]);
  });

  it('are left out by rank, and those that are left keep their order', () => {
    const of = (said: string, rank: number) => ({ said, rank });
    expect(shortened([of('A.', 3), of('B.', 0), of('C.', 9), of('D.', 1), of('', 0)])).toBe('A. B. D.');
    expect(shortened([of('A.', 5), of('B.', 0)])).toBe('A. B.');
  });
});

describe('a fix is short', () => {
  it.each(sets)('three sentences at the most in every answer to %s', (set) => {
    const rows = readFileSync(`${SETS}${set}/failures.jsonl`, 'utf8').split('\n').filter(Boolean);
    for (const line of rows) {
      const { text, statusCode } = JSON.parse(line) as { text: string; statusCode?: number | null };
      for (const { smallestFix } of match({
        errorText: text,
        ...(typeof statusCode === 'number' && { statusCode }),
      }).matches) {
        expect(sentencesOfFix(smallestFix).length, smallestFix).toBeLessThanOrEqual(3);
        expect(smallestFix.length, smallestFix).toBeLessThanOrEqual(880);
      }
    }
  });

  it('for each side, in the tables', () => {
    const general = [GENERAL, ...Object.values(OF_FAMILY), ...Object.values(OF_DIALECT)].flatMap((each) =>
      Object.values(each),
    );
    // What our own problem documents say of themselves is theirs: an answer shortens it.
    const own = new Set(OWN_CODES.map((each) => each.fix));
    const named = dictionary().filter(({ fix }) => !own.has(fix));
    for (const fix of [...general, ...[...named, ...Object.values(CAUSES)].map((each) => each.fix)]) {
      const { lead, own: parts } = partsOf(told(fix));
      for (const part of ['', ...Object.values(parts)])
        expect(sentencesOfFix([lead, part].join(' ')).length, fix).toBeLessThanOrEqual(3);
    }
    for (const said of Object.values(OTHERWISE)) expect(sentencesOfFix(said), said).toHaveLength(1);
  });
});
