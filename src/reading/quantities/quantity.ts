import type { CalendarDate } from './dates.ts';

/** What a rate is over: "per call", "per 1,000 requests", "a month". */
export interface Rate {
  /** Trillionths. */
  readonly count: bigint;
  /** call: one thing bought; period: time, seat or user; measure: tokens, bytes. */
  readonly over: 'call' | 'period' | 'measure';
  readonly noun: string | null;
}

/** One number of a text with its unit and what stands around it. */
export interface Quantity {
  readonly kind: 'money' | 'otherMoney' | 'count' | 'number' | 'percent' | 'duration' | 'date';
  /** Span in code units of number, unit and rate. */
  readonly from: number;
  readonly to: number;
  /** Trillionths: of a dollar, a second, a percent, a thing; 0 for a date. */
  readonly amount: bigint;
  /** Upper end of a range. */
  readonly high: bigint | null;
  /** "at most", "no more than" | "at least", "more than". */
  readonly bound: 'most' | 'least' | null;
  /** "a couple", "a few hundred", "hundreds of": too vague to reckon with. */
  readonly vague: boolean;
  /** What is counted, in the singular. */
  readonly noun: string | null;
  readonly per: Rate | null;
  /** "9 out of 10": the ten. */
  readonly outOf: bigint | null;
  readonly date: CalendarDate | null;
}

/** A quantity with the tokens it stands on, for the readers that look at the words around it. */
export interface Placed extends Quantity {
  readonly first: number;
  readonly next: number;
  /** "x 500", "500 ×". */
  readonly multiple: boolean;
}

/** A quantity as it is being read. */
export type Read = Pick<Placed, 'kind' | 'amount' | 'next'> & Partial<Placed>;
