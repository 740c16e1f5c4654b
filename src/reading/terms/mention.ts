import type { Placed } from '../quantities/quantity.ts';
import type { Token } from '../quantities/tokens.ts';

/** Words of the text that are read on either side of a quantity. */
const BEFORE = 26;
const BEHIND = 18;

/**
 * A text as the learnt reader of roles sees it when it is asked about one quantity: what the rules say of it, that quantity
 * by its kind, behind an `@`, the others by theirs, and the words around it.
 */
export function mentionWords(
  tokens: readonly Token[],
  placed: readonly Placed[],
  asked: Placed,
  ruled: string,
): string[] {
  const words = [`=${ruled}`];
  let at = Math.max(0, asked.first - BEFORE);
  const end = Math.min(tokens.length, asked.next + BEHIND);
  while (at < end) {
    const one = placed.find(({ first, next }) => first <= at && at < next);
    if (one) {
      words.push(...namesOf(one, one === asked ? '@' : '#'));
      at = one.next;
    } else {
      const { text } = tokens[at]!;
      words.push(/[0-9]/.test(text) ? '#other' : text);
      at += 1;
    }
  }
  return words;
}

function namesOf(one: Placed, mark: '@' | '#'): string[] {
  const { kind, bound, vague, high, multiple, noun, per } = one;
  return [
    `${mark}${kind}`,
    ...(bound ? [`${mark}${bound}`] : []),
    ...(vague ? [`${mark}vague`] : []),
    ...(high === null ? [] : [`${mark}range`]),
    ...(multiple ? [`${mark}times`] : []),
    ...(per ? [`${mark}per-${per.over}`] : []),
    ...(noun ? [noun] : []),
  ];
}

/** A goal as the learnt reader of roles sees it when it is asked whether one thing is wanted: nothing in it counts calls. */
export const singleWords = (tokens: readonly Token[], placed: readonly Placed[]): string[] => [
  '=single',
  ...wordsWith(tokens, placed),
];

/** A constraint as the learnt reader of kinds sees it: what the rules read in it, and its words, quantities by their kind. */
export function constraintWords(
  tokens: readonly Token[],
  placed: readonly Placed[],
  ruled: readonly string[],
): string[] {
  return [...ruled.map((kind) => `=${kind}`), ...wordsWith(tokens, placed)];
}

function wordsWith(tokens: readonly Token[], placed: readonly Placed[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const one = placed.find(({ first, next }) => first <= at && at < next);
    if (one) words.push(...namesOf(one, '#'));
    else words.push(/[0-9]/.test(tokens[at]!.text) ? '#other' : tokens[at]!.text);
    at = one?.next ?? at + 1;
  }
  return words;
}

/** Kinds that the rules found, each once, in order; and whether a part was left over. */
export const ruledKinds = (limits: readonly { readonly kind: string }[], unread: boolean): string[] => [
  ...new Set([...limits.map(({ kind }) => kind).sort(), ...(unread ? ['unread'] : [])]),
];
