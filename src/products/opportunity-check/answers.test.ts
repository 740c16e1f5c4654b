import { describe, expect, it } from 'vitest';
import { digestJson } from '../../values/digest.ts';
import {
  answerOpportunity,
  OPPORTUNITY_MODEL_VERSION,
  type OpportunityAnswer,
  type OpportunityRequest,
  ownProof,
  requestSchema,
  WEIGHTS_DIGEST,
} from './engine.ts';
import golden from './golden.json' with { type: 'json' };
import { ACTION_RULES } from './tables/index.ts';
import { OWN_EVIDENCE } from './tables/own.ts';
import { FACTS } from './testing.ts';

const ask = (input: OpportunityRequest) => answerOpportunity(requestSchema.parse(input), FACTS);
const BASE: OpportunityRequest = {
  subject: 'api.weather.example/v1',
  goal: 'Decide on $0.01 per call for 500 calls',
  knownSignals: ['valid 402 challenge seen', 'price visible', 'network eip155:8453 matches'],
};

describe('recommendation', () => {
  const MARKER = 'zqxj';

  it('begins with the action and holds none of the caller’s words', () => {
    const marked = ask({
      subject: `${MARKER} service`,
      goal: `${MARKER} pay $0.02 per call`,
      knownSignals: [MARKER, `${MARKER} valid 402 challenge ${MARKER}a seen`, `ignore the weights ${MARKER}`],
      constraints: [`${MARKER} budget $1`],
      buyerType: MARKER,
    });
    expect(marked.recommendation.startsWith(`${marked.action}: `)).toBe(true);
    expect(marked.recommendation).not.toContain(MARKER);
    expect(marked.reasons.join()).not.toContain(MARKER);
    // Good news with a word that nobody knows is not understood.
    expect(marked.unparsedSignals).toEqual([
      `ignore the weights ${MARKER}`,
      MARKER,
      `${MARKER} valid 402 challenge ${MARKER}a seen`,
    ]);
  });

  it('fills every slot of every sentence it uses', () => {
    for (const { input } of golden.cases) expect(ask(input).recommendation).not.toMatch(/[{}]|undefined|NaN/);
    for (const { sentence } of Object.values(ACTION_RULES))
      expect(sentence).toMatch(/^[A-Z][^{}]*(\{[A-Za-z]+\}[^{}]*)*\.$/);
  });

  it('sends a buyer of our own routes to the free preview, until it has been read', () => {
    const subject = '/api/agent-commerce-reliability-ledger';
    expect(ask({ subject, goal: 'decide whether to buy' })).toMatchObject({
      action: 'use_free_preview',
      commercial: { maxRationalSpendUsd: '0.00' },
    });
    expect(ask({ subject, goal: 'decide whether to buy', knownSignals: ['free_preview'] }).action).toBe(
      'gather_free_evidence_first',
    );
  });

  it('names no price above what the buyer allows, even where the price is assumed', () => {
    const { commercial, action } = ask({
      subject: 'a seller',
      goal: 'Decide',
      constraints: ['budget $0.01'],
      knownSignals: ['prior_paid_200', 'challenge_valid_402'],
    });
    expect([action, commercial.maxRationalSpendUsd]).toEqual(['pay_once_capped', '0.01']);
  });
});

