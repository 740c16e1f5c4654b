import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http';
import { parsePaymentRequired } from '@x402/core/schemas';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import {
  type DiscoveryExtension,
  sanitizeResourceServiceMetadata,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerAudit } from '../src/products/agent-revenue-audit/answer.ts';
import { challengeHeader } from '../src/products/agent-revenue-audit/artefacts.ts';
import { CASES, FACTS, generated } from '../src/products/agent-revenue-audit/cases.testing.ts';
import { filesOf } from '../src/products/agent-revenue-audit/files.ts';
import type { AuditInput, AuditRoute } from '../src/products/agent-revenue-audit/schema.ts';
import { IN_CAMPAIGN, sized } from './support/campaign.ts';

/** Every artefact of an audit, held against the official libraries that sellers and buyers will hold it against. */

type Row = Record<string, unknown>;
const run = promisify(execFile);
const HEADER_BUDGET_BYTES = 6 * 1024;

const wire = (route: AuditRoute): string =>
  encodePaymentRequiredHeader(challengeHeader(route) as Parameters<typeof encodePaymentRequiredHeader>[0]);

function routeOf(input: AuditInput): AuditRoute {
  const route = answerAudit(input, FACTS).bestFirstPaidRoute;
  if (route.available !== true) throw new Error('no route');
  return route as AuditRoute;
}

const subjects = [
  ...Object.entries(CASES).map(([id, one]) => ({ id, route: routeOf(one.input) })),
  ...generated(sized({ smoke: 8, short: 30, full: 30 }), 7).map((input, i) => ({
    id: `G${i + 1}`,
    route: routeOf(input),
  })),
];
const ajv = addFormats.default(new Ajv2020({ strict: true, allErrors: true, strictRequired: false }));
const faults = (schema: object, value: unknown): unknown[] => {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
};

