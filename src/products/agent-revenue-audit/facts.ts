import { dollars, NANO_PER_DOLLAR, type Nano, nanoToDollars, parseCount, parseNano } from './amount.ts';
import { type Hit, lexicon, type Passage, scan } from './lexicon.ts';
import {
  AMOUNT,
  ANY_FIGURE,
  CALLS_AFTER,
  CALLS_BEFORE,
  CHALLENGES,
  COST_HEAD,
  COUNT_A_MONTH,
  FIXED_HEAD,
  FOREIGN,
  LATENCY,
  MONTHLY,
  NOT_A_PRICE_HEAD,
  NOT_A_PRICE_TAIL,
  PAID,
  PER_MANY,
  PER_UNIT,
  PLAN_FLOOR,
  RANGE_END,
  TOOLS,
  TOP_TOOL,
  VALUE_HEAD,
  YEARLY,
} from './patterns.ts';
import type { AuditInput } from './schema.ts';
import { METER_WORDS, RISK_WORDS, STATEMENTS } from './tables/cues.ts';

/** One thing the caller stated, with the words that state it: `quote` is a substring of `field`. */
export interface Fact {
  readonly id: string;
  readonly field: string;
  readonly quote: string;
  readonly value: string;
  readonly reads: string;
}

export interface Stated<T> {
  readonly value: T;
  readonly fact: Fact;
}

/** All that is read from an input. What is absent here was not stated, and is asked instead of guessed. */
export interface Reading {
  readonly facts: readonly Fact[];
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
  /** Statement id → the fact that made it. */
  readonly stated: ReadonlyMap<string, Fact>;
  readonly risk: 'low' | 'medium' | 'high';
  /** Any sum of money or share of one stands in the text. */
  readonly hasFigure: boolean;
}

/** A price per seat is a subscription, whatever follows it. */
const SEATS = new Set(['seat', 'user']);
const SECONDS: Readonly<Record<string, bigint>> = { m: 60n, h: 3_600n, d: 86_400n };
const STATEMENT_WORDS = lexicon(
  Object.entries(STATEMENTS).flatMap(([id, phrases]) => phrases.map((phrase) => [phrase, id] as const)),
);
const RISK = lexicon(
  Object.entries(RISK_WORDS).flatMap(([id, phrases]) => phrases.map((phrase) => [phrase, id] as const)),
);
const TIME_WORDS = new Set(['month', 'year', 'week', 'quarter', 'annum']);
const METER_TAIL = (word: string): RegExp => new RegExp(`\\b${word}s?$`, 'iu');
const singular = (word: string): string => word.toLowerCase().replace(/s$/u, '');

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
  const numbers = { ...money, ...counts };
  const facts = [...Object.values(numbers).flatMap((one) => (one ? [one.fact] : [])), ...stated.values()];
  const hasFigure = passages.some(({ text }) => ANY_FIGURE.test(text));
  return { ...numbers, stated, risk, facts, hasFigure };
}

const asRisk = (id: string): Reading['risk'] => (id === 'low' || id === 'high' ? id : 'medium');

const statementFact = (hit: Hit<string>): Fact =>
  makeFact(hit.payload, hit, 'stated', `the text names ${hit.phrase}`);

function makeFact(id: string, at: { field: string; quote: string }, value: string, reads: string): Fact {
  return { id, field: at.field, quote: at.quote.trim(), value, reads };
}

/** The price of one unit that anchors everything: one with its unit named goes before a bare amount. */
export function statedPrice({ unitPrice, meteredPrice }: Reading): Stated<Nano> | undefined {
  const named = unitPrice && /\p{L}/u.test(unitPrice.fact.quote.replace(/USDC?|dollars?|cents?/giu, ''));
  return named ? unitPrice : (meteredPrice ?? unitPrice);
}

type Money = Pick<
  Reading,
  | 'monthlyFee'
  | 'includedCalls'
  | 'unitPrice'
  | 'meteredPrice'
  | 'wholePrice'
  | 'unitCost'
  | 'fixedCost'
  | 'valuePerUse'
>;

/** An amount in its sentence: what stands before and after decides what it is the price of. */
interface Amount {
  readonly field: string;
  readonly text: string;
  readonly nano: Nano;
  readonly start: number;
  readonly end: number;
  readonly head: string;
  readonly tail: string;
}

