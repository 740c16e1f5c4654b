import { USDC } from '../../values/assets.ts';
import { utf8 } from '../../values/digest.ts';
import { atomicToDollars } from '../../values/money.ts';
import { priceAtomic, priceLabel } from './price.ts';
import { type Json, type JsonSchema, objectExample, objectSchema, type RouteRow } from './tables/shapes.ts';

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

export interface Offered {
  readonly route: RouteRow;
  readonly path: string;
  /** Nano-dollars. */
  readonly price: bigint;
  readonly serviceName: string;
  readonly asciiName?: string;
  readonly maxTimeoutSeconds: number;
}

export type JsonObject = { readonly [key: string]: Json };

export const requestSchema = (route: RouteRow): JsonSchema => ({
  $schema: JSON_SCHEMA,
  title: `Request for ${route.unit}`,
  ...objectSchema(route.request),
});

export const responseSchema = (route: RouteRow): JsonSchema => ({
  $schema: JSON_SCHEMA,
  title: `Answer: ${route.unit}`,
  ...objectSchema(route.response),
});

export const exampleRequest = (route: RouteRow): JsonObject => objectExample(route.request);
export const exampleResponse = (route: RouteRow): JsonObject => objectExample(route.response);
export const previewPath = (path: string): string => `${path}/preview`;

/** Input, output, price and age of the data in under 500 characters: what listings cut at. */
export function description({ route, path, price }: Offered): string {
  const names = (fields: RouteRow['request']) =>
    fields.map((one) => (one.required ? one.name : `${one.name}?`)).join(', ');
  return `${route.unit} by ${route.method} ${path} at ${priceLabel(price)}. Takes ${names(route.request)}. Gives ${names(route.response)}. Free preview: GET ${previewPath(path)}.`;
}

/** One word or two that an index may file the route under. */
export const tags = (route: RouteRow): string[] => [
  ...new Set([route.noun, route.archetype.replaceAll('_', '-')]),
];

/** Listings validate with a plain JSON Schema engine, which does not know formats and logs each one it meets. */
function unformatted(value: Json): Json {
  if (Array.isArray(value)) return value.map(unformatted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, inner]) => name !== 'format' || typeof inner !== 'string',
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, unformatted(inner)]));
}
const listedSchema = (fields: RouteRow['request']): Json => unformatted(objectSchema(fields));

