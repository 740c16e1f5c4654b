import { wordlist as english } from '@scure/bip39/wordlists/english.js';
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

/** Bit positions of a word in the filter (FNV-1a and a second hash, combined). */
export function filterPositions(word: string): number[] {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < word.length; i++) {
    a = Math.imul(a ^ word.charCodeAt(i), 0x01000193) >>> 0;
    b = Math.imul(b ^ (word.charCodeAt(i) + 97), 0x85ebca6b) >>> 0;
  }
  return Array.from({ length: FILTER_HASHES }, (_, k) => ((a + Math.imul(k, b | 1)) >>> 0) % FILTER_BITS);
}

let bytes: Uint8Array | undefined;
let englishWords: ReadonlySet<string> | undefined;

function inFilter(word: string): boolean {
  bytes ??= Uint8Array.from(atob(artefact.base64), (char) => char.charCodeAt(0));
  return filterPositions(word).every((at) => (bytes![at >> 3]! >> (at & 7)) & 1);
}

/** English list words and their four-letter forms, by which the list is unambiguous. */
function isEnglish(word: string): boolean {
  englishWords ??= new Set([...english, ...english.map((entry) => entry.slice(0, 4))]);
  return englishWords.has(word);
}

const WORD = /[\p{L}\p{M}]{1,24}/gu;
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
  'y',
  'et',
  'und',
  'e',
]);
const LABEL =
  /\b(?:seed|mnemonic|recovery|backup|secret|wallet|restore|bip-?39|12|24|twelve|monero|electrum|ledger|trezor|metamask)[ -]?(?:seed )?(?:phrases?|words?|mnemonic|seed)?\b[^\p{L}]{0,6}(?:is|are|was|reads|follows|below)?[^\p{L}]{0,6}$/u;
const STRONG_LABEL =
  /\b(?:seed ?(?:phrase|words)?|mnemonic(?: phrase| words)?|(?:recovery|backup|secret|wallet) (?:phrase|words|mnemonic|seed)|bip-?39(?: words| phrase| seed)?|(?:12|24|twelve|twenty[- ]four) words?)\b[^\p{L}]{0,6}(?:is|are|was|reads|follows|below)?[^\p{L}]{0,6}$/u;
const FUNCTION_WORDS = new Set(
  'the a an of to in is are for and or on with before if we our i my it its this that be by at as from not do does which should can phrase phrases word words api apis endpoint endpoints cost costs per cent cents call calls price priced check checker vendor service worth generator lookup'.split(
    ' ',
  ),
);

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly listed: boolean;
}

/** Hiragana words and single Han characters set apart by spaces are list words by their shape: prose does not space them. */
const SPACED_SCRIPT = /^(?:\p{sc=Hiragana}{2,10}|\p{sc=Han})$/u;

function isListed(word: string): boolean {
  const ascii = /^[a-z]+$/.test(word);
  if (word.length >= (ascii ? 3 : 2) && (isEnglish(word) || inFilter(ascii ? word : plainWord(word))))
    return true;
  return !ascii && SPACED_SCRIPT.test(word);
}

/** Words of the text; each distinct one is looked up once. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const known = new Map<string, boolean>();
  for (const match of text.matchAll(WORD)) {
    const word = match[0].toLowerCase();
    if (FILLERS.has(word)) continue;
    let listed = known.get(word);
    if (listed === undefined) {
      listed = isListed(word);
      known.set(word, listed);
    }
    words.push({ text: word, start: match.index, end: match.index + match[0].length, listed });
  }
  return words;
}

/** Twelve list words among sixteen in a row. Prose stays under seven. */
function dense(words: readonly Word[]): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  let hits = 0;
  for (let i = 0; i < words.length; i++) {
    if (words[i]!.listed) hits++;
    if (i >= 16 && words[i - 16]!.listed) hits--;
    if (hits < 12) continue;
    const start = words[Math.max(0, i - 15)]!.start;
    const end = words[i]!.end;
    const last = spans.at(-1);
    if (last && last[1] >= start) last[1] = end;
    else spans.push([start, end]);
  }
  return spans;
}

/** After "seed phrase:" four list words are enough, or eight words without any that hold a sentence together. */
function labelled(words: readonly Word[], context: Context): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  for (let i = 0; i + 1 < words.length; i++) {
    if (words[i]!.start > 0 && !LABEL.test(context.before(words[i]!.start, 40))) continue;
    let listed = i;
    while (listed < words.length && words[listed]!.listed) listed++;
    let free = i;
    while (
      free < words.length &&
      !FUNCTION_WORDS.has(words[free]!.text) &&
      !/[.?!]\s/.test(context.text.slice(words[Math.max(i, free - 1)]!.end, words[free]!.start).slice(0, 4))
    )
      free++;
    const strong = STRONG_LABEL.test(context.before(words[i]!.start, 40));
    const repeated = strong && listed - i >= 2 && words[i]!.text === words[i + 1]!.text;
    if (strong && (listed - i >= 4 || repeated || free - i >= 8))
      spans.push([words[i]!.start, words[Math.max(listed, free - i >= 8 ? free : 0) - 1]!.end]);
    else if (listed - i >= 7) spans.push([words[i]!.start, words[listed - 1]!.end]);
  }
  return spans;
}

/** Wallet recovery phrases: in any order of marks and numbering, in any BIP-39 language, whole or begun. */
export const seedPhrases: SpanDetector = {
  id: 'wallet.seed_phrase',
  severity: 'high',
  token: 'seed_phrase',
  find: (context) => {
    const words = wordsOf(context.text);
    return [...dense(words), ...labelled(words, context)];
  },
};
