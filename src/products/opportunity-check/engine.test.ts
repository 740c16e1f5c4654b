import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { repeated } from '../../repeated.testing.ts';
import { digestJson } from '../../values/digest.ts';
import {
  answerOpportunity,
  OPPORTUNITY_MODEL_VERSION,
  type OpportunityAnswer,
  type OpportunityRequest,
  ownProof,
  requestSchema,
  responseSchema,
  WEIGHTS_DIGEST,
} from './engine.ts';
import golden from './golden.json' with { type: 'json' };
import { SENDABLE_SIGNALS } from './schema.ts';
import { DIMENSIONS, GATES, SIGNAL_GROUPS, SIGNALS } from './tables/index.ts';
import { FACTS, pick, seeded } from './testing.ts';

const ask = (input: OpportunityRequest, facts = FACTS) =>
  answerOpportunity(requestSchema.parse(input), facts);
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

  it('GET form', async () => {
    const { catalogue, ...rest } = ownProof({ ...FACTS, release: 'v0.0.0-golden' });
    const text = JSON.stringify({ ...rest, catalogue: digestJson(catalogue) }, null, 2);
    await expect(`${text}\n`).toMatchFileSnapshot('./golden.get.json');
  });

  it('pins the tables to the model version: a change of either is a change of both', () => {
    expect({ modelVersion: OPPORTUNITY_MODEL_VERSION, weightsDigest: WEIGHTS_DIGEST }).toEqual(golden.model);
  });
});

describe('tables', () => {
  it('hold 53 signals, each of a known group, dimension and gate', () => {
    expect(SIGNALS).toHaveLength(53);
    expect(repeated(SIGNALS.map(({ id }) => id))).toEqual([]);
    expect(SIGNALS).toHaveLength(53);
    for (const row of SIGNALS) {
      expect(SIGNAL_GROUPS.some(({ id }) => id === row.group)).toBe(true);
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
      'challenge',
      'sellerJwk',
    ]);
    expect([shape.properties.subject?.maxLength, shape.properties.goal?.maxLength]).toEqual([500, 640]);
    expect(shape.properties.knownSignals).toMatchObject({ maxItems: 64, items: { maxLength: 12_000 } });
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
    for (const one of [...golden.cases.map(({ input }) => ask(input)), ownProof(FACTS)]) {
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
      // The reading goes by the index of each statement.
      const { reading: _turned, ...again } = unstamped(ask(turned));
      const { reading: _plain, ...once } = plain;
      expect(again).toEqual(once);
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
    const numbers = plain.reading!.numbers;
    // The 402 is a number that is not used.
    const reading = { ...plain.reading, numbers: [...numbers, expect.objectContaining({ means: 'none' })] };
    expect(unstamped(praise)).toEqual({ ...unstamped(plain), reading });
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
