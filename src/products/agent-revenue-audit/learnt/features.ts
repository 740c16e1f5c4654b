import { factorAt, offerPartsOf } from '../offer.ts';
import { glossed } from './glossary.ts';

/**
 * What the learnt part of the reading sees of a text, by name: words (`w:`), pairs of neighbours (`b:`), and words that
 * stand where offers say what they return (`h:`). A word weighs by its place, as in the lexicon.
 */
export type Features = Map<string, number>;

const WORD = /[\p{L}]{1,30}|\d{1,12}/gu;
const WEIGHTS: readonly (readonly [factor: number, weight: number])[] = [
  [8, 1],
  [5, 0.7],
  [4, 0.6],
  [3, 0.5],
  [1, 0.3],
  [0, 0.15],
];
const HEAD = 5;
const MOST_READ = 2_000;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordsIn(text: string): Word[] {
  return [...text.slice(0, MOST_READ).matchAll(WORD)].map((match) => ({
    text: featureWord(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** In English and in small letters, without the plural s; figures are one word. */
export function featureWord(word: string): string {
  if (/^\d/u.test(word)) return '0';
  const low = word.toLowerCase();
  const english = glossed(low);
  if (english !== undefined) return english;
  return low.length > 3 && low.endsWith('s') && !/(?:ss|us|is)$/u.test(low) ? low.slice(0, -1) : low;
}

const together = (text: string, from: number, to: number): boolean =>
  to - from <= 2 && !/[.;:!?\n]/u.test(text.slice(from, to));

const add = (features: Features, name: string, value: number) =>
  features.set(name, (features.get(name) ?? 0) + value);

/** The features of several texts, each with its share; a text without places is read evenly. */
export function offerFeaturesOf(
  texts: readonly { readonly text: string; readonly share: number; readonly places: boolean }[],
): Features {
  const features: Features = new Map();
  let length = 0;
  for (const { text, share, places } of texts) {
    const parts = places ? offerPartsOf(text) : [];
    const words = wordsIn(text);
    words.forEach((word, i) => {
      const factor = places ? factorAt(parts, word.start) : 0;
      const weight = share * (places ? (WEIGHTS.find(([least]) => factor >= least)?.[1] ?? 0) : 1);
      length += weight * weight;
      add(features, `w:${word.text}`, weight);
      if (factor >= HEAD) add(features, `h:${word.text}`, weight);
      const before = words[i - 1];
      if (before && together(text, before.end, word.start))
        add(features, `b:${before.text}+${word.text}`, weight);
    });
  }
  const unit = Math.sqrt(length) || 1;
  for (const [name, value] of features) features.set(name, value / unit);
  return features;
}

/** Where in a text a feature stands, for a quote. */
export function quotedPlaceOf(text: string, name: string): { start: number; quote: string } | undefined {
  const words = wordsIn(text);
  const [first, second] = name.slice(2).split('+');
  const at = words.findIndex(
    (word, i) => word.text === first && (second === undefined || words[i + 1]?.text === second),
  );
  if (at < 0) return undefined;
  const end = words[second === undefined ? at : at + 1]!.end;
  return { start: words[at]!.start, quote: text.slice(words[at]!.start, end) };
}
