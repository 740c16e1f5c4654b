/**
 * How people tell each cause, learnt from examples: a logistic regression over words and pairs of words. The same
 * examples give the same weights, to the last digit.
 */
import type { Cause } from '../../src/checks/failure-signature/dictionary/causes.ts';
import { type Examples, examplesIn, NONE, originOf } from './examples.ts';
import { type Readers, readersLearnt } from './readers.ts';

export const LEARNT_FILE = 'src/checks/failure-signature/learnt.artefact.json';

/** Learning takes seconds: what was learnt from the same examples by the same code is not learnt again. */
export async function learntText(root: string, kept: string): Promise<string> {
  const origin = originOf(root);
  return kept.includes(`"origin": "${origin}"`) ? kept : learntNow(root, origin);
}

const MIN_SEEN = 2;
const ROUNDS = 30;
const RATE = 0.5;
const BIAS_RATE = 0.3;
const DECAY = 5e-4;
/** A pair says less than its words do: there are more of them. */
const PAIR = 0.7;

export async function learntNow(root: string, origin: string, without?: string): Promise<string> {
  const { featuresOf } = await import('../../src/checks/failure-signature/features.ts');
  const { CAUSES } = await import('../../src/checks/failure-signature/dictionary/causes.ts');
  const { all, messages } = await examplesIn(root, without);
  const classes = [...(Object.keys(CAUSES) as Cause[]), NONE];
  const features = all.map(({ text }) => [...featuresOf(text)]);
  const seen = new Map<string, number>();
  for (const own of features) for (const name of own) seen.set(name, (seen.get(name) ?? 0) + 1);
  const names = [...seen]
    .filter(([, times]) => times >= MIN_SEEN)
    .map(([name]) => name)
    .sort();
  const place = new Map(names.map((name, i) => [name, i]));
  const rarity = names.map((name) => rarityOf(all.length, seen.get(name)!, name.includes(' ')));
  const rows = features.map((own) =>
    vectorOf(
      own.flatMap((name) => place.get(name) ?? []),
      rarity,
    ),
  );
  const placesOf = (own: readonly string[]): readonly number[] =>
    own.flatMap((name) => place.get(name) ?? []);
  const readers = readersLearnt(
    all.flatMap(({ buys }, i) => (buys === undefined ? [] : [{ buys, held: placesOf(features[i]!) }])),
    names.length,
  );
  const { weights, bias } = descend(
    rows,
    all.map(({ causes, weight }) => ({ right: causes.length > 0 ? sharesOf(causes, classes) : [], weight })),
    names.length,
    classes.length,
  );
  const tellings = all.flatMap(({ causes, pasted, of }, i) =>
    pasted
      ? [
          {
            classes: causes.map((cause) => (classes as readonly string[]).indexOf(cause)),
            of: of ?? '',
            words: placesOf(features[i]!),
          },
        ]
      : [],
  );
  return written({ origin, classes, names, rarity, weights, bias, messages, tellings, readers });
}

/** Of what is accepted as well, all together. */
const ALSO = 0.3;

const sharesOf = ([first, ...also]: readonly string[], classes: readonly string[]) => [
  [classes.indexOf(first!), also.length > 0 ? 1 - ALSO : 1] as const,
  ...also.map((cause) => [classes.indexOf(cause), ALSO / also.length] as const),
];

const rarityOf = (all: number, times: number, pair: boolean): number =>
  Math.round(1000 * Math.log(1 + all / times) * (pair ? PAIR : 1)) / 1000;

type Vector = readonly (readonly [place: number, value: number])[];

function vectorOf(places: readonly number[], rarity: readonly number[]): Vector {
  const length = Math.sqrt(places.reduce((sum, at) => sum + rarity[at]! ** 2, 0)) || 1;
  return places.map((at) => [at, rarity[at]! / length] as const);
}

