import { validatePaymentRequiredDetailed } from '@agentcash/discovery';
import { parsePaymentRequired } from '@x402/core/schemas';
import { declareDiscoveryExtension, validateDiscoveryExtension } from '@x402/extensions/bazaar';
import { validate } from 'mppx/discovery';
import { describe, expect, it } from 'vitest';
import { Stage } from '../stage.suite.ts';
import { discoveryDeclaration } from './check.ts';
import { judgeDeclaration } from './judge.ts';
import type { DeclarationAnswer } from './schema.ts';

const accept = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x1111111111111111111111111111111111111111',
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
};
const bazaar = {
  bazaar: {
    info: {
      input: { type: 'http', method: 'GET', queryParams: { city: 'Bern' } },
      output: { type: 'json', example: { degrees: 3 } },
    },
    schema: {
      type: 'object',
      required: ['input'],
      properties: {
        input: {
          type: 'object',
          required: ['type', 'method'],
          properties: {
            method: { enum: ['GET'] },
            queryParams: { type: 'object', properties: { city: { type: 'string' } } },
          },
        },
        output: { type: 'object', properties: { example: { type: 'object' } } },
      },
    },
  },
};
const sound = {
  x402Version: 2,
  error: 'payment_required',
  resource: {
    url: 'https://api.weather.example/v1/forecast',
    description: 'Weather',
    mimeType: 'application/json',
  },
  accepts: [accept],
  extensions: bazaar,
};
const withEntry = (change: object) => ({ ...sound, accepts: [{ ...accept, ...change }] });
const withInfo = (input: object) => ({
  ...sound,
  extensions: { bazaar: { ...bazaar.bazaar, info: { ...bazaar.bazaar.info, input } } },
});
const paid = {
  'x-payment-info': {
    price: { mode: 'fixed', currency: 'USD', amount: '0.01' },
    protocols: [{ x402: {} }],
    offers: [{ intent: 'charge', method: 'tempo', amount: '10000', currency: '0x20c0' }],
  },
  requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: { description: 'ok', content: { 'application/json': { schema: {} } } },
    402: { description: 'pay' },
  },
};
const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Weather',
    version: '1',
    'x-guidance': 'Ask for a city.',
    contact: { url: 'https://api.weather.example' },
  },
  paths: { '/v1/forecast': { post: paid } },
};
const withOperation = (change: object) => ({
  ...openapi,
  paths: { '/v1/forecast': { post: { ...paid, ...change } } },
});

const judge = (declaration: unknown, status: number | undefined = 402, runsSchemas = false) =>
  judgeDeclaration(typeof declaration === 'string' ? declaration : JSON.stringify(declaration), status, {
    runsSchemas,
  });
const rulesOf = ({ findings }: DeclarationAnswer) => findings.map(({ rule }) => rule);
const by = ({ findings }: DeclarationAnswer, validator: string) =>
  findings.filter(({ rule }) => rule.startsWith(validator));

const CHALLENGES: readonly (readonly [string, object])[] = [
  ['sound', sound],
  ['no accepts', { ...sound, accepts: undefined }],
  ['empty accepts', { ...sound, accepts: [] }],
  ['no resource', { ...sound, resource: undefined }],
  ['version 3', { ...sound, x402Version: 3 }],
  ['version as text', { ...sound, x402Version: '2' }],
  ['no extensions', { ...sound, extensions: undefined }],
  ['null error', { ...sound, error: null }],
  ['short network', withEntry({ network: 'base' })],
  ['unknown chain', withEntry({ network: 'eip155:x' })],
  ['solana alias', withEntry({ network: 'solana' })],
  ['no scheme', withEntry({ scheme: undefined })],
  ['amount as number', withEntry({ amount: 10_000 })],
  ['no amount', withEntry({ amount: undefined })],
  ['v1 amount', withEntry({ amount: undefined, maxAmountRequired: '10000' })],
  ['no payTo', withEntry({ payTo: undefined })],
  ['no asset', withEntry({ asset: undefined })],
  ['no window', withEntry({ maxTimeoutSeconds: undefined })],
  ['window as text', withEntry({ maxTimeoutSeconds: '120' })],
  ['entry as text', { ...sound, accepts: ['exact'] }],
  ['input of no kind', withInfo({})],
  ['input of another method', withInfo({ type: 'http', method: 'POST' })],
  ['method that is none', withInfo({ type: 'http', method: 'FETCH' })],
  ['body on a GET', withInfo({ type: 'http', method: 'GET', bodyType: 'json', body: {} })],
  [
    'v1',
    {
      x402Version: 1,
      error: 'x',
      accepts: [
        {
          ...accept,
          network: 'base',
          maxAmountRequired: '1',
          resource: 'https://a.example',
          description: '',
          mimeType: '',
        },
      ],
    },
  ],
  ['an array for the schema', { ...sound, extensions: { bazaar: { ...bazaar.bazaar, schema: [] } } }],
  [
    'the official helper',
    {
      ...sound,
      extensions: declareDiscoveryExtension({
        input: { city: 'Bern' },
        inputSchema: { properties: { city: { type: 'string' } } },
      }),
    },
  ],
];
const DESCRIPTIONS: readonly (readonly [string, object])[] = [
  ['sound', openapi],
  ['no 402', withOperation({ responses: { 200: { description: 'ok' } } })],
  ['no body', withOperation({ requestBody: undefined })],
  ['a flat amount', withOperation({ 'x-payment-info': { amount: '0.01', method: 'tempo' } })],
  ['nothing in it', withOperation({ 'x-payment-info': {} })],
  ['no paths', { openapi: '3.1.0', info: { title: 'a', version: '1' } }],
];

