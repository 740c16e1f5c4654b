/** What became of the call that an answer was about. Only a call that was paid for can show the probability right or wrong. */
export const CALL_OUTCOMES = {
  paid_and_good: 'it was paid for, charged once at the stated price, and the answer was what it should be',
  paid_and_bad: 'it was paid for, and the answer was empty, wrong in form, or charged other than stated',
  paid_and_nothing_came: 'it was paid for, and no answer came',
  did_not_pay: 'it was not paid for',
} as const;
export type CallOutcome = keyof typeof CALL_OUTCOMES;
export const CALL_OUTCOME_WORDS = Object.keys(CALL_OUTCOMES) as [CallOutcome, ...CallOutcome[]];

export const SIGNAL_STATES = ['present', 'absent'] as const;
export type SignalState = (typeof SIGNAL_STATES)[number];

/** Whole percents: `0` to `100`. */
export const PERCENTS: readonly string[] = Array.from({ length: 101 }, (_, percent) => `${percent}`);
export const percentOf = (probability: number): string => `${Math.round(probability * 100)}`;
