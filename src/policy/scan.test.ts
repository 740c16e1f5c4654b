import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, someOf } from '../amount.testing.ts';
import { CASES } from './detectors/cases.suite.ts';
import { normalise } from './normalise.ts';
import { scanText, scanViews } from './scan.ts';
import { bitsOf, stretches, survey } from './survey.ts';
import { newWork } from './work.ts';

const read = (name: string): string[] =>
  readFileSync(new URL(`../../data/policy/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);

const examples = CASES.map(([, positive]) => positive);
const corpus = [
  ...['dev', 'dev-2', 'held-out', 'fresh', 'blind', 'outside', 'outside-2', 'outside-3', 'outside-4'].flatMap(
    read,
  ),
  ...examples,
];

/** What is found when rows are tried only where they can match, and when every row is tried everywhere. */
function bothWays(text: string): [quick: unknown, slow: unknown] {
  const reading = normalise(text, newWork());
  const find = (search: 'where_possible' | 'everywhere') => [
    scanText(reading.plain, newWork(), search),
    scanViews(reading, newWork(Number.POSITIVE_INFINITY), search),
  ];
  return [find('where_possible'), find('everywhere')];
}

const disguises: readonly ((text: string) => string)[] = [
  (text) => btoa(unescape(encodeURIComponent(text))),
  (text) => encodeURIComponent(text),
  (text) => text.replace(/[a-z]/g, (char) => `%${char.charCodeAt(0).toString(16)}`),
  (text) => [...text].slice(0, 80).join(' '),
  (text) => [...text].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
  (text) => [...text].reverse().join(''),
  (text) => text.replace(/a/g, 'а').replace(/e/g, '\u200be'),
  (text) => text.replace(/@/g, ' [at] ').replace(/\./g, ' dot '),
  (text) => text.replace(/[@.]/g, (char) => `&#${char.charCodeAt(0)};`),
  (text) => text.toUpperCase(),
  (text) => text.replace(/ /g, '\n'),
  (text) => text.replace(/[ -]/g, ''),
  (text) => text.slice(text.length / 3),
];

describe('the quick search finds what the slow one finds', () => {
  it('on every row of the sets', () => {
    for (const text of someOf(corpus, 25)) {
      const [quick, slow] = bothWays(text);
      expect(quick, text).toEqual(slow);
    }
  });

  it('on what each row is shown to find, in other blanks, letters and surroundings', () => {
    for (const text of examples)
      for (const variant of [
        text.replaceAll(' ', '\t'),
        text.replaceAll(' ', '\n'),
        text.toUpperCase(),
        `x${text}y`,
      ]) {
        const [quick, slow] = bothWays(variant);
        expect(quick, variant).toEqual(slow);
      }
  });

  it('on rows joined, cut and disguised', () => {
    const part = fc
      .tuple(fc.constantFrom(...corpus), fc.option(fc.constantFrom(...disguises), { freq: 2 }))
      .map(([text, disguise]) => (disguise ? disguise(text) : text));
    const text = fc
      .tuple(
        fc.array(fc.oneof(part, fc.string({ maxLength: 20 })), { maxLength: 3 }),
        fc.constantFrom(' ', '', '\n', ', ', ' = '),
      )
      .map(([parts, mark]) => parts.join(mark).slice(0, 2_000));
    fc.assert(
      fc.property(text, (joined) => {
        const [quick, slow] = bothWays(joined);
        expect(quick).toEqual(slow);
      }),
      { numRuns: amount(75, 800) },
    );
  }, 60_000);

  it('on text made of the pieces that rows look for', () => {
    const piece = fc.oneof(
      fc.constantFrom('0x', '-', '.', ' ', ':', '@', '+', '(', 'key ', 'SSN ', 'id: ', 'IBAN ', 'card ', 'é'),
      fc.stringMatching(/^\d{1,6}$/),
      fc.stringMatching(/^[0-9a-f]{4,70}$/),
      fc.stringMatching(/^[A-Z0-9]{2,20}$/),
      fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{20,90}$/),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const [quick, slow] = bothWays(pieces.join(''));
        expect(quick).toEqual(slow);
      }),
      { numRuns: amount(75, 2_000) },
    );
  }, 60_000);

  it('finds a card number that follows a phone number', () => {
    const kinds = scanText('+1 212 555 0100 4111 1111 1111 1111', newWork()).map((hit) => hit.kind);
    expect(kinds).toContain('financial.card');
  });

  it('spends the same work on the same text, and less than the slow search', () => {
    const text = corpus.join('\n').slice(0, 32_000);
    const spent = (search: 'where_possible' | 'everywhere'): number => {
      const work = newWork(1e9);
      scanText(text, work, search);
      return 1e9 - work.left;
    };
    expect(spent('where_possible')).toBe(spent('where_possible'));
    expect(spent('where_possible')).toBeLessThan(spent('everywhere'));
  });
});

describe('survey', () => {
  it('knows runs and chains', () => {
    const seen = survey('call +1 212 555-0100 or 0xabcdef1234 now a b c d');
    expect(seen).toMatchObject({ longestRun: 12, longestChain: 11, singles: 4 });
    expect([...seen.runStarts(10)]).toEqual([24]);
    expect([...seen.digitStarts(10)]).toEqual([6, 8]);
    expect([...seen.digitStarts(7, bitsOf([3]))]).toEqual([8, 12]);
  });

  it('splits a chain at letters and at wide gaps', () => {
    expect(survey('12a34').longestChain).toBe(2);
    expect(survey('12 - 34').longestChain).toBe(4);
    expect(survey('12  - 34').longestChain).toBe(2);
  });

  it('finds stretches of a set', () => {
    const set = new Uint8Array(128).fill(1, 97, 123);
    expect(stretches('ab,abc,é,abcd', set, 3)).toEqual([
      [3, 6],
      [9, 13],
    ]);
  });
});