describe('agrees with the official validators', () => {
  it.each(CHALLENGES)('challenge: %s', async (_name, document) => {
    const plain = JSON.parse(JSON.stringify(document));
    const answer = await judge(plain, 402, true);
    const parsed = parsePaymentRequired(plain);
    expect(by(answer, '@x402/core').map(({ why }) => why)).toEqual(
      parsed.success ? [] : parsed.error.issues.map(({ message }) => message),
    );
    const detailed = validatePaymentRequiredDetailed(plain, {
      requireInputSchema: true,
      requireOutputSchema: true,
    });
    expect(by(answer, '@agentcash').map(({ rule, severity }) => [rule.split(' ')[1], severity])).toEqual(
      detailed.issues
        .filter(({ severity, stage }) => severity !== 'info' && stage === 'payment_required')
        .map(({ code, severity }) => [code, severity === 'warn' ? 'warning' : severity]),
    );
    const declared = plain.extensions?.bazaar;
    expect(
      by(answer, '@x402/extensions validateDiscoveryExtension').filter(({ rule }) => !rule.endsWith('Spec'))
        .length,
    ).toBe(declared ? (validateDiscoveryExtension(declared).errors ?? []).length : 0);
  });

  it.each(DESCRIPTIONS)('OpenAPI: %s', async (_name, document) => {
    const plain = JSON.parse(JSON.stringify(document));
    expect(by(await judge(plain), 'mppx').map(({ why, path, severity }) => [why, path, severity])).toEqual(
      validate(plain).map(({ message, path, severity }) => [message, path, severity]),
    );
  });
});

