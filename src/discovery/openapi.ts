import { z } from 'zod';
import {
  type AdmissionRule,
  type Check,
  type Form,
  type FreeDocument,
  type IntentLink,
  NETWORK_PARAMETER,
  networkChoice,
  offeredBy,
  type Product,
  type Published,
} from '../declare.ts';
import { PAYMENT_IDENTIFIER, spendControlsFor } from '../values/limits.ts';
import { PROBLEMS, type ProblemCode, REFUSAL_CLASSES, SITUATIONS } from '../values/problem.ts';
import { GUIDANCE } from './well-known.ts';

/** OpenAPI 3.1.0, derived from the catalogue. The seller's recipient is not in it: the runtime challenge is authoritative. */
export function openapi(published: Published): object {
  const { catalogue, publicUrl, release, configured = [] } = published;
  const paths: Record<string, Record<string, object>> = {};
  const add = (path: string, method: string, operation: object) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const product of offeredBy(published).products)
    for (const form of product.forms)
      add(product.path, form.method, paidOperation(product, form, chargeOf(product, configured)));
  for (const check of catalogue.checks) add(check.path, 'POST', checkOperation(check));
  for (const document of catalogue.documents) {
    const names = [document.path, ...(document.aliases ?? [])];
    for (const [i, path] of names.entries()) add(path, 'GET', documentOperation(document, i));
  }
  for (const link of catalogue.intents) add(link.path, 'GET', intentOperation(link));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: release,
      summary: 'Before your program pays for an API call, ask whether it should',
      description:
        'Paid routes answer an unpaid call with HTTP 402 and a payment challenge (x402 v2, scheme exact, USDC on eip155:8453). A 402 means that no money moved. Free routes never spend.',
      license: { name: 'MIT', identifier: 'MIT' },
      'x-guidance': GUIDANCE,
    },
    'x-service-info': {
      categories: ['commerce', 'trust', 'developer-tools'],
      docs: { apiReference: `${publicUrl}/openapi.json`, homepage: publicUrl, llms: `${publicUrl}/llms.txt` },
    },
    servers: [{ url: publicUrl }],
    security: [],
    tags: [
      { name: 'paid', description: 'Answered with a challenge until a payment is attached.' },
      { name: 'free', description: 'Never spends. Stores nothing of the caller.' },
    ],
    paths,
    components: { schemas: { Problem: problemSchema(), PaymentRequired: challengeSchema() } },
  };
}

const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

function paidOperation(product: Product, form: Form, charge: Charge | undefined): object {
  const { method } = form;
  return {
    operationId: `${product.id}-${method.toLowerCase()}`,
    summary: form.summary,
    description: product.description,
    tags: ['paid'],
    security: [],
    ...parametersOf(product, form, charge),
    ...(method === 'POST' && {
      requestBody: { required: true, content: json(inputSchema(form), form.example) },
    }),
    'x-payment-info': paymentInfo(product, charge),
    ...clientOverride(product),
    responses: {
      200: {
        description: 'Settled and delivered, with receipts in PAYMENT-RESPONSE and X-SVC-DELIVERY-RECEIPT.',
        headers: {
          ...header('PAYMENT-RESPONSE', 'Settlement and signed receipt, base64 JSON.'),
          ...(charge && header('Payment-Receipt', 'Receipt of an MPP payment, base64url JSON.')),
          ...header('X-SVC-DELIVERY-RECEIPT', 'Signed receipt of this delivery (compact JWS).'),
          ...header(
            'X-SVC-REDELIVERY',
            '`1` when this answer was delivered before: nothing was charged now.',
          ),
          ...header('X-SVC-EDGE-X402', EDGE_MARKS),
        },
        content: json(outputSchema(product.response)),
      },
      402: {
        description: 'Payment required. No money moved.',
        headers: {
          ...header('PAYMENT-REQUIRED', 'The challenge, base64 JSON (x402 v2).'),
          ...(charge && header('WWW-Authenticate', 'The MPP challenge (scheme Payment).')),
          ...header('X-SVC-EDGE-X402', EDGE_MARKS),
        },
        content: Object.fromEntries(
          challengeTypes(product, charge).map((type) => [
            type,
            { schema: { $ref: '#/components/schemas/PaymentRequired' } },
          ]),
        ),
      },
      ...problems([
        'invalid_request',
        ...(networkChoice(product) ? (['unknown_payment_network'] as const) : []),
        ...(charge ? (['multiple_credentials'] as const) : []),
        'invalid_payment_identifier',
        'payment_reused',
        'payment_identifier_conflict',
        'payload_too_large',
        'unsupported_media_type',
        ...(form.judge ? (['request_refused'] as const) : []),
        'too_many_requests',
        'internal_error',
        'settlement_unavailable',
        'settlement_pending',
        'redelivery_failed',
        ...ADMISSION_PROBLEMS[product.admission?.kind ?? 'none'],
      ]),
    },
  };
}

