import { fillSlots, type Slots } from './words.ts';

/**
 * A sentence, or a piece of one, that is said only where every slot it names is known and none of `unless` is. Most
 * slots are what a seller stated, so nothing is said of what nobody knows, and nobody is told to build what is there.
 */
export type SentencePart = string | { readonly say: string; readonly unless: readonly string[] };

const SLOT = /\{([a-zA-Z]{1,20})\}/gu;

function isSayable(part: SentencePart, slots: Slots): boolean {
  const [text, unless] = typeof part === 'string' ? [part, []] : [part.say, part.unless];
  return (
    [...text.matchAll(SLOT)].every(([, name]) => slots[name!] !== undefined) &&
    unless.every((name) => slots[name] === undefined)
  );
}

/** The first parts, at most so many, that can be said. */
export const sayParts = (parts: readonly SentencePart[], slots: Slots, most = 1): string[] =>
  parts
    .filter((part) => isSayable(part, slots))
    .slice(0, most)
    .map((part) => fillSlots(typeof part === 'string' ? part : part.say, slots));
