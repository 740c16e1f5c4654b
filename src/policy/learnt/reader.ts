import { convolutionOf, MOST_WORDS, type WordReader } from '../../reading/learnt/convolution.ts';
import { learntWordsOf } from '../../reading/learnt/words.ts';
import { readable } from '../../reading/text.ts';
import artefact from './reader.artefact.json' with { type: 'json' };

/**
 * What a small reader, taught by a larger one, makes of a goal or an offer (scripts/policy/teach.py). It answers two
 * questions of one text: what a goal asks for, and whether an offer is lawful.
 */
export interface Learnt {
  /** Logarithms of how likely a goal is of each class, in the classifier's order; a constant may be added to all. */
  readonly goal: Float64Array;
  /** Log odds that an offer harms. */
  readonly offer: number;
}

/** Classes of the artefact that stand behind those of goals. */
const OFFER_CLASSES = ['offer_ok', 'offer_unlawful'];
/** Characters of a text that are read: more than its first words take up. */
export const MOST_LEARNT = 8 * MOST_WORDS;
/** Fewer words say too little, and of a text with more unknown ones than this, as in another language, nothing is said. */
const FEWEST_WORDS = 3;
const LARGEST_UNKNOWN_SHARE = 0.34;
const SPOKEN = /^\p{L}/u;
const LEAST_SHARE = 1e-9;

let reader: WordReader | undefined;

/** Undefined where no prose is that it knows. Linear in the text, up to a bound. */
export function learntOf(text: string): Learnt | undefined {
  const words = learntWordsOf(readable(text.slice(0, MOST_LEARNT))).slice(0, MOST_WORDS);
  const spoken = words.filter((word) => SPOKEN.test(word));
  if (spoken.length < FEWEST_WORDS) return undefined;
  reader ??= convolutionOf(artefact);
  const { classes, knows, read } = reader;
  if (spoken.filter((word) => !knows(word)).length > LARGEST_UNKNOWN_SHARE * spoken.length) return undefined;
  const logs = read(words).map((share) => Math.log(Math.max(share, LEAST_SHARE)));
  const [lawful, unlawful] = OFFER_CLASSES.map((name) => logs[classes.indexOf(name)]!);
  return { goal: logs.subarray(0, classes.length - OFFER_CLASSES.length), offer: unlawful! - lawful! };
}
