/** How long the sentences are that people read: README, docs and pages. `--long` lists those that are too long. */
import { readdirSync, readFileSync } from 'node:fs';
import { optionsOf } from './options.ts';
import { paragraphsOf, sentencesOf, wordsOf } from './readability/sentences.ts';

const HELP = `Median length of sentences and paragraphs of README and docs, and those that are over the bound.

  npm run readability
    --long        list each sentence over ${40} words and each paragraph over ${120}
    --words N     list sentences over N words instead
    --only TEXT   files whose path holds TEXT`;
const flags = optionsOf(HELP, {
  long: { type: 'boolean', default: false },
  words: { type: 'string', default: '40' },
  only: { type: 'string', default: '' },
});

const files = [
  'README.md',
  'AGENTS.md',
  ...readdirSync('docs')
    .filter((each) => each.endsWith('.md'))
    .map((each) => `docs/${each}`),
];
for (const file of files.filter((each) => each.includes(flags.only))) {
  const paragraphs = paragraphsOf(readFileSync(file, 'utf8'));
  const sentences = paragraphs.flatMap(sentencesOf);
  const lengths = sentences.map(wordsOf).sort((a, b) => a - b);
  const long = sentences.filter((each) => wordsOf(each) > Number(flags.words));
  const thick = paragraphs.filter((each) => wordsOf(each) > 120);
  console.log(
    `${file.padEnd(28)} median ${String(lengths[lengths.length >> 1]).padStart(2)}, over ${flags.words}: ${long.length}, thick paragraphs: ${thick.length}`,
  );
  if (flags.long) {
    for (const each of long) console.log(`  ${wordsOf(each)}: ${each}`);
    for (const each of thick) console.log(`  PARAGRAPH ${wordsOf(each)}: ${each}`);
  }
}
