import { charset, type Survey, stretches } from '../survey.ts';
import { spend, type Work } from '../work.ts';
import { isEnglish, isListed, mayBeListed } from './list-words.ts';
import { Phrases } from './phrase.ts';
import { endsLabel, LABEL, LABEL_HINTS, mayFollowLabel, STRONG_LABEL } from './phrase-labels.ts';
import type { MatchContext, SpanDetector } from './row.ts';
import {
  FILLER,
  FUNCTIONAL,
  forget,
  type Hashed,
  hashed,
  isKey,
  smallWord,
  type Word,
  wordsOf,
} from './words.ts';

/** Work of reading one word in full. */
const WORD_COST = 32;
/** Of looking a word up, and of one that is not ASCII, which is cut out and folded first. */
const LOOK_UP_COST = 8;
const LOOK_UP_FAR_COST = 48;

const DENSE_WORDS = 12;
const WINDOW = 16;

/**
 * Twelve list words among sixteen in a row, where those are a phrase, or the last twelve of them. `numbers` are those of
 * the words to look at.
 */
function dense(
  words: readonly Word[],
  numbers: readonly number[],
  isPhrase: (from: number, to: number, listed: readonly number[]) => boolean,
  beginsApart: (listed: readonly number[]) => boolean,
): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  // The last listed ones.
  const window: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    while (window.length > 0 && window[0]! < numbers[Math.max(0, i - WINDOW + 1)]!) window.shift();
    if (!words[number]!.listed) continue;
    window.push(number);
    if (window.length < DENSE_WORDS) continue;
    const isWhole = isPhrase(numbers[Math.max(0, i - WINDOW + 1)]!, number, window);
    // "Have a look. Then abandon, forward, …": the words before are on the list too, and written down in another way.
    const lastTwelve = !isWhole && beginsApart(window) ? window.slice(-DENSE_WORDS) : [];
    if (!isWhole && (lastTwelve.length === 0 || !isPhrase(lastTwelve[0]!, number, lastTwelve))) continue;
    const { start } = words[(isWhole ? window : lastTwelve)[0]!]!;
    const { end } = words[number]!;
    const last = spans.at(-1);
    if (last && last[1] >= start) last[1] = end;
    else spans.push([start, end]);
  }
  return spans;
}

/** Phrases in any text, and those whose words are values of members: `[{"index":0,"word":"legal"},…]`. */
function phrases(read: Phrases): (readonly [number, number])[] {
  const { words } = read;
  const all = words.map((_, i) => i);
  const beginsApart = (listed: readonly number[]) =>
    listed.length > DENSE_WORDS && read.isAfterStop(listed[0]!, listed.at(-DENSE_WORDS)!);
  const anywhere = dense(
    words,
    all,
    (from, to, listed) =>
      read.isDrawn(from, to, listed) &&
      read.isUniform(listed) &&
      !read.isProse(listed) &&
      !read.isRecord(listed),
    beginsApart,
  );
  const values = all.filter((i) => !words[i]!.key);
  if (values.length === words.length) return anywhere;
  const ofMembers = dense(
    words,
    values,
    (from, to, listed) => read.isInBraces(from, to) && read.isVaried(listed) && !read.isProse(listed),
    beginsApart,
  );
  return [...anywhere, ...ofMembers];
}

const BLANK = /\s/;

/** Whether a sentence ends right after a word. Between most words is a single blank, which ends nothing. */
function endsSentence(text: string, end: number, next: number): boolean {
  for (let at = end; at + 1 < Math.min(next, end + 4); at++) {
    const code = text.charCodeAt(at);
    if ((code === 33 || code === 46 || code === 63) && BLANK.test(text[at + 1]!)) return true;
  }
  return false;
}

/** How many words in a row from each one on are listed, and how many hold no sentence together. */
function lengthsOf(words: readonly Word[], text: string): { listed: Int32Array; free: Int32Array } {
  const listed = new Int32Array(words.length + 1);
  const free = new Int32Array(words.length + 1);
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i]!;
    listed[i] = word.listed ? listed[i + 1]! + 1 : 0;
    if (word.functional) continue;
    const next = words[i + 1];
    const ends = next !== undefined && endsSentence(text, word.end, next.start);
    free[i] = 1 + (ends ? 0 : free[i + 1]!);
  }
  return { listed, free };
}

