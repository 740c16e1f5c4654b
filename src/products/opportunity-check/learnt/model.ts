import { softmax, sparseStepsOf, stepsOf } from '../../../reading/linear.ts';
import type { Statement } from '../by-rules.ts';
import { emitFeatures, type Kind } from './features.ts';
import artefact from './model.artefact.json' with { type: 'json' };

/** Effects of a statement on trust, in the order of the weights. */
export const EFFECTS = ['good', 'bad', 'none'] as const;
export type Effect = (typeof EFFECTS)[number];

/** What `scripts/reading/train.ts` writes. */
export interface Artefact {
  /** `price_visible`, `!price_visible`, ..., `none`. */
  readonly classes: readonly string[];
  /** Of each class what it does to trust: 0 good, 1 bad, 2 nothing. */
  readonly effects: readonly number[];
  /** "kind first" or "kind first second", parted by bars. */
  readonly names: string;
  /** What one step of a weight is worth: of effects, of classes. */
  readonly scales: readonly number[];
  /** Three characters for the bias and for each name. */
  readonly effectWeights: string;
  readonly classBias: string;
  /** For each name pairs of a class and its weight, parted by spaces. */
  readonly classWeights: string;
}

/** Probabilities of a statement: of its effect, and of each signal that it may tell of. */
export interface Guess {
  readonly of: Readonly<Record<Effect, number>>;
  /** Of the classes that `classes` names, in its order. */
  readonly shares: Float64Array;
}

export interface Classifier {
  readonly classes: readonly string[];
  guess(statement: Statement): Guess;
}

/** Known features by kind, first and second part. No second part: the empty string. */
type Index = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, number>>>;

function indexOf(names: readonly string[]): Index {
  const index = new Map<string, Map<string, Map<string, number>>>();
  names.forEach((name, at) => {
    const [kind = '', first = '', second = ''] = name.split(' ');
    const kinds = index.get(kind) ?? new Map<string, Map<string, number>>();
    const firsts = kinds.get(first) ?? new Map<string, number>();
    index.set(kind, kinds.set(first, firsts.set(second, at)));
  });
  return index;
}

/** Features of one text are few and long texts say no more than short ones: each weighs less the more there are. */
export const shareOfEach = (features: number): number => 3 / Math.sqrt(features + 1);

const E = EFFECTS.length;

/** A classifier of what the script trained. Decoding takes a few milliseconds. */
export function classifierOf({ classes, effects, names, scales, ...weights }: Artefact): Classifier {
  const all = names.split('|');
  const index = indexOf(all);
  const effectSteps = stepsOf(weights.effectWeights);
  const bias = stepsOf(weights.classBias);
  const classSteps = weights.classWeights.split(' ').map(sparseStepsOf);
  // Which text a feature was last seen in, so that it counts once.
  const seen = new Uint32Array(all.length);
  let text = 0;
  const guess = (statement: Statement): Guess => {
    text += 1;
    const held: number[] = [];
    emitFeatures(statement, (kind: Kind, first, second = '') => {
      const at = index.get(kind)?.get(first)?.get(second);
      if (at === undefined || seen[at] === text) return;
      seen[at] = text;
      held.push(at);
    });
    const value = shareOfEach(held.length);
    const sums = new Float64Array(E);
    const shares = new Float64Array(classes.length);
    for (const at of held) {
      for (let k = 0; k < E; k += 1) sums[k]! += effectSteps[(at + 1) * E + k]!;
      const steps = classSteps[at]!;
      for (let i = 0; i < steps.length; i += 2) shares[steps[i]!]! += steps[i + 1]!;
    }
    for (let k = 0; k < E; k += 1) sums[k] = sums[k]! * value + effectSteps[k]!;
    for (let k = 0; k < shares.length; k += 1) shares[k] = shares[k]! * value + bias[k]!;
    softmax(sums, scales[0]!);
    softmax(shares, scales[1]!);
    const bySignal = new Float64Array(E);
    for (let k = 0; k < shares.length; k += 1) bySignal[effects[k]!]! += shares[k]!;
    return { of: both(sums, bySignal), shares };
  };
  return { classes, guess };
}

/** Two opinions as one: what either holds for unlikely is unlikely. */
function both(a: Float64Array, b: Float64Array): Guess['of'] {
  const of = { good: 0, bad: 0, none: 0 };
  let total = 0;
  EFFECTS.forEach((effect, k) => {
    of[effect] = Math.sqrt(a[k]! * b[k]!);
    total += of[effect];
  });
  for (const effect of EFFECTS) of[effect] /= total;
  return of;
}

let loaded: Classifier | undefined;

/** The classifier of this release, decoded when the first statement needs it. */
export function guess(statement: Statement): Guess {
  loaded ??= classifierOf(artefact);
  return loaded.guess(statement);
}
