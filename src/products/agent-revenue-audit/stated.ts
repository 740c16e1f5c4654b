import type { Nano } from './amount.ts';

/** One thing the caller stated, with the words that state it: `quote` is a substring of `field`. */
export interface Fact {
  readonly id: string;
  readonly field: string;
  readonly quote: string;
  readonly value: string;
  readonly reads: string;
  /** High: given, or a figure with its unit named. Medium: read from words. Low: two readings are as good, or another currency. */
  readonly confidence: 'high' | 'medium' | 'low';
}

export interface Stated<T> {
  readonly value: T;
  readonly fact: Fact;
  /** How many units the amount buys as it is written: `$2 per 1,000 rows`. */
  readonly per?: bigint;
  /** How dollars came of another currency, where they did. */
  readonly rate?: string;
}

/** All that is read from an input. What is absent here was not stated, and is asked instead of guessed. */
export interface StatedFacts {
  /** What one price buys, in the seller's word. */
  readonly unit?: Stated<string>;
  readonly monthlyFee?: Stated<Nano>;
  readonly includedCalls?: Stated<bigint>;
  readonly unitPrice?: Stated<Nano>;
  readonly meteredPrice?: Stated<Nano>;
  readonly wholePrice?: Stated<Nano>;
  readonly unitCost?: Stated<Nano>;
  readonly fixedCost?: Stated<Nano>;
  readonly valuePerUse?: Stated<Nano>;
  readonly challenges?: Stated<bigint>;
  readonly paid?: Stated<bigint>;
  readonly latencySeconds?: Stated<bigint>;
  readonly tools?: Stated<bigint>;
  readonly topTool?: Stated<string>;
  readonly foreign?: Stated<string>;
  readonly context: SellerContext;
  /** Friction id → what was given about it as a fact. */
  readonly given: ReadonlyMap<string, Fact>;
  /** Statement id → the fact that made it. */
  readonly stated: ReadonlyMap<string, Fact>;
  readonly risk: 'low' | 'medium' | 'high';
  /** Any sum of money or share of one stands in the text. */
  readonly hasFigure: boolean;
}

/** What else is stated of a seller: none of it is a price, and all of it is about how to sell. */
export interface SellerContext {
  readonly returns?: Stated<string>;
  readonly freeUnits?: Stated<bigint>;
  readonly quotaPerMinute?: Stated<bigint>;
  readonly monthlyVolume?: Stated<bigint>;
  readonly ageSeconds?: Stated<bigint>;
  /** Paths, in the order in which they stand. */
  readonly endpoints?: Stated<readonly string[]>;
  readonly alternatives?: Stated<readonly string[]>;
  readonly buyers?: Stated<string>;
  readonly runtime?: Stated<string>;
}
