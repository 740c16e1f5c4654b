import { harmIn, type ReadMeanings, type ReadSentences } from '../harm/harm.ts';
import type { HarmLine } from '../harm/line.ts';
import { HARM_WORDS } from '../harm/words.ts';
import { type Learnt, learntOf, MOST_LEARNT } from '../learnt/reader.ts';
import { normalise, type Reading } from '../normalise.ts';
import type { KnownHits } from '../scan.ts';
import { newWork, spend, type Work } from '../work.ts';
import { firedRules, type Rule } from './rules.ts';
import { withoutTerms } from './sale.ts';
import { type IntentToken, type Wording, wordingOf } from './tokens.ts';
import { WordBook } from './word-book.ts';

/** Work of each way of reading, for a character of ASCII. Others cost more: they are looked up in more tables. */
const COST = { tokens: 15, fired: 22, lines: 45, sums: 55, looks: 8, learnt: 60 } as const;
const COST_BEYOND_ASCII = 3;
/** And for a text, however short it is. */
const COST_OF_TEXT = 40;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** What was worked out for so many classes: enough for whoever asks about no more. */
interface ForClasses {
  readonly classes: number;
  readonly sums: Float64Array;
}

/**
 * What is read of the texts of one call, and the allowance that all of it is paid from. Each text is read once: a sentence
 * comes again in every reading that was decoded, and what asks is searched for harm, too. When the allowance is gone,
 * texts are read as if they said nothing, and `work.overrun` says that nothing may be made of that. It lives as long as the
 * call, so that nothing of a caller is kept.
 */
export class Texts {
  readonly work: Work;
  /** What was found in texts that were searched for sensitive data. */
  readonly hits: KnownHits = new Map();
  /** The words of all texts. */
  readonly book = new WordBook();
  readonly wording: (text: string) => Wording;
  /** What words mean where harm is sold. Paid for by whoever asks. */
  readonly meanings: ReadMeanings;
  readonly lines: (text: string) => readonly HarmLine['id'][];
  readonly fired: (text: string) => readonly Rule[];
  /** A text without the terms of a sale; as it is where it has none. Paid for by whoever asks. */
  readonly request = this.readOnce(0, (text) => withoutTerms(text) ?? text, '');
  private readonly readings = new Map<string, Reading>();
  private readonly sums = new Map<string, ForClasses>();
  private readonly learntTexts = new Map<string, Learnt | undefined>();

  constructor(work: Work = newWork()) {
    this.work = work;
    this.wording = this.readOnce(COST.tokens, (text) => wordingOf(text, this.book), {
      tokens: [],
      written: [],
    });
    this.meanings = this.readOnce(0, HARM_WORDS.read, new Map());
    const sentences: ReadSentences = new Map();
    this.lines = this.readOnce(COST.lines, (text) => harmIn(text, sentences, this.meanings), []);
    this.fired = this.readOnce(COST.fired, (text) => firedRules(this.tokens(text)), []);
  }

  tokens(text: string): readonly IntentToken[] {
    return this.wording(text).tokens;
  }

  /** A text without its disguises, and what it decodes to. */
  reading(text: string): Reading {
    const known = this.readings.get(text);
    if (known) return known;
    const made = normalise(text, this.work);
    this.readings.set(text, made);
    // What was folded folds to itself.
    if (!this.readings.has(made.plain)) this.readings.set(made.plain, made);
    return made;
  }

  /**
   * What the classifier makes of a text (model.ts), for so many classes; undefined where it cannot be
   * afforded. A text is paid for once.
   */
  sumsOf(text: string, classes: number, read: (text: string) => Float64Array): Float64Array | undefined {
    const known = this.sums.get(text);
    if (known && known.classes >= classes) return known.sums;
    if (!known && !this.canAfford(text, COST.sums)) return undefined;
    const made = read(text);
    this.sums.set(text, { classes, sums: made });
    return made;
  }

  /** What the learnt reader makes of a text; undefined where it knows too few of its words. */
  learnt(text: string): Learnt | undefined {
    if (this.learntTexts.has(text)) return this.learntTexts.get(text);
    if (!this.canAfford(text.slice(0, MOST_LEARNT), COST.learnt)) return undefined;
    const made = learntOf(text);
    this.learntTexts.set(text, made);
    return made;
  }

  /** Pays for a look at a text that nothing is kept of, such as taking it to sentences. */
  look(text: string): boolean {
    return this.canAfford(text, COST.looks);
  }

  private canAfford(text: string, cost: number): boolean {
    const times = BEYOND_ASCII.test(text) ? COST_BEYOND_ASCII : 1;
    return spend(this.work, cost * (text.length * times + COST_OF_TEXT));
  }

  private readOnce<Read>(cost: number, read: (text: string) => Read, unread: Read): (text: string) => Read {
    const known = new Map<string, Read>();
    return (text) => {
      const held = known.get(text);
      if (held !== undefined) return held;
      if (!this.canAfford(text, cost)) return unread;
      const made = read(text);
      known.set(text, made);
      return made;
    };
  }
}
