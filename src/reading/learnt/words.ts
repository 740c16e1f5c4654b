import { shareOf } from '../shares.ts';
import { type ClauseToken, tokenize } from '../tokens.ts';

const CODES = /^(?:20[0-6]|30[1-8]|40[0-9]|410|422|429)$/;

/** A number by what it may tell of: codes stay, the others become their kind. */
function numberName(text: string): string {
  if (CODES.test(text) || text === '0' || text === '1') return text;
  if (/^5[0-9]{2}$/.test(text)) return '#5xx';
  if (/^[$€£]/.test(text)) return '#money';
  if (/^[0-9]{4}-[0-9]{2}/.test(text)) return '#day';
  if (/^20[0-9]{2}$/.test(text)) return '#year';
  if (text.endsWith('%')) return /^(?:9[0-9]|100)/.test(text) ? '#most' : '#share';
  if (text.includes('.')) return '#decimal';
  return /^[0-9]+$/.test(text) ? '#count' : '#mixed';
}

function nameOf({ kind, text, forms }: ClauseToken): string {
  if (kind === 'reference') return '#reference';
  // "404 calls" counts them.
  if (forms[0] === '#many') return '#count';
  if (kind === 'number' || /^[0-9]/.test(text)) return numberName(text);
  return text.replace(' ', ''); // "[ ]"
}

const shareName = (share: number): string =>
  share >= 0.9 ? '#nearlyall' : share === 0 ? '#noneof' : share <= 0.5 ? '#few' : '#some';

/**
 * The words of a text, as `readable` returns it, as the learnt readers see them: numbers and references by their kind,
 * and first the share that the text counts ("9 of 10"), since no reader of words can divide.
 */
export function learntWordsOf(text: string): string[] {
  const share = shareOf(text);
  const first = share === null ? [] : [shareName(share.part / share.of)];
  return [...first, ...tokenize(text).map(nameOf)];
}
