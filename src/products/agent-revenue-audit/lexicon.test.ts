import { expect, test } from 'vitest';
import { nanoLabel, nanoToAtomic, parseCount, parseNano, squareRoot } from './amount.ts';
import { phraseTable, scan } from './lexicon.ts';
import { asciiName, displayName, fillSlots, spanOf } from './words.ts';

const words = phraseTable([
  ['api key', 'key'],
  ['search', 'search'],
  ['web search', 'web'],
  ['geocod~', 'geo'],
  ['no docs', 'docs'],
] as const);
const read = (text: string) => scan([{ field: 'f', text }], words);

test('phrases match whole words in any case, with plurals, hyphens and endings', () => {
  expect(read('An API-key and API keys').map((hit) => hit.quote)).toEqual(['API-key', 'API keys']);
  expect(read('Geocoding, geocoder').map((hit) => hit.payload)).toEqual(['geo', 'geo']);
  expect(read('research, apikeys')).toEqual([]);
});

test('a phrase does not reach over punctuation, and the longest phrase takes its words', () => {
  expect(read('rapid API. Key rings')).toEqual([]);
  expect(read('web search').map((hit) => hit.payload)).toEqual(['web']);
});

test('negation belongs to its clause', () => {
  expect(read('no API key').map((hit) => hit.negated)).toEqual([true]);
  expect(read("You don't need an API key").map((hit) => hit.negated)).toEqual([true]);
  expect(read('No account; API key').map((hit) => hit.negated)).toEqual([false]);
  expect(read('not only search').map((hit) => hit.negated)).toEqual([false]);
  expect(read('There are no docs').map((hit) => hit.negated)).toEqual([false]);
});

test('a hit is a slice of its text', () => {
  const text = 'Ünïcode 🙂 before an API key';
  const [hit] = read(text);
  expect(text.slice(hit!.start, hit!.start + hit!.quote.length)).toBe('API key');
});

test('amounts are exact integers', () => {
  expect(parseNano('29')).toBe(29_000_000_000n);
  expect(parseNano('4', 'k')).toBe(4_000_000_000_000n);
  expect(parseNano('1,250.5')).toBe(1_250_500_000_000n);
  expect(parseNano('.00001')).toBe(10_000n);
  expect(parseNano('1.2.3')).toBeUndefined();
  expect(parseNano('')).toBeUndefined();
  expect(parseCount('1.5', 'k')).toBe(1_500n);
  expect(parseCount('1.5')).toBeUndefined();
  expect(nanoToAtomic(2_900_999n)).toBe(2_900n);
  expect(nanoLabel(2_900_000n)).toBe('$0.0029');
  expect([0n, 1n, 15n, 16n, 10n ** 18n].map(squareRoot)).toEqual([0n, 1n, 3n, 4n, 10n ** 9n]);
});

test('names and spans are safe to stand in prose and code', () => {
  expect(displayName('A\n"b"  `c`\u202e')).toBe('A b c');
  expect(displayName('"""')).toBe('the service');
  expect(asciiName('雲')).toBeUndefined();
  expect(asciiName(`Ñandú ${'x'.repeat(60)}`)!.length).toBeLessThanOrEqual(32);
  expect(spanOf('agents "in quotes" only')).toBe('agents');
  expect(spanOf('"quoted"')).toBeUndefined();
  expect('one two three '.repeat(9).startsWith(spanOf('one two three '.repeat(9))!)).toBe(true);
  expect(() => fillSlots('{unknown}', {})).toThrow(RangeError);
});
