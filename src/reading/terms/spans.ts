import type { Placed } from '../quantities/quantity.ts';
import { type Token, wordAt } from '../quantities/tokens.ts';
import type { Span } from '../tokens.ts';
import { endsSentence } from './scope.ts';

/** Sentences of a text, as spans. */
export function sentenceSpansOf(tokens: readonly Token[], length: number): Span[] {
  const spans: Span[] = [];
  let from = 0;
  tokens.forEach((token, at) => {
    if (!endsSentence(tokens, at)) return;
    spans.push({ from, to: token.from });
    from = token.to;
  });
  return [...spans, { from, to: length }].filter((one) => one.to > one.from);
}

export interface Part extends Span {
  /** The word that ties it to the part before. */
  readonly joined: string;
}

/** Parts of a sentence: split at commas, "and", "but", "nor" and "or" before a refusal, never inside a quantity. */
export function sentencePartsOf(
  sentence: Span,
  tokens: readonly Token[],
  placed: readonly Placed[],
  text: string,
): Part[] {
  const parts: Part[] = [];
  let [from, joined] = [sentence.from, ''];
  tokens.forEach((token, at) => {
    if (token.from < sentence.from || token.to > sentence.to) return;
    const inside = placed.some((one) => one.first <= at && at < one.next);
    if (inside || !splits(tokens, at)) return;
    if (text.slice(from, token.from).trim() !== '') parts.push({ from, to: token.from, joined });
    [from, joined] = [token.to, token.text];
  });
  return [...parts, { from, to: sentence.to, joined }];
}

function splits(tokens: readonly Token[], at: number): boolean {
  const text = wordAt(tokens, at);
  if (text === ',' || text === '(' || text === ')' || text === 'nor') return true;
  if (text === 'but') return !/^(?:anything|nothing|none|all|chain|network)$/.test(wordAt(tokens, at - 1));
  if (text === 'and') return true;
  return text === 'or' && /^(?:don't|dont|do|else|not)$/.test(wordAt(tokens, at + 1));
}
