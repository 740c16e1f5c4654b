import { softmax, stepsOf } from '../../reading/linear.ts';
import { CUE, countWords, gramsOf, NAME_KINDS, readNames, readRules } from './evidence.ts';
import { CLASSES, type FineClass } from './features.ts';
import artefact from './model.artefact.json' with { type: 'json' };
import type { Texts } from './texts.ts';
import { beforeFirstWord, ownEntry, type WordEntry, type WordSums } from './word-book.ts';

const K = CLASSES.length;
const OK = CLASSES.indexOf('ok');
const VAGUE = CLASSES.indexOf('vague');
const UNLAWFUL = CLASSES.indexOf('unlawful_service');

/** Steps of a weight on each side of zero: as many as one character can tell. */
export const STEPS = 45;

interface Weights {
  readonly ofNames: Int8Array;
  readonly ofGrams: Int8Array;
}

let loaded: Weights | undefined;

/** Decodes the artefact once, when the first request needs it: `scripts/policy/train.ts` wrote it. */
function weights(): Weights {
  loaded ??= load();
  return loaded;
}

beforeFirstWord(weights);

function load(): Weights {
  const kinds = new Map<string, number>(NAME_KINDS.map((kind, number) => [kind, number]));
  for (const [index, name] of artefact.names.split(' ').entries()) {
    const colon = name.indexOf(':') + 1;
    const kind = kinds.get(name.slice(0, colon))!;
    const [first = '', second] = name.slice(colon).split(/[+&]/);
    enter(ownEntry(first), kind, index * K, second);
  }
  return { ofNames: stepsOf(artefact.ofNames, STEPS), ofGrams: stepsOf(artefact.ofGrams, STEPS) };
}

/** Where the weights of a name begin is kept with its first word: no text is made of a name to look it up. */
function enter(entry: WordEntry, kind: number, at: number, second: string | undefined): void {
  if (second === undefined) {
    const ones = Array.from(NAME_KINDS, (_, i) => entry.ones[i]);
    ones[kind] = at;
    entry.ones = ones;
    return;
  }
  const pairs = Array.from(NAME_KINDS, (_, i) => entry.pairs[i]);
  pairs[kind] = new Map([...(pairs[kind] ?? []), [ownEntry(second), at]]);
  entry.pairs = pairs;
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

const visit = (kind: number, first: WordEntry, value: number, second?: WordEntry): void => {
  const place = second === undefined ? first.ones[kind] : first.pairs[kind]?.get(second);
  if (place !== undefined) keep(place, value);
};

function scoresOf(text: string, texts: Texts, classes: readonly number[]): Float64Array {
  // What these are read from may read other texts.
  texts.wording(text);
  const lines = texts.lines(text);
  room.count = 0;
  readNames(text, texts, visit);
  const ofGrams = sumsOfGrams(text, texts, classes);
  if (classes === OF_OFFER) {
    const sums = sumsOf(classes, ofGrams);
    const most = mostOfRules() + (lines.length > 0 ? mostOfLines() : 0);
    if (sums[UNLAWFUL]! - sums[OK]! + most < LEAST_MARGIN) return sums;
  }
  const { count } = room;
  const fired = texts.fired(text);
  room.count = count;
  readRules(text, fired, lines, visit);
  return sumsOf(classes, ofGrams);
}

/** What the names in the room say of some classes, with what the letters say. */
function sumsOf(classes: readonly number[], ofText: Float64Array): Float64Array {
  const { ofNames } = weights();
  const { places, values, count } = room;
  const sums = new Float64Array(K);
  for (const k of classes) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += values[i]! * ofNames[places[i]! + k]!;
    sums[k] = sum * artefact.scale + ofText[k]!;
  }
  return sums;
}

function sumsOfGrams(text: string, texts: Texts, classes: readonly number[]): Float64Array {
  const { ofGrams } = weights();
  const ofText = new Float64Array(K);
  let total = 0;
  for (const word of countWords(texts.wording(text), text, texts.book)) {
    if (word.sums === undefined || word.sums.classes < classes.length)
      word.sums = sumsOfWord(word.text, ofGrams, classes);
    const { times } = word;
    word.times = 0;
    total += times * word.sums.count;
    for (const k of classes) ofText[k]! += times * word.sums.sums[k]!;
  }
  const share = artefact.gramScale / Math.sqrt(total || 1);
  for (const k of classes) ofText[k]! *= share;
  return ofText;
}

/** Nobody asks how much less likely than this an offer is to harm: the learnt reader is not asked either (below). */
const LEAST_MARGIN = -4;
export const LEAST_UNLAWFUL = 1 / (1 + Math.exp(-LEAST_MARGIN));

/** The most that names of one kind can say for harm, however many of them a text has, each once. */
function mostOf(kind: string): () => number {
  let most: number | undefined;
  return () => {
    const { ofNames } = weights();
    const ofKind = (name: string, i: number) =>
      name.startsWith(kind) ? Math.max(0, ofNames[i * K + UNLAWFUL]! - ofNames[i * K + OK]!) : 0;
    most ??=
      artefact.names.split(' ').reduce((sum, name, i) => sum + ofKind(name, i), 0) * artefact.scale * CUE;
    return most;
  };
}
const mostOfRules = mostOf('R:');
const mostOfLines = mostOf('H:');

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
  return { classes: classes.length, count, sums };
}

/** How much the learnt reader counts beside the words. */
const LEARNT = 0.5;
/** Where the words alone are so sure, it is not asked: its answer costs more than theirs, and would not turn it. */
const SURELY_UNLAWFUL = 6;
const SURELY_FINE = 0.02;
const SURELY_REFUSED = 0.995;

/** Probability of each class for a request; they add up to 1. */
export function probabilities(text: string, texts: Texts): Record<FineClass, number> {
  const sums = scores(text, texts, EVERY);
  const byWords = softmax(sums.slice(), 1);
  const refusable = 1 - byWords[OK]! - byWords[VAGUE]!;
  const learnt = refusable > SURELY_FINE && refusable < SURELY_REFUSED ? texts.learnt(text)?.goal : undefined;
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

/**
 * How likely a text that describes a service describes one that harms. Whatever else it may be, it is an offer. Where no
 * rule could make it likely, none is tried, and what is said is only that it is less than `LEAST_UNLAWFUL`.
 */
export function unlawfulness(text: string, texts: Texts): number {
  const sums = scores(text, texts, OF_OFFER);
  const byWords = sums[UNLAWFUL]! - sums[OK]!;
  const learnt = byWords > LEAST_MARGIN && byWords < SURELY_UNLAWFUL ? texts.learnt(text)?.offer : undefined;
  const odds = learnt === undefined ? byWords : (1 - LEARNT) * byWords + LEARNT * learnt;
  return 1 / (1 + Math.exp(-odds));
}
