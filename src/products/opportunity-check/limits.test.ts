import { describe, expect, it } from 'vitest';
import { amount, drawn, someOf } from '../../amount.testing.ts';
import { answerOpportunity, type OpportunityRequest, requestSchema } from './engine.ts';
import { FACTS, pick, seeded } from './testing.ts';

const ask = (input: OpportunityRequest) => answerOpportunity(requestSchema.parse(input), FACTS);
/** Evidence with which the engine commits to every call that it may. */
const CERTAIN = [
  'prior_paid_200',
  'signed_receipt_verified',
  'known_operator',
  'payto_stable',
  'signed_offer',
];

/** Wordings of a limit on all calls together; `#` stands for an amount. */
const TOTALS = [
  ...[
    'budget #',
    'budget: #',
    'budget of #',
    'my budget is #',
    'a # budget',
    '# budget',
    '# max',
    'max #',
    '# at most',
  ],
  ...[
    'at most #',
    'at most # in total',
    'up to #',
    'no more than #',
    'not more than #',
    'never more than # overall',
  ],
  ...[
    'do not spend over #',
    "don't spend more than #",
    'do not go over #',
    "don't go above #",
    'must not exceed #',
  ],
  ...[
    'total spend must not exceed #',
    'total spend must stay below #',
    'keep it under #',
    'keep the total below #',
  ],
  ...[
    'stay within # all in',
    'hard cap of #',
    'cap it at #',
    'capped at #',
    'spending limit: #',
    'ceiling # overall',
  ],
  ...[
    'nothing above # in total',
    'spend # or less',
    'stop at #',
    'stop once # is spent',
    "the most i'll spend is #",
  ],
  ...[
    'you may spend # and not a cent more',
    'not a cent over #',
    'it is not ok to pay more than # altogether',
  ],
  ...[
    'more than # is too much',
    'anything above # is out of the question',
    'reject anything over #',
    'i can spend # in all',
  ],
  ...[
    "we can't go over # for the whole job",
    'we only have # for this',
    'i have # left in the wallet',
    '# tops',
  ],
  ...[
    'spend no more than # on this',
    'without exceeding #',
    '<= # total',
    'total cost below #',
    'allowance is #',
  ],
  ...['hard stop at #', 'pull the plug at #', 'dead money above #', 'stay within #', '# for the lot'],
  ...['--max-spend #', '--budget #', '--limit #', 'agentmaxspend: #', 'x402_budget_usd=#'],
  ...['spend_limit_usd: #', '{"budget":"#"}', 'dailyspendlimit = #', 'lifetime cap of #'],
  ...['finance has released # for this', 'my boss gave # for this', 'we were granted #', 'i has #'],
  ...['the whole thing for less than #', 'we are not to be charged above #', 'wallet has only # left'],
  ...['stop if more than # is gone', 'quit once # is used up', 'the agent blocks payments above #'],
] as const;

/** Amounts in many spellings, with their atomic units. */
const AMOUNTS: readonly (readonly [string, number])[] = [
  ...([
    ['$1', 1e6],
    ['one dollar', 1e6],
    ['fifty bucks', 50e6],
    ['75 cents', 750_000],
    ['$2.50', 2.5e6],
  ] as const),
  ...([
    ['3 usdc', 3e6],
    ['0.5 usd', 500_000],
    ['a hundred dollars', 100e6],
    ['two dollars and ten cents', 2.1e6],
  ] as const),
  ...([
    ['half a dollar', 500_000],
    ['a dime', 100_000],
    ['a fiver', 5e6],
    ['1.5k cents', 15e6],
    ['two and a half dollars', 2.5e6],
    ['$0.2', 200_000],
    ['usd 12', 12e6],
    ['20 dollar', 20e6],
  ] as const),
];

const GOALS = [
  'Scale to 5,000 calls at $0.05 per call worth $0.40',
  '5,000 lookups at $0.05 each, every one is worth 40 cents to us',
  'We want to buy 5000 reports for 5 cents apiece. A good one is worth $0.40.',
  '$0.05/call x 5000, value $0.40 per answer',
] as const;

