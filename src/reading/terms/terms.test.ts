import { describe, expect, it } from 'vitest';
import { lowestBudget, readGoal } from './index.ts';
import { UNREAD } from './reading.ts';
import { constraint, goal } from './terms.testing.ts';

const GOALS: readonly (readonly [string, string])[] = [
  ['audit one contract for $5 before depositing $20k', 'calls=1 price=5000000'],
  [
    '20,000 url safety checks at $0.002 each, total spend must stay below $10',
    'calls=20000 price=2000 budget=10000000',
  ],
  ['$0.01/call x 500', 'price=10000 calls=500'],
  // Asked whether to pay it: no value of an answer.
  ['worth one $0.01 call before 500?', 'price=10000 calls=500'],
  ['worth 500 calls at $0.01 each?', 'calls=500 price=10000'],
  ['is it worth paying $5 per call for 10 calls?', 'price=5000000 calls=10'],
  ['worth paying $0.02 per call when each answer is worth $0.10?', 'price=20000 value=100000'],
  ['calls worth $0.20 each at $0.05 per call', 'value=200000 price=50000'],
  ['each call is worth $0.10 per call', 'value=100000'],
  ['buy 20 checks at $0.03', 'calls=20 price=30000'],
  ['up to 500 calls', 'maxCalls=500'],
  ['$1.20 per 1,000', 'price=1200'],
  ['5,000 calls at $0.05', 'calls=5000 price=50000'],
  [
    'i want to pay 2 cents per lookup for 300 lookups, each worth a dime',
    'price=20000 calls=300 value=100000',
  ],
  ['budget is fifty bucks; price is a nickel per request', 'budget=50000000 price=50000'],
  ['get 100 quotes for $5', 'calls=100 price=50000'],
  ['we need 10k embeddings. the cost is $0.10 per 1k.', 'calls=10000 price=100'],
  [
    'should we buy 3 reports at $25 apiece if one report saves 2 hours of analyst time?',
    'calls=3 price=25000000',
  ],
  ['the endpoint quotes 0.5 usdc; a missed sanction hit would cost us $50,000.', 'price=500000'],
  ['swap 10 eth safely, the risk check costs $0.15', 'price=150000'],
  ['my cap is $2, price $0.10, 40 calls', 'budget=2000000 price=100000 calls=40'],
  ['they lowered the price from $0.05 to $0.03. buy 100?', 'calls=100 ?$0.05 to $0.03'],
  ['a competitor charges $0.10, this one $0.04', '?$0.04'],
  [
    '$49/month plan elsewhere, here it is 1 cent per call; we do 2,000 calls a month',
    'price=10000 calls=2000',
  ],
  ['compare to $99 per month subscription', ''],
  ['pay max 5 cents per call, 200 calls', 'priceLimit=50000 calls=200'],
  ['spend no more than ten dollars', 'budget=10000000'],
  ['i have $3 left in the wallet. price 0.05 per query.', 'budget=3000000 price=50000'],
  ['value: $0.5 / price: $0.02 / calls: 50', 'value=500000 price=20000 calls=50'],
  ['price=0.02 calls=50 value=0.5 budget=1', 'price=20000 calls=50 value=500000 budget=1000000'],
  ['buy one answer for 3 dollars', 'calls=1 price=3000000'],
  ['one call at $0.02, worth $1', 'calls=1 price=20000 value=1000000'],
  ['need the answer today, costs $0.4', 'price=400000'],
  ['does it make sense to pay $0.08 for a lookup that makes us $0.30?', 'price=80000 value=300000'],
  ['do not spend more than a dollar on 100 lookups at 2 cents', 'budget=1000000 calls=100 price=20000'],
  ["don't pay yet; just evaluate at $0.05 per call", 'price=50000 noSpend~'],
  ['never pay over $0.03 per lookup', 'priceLimit=30000'],
  ["i need my boss's approval before paying $2", 'price=2000000 approval'],
  ['ask me before you pay. price $1', 'price=1000000 approval'],
  ['we have 12 employees and 3 offices; price is $0.02 per call', 'price=20000 ?3 offices'],
  ['maxamountrequired: 10000', '?10000'],
  ['amount is 0.02 usd', 'price=20000'],
  ['check 1000 wallets, $0.001 per wallet, 50 cents max', 'calls=1000 price=1000 budget=500000'],
  ['top 10 results for $0.02', 'price=20000'],
  ['get the top 5 restaurants for 1 cent a query', 'price=10000'],
  ['each page has 20 rows and costs a penny, we need 30 pages', 'price=10000 calls=30'],
  ['we make $0.5 on each lead, lookup $0.1, 200 leads', 'value=500000 price=100000 calls=200'],
  ["we'd break even at 3 cents per call", 'price=30000'],
  ['the seller asked for 5 usdc, which seems a lot', 'price=5000000'],
  ['0.02$ per call', 'price=20000'],
  ['20 cents/call * 10', 'price=200000 calls=10'],
  ['10 x $0.20', 'calls=10 price=200000'],
  ['200 calls would be $4 in total', 'calls=200 budget=4000000'],
  ['invest $1000? need market data first at 5 cents', 'price=50000'],
  ['decide whether a $0.02 probe is fine before 1,000 calls', 'calls=1000 ?$0.02'],
  ['$0.02 probe, then 1,000 calls if ok', 'price=20000 calls=1000'],
  ['a report sells at $15 and we resell it for $40', 'price=15000000 value=40000000'],
  ['about 2 cents a call, roughly 300 calls, worth ~10 cents', 'price=20000 calls=300 value=100000'],
  ['pay 5 usdc once', 'price=5000000 calls=1'],
  ['two requests only', 'maxCalls=2'],
  ['we processed $3m of payments last year; price of check is $0.02', 'price=20000'],
  ['api rate limit 100 requests per minute, we want 20 requests', 'calls=20'],
  ['buy if price < $0.05', 'priceLimit=50000'],
  ['only if it costs less than 5 cents', 'priceLimit=50000'],
  ["as long as it's under $1 total", 'budget=1000000'],
  ["i'll go up to 40 cents for this one", 'priceLimit=400000'],
  ['price unknown, budget tiny', ''],
  ['cost: free', ''],
  ['it is 2026 and we have 3 vendors. 0.01 per call.', 'price=10000 ?3 vendors'],
  ['pay $1.5k for 100k calls', 'price=15000 calls=100000'],
  ['per call 0.004 usdc, 25k calls monthly', 'price=4000 calls=25000'],
  ['twenty calls at two cents', 'calls=20 price=20000'],
];

