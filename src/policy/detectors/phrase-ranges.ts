import type { Survey } from '../survey.ts';
import { isListed, isListedAs } from './list-words.ts';
import { LABEL, LABEL_OPENING, mayFollowLabel, REACH_OF_LABEL } from './phrase-labels.ts';
import { FILLER, FUNCTIONAL, type Hashed, isKey, smallWord } from './words.ts';

/** Where in a text a recovery phrase can stand: only there its words are read in full. */

export const DENSE_WORDS = 12;
export const WINDOW = 16;
/** Of the listed words of a phrase so many are different ones, or so few. */
export const DRAWN = 11;
export const FEW = 3;

const BLANK = /\s/;

/** Whether a sentence ends right after a word. Between most words is a single blank, which ends nothing. */
export function endsAtStop(text: string, end: number, next: number): boolean {
  for (let at = end; at + 1 < Math.min(next, end + 4); at++) {
    const code = text.charCodeAt(at);
    if ((code === 33 || code === 46 || code === 63) && BLANK.test(text[at + 1]!)) return true;
  }
  return false;
}

/** Numbers of words from one to another, both included. */
export type WordRange = [from: number, to: number];
/** Where each of the two searches is worth it, and whether the text has names of members. */
interface Possible {
  hasKeys: boolean;
  readonly phrases: WordRange[];
  readonly labelled: WordRange[];
}

/** Words that are read behind a range: what stands before them is counted, too. */
export const MORE = 4;
/** Ranges that are so near are read as one, and so are all where there are many. */
const NEAR = 32;
const MOST_RANGES = 8;

/** Adds a range that ends no sooner than those before it. */
function widen(ranges: WordRange[], from: number, to: number): void {
  let start = from;
  while (ranges.length > 0 && start <= ranges.at(-1)![1] + NEAR) start = Math.min(start, ranges.pop()![0]);
  ranges.push([start, to]);
  if (ranges.length > MOST_RANGES) ranges.splice(0, ranges.length, [ranges[0]![0], to]);
}

/** Listed words that a text must begin with to hold a phrase without a label. */
const AT_BEGINNING = 7;

/**
 * What a text can hold at all, told without making its words: the hash of each says whether it is listed. Only where many
 * are close, or follow a label, is a text read in full.
 */
export function possibleIn(seen: Survey, words: Hashed): Possible {
  const { text } = seen;
  const { count, hashA, hashB, starts, ends, foreign } = words;
  const mayFollow = labelsIn(seen);
  const all = new Window(words, text);
  // The same without names of members, where there are any.
  const values = text.includes('":') || text.includes("':") ? new Window(words, text) : undefined;
  const may: Possible = { hasKeys: false, phrases: [], labelled: [] };
  let last = 0;
  let lastEnd = 0;
  // How many words in a row, from a label on, are listed or hold no sentence together, and where they begin.
  let run = 0;
  let free = 0;
  let runFrom = 0;
  let freeFrom = 0;
  let isLabelled = false;
  // How many are listed from the beginning of the text on.
  let beginning = starts[0] === 0 ? 0 : Number.NEGATIVE_INFINITY;
  // Whether a sentence ended after the last word that is no filler.
  let ended = false;
  let afterWord = false;
  for (let i = 0; i < count; i++) {
    const a = hashA[i]!;
    const start = starts[i]!;
    const end = ends[i]!;
    const labelled =
      mayFollow(start) && LABEL.test(text.slice(Math.max(0, start - REACH_OF_LABEL), start).toLowerCase());
    // Nothing but what follows a label ends with its sentence.
    if (afterWord) ended = free > 0 && endsAtStop(text, lastEnd, start);
    lastEnd = end;
    const isFar = foreign[i] === 1;
    const small = smallWord(a);
    afterWord = isFar || (small & FILLER) === 0;
    if (!afterWord) continue;
    const listed = isFar
      ? isListed(text.slice(start, end).toLowerCase())
      : end - start >= 3 && isListedAs(a, hashB[i]!);
    all.add(i, listed);
    if (listed && all.isDense() && all.mayBeDrawn(start)) widen(may.phrases, all.first(), i);
    if (values && isKey(text, end)) may.hasKeys = true;
    else if (values) {
      values.add(i, listed);
      if (values.isDense() && values.distinct() >= DRAWN) widen(may.phrases, values.first(), i);
    }
    beginning = listed ? beginning + 1 : Number.NEGATIVE_INFINITY;
    if (run === 0) runFrom = i;
    run = listed && (run > 0 || labelled) ? run + 1 : 0;
    if (ended) free = 0;
    if (free === 0) freeFrom = i;
    free = (isFar || (small & FUNCTIONAL) === 0) && (free > 0 || labelled) ? free + 1 : 0;
    if (run + free === 0) isLabelled = false;
    else isLabelled ||= run >= 4 || free >= 8 || (run >= 2 && (isFar || a === last));
    if (beginning >= AT_BEGINNING) widen(may.labelled, 0, i);
    else if (isLabelled) widen(may.labelled, Math.min(run > 0 ? runFrom : i, free > 0 ? freeFrom : i), i);
    last = a;
  }
  return may;
}

