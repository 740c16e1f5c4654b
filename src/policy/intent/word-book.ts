import { ENGLISH_WORDS, englishOf } from './languages.ts';

/**
 * What the tables say of a word, found with one look-up however many readers ask: the sets that it is in, the English
 * word that it stands for, the weights of the classifier.
 */
export interface WordEntry {
  readonly text: string;
  /** The sets that it is in, as bits. */
  readonly sets: number;
  /** The themes that it is of (features.ts), as bits. */
  readonly themes: number;
  /** The English word that it stands for: itself, if the tables have none. Undefined until somebody asks. */
  english: WordEntry | undefined;
  /** Where the weights of its names begin, by kind, and those of pairs that it is the first of. */
  ones: readonly (number | undefined)[];
  pairs: readonly (ReadonlyMap<WordEntry, number> | undefined)[];
  /** What its letters say of the first `classes` asked about. */
  sums: WordSums | undefined;
  /** How often it came in the text that is being counted; 0 but while one is. */
  times: number;
}

/** What the pieces of one word say of each class: whole numbers, so that no order of adding them changes a sum. */
export interface WordSums {
  readonly classes: number;
  readonly count: number;
  /** By class; 0 for those that nobody asked about. */
  readonly sums: readonly number[];
}

const SETS = new Map<string, number>();
const THEMES = new Map<string, number>();
let bits = 0;
const put = (to: Map<string, number>, words: Iterable<string>, bit: number): void => {
  for (const word of words) to.set(word, (to.get(word) ?? 0) | bit);
};

put(SETS, ENGLISH_WORDS, 0);

/** Enters a set of words when a module loads: the bit that its words have. */
export function wordSet(words: string | readonly string[]): number {
  if (bits === 31) throw new RangeError('more sets than bits');
  const bit = 1 << bits++;
  put(SETS, typeof words === 'string' ? words.split(/\s+/) : words, bit);
  return bit;
}

/** The same for a theme, whose bit is its number. */
export const enterTheme = (words: Iterable<string>, theme: number): void => put(THEMES, words, 1 << theme);

const NO_ONES: readonly undefined[] = [];
const entryOf = (text: string): WordEntry => ({
  text,
  sets: SETS.get(text) ?? 0,
  themes: THEMES.get(text) ?? 0,
  english: undefined,
  ones: NO_ONES,
  pairs: NO_ONES,
  sums: undefined,
  times: 0,
});

/** Words of our own tables; what a caller writes is in no book that outlives the call. */
const OURS = new Map<string, WordEntry>();

/** The entry of a word of our own, such as one that the classifier has a weight for. */
export function ownEntry(text: string): WordEntry {
  let entry = OURS.get(text);
  if (entry === undefined) {
    entry = entryOf(text);
    OURS.set(text, entry);
  }
  return entry;
}

/** The English word that one stands for, if the tables have it, or else the word itself. */
export function inEnglish(word: WordEntry): WordEntry {
  if (word.english === undefined) {
    const english = englishOf(word.text);
    word.english = english === undefined ? word : ownEntry(english);
  }
  return word.english;
}

const loads: (() => void)[] = [];
/** Has our own words entered before any of a text: by the first text, so that a start need not wait for it. */
export const beforeFirstWord = (load: () => void): void => void loads.push(load);

/** The words of one call. */
export class WordBook {
  private readonly theirs = new Map<string, WordEntry>();

  constructor() {
    for (let load = loads.pop(); load !== undefined; load = loads.pop()) load();
  }

  entry(text: string): WordEntry {
    return OURS.get(text) ?? this.theirs.get(text) ?? this.enter(text);
  }

  private enter(text: string): WordEntry {
    if (SETS.has(text) || THEMES.has(text)) return ownEntry(text);
    const entry = entryOf(text);
    this.theirs.set(text, entry);
    return entry;
  }
}
