import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  MOST_WORDS,
  markdownOf,
  pagesOfDocs,
  readabilityOf,
  sentencesOf,
} from '../scripts/readability/sentences.ts';
import { catalogue } from '../src/catalogue.ts';
import { Stage } from '../src/checks/stage.suite.ts';

const stage = new Stage(catalogue);

it.each(pagesOfDocs())('%s reads easily', (file) => {
  const { median, longSentences, thickParagraphs } = readabilityOf(readFileSync(file, 'utf8'));
  expect(longSentences).toEqual([]);
  expect(thickParagraphs).toEqual([]);
  expect(median).toBeLessThan(MOST_WORDS.median);
});

it.each(['/', '/try', '/audit', '/proof', '/ledger', '/books', '/status.html', '/failures', '/calibration'])(
  'the page %s reads easily',
  async (path) => {
    const page = await stage.app.fetch(
      new Request(`http://127.0.0.1${path}`, { headers: { accept: 'text/html' } }),
    );
    // Not measured: the sample of the audit page, which is an answer.
    const markdown = markdownOf((await page.text()).replace(/<section id="sample"[\s\S]*(?=<\/main>)/, ''));
    const { median, longSentences, thickParagraphs } = readabilityOf(markdown);
    expect(markdown.length).toBeGreaterThan(300);
    expect(longSentences).toEqual([]);
    expect(thickParagraphs).toEqual([]);
    expect(median).toBeLessThan(MOST_WORDS.median);
  },
);

it('counts what a reader meets: no code, no tables, no addresses', () => {
  const long = Array.from({ length: 41 }, (_, i) => `Word${i}`).join(' ');
  expect(readabilityOf(`\`\`\`\n${long}\n\`\`\`\n| ${long} |\n`).longSentences).toEqual([]);
  expect(readabilityOf(`Short one. ${long}.`).longSentences).toEqual([`${long}.`]);
  expect(readabilityOf(markdownOf(`<main><p>${long}.</p><p>Two.</p></main>`)).longSentences).toEqual([
    `${long}.`,
  ]);
  expect(readabilityOf(markdownOf(`<main><li>${long}</li><pre>${long}</pre></main>`)).longSentences).toEqual([
    long,
  ]);
  expect(sentencesOf('It costs $0.01, e.g. Here. Next one? Yes.')).toEqual([
    'It costs $0.01, e.g. Here.',
    'Next one?',
    'Yes.',
  ]);
});
