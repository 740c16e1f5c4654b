/** What became of the call that an answer was about. Only a call that was paid for can show the probability right or wrong. */
export const CALL_OUTCOMES = {
  paid_and_good: 'it was paid for, charged once at the stated price, and the answer was what it should be',
  paid_and_bad: 'it was paid for, and the answer was empty, wrong in form, or charged other than stated',
  paid_and_nothing_came: 'it was paid for, and no answer came',
  did_not_pay: 'it was not paid for',
} as const;
/** What a buyer says became of a call: a word of `CALL_OUTCOMES`. */
export type CallOutcome = keyof typeof CALL_OUTCOMES;
/** The words, for schemas. */
export const CALL_OUTCOME_WORDS = Object.keys(CALL_OUTCOMES) as [CallOutcome, ...CallOutcome[]];

/** How a signal was stated. */
export const SIGNAL_STATES = ['present', 'absent'] as const;
/** A state of {@link SIGNAL_STATES}. */
export type SignalState = (typeof SIGNAL_STATES)[number];

/** Whole percents: `0` to `100`. */
export const PERCENTS: readonly string[] = Array.from({ length: 101 }, (_, percent) => `${percent}`);
/** `0.874` is `87`. */
export const percentOf = (probability: number): string => `${Math.round(probability * 100)}`;
