import { formsOf } from './tokens.ts';

interface Row {
  readonly id: string;
  readonly role: string;
  readonly words: string;
}

/** Shorter words have too many neighbours: "bad" and "had", "free" and "fee". */
const LETTERS = /^[a-z]{5,32}$/;
const MOST_KEPT = 2048;

/**
 * Finds the word that a misspelt one stands for: one letter wrong, missing, doubled or swapped with its neighbour,
 * never the first. Words that turn a sense round are never guessed, and neither are numbers and units.
 */
export function slipsOf(rows: readonly Row[]): (word: string) => string | null {
  const turning = new Set(wordsIn(rows.filter(({ id, role }) => role === 'operator' && !SPEAKERS.has(id))));
  const telling = rows.filter(({ id, role }) => role !== 'operator' && !FILLERS.has(id));
  const shelves = new Map<string, string[]>();
  for (const word of new Set(wordsIn(telling))) {
    if (!LETTERS.test(word) || turning.has(word) || UNITS.has(word)) continue;
    const key = `${word[0]}${word.length}`;
    const shelf = shelves.get(key);
    if (shelf) shelf.push(word);
    else shelves.set(key, [word]);
  }
  const kept = new Map<string, string | null>();
  return (word) => {
    if (!LETTERS.test(word)) return null;
    const known = kept.get(word);
    if (known !== undefined) return known;
    const near = [word.length - 1, word.length, word.length + 1].flatMap((length) =>
      (shelves.get(`${word[0]}${length}`) ?? []).filter((one) => isSlip(word, one)),
    );
    const dropped = /[^aeiou]d$/.test(word)
      ? near.find((one) => one === `${word.slice(0, -1)}ed`)
      : undefined;
    const found = dropped ?? near.find((one) => near.every((other) => isFormOf(one, other))) ?? null;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(word, found);
    return found;
  };
}

/** Operators that say who speaks turn nothing round. */
const SPEAKERS = new Set(['SELLER', 'OTHERS', 'SAY', 'CLAIM', 'OWN']);
/** Nobody misspells a filler in a way that matters; a strange word must not become one. */
const FILLERS = new Set(['FUNCTION', 'PLAIN']);
const UNITS = new Set(
  'cents dollar dollars euros micro micros penny pennies nickel bucks second seconds minute minutes hours weeks month months years eight seven three fifty sixty ninety eighty forty thirty twenty eleven twelve hundred million billion thousand'.split(
    ' ',
  ),
);

const wordsIn = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ words }) =>
    words
      .split(',')
      .map((phrase) => phrase.trim())
      .filter((phrase) => /^[a-z]+$/.test(phrase)),
  );

/** "charge" and "charged" are one word for this. */
const isFormOf = (one: string, other: string): boolean =>
  one === other || formsOf(one).some((form) => formsOf(other).includes(form));

/** Are the two one slip apart? */
function isSlip(a: string, b: string): boolean {
  let from = 1;
  while (from < a.length && a[from] === b[from]) from += 1;
  if (a.length > b.length) return a.slice(from + 1) === b.slice(from);
  if (a.length < b.length) return a.slice(from) === b.slice(from + 1);
  if (a.slice(from + 1) === b.slice(from + 1)) return true;
  return a[from] === b[from + 1] && a[from + 1] === b[from] && a.slice(from + 2) === b.slice(from + 2);
}