describe('a stated limit', () => {
  const spent = (goal: string, constraints: string[]) =>
    Number(
      ask({ subject: 'https://a.example', goal, constraints, knownSignals: CERTAIN }).commercial
        .maxRationalSpendAtomic,
    );

  it('is needed: without one these goals are told to spend $250', () => {
    for (const goal of GOALS) expect(spent(goal, [])).toBe(250e6);
  });

  it.each(TOTALS.map((wording, i) => [wording, i] as const))(
    '%s: is never overspent, as a constraint or in the goal',
    (wording, i) => {
      for (const [sum, atomic] of someOf(AMOUNTS, 4, i)) {
        const limit = wording.replace('#', sum);
        for (const goal of someOf(GOALS, 2, i)) {
          expect(spent(goal, [limit])).toBeLessThanOrEqual(atomic);
          expect(spent(`${goal}; ${limit}`, [])).toBeLessThanOrEqual(atomic);
        }
      }
    },
  );

  it('is used in full where it is read, so that the test above is no test of refusals', () => {
    const used = TOTALS.filter((wording) => spent(GOALS[0], [wording.replace('#', '$2')]) === 2e6);
    expect(used.length).toBeGreaterThanOrEqual(40);
  });

  it.each([
    ['whatever it takes', 'budget $1'],
    ['i really want all 5,000, spend freely', 'at most $1'],
    ['money is no object', 'no more than a dollar'],
    ['we could spend $300 on this', 'hard stop at 1 usd'],
    ['the wallet has $500 in it', 'limit is one dollar'],
    ['finance has released $400', 'the whole thing for less than a dollar'],
    ['budget $250', '--max-spend 1'],
  ])('wins over a wish: %s, %s', (wish, limit) => {
    for (const goal of GOALS) {
      expect(spent(`${goal}. ${wish}`, [limit])).toBeLessThanOrEqual(1e6);
      expect(spent(`${goal}. ${wish}. ${limit}`, [])).toBeLessThanOrEqual(1e6);
      expect(spent(`${limit}. ${wish}. ${goal}`, [])).toBeLessThanOrEqual(1e6);
    }
  });

  it('on calls or on one call binds as well, with generated numbers', () => {
    const chance = seeded(drawn(61));
    const calls = [
      'at most # paid calls',
      'max # calls',
      'no more than # requests',
      'up to # paid lookups',
      '# calls tops',
      'stop after # calls',
      'quit after # paid calls',
      'done after # calls',
      'no more than # purchases a day',
      'do not make more than # purchases',
    ];
    const prices = [
      'at most $# per call',
      'max $# a call',
      'never pay above $# for one request',
      'no single call over $#',
      'limit/call: $#',
      'cap/request $#',
      'per-tx limit: $#',
      'max_usdc_per_call=#',
      '{"per_call_usd":#}',
      "don't pay over $# for any of them",
    ];
    for (let i = 0; i < amount(15, 400); i += 1) {
      const count = 1 + Math.floor(chance() * 400);
      expect(spent(pick(GOALS, chance), [pick(calls, chance).replace('#', `${count}`)])).toBeLessThanOrEqual(
        count * 50_000,
      );
      const cents = 1 + Math.floor(chance() * 9);
      const input = {
        subject: 'https://a.example',
        goal: 'Buy 40 reports, each worth $2',
        knownSignals: CERTAIN,
      };
      const { maxRationalSpendAtomic } = ask({
        ...input,
        constraints: [pick(prices, chance).replace('#', `0.0${cents}`)],
      }).commercial;
      expect(Number(maxRationalSpendAtomic)).toBeLessThanOrEqual(40 * cents * 10_000);
    }
  });
});

describe('what was not understood', () => {
  const base = { subject: 'https://a.example', goal: GOALS[0], knownSignals: CERTAIN };

  it.each([
    ['an unread constraint', { constraints: ['answers in Spanish'] }],
    ['a number without a unit', { constraints: ['no more than 5'] }],
    ['other money', { constraints: ['at most 10 euros'] }],
    ['a number in the goal', { goal: `${GOALS[0]}. Also 731 somehow` }],
    ['a negation in the goal', { goal: `${GOALS[0]}. Never pay a stranger` }],
  ])('%s holds the answer at one call, with the words and how to say them', (_, change) => {
    expect(ask(base).action).toBe('scale_within_cap');
    const { action, rule, commercial, unread } = ask({ ...base, ...change });
    expect([action, rule, commercial.maxRationalSpendUsd]).toEqual(['pay_once_capped', 'A08c', '0.05']);
    expect(unread).toHaveLength(1);
    expect(unread[0]!.words.length).toBeGreaterThan(0);
    expect(unread[0]!.say.length).toBeGreaterThan(10);
  });

  it('a wish for approval or for no spending now withholds every payment', () => {
    const held = (constraint: string) => ask({ ...base, constraints: [constraint] });
    expect(held('a human must approve every payment').action).toBe('operator_approval_required');
    expect(held('no payments in this phase').action).toBe('gather_free_evidence_first');
    expect(held('do not spend anything').action).toBe('gather_free_evidence_first');
    for (const text of ['ask me first', 'zero spend for now', 'no paid calls'])
      expect(held(text).commercial.maxRationalSpendAtomic).toBe('0');
  });

  it.each([
    ['do not spend over one dollar', '1.00'],
    ['not more than fifty bucks', '50.00'],
    ['total spend must stay below $10', '10.00'],
  ])('%s is a budget', (constraint, budgetUsd) => {
    const { commercial, constraints } = ask({ ...base, constraints: [constraint] });
    expect(commercial).toMatchObject({ budgetUsd, maxRationalSpendUsd: budgetUsd });
    expect(constraints.map(({ kind, status }) => `${kind}:${status}`)).toEqual(['budget:partial']);
  });
});
