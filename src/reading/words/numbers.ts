/** Number words, once for every reader: counts, ages, prices and rhythms. */

/** `zero` to `nineteen`. */
export const SMALL_NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, i) => [word, i]),
);
/** `twenty` to `ninety`, with the commonest slip. */
export const TENS: Readonly<Record<string, number>> = {
  ...{ twenty: 20, thirty: 30, forty: 40, fourty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80 },
  ninety: 90,
};
export const NUMBER_WORDS: Readonly<Record<string, number>> = { ...SMALL_NUMBERS, ...TENS };
/** Those that count something: "a call", "two calls". */
export const COUNT_WORDS: Readonly<Record<string, number>> = Object.fromEntries([
  ...Object.entries(NUMBER_WORDS).filter(([, value]) => value > 0),
  ['a', 1],
  ['an', 1],
]);

/** One of some words, the longest first, for a pattern. */
export const oneOf = (words: Iterable<string>): string =>
  [...words].sort((a, b) => b.length - a.length).join('|');
