import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { publishedSample, SAMPLE_NOW } from '../ledger/testing.ts';
import { repeated } from '../repeated.testing.ts';
import { USDC } from '../values/assets.ts';
import { parseBudget } from '../values/money.ts';
import { PROBLEMS } from '../values/problem.ts';
import { openapi } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: {
    required: boolean;
    content: Record<string, { schema: object; example?: unknown }>;
  };
  readonly responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema: object }> }
  >;
  readonly 'x-payment-info'?: { price: { amount: string }; protocols: readonly object[] };
}
type Described = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

const RELEASE = 'v0.0.0-test';
const published = {
  catalogue,
  publicUrl: 'https://api.example',
  release: RELEASE,
  mode: 'production',
} as const;
const described = openapi(published) as Described;
const text = JSON.stringify(described);
const operations = Object.entries(described.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({
    name: `${verb.toUpperCase()} ${path}`,
    path,
    verb,
    operation,
  })),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const withComponents = (schema: object) => ({ ...schema, components: described.components });

describe('openapi', () => {
  it('is 3.1.0, with the release as its version', () => {
    expect(described).toMatchObject({
      openapi: '3.1.0',
      info: { version: RELEASE },
      servers: [{ url: 'https://api.example' }],
    });
  });

  it('has every route of the catalogue, and no other', () => {
    const routes = [
      ...catalogue.products.flatMap((product) =>
        product.forms.map((form) => `${form.method} ${product.path}`),
      ),
      ...catalogue.checks.map((check) => `POST ${check.path}`),
      ...catalogue.documents.flatMap((document) =>
        [document.path, ...(document.aliases ?? [])].map((path) => `GET ${path}`),
      ),
      ...catalogue.intents.map(({ path }) => `GET ${path}`),
    ];
    expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort());
  });

  it('names the header of a ticket, and who gives it', () => {
    for (const { path, admission } of catalogue.products) {
      const headers = operations
        .filter((operation) => operation.path === path && 'x-payment-info' in operation.operation)
        .flatMap(({ operation }) => operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'header');
      expect(headers).toMatchObject(
        admission?.kind === 'ticket'
          ? [
              {
                name: admission.header,
                required: false,
                description: expect.stringContaining(admission.issuer),
              },
            ]
          : [],
      );
    }
  });

  it('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(repeated(ids)).toEqual([]);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/);
  });

  it('names nobody who is paid', () => {
    // An example may name the token, and a payer that nobody is.
    const others = text.replaceAll(USDC.base.asset, '').replaceAll(`0x${'1'.repeat(40)}`, '');
    expect(others).not.toMatch(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/);
  });

  it('has only references that lead somewhere', () => {
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(described.components.schemas).toHaveProperty(name!);
    expect(text).not.toContain('#/$defs');
    expect(text).not.toContain('"$schema"');
  });

  it('is the same every time', () => {
    expect(JSON.stringify(openapi(published))).toBe(text);
  });
});

describe.each(operations)('$name', ({ verb, operation }) => {
  it('says what it is and what it answers', () => {
    expect(operation.summary.length).toBeGreaterThan(5);
    const isLink = catalogue.intents.some(({ id }) => id === operation.operationId);
    expect(Object.keys(operation.responses)).toContain(isLink ? '302' : '200');
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(response.description.length).toBeGreaterThan(5);
    }
    if (verb === 'get') expect(operation.requestBody).toBeUndefined();
  });

  it('has schemas that compile as JSON Schema 2020-12, and an example that fits', () => {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
      Object.values(each?.content ?? {}),
    );
    for (const { schema } of contents) expect(() => ajv.compile(withComponents(schema))).not.toThrow();
    for (const { schema } of operation.parameters ?? []) expect(() => ajv.compile(schema)).not.toThrow();
    const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
    if (schema) expect([ajv.validate(withComponents(schema), example), ajv.errors]).toEqual([true, null]);
  });
});

describe.each(
  catalogue.products.flatMap((product) =>
    product.forms.map((form) => ({ name: `${form.method} ${product.path}`, product, form })),
  ),
)('paid: $name', ({ product, form }) => {
  const operation = described.paths[product.path]![form.method.toLowerCase()]!;

  it('names price, challenge and receipt headers', () => {
    const { price, protocols } = operation['x-payment-info']!;
    expect(parseBudget(price.amount)!.toString()).toBe(product.price.amount);
    expect(protocols).toContainEqual({ x402: {} });
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['200', '400', '402', '409', '413', '415', '429', '500', '503']),
    );
    expect(operation.responses[402]!.headers).toHaveProperty('PAYMENT-REQUIRED');
    expect(operation.responses[200]!.headers).toHaveProperty('PAYMENT-RESPONSE');
  });

  it('refuses unknown properties in the schema, as it does in life', () => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema) expect(schema).toMatchObject({ additionalProperties: false });
    else expect(operation.parameters!.every((parameter) => parameter.in === 'query')).toBe(true);
  });

  it('answers what the response schema says', () => {
    const answer = form.run(form.input.parse(form.example), {
      asOf: SAMPLE_NOW,
      release: RELEASE,
      edition: publishedSample(),
    });
    const schema = operation.responses[200]!.content!['application/json']!.schema;
    expect([ajv.validate(schema, JSON.parse(JSON.stringify(answer))), ajv.errors]).toEqual([true, null]);
  });
});

it('the problem schema lists every code', () => {
  const schema = described.components.schemas.Problem as { properties: { error: { enum: string[] } } };
  expect(schema.properties.error.enum).toEqual(Object.keys(PROBLEMS));
});