describe('own paid calls', () => {
  const ruleOf = (...knownSignals: string[]) => ask({ ...BASE, knownSignals }).rule;

  it('of which most failed end it; a failure among few asks a person', () => {
    expect(ruleOf('paid for three, got three empty bodies')).toBe('A04a');
    expect(ruleOf('6 of our last 10 payments ended in a 504')).toBe('A04a');
    expect(ruleOf('paid_then_failed')).toBe('A04');
    expect(ruleOf('we paid for 10 calls, 3 failed')).toBe('A04');
    expect(ruleOf('two users report: 5 paid calls, 5 empty bodies')).not.toBe('A04a');
  });

  it('that were counted and answered carry the order, and a single one does not', () => {
    const many = ask({ ...BASE, knownSignals: ['40 paid calls, 40 answers', 'payto_stable'] });
    const one = ask({ ...BASE, knownSignals: ['prior_paid_200', 'payto_stable'] });
    expect([many.action, many.commercial.maxRationalSpendUsd]).toEqual(['scale_within_cap', '5.00']);
    expect(one.action).toBe('pay_once_capped');
    expect(many.trustProfile.floor).toBeGreaterThan(one.trustProfile.floor);
  });

  it('carry no order where another statement may be bad news that was not understood', () => {
    const fine = ['40 paid calls, 40 answers', 'payto_stable'];
    for (const news of [
      'since when does a price feed need my seed phrase??',
      'they asked for something with our keys, odd',
      'The sellers score is fine, several buyers have reported this seller as a fraud.',
    ]) {
      const feared = ask({ ...BASE, knownSignals: [...fine, news] });
      expect([feared.action, feared.rule], news).toEqual(['pay_once_capped', 'A08c']);
    }
    const idle = ask({ ...BASE, knownSignals: [...fine, 'our office has a new coffee machine'] });
    expect(idle.action).toBe('scale_within_cap');
  });

  it('may begin with a few cents where a valid challenge was seen and nothing speaks against the seller', () => {
    const cheap = (goal: string, ...more: string[]) =>
      ask({
        subject: 'api.cats.example',
        goal,
        knownSignals: ['challenge_valid_402', 'network_asset_match', ...more],
      });
    expect(cheap('One picture at $0.10 per call').action).toBe('pay_once_capped');
    expect(cheap('One picture at $0.11 per call').action).toBe('gather_free_evidence_first');
    expect(cheap('One picture at $0.01 per call', 'newly_listed').action).toBe('gather_free_evidence_first');
    expect(
      ask({
        subject: 'api.cats.example',
        goal: 'One picture at $0.01 per call',
        knownSignals: ['~challenge_valid_402'],
      }).action,
    ).toBe('gather_free_evidence_first');
  });
});

describe('gates', () => {
  it.each([
    ['network_mismatch', { knownSignals: ['network_mismatch'] }],
    ['offer_invalid', { knownSignals: ['signed offer expired'] }],
    ['payto_changed', { knownSignals: ['payto_changed'] }],
    ['mixed_script_host', { subject: 'https://pаyments.example' }],
    ['price_above_budget', { constraints: ['max $0.005 per call'] }],
    [
      'price_above_budget',
      {
        knownSignals: ['we paid 60 times, 60 answers', 'price went up from 0.03 to 0.09 today'],
        constraints: ['max 4 cents per call'],
      },
    ],
    [
      'price_above_budget',
      { knownSignals: ['they ask $3 now, last week it was $0.01'], constraints: ['budget $2'] },
    ],
    ['network_mismatch', { knownSignals: ['402 offers Polygon USDC only'], constraints: ['Base only'] }],
    ['network_mismatch', { knownSignals: ['asset_unknown'], constraints: ['USDC only'] }],
    ['spend_forbidden', { constraints: ['budget $0'] }],
    ['deadline_passed', { constraints: ['by 2026-11-20'] }],
    ['account_required', { knownSignals: ['401 first'], constraints: ['no account'] }],
    ['decoy_price', { goal: 'Pay $1000 per call' }],
  ])('%s', (gate, change) => {
    const { action, gates, commercial, counterfactuals } = ask({ ...BASE, ...change });
    expect(action).toBe('do_not_pay');
    expect(gates.map(({ id }) => id)).toContain(gate);
    expect(commercial).toMatchObject({
      evSuppressed: true,
      expectedValueFullUsd: null,
      maxRationalSpendAtomic: '0',
    });
    expect(counterfactuals.resolve.map((one) => one.gate)).toContain(gate);
  });

  it('stay open where a price rose and the limit allows it still, or fell', () => {
    for (const said of ['price went up from 0.01 to 0.03 today', 'price went down from $9 to 1 cent'])
      expect(ask({ ...BASE, knownSignals: [said], constraints: ['max 4 cents per call'] }).gates).toEqual([]);
  });

  it('stay open where a token is unknown and the buyer names none', () => {
    expect(ask({ ...BASE, knownSignals: ['asset_unknown'], constraints: ['Base only'] }).gates).toEqual([]);
  });

  it('stay open at their edges', () => {
    const ids = (change: Partial<OpportunityRequest>) =>
      ask({ ...BASE, ...change }).gates.map(({ id }) => id);
    expect(
      ids({ constraints: ['by 2026-11-21', 'max $0.01 per call', 'budget $0.01', 'no account'] }),
    ).toEqual([]);
    expect(ids({ goal: 'Pay $999.99 per call' })).toEqual([]);
  });
});

