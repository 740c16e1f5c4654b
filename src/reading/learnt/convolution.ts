import { softmax, stepsOf } from '../linear.ts';

/**
 * A reader of short texts that learnt from labelled ones: the vectors of a text's words, filters that look at words in
 * a row, the strongest answer of each filter, and one linear step to the classes. `scripts/reading/teach.py` trains it.
 */
export interface ConvolutionArtefact {
  readonly classes: readonly string[];
  /** Parted by spaces. The first stands for every word that is not listed. */
  readonly words: string;
  /** Numbers of a vector. */
  readonly dimensions: number;
  /**
   * By word: a character for each number of its vector (`stepsOf`, 45 steps a side), then one that says what a step is
   * worth: `smallest` times `GROWTH` to that power.
   */
  readonly vectors: string;
  readonly smallest: number;
  /** Filters over `size` words, `gap` apart. `weights`: by filter, position and dimension. */
  readonly filters: readonly FilterGroup[];
  /** By class: a weight for each filter, then one for each dimension of the mean vector. */
  readonly output: Weights;
}

/** One row of `weights` for each filter or class, two characters a number; what a step of that row is worth; what it starts from. */
interface Weights {
  readonly weights: string;
  readonly scales: readonly number[];
  readonly bias: readonly number[];
}

interface FilterGroup extends Weights {
  readonly size: number;
  readonly gap: number;
}

export interface WordReader {
  readonly classes: readonly string[];
  /** Probabilities of the classes, in their order; they add up to 1. */
  read(words: readonly string[]): Float64Array;
  /** Does the reader have a vector of this word? */
  knows(word: string): boolean;
}

const STEPS = 45;
/** Words of a text that are read. */
export const MOST_WORDS = 60;
/** Words whose products are kept, the commonest for good: vocabulary alone, never what a caller made up. */
const MOST_KEPT = 2_048;
const MOST_OTHERS_KEPT = 512;
const GROWTH = 1.05;

function tableOf({ weights, scales }: Weights): Float32Array {
  const steps = stepsOf(weights, STEPS);
  const table = new Float32Array(steps.length / 2);
  const row = table.length / scales.length;
  for (let at = 0; at < table.length; at += 1)
    table[at] = (steps[2 * at]! * (2 * STEPS + 1) + steps[2 * at + 1]!) * scales[Math.floor(at / row)]!;
  return table;
}

/** Decoding takes some milliseconds; a text of words that were met before takes a tenth of one. */
export function convolutionOf(artefact: ConvolutionArtefact): WordReader {
  const numbers = new Map(artefact.words.split(' ').map((word, at) => [word, at]));
  const groups = artefact.filters.map((group) => ({
    ...group,
    count: group.bias.length,
    start: Float32Array.from(group.bias),
    table: tableOf(group),
  }));
  const outputs = tableOf(artefact.output);
  const meet = meeting(artefact, groups);
  return {
    classes: artefact.classes,
    knows: (word) => numbers.has(word),
    read(words) {
      const text = words.slice(0, MOST_WORDS).map((word) => meet(numbers.get(word) ?? 0));
      const features = featuresOf(text.length > 0 ? text : [meet(0)], groups, artefact.dimensions);
      const sums = Float64Array.from(artefact.output.bias);
      for (let k = 0, at = 0; k < sums.length; k += 1) {
        let sum = 0;
        for (let i = 0; i < features.length; i += 1, at += 1) sum += outputs[at]! * features[i]!;
        sums[k]! += sum;
      }
      return softmax(sums, 1);
    },
  };
}

interface Filters {
  readonly size: number;
  readonly gap: number;
  readonly count: number;
  readonly start: Float32Array;
  readonly table: Float32Array;
}

/** A word of the vocabulary that some text had, with what each filter makes of it at each of its positions. */
interface Met {
  readonly vector: Float32Array;
  readonly products: Float32Array;
}

/** The products of a word are worked out once: the sums of a text only add them up. */
function meeting(
  { dimensions: D, smallest, ...artefact }: ConvolutionArtefact,
  groups: readonly Filters[],
): (word: number) => Met {
  const vectors = stepsOf(artefact.vectors, STEPS);
  const width = groups.reduce((sum, { count, size }) => sum + count * size, 0);
  // The commonest words are listed first.
  const common: (Met | undefined)[] = [];
  const others = new Map<number, Met>();
  return (word) => {
    const known = word < MOST_KEPT ? common[word] : others.get(word);
    if (known) return known;
    const from = word * (D + 1);
    const step = smallest * GROWTH ** (vectors[from + D]! + STEPS);
    const vector = Float32Array.from(vectors.subarray(from, from + D), (steps) => steps * step);
    const products = new Float32Array(width);
    let before = 0;
    for (const { size, count, table } of groups) {
      for (let row = 0; row < count * size; row += 1) {
        let sum = 0;
        for (let d = 0; d < D; d += 1) sum += table[row * D + d]! * vector[d]!;
        products[before + (row % size) * count + Math.floor(row / size)] = sum;
      }
      before += size * count;
    }
    const met = { vector, products };
    if (word < MOST_KEPT) common[word] = met;
    else {
      if (others.size >= MOST_OTHERS_KEPT) others.delete(others.keys().next().value!);
      others.set(word, met);
    }
    return met;
  };
}

/** The strongest answer of each filter anywhere in the text, and the mean vector. */
function featuresOf(text: readonly Met[], groups: readonly Filters[], D: number): Float32Array {
  const filters = groups.reduce((sum, { count }) => sum + count, 0);
  const features = new Float32Array(filters + D);
  let before = 0;
  let from = 0;
  for (const { size, gap, count, start } of groups) {
    const sums = new Float32Array(count);
    for (let at = -(size - 1) * gap; at < text.length; at += 1) {
      sums.set(start);
      for (let position = 0; position < size; position += 1) {
        const products = text[at + position * gap]?.products;
        if (!products) continue;
        const offset = before + position * count;
        for (let filter = 0; filter < count; filter += 1) sums[filter]! += products[offset + filter]!;
      }
      for (let filter = 0; filter < count; filter += 1)
        if (sums[filter]! > features[from + filter]!) features[from + filter] = sums[filter]!;
    }
    before += size * count;
    from += count;
  }
  for (const { vector } of text)
    for (let d = 0; d < D; d += 1) features[filters + d]! += vector[d]! / text.length;
  return features;
}