/** The last sixteen words, and how many of them are listed. */
class Window {
  /** Numbers of the words, each where its place in the text, of sixteen, is. */
  private readonly last = new Int32Array(WINDOW);
  private readonly words: Hashed;
  private readonly text: string;
  private bits = 0;
  private hits = 0;
  private added = 0;
  // Up to where marks were looked for: the last brace, and the last mark that may end a sentence.
  private looked = 0;
  private brace = -1;
  private stop = -1;

  constructor(words: Hashed, text: string) {
    this.words = words;
    this.text = text;
  }

  add(word: number, listed: boolean): void {
    const hit = listed ? 1 : 0;
    this.hits += hit - ((this.bits >>> (WINDOW - 1)) & 1);
    this.bits = (this.bits << 1) | hit;
    this.last[this.added++ & (WINDOW - 1)] = word;
  }

  isDense(): boolean {
    return this.hits >= DENSE_WORDS;
  }

  first(): number {
    return this.last[this.added < WINDOW ? 0 : this.added % WINDOW]!;
  }

  /** How many different words are listed, or of those only that are no name of a member. Far letters are in no hash. */
  distinct(withoutKeys = false): number {
    const { text } = this;
    const { hashA, foreign, ends } = this.words;
    const seen: number[] = [];
    for (let back = 0; back < Math.min(this.added, WINDOW); back++) {
      const word = this.last[(this.added - 1 - back) % WINDOW]!;
      if (((this.bits >>> back) & 1) === 0) continue;
      if (withoutKeys && isKey(text, ends[word]!)) continue;
      if (foreign[word] === 1 || !seen.includes(hashA[word]!)) seen.push(hashA[word]!);
    }
    return seen.length;
  }
  /** What phrases between braces need, up to a place: different words, or values that are the same all the time. */
  mayBeDrawn(end: number): boolean {
    const start = this.words.starts[this.first()]!;
    for (let at = Math.max(this.looked, start); at < end; at++) {
      const code = this.text.charCodeAt(at);
      if (code === 123 || code === 125) this.brace = at;
      else if (code === 33 || code === 46 || code === 63) this.stop = at;
    }
    this.looked = end;
    return this.brace < start || this.stop >= start || this.distinct() >= DRAWN || this.distinct(true) <= FEW;
  }
}

/** Asks of places that only move on whether a label may stand before them. */
function labelsIn(seen: Survey): (start: number) => boolean {
  const starts = seen.startsOf(LABEL_OPENING, seen.text.length)!;
  let next = 0;
  return (start) => {
    while (next < starts.length && starts[next]! < start) next++;
    return next > 0 && start - starts[next - 1]! <= REACH_OF_LABEL && mayFollowLabel(seen.text, start);
  };
}
