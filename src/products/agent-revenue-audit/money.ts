import { NANO_PER_DOLLAR, type Nano, nanoLabel, nanoToDollars, parseCount } from './amount.ts';
import { creditsOf, ofCredits, unitWord, withoutPlural } from './credits.ts';
import type { Passage } from './lexicon.ts';
import {
  CALLS_AFTER,
  CALLS_BEFORE,
  COST_HEAD,
  COUNT_A_MONTH,
  CREDITS_HEAD,
  FEE_TAIL,
  FIXED_HEAD,
  MANY_BEFORE,
  MONTHLY,
  NOT_A_PRICE_HEAD,
  NOT_A_PRICE_TAIL,
  ONE_BEFORE,
  PER_BEFORE,
  PER_MANY,
  PER_UNIT,
  PLAN_FLOOR,
  PLAN_HEAD,
  PLAN_TAIL,
  RANGE_END,
  SIZE_BEFORE,
  SPAN_OF_TIME,
  VALUE_HEAD,
  YEARLY,
} from './patterns.ts';
import type { Fact, Stated, StatedFacts } from './stated.ts';
import { METER_WORDS } from './tables/cues.ts';
import { type CurrencyRow, RATES_OF } from './tables/currencies.ts';
import { FACT_FORMATS } from './tables/facts.ts';
import { type Local, localOf, writtenIn } from './written.ts';

/** A price per seat is a subscription, whatever follows it. */
const SEATS = new Set(['seat', 'user', 'developer', 'employee', 'pupil', 'member', 'head']);
const TIME_WORDS = new Set(['month', 'year', 'week', 'quarter', 'annum']);
const METER_TAIL = (word: string): RegExp => new RegExp(`\\b${word}s?$`, 'iu');
export type MoneyFacts = Pick<
  StatedFacts,
  | 'monthlyFee'
  | 'includedCalls'
  | 'unitPrice'
  | 'meteredPrice'
  | 'wholePrice'
  | 'unitCost'
  | 'fixedCost'
  | 'valuePerUse'
  | 'unit'
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
  /** Where the amount is written in another currency. */
  readonly currency?: CurrencyRow;
}

function amounts({ field, text }: Passage, local: Local): Amount[] {
  return writtenIn(text, local).flatMap(({ nano, start, end, currency }) => {
    if (nano === 0n) return [];
    const head = text
      .slice(Math.max(0, start - 60), start)
      .split(/[;\n!?]|\.\s/u)
      .at(-1)!;
    const after = text.slice(end, end + 80).split(/[;\n!?]|\.(?:\s|$)/u)[0]!;
    const range = RANGE_END.exec(after)?.[0] ?? '';
    const tail = after.slice(range.length);
    const isFee = FEE_TAIL.test(after);
    if (!isFee && (NOT_A_PRICE_HEAD.test(head) || NOT_A_PRICE_TAIL.test(after))) return [];
    return [{ field, text, nano, start, end: end + range.length, head, tail, ...(currency && { currency }) }];
  });
}

export function readMoney(passages: readonly Passage[]): MoneyFacts {
  const found: { -readonly [K in keyof MoneyFacts]: MoneyFacts[K] } = {};
  const local = localOf(passages);
  const credits = creditsOf(passages);
  let named = false;
  for (const amount of passages.flatMap((passage) => amounts(passage, local))) {
    const kind = ofCredits(classify(amount), credits);
    if (!isPrice(kind.nano)) continue;
    const quote = amount.text.slice(amount.start - (kind.back ?? 0), amount.end + kind.reach).trim();
    const { currency } = amount;
    const confidence = currency ? 'low' : kind.reach > 0 ? 'high' : 'medium';
    const at = { field: amount.field, quote, confidence } as const;
    const reads = `${kind.reads} of ${nanoLabel(kind.nano)}${currency ? `, ${rateOf(currency)}` : ''}`;
    const stated = {
      value: kind.nano,
      fact: { id: kind.id, ...at, value: nanoToDollars(kind.nano), reads },
      ...(kind.per && { per: kind.per }),
      ...(currency && { rate: rateOf(currency) }),
    };
    if (kind.id === 'monthlyFee') takeFee(found, amount, stated);
    else if (
      (!found[kind.id] || (!named && isOfOne(kind, amount, found[kind.id]!))) &&
      !(NAMED.has(kind.id) && kind.unit && named)
    ) {
      found[kind.id] = stated;
      named ||= kind.unit !== undefined && NAMED.has(kind.id);
      if (kind.unit && BILLED_ALONE.has(kind.id) && !found.unit)
        found.unit = { value: kind.unit, fact: unitFact(kind.unit, at) };
    }
  }
  return found;
}