function amounts({ field, text }: Passage): Amount[] {
  return [...text.matchAll(AMOUNT)].flatMap((match) => {
    const cents = /^cents?$/iu.test(match[5] ?? '') ? 100n : 1n;
    const nano = parseNano(match[1] ?? match[3] ?? match[6] ?? '', match[2] ?? match[4] ?? match[7] ?? '');
    if (nano === undefined || nano === 0n) return [];
    const [start, end] = [match.index, match.index + match[0].length];
    const head = text
      .slice(Math.max(0, start - 60), start)
      .split(/[;\n!?]|\.\s/u)
      .at(-1)!;
    const after = text.slice(end, end + 80).split(/[;\n!?]|\.(?:\s|$)/u)[0]!;
    const range = RANGE_END.exec(after)?.[0] ?? '';
    const tail = after.slice(range.length);
    if (NOT_A_PRICE_HEAD.test(head) || NOT_A_PRICE_TAIL.test(after)) return [];
    return [{ field, text, nano: nano / cents, start, end: end + range.length, head, tail }];
  });
}

function readMoney(passages: readonly Passage[]): Money {
  const found: { -readonly [K in keyof Money]: Money[K] } = {};
  for (const amount of passages.flatMap(amounts)) {
    const kind = classify(amount);
    const fact = {
      id: kind.id,
      field: amount.field,
      quote: amount.text.slice(amount.start, amount.end + kind.reach).trim(),
    };
    const stated = {
      value: kind.nano,
      fact: { ...fact, value: nanoToDollars(kind.nano), reads: `${kind.reads} of ${dollars(kind.nano)}` },
    };
    if (kind.id === 'monthlyFee') takeFee(found, amount, stated);
    else found[kind.id] ??= stated;
  }
  return found;
}

/** The first plan that states both its fee and its calls wins over one that states a fee only. */
function takeFee(found: { -readonly [K in keyof Money]: Money[K] }, amount: Amount, fee: Stated<Nano>): void {
  const calls = includedCalls(amount);
  if (!found.monthlyFee || (calls && !found.includedCalls)) {
    found.monthlyFee = fee;
    if (calls) found.includedCalls = calls;
  }
}

type MoneyKind = Exclude<keyof Money, 'includedCalls'>;

function classify(amount: Amount): { id: MoneyKind; nano: Nano; reach: number; reads: string } {
  const { nano, head, tail } = amount;
  const month = MONTHLY.exec(tail) ?? PLAN_FLOOR.exec(tail) ?? COUNT_A_MONTH.exec(tail);
  const year = YEARLY.exec(tail);
  const reach = (month ?? year)?.[0].length ?? 0;
  const per = billedBy(tail);
  if (COST_HEAD.test(head)) return { id: 'unitCost', nano, reach: per?.reach ?? 0, reads: 'a unit cost' };
  if (FIXED_HEAD.test(head) && (month || year))
    return { id: 'fixedCost', nano: year ? nano / 12n : nano, reach, reads: 'a monthly fixed cost' };
  if (VALUE_HEAD.test(head))
    return { id: 'valuePerUse', nano, reach: per?.reach ?? 0, reads: 'a value per use' };
  if (month || (per && SEATS.has(per.unit)))
    return { id: 'monthlyFee', nano, reach: reach || per!.reach, reads: 'a monthly fee' };
  if (year) return { id: 'monthlyFee', nano: nano / 12n, reach, reads: 'a yearly fee, by the month' };
  if (per && METER_WORDS.includes(per.unit))
    return { id: 'meteredPrice', nano: nano / per.count, reach: per.reach, reads: 'a metered price' };
  if (per) return { id: 'unitPrice', nano: nano / per.count, reach: per.reach, reads: 'a price per unit' };
  if (nano < NANO_PER_DOLLAR) return { id: 'unitPrice', nano, reach: 0, reads: 'a price per unit' };
  return { id: 'wholePrice', nano, reach: 0, reads: 'a price' };
}

