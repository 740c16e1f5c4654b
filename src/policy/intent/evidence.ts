import { DEFENCE, EVADES, STUDIED } from '../harm/harm.ts';
import { CUES, readCues } from './features.ts';
import { foreignWords } from './nine.ts';
import { speechOf } from './speech.ts';
import type { Texts } from './texts.ts';
import type { IntentToken, Wording } from './tokens.ts';
import { isTrade } from './trade.ts';
import { ownEntry, type WordBook, type WordEntry } from './word-book.ts';

/**
 * What the classifier reads of a text. Names: words of the request (`r:`) and of what is described (`p:`), pairs (`b:`),
 * how it begins and ends, cues of form and subject (`c:`), concepts of the word lists alone and two together (`n:`, `h:`),
 * and which rules match (`R:`, `H:`): how far a rule is to be believed is learnt. Grams: pieces of three to five letters
 * of words as they are written, of any language, each counted in one of `BUCKETS` places.
 */
export const BUCKETS = 8_192;

const RUN_CHARACTERS = '\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af';
const WORD = new RegExp(`[${RUN_CHARACTERS}]+|(?:(?![${RUN_CHARACTERS}])[\\p{L}\\p{M}])+|\\d+`, 'gu');
/** The same in small letters of ASCII, which most texts are written in. */
const ASCII_WORD = /[a-z]+|\d+/g;
const wordsIn = (lower: string): readonly string[] =>
  lower.match(BEYOND_ASCII.test(lower) ? WORD : ASCII_WORD) ?? [];
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const RUN = new RegExp(`^[${RUN_CHARACTERS}]`);
const MARKS = /[\u0300-\u036f\u064b-\u0655\u0640]/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Several times what any field that is judged may hold. */
const MOST_READ = 4_096;
/** Said once in a text or many times, a cue counts the same. */
export const CUE = 0.5;

/** Kinds of names, by number; the last four are of what the tables call things. */
export const NAME_KINDS = ['r:', 'p:', 'b:', 'w:', '2:', 's:', 'e:', 'c:', 'n:', 'h:', 'R:', 'H:'] as const;
const [OWN, PRODUCT, OWN_PAIR, WRITTEN, WRITTEN_PAIR, FIRST, LAST, OF_FORM, MEANT, HARMFUL, RULE, LINE] =
  NAME_KINDS.keys();

/** One thing that is told of a text: the number of its kind, what is told, and beside what for a pair. */
type Visit = (kind: number, first: WordEntry, value: number, second?: WordEntry) => void;

/** The name that it has in the artefact. */
export const nameOf = (kind: number, { text: first }: WordEntry, second?: WordEntry): string =>
  second === undefined
    ? NAME_KINDS[kind]! + first
    : `${NAME_KINDS[kind]}${first}${kind === MEANT || kind === HARMFUL ? '&' : '+'}${second.text}`;

/** The names that every text has, or has not. */
const entriesOf = () => ({
  cues: CUES.map(ownEntry),
  speech: {
    asks: ownEntry('speech_asks'),
    orders: ownEntry('speech_orders'),
    describes: ownEntry('speech_describes'),
  },
});
let entries: ReturnType<typeof entriesOf> | undefined;

/** All that is told of a text by name. */
export function readNames(text: string, texts: Texts, visit: Visit): void {
  const { book, meanings } = texts;
  const wording = texts.wording(text);
  const { tokens } = wording;
  entries ??= entriesOf();
  readWords(tokens, visit);
  const lower = text.slice(0, MOST_READ).toLowerCase();
  readWritten(writtenIn(wording, lower, book), BEYOND_ASCII.test(lower), visit);
  const cues = readCues(tokens, text);
  for (let i = 0; i < cues.length; i++) if (cues[i] !== 0) visit(OF_FORM!, entries.cues[i]!, cues[i]!);
  const cue = (name: string): void => visit(OF_FORM!, ownEntry(name), CUE);
  visit(OF_FORM!, ownEntry('bias'), 1);
  visit(OF_FORM!, entries.speech[speechOf(text)], CUE);
  readConcepts([...foreignWords(lower)], MEANT!, visit);
  readConcepts([...meanings(lower).keys()], HARMFUL!, visit);
  if (DEFENCE.test(lower)) cue('defence');
  if (STUDIED.test(lower)) cue('studied');
  if (lower.search(EVADES) >= 0) cue('evades');
  if (BEYOND_ASCII.test(text)) cue('foreign');
}

