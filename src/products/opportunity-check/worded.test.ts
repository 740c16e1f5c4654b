import { describe, expect, it } from 'vitest';
import { amount, drawn } from '../../amount.testing.ts';
import { readable } from '../../reading/text.ts';
import { answerOpportunity, type OpportunityRequest, requestSchema } from './engine.ts';
import { weightOf } from './evidence.ts';
import wordings from './golden.wordings.json' with { type: 'json' };
import { readSignals } from './signals.ts';
import { AS_OF_DAY, FACTS, pick, seeded } from './testing.ts';

const GOAL = 'Decide on $0.01 per call for 300 calls worth $0.05 each';
const ask = (knownSignals: string[], rest: Partial<OpportunityRequest> = {}) =>
  answerOpportunity(
    requestSchema.parse({ subject: 'api.weather.example/v1', goal: GOAL, knownSignals, ...rest }),
    FACTS,
  );
const net = (text: string): number =>
  readSignals([readable(text)], AS_OF_DAY).evidence.reduce((sum, one) => sum + weightOf(one), 0);

const texts = wordings.read.map(([text]) => text!);
const good = texts.filter((text) => net(text) > 0);
const bad = texts.filter((text) => net(text) < 0);

const IRRELEVANT = [
  'The docs site uses a dark theme.',
  'Our team is based in Lisbon',
  'The backend is written in Rust',
  'I had coffee with the product manager',
  'There are 49,000 endpoints in the ecosystem',
  'x402 is a payment protocol',
  'they have a podcast about running',
  'we use Redis for our queue',
  'great product, everybody loves it',
  'Response time is about 400 ms',
];

/** One fact in several wordings each. */
const PARAPHRASES: readonly (readonly [string, readonly string[]])[] = [
  [
    'challenge_valid_402',
    [
      'valid 402 challenge seen',
      'an unpaid request gets a well-formed 402',
      'GET without payment -> proper 402',
    ],
  ],
  [
    '!challenge_valid_402',
    ['no 402 on an unpaid call', 'the endpoint never issues a 402', 'an unpaid call does not return a 402'],
  ],
  [
    'price_visible',
    ['the price is shown up front', 'I can see the fee before paying', 'cost per call is published'],
  ],
  [
    'prior_paid_200',
    ['we paid and got a good answer', 'our paid call succeeded', 'I bought one call and the data arrived'],
  ],
  [
    'paid_then_failed',
    [
      'we paid and got nothing',
      'our payment settled, then the call timed out',
      'they took my money and returned an empty body',
    ],
  ],
  [
    'double_charge_report',
    [
      'one call was charged twice',
      'we were billed twice for the same request',
      'two debits for a single lookup',
    ],
  ],
  [
    '!openapi_published',
    ['no OpenAPI', 'there is no spec', 'OpenAPI returns 404', 'an OpenAPI file could not be found'],
  ],
  [
    'payto_changed',
    ['payTo changed', 'the recipient address was swapped', 'the money now goes to a different wallet'],
  ],
  ['dead_or_5xx', ['the host is down', 'the server returns 503', 'the endpoint is unreachable']],
  ['scam_report', ['known for scams', 'this is a phishing site', 'the operator is a fraud']],
  [
    'secret_requested',
    ['it asks for the seed phrase', 'wants my private key', 'you have to enter your recovery phrase'],
  ],
  ['!refund_path', ['no refunds', 'they do not offer refunds', 'there is no refund policy']],
  [
    'charges_on_failure',
    ['failed calls are charged', 'you pay even when the call fails', 'errors are billed too'],
  ],
];

