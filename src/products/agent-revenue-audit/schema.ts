import { z } from 'zod';
import { BASE } from '../../values/payment.ts';
import { isAtMost, issueSaying, isWellFormed, MALFORMED, tooLong } from '../../values/text.ts';
import { FACT_FORMATS, FACT_ROWS, type FactRow, MAX_FACTS, UNKNOWN } from './tables/facts.ts';
import { ROUTES } from './tables/routes.ts';

/**
 * The audit's body (service spec §2.3) and its answer (§2.4). Limits count Unicode code points, as JSON Schema does;
 * zod's own `.max` counts UTF-16 units, so the check is ours and `.meta` publishes the number. The limits are chosen
 * so that any valid body, sent as plain UTF-8, stays under 16 kB.
 */
export const AUDIT_LIMITS = {
  serviceName: 80,
  currentOffer: 1_800,
  targetBuyer: 320,
  currentPaymentRail: 160,
  riskTolerance: 40,
  source: 80,
  buyerType: 80,
  currentProblem: 1_200,
} as const;

const bounded = (maxLength: number, description: string) =>
  z
    .string()
    .refine(isAtMost(maxLength), tooLong(maxLength))
    .refine((value) => /\S/u.test(value), issueSaying('too_small', 'must hold more than white space'))
    .refine(isWellFormed, MALFORMED)
    .meta({ minLength: 1, maxLength, pattern: '\\S', description });

const idsOf = (type: FactRow['type']) => FACT_ROWS.flatMap((row) => (row.type === type ? [row.id] : []));
const written = (type: keyof typeof FACT_FORMATS, description: string) =>
  z.strictObject({
    id: z.enum(idsOf(type)),
    value: z
      .string()
      .regex(new RegExp(`^(?:${FACT_FORMATS[type]}|${UNKNOWN})$`))
      .meta({ description }),
  });
export const ARCHETYPE_KINDS = [...new Set(ROUTES.map(({ archetype }) => archetype))].filter(
  (id) => id !== 'unclear',
);
const chosen = (id: string, values: readonly string[]) =>
  z.strictObject({ id: z.literal(id), value: z.enum([...values, UNKNOWN]) });

/** What is known as such. A given fact goes before the text; `unknown` takes back what the text seems to say. */
export const givenFacts = z
  .array(
    z.discriminatedUnion('id', [
      written('usd', 'Dollars as an exact decimal, such as 0.0079.'),
      written('count', 'A whole number.'),
      written('yes_no', 'yes or no.'),
      written('words', 'At most 40 plain characters.'),
      chosen('kind', ARCHETYPE_KINDS),
      ...FACT_ROWS.flatMap(({ id, type, values }) => (type === 'choice' ? [chosen(id, values!)] : [])),
    ]),
  )
  .max(MAX_FACTS)
  .refine(
    (facts) => new Set(facts.map(({ id }) => id)).size === facts.length,
    issueSaying('invalid_value', 'must state each fact once'),
  )
  .meta({
    description: 'Facts that go before the text, such as answers to what the free preparation asks.',
    allOf: FACT_ROWS.map(({ id }) => ({
      contains: { properties: { id: { const: id } }, required: ['id'] },
      minContains: 0,
      maxContains: 1,
    })),
  });

export const auditInput = z.strictObject({
  serviceName: bounded(
    AUDIT_LIMITS.serviceName,
    'Name of the service. A name only: it is not read as evidence while the offer names its kind.',
  ),
  currentOffer: bounded(
    AUDIT_LIMITS.currentOffer,
    'What is sold today, to whom it answers, at which price, and what a call returns.',
  ),
  targetBuyer: bounded(AUDIT_LIMITS.targetBuyer, 'Who should buy it.'),
  currentPaymentRail: bounded(AUDIT_LIMITS.currentPaymentRail, 'How it is paid today.').optional(),
  riskTolerance: bounded(
    AUDIT_LIMITS.riskTolerance,
    'low, medium or high. Low opens one price step lower.',
  ).optional(),
  source: bounded(AUDIT_LIMITS.source, 'Attribution tag. Never read by the audit.').optional(),
  buyerType: bounded(AUDIT_LIMITS.buyerType, 'Who asks for the audit.').optional(),
  currentProblem: bounded(
    AUDIT_LIMITS.currentProblem,
    'What goes wrong today, with numbers where there are any.',
  ).optional(),
  facts: givenFacts.optional(),
});

export type AuditInput = z.infer<typeof auditInput>;

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const atomic = z.string().regex(/^(?:0|[1-9][0-9]{0,18})$/);
/** Eighteen digits: three times the highest unit cost for the ten million units of the largest pack. */
const dollarLabel = z.string().regex(/^\$[0-9]{1,18}\.[0-9]{2,9}$/);
const json = z.record(z.string(), z.unknown());

export const factSchema = z.object({
  id: z.string(),
  field: z.string(),
  quote: z.string(),
  value: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
});

export const frictionSchema = z.object({
  id: z.string().regex(/^F[0-9]{2}$/),
  stage: z.enum(['discover', 'contact', 'offer', 'challenge', 'pay', 'deliver', 'trust', 'all']),
  effort: z.enum(['S', 'M', 'L']),
  basis: z.enum(['stated', 'derived', 'structural']),
  lossReported: z.boolean(),
});

const bound = z.object({ usd: dollarLabel, why: z.string() });