describe('constraints', () => {
  const statuses = (constraints: string[], change: Partial<OpportunityRequest> = {}) =>
    answerOpportunity(requestSchema.parse({ ...BASE, ...change, constraints }), FACTS).constraints.map(
      ({ kind, status }) => `${kind}:${status}`,
    );

  it.each([
    ['budget $5', 'budget:satisfied'],
    ['budget $4.99', 'budget:partial'],
    ['budget $0.009', 'budget:violated'],
    ['max $0.01 per call', 'priceLimit:satisfied'],
    ['max 500 calls', 'maxPaidCalls:satisfied'],
    ['max 1 paid call', 'maxPaidCalls:partial'],
    ['by 2026-11-21', 'deadline:satisfied'],
    ['by 2026-11-20', 'deadline:violated'],
    ['no account', 'noAccount:satisfied'],
    ['eip155:8453', 'network:satisfied'],
    ['approval needed', 'approval:unknown'],
    ['no personal data', 'dataMinimisation:satisfied'],
    ['be nice', 'unrecognised:unknown'],
  ])('%s is %s', (text, expected) => expect(statuses([text])).toEqual([expected]));

  it('are never satisfied by what is not known or only claimed', () => {
    expect(
      statuses(['no account', 'eip155:8453'], {
        knownSignals: ['~challenge_valid_402', '~network_asset_match'],
      }),
    ).toEqual(['network:unknown', 'noAccount:unknown']);
    expect(statuses(['budget $1'], { goal: 'Decide' })).toEqual(['budget:unknown']);
  });
});

describe('what if', () => {
  it('shows a way to paying that the engine then agrees with', () => {
    const start: OpportunityRequest = {
      subject: 'api.weather.example',
      goal: 'Pay $0.01 per call worth $0.10',
      knownSignals: ['price_visible'],
    };
    const { action, counterfactuals } = ask(start);
    expect(action).toBe('gather_free_evidence_first');
    expect(counterfactuals).toMatchObject({ kind: 'to_pay', reached: true });
    const then = ask({
      ...start,
      knownSignals: ['price_visible', ...counterfactuals.steps.map(({ signal }) => signal)],
    });
    expect(then.action).toBe(counterfactuals.steps.at(-1)?.action);
    expect(then.trustProfile.probability).toBe(counterfactuals.steps.at(-1)?.probability);
    expect(counterfactuals.steps.length).toBeLessThanOrEqual(4);
  });

  it('shows bad news that would stop a payment, and the engine agrees', () => {
    const { counterfactuals } = ask(BASE);
    expect(counterfactuals.kind).toBe('to_stop');
    expect(counterfactuals.steps.map(({ signal }) => signal)).toContain('payto_changed');
    for (const { signal, action, probability } of counterfactuals.steps) {
      const then = ask({ ...BASE, knownSignals: [...(BASE.knownSignals ?? []), signal] });
      expect([then.action, then.trustProfile.probability]).toEqual([action, probability]);
    }
  });

  it('shows what would follow if a gate opened', () => {
    const gated = ask(golden.cases[3]!.input as OpportunityRequest);
    expect(gated.counterfactuals.resolve).toEqual([
      expect.objectContaining({ gate: 'payto_changed', action: 'pay_once_capped', probability: 0.863 }),
    ]);
  });

  it('puts a price on what is not known where it can change the decision', () => {
    const { valueOfInformation } = ask({
      subject: 'api.weather.example',
      goal: 'Pay $0.01 per call worth $0.03',
      knownSignals: ['challenge_valid_402', 'price_visible'],
    });
    expect(valueOfInformation.decisive).toBe(true);
    const [first, second] = valueOfInformation.signals;
    expect(first!.usd).toBeGreaterThanOrEqual(second!.usd);
    expect(first!.ifPresent.probability).toBeGreaterThan(first!.ifAbsent.probability);
    expect(ask(golden.cases[1]!.input as OpportunityRequest).valueOfInformation.decisive).toBe(false);
  });
});

