import { softmax, stepsOf } from '../linear.ts';
import { filteringOf } from './strongest.ts';

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

/** Classes whose sums are worked out side by side: each alone would wait for its last addition. */
const AT_ONCE = 4;
/** Bytes of a number. */
const WIDE = 4;

/** Decoding takes some milliseconds; a text of words that were met before takes a hundredth of one. */
export function convolutionOf(artefact: ConvolutionArtefact, filtering = filteringOf): WordReader {
  const numbers = new Map(artefact.words.split(' ').map((word, at) => [word, at]));
  const featuresOf = featuring(artefact, filtering);
  const classes = artefact.output.bias.length;
  const weights = tableOf(artefact.output);
  const row = weights.length / classes;
  const outputs = new Float32Array(row * AT_ONCE * Math.ceil(classes / AT_ONCE));
  outputs.set(weights);
  return {
    classes: artefact.classes,
    knows: (word) => numbers.has(word),
    read(words) {
      const features = featuresOf(words.slice(0, MOST_WORDS).map((word) => numbers.get(word) ?? 0));
      const sums = Float64Array.from(artefact.output.bias);
      for (let k = 0; k < classes; k += AT_ONCE) {
        const [at, second, third, fourth] = [k * row, (k + 1) * row, (k + 2) * row, (k + 3) * row] as const;
        let [a, b, c, d] = [0, 0, 0, 0];
        for (let i = 0; i < row; i += 1) {
          const feature = features[i]!;
          a += outputs[at + i]! * feature;
          b += outputs[second + i]! * feature;
          c += outputs[third + i]! * feature;
          d += outputs[fourth + i]! * feature;
        }
        const all = [a, b, c, d];
        for (let i = 0; i < AT_ONCE && k + i < classes; i += 1) sums[k + i]! += all[i]!;
      }
      return softmax(sums, 1);
    },
  };
}

/**
 * From the numbers of a text's words to the strongest answer of each filter anywhere in it, and the mean vector. All lies
 * in one memory: a list of words, what filters start from, the answer, a word that adds nothing and stands before and
 * behind each text, and words that some text had.
 */
function featuring(
  { filters: groups, dimensions: D, ...artefact }: ConvolutionArtefact,
  filtering: typeof filteringOf,
): (words: readonly number[]) => Float32Array {
  const filters = groups.reduce((sum, { bias }) => sum + bias.length, 0);
  const products = groups.reduce((sum, { bias, size }) => sum + bias.length * size, 0);
  const margin = Math.max(...groups.map(({ size, gap }) => (size - 1) * gap));
  const starts = MOST_WORDS + 2 * margin;
  const answer = starts + filters;
  const nothing = answer + filters + D;
  const first = nothing + products;
  const width = products + D;
  const { memory, strongest } = filtering(WIDE * (first + (MOST_KEPT + MOST_OTHERS_KEPT) * width));
  const numbers = new Float32Array(memory);
  const list = new Int32Array(memory, 0, starts);
  numbers.set(
    groups.flatMap(({ bias }) => bias),
    starts,
  );
  const features = numbers.subarray(answer, nothing);
  const meet = meeting({ filters: groups, dimensions: D, ...artefact }, (slot) => {
    const at = first + slot * width;
    return numbers.subarray(at, at + width);
  });
  return (words) => {
    const { length } = words;
    const slots = (length > 0 ? words : [0]).map(meet);
    list.fill(WIDE * nothing);
    for (const [at, slot] of slots.entries()) list[margin + at] = WIDE * (first + slot * width);
    let from = 0;
    let start = starts;
    for (const { size, gap, bias } of groups) {
      const reach = (size - 1) * gap;
      const row = WIDE * bias.length;
      const windows = WIDE * (slots.length + reach);
      const out = WIDE * (start + filters);
      strongest(WIDE * (margin - reach), windows, size, WIDE * gap, row, WIDE * from, WIDE * start, out);
      from += size * bias.length;
      start += bias.length;
    }
    features.fill(0, filters);
    for (const slot of slots) {
      const vector = first + slot * width + products;
      for (let d = 0; d < D; d += 1) features[filters + d]! += numbers[vector + d]! / slots.length;
    }
    return features;
  };
}

/**
 * The slot of a word, filled when some text first has it: with what each filter makes of it at each of its positions, and
 * its vector. Sums of a text only add that up.
 */
function meeting(
  { dimensions: D, smallest, filters, vectors: packed }: ConvolutionArtefact,
  at: (slot: number) => Float32Array,
): (word: number) => number {
  const vectors = stepsOf(packed, STEPS);
  const groups = filters.map((group) => ({ ...group, count: group.bias.length, table: tableOf(group) }));
  // The commonest words are listed first.
  const common = new Uint8Array(MOST_KEPT);
  const others = new Map<number, number>();
  const fill = (word: number, slot: number): number => {
    const from = word * (D + 1);
    const step = smallest * GROWTH ** (vectors[from + D]! + STEPS);
    const vector = Float32Array.from(vectors.subarray(from, from + D), (steps) => steps * step);
    const products = at(slot);
    let before = 0;
    for (const { size, count, table } of groups) {
      for (let row = 0; row < count * size; row += 1) {
        let sum = 0;
        for (let d = 0; d < D; d += 1) sum += table[row * D + d]! * vector[d]!;
        products[before + (row % size) * count + Math.floor(row / size)] = sum;
      }
      before += size * count;
    }
    products.set(vector, before);
    return slot;
  };
  return (word) => {
    if (word < MOST_KEPT) {
      if (common[word] === 0) common[fill(word, word)] = 1;
      return word;
    }
    let slot = others.get(word);
    // The one that was met longest ago makes room, so that no text loses a word of its own.
    if (slot !== undefined) others.delete(word);
    else if (others.size < MOST_OTHERS_KEPT) slot = fill(word, MOST_KEPT + others.size);
    else {
      const [[oldest, place]] = others as unknown as [[number, number]];
      others.delete(oldest);
      slot = fill(word, place);
    }
    others.set(word, slot);
    return slot;
  };
}