describe('known rules', () => {
  it('has nothing against a sound declaration', async () => {
    expect((await judge(sound)).findings).toEqual([]);
    expect(await judge(openapi)).toMatchObject({ kind: 'openapi', passes: true });
    expect((await judge(openapi)).findings).toEqual([]);
    expect(
      (await judge({ version: 1, resources: ['https://a.example/x', 'POST /api/x'] })).findings,
    ).toMatchObject([{ rule: '@agentcash/discovery LEGACY_WELL_KNOWN_FOUND', severity: 'note' }]);
  });

  it.each<[string, unknown, number?]>([
    ['bare_probe', sound, 400],
    ['bazaar_declared', { ...sound, extensions: {} }],
    ['description_length', { ...sound, resource: { ...sound.resource, description: 'x'.repeat(501) } }],
    ['header_size', btoa(JSON.stringify({ ...sound, error: 'x'.repeat(8_000) }))],
    ['ascii', { ...sound, error: 'dé' }],
    ['resource_https', { ...sound, resource: { url: 'http://api.weather.example' } }],
    ['null_member', { ...sound, error: null }],
    ['mixed_versions', withEntry({ network: 'base' })],
    ['mixed_versions', withEntry({ maxAmountRequired: '10000' })],
    ['amount_atomic', withEntry({ amount: '0.01' })],
    ['not_an_address', withEntry({ asset: 'USDC' })],
    ['not_an_address', withEntry({ payTo: 'walletaddress' })],
    ['token_domain', withEntry({ extra: { name: 'USDC', version: '2' } })],
    ['price_floor', withEntry({ amount: '999' })],
    ['pay_to_token', withEntry({ payTo: accept.asset })],
    ['paid_operation', { ...openapi, paths: {} }],
    ['response_402', withOperation({ responses: {} })],
    ['header_missing', `HTTP/1.1 402 Payment Required\n\n${JSON.stringify(sound)}`],
    ['@agentcash/discovery L3_INPUT_SCHEMA_MISSING', withOperation({ requestBody: undefined })],
    [
      '@agentcash/discovery L2_AUTH_MODE_MISSING',
      { ...openapi, paths: { ...openapi.paths, '/free': { get: { responses: {} } } } },
    ],
    ['well_known', { protocol: 'x402', payment_methods: [] }],
    ['well_known', { version: 1, resources: ['api.example'] }],
    ['well_known', { version: 2, resources: ['https://a.example'] }],
  ])('%s', async (rule, declaration, status) => {
    expect(rulesOf(await judge(declaration, status))).toContain(rule);
  });

  it.each([
    ['a body by reference', withOperation({ requestBody: { $ref: '#/components/requestBodies/city' } })],
    ['no title', { ...openapi, info: { version: '1' } }],
    ['no route', { ...openapi, paths: {} }],
  ])('calls a description that the package discovers nothing in refused: %s', async (_name, document) => {
    const { findings, readers } = await judge(document);
    expect(
      findings.filter(({ rule, severity }) => rule.startsWith('@agentcash') && severity === 'error'),
    ).not.toEqual([]);
    expect(readers.find(({ reader }) => reader === 'x402scan')!.verdict).toBe('no');
  });

  it('says what it could not look at, and does not pass it off as listed', async () => {
    const answer = await judgeDeclaration(JSON.stringify(sound), undefined, { runsSchemas: false });
    expect(answer.findings).toMatchObject([{ rule: 'bare_probe', verdict: 'not_checked' }]);
    expect(answer.readers.find(({ reader }) => reader === 'x402scan')!.verdict).toBe('not_known');
  });
});

it.each([
  ['an expression', { properties: { input: { properties: { method: { pattern: '^(G+)+ET$' } } } } }],
  ['references', { $ref: '#/properties/output' }],
])('runs no schema of a stranger with %s, unless it is the own machine', async (_name, schema) => {
  const whole = { ...bazaar.bazaar.schema, $defs: {}, allOf: [schema] };
  const declaration = { ...sound, extensions: { bazaar: { ...bazaar.bazaar, schema: whole } } };
  expect((await judge(declaration)).findings).toMatchObject([{ verdict: 'not_checked' }]);
  expect((await judge(declaration, 402, true)).findings).toEqual([]);
});

it('puts right what has one right form', async () => {
  const wrong = withEntry({
    network: 'base',
    amount: undefined,
    maxAmountRequired: '10000',
    extra: { name: 'USDC', version: '2' },
  });
  const { corrected } = await judge({
    ...wrong,
    error: null,
    resource: { ...sound.resource, description: 'é'.repeat(600) },
  });
  expect(JSON.parse(corrected!.json).accepts).toEqual([accept]);
  expect((await judge(corrected!.header!)).findings).toEqual([]);
  expect((await judge(sound)).corrected).toBeNull();
  const described = await judge(withOperation({ responses: { 200: paid.responses[200] } }));
  expect((await judge(described.corrected!.json)).findings).toEqual([]);
});

it('reads a header, a body, and an answer with both', async () => {
  const header = btoa(JSON.stringify(sound));
  for (const text of [header, JSON.stringify(sound), `HTTP/2 402\r\npayment-required: ${header}\r\n\r\n{}`])
    expect((await judgeDeclaration(text, undefined, { runsSchemas: false })).kind).toBe('challenge');
  expect(
    rulesOf(
      await judgeDeclaration(`HTTP/1.1 500 x\npayment-required: ${header}`, undefined, {
        runsSchemas: false,
      }),
    ),
  ).toContain('bare_probe');
  expect((await judge('hello')).kind).toBe('unreadable');
});

it('is served', async () => {
  const answer = (await new Stage().ask(discoveryDeclaration, {
    declaration: JSON.stringify(sound),
    status: 402,
  })) as DeclarationAnswer;
  expect(answer).toMatchObject({ kind: 'challenge', passes: true });
});
