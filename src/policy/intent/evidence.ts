import { DEFENCE, EVADES, STUDIED } from '../harm/harm.ts';
import { HARM_WORDS } from '../harm/words.ts';
import { CUES, readCues } from './features.ts';
import { foreignWords } from './nine.ts';
import { firedRules } from './rules.ts';
import { speechOf } from './speech.ts';
import type { Token } from './tokens.ts';
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
const DIGIT = /^\d/;
const RUN = new RegExp(`^[${RUN_CHARACTERS}]`);
const MARKS = /[\u0300-\u036f\u064b-\u0655\u0640]/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;
/** Several times what any field that is judged may hold. */
const MOST_READ = 4_096;
/** Said once in a text or many times, a cue counts the same. */
const CUE = 0.5;

type Visit = (name: string, value: number) => void;

/** All that is told of a text by name. */
export function readNames(tokens: readonly Token[], text: string, visit: Visit): void {
  readWords(tokens, visit);
  readWritten(text, visit);
  for (const [index, value] of readCues(tokens, text).entries())
    if (value !== 0) visit(`c:${CUES[index]}`, value);
  visit('c:bias', 1);
  visit(`c:speech_${speechOf(text)}`, CUE);
  const lower = text.slice(0, MOST_READ).toLowerCase();
  readConcepts([...foreignWords(lower)], 'n:', visit);
  readConcepts([...HARM_WORDS.read(lower).keys()], 'h:', visit);
  if (DEFENCE.test(lower)) visit('c:defence', CUE);
  if (STUDIED.test(lower)) visit('c:studied', CUE);
  if (lower.search(EVADES) >= 0) visit('c:evades', CUE);
  if (BEYOND_ASCII.test(text)) visit('c:foreign', CUE);
}

/** What the rules say of it; `lines` are the lines of harm that it crosses. */
export function readRules(
  tokens: readonly Token[],
  text: string,
  lines: readonly string[],
  visit: Visit,
): void {
  if (isTrade(text)) visit('R:trade', CUE);
  for (const id of firedRules(tokens)) visit(`R:${id}`, CUE);
  for (const line of lines) visit(`H:${line}`, CUE);
  if (lines.length > 0) visit('H:any', CUE);
}

function readWords(tokens: readonly Token[], visit: Visit): void {
  const own = tokens.filter((token) => !token.product);
  const share = 1 / Math.sqrt(own.length);
  const productShare = 1 / Math.sqrt(tokens.length - own.length);
  for (const token of tokens)
    if (token.product) visit(`p:${token.text}`, productShare);
    else visit(`r:${token.text}`, share);
  for (let i = 0; i + 1 < own.length; i++)
    if (own[i]!.clause === own[i + 1]!.clause) visit(`b:${own[i]!.text}+${own[i + 1]!.text}`, share);
}

/** Words as they are written, product or not, and pairs of them: "worth it", "do i". */
function readWritten(text: string, visit: Visit): void {
  const words = (text.slice(0, MOST_READ).toLowerCase().match(WORD) ?? []).map((word) =>
    DIGIT.test(word) ? '0' : word,
  );
  const share = 1 / Math.sqrt(words.length);
  for (const [index, word] of words.entries()) {
    if (!RUN.test(word)) visit(`w:${word}`, share);
    if (index > 0) visit(`2:${words[index - 1]}+${word}`, share);
  }
  if (words.length === 0) return;
  visit(`s:${words[0]}`, CUE);
  visit(`s:${words[0]}+${words[1] ?? ''}`, CUE);
  visit(`e:${words.at(-1)}`, CUE);
}

function readConcepts(concepts: string[], kind: string, visit: Visit): void {
  const names = concepts.sort();
  for (const [index, name] of names.entries()) {
    visit(kind + name, CUE);
    for (const other of names.slice(index + 1)) visit(`${kind}${name}&${other}`, CUE);
  }
}

/** The grams of a text, by bucket; how many there are. */
export function readGrams(text: string, visit: (bucket: number) => void): number {
  const lower = text.slice(0, MOST_READ).toLowerCase();
  const plain = BEYOND_ASCII.test(lower) ? lower.normalize('NFD').replace(MARKS, '').normalize('NFC') : lower;
  let count = 0;
  for (const [word] of plain.matchAll(WORD)) {
    if (DIGIT.test(word)) continue;
    const run = RUN.test(word);
    const letters = run ? word : `^${word}$`;
    const [shortest, longest] = run ? [1, 3] : [3, 5];
    for (let from = 0; from < letters.length; from++) {
      let hash = 0x811c9dc5;
      for (let at = from; at < Math.min(letters.length, from + longest); at++) {
        hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193);
        if (at - from + 1 < shortest) continue;
        visit((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 7) % BUCKETS);
        count++;
      }
    }
  }
  return count;
}