/** Words of the longest phrase, a Shamir share; what follows them is judged by it. */
const LONGEST_PHRASE = 33;

/** After "seed phrase:" four list words are enough, or eight words without any that hold a sentence together. */
function labelled(read: Phrases, context: MatchContext): (readonly [number, number])[] {
  const { words } = read;
  const spans: [number, number][] = [];
  const { listed, free } = lengthsOf(words, context.text);
  for (let i = 0; i + 1 < words.length; i++) {
    const word = words[i]!;
    const repeats = listed[i]! >= 2 && word.text === words[i + 1]!.text;
    if (listed[i]! < 4 && !repeats && free[i]! < 8) continue;
    if (word.start > 0 && !mayFollowLabel(context.text, word.start)) continue;
    const before = context.before(word.start, 40);
    if (word.start > 0 && !LABEL.test(before)) continue;
    const strong = STRONG_LABEL.test(before);
    const isStrong = strong && (listed[i]! >= 4 || repeats || free[i]! >= 8);
    const length = isStrong
      ? Math.max(listed[i]!, free[i]! >= 8 ? free[i]! : 0)
      : listed[i]! >= 7
        ? listed[i]!
        : 0;
    // The end of what was found already adds nothing.
    if (length === 0 || spans.at(-1)?.[1] === words[i + length - 1]!.end) continue;
    const judged = Array.from({ length: Math.min(length, LONGEST_PHRASE) }, (_, at) => i + at);
    if (!read.isRecord(judged) && read.isUniform(judged))
      spans.push([word.start, words[i + length - 1]!.end]);
  }
  return spans;
}

/** Which of its two searches a text needs. */
interface Possible {
  phrases: boolean;
  labelled: boolean;
}
const EVERY: Possible = { phrases: true, labelled: true };

/** Listed words that a text must begin with to hold a phrase without a label. */
const AT_BEGINNING = 7;

/**
 * What a text can hold at all, told without making its words: the hash of each says "perhaps listed", and only where many
 * are close, or follow a label, is that made sure of. What passes is read in full.
 */
function possibleIn(seen: Survey, words: Hashed): Possible {
  const { text } = seen;
  const ofLabel = seen.holdsAny(LABEL_HINTS);
  const all = new Window(text, words);
  // The same without names of members, where there are any.
  const values = text.includes('":') || text.includes("':") ? new Window(text, words) : undefined;
  const may = { phrases: false, labelled: false };
  let last = 0;
  let lastEnd = 0;
  // How many words in a row, from a label on, are listed or hold no sentence together.
  let run = 0;
  let free = 0;
  // How many are listed from the beginning of the text on.
  let beginning = words.starts[0] === 0 ? 0 : Number.NEGATIVE_INFINITY;
  // Whether a sentence ended after the last word that is no filler.
  let ended = false;
  let afterWord = false;
  for (let i = 0; i < words.count && !(may.phrases && may.labelled); i++) {
    const a = words.hashA[i]!;
    const start = words.starts[i]!;
    const end = words.ends[i]!;
    const foreign = words.foreign[i] === 1;
    // After a single mark, the last letters of the word before say whether a label ends there.
    const labelled =
      ofLabel &&
      !may.labelled &&
      (start - lastEnd === 1 && text.charCodeAt(lastEnd) < 128
        ? endsLabel(text, lastEnd)
        : mayFollowLabel(text, start)) &&
      LABEL.test(text.slice(Math.max(0, start - 40), start).toLowerCase());
    if (ofLabel && afterWord) ended = endsSentence(text, lastEnd, start);
    lastEnd = end;
    const small = smallWord(a);
    afterWord = foreign || (small & FILLER) === 0;
    if (!afterWord) continue;
    const listed = foreign
      ? isListed(text.slice(start, end).toLowerCase())
      : end - start >= 3 && mayBeListed(a, words.hashB[i]!);
    all.add(i, listed);
    if (values && !isKey(text, end)) values.add(i, listed);
    beginning = listed ? beginning + 1 : Number.NEGATIVE_INFINITY;
    run = listed && (run > 0 || labelled) ? run + 1 : 0;
    if (ended) free = 0;
    free = (foreign || (small & FUNCTIONAL) === 0) && (free > 0 || labelled) ? free + 1 : 0;
    may.phrases ||= all.mayBePhrase() || (values?.mayBePhrase() ?? false);
    may.labelled ||=
      beginning >= AT_BEGINNING || run >= 4 || free >= 8 || (run >= 2 && (foreign || a === last));
    last = a;
  }
  return may;
}