const CONSTRAINTS: readonly (readonly [string, string])[] = [
  // A share of a sum is the limit, not the sum.
  ['10 % of the $30 budget', 'budget:3000000'],
  ['spend no more than 5% of the $1,000 budget', 'budget:50000000'],
  ['not more than fifty bucks', 'budget:50000000'],
  ['do not spend over one dollar', 'budget:1000000'],
  ['no more than 5 cents a call', 'priceLimit:50000'],
  ['keep spend below $2', 'budget:2000000'],
  ['spend cap $1.50', 'budget:1500000'],
  ['never exceed 10 dollars overall', 'budget:10000000'],
  ['max spend: 3 usdc', 'budget:3000000'],
  ['max_total_usd=4', 'budget:4000000'],
  ["i have 5 bucks, that's it", 'budget:5000000'],
  ['hard stop at $20', 'budget:20000000'],
  ['budget: twenty dollars', 'budget:20000000'],
  ['total outlay may not surpass $7', 'budget:7000000'],
  ['no single request above 2c', 'priceLimit:20000'],
  ['per-request ceiling 0.03 usdc', 'priceLimit:30000'],
  ['each lookup has to stay under a nickel', 'priceLimit:50000'],
  ['price per call must be below $0.01', 'priceLimit:10000'],
  ['unit price <= $0.002', 'priceLimit:2000'],
  ["don't pay a cent over $0.05 for any one call", 'priceLimit:50000'],
  ['refuse anything pricier than 3 cents', 'priceLimit:30000'],
  ['at most two payments', 'maxPaidCalls:2'],
  ['only pay once', 'maxPaidCalls:1'],
  ['pay no more than once', 'maxPaidCalls:1'],
  ['limit yourself to five calls', 'maxPaidCalls:5'],
  ['stop after 10 paid requests', 'maxPaidCalls:10'],
  ['fewer than 20 calls', 'maxPaidCalls:20'],
  ['do not make more than one purchase', 'maxPaidCalls:1'],
  ['no payments', 'noSpend'],
  ['do not pay for anything yet', 'noSpend~'],
  ['zero spending allowed', 'noSpend'],
  ['nothing may be spent until i say so', 'noSpend~'],
  ['this is a dry run', 'noSpend'],
  ['must be free of charge', 'noSpend'],
  ['free sources only', 'noSpend'],
  ['the wallet must stay closed', 'noSpend'],
  ["don't buy anything", 'noSpend'],
  ['no account creation', 'noAccount'],
  ['keyless access only', 'noAccount'],
  ['api keys are not an option', 'noAccount'],
  ["can't register", 'noAccount'],
  ['no login walls', 'noAccount'],
  ['without kyc', 'noAccount'],
  ['solana only', 'network:solana'],
  ['use base mainnet', 'network:eip155:8453'],
  ['must settle on base', 'network:eip155:8453'],
  ['only pay on arbitrum', 'network:eip155:42161'],
  ['pay in usdc on base only', 'network:eip155:8453 asset:usdc'],
  ['not on ethereum', '?ethereum'],
  ['no personal information in the request', 'dataMinimisation'],
  ['strip emails before sending', 'dataMinimisation'],
  ["don't share our customers' data", 'dataMinimisation'],
  ['customer data stays in house', 'dataMinimisation'],
  ["don't leak secrets", 'dataMinimisation'],
  ['get my ok before each payment', 'approval'],
  ['human approval for every purchase', 'approval'],
  ['every payment needs sign-off from ops', 'approval'],
  ['the operator confirms each transaction', 'approval'],
  ['payments over $1 require manual approval', 'approval'],
  ['done before december 24', 'deadline:2026-12-24'],
  ['by tomorrow', 'deadline:2026-11-22'],
  ['deadline friday', 'deadline:2026-11-27'],
  ['finish by end of month', 'deadline:2026-11-30'],
  ['not later than 1 january 2027', 'deadline:2027-01-01'],
  ['within 3 days', 'deadline:2026-11-24'],
  ['answers within 2 seconds', '?answers within 2 seconds'],
  ['json only', '?json only'],
  ['provider in germany', '?provider in germany'],
  ['max 3 retries', '?3 retries'],
  ['at least 50 results', '?50 results'],
  ['no refunds needed', '?no refunds needed'],
  ['uptime above 99%', '?uptime above 99%'],
  ['€5 max', '?€5'],
  ['at most 10 pounds', '?10 pounds'],
  ['between $1 and $2 in total', 'budget:1000000'],
  ['about $5', 'budget:5000000'],
  ['a couple of dollars at most', 'budget:2000000'],
  ['you can use up to $2.50 of the wallet', 'budget:2500000'],
  ['allowance 1 usdc per day', 'budget:1000000'],
  ['$0.10/call max, $3 total', 'priceLimit:100000 budget:3000000'],
  ['10 calls max at 2 cents each', 'maxPaidCalls:10 priceLimit:20000'],
  ['no more than 5', '?5'],
  ['keep it cheap', '?keep it cheap'],
  ['5 usdc', 'budget:5000000'],
  ['0.5', '?0.5'],
  ['$1', 'budget:1000000'],
  ['1 call', 'maxPaidCalls:1'],
  ['3 calls, $2', 'maxPaidCalls:3 budget:2000000'],
  ['max 100 results per page', '?100 results'],
  ['avoid paying twice', 'maxPaidCalls:1'],
  ['never pay the same invoice again', '?never pay the same invoice again'],
  ['budget $5 but approval needed above $1', 'budget:5000000 approval'],
  ['do not exceed 0.02 usdc/request; total max 0.50 usdc', 'priceLimit:20000 budget:500000'],
  ['spending more than $3 is forbidden', 'budget:3000000'],
  ['more than $4 is not ok', 'budget:4000000'],
  ['you are authorized to spend $6', 'budget:6000000'],
  ['spend whatever you need up to $9', 'budget:9000000'],
  ['less than 1c', 'budget:10000'],
  ['my limit is 1,000 atomic units per call', 'priceLimit:1000'],
  ['we can afford ten dollars for all of it', 'budget:10000000'],
  ["don't let the bill run past $8", 'budget:8000000'],
  ['cost ceiling: eight dollars and fifty cents', 'budget:8500000'],
  ['usd 2.00 hard cap per session', 'budget:2000000'],
];

