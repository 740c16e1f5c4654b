import { expect, it } from 'vitest';
import { calibrationOf, ENOUGH } from './calibration.ts';
import { type Counts, counter } from './counters.ts';
import { type CallOutcome, percentOf } from './outcomes.ts';

const NAMED = {
  products: [],
  checks: [{ id: 'told', signals: ['openapi_published', 'prior_paid_200'] }],
  documents: [],
};

const forecasts = (...rows: readonly (readonly [number, CallOutcome, number])[]): Counts =>
  Object.fromEntries(
    rows.map(([probability, outcome, n]) => [
      counter('calibration.forecast', { percent: percentOf(probability), outcome }),
      n,
    ]),
  );

it('scores what was stated against what came, over calls that were paid for', () => {
  const figures = calibrationOf(
    forecasts(
      [0.8, 'paid_and_good', 30],
      [0.8, 'paid_and_nothing_came', 10],
      [0.1, 'paid_and_bad', 18],
      [0.1, 'paid_and_good', 2],
      [0.1, 'did_not_pay', 1_000],
    ),
    NAMED,
  );
  expect(figures).toMatchObject({ status: 'measured', judged: 60 });
  expect(figures.outcomes).toEqual({
    paid_and_good: 32,
    paid_and_bad: 18,
    paid_and_nothing_came: 10,
    did_not_pay: 1_000,
  });
  // (30 × 0.2² + 10 × 0.8² + 18 × 0.1² + 2 × 0.9²) / 60, and the base rate's 32/60 × 28/60.
  expect(figures.brierScore).toBe(0.1567);
  expect(figures.brierScoreOfBaseRate).toBe(0.2489);
  expect(figures.bands[8]).toEqual({
    ...{ from: 0.8, to: 0.9, judged: 40, good: 30, stated: 0.8, observed: 0.75 },
    interval95: [0.5981, 0.8581],
  });
  expect(figures.bands[1]).toMatchObject({ judged: 20, good: 2, stated: 0.1, observed: 0.1 });
  expect(figures.bands[0]).toMatchObject({ judged: 0, stated: null, observed: null, interval95: null });
});

it('withholds the score below fifty judged calls, whatever was not paid for', () => {
  const few = calibrationOf(forecasts([0.5, 'paid_and_good', ENOUGH - 1], [0.5, 'did_not_pay', 500]), NAMED);
  expect(few).toMatchObject({ status: 'not_enough_yet', judged: 49, brierScore: null });
  expect(calibrationOf(forecasts([0.5, 'paid_and_good', ENOUGH]), NAMED)).toMatchObject({
    status: 'measured',
    brierScore: 0.25,
  });
});

it('puts every whole percent into one band, 100 into the last', () => {
  const all = Array.from({ length: 101 }, (_, percent) => [percent / 100, 'paid_and_good', 1] as const);
  const { bands, judged } = calibrationOf(forecasts(...all), NAMED);
  expect([judged, ...bands.map((band) => band.judged)]).toEqual([101, ...Array(9).fill(10), 11]);
});

it('counts a signal by its state, and nothing that is no signal', () => {
  const told = (signal: string, state: 'present' | 'absent', outcome: CallOutcome) =>
    counter('calibration.signal', { signal, state, outcome });
  const { signals } = calibrationOf(
    {
      [told('prior_paid_200', 'present', 'paid_and_good')]: 3,
      [told('prior_paid_200', 'present', 'paid_and_bad')]: 1,
      [told('prior_paid_200', 'present', 'did_not_pay')]: 7,
      [told('openapi_published', 'absent', 'paid_and_bad')]: 2,
      [told('made_up', 'present', 'paid_and_good')]: 9,
    },
    NAMED,
  );
  expect(signals).toEqual([
    { signal: 'prior_paid_200', state: 'present', judged: 4, good: 3 },
    { signal: 'openapi_published', state: 'absent', judged: 2, good: 0 },
  ]);
});