/** The last sixteen words, and how many of them may be listed. */
class Window {
  private readonly text: string;
  private readonly words: Hashed;
  /** Numbers of the words, each where its place in the text, of sixteen, is. */
  private readonly last = new Int32Array(WINDOW);
  private bits = 0;
  private hits = 0;
  private added = 0;

  constructor(text: string, words: Hashed) {
    this.text = text;
    this.words = words;
  }

  add(word: number, listed: boolean): void {
    this.hits += Number(listed) - ((this.bits >>> (WINDOW - 1)) & 1);
    this.bits = (this.bits << 1) | Number(listed);
    this.last[this.added++ % WINDOW] = word;
  }

  /** Whether twelve of them are listed for sure. */
  mayBePhrase(): boolean {
    if (this.hits < DENSE_WORDS) return false;
    const { text, added, last } = this;
    const { starts, ends } = this.words;
    let sure = 0;
    for (let i = Math.max(0, added - WINDOW); i < added; i++) {
      const word = last[i % WINDOW]!;
      if (isListed(text.slice(starts[word]!, ends[word]!).toLowerCase())) sure++;
    }
    return sure >= DENSE_WORDS;
  }
}

const LETTER_SET = charset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const SHORTEST_UNSPACED = 36;
const [SHORTEST_ENTRY, LONGEST_ENTRY] = [3, 8];
const UNSPACED_WORDS = 12;

/** Phrases written without blanks: stretches of letters that list words fill from one end to the other. */
function unspaced(context: MatchContext, work: Work): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  for (const [start, end] of stretches(context.text, LETTER_SET, SHORTEST_UNSPACED)) {
    if (!spend(work, (end - start) * WORD_COST)) break;
    const run = context.text.slice(start, end).toLowerCase();
    // How many list words end at each place; zero where none can.
    const counts = new Int32Array(run.length + 1);
    // Where the last entry ends: further on than the longest one behind it there is none.
    let reached = 0;
    for (let at = SHORTEST_ENTRY; at <= Math.min(run.length, reached + LONGEST_ENTRY); at++) {
      for (let size = SHORTEST_ENTRY; size <= Math.min(LONGEST_ENTRY, at); size++) {
        const before = counts[at - size]!;
        if (before === 0 && at !== size) continue;
        if (before + 1 <= counts[at]! || !isEnglish(run.slice(at - size, at))) continue;
        counts[at] = before + 1;
        reached = at;
      }
    }
    if (counts[run.length]! >= UNSPACED_WORDS) spans.push([start, end]);
  }
  return spans;
}

/** Wallet recovery phrases: in any order of marks and numbering, in any BIP-39 language, whole or begun. */
export const seedPhrases: SpanDetector = {
  id: 'wallet.seed_phrase',
  severity: 'high',
  token: 'seed_phrase',
  absorbs: true,
  cases: [
    [
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
      'the seed phrase checker endpoint costs one cent per call, is that fair',
    ],
  ],
  find: (context, work, seen) => {
    const joined = seen && seen.longestRun < SHORTEST_UNSPACED ? [] : unspaced(context, work);
    const hashes = hashed(context.text);
    const isFar = hashes.foreign.subarray(0, hashes.count).includes(1);
    const cost = hashes.count * (isFar ? LOOK_UP_FAR_COST : LOOK_UP_COST);
    const may = spend(work, cost) ? (seen ? possibleIn(seen, hashes) : EVERY) : undefined;
    const words =
      may && (may.phrases || may.labelled) ? wordsOf(context.text, hashes, seen?.lower()) : undefined;
    forget(hashes);
    if (!may || !words) return joined;
    if (!spend(work, words.length * WORD_COST)) return [];
    const read = new Phrases(words, context.text);
    return [
      ...joined,
      ...(may.phrases ? phrases(read) : []),
      ...(may.labelled ? labelled(read, context) : []),
    ];
  },
};