describe.each(subjects)('$id $route.method $route.path', ({ route }) => {
  test('schemas are closed, small and fit their fixtures', () => {
    const { requestSchema, responseSchema, exampleRequest, exampleResponse } = route;
    for (const [schema, example] of [
      [requestSchema, exampleRequest],
      [responseSchema, exampleResponse],
    ] as const) {
      expect(ajv.validateSchema(schema)).toBe(true);
      expect(faults(schema, example)).toEqual([]);
      expect(schema.additionalProperties).toBe(false);
      expect(faults(schema, { ...example, unheardOf: 1 })).not.toEqual([]);
    }
    expect(Object.keys(requestSchema.properties as Row).length).toBeLessThanOrEqual(6);
    const [first] = responseSchema.required as string[];
    const { [first!]: _, ...rest } = exampleResponse;
    expect(faults(responseSchema, rest)).not.toEqual([]);
  });

  test('the official decoder and schema take the challenge', () => {
    const { placeholders } = route.example402;
    const header = challengeHeader(route) as Row;
    const headerValue = wire(route);
    expect(decodePaymentRequiredHeader(headerValue)).toEqual(header);
    expect(parsePaymentRequired(header)).toMatchObject({ success: true, data: header });
    expect(headerValue.length).toBeLessThan(HEADER_BUDGET_BYTES);
    const [offer] = header.accepts as Row[];
    expect(offer).toMatchObject({
      scheme: 'exact',
      network: 'eip155:8453',
      amount: route.priceAtomic,
      payTo: placeholders.payTo,
    });
    expect(isAddress(placeholders.payTo)).toBe(true);
    expect(new URL(placeholders.resourceUrl).hostname).toBe('seller.example');
    expect(placeholders.note).toMatch(/^PLACEHOLDERS/u);
    const resource = header.resource as {
      url: string;
      description: string;
      serviceName?: string;
      tags: string[];
    };
    expect([...resource.description].length).toBeLessThanOrEqual(500);
    const { serviceName, tags } = resource;
    expect(sanitizeResourceServiceMetadata(resource)).toEqual({ ...(serviceName && { serviceName }), tags });
  });

  test('the official validator takes the Bazaar declaration', () => {
    for (const one of [route.bazaar] as unknown as DiscoveryExtension[]) {
      expect(validateDiscoveryExtensionSpec({ ...one })).toEqual({ valid: true });
      expect(validateDiscoveryExtension(one)).toEqual({ valid: true });
    }
    const broken = structuredClone(route.bazaar) as { info: { input: Row } };
    broken.info.input.unheardOf = 1;
    expect(validateDiscoveryExtension(broken as unknown as DiscoveryExtension).valid).toBe(false);
  });

  test('the OpenAPI entry says the same as the challenge', () => {
    const document = route.openapi as { openapi: string; paths: Record<string, Record<string, Row>> };
    expect(document.openapi).toBe('3.1.0');
    const paid = document.paths[route.path]![route.method.toLowerCase()]!;
    const dollars = `${route.price.slice(1).split('.')[0]}.${route.price.split('.')[1]!.padEnd(6, '0')}`;
    expect(paid['x-payment-info']).toEqual({
      price: { mode: 'fixed', currency: 'USD', amount: dollars },
      protocols: [{ x402: {} }],
    });
    const responses = paid.responses as Record<
      string,
      { content?: { 'application/json': { schema: object } } }
    >;
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['200', '400', '402', '404', '503']));
    const answered = responses['200']!.content!['application/json'];
    expect(answered.schema).toEqual({ $ref: './response.schema.json' });
    if (route.method === 'POST') {
      const sent = (paid.requestBody as { content: { 'application/json': { schema: object } } }).content[
        'application/json'
      ];
      expect(sent.schema).toEqual({ $ref: './request.schema.json' });
    } else {
      const parameters = paid.parameters as {
        name: string;
        in: string;
        required: boolean;
        schema: object;
      }[];
      expect(parameters.map((one) => one.name)).toEqual(Object.keys(route.exampleRequest));
      for (const one of parameters) expect(faults(one.schema, route.exampleRequest[one.name])).toEqual([]);
    }
    expect(document.paths[route.freePreview.path]!.get!.security).toEqual([]);
  });

  test('a stock buyer signs exactly this offer, over its default cap only with the line of the audit', async () => {
    const signer = privateKeyToAccount(generatePrivateKey());
    const sent: string[] = [];
    const seller: typeof fetch = async (input, init) => {
      const payment = new Request(input, init).headers.get('PAYMENT-SIGNATURE');
      if (payment) sent.push(payment);
      return payment
        ? Response.json({})
        : new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': wire(route) } });
    };
    const schemes = [{ network: 'eip155:8453' as const, client: new ExactEvmScheme(signer) }];
    const overCap = BigInt(route.priceAtomic) > 1_000_000n;
    if (overCap) {
      const byDefault = wrapFetchWithPaymentFromConfig(seller, { schemes });
      await expect(byDefault(route.example402.placeholders.resourceUrl)).rejects.toThrow(/spendControls/u);
      expect(route.buyerCapNote).toContain(`maxAmountPerPayment: '${route.price}'`);
    }
    const pay = wrapFetchWithPaymentFromConfig(seller, {
      schemes,
      ...(overCap && { spendControls: { maxAmountPerPayment: route.price } }),
    });
    expect((await pay(route.example402.placeholders.resourceUrl)).status).toBe(200);
    expect(sent).toHaveLength(1);
    const payload = JSON.parse(Buffer.from(sent[0]!, 'base64').toString()) as {
      payload: { authorization: Row };
    };
    expect(payload.payload.authorization).toMatchObject({
      value: route.priceAtomic,
      to: route.example402.placeholders.payTo,
    });
  });
});

