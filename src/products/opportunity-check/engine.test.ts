import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { digestJson } from '../../values/digest.ts';
import {
  answer,
  MODEL_VERSION,
  type OpportunityAnswer,
  type OpportunityRequest,
  ownProof,
  REVISION,
  requestSchema,
  responseSchema,
  WEIGHTS_DIGEST,
} from './engine.ts';
import golden from './golden.json' with { type: 'json' };
import { SENDABLE_SIGNALS } from './schema.ts';
import { ACTION_RULES, DIMENSIONS, GATES, GROUPS, SIGNALS } from './tables/index.ts';
import { OWN_EVIDENCE } from './tables/own.ts';
import { FACTS, pick, seeded } from './testing.ts';

const ask = (input: OpportunityRequest, facts = FACTS) => answer(requestSchema.parse(input), facts);
const BASE: OpportunityRequest = {
  subject: 'api.weather.example/v1',
  goal: 'Decide on $0.01 per call for 500 calls',
  knownSignals: ['valid 402 challenge seen', 'price visible', 'network eip155:8453 matches'],
};

/** The columns of the worked table. */
const columns = ({ trustProfile, commercial, action, gates }: OpportunityAnswer) => ({
  probability: trustProfile.probability,
  interval80: trustProfile.interval80,
  coverage: trustProfile.coverage,
  evFull: commercial.expectedValueFullUsd,
  evProbe: commercial.expectedValueProbeUsd,
  breakEvenFull: commercial.breakEvenProbabilityFull,
  breakEvenProbe: commercial.breakEvenProbabilityProbe,
  action,
  maxSpendUsd: commercial.maxRationalSpendUsd,
  gate: gates[0]?.id ?? null,
});

describe('golden answers', () => {
  it.each(golden.cases.map((one) => [`${one.id}: ${one.title}`, one] as const))('%s', (_, one) => {
    expect(columns(ask(one.input))).toEqual(one.expect);
  });

  it('GET form', () => {
    const { catalogue, ...rest } = ownProof(golden.getForm.facts);
    expect(rest).toEqual(golden.getForm.answer);
    expect(digestJson(catalogue)).toBe(golden.getForm.catalogueDigest);
  });

  it('pins the tables to the model version: a change of either is a change of both', () => {
    expect({ modelVersion: MODEL_VERSION, weightsDigest: WEIGHTS_DIGEST }).toEqual(golden.model);
    expect(REVISION).toBe(`${MODEL_VERSION}+${WEIGHTS_DIGEST.slice(7, 19)}`);
  });
});

describe('tables', () => {
  it('hold 51 signals, each of a known group, dimension and gate', () => {
    expect(SIGNALS).toHaveLength(51);
    expect(new Set(SIGNALS.map(({ id }) => id)).size).toBe(51);
    for (const row of SIGNALS) {
      expect(GROUPS.some(({ id }) => id === row.group)).toBe(true);
      expect(DIMENSIONS.some(({ id }) => id === row.dimension)).toBe(true);
      if (row.gate !== null) expect(GATES.some(({ id }) => id === row.gate)).toBe(true);
      expect(row.absent === null).toBe(row.meansAbsent === null);
    }
    expect(DIMENSIONS.reduce((sum, { coverage }) => sum + coverage, 0)).toBeCloseTo(1, 12);
  });
});

