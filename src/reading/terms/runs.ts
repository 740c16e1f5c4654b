import { COUNT_WORDS, oneOf } from '../words/numbers.ts';

/** How many calls a rhythm makes: "every 10 minutes for six hours", "hourly for a day". */
export interface Runs {
  readonly count: bigint;
  readonly from: number;
  readonly to: number;
}

const MINUTES: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 10_080,
  month: 43_200,
  year: 525_600,
};
const ADVERBS: Readonly<Record<string, string>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
};
const WORDS: Readonly<Record<string, number>> = { ...COUNT_WORDS, once: 1, single: 1, twice: 2 };
const N = `[0-9]{1,4}|${oneOf(Object.keys(WORDS))}`;
const UNIT = 'minute|hour|day|week|month|year';
const CALLS = 'calls?|times?|readings?|checks?|quer(?:y|ies)|requests?|lookups?|polls?|probes?|snapshots?';
const RHYTHM = new RegExp(
  `\\b(?:(?:(${N}) (?:(?:${CALLS}) )?)?(?:every|each|per|an?) (?:(${N}) )?(${UNIT})s?|(hourly|daily|weekly|monthly))\\b[^.;]{0,60}?\\bfor (?:the next |a whole |a full |the whole |another )?(${N})? ?(${UNIT})s?\\b`,
);

const numberOf = (text: string | undefined): number =>
  text === undefined || text === '' ? 1 : (WORDS[text] ?? Number(text));

export function runsIn(text: string): Runs | null {
  const found = RHYTHM.exec(text);
  if (!found) return null;
  const [whole, often, step, unit, adverb, length, span] = found;
  const period = unit ?? ADVERBS[adverb!]!;
  // A year has twelve months, whatever their days.
  const spanMinutes = span === 'year' && period === 'month' ? 12 * MINUTES.month! : MINUTES[span!]!;
  const count = Math.floor(
    (numberOf(often) * numberOf(length) * spanMinutes) / (numberOf(step) * MINUTES[period]!),
  );
  return count >= 1 && Number.isSafeInteger(count)
    ? { count: BigInt(count), from: found.index, to: found.index + whole.length }
    : null;
}
