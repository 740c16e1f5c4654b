import { describe, expect, it } from 'vitest';
import roles from '../terms/learnt/roles.artefact.json' with { type: 'json' };
import { convolutionOf } from './convolution.ts';
import { filteringOf, plainFiltering } from './strongest.ts';

/** The character of a step, and the two of a weight whose row's step is worth 1. */
const one = (step: number): string => String.fromCharCode(35 + step + 45 + (35 + step + 45 >= 92 ? 1 : 0));
const two = (weight: number): string => {
  const high = Math.floor((weight + 45) / 91);
  return one(high) + one(weight - 91 * high);
};

/** Two words in two dimensions; one filter wants "not" right before "down". */
const reader = convolutionOf({
  classes: ['up', 'down'],
  words: '#unk not down',
  dimensions: 2,
  vectors: [
    [0, 0],
    [1, 0],
    [0, 1],
  ]
    .map((vector) => [...vector, -45].map(one).join(''))
    .join(''),
  smallest: 1,
  filters: [
    { size: 1, gap: 1, weights: [0, 1].map(two).join(''), scales: [1], bias: [0] },
    { size: 2, gap: 1, weights: [10, -10, -10, 10].map(two).join(''), scales: [1], bias: [-19] },
  ],
  output: {
    weights: [0, 300, 0, 0, 2, 0, 0, 0].map(two).join(''),
    scales: [1, 1],
    bias: [0, 0],
  },
});
const likely = (text: string): string => {
  const shares = reader.read(text.split(' '));
  return reader.classes[shares.indexOf(Math.max(...shares))]!;
};

describe('a reader of words in a row', () => {
  it('hears a word wherever it stands, and what stands right before it', () => {
    expect(likely('the host is down')).toBe('down');
    expect(likely('the host is not down')).toBe('up');
    expect(likely('down it is not')).toBe('down');
  });

  it('gives probabilities that add up to 1, for no word and for very many, too', () => {
    for (const text of ['', 'zorbl', 'not down '.repeat(500)])
      expect(reader.read(text.split(' ')).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('says which words it never met', () => {
    expect(['not', 'down', 'zorbl'].map((word) => reader.knows(word))).toEqual([true, true, false]);
  });

  it('makes the same of a text in WebAssembly, in plain numbers, and after any others', () => {
    expect(filteringOf(4).memory.byteLength).toBeGreaterThan(4);
    const vocabulary = roles.words.split(' ');
    const rare = vocabulary.slice(2_048, 2_048 + 512);
    const used = convolutionOf(roles);
    const plain = convolutionOf(roles, plainFiltering);
    // Fills the places of rare words, the first one first; then that word stands in a text whose next word needs a place.
    while (rare.length > 0) used.read(rare.splice(0, 60));
    const texts = [
      [vocabulary[2_048]!, vocabulary[3_000]!],
      ...Array.from({ length: 20 }, (_, i) =>
        Array.from({ length: i * 3 }, (_, j) => vocabulary[(i * i * 31 + j * 97) % vocabulary.length]!),
      ),
    ];
    for (const text of texts) expect(used.read(text)).toEqual(plain.read(text));
  });
});