/** A facilitator on loopback that says what it is told to say, and counts settlements. */
class StubFacilitator {
  mode: 'ok' | 'pending' | 'lost' | 'used' | 'poor' = 'ok';
  settlements = 0;
  readonly #server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.url === '/settle' && this.mode === 'lost') return void request.socket.destroy();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(this.#reply(request.url ?? '')));
    });
  });

  #reply(path: string): Row {
    const [payer, transaction, network] = [`0x${'3'.repeat(40)}`, `0x${'4'.repeat(64)}`, 'eip155:8453'];
    if (path === '/supported')
      return { kinds: [{ x402Version: 2, scheme: 'exact', network }], extensions: [], signers: {} };
    if (path === '/verify') {
      const reasons: Record<string, string> = {
        used: 'invalid_exact_evm_nonce_already_used',
        poor: 'invalid_exact_evm_insufficient_balance',
      };
      const invalidReason = reasons[this.mode];
      return invalidReason ? { isValid: false, invalidReason } : { isValid: true, payer };
    }
    this.settlements++;
    return this.mode === 'pending'
      ? { success: false, errorReason: 'settlement_pending', transaction, network }
      : { success: true, transaction, network, payer };
  }

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const facilitator = new StubFacilitator();
const PAY_TO = `0x${'2'.repeat(40)}`;
const PUBLIC_URL = 'https://api.seller-under-test.example';
const children: ChildProcess[] = [];
let folder: string;
let facilitatorUrl: string;

beforeAll(async () => {
  // Inside the repository, so that the snippet's imports resolve as a seller's would.
  folder = await mkdtemp(join(import.meta.dirname, '.audit-snippets-'));
  facilitatorUrl = await facilitator.start();
});

afterAll(async () => {
  for (const child of children) child.kill();
  facilitator.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The audit as the files that a buyer saves, in a folder of its own. */
async function saved(id: string, input: AuditInput): Promise<string> {
  const at = join(folder, id);
  await mkdir(at, { recursive: true });
  for (const [name, text] of Object.entries(filesOf(answerAudit(input, FACTS))))
    await writeFile(join(at, name), text);
  return at;
}

const start = async (id: string, input: AuditInput): Promise<string> =>
  launch(join(await saved(id, input), 'server.mjs'));

async function launch(file: string): Promise<string> {
  const env = {
    PATH: process.env.PATH ?? '',
    PAY_TO,
    PUBLIC_URL,
    FACILITATOR_URL: facilitatorUrl,
    PORT: '0',
  };
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return await new Promise((ready, failed) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const port = /ready on (\d+)/u.exec(said)?.[1];
      if (port) ready(`http://127.0.0.1:${port}`);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => failed(new Error(said)));
  });
}

/** The emitted terms with the seller's own recipient and address in place of the placeholders. */
function deployed<T>(value: T, route: AuditRoute): T {
  const { payTo, resourceUrl } = route.example402.placeholders;
  return JSON.parse(
    JSON.stringify(value).replaceAll(resourceUrl, `${PUBLIC_URL}${route.path}`).replaceAll(payTo, PAY_TO),
  ) as T;
}

