import { z } from 'zod';
import { sellerJwk } from '../../values/offers.ts';
import { isAtMost, isWellFormed, MALFORMED, tooLong } from '../../values/text.ts';
import { OVERRIDES } from './override.ts';
import { pastedIn } from './pasted.ts';
import { evidenceSource, origin, readingSchema, usdText } from './reading-schema.ts';
import { CONSTRAINT_KINDS } from './tables/constraint-kinds.ts';
import { ACTION_RULES, type ActionId, DIMENSIONS, SIGNALS } from './tables/index.ts';

/** Limits of the request, in Unicode code points and items. */
export const OPPORTUNITY_LIMITS = {
  subject: 500,
  goal: 640,
  label: 80,
  knownSignal: 200,
  knownSignals: 64,
  constraint: 200,
  constraints: 24,
  challenge: 12_000,
} as const;

/** JSON Schema counts characters as code points, zod's `max` as UTF-16 units: so the limit is a refinement and the schema states it. */
function text(max: number, meta: { description: string; examples?: string[] }) {
  return z
    .string()
    .regex(/\S/, 'must hold more than white space')
    .refine(isAtMost(max), tooLong(max))
    .refine(isWellFormed, MALFORMED)
    .meta({ maxLength: max, ...meta });
}

/** A statement is short; a message of the protocol is as long as it was received. */
const signal = (meta: { description: string; examples: string[] }) =>
  text(OPPORTUNITY_LIMITS.challenge, meta).refine(
    (given) => isAtMost(OPPORTUNITY_LIMITS.knownSignal)(given) || pastedIn(given) !== undefined,
    tooLong(OPPORTUNITY_LIMITS.knownSignal),
  );

/** Signal ids that a caller can send; those read from the subject are not among them. */
export const SENDABLE_SIGNALS: readonly string[] = SIGNALS.filter((row) => !row.derived).map((row) => row.id);

const SIGNAL_HELP = [
  `A signal in machine form or as an English statement of at most ${OPPORTUNITY_LIMITS.knownSignal} characters. Machine form: an id from the list below says that it holds;`,
  '`!id` that it does not; `~id` that the seller claims it (counts 0.4); `^id` that others report it (counts 0.7); `id@YYYY-MM-DD` when it was seen (history,',
  'receipts and uptime lose half their weight in 30 days). What is not understood is returned in `unparsedSignals`',
  'and moves nothing. A challenge, a PAYMENT-RESPONSE header or a signed receipt, as received, is read as observed.',
  `Ids: ${SENDABLE_SIGNALS.join(', ')}.`,
].join(' ');