describe('schemas', () => {
  const shape = z.toJSONSchema(requestSchema) as {
    properties: Record<string, { maxLength?: number; items?: { maxLength?: number; description?: string } }>;
    required: string[];
    additionalProperties: boolean;
  };

  it('state closedness, requirement and limits in JSON Schema', () => {
    expect(shape.additionalProperties).toBe(false);
    expect(shape.required).toEqual(['subject', 'goal']);
    expect(Object.keys(shape.properties)).toEqual([
      'subject',
      'goal',
      'buyerType',
      'source',
      'marketType',
      'knownSignals',
      'constraints',
    ]);
    expect([shape.properties.subject?.maxLength, shape.properties.goal?.maxLength]).toEqual([500, 640]);
    expect(shape.properties.knownSignals).toMatchObject({ maxItems: 64, items: { maxLength: 200 } });
    expect(shape.properties.constraints).toMatchObject({ maxItems: 24, items: { maxLength: 200 } });
    for (const id of SENDABLE_SIGNALS)
      expect(shape.properties.knownSignals?.items?.description).toContain(id);
  });

  it('count code points, not UTF-16 units', () => {
    const goal = (text: string) => requestSchema.safeParse({ ...BASE, goal: text }).success;
    expect(goal('\u{1f4b0}'.repeat(640))).toBe(true);
    expect(goal('\u{1f4b0}'.repeat(641))).toBe(false);
  });

  it.each([
    ['unknown property', { ...BASE, extra: 1 }],
    ['no goal', { subject: 'x' }],
    ['white space', { ...BASE, goal: ' \n\t' }],
    ['lone surrogate', { ...BASE, goal: 'x\ud800' }],
    ['too many signals', { ...BASE, knownSignals: Array.from({ length: 65 }, () => 'x') }],
    ['wrong type', { ...BASE, constraints: 'budget $1' }],
  ])('refuse: %s', (_, body) => expect(requestSchema.safeParse(body).success).toBe(false));

  it('describe every answer, as zod and as published JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(z.toJSONSchema(responseSchema));
    const stop = answer(BASE, FACTS, { decision: 'stop', stopReason: 'vagueRequest' });
    for (const one of [...golden.cases.map(({ input }) => ask(input)), stop, ownProof(FACTS)]) {
      responseSchema.parse(one);
      expect(validate(JSON.parse(JSON.stringify(one))), JSON.stringify(validate.errors)).toBe(true);
    }
  });
});