/** Adagrad, one example after the other, in an order that a fixed seed shuffles. */
function descend(
  rows: readonly Vector[],
  said: readonly { readonly right: ReturnType<typeof sharesOf>; readonly weight: number }[],
  width: number,
  classes: number,
): { readonly weights: Float64Array; readonly bias: Float64Array } {
  const weights = new Float64Array(width * classes);
  const bias = new Float64Array(classes);
  const slope = new Float64Array(width * classes).fill(1e-6);
  const biasSlope = new Float64Array(classes).fill(1e-6);
  const chance = new Float64Array(classes);
  const order = rows.map((_row, i) => i);
  let seed = 1;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = next(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    for (const at of order) {
      const row = rows[at]!;
      const { right, weight } = said[at]!;
      if (weight === 0) continue;
      chancesOf(row, weights, bias, chance);
      for (const [c, share] of right) chance[c]! -= share;
      for (let c = 0; c < classes; c++) {
        const error = chance[c]! * weight;
        biasSlope[c]! += error * error;
        bias[c]! -= (RATE * BIAS_RATE * error) / Math.sqrt(biasSlope[c]!);
        for (const [feature, value] of row) {
          const k = feature * classes + c;
          const g = error * value + DECAY * weights[k]!;
          slope[k]! += g * g;
          weights[k]! -= (RATE * g) / Math.sqrt(slope[k]!);
        }
      }
    }
  }
  return { weights, bias };
}

function chancesOf(row: Vector, weights: Float64Array, bias: Float64Array, into: Float64Array): void {
  const classes = into.length;
  into.set(bias);
  for (const [feature, value] of row)
    for (let c = 0; c < classes; c++) into[c]! += value * weights[feature * classes + c]!;
  const top = Math.max(...into);
  let sum = 0;
  for (let c = 0; c < classes; c++) sum += into[c] = Math.exp(into[c]! - top);
  for (let c = 0; c < classes; c++) into[c]! /= sum;
}

interface Telling {
  readonly classes: readonly number[];
  readonly of: string;
  readonly words: readonly number[];
}

/** Weights are kept to a tenth; small ones say nothing. */
const STEP = 10;
const MIN_KEPT = 10;

interface Learnt {
  readonly origin: string;
  readonly classes: readonly string[];
  readonly names: readonly string[];
  readonly rarity: readonly number[];
  readonly weights: Float64Array;
  readonly bias: Float64Array;
  readonly messages: Examples['messages'];
  readonly tellings: readonly Telling[];
  readonly readers: Readers;
}

function written(learnt: Learnt): string {
  const { origin, classes, names, rarity, weights, bias, messages, tellings, readers } = learnt;
  const compared = new Set(tellings.flatMap(({ words }) => words));
  const rows = new Map<number, number>();
  const lines = names.flatMap((name, i) => {
    const kept = classes.flatMap((_class, c) => {
      const value = Math.round(weights[i * classes.length + c]! * STEP);
      return Math.abs(value) < MIN_KEPT ? [] : [c, value];
    });
    if (kept.length === 0 && !compared.has(i)) return [];
    rows.set(i, rows.size);
    return [`    ${JSON.stringify([name, rarity[i], kept, readers.weights.get(i) ?? 0])}`];
  });
  const told = tellings.map(
    ({ classes: own, of, words }) =>
      `    ${JSON.stringify([own, of, words.map((i) => rows.get(i)!).sort((a, b) => a - b)])}`,
  );
  return `{
  "origin": "${origin}",
  "step": ${STEP},
  "classes": ${JSON.stringify(classes)},
  "bias": ${JSON.stringify([...bias].map((value) => Math.round(value * STEP)))},
  "buys": ${readers.bias},
  "words": [
${lines.join(',\n')}
  ],
  "messages": [
${messages.map((message) => `    ${JSON.stringify(message)}`).join(',\n')}
  ],
  "tellings": [
${told.join(',\n')}
  ]
}
`;
}
