import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { scanText } from '../scan.ts';
import { newWork } from '../work.ts';
import { SCRIPT_CASES } from './cases.suite.ts';

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

describe('labels of other scripts', () => {
  it.each(SCRIPT_CASES)('%s is found: %s', (kind, positive) => {
    expect(found(positive)).toContain(kind);
  });

  it.each(SCRIPT_CASES)('%s (%s) is not found in its neighbour', (_kind, _positive, negative) => {
    expect(found(negative)).toEqual([]);
  });
});
