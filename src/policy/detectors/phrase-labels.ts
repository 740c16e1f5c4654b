import { openingOf } from '../openings.ts';
import { isLetter } from './words.ts';

/** What stands before a recovery phrase and says that it is one. */
export const LABEL =
  /\b(?:seed|shamir|slip-?39|shares?|mnemonic|recovery|backup|secret|wallet|restore|bip-?39|12|24|twelve|monero|electrum|ledger|trezor|metamask)[ -]?(?:seed )?(?:phrases?|words?|mnemonic|seed)?\b[^\p{L}]{0,6}(?:is|are|was|reads|follows|below)?[^\p{L}]{0,6}$/u;
export const STRONG_LABEL =
  /\b(?:(?:shamir|slip-?39)(?: shares?| words?| backup)?|(?:seed|recovery|wallet|key) shares?|seed ?(?:phrase|words)?|mnemonic(?: phrase| words)?|(?:recovery|backup|secret|wallet) (?:phrase|words|mnemonic|seed)|bip-?39(?: words| phrase| seed)?|(?:12|24|twelve|twenty[- ]four) words?)\b[^\p{L}]{0,6}(?:is|are|was|reads|follows|below)?[^\p{L}]{0,6}$/u;

/** So many characters before a word are searched for a label. */
export const REACH_OF_LABEL = 40;
/** Where a label can begin. */
export const LABEL_OPENING = openingOf(
  /seed|shamir|slip|share|mnemonic|recovery|backup|secret|wallet|restore|bip|twelve|monero|electrum|ledger|trezor|metamask|(?<!\d)(?:12|24)/,
)!;

/** Last three letters of what `LABEL` ends with, and its numbers. */
const LABEL_ENDS = new Set(
  'mir are res eed nic ery kup ret let ore bip lve nty ero rum ger zor ask ase ses ord rds is are was ads ows low'.split(
    ' ',
  ),
);
const LABEL_NUMBER = /12|24|39/;
/** At most so many characters that are no letters stand between a label and a word. */
const LABEL_GAP = 16;

/** Three letters in 15 bits; fewer letters leave the higher ones empty. */
const endOf = (letters: string): number =>
  [...letters].reduce((end, letter) => ((end << 5) | (letter.charCodeAt(0) - 96)) & 0x7fff, 0);
const LABEL_ENDED = new Uint8Array(1 << 15);
for (const letters of LABEL_ENDS) LABEL_ENDED[endOf(letters)] = 1;

/** Whether `LABEL` can match what comes before a word, told by the last letters there. */
export function mayFollowLabel(text: string, start: number): boolean {
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