export const priceRationaleSchema = z.object({
  chosen: dollarLabel,
  chosenAtomic: atomic,
  how: z.enum(['ladder', 'kept', 'stated', 'infeasible']),
  floor: bound,
  anchor: bound.extend({ multiplier: z.string() }),
  ceiling: bound.extend({
    binding: z.enum(['value', 'subscription', 'stated_price', 'client_cap', 'class']),
  }),
  band: z.object({
    class: z.string(),
    basis: z.enum(['published', 'points', 'range', 'judgement']),
    p25: dollarLabel,
    median: dollarLabel,
    p75: dollarLabel,
    source: z.string(),
    date: z.string(),
  }),
  place: z.enum(['below_p25', 'p25_to_median', 'at_median', 'median_to_p75', 'above_p75']),
  statedUnit: z
    .object({ usd: dollarLabel, unit: z.string() })
    .nullable()
    .meta({ description: 'What one unit costs today in your words; the anchor where it is stated.' }),
  unitsPerPurchase: z
    .int()
    .min(1)
    .meta({ description: 'More than 1: a unit is too cheap to be paid alone.' }),
  offAnchor: z.string().nullable().meta({ description: 'Why the price is far from the stated one.' }),
  points: z.object({ open: dollarLabel, target: dollarLabel, ceiling: dollarLabel }),
  economics: z.array(z.object({ what: z.string(), figure: z.string(), from: z.string() })),
  breakEvenCallsPerMonth: z.string().nullable(),
  changeWhen: z.object({ raise: z.string(), drop: z.string() }),
  findings: z.array(
    z.object({
      code: z.enum([
        'PRICE_INFEASIBLE',
        'KEPT_LIVE_PRICE',
        'BAND_IS_JUDGEMENT',
        'NEAREST_CLASS',
        'AT_CLIENT_CAP',
      ]),
      text: z.string(),
    }),
  ),
});

const snippets = z.object({
  install: z.string(),
  hono: z.string(),
  express: z.string().optional(),
  buyer: z.string(),
  check: z.string(),
});

/** The first paid route with everything needed to put it up today. */
export const firstRouteSchema = z.looseObject({
  available: z.literal(true),
  method: z.enum(['GET', 'POST']),
  path: z.string().regex(/^\/v1\/[a-z0-9/_-]{1,80}$/),
  price: dollarLabel,
  priceAtomic: atomic,
  scheme: z.literal('exact'),
  network: z.literal(BASE),
  unit: z.string(),
  requestSchema: json,
  responseSchema: json,
  exampleRequest: json,
  exampleResponse: json,
  example402: z.object({
    status: z.literal(402),
    headerName: z.literal('PAYMENT-REQUIRED'),
    header: json,
    placeholders: z.object({ payTo: z.string(), resourceUrl: z.string(), note: z.string() }),
  }),
  openapi: json,
  bazaar: json,
  sellerSnippets: snippets,
  freePreview: z.object({
    method: z.literal('GET'),
    path: z.string(),
    redaction: z.string(),
  }),
  failureBehaviour: z.object({
    emptyResult: z.string(),
    upstream5xx: z.string(),
    timeout: z.string(),
    invalidInput: z.string(),
  }),
  whyThisRoute: z.string(),
  notFirst: z.array(z.object({ alternative: z.string(), reason: z.string() })),
  buyerCapNote: z.string(),
  facilitators: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      needs: z.string(),
      fee: z.string(),
      source: z.string(),
      read: z.string(),
    }),
  ),
});

export const auditResponse = z.looseObject({
  status: z.literal('complete'),
  summary: z.string(),
  monetizationDiagnosis: z.string(),
  conversionFriction: z.array(z.string()).max(12),
  sevenDayRevenuePlan: z.array(z.string()),
  expertAdvice: z.array(z.object({ topic: z.string(), advice: z.string() })),
  facts: z.array(factSchema.omit({ confidence: true })),
  archetype: z.object({
    id: z.string(),
    route: z.string(),
    score: z.int(),
    candidates: z.array(z.object({ id: z.string(), score: z.int(), quotes: z.array(z.string()) })),
    readFrom: z.string(),
  }),
  priceRationale: priceRationaleSchema.nullable(),
  frictionDetails: z.array(frictionSchema),
  assumptions: z.array(z.string()),
  questions: z.array(z.string()),
  confidence: z.object({
    level: z.enum(['low', 'medium', 'high']),
    percent: z.int().min(0).max(100),
    why: z.array(z.string()),
  }),
  limits: z.array(z.string()),
  asOf: z.string(),
  release: z.string(),
  modelVersion: z.string(),
  tablesDigest: digest,
  inputDigest: digest,
  bestFirstPaidRoute: firstRouteSchema,
});

export type AuditResponse = z.infer<typeof auditResponse>;
export type AuditRoute = z.infer<typeof firstRouteSchema>;
/** A friction with its sentences and quotes: the answer has those in one line, and the rest beside it. */
export type Friction = z.infer<typeof frictionSchema> & {
  readonly name: string;
  readonly evidence: readonly { readonly field: string; readonly quote: string }[];
  readonly effect: string;
  readonly fix: string;
  readonly doneWhen: string;
};
/** A day of the plan, which the answer gives as one line. */
export interface PlanDay {
  readonly day: number;
  readonly title: string;
  readonly do: readonly string[];
  readonly exit: string;
  readonly hours: number;
  readonly frictions: readonly string[];
}
export type PriceRationale = z.infer<typeof priceRationaleSchema>;
