import { describe, expect, it } from 'vitest';
import { readable } from '../../reading/text.ts';
import { readNumbers } from './numbers.ts';
import { readWishes } from './wishes.ts';

const numbers = (text: string): string =>
  readNumbers(readable(text))
    .map(({ kind, amount, explicit }) => `${kind}${explicit ? '' : '?'}=${amount}`)
    .join(' ');

const GOALS: readonly (readonly [string, string])[] = [
  ['Decide on $0.01 per call for 500 calls', 'calls=500 price=10000'],
  ['Buy a $5 per call audit worth $60', 'price=5000000 value=60000000'],
  ['Pay price $500000 once', 'calls=1 price=500000000000'],
  ['Scale to 500 calls at $0.01 per call worth $0.04', 'calls=500 price=10000 value=40000'],
  ['worth a $0.01 probe before I buy 500 calls', 'calls=500 price?=10000'],
  ['which one to probe first under a $0.10 cap', 'budget=100000'],
  ['10000 atomic units', 'price?=10000'],
  ['pay up to $0.01 per call', 'priceLimit=10000'],
  ['$29/month for 10k calls', 'calls=10000'],
  ['0.005 USDC per request, 1,000 requests', 'calls=1000 price=5000'],
  ['costs 2 cents per lookup', 'price=20000'],
  ['price 0.02, budget 1.50', 'price=20000 budget=1500000'],
  ['max_budget_usd: 5', 'budget=5000000'],
  ['value $0.10 per answer', 'value=100000'],
  ['3 calls at $1 each', 'calls=3 price=1000000'],
  ['buy 2k calls at $.002/call', 'calls=2000 price=2000'],
  ['budget of $3 total, price $0.10 per call, 20 calls', 'calls=20 budget=3000000 price=100000'],
  ['at most 3 calls', 'callLimit=3'],
  ['1 usdc per call', 'price=1000000'],
  ['＄０．０５ per call', 'price=50000'],
  ['$0.0000001 per call', ''],
  ['$1,00 per call', ''],
  ['version 3.5 of 2026-11-21 answers 402 on eip155:8453', ''],
];

const WISHES: readonly (readonly [string, string])[] = [
  ['budget $1', 'budget:1000000'],
  ['$1', 'budget:1000000'],
  ['budget 0.05', 'budget:50000'],
  ['budget $0', 'budget:0'],
  ['max $0.05 per call', 'priceLimit:50000'],
  ['no account', 'noAccount'],
  ['must not require an API key', 'noAccount'],
  ['by 2026-12-01', 'deadline:2026-12-01'],
  ['deadline 2026-02-30', 'unrecognised'],
  ['eip155:8453', 'network:eip155:8453'],
  ['Base only', 'network:eip155:8453'],
  ['max 3 paid calls', 'maxPaidCalls:3'],
  ['3 calls', 'maxPaidCalls:3'],
  ['no paid calls', 'maxPaidCalls:0'],
  ['do not spend anything', 'maxPaidCalls:0'],
  ['no personal data', 'dataMinimisation'],
  ['operator approval required', 'approval'],
  ['be nice', 'unrecognised'],
  ['at most one paid call, budget $2; no signup', 'maxPaidCalls:1 budget:2000000 noAccount'],
  ['budget $1,000', 'budget:1000000000'],
];

describe('numbers of a text', () => {
  it.each(GOALS)('%s', (text, expected) => expect(numbers(text)).toBe(expected));

  it('reads no more than a dozen numbers of one kind', () => {
    expect(readNumbers(readable('$0.01 per call '.repeat(40)))).toHaveLength(12);
  });
});

describe('constraints', () => {
  it.each(WISHES)('%s', (text, expected) => {
    const read = readWishes([readable(text)]).map(({ kind, amount, day, network }) =>
      [kind, amount ?? day ?? network].filter((part) => part !== null).join(':'),
    );
    expect(read.join(' ')).toBe(expected);
  });

  it('does not depend on order or repetition', () => {
    const texts = WISHES.map(([text]) => readable(text));
    expect(readWishes([...texts.toReversed(), ...texts])).toEqual(readWishes(texts));
  });
});