export const requestSchema = z
  .strictObject({
    subject: text(OPPORTUNITY_LIMITS.subject, {
      description:
        'Service, API, company, route or opportunity to evaluate. A full URL or host name lets the host rules apply. Nothing is resolved or fetched.',
      examples: ['https://api.weather.example/v1'],
    }),
    goal: text(OPPORTUNITY_LIMITS.goal, {
      description:
        'The decision this check supports. Price per call, number of calls and value per good answer are read from it; praise in it moves nothing.',
      examples: ['Decide whether to pay $0.01 per call for 500 calls worth $0.04 each'],
    }),
    buyerType: text(OPPORTUNITY_LIMITS.label, {
      description: 'Buyer segment. It does not change the answer.',
    }).optional(),
    source: text(OPPORTUNITY_LIMITS.label, {
      description: 'Tag for aggregate attribution. It does not change the answer.',
    }).optional(),
    marketType: text(OPPORTUNITY_LIMITS.label, {
      description: 'Market segment. It does not change the answer.',
    }).optional(),
    knownSignals: z
      .array(
        signal({
          description: SIGNAL_HELP,
          examples: [
            'challenge_valid_402',
            '!openapi_published',
            '~refund_path',
            'prior_paid_200@2026-11-02',
            'valid 402 challenge seen',
          ],
        }),
      )
      .max(OPPORTUNITY_LIMITS.knownSignals)
      .meta({
        description: 'What the buyer knows. Each statement is weighed by a published table.',
        examples: [SENDABLE_SIGNALS],
      })
      .optional(),
    constraints: z
      .array(
        text(OPPORTUNITY_LIMITS.constraint, {
          description: 'One or several limits.',
          examples: ['budget $1', 'no account', 'by 2026-12-31', 'eip155:8453', 'max 3 paid calls'],
        }),
      )
      .max(OPPORTUNITY_LIMITS.constraints)
      .meta({
        description: `What the buyer insists on: ${CONSTRAINT_KINDS.filter((row) => row.id !== 'unrecognised')
          .map((row) => row.means)
          .join('; ')}.`,
      })
      .optional(),
    challenge: z
      .union([
        text(OPPORTUNITY_LIMITS.challenge, {
          description: 'The PAYMENT-REQUIRED header as received (base64).',
        }),
        z.record(z.string(), z.unknown()).meta({ description: 'The decoded challenge.' }),
      ])
      .meta({
        description:
          'The 402 challenge of the seller, as received or decoded. Form, price, network, asset and the end of its offer are read as observed, and with sellerJwk the signature of its offer.',
      })
      .optional(),
    sellerJwk: sellerJwk.optional(),
  })
  .meta({ title: 'OpportunityCheckRequest' });

export type OpportunityRequest = z.infer<typeof requestSchema>;

const probability = z.number().min(0).max(1);
const action = z.enum([...new Set(Object.values(ACTION_RULES).map((rule): ActionId => rule.action))]);
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const interval = z.tuple([probability, probability]);

const commercial = z.looseObject({
  pricePerCallUsd: usdText,
  calls: z.int().min(1),
  plannedCalls: z.int().min(1).meta({ description: 'Calls that budget and limits leave room for.' }),
  valuePerCallUsd: usdText,
  budgetUsd: usdText.nullable(),
  origin: z.object({ price: origin, calls: origin, value: origin, budget: origin }),
  headline: z.enum(['expectedValue', 'breakEvenValuePerCallUsd', 'suppressed']),
  evSuppressed: z.boolean(),
  expectedValueFullUsd: z.number().nullable(),
  expectedValueProbeUsd: z.number().nullable(),
  breakEvenProbabilityFull: probability,
  breakEvenProbabilityProbe: probability,
  breakEvenValuePerCallUsd: z
    .number()
    .nullable()
    .meta({ description: 'Value of a good answer from which one call breaks even at this probability.' }),
  maxRationalSpendUsd: usdText,
  maxRationalSpendAtomic: z.string().regex(/^[0-9]+$/),
});

const dimensionProfile = z.object({
  score: z.int().min(0).max(100).nullable(),
  state: z.enum(['supported', 'contradicted', 'unknown']),
  logOdds: z.number(),
});

const weighed = z.object({
  signal: z.string(),
  group: z.string(),
  state: z.enum(['present', 'absent']),
  source: evidenceSource,
  ageDays: z.int().nullable(),
  calls: z.int().nullable().meta({ description: 'Paid calls that the statement counts.' }),
  weight: z.number().meta({ description: 'Table weight for this state, in log-odds.' }),
  reliability: z.number(),
  size: z.number().meta({ description: 'More than 1 where a statement counts several paid calls.' }),
  groupDiscount: z.number(),
  capFactor: z.number(),
  logOdds: z.number().meta({ description: 'weight × reliability × size × groupDiscount × capFactor' }),
  basis: z.string(),
});