describe.each(['A1', 'A10'])('the Hono snippet of %s runs', (id) => {
  const route = routeOf(CASES[id]!.input);
  const isGet = route.method === 'GET';
  let origin: string;

  const query = isGet
    ? `?${new URLSearchParams(Object.entries(route.exampleRequest).map(([name, value]) => [name, String(value)]))}`
    : '';
  const call = (headers: Record<string, string> = {}, change: { query?: string; body?: string } = {}) =>
    isGet
      ? fetch(`${origin}${route.path}${change.query ?? query}`, { headers, redirect: 'error' })
      : fetch(`${origin}${route.path}`, {
          method: 'POST',
          redirect: 'error',
          headers: { 'content-type': 'application/json', ...headers },
          body: change.body ?? JSON.stringify(route.exampleRequest),
        });

  /** A well-formed payment of the live offer; `seed` makes it another payment. */
  async function payment(seed: string): Promise<Record<string, string>> {
    const required = decodePaymentRequiredHeader((await call()).headers.get('PAYMENT-REQUIRED')!);
    const payload = {
      x402Version: 2,
      resource: required.resource,
      accepted: required.accepts[0],
      payload: { signature: '0x00', authorization: { nonce: seed } },
      extensions: required.extensions,
    };
    return { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(payload)).toString('base64') };
  }

  beforeAll(async () => {
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24);
    origin = await start(id, CASES[id]!.input);
  });

  test('unpaid: 402 with the emitted terms', async () => {
    for (const response of [await call(), await fetch(`${origin}${route.path}`, { method: route.method })]) {
      expect(response.status).toBe(402);
      expect(decodePaymentRequiredHeader(response.headers.get('PAYMENT-REQUIRED')!)).toEqual(
        deployed(challengeHeader(route), route),
      );
    }
  });

  test('a forged Host does not enter the offer', async () => {
    // fetch does not let a caller forge Host, node:http does.
    const value = await new Promise<string>((got, failed) => {
      const options = { method: route.method, headers: { host: 'evil.example' } };
      httpRequest(`${origin}${route.path}`, options, (response) => {
        response.resume();
        got(String(response.headers['payment-required']));
      })
        .on('error', failed)
        .end();
    });
    expect(decodePaymentRequiredHeader(value).resource!.url).toBe(`${PUBLIC_URL}${route.path}`);
  });

  test('no verb goes round the payment, and bad input is refused before it', async () => {
    facilitator.settlements = 0;
    const head = await fetch(`${origin}${route.path}`, { method: 'HEAD' });
    expect(head.status).toBe(isGet ? 402 : 405);
    expect(
      (await fetch(`${origin}${route.path}`, { method: 'HEAD', headers: await payment('head') })).status,
    ).toBe(405);
    for (const method of ['PUT', 'DELETE', isGet ? 'POST' : 'GET'])
      expect((await fetch(`${origin}${route.path}`, { method })).status).toBe(405);
    const bad = await call(await payment('bad'), { query: `${query}&unheardOf=1`, body: '{"unheardOf":1}' });
    expect(bad.status).toBe(400);
    expect(facilitator.settlements).toBe(0);
    const preview = await fetch(`${origin}${route.freePreview.path}`);
    expect(await preview.json()).toEqual(route.exampleResponse);
  });

  test('one payment: one answer, one settlement, however often it is sent', async () => {
    facilitator.mode = 'ok';
    facilitator.settlements = 0;
    const paid = await payment('one');
    const [first, ...rest] = await Promise.all(
      [call(paid), call(paid), call(paid)].map(async (one) => ({
        status: (await one).status,
        text: await (await one).text(),
      })),
    );
    const statuses = [first!, ...rest].map((one) => one.status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const again = await call(paid);
    expect([again.status, await again.json()]).toEqual([200, route.exampleResponse]);
    expect(again.headers.get('PAYMENT-RESPONSE')).not.toBeNull();
    expect(facilitator.settlements).toBe(1);
    const other = await call(paid, {
      query: query.replace('Lisbon', 'Porto'),
      body: JSON.stringify({ ...route.exampleRequest, quoteId: 'quote_02' }),
    });
    expect(other.status).toBe(409);
    expect(facilitator.settlements).toBe(1);
  });

  test.each(['pending', 'lost', 'used'] as const)(
    'money may have moved (%s): 503 and no challenge',
    async (mode) => {
      const paid = await payment(mode);
      facilitator.mode = mode;
      const response = await call(paid);
      expect(response.status).toBe(503);
      expect(response.headers.get('PAYMENT-REQUIRED')).toBeNull();
      expect(response.headers.get('Retry-After')).not.toBeNull();
    },
  );

  test('money has not moved: 402 with a challenge', async () => {
    const paid = await payment('poor');
    facilitator.mode = 'poor';
    const response = await call(paid);
    expect(response.status).toBe(402);
    expect(decodePaymentRequiredHeader(response.headers.get('PAYMENT-REQUIRED')!).accepts[0]!.amount).toBe(
      route.priceAtomic,
    );
  });

  test('the emitted buyer buys from the emitted seller', async () => {
    facilitator.mode = 'ok';
    facilitator.settlements = 0;
    const env = { PATH: process.env.PATH ?? '' };
    const { stdout } = await run(process.execPath, [join(folder, id, 'buyer.mjs')], {
      env: { ...env, SELLER_URL: origin, BUYER_KEY: generatePrivateKey() },
    });
    expect(stdout).toMatch(/^200 /u);
    expect(facilitator.settlements).toBe(1);
    const check = await run('sh', [join(folder, id, 'check.sh')], { env: { ...env, URL: origin } });
    expect(check.stdout).toBe(`HTTP/1.1 402 Payment Required\n"amount":"${route.priceAtomic}"\n`);
  });

  // The handler is the same text for every audit: `npm test` mounts the one of a POST.
  test.runIf(IN_CAMPAIGN || !isGet)('Express mounts the same handler', async () => {
    const host = join(folder, id, 'host.mjs');
    const lines = [
      "import express from 'express';",
      "import { mount } from './express.mjs';",
      'const app = express();',
      'mount(app);',
      'app.use(express.json());',
      "const at = app.listen(0, '127.0.0.1', () => console.log('ready on ' + at.address().port));",
    ];
    await writeFile(host, lines.join('\n'));
    origin = await launch(host);
    expect((await call()).status).toBe(402);
    facilitator.mode = 'ok';
    expect(await (await call(await payment('express'))).json()).toEqual(route.exampleResponse);
    expect((await fetch(`${origin}/elsewhere`)).status).toBe(404);
  });
});