/** The Bazaar declaration: how the route is called and what it answers, with a schema over both. */
export function bazaar({ route }: Offered): JsonObject {
  const input = bazaarInput(route);
  return {
    info: { input: input.info, output: { type: 'json', example: exampleResponse(route) } },
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
          properties: { type: { type: 'string' }, example: listedSchema(route.response) },
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

/** The tool's own declaration, for a server that speaks MCP: price metadata sits beside the schema. */
export function mcpTool(offered: Offered): JsonObject {
  const { route, price, path } = offered;
  const toolName = path.split('/').at(-1)!;
  const inputSchema = objectSchema(route.request);
  return {
    name: toolName,
    description: description(offered),
    inputSchema,
    outputSchema: objectSchema(route.response),
    _meta: {
      'x402/price': {
        price: priceLabel(price),
        amount: priceAtomic(price),
        asset: ASSET,
        network: NETWORK,
        scheme: 'exact',
      },
    },
    bazaar: {
      info: {
        input: {
          type: 'mcp',
          toolName,
          transport: 'streamable-http',
          inputSchema,
          example: exampleRequest(route),
        },
        output: { type: 'json', example: exampleResponse(route) },
      },
      schema: {
        $schema: JSON_SCHEMA,
        type: 'object',
        properties: {
          input: {
            type: 'object',
            properties: {
              type: { type: 'string', const: 'mcp' },
              toolName: { type: 'string' },
              transport: { type: 'string', enum: ['streamable-http'] },
              inputSchema: { type: 'object' },
              example: { type: 'object' },
            },
            required: ['type', 'toolName', 'inputSchema'],
            additionalProperties: false,
          },
          output: {
            type: 'object',
            properties: { type: { type: 'string' }, example: listedSchema(route.response) },
            required: ['type'],
          },
        },
        required: ['input'],
      },
    },
  };
}

/** One way to pay, as it stands in `accepts`. */
export const offer = ({ price, maxTimeoutSeconds }: Offered): JsonObject => ({
  scheme: 'exact',
  network: NETWORK,
  amount: priceAtomic(price),
  asset: ASSET,
  payTo: PLACEHOLDER_PAY_TO,
  maxTimeoutSeconds,
  extra: ASSET_DOMAIN,
});

export function resource(offered: Offered): JsonObject {
  return {
    url: `${PLACEHOLDER_ORIGIN}${offered.path}`,
    description: description(offered),
    mimeType: 'application/json',
    ...(offered.asciiName && { serviceName: offered.asciiName }),
    tags: tags(offered.route),
  };
}

/** The unpaid answer: header object, its wire form, and the body for people and for older readers. */
export function example402(offered: Offered) {
  const header: JsonObject = {
    x402Version: 2,
    error: 'Payment required',
    resource: resource(offered),
    accepts: [offer(offered)],
    extensions: { bazaar: bazaar(offered) },
  };
  return {
    status: 402 as const,
    headerName: 'PAYMENT-REQUIRED' as const,
    header,
    headerValue: base64(JSON.stringify(header)),
    body: {
      error: 'payment_required',
      x402Version: 2,
      resource: resource(offered),
      accepts: [{ ...offer(offered), price: priceLabel(offered.price) }],
    },
    placeholders: {
      payTo: PLACEHOLDER_PAY_TO,
      resourceUrl: `${PLACEHOLDER_ORIGIN}${offered.path}`,
      note: `PLACEHOLDERS: put your own recipient and your own origin into the challenge of ${offered.path}, since the snippets for this ${offered.route.noun} take them from PAY_TO and PUBLIC_URL and refuse to start without.`,
    },
  };
}

/** Standard base64 of the UTF-8 form, as the official encoder writes it. */
export function base64(text: string): string {
  let binary = '';
  for (const byte of utf8(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** An OpenAPI 3.1 document with the paid route and its preview, in the form that x402 crawlers read. */
export function openapi(offered: Offered): JsonObject {
  const { route, path, price, serviceName } = offered;
  const answer = {
    'application/json': { schema: objectSchema(route.response), example: exampleResponse(route) },
  };
  const plain = (about: string): JsonObject => ({ description: about });
  const id = path.replace('/v1/', '').replaceAll(/[^a-z0-9]{1,20}/gu, '_');
  const paid: JsonObject = {
    operationId: `buy_${id}`,
    summary: `Buy ${route.unit}`,
    description: description(offered),
    'x-payment-info': {
      price: { mode: 'fixed', currency: 'USD', amount: sixDecimals(price) },
      protocols: [{ x402: {} }],
    },
    ...inputOf(route),
    responses: {
      '200': { description: `Paid: ${route.unit}`, content: answer },
      '400': plain(`Refused before any payment, for example ${route.bad}`),
      '402': {
        description: `Payment required: ${priceLabel(price)} for ${route.unit}`,
        headers: {
          'PAYMENT-REQUIRED': {
            description: `x402 v2 challenge of ${path}, base64 JSON`,
            schema: { type: 'string' },
          },
        },
      },
      '404': plain(`Nothing charged: ${route.empty}`),
      '409': plain(`The payment already bought another ${route.noun}`),
      '503': plain(`Send the same payment for this ${route.noun} again after Retry-After`),
    },
  };
  const preview: JsonObject = {
    operationId: `preview_${id}`,
    summary: `Preview of one ${route.noun}, free of charge`,
    security: [],
    responses: {
      '200': { description: `Same keys as the paid ${route.noun}: ${route.redaction}`, content: answer },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: serviceName,
      version: '1.0.0',
      description: description(offered),
      'x-guidance': `Read ${previewPath(path)} free, then buy ${route.unit} with one capped call.`,
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
          'application/json': { schema: objectSchema(route.request), example: exampleRequest(route) },
        },
      },
    };
  return {
    parameters: route.request.map((one) => ({
      name: one.name,
      in: 'query',
      required: one.required,
      schema: one.schema,
      example: one.example,
    })),
  };
}

/** Crawlers read dollars with six decimals. */
function sixDecimals(price: bigint): string {
  const [whole, fraction] = atomicToDollars(BigInt(priceAtomic(price))).split('.');
  return `${whole}.${fraction!.padEnd(6, '0')}`;
}
