/**
 * Linear models over named features: the start is fixed and every step sees all rows in one order, so the same rows and
 * vectors give the same weights. Word vectors are needed here only: each word's vector is multiplied with the weights
 * once, now, and a word that no row has gets the weights that its vector has.
 */

import { type Features, featureWord } from '../../src/products/agent-revenue-audit/learnt/features.ts';
import { type Artefact, WEIGHT_STEPS } from '../../src/products/agent-revenue-audit/learnt/weights.ts';
import { charOf } from '../../src/reading/linear.ts';

export interface Example {
  readonly features: Features;
  /** Shares of the classes that are right; several of a softmax add up to 1. */
  readonly right: readonly (readonly [k: number, share: number])[];
  readonly weight: number;
  /** Classes of which the label does not say whether they are right: nothing is learnt for them here. */
  readonly unknown?: readonly number[];
}

export interface Fit {
  readonly classes: readonly string[];
  /** One class is right, or each by itself. */
  readonly one: boolean;
  readonly steps: number;
  readonly rate: number;
  readonly decay: number;
  readonly decayOfVectors: number;
  /** How much a vector counts beside its word. */
  readonly vectors: number;
  readonly fewestRows: number;
  /** How much a right class counts beside a wrong one; 1 where one class of all is right. */
  readonly rights: number;
  /** What the weights of the feature `bias` start from. */
  readonly bias: number;
}

export type Vectors = ReadonlyMap<string, Float64Array>;
export const DIMENSIONS = 100;

/** Unit vectors of the most frequent words, by the form in which words are read. */
export function unitVectors(
  source: {
    readonly words: readonly string[];
    readonly vectors: Readonly<Record<string, readonly number[]>>;
  },
  most: number,
): Vectors {
  const table = new Map<string, Float64Array>();
  for (const word of source.words) {
    if (table.size >= most) break;
    if (!/^[a-z]{2,20}$/u.test(word)) continue;
    const plain = featureWord(word);
    if (table.has(plain)) continue;
    const raw = Float64Array.from(source.vectors[word]!.slice(0, DIMENSIONS));
    const norm = Math.sqrt(raw.reduce((sum, x) => sum + x * x, 0)) || 1;
    table.set(
      plain,
      raw.map((x) => x / norm),
    );
  }
  return table;
}

export interface Model {
  readonly fit: Fit;
  readonly names: ReadonlyMap<string, number>;
  readonly weights: Float64Array;
}

interface Row extends Omit<Example, 'features'> {
  readonly at: Int32Array;
  readonly value: Float64Array;
}

function rowOf({ features, ...rest }: Example, model: Omit<Model, 'weights'>, vectors: Vectors): Row {
  const at: number[] = [];
  const value: number[] = [];
  const mean = new Float64Array(DIMENSIONS);
  for (const [name, much] of features) {
    const place = model.names.get(name);
    if (place !== undefined) {
      at.push(place);
      value.push(much);
    }
    const vector = name.startsWith('w:') ? vectors.get(name.slice(2)) : undefined;
    if (vector) for (let d = 0; d < DIMENSIONS; d++) mean[d]! += much * vector[d]! * model.fit.vectors;
  }
  mean.forEach((much, d) => {
    at.push(model.names.size + d);
    value.push(much);
  });
  return { at: Int32Array.from(at), value: Float64Array.from(value), ...rest };
}

/** Full-batch Adam. */
export function fitted(examples: readonly Example[], vectors: Vectors, fit: Fit): Model {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const kept = [...counts].filter(([, count]) => count >= fit.fewestRows).map(([name]) => name);
  const names = new Map(kept.sort().map((name, i) => [name, i]));
  const rows = examples.map((one) => rowOf(one, { fit, names }, vectors));
  const K = fit.classes.length;
  const size = (names.size + DIMENSIONS) * K;
  const words = names.size * K;
  const [weights, mean, square, slope] = [0, 0, 0, 0].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const bias = names.get('bias');
  if (bias !== undefined) weights.fill(fit.bias, bias * K, bias * K + K);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= fit.steps; step++) {
    slope.fill(0);
    for (const row of rows) {
      const wrong = chances(row, weights, fit);
      for (const k of row.unknown ?? []) wrong[k] = 0;
      for (const [k, share] of row.right) wrong[k] = (wrong[k]! - share) * fit.rights;
      for (let j = 0; j < row.at.length; j++) {
        const place = row.at[j]! * K;
        const much = (row.value[j]! * row.weight) / total;
        for (let k = 0; k < K; k++) slope[place + k]! += much * wrong[k]!;
      }
    }
    const rate = fit.rate * (1 - step / (fit.steps + 1));
    const [first, second] = [1 - 0.9 ** step, 1 - 0.999 ** step];
    for (let i = 0; i < size; i++) {
      const g = slope[i]! + (i < words ? fit.decay : fit.decayOfVectors) * weights[i]!;
      mean[i] = 0.9 * mean[i]! + 0.1 * g;
      square[i] = 0.999 * square[i]! + 0.001 * g * g;
      weights[i]! -= (rate * (mean[i]! / first)) / (Math.sqrt(square[i]! / second) + 1e-8);
    }
  }
  return { fit, names, weights };
}