/** `per 1,000 solves`, `for 5,000 searches`, `a page`: how many of what one amount buys. */
function billedBy(tail: string): { unit: string; count: bigint; reach: number } | undefined {
  const many = PER_MANY.exec(tail);
  const count = many && parseCount(many[1] ?? '1', many[2] ?? '');
  if (many && count && (many[1] ?? many[2])) {
    const unit = singular(many[3] ?? 'unit');
    return TIME_WORDS.has(unit) ? undefined : { unit, count, reach: many[0].length };
  }
  const per = PER_UNIT.exec(tail);
  if (!per) return undefined;
  const unit = singular(per[2]!);
  const meter = METER_WORDS.includes(unit) ? unit : METER_WORDS.find((word) => METER_TAIL(word).test(per[0]));
  if (TIME_WORDS.has(unit)) return undefined;
  return { unit: meter ?? unit, count: perScale(per[1]), reach: per[0].length };
}

function perScale(word: string | undefined): bigint {
  if (!word) return 1n;
  return /^(?:1m|million)$/iu.test(word) ? 1_000_000n : 1_000n;
}

function includedCalls(amount: Amount): Stated<bigint> | undefined {
  const after = CALLS_AFTER.exec(amount.tail);
  const before = after ? null : CALLS_BEFORE.exec(amount.head);
  const match = after ?? before;
  if (!match || TIME_WORDS.has(singular(match[3]!))) return undefined;
  const count = parseCount(match[1]!, match[2] ?? '');
  if (!count) return undefined;
  const phrase = match[0].slice(match[0].indexOf(match[1]!)).trim();
  const quote = after ? phrase : phrase.replace(/ {0,2}(?:for|at|costs?|=|a month for|per month for)$/iu, '');
  const fact = {
    id: 'includedCalls',
    field: amount.field,
    quote,
    value: `${count}`,
    reads: `${count} calls within the fee`,
  };
  return { value: count, fact };
}

type Counts = Pick<Reading, 'challenges' | 'paid' | 'latencySeconds' | 'tools' | 'topTool' | 'foreign'>;

function readCounts(passages: readonly Passage[]): Counts {
  const challenges = first(
    passages,
    CHALLENGES,
    (m) => parseCount(m[1]!, m[2] ?? ''),
    'challenges',
    (v) => `${v} challenges seen`,
  );
  const paid =
    challenges &&
    first(
      passages,
      PAID,
      (m) => parseCount(m[1]!) ?? (/^\p{L}/u.test(m[1]!) ? 0n : undefined),
      'paid',
      (v) => `${v} payments seen`,
    );
  const latencySeconds = first(
    passages,
    LATENCY,
    (m) => seconds(m[1]!, m[2]!),
    'latencySeconds',
    (v) => `an answer takes ${v} s`,
  );
  const tools = first(
    passages,
    TOOLS,
    (m) => parseCount(m[1]!),
    'tools',
    (v) => `${v} tools`,
  );
  const topTool = first(
    passages,
    TOP_TOOL,
    (m) => m[1]!.toLowerCase(),
    'topTool',
    (v) => `the tool called most is ${v}`,
  );
  const foreign = first(
    passages,
    FOREIGN,
    (m) => m[0],
    'foreign',
    () => 'an amount in another currency, not used',
  );
  return {
    ...(challenges && { challenges }),
    ...(paid && { paid }),
    ...(latencySeconds && { latencySeconds }),
    ...(tools && { tools }),
    ...(topTool && { topTool }),
    ...(foreign && { foreign }),
  };
}

/** Milliseconds and anything under a second count as zero seconds. */
function seconds(figure: string, unit: string): bigint | undefined {
  const count = parseCount(figure);
  if (count === undefined) return undefined;
  if (/^m(?:s|illi)/iu.test(unit)) return count / 1_000n;
  return count * (SECONDS[unit[0]!.toLowerCase()] ?? 1n);
}

function first<T extends bigint | string>(
  passages: readonly Passage[],
  pattern: RegExp,
  parse: (match: RegExpExecArray) => T | undefined,
  id: string,
  reads: (value: T) => string,
): Stated<T> | undefined {
  for (const { field, text } of passages) {
    const match = pattern.exec(text);
    const value = match ? parse(match) : undefined;
    if (match && value !== undefined)
      return { value, fact: { id, field, quote: match[0].trim(), value: `${value}`, reads: reads(value) } };
  }
  return undefined;
}
