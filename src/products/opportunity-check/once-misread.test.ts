import { describe, expect, it } from 'vitest';
import { answerOpportunity, type OpportunityRequest, requestSchema } from './engine.ts';
import { weightOf } from './evidence.ts';
import { opportunityCheck } from './product.ts';
import { readSignals } from './signals.ts';
import { FACTS } from './testing.ts';

/** What the first reader turned round, or took for money that it was not. */

const ask = (more: Partial<OpportunityRequest>) =>
  answerOpportunity(
    requestSchema.parse({
      subject: 'https://a.example',
      goal: 'Decide on 200 calls at $0.05 worth $0.20 each',
      ...more,
    }),
    FACTS,
  );
const weightIn = (text: string): number =>
  readSignals([text], '2026-11-21').evidence.reduce((sum, one) => sum + weightOf(one), 0);

describe('statements', () => {
  const bad = [
    'operator is known for scams',
    '1 of 10 paid calls succeeded',
    'receipt signature is invalid',
    'OpenAPI returns 404',
    'two users say they were charged twice',
  ];
  it.each(bad)('%s: is bad news', (text) => expect(weightIn(text.toLowerCase())).toBeLessThan(0));

  it.each(['we paid twice last week and got 200 both times', 'valid 402 challenge seen'])(
    '%s: is good news',
    (text) => expect(weightIn(text)).toBeGreaterThan(0),
  );

  it('a denied double charge is none', () => {
    expect(weightIn('nobody has reported a double charge')).toBeGreaterThanOrEqual(0);
  });

  it('together they end as their ids do', () => {
    const words = [...bad.slice(0, 4), 'valid 402 challenge seen'];
    const ids = [
      'scam_report',
      'paid_then_failed',
      '!signed_receipt_verified',
      '!openapi_published',
      'challenge_valid_402',
    ];
    const [said, meant] = [ask({ knownSignals: words }), ask({ knownSignals: ids })];
    expect([said.action, said.commercial.maxRationalSpendUsd]).toEqual(['do_not_pay', '0.00']);
    expect(said.action).toBe(meant.action);
    expect(Math.abs(said.trustProfile.probability - meant.trustProfile.probability)).toBeLessThan(0.02);
    expect(said.unparsedSignals).toEqual([]);
  });

  it('what is two years old counts for nothing, and what others say is a report', () => {
    const [old] = readSignals(['last successful paid call was in january 2025'], '2026-11-21').evidence;
    expect(old?.ageDays).toBeGreaterThan(600);
    expect(weightOf(old!)).toBeLessThan(0.01);
    const [told] = readSignals(['two users say they were charged twice'], '2026-11-21').evidence;
    expect(told).toMatchObject({ source: 'reported', row: { id: 'double_charge_report' } });
  });
});

describe('numbers and limits', () => {
  it.each([
    ['Audit one contract for $5 before depositing $20k', [], '5.00', 1, null],
    ['$1.20 per 1,000', [], '0.0012', 1, null],
    ['$0.01/call x 500', [], '0.01', 500, null],
    ['Buy 20 checks at $0.03', [], '0.03', 20, null],
    ['5,000 calls at $0.05', ['not more than fifty bucks'], '0.05', 5000, '50.00'],
    ['5,000 calls at $0.05', ['do not spend over one dollar'], '0.05', 5000, '1.00'],
    [
      '20,000 URL safety checks at $0.002 each',
      ['total spend must stay below $10'],
      '0.002',
      20_000,
      '10.00',
    ],
  ])('%s %s', (goal, constraints, pricePerCallUsd, calls, budgetUsd) => {
    const { commercial, constraints: checked } = ask({ goal, constraints });
    expect(commercial).toMatchObject({ pricePerCallUsd, calls, budgetUsd });
    expect(checked.map(({ kind, status }) => `${kind}:${status}`)).toEqual(
      budgetUsd === null ? [] : ['budget:partial'],
    );
  });

  it('up to 500 calls is a limit of 500 calls', () => {
    expect(ask({ goal: 'up to 500 calls' }).reading?.terms.maxPaidCalls).toBe(500);
  });
});

describe('a subject that is an address', () => {
  const { refusalOf } = opportunityCheck.forms[0]!.judge!;
  const goal = 'Worth ten calls?';

  it.each(['203.0.113.7', ' 203.0.113.7 ', 'http://203.0.113.7:8080/v1', 'https://[2001:db8::7]/v1'])(
    '%s is the host of a seller',
    (subject) => expect(refusalOf({ subject, goal })).toBeUndefined(),
  );

  it.each(['203.0.113.7 of our customer', 'customer at 203.0.113.7', 'https://a.example/?ip=203.0.113.7'])(
    '%s is somebody behind it',
    (subject) => expect(refusalOf({ subject, goal })?.stopReason).toBe('sensitiveData'),
  );
});
