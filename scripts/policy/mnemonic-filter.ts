/**
 * Builds src/policy/detectors/mnemonic.artefact.json: a Bloom filter over the BIP-39 lists that are written with spaced
 * words, besides English, which is used whole. Nine kilobytes instead of six word lists; about 6 % of other words pass,
 * which twelve in a row never do. Usage: node scripts/policy/mnemonic-filter.ts
 */
import { writeFileSync } from 'node:fs';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { FILTER_BITS, filterPositions, plainWord } from '../../src/policy/detectors/list-words.ts';

export function buildFilter(): { bits: number; words: number; base64: string } {
  const bytes = new Uint8Array(FILTER_BITS / 8);
  const words = [czech, french, italian, korean, portuguese, spanish].flat();
  for (const word of words) {
    for (const at of filterPositions(plainWord(word))) bytes[at >> 3] = bytes[at >> 3]! | (1 << (at & 7));
  }
  return { bits: FILTER_BITS, words: words.length, base64: Buffer.from(bytes).toString('base64') };
}

if (import.meta.main) {
  const target = new URL('../../src/policy/detectors/mnemonic.artefact.json', import.meta.url);
  writeFileSync(target, `${JSON.stringify(buildFilter())}\n`);
}
