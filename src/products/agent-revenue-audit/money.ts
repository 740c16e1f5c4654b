import { dollars, NANO_PER_DOLLAR, type Nano, nanoToDollars, parseCount, parseNano } from './amount.ts';
import type { Passage } from './lexicon.ts';
import {
  AMOUNT,
  CALLS_AFTER,
  CALLS_BEFORE,
  COST_HEAD,
  COUNT_A_MONTH,
  FIXED_HEAD,
  MONTHLY,
  NOT_A_PRICE_HEAD,
  NOT_A_PRICE_TAIL,
  PER_MANY,
  PER_UNIT,
  PLAN_FLOOR,
  RANGE_END,
  VALUE_HEAD,
  YEARLY,
} from './patterns.ts';
import type { Reading, Stated } from './stated.ts';
import { METER_WORDS } from './tables/cues.ts';

/** A price per seat is a subscription, whatever follows it. */
const SEATS = new Set(['seat', 'user']);
const TIME_WORDS = new Set(['month', 'year', 'week', 'quarter', 'annum']);
const METER_TAIL = (word: string): RegExp => new RegExp(`\\b${word}s?$`, 'iu');
const singular = (word: string): string => word.toLowerCase().replace(/s$/u, '');

export type Money = Pick<
  Reading,
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

export function readMoney(passages: readonly Passage[]): Money {
  const found: { -readonly [K in keyof Money]: Money[K] } = {};
  for (const amount of passages.flatMap(amounts)) {
    const kind = classify(amount);
    const quote = amount.text.slice(amount.start, amount.end + kind.reach).trim();
    const at = { field: amount.field, quote, confidence: kind.reach > 0 ? 'high' : 'medium' } as const;
    const reads = `${kind.reads} of ${dollars(kind.nano)}`;
    const stated = { value: kind.nano, fact: { id: kind.id, ...at, value: nanoToDollars(kind.nano), reads } };
    if (kind.id === 'monthlyFee') takeFee(found, amount, stated);
    else if (!found[kind.id]) {
      found[kind.id] = stated;
      if (kind.unit && BILLED_ALONE.has(kind.id) && !found.unit)
        found.unit = {
          value: kind.unit,
          fact: { id: 'unit', ...at, value: kind.unit, reads: `one price buys one ${kind.unit}` },
        };
    }
  }
  return found;
}

const BILLED_ALONE = new Set<MoneyKind>(['unitPrice', 'meteredPrice']);

/** The first plan that states both its fee and its calls wins over one that states a fee only. */
function takeFee(found: { -readonly [K in keyof Money]: Money[K] }, amount: Amount, fee: Stated<Nano>): void {
  const calls = includedCalls(amount);
  if (!found.monthlyFee || (calls && !found.includedCalls)) {
    found.monthlyFee = fee;
    if (calls) found.includedCalls = calls;
  }
}

type MoneyKind = Exclude<keyof Money, 'includedCalls' | 'unit'>;

interface Classified {
  readonly id: MoneyKind;
  readonly nano: Nano;
  readonly reach: number;
  readonly reads: string;
  readonly unit?: string;
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
  if (VALUE_HEAD.test(head))
    return { id: 'valuePerUse', nano, reach: per?.reach ?? 0, reads: 'a value per use' };
  if (month || (per && SEATS.has(per.unit)))
    return { id: 'monthlyFee', nano, reach: reach || per!.reach, reads: 'a monthly fee' };
  if (year) return { id: 'monthlyFee', nano: nano / 12n, reach, reads: 'a yearly fee, by the month' };
  if (per && METER_WORDS.includes(per.unit))
    return {
      id: 'meteredPrice',
      nano: nano / per.count,
      reach: per.reach,
      reads: 'a metered price',
      unit: per.unit,
    };
  if (per)
    return {
      id: 'unitPrice',
      nano: nano / per.count,
      reach: per.reach,
      reads: 'a price per unit',
      unit: per.unit,
    };
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
    confidence: 'high' as const,
  };
  return { value: count, fact };
}
