import type { Nano } from './amount.ts';
import { type Context, readContext } from './context.ts';
import { readCounts } from './counts.ts';
import { type Hit, lexicon, type Passage, scan } from './lexicon.ts';
import { readMoney } from './money.ts';
import { ANY_FIGURE } from './patterns.ts';
import type { AuditInput } from './schema.ts';
import { RISK_WORDS, STATEMENTS } from './tables/cues.ts';

/** One thing the caller stated, with the words that state it: `quote` is a substring of `field`. */
export interface Fact {
  readonly id: string;
  readonly field: string;
  readonly quote: string;
  readonly value: string;
  readonly reads: string;
  /** High: given, or a figure with its unit named. Medium: read from words. Low: two readings are as good. */
  readonly confidence: 'high' | 'medium' | 'low';
}

export interface Stated<T> {
  readonly value: T;
  readonly fact: Fact;
}

/** All that is read from an input. What is absent here was not stated, and is asked instead of guessed. */
export interface Reading {
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
  readonly context: Context;
  /** Friction id → what was given about it as a fact. */
  readonly given: ReadonlyMap<string, Fact>;
  /** Statement id → the fact that made it. */
  readonly stated: ReadonlyMap<string, Fact>;
  readonly risk: 'low' | 'medium' | 'high';
  /** Any sum of money or share of one stands in the text. */
  readonly hasFigure: boolean;
}

const STATEMENT_WORDS = lexicon(
  Object.entries(STATEMENTS).flatMap(([id, phrases]) => phrases.map((phrase) => [phrase, id] as const)),
);
const RISK = lexicon(
  Object.entries(RISK_WORDS).flatMap(([id, phrases]) => phrases.map((phrase) => [phrase, id] as const)),
);

/** The fields that are evidence. The service name is a name, `source` is attribution: neither moves an answer. */
export function evidence(input: AuditInput): Passage[] {
  const fields = ['currentOffer', 'currentPaymentRail', 'currentProblem', 'targetBuyer'] as const;
  return fields.flatMap((field) => (input[field] === undefined ? [] : [{ field, text: input[field] }]));
}

/** Reads every stated fact. Pure; linear in the text. */
export function readFacts(input: AuditInput): Reading {
  const passages = evidence(input);
  const money = readMoney(passages);
  const counts = readCounts(passages);
  const hits = scan(passages, STATEMENT_WORDS).filter((hit) => !hit.negated);
  const stated = new Map<string, Fact>();
  for (const hit of hits) if (!stated.has(hit.payload)) stated.set(hit.payload, statementFact(hit));
  const riskHit = input.riskTolerance
    ? scan([{ field: 'riskTolerance', text: input.riskTolerance }], RISK).find((hit) => !hit.negated)
    : undefined;
  const risk = riskHit ? asRisk(riskHit.payload) : 'medium';
  if (riskHit) stated.set('risk', makeFact('risk', riskHit, risk, `risk tolerance ${risk}`));
  const hasFigure = passages.some(({ text }) => ANY_FIGURE.test(text));
  const context = readContext(input, passages);
  return { ...money, ...counts, context, given: new Map(), stated, risk, hasFigure };
}

const asRisk = (id: string): Reading['risk'] => (id === 'low' || id === 'high' ? id : 'medium');

const statementFact = (hit: Hit<string>): Fact =>
  makeFact(hit.payload, hit, 'yes', `the text names ${hit.phrase}`);

function makeFact(id: string, at: { field: string; quote: string }, value: string, reads: string): Fact {
  return { id, field: at.field, quote: at.quote.trim(), value, reads, confidence: 'medium' };
}

/** The price of one unit that anchors everything: one with its unit named goes before a bare amount. */
export function statedPrice({ unitPrice, meteredPrice }: Reading): Stated<Nano> | undefined {
  const named = unitPrice && /\p{L}/u.test(unitPrice.fact.quote.replace(/USDC?|dollars?|cents?/giu, ''));
  return named ? unitPrice : (meteredPrice ?? unitPrice);
}
