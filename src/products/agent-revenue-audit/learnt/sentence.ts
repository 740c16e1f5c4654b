import { type Features, featureWord } from './features.ts';

/** What the learnt reading of frictions sees of one sentence: its words, their beginnings, and runs of two and three, by name. */

const TOKEN = /\p{L}{1,30}(?:['’]\p{L}{1,3})?|\d[\d.,]{0,20}|[$€£%+/=<>]/gu;
/** A longer sentence is read up to here. */
const MOST_TOKENS = 120;
const LEAST_LENGTH = 5;
/** `registered` and `registration` begin alike: how long a word is that has a beginning, and how long that is. */
const LEAST_STEMMED = 6;
const STEM = 5;

export function sentenceFeatures(field: string, text: string): Features {
  const words = [...text.matchAll(TOKEN)]
    .slice(0, MOST_TOKENS)
    .map(([word]) => featureWord(word.replace('’', "'")));
  const tokens = [`^${field}`, ...words, '$end'];
  // A friction is stated by a few words, however many stand around them: length counts little.
  const value = 1 / Math.sqrt(Math.sqrt(Math.max(LEAST_LENGTH, tokens.length)));
  const features: Features = new Map([['bias', 1]]);
  tokens.forEach((token, i) => {
    const [second, third] = [tokens[i + 1], tokens[i + 2]];
    features.set(`w:${token}`, value);
    if (token.length >= LEAST_STEMMED) features.set(`s:${token.slice(0, STEM)}`, value);
    if (second !== undefined) features.set(`b:${token}+${second}`, value);
    if (third !== undefined) {
      features.set(`b:${token}+${second}+${third}`, value);
      features.set(`b:${token}+_+${third}`, value);
    }
  });
  return features;
}
