import { FNV_A, FNV_B, hashOf, isListed, isListedAs } from './list-words.ts';

/** The words of a text as recovery phrases need them. */

const LONGEST_WORD = 24;
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
export const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const FILLERS = new Set([
  'and',
  'then',
  'next',
  'word',
  'words',
  'first',
  'second',
  'third',
  'st',
  'nd',
  'rd',
  'th',
  'et',
  'und',
  // Letters in front of numbers ("w1=…"), but not those of words, versions and x402.
  ...'bcdefghjklmnopqrstuwyz',
]);
const FUNCTION_WORDS = new Set(
  'the a an of to in is are for and or on with before if we our i my it its this that be by at as from not do does which should can phrase phrases word words api apis endpoint endpoints cost costs per cent cents call calls price priced check checker vendor service worth generator lookup'.split(
    ' ',
  ),
);

const hashes = (words: Iterable<string>): ReadonlySet<number> =>
  new Set(Array.from(words, (word) => hashOf(word)));
const fillerHashes = hashes(FILLERS);
const functionHashes = hashes(FUNCTION_WORDS);

const NO_SMALL_WORD = 0;
export const FILLER = 1;
export const FUNCTIONAL = 2;
const SMALL_MASK = 0xffff;
/** By the low bits of a hash, whether it may be that of a small word: most words are no such word. */
const MAY_BE_SMALL = new Uint8Array(SMALL_MASK + 1);
for (const hash of [...fillerHashes, ...functionHashes]) MAY_BE_SMALL[hash & SMALL_MASK] = 1;

/** What a hash says of a word: `FILLER`, `FUNCTIONAL`, both or neither. */
export const smallWord = (hash: number): number =>
  MAY_BE_SMALL[hash & SMALL_MASK] === 0
    ? NO_SMALL_WORD
    : (fillerHashes.has(hash) ? FILLER : 0) | (functionHashes.has(hash) ? FUNCTIONAL : 0);

/** The words of a text, each of at most 24 letters: where they stand, and their hashes, which leave out what is not ASCII. */
export interface Hashed {
  readonly count: number;
  readonly hashA: Int32Array;
  readonly hashB: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 for a word with letters outside ASCII. */
  readonly foreign: Uint8Array;
}

/** ASCII letters in lower case, 0 for all else. */
const LOWER = Uint8Array.from({ length: 128 }, (_, code) => (isLetter(code) ? code | 32 : 0));

/** By code unit, 1 for a letter or a mark: to ask the pattern costs a text for each of its characters. Made in pages. */
const PAGE_BITS = 8;
const PAGES: (Uint8Array | undefined)[] = [];
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;
const pageOf = (page: number): Uint8Array =>
  Uint8Array.from({ length: 1 << PAGE_BITS }, (_, i) =>
    Number(LETTER_OR_MARK.test(String.fromCharCode((page << PAGE_BITS) | i))),
  );

/** Whether a character outside ASCII, of one unit, is a letter or a mark. */
function isFarLetter(code: number): boolean {
  const number = code >> PAGE_BITS;
  PAGES[number] ??= pageOf(number);
  return PAGES[number][code & ((1 << PAGE_BITS) - 1)] === 1;
}

type Room = Omit<Hashed, 'count'>;
const roomOf = (words: number): Room => ({
  hashA: new Int32Array(words),
  hashB: new Int32Array(words),
  starts: new Int32Array(words),
  ends: new Int32Array(words),
  foreign: new Uint8Array(words),
});
/** One for all texts, as one is read at a time: arrays of this size cost more to make than to fill. */
let room = roomOf(1_024);
function roomFor(words: number): Room {
  if (words > room.starts.length) room = roomOf(2 * words);
  return room;
}

/** How many units the letter or mark outside ASCII at a place has; 0 where there is none. */
function farLetterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (!isSurrogate(code)) return isFarLetter(code) ? 1 : 0;
  const char = String.fromCodePoint(text.codePointAt(at)!);
  return LETTER_OR_MARK.test(char) ? char.length : 0;
}

/** Holds until the next text is read: whoever is done with it forgets it. */
export function hashed(text: string): Hashed {
  const { hashA, hashB, starts, ends, foreign } = roomFor((text.length >> 1) + 1);
  const { length } = text;
  let count = 0;
  for (let i = 0; i < length; ) {
    let code = text.charCodeAt(i);
    if (code < 128 && LOWER[code] === 0) {
      i++;
      continue;
    }
    let a = FNV_A;
    let b = FNV_B;
    let far = 0;
    const start = i;
    for (let size = 0; size < LONGEST_WORD && i < length; size++) {
      code = text.charCodeAt(i);
      if (code < 128) {
        const lower = LOWER[code]!;
        if (lower === 0) break;
        a = Math.imul(a ^ lower, 0x01000193);
        b = Math.imul(b ^ (lower + 97), 0x85ebca6b);
        i++;
      } else {
        const width = farLetterAt(text, i);
        if (width === 0) break;
        far = 1;
        i += width;
      }
    }
    if (i === start) {
      i += isSurrogate(code) ? String.fromCodePoint(text.codePointAt(i)!).length : 1;
      continue;
    }
    hashA[count] = a;
    hashB[count] = b;
    starts[count] = start;
    ends[count] = i;
    foreign[count++] = far;
  }
  return { count, hashA, hashB, starts, ends, foreign };
}

/** Hashes tell words: none of a caller's stay behind. */
export function forget({ count, hashA, hashB }: Hashed): void {
  hashA.fill(0, 0, count);
  hashB.fill(0, 0, count);
}

export interface Word {
  /** In lower case; empty where nothing depends on it. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly listed: boolean;
  /** One of the words that hold a sentence together. */
  readonly functional: boolean;
  /** The name of a member of a JSON object, or its last word. */
  readonly key: boolean;
}

const QUOTES = [34, 39];
const COLON = 58;

/** Whether a word, and a number after it, end a member's name: `"word":`, `'word12':`. */
export function isKey(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  return QUOTES.includes(text.charCodeAt(at)) && text.charCodeAt(at + 1) === COLON;
}

/** Words of a text from one number to another; each distinct one is looked up once, and most are told apart by their hash alone. */
export function wordsOf(
  text: string,
  { hashA, hashB, starts, ends, foreign }: Hashed,
  first: number,
  last: number,
  lower?: string,
): Word[] {
  const words: Word[] = [];
  const known = new Map<string, boolean>();
  for (let i = first; i <= last; i++) {
    const a = hashA[i]!;
    const start = starts[i]!;
    const end = ends[i]!;
    const small = foreign[i] === 1 ? NO_SMALL_WORD : smallWord(a);
    const possible = foreign[i] === 1 || (end - start >= 3 && isListedAs(a, hashB[i]!));
    if (small === NO_SMALL_WORD && !possible) {
      words.push({ text: '', start, end, listed: false, functional: false, key: isKey(text, end) });
      continue;
    }
    // The small letters of another script depend on the word.
    const word =
      foreign[i] === 1 || lower === undefined
        ? text.slice(start, end).toLowerCase()
        : lower.slice(start, end);
    if (small !== NO_SMALL_WORD && FILLERS.has(word)) continue;
    let listed = possible && known.get(word);
    if (listed === undefined) {
      listed = isListed(word);
      known.set(word, listed);
    }
    const functional = small !== NO_SMALL_WORD && FUNCTION_WORDS.has(word);
    words.push({ text: word, start, end, listed, functional, key: isKey(text, end) });
  }
  return words;
}