/** A fact and its negation. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['an unpaid call returns a 402', 'an unpaid call does not return a 402'],
  ['the price is visible', 'the price is not visible'],
  ['the price has increased', 'the price has not increased'],
  ['price matches the listing', 'price does not match the listing'],
  ['an OpenAPI description is published', 'no OpenAPI description is published'],
  ['the input schema is declared', 'the input schema is not declared'],
  ['the route is listed in Bazaar', 'the route is not listed in Bazaar'],
  ['the recipient changed', 'the recipient has not changed'],
  ['payTo is stable', 'payTo is not stable'],
  ['the operator is known', 'the operator is not known'],
  ['a refund path is published', 'no refund path is published'],
  ['a support contact is published', 'no support contact is published'],
  ['a free preview exists', 'there is no free preview'],
  ['idempotency keys are supported', 'idempotency keys are not supported'],
  ['the host is reachable', 'the host is not reachable'],
  ['failed calls are charged', 'failed calls are not charged'],
  ['the receipt signature verifies', 'the receipt signature does not verify'],
  ['the offer is signed', 'the offer is not signed'],
  ['our paid calls failed', 'none of our paid calls failed'],
  ['the host is down', 'the host was never down'],
];

describe('words', () => {
  it.each(PARAPHRASES)('%s is read the same in other words', (signal, all) => {
    for (const text of all) {
      const { evidence } = readSignals([readable(text)], AS_OF_DAY);
      expect([text, evidence.map(({ row, state }) => `${state === 'absent' ? '!' : ''}${row.id}`)]).toEqual([
        text,
        [signal],
      ]);
    }
  });

  it.each(OPPOSITES)('negation turns round: %s / %s', (plain, negated) => {
    expect(net(plain)).not.toBe(0);
    expect(Math.sign(net(negated))).toBe(-Math.sign(net(plain)));
  });

  it('never lower the answer by good news nor raise it by bad news, in any pair', () => {
    const chance = seeded(drawn(61));
    const pairs = amount(50, 2_000);
    let moved = 0;
    for (let i = 0; i < pairs; i += 1) {
      const before = Array.from({ length: Math.floor(chance() * 8) }, () => pick(texts, chance));
      const up = chance() < 0.5;
      const added = pick(up ? good : bad, chance);
      const [a, b] = [ask(before), ask([...before, added])];
      const by = b.trustProfile.probability! - a.trustProfile.probability!;
      const spend = Number(b.commercial.maxRationalSpendUsd) - Number(a.commercial.maxRationalSpendUsd);
      if (by !== 0) moved += 1;
      expect([added, up ? by >= 0 : by <= 0, up ? spend >= 0 : spend <= 0]).toEqual([added, true, true]);
    }
    expect(moved).toBeGreaterThan(pairs / 2);
  });

  it('that have nothing to do with it change nothing but what is said of them', () => {
    const chance = seeded(drawn(62));
    for (let i = 0; i < amount(25, 200); i += 1) {
      const before = Array.from({ length: Math.floor(chance() * 6) }, () => pick(texts, chance));
      const added = pick(IRRELEVANT, chance);
      const { inputDigest: _a, unparsedSignals: known, reading: first, summary: one, ...a } = ask(before);
      const { inputDigest: _b, unparsedSignals, reading, summary, ...b } = ask([...before, added]);
      expect(b).toEqual(a);
      expect(reading).toEqual({
        ...{ ...first, complete: false, why: expect.anything() },
        statements: [...first!.statements, expect.objectContaining({ index: before.length, read: [] })],
      });
      expect(summary.split(/ (?=\d+ statement)/)[0]).toBe(one.split(/ (?=\d+ statement)/)[0]);
      expect(summary).toMatch(/\d statements? moved nothing/);
      expect(unparsedSignals).toEqual([...known, readable(added)].sort());
    }
  });

  it('count the same in any order', () => {
    const chance = seeded(drawn(63));
    for (let i = 0; i < amount(25, 200); i += 1) {
      const some = Array.from({ length: 6 }, () => pick(texts, chance));
      const { inputDigest: _a, reading: first, ...a } = ask(some);
      const { inputDigest: _b, reading, ...b } = ask(some.toSorted(() => chance() - 0.5));
      expect(b).toEqual(a);
      const read = (one: typeof reading) =>
        one!.statements.map(({ index: _, ...row }) => JSON.stringify(row)).sort();
      expect(read(reading)).toEqual(read(first));
    }
  });

  it('of others count less than what the buyer saw, and more than what the seller says', () => {
    const p = (text: string) => ask([text]).trustProfile.probability!;
    expect(p('another team reports that the host is reachable')).toBeLessThan(p('the host is reachable'));
    expect(p('the seller says that the host is reachable')).toBeLessThan(
      p('another team reports that the host is reachable'),
    );
  });

  it('that count many calls weigh more than words about one', () => {
    const p = (text: string) => ask([text]).trustProfile.probability!;
    expect(p('40 of our 40 paid calls succeeded')).toBeGreaterThan(p('our paid call succeeded'));
    expect(p('our last successful paid call was in January 2025')).toBeLessThan(p('our paid call succeeded'));
  });

  it('refuse money where bad news stands beside a valid challenge', () => {
    const { action, trustProfile, unparsedSignals } = ask(
      [
        'operator is known for scams',
        '1 of 10 paid calls succeeded',
        'receipt signature is invalid',
        'OpenAPI returns 404',
        'valid 402 challenge seen',
      ],
      { goal: 'Decide on $0.05 per call for 200 calls worth $0.20 each' },
    );
    expect(action).toBe('do_not_pay');
    expect(trustProfile.probability).toBeLessThan(0.03);
    expect(trustProfile.evidence.map(({ signal }) => signal)).toEqual(
      expect.arrayContaining([
        'scam_report',
        'paid_then_failed',
        'signed_receipt_verified',
        'openapi_published',
        'challenge_valid_402',
      ]),
    );
    expect(unparsedSignals).toEqual([]);
  });
});