test('the snippet refuses to start with the placeholder recipient or without its settings', async () => {
  const route = routeOf(CASES.A1!.input);
  const file = join(await saved('unset', CASES.A1!.input), 'server.mjs');
  const env = { PATH: process.env.PATH ?? '', PUBLIC_URL, FACILITATOR_URL: facilitatorUrl, PORT: '0' };
  await expect(
    run(process.execPath, [file], { env: { ...env, PAY_TO: route.example402.placeholders.payTo } }),
  ).rejects.toThrow(/still the placeholder/u);
  await expect(run(process.execPath, [file], { env })).rejects.toThrow(/PAY_TO is missing/u);
});

test('every emitted snippet parses, and says its cautions about its own route', async () => {
  const files: string[] = [];
  for (const { id, route } of subjects.slice(0, 12)) {
    const { hono, express, buyer } = route.sellerSnippets;
    for (const [frame, code] of Object.entries({ hono, buyer, ...(express && { express }) })) {
      const file = join(folder, `${id}-${frame}.mjs`);
      await writeFile(file, code);
      files.push(file);
    }
    for (const code of [hono]) {
      for (const caution of [
        'Always set url',
        'payment header across redirects',
        'One payment buys one',
        'never 402',
        'indexes can list it',
      ])
        expect(code).toContain(caution);
      expect(code).toContain(route.path);
      expect(code).toContain(`'${route.priceAtomic}'`);
    }
    expect(buyer).toContain(`spendControls: { maxAmountPerPayment: '${route.price}' }`);
    expect(buyer).toContain('refuse more than $1 by default');
  }
  // As `node --check` does, for all in one process.
  const parse = `const { readFileSync } = require('node:fs');
    for (const file of process.argv.slice(1)) new (require('node:vm').SourceTextModule)(readFileSync(file, 'utf8'), { identifier: file });
    console.log(process.argv.length - 1, 'parsed');`;
  const parsed = (...paths: string[]) =>
    run(process.execPath, ['--experimental-vm-modules', '-e', parse, ...paths]);
  expect((await parsed(...files)).stdout).toBe(`${files.length} parsed\n`);
  await writeFile(join(folder, 'broken.mjs'), 'export const = 1;');
  await expect(parsed(...files, join(folder, 'broken.mjs'))).rejects.toThrow(/SyntaxError/);
});

test('nothing a caller sends breaks out of the code', async () => {
  const serviceName = `'; process.exit(7); //\u2028*/ \`\${process.exit(7)}\` "`;
  const input = { ...CASES.A1!.input, serviceName, targetBuyer: '*/ process.exit(7) /*' };
  const route = routeOf(input);
  const origin = await start('hostile', input);
  expect((await fetch(`${origin}${route.path}`)).status).toBe(402);
});