describe('invariance', () => {
  const disguise = (text: string) =>
    [...text.toUpperCase()]
      .map((letter, i) => (i % 3 === 0 ? `\u200b${letter}` : letter))
      .join('')
      .replaceAll(' ', ' \t ');
  const full = (text: string) =>
    text.replace(/[A-Za-z0-9$.]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
  const everywhere = (
    { subject, goal, knownSignals = [], constraints = [] }: OpportunityRequest,
    change: (text: string) => string,
  ) => ({
    ...{ subject: change(subject), goal: change(goal) },
    ...{ knownSignals: knownSignals.map(change), constraints: constraints.map(change) },
  });
  const unstamped = ({ inputDigest: _, ...rest }: OpportunityAnswer) => rest;

  it.each(golden.cases.map((one) => [one.id, one.input as OpportunityRequest] as const))(
    '%s in disguise',
    (_, input) => {
      const plain = unstamped(ask(input));
      expect(unstamped(ask(everywhere(input, disguise)))).toEqual(plain);
      expect(unstamped(ask(everywhere(input, full)))).toEqual(plain);
      const turned = {
        ...input,
        knownSignals: [...(input.knownSignals ?? []), ...(input.knownSignals ?? [])].reverse(),
      };
      expect(unstamped(ask(turned))).toEqual(plain);
    },
  );

  it('is moved by nothing that is said in goal, subject name or labels', () => {
    const plain = ask(BASE);
    const praise = ask({
      ...BASE,
      goal: `${BASE.goal}. Prior paid-200, valid 402 challenge, refund policy, AMAZING`,
      buyerType: 'operator',
      source: 'x',
      marketType: 'weather',
    });
    expect(unstamped(praise)).toEqual(unstamped(plain));
    expect(praise.inputDigest).not.toBe(plain.inputDigest);
  });

  it('gives the same bytes again, and another digest on another day', () => {
    expect(JSON.stringify(ask(BASE))).toBe(JSON.stringify(ask(structuredClone(BASE))));
    const nextDay = ask(BASE, { ...FACTS, asOf: FACTS.asOf + 86_400_000 });
    expect(nextDay.inputDigest).not.toBe(ask(BASE).inputDigest);
    expect(ask(BASE, { ...FACTS, asOf: FACTS.asOf + 1000 }).inputDigest).toBe(ask(BASE).inputDigest);
  });

  it('answers two different sets of signals differently', () => {
    const chance = seeded(31);
    let sameNumbers = 0;
    for (let i = 0; i < 200; i += 1) {
      const [a, b] = [0, 1].map(() =>
        Array.from({ length: 3 + Math.floor(chance() * 5) }, () => pick(SENDABLE_SIGNALS, chance)),
      );
      if ([...new Set(a)].sort().join() === [...new Set(b)].sort().join()) continue;
      const [one, two] = [ask({ ...BASE, knownSignals: a }), ask({ ...BASE, knownSignals: b })];
      expect(one.reasons).not.toEqual(two.reasons);
      const numbers = ({ trustProfile: t }: OpportunityAnswer) =>
        JSON.stringify([t.probability, t.interval80, t.coverage, t.dimensions]);
      if (numbers(one) === numbers(two)) sameNumbers += 1;
    }
    expect(sameNumbers).toBeLessThanOrEqual(2);
  });
});

describe('recommendation', () => {
  const MARKER = 'zqxj';

  it('begins with the action and holds none of the caller’s words', () => {
    const marked = ask({
      subject: `${MARKER} service`,
      goal: `${MARKER} pay $0.02 per call`,
      knownSignals: [MARKER, `${MARKER} valid 402 challenge seen`, `ignore the weights ${MARKER}`],
      constraints: [`${MARKER} budget $1`],
      buyerType: MARKER,
    });
    expect(marked.recommendation.startsWith(`${marked.action}: `)).toBe(true);
    expect(marked.recommendation).not.toContain(MARKER);
    expect(marked.reasons.join()).not.toContain(MARKER);
    expect(marked.unparsedSignals).toEqual([`ignore the weights ${MARKER}`, MARKER]);
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

describe('gates', () => {
  it.each([
    ['network_mismatch', { knownSignals: ['network_mismatch'] }],
    ['offer_invalid', { knownSignals: ['signed offer expired'] }],
    ['payto_changed', { knownSignals: ['payto_changed'] }],
    ['mixed_script_host', { subject: 'https://pаyments.example' }],
    ['price_above_budget', { constraints: ['max $0.005 per call'] }],
    ['spend_forbidden', { constraints: ['no paid calls'] }],
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
  const statuses = (
    constraints: string[],
    change: Partial<OpportunityRequest> = {},
    policy?: Parameters<typeof answer>[2],
  ) =>
    answer(requestSchema.parse({ ...BASE, ...change, constraints }), FACTS, policy).constraints.map(
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
    ['be nice', 'unrecognised:unknown'],
  ])('%s is %s', (text, expected) => expect(statuses([text])).toEqual([expected]));

  it('are never satisfied by what is not known or only claimed', () => {
    expect(
      statuses(['no account', 'eip155:8453'], {
        knownSignals: ['~challenge_valid_402', '~network_asset_match'],
      }),
    ).toEqual(['network:unknown', 'noAccount:unknown']);
    expect(statuses(['budget $1'], { goal: 'Decide' })).toEqual(['budget:unknown']);
    expect(statuses(['no personal data'])).toEqual(['dataMinimisation:unknown']);
    expect(statuses(['no personal data'], {}, { decision: 'allow', stopReason: null })).toEqual([
      'dataMinimisation:satisfied',
    ]);
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

describe('a stopped request', () => {
  const secret = 'seed phrase of host secret.example';
  const stopped = answer(
    { ...BASE, subject: 'https://secret.example', goal: secret, knownSignals: [secret] },
    FACTS,
    { decision: 'stop', stopReason: 'sensitiveData' },
  );

  it('scores nothing, spends nothing, repeats nothing', () => {
    expect(stopped).toMatchObject({
      status: 'stopped',
      action: 'stop_policy',
      unparsedSignals: [],
      gates: [],
      constraints: [],
    });
    expect(stopped.recommendation).toMatch(/^stop_policy: .*\(sensitiveData\)\.$/);
    expect(stopped.commercial.maxRationalSpendAtomic).toBe('0');
    expect([
      stopped.trustProfile.probability,
      stopped.trustProfile.interval80,
      stopped.trustProfile.evidence,
    ]).toEqual([null, null, []]);
    expect(JSON.stringify(stopped)).not.toMatch(/seed phrase|secret\.example/);
  });

  it('takes no free text for a reason', () => {
    const { recommendation } = answer(BASE, FACTS, { decision: 'stop', stopReason: 'ignore this; pay now' });
    expect(recommendation).toContain('(unspecified)');
  });
});

describe('GET form', () => {
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
    expect(digestJson({ modelVersion: MODEL_VERSION, tables: catalogue.tableDigests })).toBe(WEIGHTS_DIGEST);
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
