import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { charset, hintsOf, type Survey, stretches } from '../survey.ts';
import { spend, type Work } from '../work.ts';
import artefact from './mnemonic.artefact.json' with { type: 'json' };
import type { Context, SpanDetector } from './row.ts';

export const FILTER_BITS = 73_728;
const FILTER_HASHES = 4;

/** Lower case without accents: how people type list words. Hangul syllables are put together again. */
export const plainWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();

const FNV_A = 0x811c9dc5;
const FNV_B = 0x9747b28c;

/** FNV-1a of a word. */
function hashOf(word: string): number {
  let a = FNV_A;
  for (let i = 0; i < word.length; i++) a = Math.imul(a ^ word.charCodeAt(i), 0x01000193) >>> 0;
  return a;
}

function secondHash(word: string): number {
  let b = FNV_B;
  for (let i = 0; i < word.length; i++) b = Math.imul(b ^ (word.charCodeAt(i) + 97), 0x85ebca6b) >>> 0;
  return b;
}

const position = (a: number, b: number, k: number): number => ((a + Math.imul(k, b | 1)) >>> 0) % FILTER_BITS;

/** Bit positions of a word in the filter: two hashes, combined. */
export const filterPositions = (word: string): number[] =>
  Array.from({ length: FILTER_HASHES }, (_, k) => position(hashOf(word), secondHash(word), k));

let bytes: Uint8Array | undefined;
let englishWords: ReadonlySet<string> | undefined;

const filterBytes = (): Uint8Array => Uint8Array.from(atob(artefact.base64), (char) => char.charCodeAt(0));

function inFilterAt(filter: Uint8Array, a: number, b: number): boolean {
  for (let k = 0; k < FILTER_HASHES; k++) {
    const at = position(a, b, k);
    if (((filter[at >> 3]! >> (at & 7)) & 1) === 0) return false;
  }
  return true;
}

function inFilter(word: string): boolean {
  bytes ??= filterBytes();
  return inFilterAt(bytes, hashOf(word), secondHash(word));
}

const englishEntries = (): ReadonlySet<string> =>
  new Set([...english, ...english.map((entry) => entry.slice(0, 4))]);

/** English list words and their four-letter forms, by which the list is unambiguous. */
function isEnglish(word: string): boolean {
  englishWords ??= englishEntries();
  return englishWords.has(word);
}

const LONGEST_WORD = 24;
/** Work of reading one word in full. */
const WORD_COST = 32;
const LETTER_OR_MARK = /[\p{L}\p{M}]/u;
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
const LABEL =
  /\b(?:seed|shamir|slip-?39|shares?|mnemonic|recovery|backup|secret|wallet|restore|bip-?39|12|24|twelve|monero|electrum|ledger|trezor|metamask)[ -]?(?:seed )?(?:phrases?|words?|mnemonic|seed)?\b[^\p{L}]{0,6}(?:is|are|was|reads|follows|below)?[^\p{L}]{0,6}$/u;
const STRONG_LABEL =
  /\b(?:(?:shamir|slip-?39)(?: shares?| words?| backup)?|(?:seed|recovery|wallet|key) shares?|seed ?(?:phrase|words)?|mnemonic(?: phrase| words)?|(?:recovery|backup|secret|wallet) (?:phrase|words|mnemonic|seed)|bip-?39(?: words| phrase| seed)?|(?:12|24|twelve|twenty[- ]four) words?)\b[^\p{L}]{0,6}(?:is|are|was|reads|follows|below)?[^\p{L}]{0,6}$/u;
const FUNCTION_WORDS = new Set(
  'the a an of to in is are for and or on with before if we our i my it its this that be by at as from not do does which should can phrase phrases word words api apis endpoint endpoints cost costs per cent cents call calls price priced check checker vendor service worth generator lookup'.split(
    ' ',
  ),
);