const EDGE_MARKS =
  'Only where an edge stands in front: `edge-unpaid-402` or `edge-paid` for its own answers, `origin` for those it passed on.';

/** Where stock clients refuse to sign this price: the line that lets them. */
function clientOverride({ price }: Product): { 'x-client-override'?: string } {
  const line = spendControlsFor(price);
  return line === null ? {} : { 'x-client-override': line };
}

const ADMISSION_PROBLEMS: Readonly<Record<AdmissionRule['kind'] | 'none', readonly ProblemCode[]>> = {
  none: [],
  ticket: ['ticket_required', 'ticket_invalid', 'ticket_expired', 'ticket_mismatch', 'ticket_used'],
  edition: ['edition_not_current'],
  match: ['preflight_required', 'preflight_expired', 'edition_not_current'],
};

/** Where MPP is offered the challenge is a problem document too; on a network that a buyer chooses it is not offered. */
const challengeTypes = (product: Product, charge: Charge | undefined): readonly string[] => [
  ...(charge ? ['application/problem+json'] : []),
  ...(!charge || networkChoice(product) ? ['application/json'] : []),
];

function parametersOf(
  product: Product,
  form: Form,
  charge: Charge | undefined,
): { parameters?: readonly object[] } {
  const all = [
    ...[...(form.method === 'GET' ? parameters(form) : []), ...networkParameter(product)],
    ...ticketParameter(product),
    ...(charge ? [IDENTIFIER_PARAMETER] : []),
  ];
  return all.length > 0 ? { parameters: all } : {};
}

/** Not required: without it and without a payment the challenge is answered, which names it. */
const ticketParameter = ({ admission }: Product): object[] =>
  admission?.kind === 'ticket'
    ? [
        {
          name: admission.header,
          in: 'header',
          required: false,
          description: `Ticket for exactly this body, from POST ${admission.issuer}. The paid call needs it.`,
          schema: { type: 'string' },
        },
      ]
    : [];

/** x402 has an extension of its own for it. */
const IDENTIFIER_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Payment identifier of an MPP payment: one identifier of one payer buys one answer.',
  schema: { type: 'string', pattern: PAYMENT_IDENTIFIER.source },
};

const networkParameter = (product: Product): object[] => {
  const choice = networkChoice(product);
  if (!choice) return [];
  const { description, ...schema } = choice;
  return [{ name: NETWORK_PARAMETER, in: 'query', required: false, description, schema }];
};

/** Read by x402scan (`price`, `protocols`: decimal dollars) and by MPP crawlers (`offers`: atomic units) alike. */
const paymentInfo = (product: Product, charge: Charge | undefined) => ({
  price: { mode: 'fixed', currency: 'USD', amount: product.price.label.slice(1).padEnd(8, '0') },
  protocols: [{ x402: {} }, ...(charge ? [{ mpp: charge }] : [])],
  ...(charge && {
    offers: [{ ...charge, amount: product.price.amount, description: product.description }],
  }),
});

/** How MPP names one way to pay (draft-payment-discovery, "offers"). */
interface Charge {
  readonly method: 'tempo';
  readonly intent: 'charge';
  readonly currency: string;
}

/** The MPP way to pay for a product, where it is configured. */
function chargeOf(product: Product, configured: NonNullable<Published['configured']>): Charge | undefined {
  const declared = product.paidOn.find(({ rail }) => rail === 'mpp');
  const way =
    declared && configured.find(({ rail, network }) => rail === 'mpp' && network === declared.network);
  return way && { method: 'tempo', intent: 'charge', currency: way.asset };
}

const checkOperation = (check: Check) => ({
  operationId: check.id,
  summary: check.summary,
  tags: ['free'],
  security: [],
  requestBody: { required: true, content: json(schemaOf(check.input, 'input'), check.example) },
  responses: {
    200: {
      description: 'The decision. Nothing was spent and nothing is stored.',
      content: json(outputSchema(check.response)),
    },
    ...problems([
      'invalid_request',
      'payload_too_large',
      'unsupported_media_type',
      'too_many_requests',
      'service_unavailable',
    ]),
  },
});

function contentOf(document: FreeDocument): object {
  const text = { schema: { type: 'string' } };
  const named = document.freshness === 'fixed' ? document.mediaType?.split(';')[0] : undefined;
  if (named) return { [named]: named.endsWith('+json') ? { schema: { type: 'object' } } : text };
  const part = lookupIn(document);
  const whole = { type: 'object' };
  return {
    ...json(part ? { anyOf: [whole, outputSchema(part.response)] } : whole),
    ...(document.page && { 'text/html': text }),
  };
}

const intentOperation = ({ id, summary, to }: IntentLink) => ({
  operationId: id,
  summary,
  tags: ['free'],
  security: [],
  responses: {
    302: { description: summary, headers: { Location: { schema: { type: 'string', const: to } } } },
    ...problems(['too_many_requests']),
  },
});