function chances({ at, value }: Row, weights: Float64Array, { one, classes }: Fit): Float64Array {
  const K = classes.length;
  const out = new Float64Array(K);
  for (let j = 0; j < at.length; j++) {
    const place = at[j]! * K;
    for (let k = 0; k < K; k++) out[k]! += value[j]! * weights[place + k]!;
  }
  if (!one) return out.map((x) => 1 / (1 + Math.exp(-x)));
  const top = Math.max(...out);
  const raised = out.map((x) => Math.exp(x - top));
  const sum = raised.reduce((a, b) => a + b, 0);
  return raised.map((x) => x / sum);
}

/** Chances of the classes by the full-precision model. */
export const predicted = (model: Model, vectors: Vectors, features: Features): Float64Array =>
  chances(rowOf({ features, right: [], weight: 1 }, model, vectors), model.weights, model.fit);

/** The few largest weights are cut off, so that a step is fine enough for the many small ones. */
const CUT_OFF = 0.9995;

/**
 * Multiplies vectors with weights, keeps the names of rows that say most and the most frequent other words, rounds to
 * steps.
 */
export function compiled(model: Model, vectors: Vectors, most: number, mostOthers: number): Artefact {
  const { names, weights, fit } = model;
  const K = fit.classes.length;
  const byVector = (word: string, into: Float64Array): Float64Array => {
    for (const [d, x] of (vectors.get(word) ?? []).entries())
      for (let k = 0; k < K; k++) into[k]! += fit.vectors * x * weights[(names.size + d) * K + k]!;
    return into;
  };
  const row = (name: string, own: Float64Array): readonly [string, Float64Array] => {
    const whole = name.startsWith('w:') ? byVector(name.slice(2), own) : own;
    return [name, fit.one ? centred(whole) : whole];
  };
  const rows = [...names].map(([name, i]) => row(name, weights.slice(i * K, i * K + K)));
  const others = [...vectors.keys()]
    .filter((word) => !names.has(`w:${word}`))
    .slice(0, mostOthers)
    .map((word) => row(`w:${word}`, new Float64Array(K)));
  const spread = ([name, own]: readonly [string, Float64Array]): number =>
    /^[wbhs]:/u.test(name) ? Math.max(...own.map(Math.abs)) : Number.POSITIVE_INFINITY;
  const kept = [
    ...rows.sort((a, b) => spread(b) - spread(a) || (a[0] < b[0] ? -1 : 1)).slice(0, most),
    ...others,
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  const sizes = kept.flatMap(([, row]) => [...row].map(Math.abs)).sort((a, b) => a - b);
  const scale = Number((sizes[Math.floor(sizes.length * CUT_OFF)]! / WEIGHT_STEPS).toPrecision(6)) || 1;
  const step = (x: number): string =>
    charOf(Math.max(-WEIGHT_STEPS, Math.min(WEIGHT_STEPS, Math.round(x / scale))) + WEIGHT_STEPS);
  return {
    classes: fit.classes,
    scale,
    names: kept.map(([name]) => name).join(' '),
    weights: kept.flatMap(([, row]) => [...row].map(step)).join(''),
  };
}

// Softmax does not see a constant added to all classes: without it weights are smaller.
function centred(row: Float64Array): Float64Array {
  const mean = row.reduce((a, b) => a + b, 0) / row.length;
  return row.map((x) => x - mean);
}
