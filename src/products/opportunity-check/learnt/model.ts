import { convolutionOf, type WordReader } from '../../../reading/learnt/convolution.ts';
import { learntWordsOf } from '../../../reading/learnt/words.ts';
import { signalEvidence, weightOf } from '../evidence.ts';
import artefact from './model.artefact.json' with { type: 'json' };

/** What a statement does to trust. */
export const EFFECTS = ['good', 'bad', 'none'] as const;
export type Effect = (typeof EFFECTS)[number];

/** A signal that a statement may tell of. */
export interface Guessed {
  readonly signal: string;
  readonly state: 'present' | 'absent';
  readonly share: number;
}

/** How the learnt reader takes a statement. */
export interface Guess {
  /** Probabilities; they add up to 1. */
  readonly of: Readonly<Record<Effect, number>>;
  /** The likeliest signal of each effect. */
  readonly best: Readonly<Record<'good' | 'bad', Guessed>>;
  /** How many words it has, without numbers and marks. */
  readonly words: number;
  /** Those that the reader never met. */
  readonly unknown: readonly string[];
}

export interface Classifier {
  /** @param told what the rules say of the text (`toldWords`) */
  guess(text: string, told: readonly string[]): Guess;
}

/** What a class of the artefact (`price_visible`, `!price_visible`, `none`) stands for. */
interface Class extends Omit<Guessed, 'share'> {
  readonly effect: Effect;
}

function classOf(name: string): Class {
  if (name === 'none') return { signal: name, state: 'present', effect: 'none' };
  const signal = name.replace('!', '');
  const state = name === signal ? 'present' : 'absent';
  const weight = weightOf(signalEvidence(signal, state));
  return { signal, state, effect: weight > 0 ? 'good' : weight < 0 ? 'bad' : 'none' };
}

/** @param reader whose classes are signals, those that do not hold behind a `!`, and `none` */
export function classifierOf(reader: WordReader): Classifier {
  const classes = reader.classes.map(classOf);
  return {
    guess(text, told) {
      const words = learntWordsOf(text);
      const shares = reader.read([...told, ...words]);
      const of = { good: 0, bad: 0, none: 0 };
      const best = { good: NOTHING, bad: NOTHING };
      classes.forEach(({ signal, state, effect }, at) => {
        const share = shares[at]!;
        of[effect] += share;
        if (effect !== 'none' && share > best[effect].share) best[effect] = { signal, state, share };
      });
      const letters = words.filter((word) => /^\p{L}/u.test(word));
      return { of, best, words: letters.length, unknown: letters.filter((word) => !reader.knows(word)) };
    },
  };
}
const NOTHING: Guessed = { signal: '', state: 'present', share: 0 };

let loaded: Classifier | undefined;

/** The learnt reader of this release, decoded when the first statement needs it. */
export function guess(text: string, told: readonly string[]): Guess {
  loaded ??= classifierOf(convolutionOf(artefact));
  return loaded.guess(text, told);
}
