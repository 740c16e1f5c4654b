import type { Placed } from '../quantities/quantity.ts';
import type { Token } from '../quantities/tokens.ts';

/** Words of the text that are read on either side of a quantity. */
const BEFORE = 26;
const BEHIND = 18;

/**
 * A text as the learnt reader of roles sees it when it is asked about one quantity: that quantity by its kind, behind an
 * `@`, the others by theirs, and the words around it.
 */
export function mentionWords(tokens: readonly Token[], placed: readonly Placed[], asked: Placed): string[] {
  const words: string[] = [];
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
