import type { Passage } from '../lexicon.ts';
import { clausesOf } from '../offer.ts';
import type { Features } from './features.ts';
import artefact from './friction.artefact.json' with { type: 'json' };
import { sentenceFeatures } from './sentence.ts';
import { decodedWeights, sumsOf, type Weights } from './weights.ts';

/** A friction that a sentence states or rules out, learnt from the labelled sentences of many sellers (`data/audit`). */
export interface Heard {
  readonly friction: string;
  readonly holds: boolean;
  readonly field: string;
  /** The clause that says it, or the sentence where no clause says it alone. */
  readonly quote: string;
  /** Log odds. */
  readonly sum: number;
}

/** What the weights were learnt from. */
export const FRICTIONS_LEARNT_FROM: string = artefact.origin;

/** Log odds from which a sentence states a friction, and from which it rules one out. */
const STATES = -0.6;
const RULES_OUT = -0.4;

/** A denial in its own clause turns one of these round: "no API key", "cannot be called without a key". */
const TURNED_BY_DENIAL = new Set([
  'account_required',
  'api_key_required',
  'card_only',
  'human_work',
  'monthly_minimum',
  'personal_data',
  'rate_limited',
  'slow_async',
]);
const DENIAL =
  /(?<![\p{L}])(?:no|not|never|nor|none|nobody|nothing|without|zero|cannot|keine?n?|ohne|nicht|weder|aucune?|sans|pas|sin|ning[uú]n|sem|n[aã]o|nenhuma?|nessuna?|senza|non|нет|без|не)(?![\p{L}])|n['’]t(?![\p{L}])/iu;
/** What is asked for, planned or imagined is not so. */
const WISH =
  /(?<![\p{L}])(?:asks?|asked|asking|wants?|wanted|wish(?:es|ed)?|plans? to|planned|upcoming|soon|considering|thinking|maybe|would|might|whether)(?![\p{L}])/iu;
/** Wishes of others that go unanswered are how an offer is not found, not bought, or sold through people. */
const SAID_BY_WISH = new Set(['contact_sales', 'low_conversion', 'low_volume', 'no_schema', 'not_listed']);
/** Who lost money says nothing of how many buy. */
const LOST =
  /(?<![\p{L}])(?:charged (?:twice|two times|double)|double[- ]charged|(?:got|received) nothing|nothing (?:happened|came))(?![\p{L}])/iu;
/** As quick as any call. */
const QUICK = /\d {0,1}(?:ms|milliseconds?|s|secs?|seconds?)(?![\p{L}])/iu;

/** The words that a learnt reading rests on have to say it, and not its opposite. */
const isSaid = (friction: string, quote: string): boolean =>
  !(TURNED_BY_DENIAL.has(friction) && DENIAL.test(quote)) &&
  !(!SAID_BY_WISH.has(friction) && WISH.test(quote)) &&
  !(friction === 'slow_async' && QUICK.test(quote)) &&
  !(friction.startsWith('low_') && LOST.test(quote));

let weights: Weights | undefined;

/** Pure; linear in the text. */
export function heardIn(sentences: readonly { readonly field: string; readonly text: string }[]): Heard[] {
  weights ??= decodedWeights(artefact);
  const model = weights;
  return sentences.flatMap(({ field, text }) => {
    const features = sentenceFeatures(field, text);
    if (!isUnderstood(features, model)) return [];
    const sums = sumsOf(features, model);
    return model.classes.flatMap((name, k) => {
      const holds = !name.startsWith('no:');
      if (sums[k]! < (holds ? STATES : RULES_OUT)) return [];
      const quote = clauseFor(field, text, k, model);
      const friction = holds ? name : name.slice('no:'.length);
      return holds && !isSaid(friction, quote) ? [] : [{ friction, holds, field, quote, sum: sums[k]! }];
    });
  });
}

/** Log odds with which a sentence states a friction; undefined where its words are not understood. */
export function oddsOfFriction(friction: string, { field, text }: Passage): number | undefined {
  weights ??= decodedWeights(artefact);
  const features = sentenceFeatures(field, text);
  const k = weights.classes.indexOf(friction);
  return k >= 0 && isUnderstood(features, weights) ? sumsOf(features, weights)[k]! : undefined;
}

/** Log odds from which part of a sentence says alone what the sentence says. */
const SAYS_ALONE = -1.5;
const MOST_QUOTED = 60;
const WORDS_QUOTED = 9;
/** Fewer words are not understood alone. */
const FEWEST_WORDS = 2;
const wordsIn = (text: string) => [...text.matchAll(/\S{1,60}/gu)];

/** Nothing is concluded from a sentence of which a third of the words is unknown, as in another language. */
function isUnderstood(features: Features, { places }: Weights): boolean {
  const words = [...features.keys()].filter((name) => name.startsWith('w:'));
  return words.filter((name) => places.has(name)).length * 3 > words.length * 2;
}

function clauseFor(field: string, text: string, k: number, model: Weights): string {
  const sum = (part: string): number => sumsOf(sentenceFeatures(field, part), model)[k]!;
  const best = (parts: readonly string[], least: number): string | undefined =>
    parts
      .map((part) => ({ part, says: sum(part) }))
      .filter(({ says }) => says >= least)
      .reduce<{ part: string; says: number } | undefined>(
        (a, b) => (a && a.says >= b.says ? a : b),
        undefined,
      )?.part;
  const clauses = clausesOf(text).flatMap((one) =>
    wordsIn(one.text).length >= FEWEST_WORDS ? [one.text] : [],
  );
  const clause = best(clauses, SAYS_ALONE) ?? text;
  if (clause.length <= MOST_QUOTED) return clause.trim();
  const words = wordsIn(clause);
  const windows = words.map((word, i) => {
    const last = words[Math.min(words.length, i + WORDS_QUOTED) - 1]!;
    return clause.slice(word.index, last.index + last[0].length);
  });
  return best(windows.slice(0, Math.max(1, words.length - WORDS_QUOTED + 1)), Number.NEGATIVE_INFINITY)!;
}
