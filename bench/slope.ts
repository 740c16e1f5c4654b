/** The middle of some figures. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Seconds whose lowest figure stands for them: what a collection leaves, not what waits for the next one. */
const SPAN_SECONDS = 30;

/**
 * How much figures that were taken a second apart rise in an hour: the median slope between any two lows (Theil and
 * Sen), which a few high or low ones do not move.
 */
export function risePerHour(everySecond: readonly number[]): number {
  const lows: number[] = [];
  for (let i = 0; i + SPAN_SECONDS <= everySecond.length; i += SPAN_SECONDS)
    lows.push(Math.min(...everySecond.slice(i, i + SPAN_SECONDS)));
  const slopes = lows.flatMap((low, i) => lows.slice(i + 1).map((later, j) => (later - low) / (j + 1)));
  return (median(slopes) * 3_600) / SPAN_SECONDS;
}
