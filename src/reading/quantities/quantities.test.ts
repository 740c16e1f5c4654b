import { describe, expect, it } from 'vitest';
import { type Quantity, readQuantities } from './quantities.ts';

const TRILLION = 1e12;

/** One quantity in short: `money<most> 0.05/1 call`. */
function short({ kind, amount, high, bound, vague, noun, per, outOf, date }: Quantity): string {
  if (date) return `date ${[date.year, date.month, date.day].map((part) => part ?? '*').join('-')}`;
  const number = Number(amount) / TRILLION;
  return [
    `${kind}${bound ? `<${bound}>` : ''}${vague ? '~' : ''} ${number}`,
    high === null ? '' : `..${Number(high) / TRILLION}`,
    noun && kind !== 'duration' ? ` ${noun}` : '',
    outOf === null ? '' : ` of ${Number(outOf) / TRILLION}`,
    per ? `/${Number(per.count) / TRILLION} ${per.over}` : '',
  ].join('');
}

const read = (text: string): string => readQuantities(text).map(short).join(', ');

const MONEY: readonly (readonly [string, string])[] = [
  ['$5', 'money 5'],
  ['$0.05', 'money 0.05'],
  ['$.05', 'money 0.05'],
  ['5 dollars', 'money 5'],
  ['us$3', 'money 3'],
  ['usd 3', 'money 3'],
  ['usdc 0.05', 'money 0.05'],
  ['0.05usdc', 'money 0.05'],
  ['$0.05 usdc', 'money 0.05'],
  ['$20k', 'money 20000'],
  ['$4m', 'money 4000000'],
  ['$2 billion', 'money 2000000000'],
  ['$2.5k', 'money 2500'],
  ['$1,250', 'money 1250'],
  ['0,02 dollar', 'money 0.02'],
  ['$1,00', 'money 1'],
  ['1.000,50 usdc', 'money 1000.5'],
  ['10000 atomic units', 'money 0.01'],
  ['100000 atomic usdc units', 'money 0.1'],
  ['50000 base units of usdc', 'money 0.05'],
  ['2 cents', 'money 0.02'],
  ['2c', 'money 0.02'],
  ['2¢', 'money 0.02'],
  ['0.4 cents', 'money 0.004'],
  ['half a cent', 'money 0.005'],
  ['a tenth of a cent', 'money 0.001'],
  ['one tenth of a cent', 'money 0.001'],
  ['three quarters of a cent', 'money 0.0075'],
  ['1/10 of a cent', 'money 0.001'],
  ['1/2 cent', 'money 0.005'],
  ['two and a half cents', 'money 0.025'],
  ['half a dollar', 'money 0.5'],
  ['a nickel', 'money 0.05'],
  ['a dime', 'money 0.1'],
  ['two dimes', 'money 0.2'],
  ['a penny', 'money 0.01'],
  ['a buck', 'money 1'],
  ['fifty bucks', 'money 50'],
  ['twenty-five cents', 'money 0.25'],
  ['one hundred and twenty dollars', 'money 120'],
  ['a hundred dollars', 'money 100'],
  ['two thousand five hundred dollars', 'money 2500'],
  ['two grand', 'money 2000'],
  ['a dollar fifty', 'money 1.5'],
  ['a dollar and a half', 'money 1.5'],
  ['5 dollars and 20 cents', 'money 5.2'],
  ['a couple of dollars', 'money~ 2'],
];

const FOREIGN: readonly (readonly [string, string])[] = [
  ['€5', 'otherMoney 5'],
  ['0.05 eur', 'otherMoney 0.05'],
  ['5 pounds', 'otherMoney 5'],
  ['c$4', 'otherMoney 4'],
  ['£3 per call', 'otherMoney 3/1 call'],
  ['0.001 eth', 'otherMoney 0.001'],
  ['5 usdt', 'otherMoney 5'],
  ['100 sats', 'otherMoney 100'],
  ['ten quid', 'otherMoney 10'],
];

const RATES: readonly (readonly [string, string])[] = [
  ['$0.05/call', 'money 0.05/1 call'],
  ['$0.05 per call', 'money 0.05/1 call'],
  ['$0.05 a call', 'money 0.05/1 call'],
  ['$0.05 each', 'money 0.05/1 call'],
  ['$0.05 a pop', 'money 0.05/1 call'],
  ['ten cents apiece', 'money 0.1/1 call'],
  ['a nickel for each translation', 'money 0.05/1 call'],
  ['$1.20 per 1,000', 'money 1.2/1000 call'],
  ['$1.20/1k', 'money 1.2/1000 call'],
  ['$3 per thousand calls', 'money 3/1000 call'],
  ['$15 per million calls', 'money 15/1000000 call'],
  ['30 usdc for every 10k lookups', 'money 30/10000 call'],
  ['0.4 cents each', 'money 0.004/1 call'],
  ['2 cents for one request', 'money 0.02/1 call'],
  ['$29/month', 'money 29/1 period'],
  ['$10 a month', 'money 10/1 period'],
  ['$5 monthly', 'money 5/1 period'],
  ['$3 per million tokens', 'money 3/1000000 measure'],
  ['60 requests per minute', 'count 60 request/1 period'],
  ['5 req/s', 'count 5 request/1 period'],
  ['60 rpm', 'count 60 call/1 period'],
];