/** What the rules say of it: those that match, and the lines of harm that it crosses. */
export function readRules(
  text: string,
  rules: readonly { readonly id: string }[],
  lines: readonly string[],
  visit: Visit,
): void {
  if (isTrade(text)) visit(RULE!, ownEntry('trade'), CUE);
  for (const { id } of rules) visit(RULE!, ownEntry(id), CUE);
  for (const line of lines) visit(LINE!, ownEntry(line), CUE);
  if (lines.length > 0) visit(LINE!, ownEntry('any'), CUE);
}

function readWords(tokens: readonly IntentToken[], visit: Visit): void {
  let own = 0;
  for (const token of tokens) if (!token.product) own++;
  const share = 1 / Math.sqrt(own);
  const productShare = 1 / Math.sqrt(tokens.length - own);
  for (const token of tokens)
    if (token.product) visit(PRODUCT!, token.word, productShare);
    else visit(OWN!, token.word, share);
  let before: IntentToken | undefined;
  for (const token of tokens) {
    if (token.product) continue;
    if (before?.clause === token.clause) visit(OWN_PAIR!, before.word, share, token.word);
    before = token;
  }
}

/** Words and numbers as they are written, from the words of the text where they are the same. */
const writtenIn = ({ written }: Wording, lower: string, book: WordBook): readonly WordEntry[] =>
  written !== undefined && lower.length < MOST_READ
    ? written
    : wordsIn(lower).map((word) => entryOf(word, book));

const entryOf = (word: string, book: WordBook): WordEntry =>
  isDigit(word.charCodeAt(0)) ? ownEntry('0') : book.entry(word);

/** Words as they are written, product or not, and pairs of them: "worth it", "do i". */
function readWritten(words: readonly WordEntry[], mayRun: boolean, visit: Visit): void {
  const share = 1 / Math.sqrt(words.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!mayRun || !RUN.test(word.text)) visit(WRITTEN!, word, share);
    if (i > 0) visit(WRITTEN_PAIR!, words[i - 1]!, share, word);
  }
  const [first, second = ownEntry('')] = words;
  if (first === undefined) return;
  visit(FIRST!, first, CUE);
  visit(FIRST!, first, CUE, second);
  visit(LAST!, words.at(-1)!, CUE);
}

function readConcepts(concepts: string[], kind: number, visit: Visit): void {
  const names = concepts.sort().map(ownEntry);
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    visit(kind, name, CUE);
    for (let other = i + 1; other < names.length; other++) visit(kind, name, CUE, names[other]!);
  }
}

/** The grams of a text, word by word, each with how often its word comes; how many there are. */
export function readGrams(text: string, visit: (bucket: number, times: number) => void): number {
  const words = gramWordsOf(text).filter((word) => !isDigit(word.charCodeAt(0)));
  let count = 0;
  for (const [word, all] of Map.groupBy(words, (one) => one))
    count += all.length * gramsOf(word, (bucket) => visit(bucket, all.length));
  return count;
}

/** The words that grams are made of. */
function gramWordsOf(text: string): readonly string[] {
  const lower = text.slice(0, MOST_READ).toLowerCase();
  return wordsIn(
    BEYOND_ASCII.test(lower) ? lower.normalize('NFD').replace(MARKS, '').normalize('NFC') : lower,
  );
}

/** The distinct words that grams are made of, each with its `times` set. Whoever asks sets those back to 0. */
export function countWords(wording: Wording, text: string, book: WordBook): readonly WordEntry[] {
  const found: WordEntry[] = [];
  const zero = ownEntry('0');
  const words =
    wording.written !== undefined && text.length < MOST_READ
      ? wording.written
      : gramWordsOf(text).map((word) => entryOf(word, book));
  for (const word of words) if (word !== zero && word.times++ === 0) found.push(word);
  return found;
}

/** The grams of one word, by bucket; how many there are. */
export function gramsOf(word: string, visit: (bucket: number) => void): number {
  const run = word.charCodeAt(0) > 127 && RUN.test(word);
  const letters = run ? word : `^${word}$`;
  const [shortest, longest] = run ? [1, 3] : [3, 5];
  let count = 0;
  for (let from = 0; from < letters.length; from++) {
    let hash = 0x811c9dc5;
    for (let at = from; at < Math.min(letters.length, from + longest); at++) {
      hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193);
      if (at - from + 1 < shortest) continue;
      visit((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7) % BUCKETS);
      count++;
    }
  }
  return count;
}