const USD = new RegExp(`^${FACT_FORMATS.usd}$`, 'u');
/** A text says no price that a fact cannot: less than a nano-dollar for one of many is none, nor is a billion dollars. */
const isPrice = (nano: Nano): boolean => nano > 0n && USD.test(nanoToDollars(nano));

/** Of two prices that name their units, the first is the one that is sold; the other one is said in passing. */
const NAMED = new Set<MoneyKind>(['unitPrice', 'meteredPrice']);
const BILLED_ALONE = new Set<MoneyKind>(['unitPrice', 'meteredPrice']);

/** `base fee $3, $0.40 a colour page; one letter is $3.40`: the price of one goes before a smaller one of nothing named. */
const isOfOne = (kind: Classified, { field }: Amount, before: Stated<Nano>): boolean =>
  kind.id === 'unitPrice' &&
  kind.unit !== undefined &&
  before.fact.field === field &&
  kind.nano > before.value;

type At = Pick<Fact, 'field' | 'quote' | 'confidence'>;
const unitFact = (unit: string, at: At): Fact => ({
  id: 'unit',
  ...at,
  value: unit,
  reads: `one price buys one ${unit}`,
});

const rateOf = ({ code, dollars: rate }: CurrencyRow): string =>
  `at a rounded rate of ${RATES_OF} ($${rate} for 1 ${code}), not a quote; state dollars to be exact`;

/** The first plan that states both its fee and its calls wins over one that states a fee only. */
function takeFee(
  found: { -readonly [K in keyof MoneyFacts]: MoneyFacts[K] },
  amount: Amount,
  fee: Stated<Nano>,
): void {
  const calls = includedCalls(amount);
  if (!found.monthlyFee || (calls && !found.includedCalls)) {
    found.monthlyFee = fee;
    if (calls) found.includedCalls = calls;
  }
}

type MoneyKind = Exclude<keyof MoneyFacts, 'includedCalls' | 'unit'>;

/** What others ask is no price and no value of this seller. */
const ELSEWHERE = /^[^.;\n]{0,12}(?:elsewhere|with others)(?![\p{L}])/iu;

interface Classified {
  readonly id: MoneyKind;
  readonly nano: Nano;
  readonly reach: number;
  readonly reads: string;
  readonly unit?: string;
  /** How many units the written amount buys. */
  readonly per?: bigint;
  /** Characters before the amount that belong to its quote. */
  readonly back?: number;
}

function classify(amount: Amount): Classified {
  const { nano, head, tail } = amount;
  const month = MONTHLY.exec(tail) ?? PLAN_FLOOR.exec(tail) ?? COUNT_A_MONTH.exec(tail);
  const year = YEARLY.exec(tail);
  const reach = (month ?? year)?.[0].length ?? 0;
  const per = billedBy(tail);
  if (COST_HEAD.test(head)) return { id: 'unitCost', nano, reach: per?.reach ?? 0, reads: 'a unit cost' };
  if (FIXED_HEAD.test(head) && (month || year))
    return { id: 'fixedCost', nano: year ? nano / 12n : nano, reach, reads: 'a monthly fixed cost' };
  const fee = FEE_TAIL.exec(tail);
  if (fee) return { id: 'unitPrice', nano, reach: fee[0].length, reads: 'a fee per order', unit: 'order' };
  if (VALUE_HEAD.test(head) && !ELSEWHERE.test(tail))
    return { id: 'valuePerUse', nano, reach: per?.reach ?? 0, reads: 'a value per use' };
  if (month || (per && SEATS.has(per.unit)))
    return { id: 'monthlyFee', nano, reach: reach || per!.reach, reads: 'a monthly fee' };
  if (year) return { id: 'monthlyFee', nano: nano / 12n, reach, reads: 'a yearly fee, by the month' };
  if (per && METER_WORDS.includes(per.unit))
    return {
      id: 'meteredPrice',
      nano: nano / per.count,
      per: per.count,
      reach: per.reach,
      reads: 'a metered price',
      unit: per.unit,
    };
  if (per)
    return {
      id: 'unitPrice',
      nano: nano / per.count,
      per: per.count,
      reach: per.reach,
      reads: 'a price per unit',
      unit: per.unit,
    };
  if ((PLAN_HEAD.test(head) || PLAN_TAIL.test(tail)) && nano >= NANO_PER_DOLLAR)
    return { id: 'monthlyFee', nano, reach: 0, reads: 'the fee of a plan' };
  const many = manyBefore(head);
  const single = many ? null : ONE_BEFORE.exec(head);
  if (single && nano < LEAST_ENGAGEMENT && !TIME_WORDS.has(unitWord(single[1]!)))
    return {
      id: METER_WORDS.includes(unitWord(single[1]!)) ? 'meteredPrice' : 'unitPrice',
      nano,
      reach: 0,
      back: single[0].length,
      reads: 'a price per unit',
      unit: unitWord(single[1]!),
    };
  if (many && !/^ {0,2}(?:\/|per |each|apiece)/u.test(tail))
    return {
      id: METER_WORDS.includes(many.unit) ? 'meteredPrice' : 'unitPrice',
      nano: nano / many.count,
      per: many.count,
      reach: 0,
      back: many.back,
      reads: 'a price per unit',
      unit: many.unit,
    };
  if (nano < NANO_PER_DOLLAR) return { id: 'unitPrice', nano, reach: 0, reads: 'a price per unit' };
  return { id: 'wholePrice', nano, reach: 0, reads: 'a price' };
}

