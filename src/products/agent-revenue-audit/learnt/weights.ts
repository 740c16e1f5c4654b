import { stepsOf } from '../../../reading/linear.ts';
import type { Features } from './features.ts';

/** Linear models that `scripts/audit/train.ts` wrote: one number for each name and class. */
export interface Artefact {
  readonly classes: readonly string[];
  /** What one step of a weight is worth. */
  readonly scale: number;
  /** Space-separated, in the order of their weights. */
  readonly names: string;
  /** One character for each weight (reading/linear.ts). */
  readonly weights: string;
}

/** Steps of a weight on each side of zero: as many as one character can tell. */
export const WEIGHT_STEPS = 45;

export interface Weights {
  readonly places: ReadonlyMap<string, number>;
  readonly steps: Int8Array;
  readonly scale: number;
  readonly classes: readonly string[];
}

export function decodedWeights({ classes, names, weights, scale }: Artefact): Weights {
  const places = new Map(names.split(' ').map((name, i) => [name, i * classes.length]));
  return { places, steps: stepsOf(weights, WEIGHT_STEPS), scale, classes };
}

/** How much speaks for each class. */
export function sumsOf(features: Features, { places, steps, scale, classes }: Weights): Float64Array {
  const sums = new Float64Array(classes.length);
  for (const [name, value] of features) {
    const at = places.get(name);
    if (at === undefined) continue;
    for (let k = 0; k < sums.length; k += 1) sums[k]! += value * scale * steps[at + k]!;
  }
  return sums;
}

/** Words and pairs that mean something when they are quoted alone: `to` and `MB` do not. */
const NAMEABLE = /^(?:w:.{3}|b:)/u;

/** The feature that speaks most for a class. */
export function strongestFeature(features: Features, of: Weights, k: number): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const [name, value] of features) {
    const at = NAMEABLE.test(name) ? of.places.get(name) : undefined;
    const says = at === undefined ? 0 : value * of.steps[at + k]!;
    if (says > most) [best, most] = [name, says];
  }
  return best;
}
