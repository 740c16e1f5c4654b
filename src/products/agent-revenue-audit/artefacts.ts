import { USDC } from '../../values/assets.ts';
import { atomicToDollars } from '../../values/money.ts';
import { ANSWER_FILE, REQUEST_FILE, SELLER_FILE } from './file-names.ts';
import { priceAtomic, priceLabel } from './price.ts';
import type { AuditRoute } from './schema.ts';
import {
  type JsonSchema,
  type JsonValue,
  objectExample,
  objectSchema,
  type RouteRow,
} from './tables/shapes.ts';

/**
 * The parts of a route that a seller can put up as they are: schemas with fixtures, the 402, the OpenAPI entry and the
 * Bazaar declaration. Recipient and address are placeholders that are syntactically valid and that nobody owns.
 */

/** USDC on Base and the EIP-712 domain its authorizations are signed under. */
export const { network: NETWORK, asset: ASSET, domain: ASSET_DOMAIN } = USDC.base;
/** Digits only, so that no checksum is wrong; the snippets refuse to start with it. */
export const PLACEHOLDER_PAY_TO = `0x${'1'.repeat(40)}`;
/** `.example` is reserved (RFC 2606). */
export const PLACEHOLDER_ORIGIN = 'https://seller.example';
export const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

export interface OfferedRoute {
  readonly route: RouteRow;
  readonly path: string;
  /** Nano-dollars. */
  readonly price: bigint;
  readonly serviceName: string;
  readonly asciiName?: string;
  readonly maxTimeoutSeconds: number;
}

export type JsonObject = { readonly [key: string]: JsonValue };

/** Of draft 2020-12, as in OpenAPI 3.1, which refers to both. */
export const routeRequestSchema = (route: RouteRow): JsonSchema => objectSchema(route.request);
export const routeResponseSchema = (route: RouteRow): JsonSchema => objectSchema(route.response);

export const exampleRequest = (route: RouteRow): JsonObject => objectExample(route.request);
export const exampleResponse = (route: RouteRow): JsonObject => objectExample(route.response);
export const previewPath = (path: string): string => `${path}/preview`;

/** Input, output, price and age of the data in under 500 characters: what listings cut at. */
export function description({ route, path, price }: OfferedRoute): string {
  const names = (fields: RouteRow['request']) =>
    fields.map((one) => (one.required ? one.name : `${one.name}?`)).join(', ');
  return `${route.unit} by ${route.method} ${path} at ${priceLabel(price)}. Takes ${names(route.request)}. Gives ${names(route.response)}. Free preview: GET ${previewPath(path)}.`;
}

/** One word or two that an index may file the route under. */
export const tags = (route: RouteRow): string[] => [
  ...new Set([route.noun, route.archetype.replaceAll('_', '-')]),
];

/** Listings validate with a plain JSON Schema engine, which logs each format that it meets. What a field means stands in the OpenAPI entry. */
function unformatted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(unformatted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, inner]) => (name !== 'format' && name !== 'description') || typeof inner !== 'string',
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, unformatted(inner)]));
}
const listedSchema = (fields: RouteRow['request']): JsonValue => unformatted(objectSchema(fields));

/** The Bazaar declaration: how the route is called and what it answers, with a schema over both. */
export function bazaar({ route }: OfferedRoute): JsonObject {
  const input = bazaarInput(route);
  return {
    info: { input: input.info, output: { type: 'json' } },
    schema: {
      $schema: JSON_SCHEMA,
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: input.properties,
          required: input.required,
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: { type: 'object' } },
          required: ['type'],
        },
      },
      required: ['input'],
    },
  };
}

function bazaarInput(route: RouteRow): { info: JsonObject; properties: JsonObject; required: string[] } {
  const type = { type: 'string', const: 'http' };
  const method = { type: 'string', enum: [route.method] };
  const fields = listedSchema(route.request);
  const example = exampleRequest(route);
  return route.method === 'GET'
    ? {
        info: { type: 'http', method: 'GET', queryParams: example },
        properties: { type, method, queryParams: fields },
        required: ['type', 'method'],
      }
    : {
        info: { type: 'http', method: 'POST', bodyType: 'json', body: example },
        properties: { type, method, bodyType: { type: 'string', enum: ['json'] }, body: fields },
        required: ['type', 'method', 'bodyType', 'body'],
      };
}

/** The tool's own entry, for a server that speaks MCP: price metadata beside the schemas of the route. */
export function mcpTool({ price, path }: OfferedRoute): JsonObject {
  const [amount, name] = [priceAtomic(price), path.split('/').at(-1)!];
  return {
    name,
    inputSchema: { $ref: REQUEST_FILE },
    _meta: {
      'x402/price': { price: priceLabel(price), amount, asset: ASSET, network: NETWORK, scheme: 'exact' },
    },
  };
}

