import {
  type Artefact,
  EFFECTS,
  type Effect,
  shareOfEach,
} from '../../src/products/opportunity-check/learnt/model.ts';
import { ALPHABET, charOf, STEPS } from '../../src/reading/linear.ts';
import { type Example, type RegressOptions, regress } from './regress.ts';
import { effectOf, type Row } from './rows.ts';

/** How the classifier is trained: chosen by holding out the sets of whole authors. */
export const OPTIONS = {
  /** A feature counts that so many rows have. */
  fewestRows: 2,
  effects: { steps: 100, rate: 0.05, l2: 3e-4 },
  classes: { steps: 80, rate: 0.05, l2: 6e-5 },
  /** Features kept: those that say most. */
  features: 9_000,
  /** Weights of classes kept, of all features together. */
  weights: 70_000,
} satisfies { effects: RegressOptions; classes: RegressOptions } & Record<string, unknown>;

const NONE = 'none';

/** Trains on rows and packs what was learnt. */
export function learn(rows: readonly Row[], options: typeof OPTIONS = OPTIONS): Artefact {
  const classes = [...new Set(rows.flatMap(targetsOf)), NONE]
    .filter((one, i, all) => all.lastIndexOf(one) === i)
    .sort();
  const names = namesIn(rows, options.fewestRows);
  const numberOf = new Map(names.map((name, i) => [name, i]));
  const held = rows.map((row) => Int32Array.from(row.names.flatMap((name) => numberOf.get(name) ?? [])));
  const examples = (targetOf: (row: Row) => Float64Array): Example[] =>
    rows.map((row, i) => ({ held: held[i]!, value: shareOfEach(held[i]!.length), target: targetOf(row) }));
  const byEffect = regress(
    examples(({ effect }) => Float64Array.from(EFFECTS, (one) => Number(one === effect))),
    names.length,
    EFFECTS.length,
    options.effects,
  );
  const byClass = regress(
    examples((row) => {
      const targets = targetsOf(row);
      return Float64Array.from(
        classes,
        (one) => targets.filter((each) => each === one).length / targets.length,
      );
    }),
    names.length,
    classes.length,
    options.classes,
  );
  return pack(names, classes, centred(byEffect, EFFECTS.length), centred(byClass, classes.length), options);
}

/** What a row asserts in the sense of its effect: "paid and got it, but no receipt" is told by the missing receipt. */
function targetsOf({ signals, effect }: Row): readonly string[] {
  const telling = signals.filter((one) => effectOf(one) === effect);
  if (telling.length > 0) return telling;
  return effect === 'none' && signals.length > 0 ? signals : [NONE];
}

function namesIn(rows: readonly Row[], fewest: number): string[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const name of row.names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= fewest ? name : [])).sort();
}

/** Softmax does not see a constant added to all classes: without it weights are smaller. */
function centred(weights: Float32Array, classes: number): Float32Array {
  const out = weights.slice();
  for (let at = 0; at < out.length; at += classes) {
    const row = out.subarray(at, at + classes);
    const mean = row.reduce((sum, one) => sum + one, 0) / classes;
    for (let k = 0; k < classes; k += 1) row[k]! -= mean;
  }
  return out;
}

const largest = (values: Iterable<number>): number => {
  let top = 0;
  for (const value of values) top = Math.max(top, Math.abs(value));
  return top;
};

/** Keeps the features and weights that say most, and rounds them to characters. */
function pack(
  names: readonly string[],
  classes: readonly string[],
  byEffect: Float32Array,
  byClass: Float32Array,
  options: typeof OPTIONS,
): Artefact {
  const [e, c] = [EFFECTS.length, classes.length];
  const rowOf = (weights: Float32Array, width: number, at: number) =>
    weights.subarray(at * width, (at + 1) * width);
  const kept = names
    .map((name, at) => ({ name, at, says: largest(rowOf(byEffect, e, at)) + largest(rowOf(byClass, c, at)) }))
    .sort((a, b) => b.says - a.says || a.at - b.at)
    .slice(0, options.features)
    .sort((a, b) => a.at - b.at);
  const last = names.length;
  const scales = [byEffect, byClass].map((weights, i) => {
    const width = [e, c][i]!;
    const top = largest([
      ...kept.flatMap(({ at }) => [...rowOf(weights, width, at)]),
      ...rowOf(weights, width, last),
    ]);
    return Number((top / STEPS).toPrecision(6));
  });
  const stepOf = (weight: number, i: number): number => Math.round(weight / scales[i]!);
  const spell = (weight: number, i: number): string => ALPHABET[stepOf(weight, i) + STEPS]!;
  const sizes = kept.flatMap(({ at }) => [...rowOf(byClass, c, at)].map(Math.abs)).sort((a, b) => b - a);
  const smallest = sizes[Math.min(options.weights, sizes.length) - 1]!;
  const sparse = kept.map(({ at }) =>
    [...rowOf(byClass, c, at)]
      .map((weight, k) =>
        Math.abs(weight) >= smallest && stepOf(weight, 1) !== 0 ? `${charOf(k)}${spell(weight, 1)}` : '',
      )
      .join(''),
  );
  return {
    classes,
    effects: classes.map((one) => EFFECTS.indexOf(one === NONE ? 'none' : (effectOf(one) as Effect))),
    names: kept.map(({ name }) => name).join('|'),
    scales,
    effectWeights: [last, ...kept.map(({ at }) => at)]
      .flatMap((at) => [...rowOf(byEffect, e, at)].map((weight) => spell(weight, 0)))
      .join(''),
    classBias: [...rowOf(byClass, c, last)].map((weight) => spell(weight, 1)).join(''),
    classWeights: sparse.join(' '),
  };
}