const documentOperation = (document: FreeDocument, alias: number) => ({
  operationId: alias === 0 ? document.id : `${document.id}-${alias + 1}`,
  summary: document.summary,
  tags: ['free'],
  security: [],
  ...('attributed' in document && document.attributed && { parameters: [SOURCE_PARAMETER] }),
  ...(lookupIn(document) && { parameters: queryParameters(lookupIn(document)!.input, false) }),
  responses: {
    200: {
      description: document.summary,
      content: contentOf(document),
    },
    ...problems([
      ...(lookupIn(document) ? (['invalid_request'] as const) : []),
      'too_many_requests',
      'service_unavailable',
    ]),
  },
});

const lookupIn = (document: FreeDocument) => (document.freshness === 'fixed' ? document.lookup : undefined);

const header = (name: string, description: string) => ({
  [name]: { description, schema: { type: 'string' } },
});

/** One response a status; several codes of one status are named in its description. */
function problems(codes: readonly ProblemCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, rows]) => [
      status,
      {
        description: rows.map((code) => `\`${code}\`: ${detailsOf(code)}`).join(' '),
        ...(RETRIED.has(Number(status)) && { headers: header('Retry-After', 'Seconds.') }),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/** Answered with the time after which it is worth asking again. */
const RETRIED = new Set([429, 503]);

/** Everything that a code may mean. */
const detailsOf = (code: ProblemCode): string =>
  [PROBLEMS[code], ...Object.values(SITUATIONS).filter((situation) => situation.code === code)]
    .map(({ detail }) => detail)
    .join(' Or: ');

const SOURCE_PARAMETER = {
  name: 'src',
  in: 'query',
  required: false,
  description: 'Source tag, counted in aggregate if it is allow-listed; otherwise counted as "other".',
  schema: { type: 'string' },
};

function parameters(form: Form): object[] {
  const declared = queryParameters(form.input);
  return [...declared.filter(({ name }) => name !== 'src'), SOURCE_PARAMETER];
}

function queryParameters(input: z.ZodObject, mayBeRequired = true) {
  const schema = schemaOf(input, 'input') as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: mayBeRequired && (schema.required?.includes(name) ?? false),
    schema: property,
  }));
}

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1, without the `$schema` line that OpenAPI has no use for. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => spellOut(jsonSchema),
  });
  return rest;
}

/** A record over a closed list of names is an object with those members: readers and linters look for `properties`. */
function spellOut(schema: {
  propertyNames?: unknown;
  additionalProperties?: unknown;
  properties?: Record<string, unknown>;
}): void {
  const names = (schema.propertyNames as { enum?: readonly string[] } | undefined)?.enum;
  if (!names || schema.properties) return;
  schema.properties = Object.fromEntries(names.map((name) => [name, schema.additionalProperties ?? {}]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}
const inputSchema = (form: Form) => schemaOf(form.input, 'input');
const outputSchema = (schema: z.ZodType) => schemaOf(schema, 'output');

const problemSchema = () => ({
  type: 'object',
  description: 'RFC 9457 problem document. Never quotes the request.',
  required: ['type', 'title', 'status', 'detail', 'error'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    error: { type: 'string', enum: Object.keys(PROBLEMS) },
    retry: { type: 'string', enum: ['never', 'same_payment', 'new_approval'] },
    settled: {
      type: 'boolean',
      const: false,
      description:
        'A payment came with this call, and this call settled no payment. Send the corrected request with the same payment.',
    },
    stopReason: {
      type: 'string',
      enum: REFUSAL_CLASSES,
      description: 'Of `request_refused`: why policy refuses the body. `issues` then names fields and rules.',
    },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          code: { type: 'string' },
          message: { type: 'string' },
          allowed: {
            type: 'array',
            items: { type: 'string' },
            description: 'Accepted names or values.',
          },
        },
        required: ['path', 'code', 'message'],
      },
    },
    next: NEXT,
  },
});

/** Of a refusal, and of a challenge that a free step comes before. */
const NEXT = {
  type: 'object',
  description:
    'A call that is ready to send. `after` is the call that follows: copy the member of the answer that `take` names into `header`, or into the query as `parameter`.',
  required: ['method', 'path'],
  properties: {
    method: { type: 'string', enum: ['GET', 'POST'] },
    path: { type: 'string' },
    body: {},
    after: { type: 'object' },
  },
} as const;

const challengeSchema = () => ({
  type: 'object',
  required: ['error', 'accepts'],
  properties: {
    error: { type: 'string', const: 'payment_required' },
    next: NEXT,
    x402Version: { type: 'integer', const: 2 },
    accepts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['scheme', 'network', 'amount', 'price'],
        properties: {
          scheme: { type: 'string', const: 'exact' },
          network: { type: 'string' },
          amount: { type: 'string' },
          price: { type: 'string' },
        },
        additionalProperties: true,
      },
    },
    reason: { type: 'string' },
    failureBucket: { type: 'string' },
    retry: { type: 'string', enum: ['never', 'same_payment', 'new_approval'] },
  },
});
