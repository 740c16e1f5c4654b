import {
  type CountedParts,
  type CountedSurface,
  type Counts,
  closedNames,
  countedIn,
  total,
} from './counters.ts';
import { CALL_OUTCOME_WORDS, type CallOutcome, type SignalState } from './outcomes.ts';

/**
 * How well stated probabilities held. A report is counted by the whole percent that was stated, so that the figures
 * need no report to be kept: ten bands for the diagram, and a Brier score over the stated percentages.
 */

/** Fewer judged answers than this say nothing. */
export const ENOUGH = 50;
const BANDS = 10;

/** Answers that stated much the same probability, and how often that held. */
export interface CalibrationBand {
  readonly from: number;
  readonly to: number;
  readonly judged: number;
  readonly good: number;
  /** Mean of what was stated; null for an empty band. */
  readonly stated: number | null;
  readonly observed: number | null;
  /** Wilson interval of `observed`. */
  readonly interval95: readonly [number, number] | null;
}

/**
 * How often what the opportunity check stated came true, of the calls whose outcome was reported. Too few reports: no
 * figures.
 */
export interface Calibration {
  readonly status: 'measured' | 'not_enough_yet';
  /** Reports whose call was paid for. */
  readonly judged: number;
  readonly needed: number;
  readonly outcomes: Readonly<Record<CallOutcome, number>>;
  /** Mean square of stated probability less outcome: 0 is perfect; null while there is not enough. */
  readonly brierScore: number | null;
  /** What the same outcomes would have scored, had every answer stated their share of good ones. */
  readonly brierScoreOfBaseRate: number | null;
  readonly bands: readonly CalibrationBand[];
  readonly signals: readonly SignalRow[];
}

interface SignalRow {
  readonly signal: string;
  readonly state: SignalState;
  readonly judged: number;
  readonly good: number;
}

type Forecast = CountedParts<'calibration.forecast'>;

const isGood = ({ of }: { readonly of: { readonly outcome: CallOutcome } }): boolean =>
  of.outcome === 'paid_and_good';
const isJudged = ({ of }: { readonly of: { readonly outcome: CallOutcome } }): boolean =>
  of.outcome !== 'did_not_pay';

/** Works calibration out of the counters. `counts`: as they were read; names of earlier releases are passed over. */
export function calibrationOf(counts: Counts, catalogue: CountedSurface): Calibration {
  const counted = countedIn(counts, closedNames(catalogue));
  const forecasts = counted['calibration.forecast'];
  const judged = forecasts.filter(isJudged);
  const n = total(judged);
  const enough = n >= ENOUGH;
  const rate = total(judged.filter(isGood)) / n;
  return {
    status: enough ? 'measured' : 'not_enough_yet',
    judged: n,
    needed: ENOUGH,
    outcomes: Object.fromEntries(
      CALL_OUTCOME_WORDS.map((word) => [word, total(forecasts.filter(({ of }) => of.outcome === word))]),
    ) as Record<CallOutcome, number>,
    brierScore: enough ? brierOf(judged, statedBy) : null,
    brierScoreOfBaseRate: enough ? brierOf(judged, () => rate) : null,
    bands: Array.from({ length: BANDS }, (_, band) => bandOf(judged, band)),
    signals: signalRows(counted['calibration.signal'].filter(isJudged)),
  };
}

const statedBy = ({ of }: Forecast): number => Number(of.percent) / 100;

function brierOf(judged: readonly Forecast[], stated: (row: Forecast) => number): number {
  const squares = judged.reduce((sum, row) => sum + row.n * (stated(row) - Number(isGood(row))) ** 2, 0);
  return rounded(squares / total(judged));
}

/** The last band takes 100 % in. */
function bandOf(judged: readonly Forecast[], band: number): CalibrationBand {
  const width = 100 / BANDS;
  const rows = judged.filter(
    ({ of }) => Math.min(BANDS - 1, Math.floor(Number(of.percent) / width)) === band,
  );
  const n = total(rows);
  const good = total(rows.filter(isGood));
  return {
    from: (band * width) / 100,
    to: ((band + 1) * width) / 100,
    judged: n,
    good,
    stated: n === 0 ? null : rounded(rows.reduce((sum, row) => sum + row.n * statedBy(row), 0) / n),
    observed: n === 0 ? null : rounded(good / n),
    interval95: n === 0 ? null : wilson(good, n),
  };
}

function signalRows(judged: readonly CountedParts<'calibration.signal'>[]): SignalRow[] {
  const rows = new Map<string, SignalRow>();
  for (const row of judged) {
    const { signal, state } = row.of;
    const known = rows.get(`${signal} ${state}`) ?? { signal, state, judged: 0, good: 0 };
    rows.set(`${signal} ${state}`, {
      ...known,
      judged: known.judged + row.n,
      good: known.good + (isGood(row) ? row.n : 0),
    });
  }
  return [...rows.values()].sort((a, b) => b.judged - a.judged || (a.signal < b.signal ? -1 : 1));
}

const Z95 = 1.96;

function wilson(good: number, n: number): readonly [number, number] {
  const share = good / n;
  const spread = Z95 * Math.sqrt((share * (1 - share)) / n + Z95 ** 2 / (4 * n ** 2));
  const centre = share + Z95 ** 2 / (2 * n);
  const scale = 1 + Z95 ** 2 / n;
  return [rounded((centre - spread) / scale), rounded((centre + spread) / scale)];
}

const rounded = (value: number): number => Number(value.toFixed(4));