interface Word {
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
function isKey(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  return QUOTES.includes(text.charCodeAt(at)) && text.charCodeAt(at + 1) === COLON;
}

/** Hiragana words and single Han characters set apart by spaces are list words by their shape: prose does not space them. */
const SPACED_SCRIPT = /^(?:\p{sc=Hiragana}{2,10}|\p{sc=Han})$/u;

function isListed(word: string): boolean {
  const ascii = /^[a-z]+$/.test(word);
  if (word.length >= (ascii ? 3 : 2) && (isEnglish(word) || inFilter(ascii ? word : plainWord(word))))
    return true;
  return !ascii && SPACED_SCRIPT.test(word);
}

/** Words of the text; each distinct one is looked up once, and most are told apart by their hash alone. */
function wordsOf(text: string, { count, hashA, hashB, starts, ends, foreign }: Hashed): Word[] {
  const words: Word[] = [];
  const known = new Map<string, boolean>();
  for (let i = 0; i < count; i++) {
    const a = hashA[i]!;
    const start = starts[i]!;
    const end = ends[i]!;
    const small = foreign[i] === 1 ? NO_SMALL_WORD : smallWord(a);
    const possible = foreign[i] === 1 || (end - start >= 3 && mayBeListed(a, hashB[i]!));
    if (small === NO_SMALL_WORD && !possible) {
      words.push({ text: '', start, end, listed: false, functional: false, key: isKey(text, end) });
      continue;
    }
    const word = text.slice(start, end).toLowerCase();
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

const inBraces = (words: readonly Word[], text: string): boolean =>
  /[{}]/.test(text.slice(words[0]!.start, words.at(-1)!.end));
const distinct = (words: readonly Word[]): number => new Set(words.map((word) => word.text)).size;
const DRAWN = 11;

/**
 * Whether list words between braces are drawn rather than used. JSON Schema is made of list words too (type, number,
 * object, minimum), a few of them again and again; a phrase repeats hardly any, or one all the time, as test wallets do.
 */
function isDrawn(words: readonly Word[], text: string): boolean {
  if (!inBraces(words, text)) return true;
  const listed = words.filter((word) => word.listed);
  const values = listed.filter((word) => !word.key);
  return distinct(listed) >= DRAWN || (values.length >= DRAWN && distinct(values) <= 3);
}

/** Twelve list words among sixteen in a row. Prose stays under seven. */
const DENSE_WORDS = 12;
const WINDOW = 16;

function dense(
  words: readonly Word[],
  isPhrase: (window: readonly Word[]) => boolean,
): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  let hits = 0;
  for (let i = 0; i < words.length; i++) {
    if (words[i]!.listed) hits++;
    if (i >= WINDOW && words[i - WINDOW]!.listed) hits--;
    const from = Math.max(0, i - WINDOW + 1);
    if (hits < DENSE_WORDS || !isPhrase(words.slice(from, i + 1))) continue;
    const { start } = words[from]!;
    const end = words[i]!.end;
    const last = spans.at(-1);
    if (last && last[1] >= start) last[1] = end;
    else spans.push([start, end]);
  }
  return spans;
}

/** Phrases in any text, and those whose words are values of members: `[{"index":0,"word":"legal"},…]`. */
function phrases(words: readonly Word[], text: string): (readonly [number, number])[] {
  const values = words.filter((word) => !word.key);
  const ofMembers =
    values.length === words.length
      ? []
      : dense(
          values,
          (some) => inBraces(some, text) && distinct(some.filter((word) => word.listed)) >= DRAWN,
        );
  return [...dense(words, (some) => isDrawn(some, text)), ...ofMembers];
}

/** Whether a sentence ends right after a word. Between most words is a single blank, which ends nothing. */
const endsSentence = (text: string, end: number, next: number): boolean =>
  next - end > 1 && /[.?!]\s/.test(text.slice(end, Math.min(next, end + 4)));

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

/** After "seed phrase:" four list words are enough, or eight words without any that hold a sentence together. */
function labelled(words: readonly Word[], context: Context): (readonly [number, number])[] {
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
    if (strong && (listed[i]! >= 4 || repeats || free[i]! >= 8))
      spans.push([word.start, words[i + Math.max(listed[i]!, free[i]! >= 8 ? free[i]! : 0) - 1]!.end]);
    else if (listed[i]! >= 7) spans.push([word.start, words[i + listed[i]! - 1]!.end]);
  }
  return spans;
}

/** Last three letters of what `LABEL` ends with, and its numbers. */
const LABEL_ENDS = new Set(
  'mir are res eed nic ery kup ret let ore bip lve nty ero rum ger zor ask ase ses ord rds is are was ads ows low'.split(
    ' ',
  ),
);
const LABEL_NUMBER = /12|24|39/;
/** At most so many characters that are no letters stand between a label and a word. */
const LABEL_GAP = 16;

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** Three letters in 15 bits; fewer letters leave the higher ones empty. */
const endOf = (letters: string): number =>
  [...letters].reduce((end, letter) => ((end << 5) | (letter.charCodeAt(0) - 96)) & 0x7fff, 0);
const LABEL_ENDED = new Uint8Array(1 << 15);
for (const letters of LABEL_ENDS) LABEL_ENDED[endOf(letters)] = 1;

/** Whether `LABEL` can match what comes before a word, told by the last letters there. */
function mayFollowLabel(text: string, start: number): boolean {
  let end = start;
  let digits = false;
  while (end > 0 && start - end < LABEL_GAP && !isLetter(text.charCodeAt(end - 1))) {
    const code = text.charCodeAt(--end);
    if (code > 127) return true;
    digits ||= code >= 49 && code <= 51;
  }
  return (digits && LABEL_NUMBER.test(text.slice(end, start))) || endsLabel(text, end);
}

/** Whether the last letters before a place can be those of a label. */
function endsLabel(text: string, end: number): boolean {
  let from = end;
  while (from > 0 && end - from < 3 && isLetter(text.charCodeAt(from - 1))) from--;
  if (from > 0 && text.charCodeAt(from - 1) > 127) return true;
  let ended = 0;
  for (let i = from; i < end; i++) ended = (ended << 5) | ((text.charCodeAt(i) | 32) - 96);
  return LABEL_ENDED[ended] === 1;
}

const LABEL_HINTS = hintsOf(
  'seed shamir slip share mnemonic recovery backup secret wallet restore bip 12 24 twelve twenty monero electrum ledger trezor metamask'.split(
    ' ',
  ),
);
const SPARSE_BITS = 1 << 17;
let englishBits: Uint8Array | undefined;
const hashes = (words: Iterable<string>): ReadonlySet<number> =>
  new Set(Array.from(words, (word) => hashOf(word)));
const fillerHashes = hashes(FILLERS);
const functionHashes = hashes(FUNCTION_WORDS);

const NO_SMALL_WORD = 0;
const FILLER = 1;
const FUNCTIONAL = 2;
const SMALL_MASK = 0xffff;
/** By the low bits of a hash, whether it may be that of a small word: most words are no such word. */
const MAY_BE_SMALL = new Uint8Array(SMALL_MASK + 1);
for (const hash of [...fillerHashes, ...functionHashes]) MAY_BE_SMALL[hash & SMALL_MASK] = 1;

/** What a hash says of a word: `FILLER`, `FUNCTIONAL`, both or neither. */
const smallWord = (hash: number): number =>
  MAY_BE_SMALL[hash & SMALL_MASK] === 0
    ? NO_SMALL_WORD
    : (fillerHashes.has(hash) ? FILLER : 0) | (functionHashes.has(hash) ? FUNCTIONAL : 0);

function englishTable(): Uint8Array {
  const table = new Uint8Array(SPARSE_BITS >> 3);
  for (const word of [...english, ...english.map((entry) => entry.slice(0, 4))]) {
    const at = hashOf(word) % SPARSE_BITS;
    table[at >> 3]! |= 1 << (at & 7);
  }
  return table;
}

/** The words of a text, each of at most 24 letters: where they stand, and their hashes, which leave out what is not ASCII. */
interface Hashed {
  readonly count: number;
  readonly hashA: Uint32Array;
  readonly hashB: Uint32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 for a word with letters outside ASCII. */
  readonly foreign: Uint8Array;
}

/** ASCII letters in lower case, 0 for all else. */
const LOWER = Uint8Array.from({ length: 128 }, (_, code) => (isLetter(code) ? code | 32 : 0));

type Room = Omit<Hashed, 'count'>;
const roomOf = (words: number): Room => ({
  hashA: new Uint32Array(words),
  hashB: new Uint32Array(words),
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

/** Holds until the next text is read: whoever is done with it forgets it. */
function hashed(text: string): Hashed {
  const { hashA, hashB, starts, ends, foreign } = roomFor((text.length >> 1) + 1);
  let count = 0;
  let a = FNV_A;
  let b = FNV_B;
  let size = 0;
  let start = 0;
  let far = 0;
  for (let i = 0; i <= text.length; ) {
    const code = i < text.length ? text.charCodeAt(i) : 0;
    let width = 1;
    let letter: boolean;
    if (code < 128) {
      const lower = LOWER[code]!;
      letter = lower !== 0;
      if (letter) {
        a = Math.imul(a ^ lower, 0x01000193);
        b = Math.imul(b ^ (lower + 97), 0x85ebca6b);
      }
    } else {
      const char = String.fromCodePoint(text.codePointAt(i)!);
      width = char.length;
      letter = LETTER_OR_MARK.test(char);
      if (letter) far = 1;
    }
    if (letter && size++ === 0) start = i;
    i += width;
    if (size === 0 || (letter && size < LONGEST_WORD)) continue;
    hashA[count] = a;
    hashB[count] = b;
    starts[count] = start;
    ends[count] = letter ? i : i - width;
    foreign[count++] = far;
    a = FNV_A;
    b = FNV_B;
    size = 0;
    far = 0;
  }
  return { count, hashA, hashB, starts, ends, foreign };
}

/** Hashes tell words: none of a caller's stay behind. */
function forget({ count, hashA, hashB }: Hashed): void {
  hashA.fill(0, 0, count);
  hashB.fill(0, 0, count);
}

/** Whether a word of these hashes can be on a list. */
function mayBeListed(a: number, b: number): boolean {
  englishBits ??= englishTable();
  bytes ??= filterBytes();
  const at = a % SPARSE_BITS;
  return ((englishBits[at >> 3]! >> (at & 7)) & 1) === 1 || inFilterAt(bytes, a, b);
}

/**
 * Whether a text can hold a phrase at all, told without making its words: the hash of each says "perhaps listed", and
 * only where many are close, or follow a label, is that made sure of. What passes is read in full.
 */
function mayHold({ text, holdsAny }: Survey, words: Hashed): boolean {
  const ofLabel = holdsAny(LABEL_HINTS);
  const isSure = (i: number): boolean => isListed(text.slice(words.starts[i]!, words.ends[i]!).toLowerCase());
  const all = new Window(isSure);
  // The same without names of members.
  const values = new Window(isSure);
  let last = 0;
  let lastEnd = 0;
  // How many words in a row, from a label on, are listed or hold no sentence together.
  let run = 0;
  let free = 0;
  // Whether a sentence ended after the last word that is no filler.
  let ended = false;
  let afterWord = false;
  for (let i = 0; i < words.count; i++) {
    const a = words.hashA[i]!;
    const start = words.starts[i]!;
    const end = words.ends[i]!;
    const foreign = words.foreign[i] === 1;
    // After a single mark, the last letters of the word before say whether a label ends there.
    const labelled =
      start === 0 ||
      (ofLabel &&
        (start - lastEnd === 1 && text.charCodeAt(lastEnd) < 128
          ? endsLabel(text, lastEnd)
          : mayFollowLabel(text, start)) &&
        LABEL.test(text.slice(Math.max(0, start - 40), start).toLowerCase()));
    if (afterWord) ended = endsSentence(text, lastEnd, start);
    lastEnd = end;
    const small = smallWord(a);
    afterWord = foreign || (small & FILLER) === 0;
    if (!afterWord) continue;
    const listed = foreign
      ? isListed(text.slice(start, end).toLowerCase())
      : end - start >= 3 && mayBeListed(a, words.hashB[i]!);
    all.add(i, listed);
    if (!isKey(text, end)) values.add(i, listed);
    run = listed && (run > 0 || labelled) ? run + 1 : 0;
    if (ended) free = 0;
    free = (foreign || (small & FUNCTIONAL) === 0) && (free > 0 || labelled) ? free + 1 : 0;
    if (all.isDense() || values.isDense() || run >= 4 || free >= 8 || (run >= 2 && (foreign || a === last)))
      return true;
    last = a;
  }
  return false;
}

/** The last sixteen words, and how many of them may be listed. */
class Window {
  private readonly words = new Int32Array(WINDOW);
  private readonly isSure: (word: number) => boolean;
  private bits = 0;
  private hits = 0;
  private added = 0;

  constructor(isSure: (word: number) => boolean) {
    this.isSure = isSure;
  }

  add(word: number, listed: boolean): void {
    this.hits += Number(listed) - ((this.bits >>> (WINDOW - 1)) & 1);
    this.bits = (this.bits << 1) | Number(listed);
    this.words[this.added++ % WINDOW] = word;
  }

  isDense(): boolean {
    if (this.hits < DENSE_WORDS) return false;
    const last = this.words.subarray(0, Math.min(this.added, WINDOW));
    return last.filter(this.isSure).length >= DENSE_WORDS;
  }
}

const LETTER_SET = charset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const SHORTEST_UNSPACED = 36;
const SHORTEST_ENTRY = 3;
const LONGEST_ENTRY = 8;
const UNSPACED_WORDS = 12;

/** Phrases written without blanks: stretches of letters that list words fill from one end to the other. */
function unspaced(context: Context, work: Work): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  for (const [start, end] of stretches(context.text, LETTER_SET, SHORTEST_UNSPACED)) {
    if (!spend(work, (end - start) * WORD_COST)) break;
    const run = context.text.slice(start, end).toLowerCase();
    englishWords ??= englishEntries();
    // How many list words end at each place; zero where none can.
    const counts = new Int32Array(run.length + 1);
    for (let at = SHORTEST_ENTRY; at <= run.length; at++) {
      for (let size = SHORTEST_ENTRY; size <= Math.min(LONGEST_ENTRY, at); size++) {
        const before = counts[at - size]!;
        if (before === 0 && at !== size) continue;
        if (before + 1 > counts[at]! && englishWords.has(run.slice(at - size, at))) counts[at] = before + 1;
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
  find: (context, work, seen) => {
    const joined = seen && seen.longestRun < SHORTEST_UNSPACED ? [] : unspaced(context, work);
    const hashes = hashed(context.text);
    const words = !seen || mayHold(seen, hashes) ? wordsOf(context.text, hashes) : undefined;
    forget(hashes);
    if (!words) return joined;
    if (!spend(work, words.length * WORD_COST)) return [];
    return [...joined, ...phrases(words, context.text), ...labelled(words, context)];
  },
};
