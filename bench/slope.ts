/** The middle of some figures. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** How much figures rise from one to the next: the median slope between any two (Theil and Sen), which no outlier moves. */
export const slope = (values: readonly number[]): number =>
  median(values.flatMap((value, i) => values.slice(i + 1).map((later, j) => (later - value) / (j + 1))));
