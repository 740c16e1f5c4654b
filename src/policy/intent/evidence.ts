import { DEFENCE, EVADES, STUDIED } from '../harm/harm.ts';
import { HARM_WORDS } from '../harm/words.ts';
import { CUES, readCues } from './features.ts';
import { foreignWords } from './nine.ts';
import { speechOf } from './speech.ts';
import type { IntentToken } from './tokens.ts';
import { isTrade } from './trade.ts';

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
const CUE = 0.5;

/** One thing that is told of a text: its kind, what is told, and beside what for a pair. */
type Visit = (kind: string, first: string, value: number, second?: string) => void;

/** The name that it has in the artefact. */
export const nameOf = (kind: string, first: string, second?: string): string =>
  second === undefined ? kind + first : `${kind}${first}${OF_CONCEPTS.has(kind) ? '&' : '+'}${second}`;
const OF_CONCEPTS = new Set(['n:', 'h:']);

/** All that is told of a text by name. */
export function readNames(tokens: readonly IntentToken[], text: string, visit: Visit): void {
  readWords(tokens, visit);
  const lower = text.slice(0, MOST_READ).toLowerCase();
  readWritten(lower, visit);
  for (const [index, value] of readCues(tokens, text).entries())
    if (value !== 0) visit('c:', CUES[index]!, value);
  visit('c:', 'bias', 1);
  visit('c:', `speech_${speechOf(text)}`, CUE);
  readConcepts([...foreignWords(lower)], 'n:', visit);
  readConcepts([...HARM_WORDS.read(lower).keys()], 'h:', visit);
  if (DEFENCE.test(lower)) visit('c:', 'defence', CUE);
  if (STUDIED.test(lower)) visit('c:', 'studied', CUE);
  if (lower.search(EVADES) >= 0) visit('c:', 'evades', CUE);
  if (BEYOND_ASCII.test(text)) visit('c:', 'foreign', CUE);
}

/** What the rules say of it: those that match, and the lines of harm that it crosses. */
export function readRules(
  text: string,
  rules: readonly { readonly id: string }[],
  lines: readonly string[],
  visit: Visit,
): void {
  if (isTrade(text)) visit('R:', 'trade', CUE);
  for (const { id } of rules) visit('R:', id, CUE);
  for (const line of lines) visit('H:', line, CUE);
  if (lines.length > 0) visit('H:', 'any', CUE);
}

function readWords(tokens: readonly IntentToken[], visit: Visit): void {
  const own = tokens.filter((token) => !token.product);
  const share = 1 / Math.sqrt(own.length);
  const productShare = 1 / Math.sqrt(tokens.length - own.length);
  for (const token of tokens)
    if (token.product) visit('p:', token.text, productShare);
    else visit('r:', token.text, share);
  for (let i = 0; i + 1 < own.length; i++)
    if (own[i]!.clause === own[i + 1]!.clause) visit('b:', own[i]!.text, share, own[i + 1]!.text);
}

/** Words as they are written, product or not, and pairs of them: "worth it", "do i". */
function readWritten(lower: string, visit: Visit): void {
  const words = wordsIn(lower).map((word) => (isDigit(word.charCodeAt(0)) ? '0' : word));
  const share = 1 / Math.sqrt(words.length);
  const mayRun = BEYOND_ASCII.test(lower);
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (!mayRun || !RUN.test(word)) visit('w:', word, share);
    if (index > 0) visit('2:', words[index - 1]!, share, word);
  }
  if (words.length === 0) return;
  visit('s:', words[0]!, CUE);
  visit('s:', words[0]!, CUE, words[1] ?? '');
  visit('e:', words.at(-1)!, CUE);
}

function readConcepts(concepts: string[], kind: string, visit: Visit): void {
  const names = concepts.sort();
  for (const [index, name] of names.entries()) {
    visit(kind, name, CUE);
    for (const other of names.slice(index + 1)) visit(kind, name, CUE, other);
  }
}

/** The grams of a text, word by word, each with how often its word comes; how many there are. */
export function readGrams(text: string, visit: (bucket: number, times: number) => void): number {
  let count = 0;
  for (const [word, often] of wordTimes(text))
    count += often * gramsOf(word, (bucket) => visit(bucket, often));
  return count;
}

/** The words that grams are made of, and how often each comes. */
export function wordTimes(text: string): ReadonlyMap<string, number> {
  const lower = text.slice(0, MOST_READ).toLowerCase();
  const plain = BEYOND_ASCII.test(lower) ? lower.normalize('NFD').replace(MARKS, '').normalize('NFC') : lower;
  const times = new Map<string, number>();
  for (const word of wordsIn(plain))
    if (!isDigit(word.charCodeAt(0))) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
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