const trustProfile = z.looseObject({
  probability: probability,
  interval80: interval,
  coverage: probability.meta({ description: 'Share of what matters that anything is known of.' }),
  support: probability.meta({ description: 'Share of what matters that something speaks in favour of.' }),
  floor: probability.meta({ description: 'Cautious bound: bad news never raises it.' }),
  ceiling: probability.meta({ description: 'Optimistic bound: good news never lowers it.' }),
  priorProbability: probability,
  logit: z.number(),
  conflict: z.number(),
  sigma: z.number(),
  dimensions: z.record(z.enum(DIMENSIONS.map(({ id }) => id)), dimensionProfile),
  evidence: z.array(weighed),
});

const outlook = z.object({ signal: z.string(), free: z.boolean(), probability, action });

/** Shape of the paid 200 (service spec §2.2); more members may follow. */
export const responseSchema = z
  .looseObject({
    status: z.literal('complete'),
    summary: z
      .string()
      .meta({ description: 'Two or three plain sentences for whoever owns the money, the verdict first.' }),
    recommendation: z.string().meta({ description: 'Begins with the action id.' }),
    reasons: z.array(z.string()),
    commercial,
    trustProfile,
    product: z.literal('opportunity-check'),
    schemaVersion: z.literal('1.0'),
    action,
    rule: z.string().meta({ description: 'Row of the action table that applied.' }),
    override: z
      .object({ id: z.enum(OVERRIDES), sentence: z.string() })
      .nullable()
      .meta({
        description:
          'What decided against the probability: it alone would have allowed a payment, or paying for all calls. Null: the probability decided.',
      }),
    subject: z.object({
      kind: z.enum(['url', 'host', 'own_route', 'name']),
      host: z.string().nullable(),
      registrableDomain: z.string().nullable(),
      flags: z.array(z.object({ signal: z.string(), row: z.string().nullable() })),
      imitates: z.string().nullable().meta({ description: 'Brand that the host name imitates.' }),
    }),
    gates: z.array(
      z.object({ id: z.string(), signal: z.string().nullable(), reason: z.string(), resolve: z.string() }),
    ),
    constraints: z.array(
      z.object({
        constraint: z.string(),
        kind: z.enum(CONSTRAINT_KINDS.map(({ id }) => id)),
        status: z.enum(['satisfied', 'partial', 'violated', 'unknown']),
        detail: z.string(),
      }),
    ),
    counterfactuals: z.object({
      kind: z.enum(['to_pay', 'to_stop', 'gated', 'approval', 'none']),
      reached: z.boolean().nullable(),
      steps: z.array(outlook),
      resolve: z.array(z.object({ gate: z.string(), resolve: z.string(), probability, action })),
    }),
    valueOfInformation: z.object({
      decisive: z
        .boolean()
        .meta({ description: 'Would any signal not known yet change the expected outcome?' }),
      signals: z.array(
        z.object({
          signal: z.string(),
          free: z.boolean(),
          usd: z.number().min(0),
          chance: probability,
          ifPresent: z.object({ probability, action }),
          ifAbsent: z.object({ probability, action }),
          obtain: z.string(),
        }),
      ),
    }),
    reading: readingSchema
      .nullable()
      .meta({ description: 'How the request was read, item by item; null where it says nothing.' }),
    assumed: z.array(z.object({ what: z.string(), value: z.string(), why: z.string() })),
    unparsedSignals: z.array(z.string()),
    unread: z
      .array(
        z.object({
          where: z.enum(['goal', 'constraints']),
          words: z.string(),
          reason: z.string(),
          say: z.string().meta({ description: 'How to say it so that it is understood.' }),
        }),
      )
      .meta({
        description:
          'Numbers, constraints and negations of goal or constraints that were not understood. While there is one, no more than one paid call is recommended.',
      }),
    limits: z.array(z.string()),
    asOf: z.iso.datetime(),
    release: z.string(),
    modelVersion: z.string(),
    weightsDigest: digest,
    inputDigest: digest,
    evidenceDigest: digest,
  })
  .meta({ title: 'OpportunityCheckResponse' });

export type OpportunityAnswer = z.infer<typeof responseSchema>;
