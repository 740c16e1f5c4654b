import { softmax, stepsOf } from '../../reading/linear.ts';
import { gramsOf, readNames, readRules, wordTimes } from './evidence.ts';
import { CLASSES, type FineClass } from './features.ts';
import artefact from './model.artefact.json' with { type: 'json' };
import type { Texts, WordSums } from './texts.ts';

const K = CLASSES.length;
const OK = CLASSES.indexOf('ok');
const UNLAWFUL = CLASSES.indexOf('unlawful_service');

/** Steps of a weight on each side of zero: as many as one character can tell. */
export const STEPS = 45;

/**
 * Where the weights of the names of one kind begin, and those of pairs, by their first and second: to look up a pair, no
 * text has to be made of it. Most names begin no pair, and an object for each would be most of what a look-up costs.
 */
interface OfKind {
  readonly ones: Map<string, number>;
  readonly pairs: Map<string, Map<string, number>>;
}
type Names = Map<string, OfKind>;

interface Weights {
  readonly names: Names;
  readonly ofNames: Int8Array;
  readonly ofGrams: Int8Array;
}

let loaded: Weights | undefined;

/** Decodes the artefact once, when the first request needs it: `scripts/policy/train.ts` wrote it. */
function weights(): Weights {
  loaded ??= {
    names: namesOf(artefact.names.split(' ')),
    ofNames: stepsOf(artefact.ofNames, STEPS),
    ofGrams: stepsOf(artefact.ofGrams, STEPS),
  };
  return loaded;
}

function namesOf(all: readonly string[]): Names {
  const names: Names = new Map();
  for (const [index, name] of all.entries()) {
    const kind = name.slice(0, name.indexOf(':') + 1);
    const [first = '', second] = name.slice(kind.length).split(/[+&]/);
    const ofKind: OfKind = names.get(kind) ?? { ones: new Map(), pairs: new Map() };
    names.set(kind, ofKind);
    if (second === undefined) ofKind.ones.set(first, index * K);
    else
      ofKind.pairs.set(first, (ofKind.pairs.get(first) ?? new Map<string, number>()).set(second, index * K));
  }
  return names;
}

/** Of a text that was not read nothing is found; that it was not read stops the call (work.ts). */
const UNREAD = Float64Array.from(CLASSES, (_, k) => (k === OK ? 1_000 : 0));

/** How much speaks for each class, worked out once for a text. Linear in its length. */
const scores = (text: string, texts: Texts): Float64Array =>
  texts.sumsOf(text, (one) => scoresOf(one, texts)) ?? UNREAD;

function scoresOf(text: string, texts: Texts): Float64Array {
  const { names, ofNames, ofGrams } = weights();
  const sums = new Float64Array(K);
  const visit = (kind: string, first: string, value: number, second?: string): void => {
    const ofKind = names.get(kind);
    const at = second === undefined ? ofKind?.ones.get(first) : ofKind?.pairs.get(first)?.get(second);
    if (at !== undefined) for (let k = 0; k < K; k++) sums[k]! += value * ofNames[at + k]!;
  };
  readNames(texts.tokens(text), text, visit);
  readRules(text, texts.fired(text), texts.lines(text), visit);
  const ofText = new Float64Array(K);
  let total = 0;
  for (const [word, often] of wordTimes(text)) {
    const { count, sums: ofWord } = texts.wordSums(word, (one) => sumsOfWord(one, ofGrams));
    total += often * count;
    for (let k = 0; k < K; k++) ofText[k]! += often * ofWord[k]!;
  }
  const share = artefact.gramScale / Math.sqrt(total || 1);
  return sums.map((sum, k) => sum * artefact.scale + ofText[k]! * share);
}

function sumsOfWord(word: string, ofGrams: Int8Array): WordSums {
  const sums = new Int32Array(K);
  const count = gramsOf(word, (bucket) => {
    for (let k = 0, at = bucket * K; k < K; k++) sums[k]! += ofGrams[at + k]!;
  });
  return { count, sums };
}

/** Probability of each class for a request; they add up to 1. */
export function probabilities(text: string, texts: Texts): Record<FineClass, number> {
  const sums = softmax(scores(text, texts).slice(), 1);
  const shares = {} as Record<FineClass, number>;
  for (let k = 0; k < K; k++) shares[CLASSES[k]!] = sums[k]!;
  return shares;
}

/** How likely a text that describes a service describes one that harms. Whatever else it may be, it is an offer. */
export function unlawfulness(text: string, texts: Texts): number {
  const sums = scores(text, texts);
  return 1 / (1 + Math.exp(sums[OK]! - sums[UNLAWFUL]!));
}
