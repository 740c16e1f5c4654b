import { CONCEPTS, type Concept } from './concepts.ts';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import { SAYINGS } from './sayings.ts';

/** Reports in people's own words, read by concepts that stand near each other: one pass over the words of a text. */

interface Saying {
  readonly cause: Cause;
  readonly near: readonly number[];
  readonly anywhere: readonly number[];
  /** Leaves no doubt, whatever else is said. */
  readonly plain: boolean;
}

export interface Told {
  readonly cause: Cause;
  /** How many things are named together. */
  readonly concepts: number;
  readonly plain: boolean;
  /** Only further apart than people say it: better than nothing, and no more. */
  readonly loose: boolean;
}

/** Words between the first and the last of what is said together, at the most, for each thing that is named. */
const WINDOW = 5;
/** Where nothing stands together, things so many times further apart are taken together. */
const LOOSE = 3;
/** More words than this are a log: its end is read, where the last error stands, and its beginning. */
const MAX_WORDS = 2_400;

/** A log repeats itself: what it says this often is not looked for further down. Two numbers are one place. */
const MAX_PLACES = 80;

const ids = new Map<string, number>();
/** Phrases by their first word; a phrase of one word has none behind it. */
const phrases = new Map<string, { readonly rest: readonly string[]; readonly concept: number }[]>();
const stems = new Map<string, number[]>();
/** What stems begin with: most words have none. */
const stemHeads = new Set<string>();
const MIN_STEM = 3;
const MAX_STEM = 14;

const wordsOf = (text: string): string[] => text.match(/[a-z0-9]+/g) ?? [];

function add(text: string, concept: number): void {
  if (text.endsWith('*') && !text.includes(' ')) {
    const stem = text.slice(0, -1);
    stemHeads.add(stem.slice(0, MIN_STEM));
    stems.set(stem, [...(stems.get(stem) ?? []), concept]);
    return;
  }
  const [first, ...rest] = wordsOf(text);
  if (first === undefined) return;
  phrases.set(first, [...(phrases.get(first) ?? []), { rest, concept }]);
}

/** A word as it is inflected. */
const formsOf = (word: string): string[] =>
  word.length < 3 || /\d/.test(word) ? [word] : ['', 's', 'ed', 'd', 'es', 'ing'].map((end) => word + end);

function idOf(name: string): number {
  const known = ids.get(name);
  if (known !== undefined) return known;
  const made = ids.size;
  ids.set(name, made);
  const texts = /^[A-Z]/.test(name) ? CONCEPTS[name as Concept].split(',') : formsOf(name);
  for (const text of texts) add(text.trim(), made);
  return made;
}

const RULES: readonly Saying[] = (Object.keys(CAUSES) as Cause[]).flatMap((cause) =>
  SAYINGS[cause]
    .trim()
    .split('\n')
    .map((line) => {
      const [near = '', anywhere = ''] = line.replace('!', '').split('@');
      const read = (part: string) => (part.trim() === '' ? [] : part.trim().split(/\s+/).map(idOf));
      return { cause, near: read(near), anywhere: read(anywhere), plain: line.trim().startsWith('!') };
    }),
);

const LONG = /[A-Za-z0-9+/=_-]{70,}/g;
const CAMEL = /([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g;

/** Words of a text as it was pasted: parts of names are words, values as long as a signature are none. */
export function wordsIn(text: string): string[] {
  const parted = text
    .replace(LONG, (value) => (value.includes('_') && /[a-z]_[a-z]/.test(value) ? value : value.slice(0, 40)))
    .replace(CAMEL, '$& ')
    .toLowerCase();
  const words = wordsOf(parted);
  return words.length <= MAX_WORDS
    ? words
    : [...words.slice(0, MAX_WORDS / 3), ...words.slice(-(MAX_WORDS * 2) / 3)];
}

function stemsOf(word: string): readonly number[] {
  const found: number[] = [];
  if (!stemHeads.has(word.slice(0, MIN_STEM))) return found;
  for (let length = MIN_STEM; length <= Math.min(MAX_STEM, word.length); length++)
    for (const concept of stems.get(word.slice(0, length)) ?? []) found.push(concept);
  return found;
}

/** Where each concept stands: spans as [first word, last word], in order. */
function placesIn(words: readonly string[]): (number[] | undefined)[] {
  const places: (number[] | undefined)[] = new Array(ids.size);
  const put = (concept: number, at: number, to: number): void => {
    const list = places[concept];
    if (!list) places[concept] = [at, to];
    else if (list.length < MAX_PLACES) list.push(at, to);
  };
  const known = new Map<string, readonly number[]>();
  words.forEach((word, at) => {
    let concepts = known.get(word);
    if (!concepts) {
      concepts = stemsOf(word);
      known.set(word, concepts);
    }
    for (const concept of concepts) put(concept, at, at);
    for (const { rest, concept } of phrases.get(word) ?? [])
      if (rest.every((next, i) => words[at + 1 + i] === next)) put(concept, at, at + rest.length);
  });
  return places;
}

/** "No ErrNonceAlreadyUsed" says that it was not that. */
const DENIED: ReadonlySet<string> = new Set(['no', 'not']);

/** A place of each, none of them the same words, all within the window of the first. */
function together(words: readonly string[], places: readonly (readonly number[])[], window: number): boolean {
  const [anchor, ...others] = [...places].sort((a, b) => a.length - b.length);
  if (!anchor) return true;
  const starts = others.map(() => 0);
  for (let i = 0; i < anchor.length; i += 2) {
    const taken = [anchor[i]!, anchor[i + 1]!];
    let first = anchor[i]!;
    const all = others.every((list, n) => {
      while (list[starts[n]!]! < anchor[i]! - window) starts[n]! += 2;
      for (let j = starts[n]!; j < list.length && list[j]! <= anchor[i]! + window; j += 2) {
        if (overlaps(taken, list[j]!, list[j + 1]!)) continue;
        taken.push(list[j]!, list[j + 1]!);
        first = Math.min(first, list[j]!);
        return true;
      }
      return false;
    });
    if (all && !DENIED.has(words[first - 1] ?? '')) return true;
  }
  return false;
}

function overlaps(taken: readonly number[], from: number, to: number): boolean {
  for (let i = 0; i < taken.length; i += 2) if (from <= taken[i + 1]! && to >= taken[i]!) return true;
  return false;
}

export function toldIn(text: string): readonly Told[] {
  const words = wordsIn(text);
  const places = placesIn(words);
  const possible = RULES.filter(
    ({ near, anywhere }) =>
      near.every((concept) => places[concept]) && anywhere.every((concept) => places[concept]),
  );
  const within = (wide: number): Told[] =>
    possible.flatMap(({ cause, near, anywhere, plain }) => {
      const window = wide * (2 + WINDOW * Math.max(1, near.length - 1));
      const found = together(
        words,
        near.map((concept) => places[concept]!),
        window,
      );
      return found
        ? [{ cause, concepts: near.length + anywhere.length, plain: plain && wide === 1, loose: wide > 1 }]
        : [];
    });
  const found = within(1);
  return found.length > 0 ? found : within(LOOSE);
}
