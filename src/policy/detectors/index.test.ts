import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { scanText } from '../scan.ts';
import { newWork } from '../work.ts';
import { CASES } from './cases.suite.ts';
import { kinds } from './index.ts';

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

describe('detectors', () => {
  it('has cases for every kind, and no other', () => {
    expect(CASES.map(([kind]) => kind).sort()).toEqual(kinds.map((row) => row.kind).sort());
  });

  it.each(CASES)('%s is found', (kind, positive) => {
    expect(found(positive)).toContain(kind);
  });

  it.each(CASES)('%s is not found in its neighbour', (kind, _positive, negative) => {
    expect(found(negative)).not.toContain(kind);
  });
});

describe('list words between braces', () => {
  const SCHEMA =
    '{"usd":{"type":"number","minimum":0},"chance":{"type":"number","minimum":0,"maximum":1},"then":{"type":"object","properties":{"chance":{"type":"number","minimum":0}}}}';

  it('are a schema where few of them come again and again', () =>
    expect(found(SCHEMA)).not.toContain('wallet.seed_phrase'));
  it('are a schema where one of them is every value', () =>
    expect(found('{"usd":{"type":"number"}},'.repeat(12))).not.toContain('wallet.seed_phrase'));

  const PHRASE = 'legal winner thank year wave sausage worth useful method yellow script quantum'.split(' ');
  it.each([
    JSON.stringify(PHRASE.map((word, index) => ({ index, word }))),
    JSON.stringify(PHRASE.map((value, position) => ({ position, value }))),
    JSON.stringify({ parts: PHRASE.map((part) => ({ 'seed word': part })) }),
    JSON.stringify(Object.fromEntries(PHRASE.map((word, i) => [`type${i}`, word]))),
    JSON.stringify({ note: `${'abandon '.repeat(11)}about` }),
    '["legal","winner","thank","year","wave","sausage","worth","useful","legal","winner","thank","yellow"]',
    '{"a":"abandon"},{"b":"ability"},{"c":"able"},{"d":"about"},{"e":"above"},{"f":"absent"},{"g":"absorb"},{"h":"abstract"},{"i":"absurd"},{"j":"abuse"},{"k":"access"},{"l":"accident"}',
  ])('are a phrase where they are drawn: %s', (text) => expect(found(text)).toContain('wallet.seed_phrase'));
});
