import type { SentencePart } from '../parts.ts';

/**
 * The week, as work packages with an exit that can be run. Which seven are done, and in which order, follows from the
 * case: a seller without sales builds up, one that agents can pay already repairs, and one that lost money starts with
 * that. A part is said only where all that it names is known, so a day names what this seller wrote.
 */
export interface PlanRow {
  readonly id: string;
  readonly title: string;
  /** Hours of the package itself, before what it closes. */
  readonly hours: number;
  readonly task: readonly SentencePart[];
  readonly exit: readonly SentencePart[];
  /** An extra day is held only where this slot is known. */
  readonly when?: readonly string[];
  /** The day that does its work too when an extra day takes its place. */
  readonly into?: string;
}

export { default as PLAN } from './plan.table.json' with { type: 'json' };

export const WEEK = {
  new: ['unit', 'challenge', 'pay', 'failure', 'documents', 'mainnet', 'measure'],
  live: ['review', 'unit', 'documents', 'wire', 'failure', 'pay', 'listing', 'measure'],
  loss: ['failure', 'pay', 'unit', 'challenge', 'documents', 'mainnet', 'measure'],
} as const;

/** Days that a case may add, the most pressing first, and whose place they take. */
export const EXTRA = ['async', 'rights', 'limits', 'compare'] as const;
export const GIVES_WAY = ['wire', 'challenge', 'failure', 'documents', 'listing', 'mainnet'] as const;
/** Frictions that have a day of their own where it is held. */
export const OWN_DAY: Readonly<Record<string, string>> = { F22: 'async', F37: 'rights', F36: 'limits' };