const COUNTS: readonly (readonly [string, string])[] = [
  ['200 calls', 'count 200 call'],
  ['20k addresses', 'count 20000 address'],
  ['20,000 url safety checks', 'count 20000 check'],
  ['10 000 calls', 'count 10000 call'],
  ['a dozen requests', 'count 12 request'],
  ['half a dozen requests', 'count 6 request'],
  ['two hundred and fifty paid lookups', 'count 250 lookup'],
  ['a thousand queries', 'count 1000 query'],
  ['1.5 million rows', 'count 1500000 row'],
  ['x 500', 'count 500 call'],
  ['500 x', 'count 500 call'],
  ['500×', 'count 500 call'],
  ['$0.01 x 500', 'money 0.01, count 500 call'],
  ['10x cheaper', 'number 10'],
  ['once', 'count 1 time'],
  ['once they add refunds', ''],
  ['twice', 'count 2 time'],
  ['a single call', 'count 1 call'],
  ['9 out of 10 calls', 'count 9 call of 10'],
  ['1 of 10 paid calls', 'count 1 call of 10'],
  ['3/4 calls', 'count 3 call of 4'],
  ['a couple hundred lookups', 'count~ 200 lookup'],
  ['a few calls', 'count~ 3 call'],
  ['99.9%', 'percent 99.9'],
  ['300 ms', 'duration 0.3'],
  ['3 days', 'duration 259200'],
  ['90-day', 'duration 7776000'],
];

const RANGES: readonly (readonly [string, string])[] = [
  ['3-5 cents', 'money 0.03..0.05'],
  ['3 to 5 cents', 'money 0.03..0.05'],
  ['between 3 and 5 cents', 'money 0.03..0.05'],
  ['$1-$2', 'money 1..2'],
  ['between $1 and $2', 'money 1..2'],
  ['100-200 calls', 'count 100..200 call'],
];

const NONE = [
  'v2.1',
  'x402',
  'http://a.example/v1/3?n=5',
  'eip155:8453',
  '192.168.1.4:402',
  '2fa',
  '4b7c',
  '#4821',
];

const DATES: readonly (readonly [string, string])[] = [
  ['2026-12-01', 'date 2026-12-1'],
  ['2026-02-30', ''],
  ['november 30, 2026', 'date 2026-11-30'],
  ['15 dec 2026', 'date 2026-12-15'],
  ['the 1st of december', 'date *-12-1'],
  ['dec 5 2026', 'date 2026-12-5'],
  ['january 2025', 'date 2025-1-*'],
  ['may 3', 'date *-5-3'],
];

/** Wordings of a limit on what a `#` stands for. */
const UPPER_LIMITS = [
  ...['at most #', 'max #', 'maximum #', 'max: #', 'up to #', 'no more than #', 'not more than #', 'under #'],
  ...['below #', 'less than #', 'within #', 'cap of #', 'capped at #', 'limit: #', 'budget #', 'budget of #'],
  ...[
    'budget is #',
    'ceiling of #',
    'do not spend over #',
    "don't go over #",
    'never above #',
    'nothing above #',
  ],
  ...[
    'must not exceed #',
    'not to exceed #',
    'without exceeding #',
    "can't be more than #",
    'no higher than #',
  ],
  ...[
    '# max',
    '# tops',
    '# at most',
    '# or less',
    '# or below',
    '# cap',
    '# limit',
    '# budget',
    '# and no more',
  ],
  ...['#, not a cent more', '< #', '<= #', '≤ #', 'stop at #', "the most i'd pay is #", 'keep it under #'],
  ...['anything above # is out of the question', 'more than # is too much', 'reject anything over #'],
  ...[
    'cap it at #',
    'spend no more than #',
    'never pay above #',
    '# maximum',
    'stay south of #',
    'nor more than #',
  ],
] as const;

const LOWER_LIMITS = [
  ...[
    'at least #',
    'more than #',
    'no less than #',
    'not under #',
    'over #',
    'minimum #',
    '# or more',
    '# at least',
  ],
  ...['not below #', 'upwards of #', 'min #', 'exceeds #'],
] as const;

describe('quantities of a text', () => {
  it.each([...MONEY, ...FOREIGN, ...RATES, ...COUNTS, ...RANGES, ...DATES])('%s', (text, expected) =>
    expect(read(text)).toBe(expected),
  );

  it.each(NONE)('%s holds none', (text) => expect(read(text)).toBe(''));

  it.each(UPPER_LIMITS)('%s is a limit from above', (wording) => {
    for (const amount of ['$5', 'fifty bucks', '0.02 usdc', 'a dime'])
      expect(readQuantities(wording.replace('#', amount)).map(({ bound }) => bound)).toEqual(['most']);
  });

  it.each(LOWER_LIMITS)('%s is a limit from below', (wording) => {
    for (const amount of ['$5', 'fifty bucks', '30 cents'])
      expect(readQuantities(wording.replace('#', amount)).map(({ bound }) => bound)).toEqual(['least']);
  });

  it('says where each stands', () => {
    const text = 'pay $0.05 per call for 200 calls by 2026-12-01';
    expect(readQuantities(text).map(({ from, to }) => text.slice(from, to))).toEqual([
      '$0.05 per call',
      '200 calls',
      '2026-12-01',
    ]);
  });

  it('reads no more of a text than an order holds', () => {
    expect(readQuantities('$0.01 per call '.repeat(400)).length).toBeLessThanOrEqual(24);
  });
});
