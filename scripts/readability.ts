/** How long the sentences are that people read: README and docs. `--long` lists those that are too long. */
import { readFileSync } from 'node:fs';
import { optionsOf } from './options.ts';
import { MOST_WORDS, pagesOfDocs, readabilityOf } from './readability/sentences.ts';

const HELP = `Median length of the sentences of README and docs, and what is over the bound. A test holds the bounds.

  npm run -s readability
    --long        list each sentence over ${MOST_WORDS.sentence} words and each paragraph over ${MOST_WORDS.paragraph}
    --words N     count sentences over N words instead
    --only TEXT   files whose path holds TEXT`;
const flags = optionsOf(HELP, {
  long: { type: 'boolean', default: false },
  words: { type: 'string', default: String(MOST_WORDS.sentence) },
  only: { type: 'string', default: '' },
});

for (const file of pagesOfDocs().filter((each) => each.includes(flags.only))) {
  const { median, longSentences, thickParagraphs } = readabilityOf(
    readFileSync(file, 'utf8'),
    Number(flags.words),
  );
  console.log(
    `${file.padEnd(28)} median ${String(median).padStart(2)}, over ${flags.words} words: ${longSentences.length}, thick paragraphs: ${thickParagraphs.length}`,
  );
  if (!flags.long) continue;
  for (const each of longSentences) console.log(`  ${each}`);
  for (const each of thickParagraphs) console.log(`  paragraph: ${each}`);
}
