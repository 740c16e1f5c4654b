import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import artefact from './mnemonic.artefact.json' with { type: 'json' };

/** Which words are on a BIP-39 list: English in whole, the other languages in a Bloom filter. */

export const FILTER_BITS = 73_728;
const FILTER_HASHES = 4;

/** Lower case without accents: how people type list words. Hangul syllables are put together again. */
export const plainWord = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();

export const FNV_A = 0x811c9dc5 | 0;
export const FNV_B = 0x9747b28c | 0;

/** FNV-1a of a word, as a signed number of 32 bits: these need no room of their own. */
export function hashOf(word: string): number {
  let a = FNV_A;
  for (let i = 0; i < word.length; i++) a = Math.imul(a ^ word.charCodeAt(i), 0x01000193);
  return a;
}

function secondHash(word: string): number {
  let b = FNV_B;
  for (let i = 0; i < word.length; i++) b = Math.imul(b ^ (word.charCodeAt(i) + 97), 0x85ebca6b);
  return b;
}

/** Bits of the filter are nine times a power of two: the remainder of a small number is told without a division. */
const LOW_BITS = 13;
const HIGH = FILTER_BITS >> LOW_BITS;
const position = (a: number, b: number, k: number): number => {
  const mixed = (a + Math.imul(k, b | 1)) | 0;
  return (((mixed >>> LOW_BITS) % HIGH) << LOW_BITS) | (mixed & ((1 << LOW_BITS) - 1));
};

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
export function isEnglish(word: string): boolean {
  englishWords ??= englishEntries();
  return englishWords.has(word);
}

/** Hiragana words and single Han characters set apart by spaces are list words by their shape: prose does not space them. */
const SPACED_SCRIPT = /^(?:\p{sc=Hiragana}{2,10}|\p{sc=Han})$/u;

/** Whether a word in lower case is on a BIP-39 list, or looks as if. */
export function isListed(word: string): boolean {
  const ascii = /^[a-z]+$/.test(word);
  if (word.length >= (ascii ? 3 : 2) && (isEnglish(word) || inFilter(ascii ? word : plainWord(word))))
    return true;
  return !ascii && SPACED_SCRIPT.test(word);
}

/** Hashes of English entries, each at the first free place from its lowest bits on; 0 where there is none. */
const PLACES = 1 << 14;
let englishHashes: Int32Array | undefined;

function englishTable(): Int32Array {
  const table = new Int32Array(PLACES);
  for (const word of englishEntries()) {
    const hash = hashOf(word);
    let at = hash & (PLACES - 1);
    while (table[at] !== 0 && table[at] !== hash) at = (at + 1) & (PLACES - 1);
    table[at] = hash;
  }
  return table;
}

/** Whether a word of ASCII with these hashes is on a list. Two words in four thousand millions share one. */
export function isListedAs(a: number, b: number): boolean {
  englishHashes ??= englishTable();
  bytes ??= filterBytes();
  let at = a & (PLACES - 1);
  for (; englishHashes[at] !== 0; at = (at + 1) & (PLACES - 1)) if (englishHashes[at] === a) return true;
  return inFilterAt(bytes, a, b);
}
