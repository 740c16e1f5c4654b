import { softmax, stepsOf } from '../../reading/linear.ts';
import { harmIn } from '../harm/harm.ts';
import { readGrams, readNames, readRules } from './evidence.ts';
import { CLASSES, type FineClass } from './features.ts';
import artefact from './model.artefact.json' with { type: 'json' };
import type { Token } from './tokens.ts';

const K = CLASSES.length;
const OK = CLASSES.indexOf('ok');
const UNLAWFUL = CLASSES.indexOf('unlawful_service');

/** Steps of a weight on each side of zero: as many as one character can tell. */
export const STEPS = 45;

interface Weights {
  readonly names: ReadonlyMap<string, number>;
  readonly ofNames: Int8Array;
  readonly ofGrams: Int8Array;
}

let loaded: Weights | undefined;

/** Decodes the artefact once, when the first request needs it: `scripts/policy/train.ts` wrote it. */
function weights(): Weights {
  loaded ??= {
    names: new Map(artefact.names.split(' ').map((name, index) => [name, index * K])),
    ofNames: stepsOf(artefact.ofNames, STEPS),
    ofGrams: stepsOf(artefact.ofGrams, STEPS),
  };
  return loaded;
}

/** How much speaks for each class. Linear in the length of the text. */
function scores(tokens: readonly Token[], text: string, lines: readonly string[]): Float64Array {
  const { names, ofNames, ofGrams } = weights();
  const sums = new Float64Array(K);
  const visit = (name: string, value: number): void => {
    const at = names.get(name);
    if (at !== undefined) for (let k = 0; k < K; k++) sums[k]! += value * ofNames[at + k]!;
  };
  readNames(tokens, text, visit);
  readRules(tokens, text, lines, visit);
  const ofText = new Float64Array(K);
  const total = readGrams(text, (bucket) => {
    for (let k = 0; k < K; k++) ofText[k]! += ofGrams[bucket * K + k]!;
  });
  const share = artefact.gramScale / Math.sqrt(total || 1);
  return sums.map((sum, k) => sum * artefact.scale + ofText[k]! * share);
}

/** Probability of each class for a request; they add up to 1. Whoever knows which lines of harm it crosses says so. */
export function probabilities(
  tokens: readonly Token[],
  text: string,
  lines: readonly string[] = harmIn(text),
): Record<FineClass, number> {
  const sums = softmax(scores(tokens, text, lines), 1);
  const shares = {} as Record<FineClass, number>;
  for (let k = 0; k < K; k++) shares[CLASSES[k]!] = sums[k]!;
  return shares;
}

/** How likely a text that describes a service describes one that harms. Whatever else it may be, it is an offer. */
export function unlawfulness(tokens: readonly Token[], text: string, lines: readonly string[]): number {
  const sums = scores(tokens, text, lines);
  return 1 / (1 + Math.exp(sums[OK]! - sums[UNLAWFUL]!));
}