describe('goals', () => {
  it.each(GOALS)('%s', (text, expected) => expect(goal(text)).toBe(expected));

  it('have the lowest limit that the whole reading has, or the one that is given', () => {
    for (const [text] of GOALS)
      for (const given of [0n, 10_000n, 7_000_000n, 90_000_000n]) {
        const stated = readGoal(text).terms.flatMap(({ role, amount }) =>
          role === 'budget' ? [amount] : [],
        );
        const [lowest] = [given, ...stated].sort((a, b) => Number(a - b));
        expect(lowestBudget(text, given), text).toBe(lowest);
      }
  });

  it('takes no figure for a price that no rate, price word or purchase is attached to', () => {
    for (const text of [
      'our treasury holds $20k',
      'a $350k lease depends on it',
      'they raised $4m',
      'is $7 a lot?',
    ])
      expect(readGoal(text).terms).toEqual([]);
  });

  it('says where the words stand that it did not read', () => {
    const text = 'compare 0.05 eur per request with $0.04 per call';
    const [one] = readGoal(text).unread;
    expect([text.slice(one!.from, one!.to), one!.why]).toEqual(['0.05 eur per request', 'otherMoney']);
    expect(UNREAD[one!.why].say).toContain('dollars');
  });
});

describe('constraints', () => {
  it.each(CONSTRAINTS)('%s', (text, expected) => expect(constraint(text)).toBe(expected));
});

describe('a rhythm', () => {
  const calls = (text: string) =>
    readGoal(text)
      .terms.filter(({ role }) => role === 'calls')
      .map(({ amount }) => amount);
  it.each([
    ['get the eth price every 10 minutes for six hours at $0.002 a pop', 36n],
    ['hourly price feed for a day, ten cents per reading', 24n],
    ['once a month for a year, $0.30 a pop', 12n],
    ['run 1e3 queries at $5e-4', 1000n],
  ])('%s', (text, amount) => expect(calls(text)).toEqual([amount]));
  it('is none without a span', () => expect(calls('we pay monthly for hosting')).toEqual([]));
});
