import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { scanText } from '../scan.ts';
import { newWork } from '../work.ts';
import { scriptRows } from './scripts.ts';

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

const misses = scriptRows.flatMap(({ cases = [] }) => cases.map(([, miss]) => miss));

describe('labels of other scripts', () => {
  it.each(misses)('find nothing at all in a question about what they name: %s', (miss) => {
    expect(found(miss)).toEqual([]);
  });
});
