/**
 * Weights of linear models as text, for artefacts that a script trained and every process decodes alike. One character
 * per number, none of which JSON escapes, so that an artefact packs to the entropy of its weights.
 */

/** Steps of a weight on each side of zero. */
export const LINEAR_STEPS = 31;
const FIRST = 35;
const BACKSLASH = 92;

/** The character of a number from 0 to 90. */
export const charOf = (n: number): string =>
  String.fromCharCode(FIRST + n + (FIRST + n >= BACKSLASH ? 1 : 0));
const numberOf = (code: number): number => code - FIRST - (code > BACKSLASH ? 1 : 0);

/** Weights of one character each; `most` are the steps on each side of zero, up to 45. */
export function stepsOf(text: string, most = LINEAR_STEPS): Int8Array {
  const steps = new Int8Array(text.length);
  for (let i = 0; i < steps.length; i += 1) steps[i] = numberOf(text.charCodeAt(i)) - most;
  return steps;
}

/** Probabilities of classes from their sums, each step of which is worth `scale`. They add up to 1. */
export function softmax(sums: Float64Array, scale: number): Float64Array {
  let top = Number.NEGATIVE_INFINITY;
  for (const sum of sums) if (sum > top) top = sum;
  let total = 0;
  for (let k = 0; k < sums.length; k += 1) {
    sums[k] = Math.exp((sums[k]! - top) * scale);
    total += sums[k]!;
  }
  for (let k = 0; k < sums.length; k += 1) sums[k]! /= total;
  return sums;
}
