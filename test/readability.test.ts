import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MOST_WORDS, pagesOfDocs, readabilityOf, sentencesOf } from '../scripts/readability/sentences.ts';

it.each(pagesOfDocs())('%s reads easily', (file) => {
  const { median, longSentences, thickParagraphs } = readabilityOf(readFileSync(file, 'utf8'));
  expect(longSentences).toEqual([]);
  expect(thickParagraphs).toEqual([]);
  expect(median).toBeLessThan(MOST_WORDS.median);
});

it('counts what a reader meets: no code, no tables, no addresses', () => {
  const long = Array.from({ length: 41 }, (_, i) => `Word${i}`).join(' ');
  expect(readabilityOf(`\`\`\`\n${long}\n\`\`\`\n| ${long} |\n`).longSentences).toEqual([]);
  expect(readabilityOf(`Short one. ${long}.`).longSentences).toEqual([`${long}.`]);
  expect(sentencesOf('It costs $0.01, e.g. Here. Next one? Yes.')).toEqual([
    'It costs $0.01, e.g. Here.',
    'Next one?',
    'Yes.',
  ]);
});