/** One way to pay, as it stands in `accepts`. */
export const offer = ({ price, maxTimeoutSeconds }: OfferedRoute): JsonObject => ({
  scheme: 'exact',
  network: NETWORK,
  amount: priceAtomic(price),
  asset: ASSET,
  payTo: PLACEHOLDER_PAY_TO,
  maxTimeoutSeconds,
  extra: ASSET_DOMAIN,
});

export function resource(offered: OfferedRoute): JsonObject {
  return {
    url: `${PLACEHOLDER_ORIGIN}${offered.path}`,
    description: description(offered),
    mimeType: 'application/json',
    ...(offered.asciiName && { serviceName: offered.asciiName }),
    tags: tags(offered.route),
  };
}

/** The unpaid answer. Its `bazaar` extension is the route's own member of that name, and stands there once. */
export function example402(offered: OfferedRoute) {
  const header: JsonObject = {
    x402Version: 2,
    error: 'Payment required',
    resource: resource(offered),
    accepts: [offer(offered)],
  };
  return {
    status: 402 as const,
    headerName: 'PAYMENT-REQUIRED' as const,
    header,
    placeholders: {
      payTo: PLACEHOLDER_PAY_TO,
      resourceUrl: `${PLACEHOLDER_ORIGIN}${offered.path}`,
      note: `PLACEHOLDERS of ${offered.path}: ${SELLER_FILE} sets both and adds extensions.bazaar.`,
    },
  };
}

/** The header as it goes over the wire: the extension in its place, with the example answer in it. */
export const challengeHeader = ({
  example402,
  bazaar,
  exampleResponse,
}: Pick<AuditRoute, 'example402' | 'bazaar' | 'exampleResponse'>): object => {
  const { info, schema } = bazaar as { info: { output: object }; schema: object };
  const output = { ...info.output, example: exampleResponse };
  return { ...example402.header, extensions: { bazaar: { info: { ...info, output }, schema } } };
};

/** An OpenAPI 3.1 document, with its schemas in two files beside it: the paid route and its preview, in the form that x402 crawlers read. */
export function sellerOpenapi(offered: OfferedRoute): JsonObject {
  const { route, path, price, serviceName } = offered;
  const answer = {
    'application/json': { schema: { $ref: ANSWER_FILE } },
  };
  const plain = (about: string): JsonObject => ({ description: about });
  const id = path.replace('/v1/', '').replaceAll(/[^a-z0-9]{1,20}/gu, '_');
  const paid: JsonObject = {
    operationId: `buy_${id}`,
    summary: `Buy ${route.unit}`,
    'x-payment-info': {
      price: { mode: 'fixed', currency: 'USD', amount: sixDecimals(price) },
      protocols: [{ x402: {} }],
    },
    ...inputOf(route),
    responses: {
      '200': { description: `Paid: ${route.unit}`, content: answer },
      '400': plain('Refused before payment'),
      '402': {
        description: `Payment required: ${priceLabel(price)} for ${route.unit}`,
        headers: {
          'PAYMENT-REQUIRED': {
            schema: { type: 'string' },
          },
        },
      },
      '404': plain('Nothing charged'),
      '409': plain('Payment already used'),
      '503': plain('Send payment again'),
    },
  };
  const preview: JsonObject = {
    operationId: `preview_${id}`,
    summary: `Preview of one ${route.noun}, free of charge`,
    security: [],
    responses: {
      '200': {
        description: `Same keys as the paid ${route.noun}: ${route.redaction}`,
        content: { 'application/json': { schema: { $ref: ANSWER_FILE } } },
      },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: serviceName,
      version: '1.0.0',
    },
    servers: [{ url: PLACEHOLDER_ORIGIN }],
    security: [],
    paths: { [path]: { [route.method.toLowerCase()]: paid }, [previewPath(path)]: { get: preview } },
  };
}

function inputOf(route: RouteRow): JsonObject {
  if (route.method === 'POST')
    return {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: { $ref: REQUEST_FILE } },
        },
      },
    };
  return {
    parameters: route.request.map((one) => ({
      name: one.name,
      in: 'query',
      required: one.required,
      schema: one.schema,
    })),
  };
}

/** Crawlers read dollars with six decimals. */
function sixDecimals(price: bigint): string {
  const [whole, fraction] = atomicToDollars(BigInt(priceAtomic(price))).split('.');
  return `${whole}.${fraction!.padEnd(6, '0')}`;
}