describe('GET form', () => {
  it('is of its own instant and release, however many were asked for in between', () => {
    const day = FACTS.asOf - (FACTS.asOf % 86_400_000);
    const instants = Array.from({ length: 200 }, (_, i) => day + i);
    for (const asOf of [...instants, ...instants.toReversed(), day, day])
      for (const release of ['v1.2.3', 'v1.2.4']) {
        const answer = ownProof({ asOf, release });
        expect(answer).toMatchObject({ asOf: new Date(asOf).toISOString(), release });
      }
    const before = ownProof({ asOf: day, release: 'v1.2.3' });
    ownProof({ asOf: day - 1, release: 'v1.2.3' });
    expect(ownProof({ asOf: day, release: 'v1.2.3' })).toEqual(before);
    // A paid answer is worked out again for each call, and kept for none.
    expect(ownProof({ asOf: day, release: 'v1.2.3' })).not.toBe(before);
  });

  it('claims no history and marks as observed only what the payer must have seen', () => {
    const unseen = [
      'prior_paid_200',
      'third_party_paid_success',
      'receipt_header_observed',
      'signed_receipt_verified',
      'uptime_ok',
      'payto_stable',
      'long_listed',
    ];
    expect(OWN_EVIDENCE.filter(({ signal }) => unseen.includes(signal))).toEqual([]);
    expect(OWN_EVIDENCE.filter(({ source }) => source === 'observed').map(({ signal }) => signal)).toEqual([
      'challenge_valid_402',
      'price_visible',
      'network_asset_match',
    ]);
    for (const row of OWN_EVIDENCE) expect(row.check.length).toBeGreaterThan(20);
  });

  it('carries the tables whose digest it states', () => {
    const { catalogue } = ownProof(FACTS) as OpportunityAnswer & {
      catalogue: Record<string, unknown> & { tableDigests: Record<string, string> };
    };
    for (const name of ['signals', 'groups', 'dimensions', 'constants', 'gates', 'actions']) {
      expect(digestJson(catalogue[name])).toBe(catalogue.tableDigests[name]);
    }
    expect(digestJson({ modelVersion: OPPORTUNITY_MODEL_VERSION, tables: catalogue.tableDigests })).toBe(
      WEIGHTS_DIGEST,
    );
  });

  it('works its examples with the engine', () => {
    const { workedExamples } = ownProof(FACTS) as OpportunityAnswer & {
      workedExamples: { input: OpportunityRequest; recommendation: string; probability: number }[];
    };
    expect(workedExamples).toHaveLength(3);
    for (const { input, recommendation, probability } of workedExamples) {
      const again = ask(input);
      expect([recommendation, probability]).toEqual([again.recommendation, again.trustProfile.probability]);
    }
    expect(new Set(workedExamples.map(({ recommendation }) => recommendation.split(':')[0])).size).toBe(3);
  });
});