/** `per 1,000 solves`, `for 5,000 searches`, `a page`: how many of what one amount buys. */
function billedBy(tail: string): { unit: string; count: bigint; reach: number } | undefined {
  if (SPAN_OF_TIME.test(tail)) return undefined;
  const many = PER_MANY.exec(tail);
  const count = many && parseCount(many[1] ?? '1', many[2] ?? many[3] ?? '');
  if (many && count) {
    const unit = unitWord(many[4] ?? 'unit');
    return TIME_WORDS.has(unit) ? undefined : { unit, count, reach: many[0].length };
  }
  const per = PER_UNIT.exec(tail);
  if (!per) return undefined;
  const unit = unitWord(per[2]!);
  const meter = METER_WORDS.includes(unit) ? unit : METER_WORDS.find((word) => METER_TAIL(word).test(per[0]));
  if (TIME_WORDS.has(unit)) return undefined;
  return { unit: meter ?? unit, count: perScale(per[1]), reach: per[0].length };
}

/** `1,000 calls = $1.50`. */
function manyBefore(head: string): { unit: string; count: bigint; back: number } | undefined {
  const each = PER_BEFORE.exec(head);
  const of = each && parseCount(each[1] ?? '1', each[2] ?? each[3] ?? '');
  if (each && of) return { unit: unitWord(each[4]!), count: of, back: each[0].length };
  const match = SIZE_BEFORE.test(head) ? null : MANY_BEFORE.exec(head);
  const count = match && parseCount(match[1]!, match[2] ?? '');
  const isCredits = match !== null && CREDITS_HEAD.test(head.slice(0, match.index));
  const unit = match && (isCredits ? 'credit' : unitWord(match[3] ?? 'unit'));
  if (!match || !count || !unit || TIME_WORDS.has(unit)) return undefined;
  if (!match[3] && !/(?:=|->|→) {0,1}$/u.test(match[0])) return undefined;
  // `27 routes at $0.005`: of few, each is sold at that.
  if (count < LEAST_AT && / at {0,1}$/u.test(match[0])) return undefined;
  // Without a sign between them a small number only stands beside the amount.
  if (count < LEAST_BARE_MANY && !/(?:=|->|→| for| is| are| costs?) {0,1}$/u.test(match[0])) return undefined;
  return { unit, count, back: match[0].length };
}
const LEAST_BARE_MANY = 10n;
const LEAST_AT = 100n;
/** What costs this much is agreed on by people, not bought by the call. */
const LEAST_ENGAGEMENT = 1_000n * NANO_PER_DOLLAR;

function perScale(word: string | undefined): bigint {
  if (!word) return 1n;
  return /^(?:1m|million)$/iu.test(word) ? 1_000_000n : 1_000n;
}

/** `200 requests/minute` says how fast, not how many. */
const A_RATE =
  /^ {0,1}(?:\/|per |a |an |each ) {0,1}(?:s|secs?|seconds?|mins?|minutes?|hours?|h)(?![\p{L}])/iu;

function includedCalls(amount: Amount): Stated<bigint> | undefined {
  const after = CALLS_AFTER.exec(amount.tail);
  const before = after ? null : CALLS_BEFORE.exec(amount.head);
  const match = after ?? before;
  if (!match || TIME_WORDS.has(withoutPlural(match[3]!))) return undefined;
  if (after && A_RATE.test(amount.tail.slice(after[0].length))) return undefined;
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
    confidence: 'high' as const,
  };
  return { value: count, fact };
}
