import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { someOf } from '../amount.testing.ts';
import { CASES } from './detectors/cases.suite.ts';
import { firstRows, rows } from './detectors/index.ts';
import { allowedShapes } from './detectors/shapes.ts';
import { Beginnings, openingOf } from './openings.ts';

/** Every row of every set, and every text that a row is shown to find, as it stands and disguised by case and blanks. */
const corpus = [
  ...['dev', 'dev-2', 'held-out', 'fresh', 'blind', 'outside', 'outside-2', 'outside-3', 'outside-4'].flatMap(
    (name) =>
      readFileSync(new URL(`../../data/policy/${name}.jsonl`, import.meta.url), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { text: string }).text),
  ),
  ...CASES.flatMap(([, positive]) => [
    positive,
    `x${positive}`,
    ` ${positive.toUpperCase()}`,
    positive.replaceAll(' ', '\t'),
  ]),
];

const startsOf = (pattern: RegExp, text: string): readonly number[] | undefined => {
  const opening = openingOf(pattern);
  const starts = opening === undefined ? undefined : new Beginnings(text).of(opening, text.length);
  return starts && [...starts];
};

describe('openings', () => {
  it.each([
    [/\b(?:tax|duty) id/gi, 'a Tax id, duty, taxes, syntax', [2]],
    [/\b(?:tax|duty) id/gi, 'a tax in, duty in', [10]],
    [/(?<![A-Za-z0-9])v\d{1,3}\.\d/g, 'v1.2 dev1.2 v12.3 v123 v123x', [0, 12]],
    [/(?<!\d)12-\d/g, '12-3 912-3 a12-3', [0, 12]],
    [/[xX]?ab(?=c)/g, 'abc xabc XABC', [0, 4, 5, 9, 10]],
    [/(?:a{3,}|b+c?)-/g, 'aaa- bb- b-', [0, 5, 6, 9]],
    [/°\d/g, '5°3', [1]],
    [/sil/giu, 'ſil sil', [0, 4]],
    [/(?:ab)?(?:cd)?ef$/g, 'abcdef', [0, 2, 4]],
  ])('%s', (pattern, text, starts) => {
    expect(startsOf(pattern, text)).toEqual(starts);
  });

  it('knows none for what can begin almost anywhere', () => {
    for (const pattern of [/\w{3,9}@/g, /\d{2,4}/g, /(a)\1?.+/g, /[^\n]{3}x/g])
      expect(openingOf(pattern), pattern.source).toBeUndefined();
  });

  it('stand wherever a row matches', () => {
    const opened = [...firstRows, ...allowedShapes, ...rows].flatMap(({ pattern }) => {
      const opening = openingOf(pattern);
      return opening === undefined ? [] : [{ pattern, opening }];
    });
    expect(opened.length).toBeGreaterThan(150);
    for (const text of someOf(corpus, 12)) {
      const beginnings = new Beginnings(text);
      for (const { pattern, opening } of opened) {
        const starts = new Set(beginnings.of(opening, text.length));
        for (const { index } of text.matchAll(pattern)) expect(starts, `${pattern} ${text}`).toContain(index);
      }
    }
  });
});
