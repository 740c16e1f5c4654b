import { softmax, stepsOf } from '../../reading/linear.ts';
import { gramsOf, readNames, readRules, wordTimes } from './evidence.ts';
import { CLASSES, type FineClass } from './features.ts';
import artefact from './model.artefact.json' with { type: 'json' };
import type { Texts, WordSums } from './texts.ts';

const K = CLASSES.length;
const OK = CLASSES.indexOf('ok');
const VAGUE = CLASSES.indexOf('vague');
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

/** A word as it is written, and the words behind it: looked up together, as each word of a text is asked for both. */
interface Written {
  readonly at: number | undefined;
  readonly pairs: ReadonlyMap<string, number> | undefined;
}
const WORD = 'w:';
const WORD_PAIR = '2:';

interface Weights {
  readonly names: Names;
  readonly written: ReadonlyMap<string, Written>;
  readonly ofNames: Int8Array;
  readonly ofGrams: Int8Array;
}

let loaded: Weights | undefined;

/** Decodes the artefact once, when the first request needs it: `scripts/policy/train.ts` wrote it. */
function weights(): Weights {
  loaded ??= load();
  return loaded;
}

function load(): Weights {
  const names = namesOf(artefact.names.split(' '));
  return {
    names,
    written: writtenOf(names),
    ofNames: stepsOf(artefact.ofNames, STEPS),
    ofGrams: stepsOf(artefact.ofGrams, STEPS),
  };
}

function writtenOf(names: Names): Map<string, Written> {
  const ones = names.get(WORD)?.ones ?? new Map<string, number>();
  const pairs = names.get(WORD_PAIR)?.pairs ?? new Map<string, Map<string, number>>();
  const words = new Set([...ones.keys(), ...pairs.keys()]);
  return new Map(Array.from(words, (word) => [word, { at: ones.get(word), pairs: pairs.get(word) }]));
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

/** Classes by number: whoever asks about an offer asks about two of them, which cost a fifth of all. */
const EVERY = CLASSES.map((_, k) => k);
const OF_OFFER = [OK, UNLAWFUL];

/** How much speaks for some classes, worked out once for a text; others are left at 0. Linear in its length. */
const scores = (text: string, texts: Texts, classes: readonly number[]): Float64Array =>
  texts.sumsOf(text, classes.length, (one) => scoresOf(one, texts, classes)) ?? UNREAD;

/** Names that were found in a text: where their weights begin, and how much each counts. One text is read at a time. */
const room = { places: new Int32Array(1_024), values: new Float64Array(1_024), count: 0 };

function keep(place: number, value: number): void {
  if (room.count === room.places.length) {
    const { places, values } = room;
    room.places = new Int32Array(2 * places.length);
    room.places.set(places);
    room.values = new Float64Array(2 * values.length);
    room.values.set(values);
  }
  room.places[room.count] = place;
  room.values[room.count++] = value;
}

/** Fills the room with the names of a text that have weights. */
function readInto({ names, written }: Weights, text: string, texts: Texts): void {
  // What these are read from may read other texts.
  const tokens = texts.tokens(text);
  const fired = texts.fired(text);
  const lines = texts.lines(text);
  room.count = 0;
  // Names of one kind come one after the other.
  let last = '';
  let ofKind: OfKind | undefined;
  // The last word, and the one before it.
  let word = '';
  let ofWord: Written | undefined;
  let before = '';
  let ofBefore: Written | undefined;
  const visit = (kind: string, first: string, value: number, second?: string): void => {
    if (kind === WORD) {
      before = word;
      ofBefore = ofWord;
      word = first;
      ofWord = written.get(first);
      if (ofWord?.at !== undefined) keep(ofWord.at, value);
      return;
    }
    if (kind === WORD_PAIR) {
      const pair = (first === before ? ofBefore : written.get(first))?.pairs?.get(second!);
      if (pair !== undefined) keep(pair, value);
      return;
    }
    if (kind !== last) {
      last = kind;
      ofKind = names.get(kind);
    }
    const at = second === undefined ? ofKind?.ones.get(first) : ofKind?.pairs.get(first)?.get(second);
    if (at !== undefined) keep(at, value);
  };
  readNames(tokens, text, visit);
  readRules(text, fired, lines, visit);
}

function scoresOf(text: string, texts: Texts, classes: readonly number[]): Float64Array {
  const { ofNames, ofGrams } = weights();
  readInto(weights(), text, texts);
  const { places, values, count } = room;
  const sums = new Float64Array(K);
  for (const k of classes) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[i]! * ofNames[places[i]! + k]!;
    sums[k] = sum;
  }
  const ofText = new Float64Array(K);
  let total = 0;
  for (const [word, often] of wordTimes(text)) {
    const known = texts.wordSums(word, classes.length, (one) => sumsOfWord(one, ofGrams, classes));
    total += often * known.count;
    for (const k of classes) ofText[k]! += often * known.sums[k]!;
  }
  const share = artefact.gramScale / Math.sqrt(total || 1);
  return sums.map((sum, k) => sum * artefact.scale + ofText[k]! * share);
}

/** Where the weights of the grams of a word begin: as many as a long word has, and more where one needs it. */
let grams = new Int32Array(256);

function sumsOfWord(word: string, ofGrams: Int8Array, classes: readonly number[]): WordSums {
  let count = 0;
  const most = 3 * (word.length + 2);
  if (most > grams.length) grams = new Int32Array(2 * most);
  gramsOf(word, (bucket) => {
    grams[count++] = bucket * K;
  });
  const sums: number[] = [];
  for (let k = 0; k < K; k++) sums.push(0);
  for (const k of classes) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += ofGrams[grams[i]! + k]!;
    sums[k] = sum;
  }
  return { count, sums };
}

/** How much the learnt reader counts beside the words. */
const LEARNT = 0.5;
/** Where the words alone are so sure, it is not asked: its answer costs more than theirs, and would not turn it. */
const SURELY_LAWFUL = -4;
const SURELY_UNLAWFUL = 6;
const SURELY_FINE = 0.02;
const SURELY_REFUSED = 0.995;

/** Probability of each class for a request; they add up to 1. */
export function probabilities(text: string, texts: Texts): Record<FineClass, number> {
  const sums = scores(text, texts, EVERY);
  const byWords = softmax(sums.slice(), 1);
  const refusable = 1 - byWords[OK]! - byWords[VAGUE]!;
  const learnt =
    refusable > SURELY_FINE && refusable < SURELY_REFUSED ? texts.learnt(text)?.goal : undefined;
  const likely = learnt
    ? softmax(
        sums.map((sum, k) => (1 - LEARNT) * sum + LEARNT * learnt[k]!),
        1,
      )
    : byWords;
  const shares = {} as Record<FineClass, number>;
  for (let k = 0; k < K; k++) shares[CLASSES[k]!] = likely[k]!;
  return shares;
}

/** How likely a text that describes a service describes one that harms. Whatever else it may be, it is an offer. */
export function unlawfulness(text: string, texts: Texts): number {
  const sums = scores(text, texts, OF_OFFER);
  const byWords = sums[UNLAWFUL]! - sums[OK]!;
  const learnt = byWords > SURELY_LAWFUL && byWords < SURELY_UNLAWFUL ? texts.learnt(text)?.offer : undefined;
  const odds = learnt === undefined ? byWords : (1 - LEARNT) * byWords + LEARNT * learnt;
  return 1 / (1 + Math.exp(-odds));
}
