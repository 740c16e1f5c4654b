export { default as STATEMENTS } from './statements.table.json' with { type: 'json' };

/** Meters without a natural end: a price per such unit is not the price of a call. */
export const METER_WORDS = ['token', 'minute', 'second', 'hour', 'gb', 'mb', 'byte', 'character', 'word'];

export const RISK_WORDS: Readonly<Record<string, readonly string[]>> = {
  low: ['low', 'conservative', 'cautious', 'careful', 'risk averse', 'minimal'],
  medium: ['medium', 'moderate', 'balanced', 'normal'],
  high: ['high', 'aggressive', 'bold', 'risk seeking'],
};

/**
 * Questions. `fact` answers it, and `tries` are likely answers: a question none of whose answers changes an audit is not
 * asked in it. Money is tried as a multiple of the price of one unit. `unless`: any of these facts or frictions is known.
 * `when`: all of these hold. `for`: archetypes that it matters to, all when absent.
 */
export interface QuestionRow {
  readonly id: string;
  readonly fact: string;
  readonly tries: readonly string[];
  readonly unless: readonly string[];
  readonly when?: readonly string[];
  readonly for?: readonly string[];
  readonly ask: string;
}

export { default as QUESTIONS } from './questions.table.json' with { type: 'json' };
