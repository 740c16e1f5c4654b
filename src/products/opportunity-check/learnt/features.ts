import { shareOf } from '../../../reading/shares.ts';
import type { Token } from '../../../reading/tokens.ts';
import type { Statement } from '../by-rules.ts';

/**
 * What the classifier reads of a statement: words and their bases, pairs of words that stand together, concepts of the
 * vocabulary and pairs of them, what the last clause holds, and the form of the whole.
 */
export type Kind = 'word' | 'base' | 'pair' | 'concept' | 'next' | 'both' | 'last' | 'form';
/** Called for each feature; one may come more than once and counts once. */
export type Emit = (kind: Kind, first: string, second?: string) => void;

const CODES = /^(?:20[0-6]|30[1-8]|40[0-9]|422|429)$/;

/** A number by what it may tell of: codes stay, the others become their kind. */
function wordOf({ kind, text }: Token): string {
  if (kind === 'reference') return '#reference';
  if (kind !== 'number' && !/^[0-9]/.test(text)) return text;
  if (CODES.test(text) || text === '0' || text === '1') return text;
  if (/^5[0-9]{2}$/.test(text)) return '#5xx';
  if (/^[$€£]/.test(text)) return '#money';
  if (/^[0-9]{4}-[0-9]{2}/.test(text)) return '#day';
  if (text.endsWith('%')) return /^(?:9[0-9]|100)/.test(text) ? '#most' : '#share';
  if (text.includes('.')) return '#decimal';
  return /^[0-9]+$/.test(text) ? '#count' : '#mixed';
}

const shareName = (share: number): string =>
  share >= 0.9 ? 'nearlyAll' : share === 0 ? 'noneOf' : share <= 0.5 ? 'few' : 'some';

/** The features of a statement. */
export function emitFeatures({ text, views }: Statement, emit: Emit): void {
  const concepts = new Set<string>();
  for (const [i, { clause, terms, concepts: held, modality }] of views.entries()) {
    let before = '<';
    for (const token of clause.tokens) {
      const word = wordOf(token);
      emit('word', word);
      emit('pair', before, word);
      for (const form of token.forms) if (form !== word) emit('base', form);
      before = word;
    }
    emit('pair', before, '>');
    for (const one of held) {
      concepts.add(one);
      emit('concept', one);
      if (i > 0 && i === views.length - 1) emit('last', one);
    }
    for (let at = 0; at + 1 < terms.length; at += 1)
      for (const one of terms[at]!.concepts)
        for (const other of terms[at + 1]!.concepts) emit('next', one, other);
    emit('form', modality);
  }
  const all = [...concepts].sort();
  for (let i = 0; i < all.length; i += 1)
    for (let j = i + 1; j < all.length; j += 1) emit('both', all[i]!, all[j]!);
  const share = shareOf(text);
  if (share) emit('form', shareName(share.part / share.of));
  if (views.length === 1) emit('form', 'single');
  if (views.length > 3) emit('form', 'many');
  if (views.some(({ unknown }) => unknown.length > 0)) emit('form', 'unknown');
}
