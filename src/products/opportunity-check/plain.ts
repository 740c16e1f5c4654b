/** Numbers as a person reads them. Rounded for sentences only: the members of the answer hold the exact ones. */
export function percent(p: number, places = 0): string {
  const least = 10 ** -places;
  const shown = 100 * p;
  if (shown < least / 2) return `under ${least.toFixed(places)} %`;
  return shown > 100 - least / 2 ? `over ${(100 - least).toFixed(places)} %` : `${shown.toFixed(places)} %`;
}

const MOST_PLACES = 2;

/** Two of them side by side: with as many places as it takes to tell them apart, since the sentence says which is larger. */
export function percents(a: number, b: number, places = 0): readonly [string, string] {
  const both = [percent(a, places), percent(b, places)] as const;
  return both[0] === both[1] && a !== b && places < MOST_PLACES ? percents(a, b, places + 1) : both;
}

/** Dollars of an estimate. */
export const earned = (usd: number): string => (usd < 0 ? `-$${(-usd).toFixed(2)}` : `$${usd.toFixed(2)}`);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
