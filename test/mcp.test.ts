import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { PaymentPayload, PaymentRequired, SettleResponse } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { x402Client } from '@x402/fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { OMITTED, TICKET_ARGUMENT, toolsOf } from '../src/discovery/tools.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { disposeServices, type Hosted, startHosted } from './support/service.ts';

const PRICE = BigInt(opportunityCheck.price.amount);

/** The official MCP client, over both transports, before the running service. */

let chain: EvmSandbox;
let tools: ChainTools;
let service: Hosted;

beforeAll(async () => {
  chain = await startEvmSandbox();
  tools = chainTools(chain.rpcUrl);
  service = await startHosted({ rpcUrl: chain.rpcUrl });
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});

const overHttp = () => new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`));
const overStdio = () =>
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../bin/assay.mjs', import.meta.url)), 'mcp', '--url', service.url],
  });

/** The name of the tool behind a route. */
const toolAt = (path: string, method = 'POST'): string =>
  toolsOf(catalogue).find(({ route }) => route.path === path && route.method === method)!.name;
const OPPORTUNITY = toolAt('/api/opportunity-check');
const AUDIT = toolAt('/api/agent-revenue-audit');

const examples = new Map<string, Record<string, unknown>>([
  ...catalogue.checks.map(({ path, example }) => [toolAt(path), example as Record<string, unknown>] as const),
  ...catalogue.documents.flatMap((document) =>
    document.freshness === 'fixed' && document.lookup
      ? [[toolAt(document.path, 'GET'), document.lookup.example as Record<string, unknown>] as const]
      : [],
  ),
  ...catalogue.products.flatMap(({ path, forms }) =>
    forms.map(({ method, example }) => [toolAt(path, method), example as Record<string, unknown>] as const),
  ),
]);

/** Tools that issue something of its own with each answer: a ticket, a match. */
const EACH_TIME_ANEW = new Set([
  toolAt('/api/buyer-payment-scope-check/check'),
  toolAt('/api/x402-compatibility-witness/preflight'),
]);

describe.each([
  ['streamable HTTP', overHttp],
  ['standard input and output', overStdio],
])('over %s', (_name, transport) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'a-buyer', version: '1.0.0' });
    await client.connect(transport());
  });
  afterAll(() => client.close());

  const call = async (
    name: string,
    args: Record<string, unknown> = {},
    payment?: PaymentPayload,
  ): Promise<CallToolResult> =>
    (await client.callTool({
      name,
      arguments: args,
      ...(payment && { _meta: { 'x402/payment': payment } }),
    })) as CallToolResult;

  it('refuses at once what policy refuses, before there is a payment, and quotes nothing', async () => {
    const mailbox = 'jane.roe@gmail.com';
    const args = { subject: 'api.weather.example', goal: `Is it worth $0.01? Ask ${mailbox}` };
    const refused = await call(OPPORTUNITY, args);
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        status: 422,
        error: 'request_refused',
        stopReason: 'sensitiveData',
        issues: [{ path: 'goal', code: 'sensitiveData:pii.email' }],
      },
    });
    expect(JSON.stringify(refused)).not.toContain(mailbox);
  });

  it('lists exactly the tools that the tool pack describes', async () => {
    const listed = (await client.listTools()).tools;
    const pack = await (await fetch(`${service.url}/api/mcp-tool-pack`)).json();
    expect(listed.map(({ name, title, description }) => ({ name, title, description }))).toEqual(
      pack.tools.map(({ name, title, description }: Record<string, string>) => ({
        name,
        title,
        description,
      })),
    );
    expect(listed.map(({ name }) => name).sort()).toEqual([...examples.keys()].sort());
  });

  it('answers every free tool as its HTTP route does', async () => {
    for (const { name, route, price } of toolsOf(catalogue)) {
      if (price !== '$0.00') continue;
      const result = await call(name, examples.get(name));
      expect({ name, isError: result.isError }).toEqual({ name, isError: undefined });
      if (EACH_TIME_ANEW.has(name)) continue;
      const overHttp =
        route.method === 'GET'
          ? await fetch(
              `${service.url}${route.path}?${new URLSearchParams(examples.get(name) as Record<string, string>)}`,
            )
          : await fetch(service.url + route.path, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(examples.get(name)),
            });
      const whole = await overHttp.json();
      const { [OMITTED]: omitted, ...shown } = result.structuredContent as Record<string, unknown>;
      // What is too long for a conversation is named instead.
      if (omitted) expect(whole).toMatchObject(shown);
      else expect(shown).toEqual(whole);
    }
  });

  it('answers every paid tool with its challenge, and moves nothing', async () => {
    const before = await tools.sellerBalance();
    for (const product of catalogue.products) {
      const name = toolAt(product.path, product.forms[0]!.method);
      const result = await call(name, examples.get(name));
      expect(result.isError).toBe(true);
      if ((result.structuredContent as { error?: string }).error !== 'payment_required') continue;
      expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(result.structuredContent);
      // Cloudflare's client reads it there, and puts what it echoes into base64 as Latin-1.
      expect(result._meta!['x402/error']).toEqual(result.structuredContent);
      expect(() => btoa(JSON.stringify(result.structuredContent))).not.toThrow();
      expect(result.structuredContent).toMatchObject({
        x402Version: 2,
        accepts: [{ amount: product.price.amount, network: 'eip155:8453' }],
      });
    }
    expect(await tools.sellerBalance()).toBe(before);
  });

  const wallet = (override?: string) => {
    const payer = new x402Client().register('eip155:8453', new ExactEvmScheme(tools.buyer(0)));
    return override ? payer.setSpendControls({ maxAmountPerPayment: override }) : payer;
  };

  it('sells the opportunity check once, however often the same payment is sent', async () => {
    const args = examples.get(OPPORTUNITY)!;
    const challenge = (await call(OPPORTUNITY, args)).structuredContent as unknown as PaymentRequired;
    const payment = await wallet().createPaymentPayload(challenge);
    const before = await tools.sellerBalance();
    const results = [await call(OPPORTUNITY, args, payment), await call(OPPORTUNITY, args, payment)];
    expect(await tools.sellerBalance()).toBe(before + PRICE);
    for (const result of results) {
      expect(result.isError).toBeUndefined();
      const settlement = result._meta!['x402/payment-response'] as SettleResponse;
      expect(settlement).toMatchObject({ success: true, network: 'eip155:8453' });
      expect(result._meta!['assay/delivery-receipt']).toMatch(/^ey/);
    }
    expect(results[0]!.content).toEqual(results[1]!.content);
    // The same payment for another question is refused, and not charged.
    const other = await call(OPPORTUNITY, { ...args, subject: 'https://other.example' }, payment);
    expect(other).toMatchObject({ isError: true, structuredContent: { error: 'payment_reused' } });
    expect(await tools.sellerBalance()).toBe(before + PRICE);
  });

  it("takes a payment in base64, as Cloudflare's client sends it, and nothing else that is a text", async () => {
    const args = { ...examples.get(OPPORTUNITY)!, subject: 'https://base64.example' };
    const challenge = (await call(OPPORTUNITY, args)).structuredContent as unknown as PaymentRequired;
    const payment = btoa(JSON.stringify(await wallet().createPaymentPayload(challenge)));
    const before = await tools.sellerBalance();
    for (const wrong of ['no base64\r\nx-injected: 1', 'AAAA'])
      expect(await call(OPPORTUNITY, args, wrong as never)).toMatchObject({ isError: true });
    expect((await call(OPPORTUNITY, args, payment as never)).isError).toBeUndefined();
    expect(await tools.sellerBalance()).toBe(before + PRICE);
  });

  it("marks its paid tools as Apify's client wants it, and no other", async () => {
    const { tools: listed } = await client.listTools();
    const marked = listed.filter(({ _meta }) => (_meta as { x402?: object } | undefined)?.x402);
    expect(marked.map(({ name }) => name).every((name) => name.startsWith('buy_'))).toBe(true);
    expect(marked).toHaveLength(5);
  });

  it('sells the audit with the ticket of its free check, and not without', async () => {
    const args = examples.get(AUDIT)!;
    const challenge = (await call(AUDIT, args)).structuredContent as unknown as PaymentRequired;
    const before = await tools.sellerBalance();
    const payment = await wallet('$5').createPaymentPayload(challenge);
    expect(await call(AUDIT, args, payment)).toMatchObject({
      isError: true,
      structuredContent: { error: 'ticket_required' },
    });
    const approved = await call(toolAt('/api/buyer-payment-scope-check/check'), {
      route: '/api/agent-revenue-audit',
      method: 'POST',
      network: 'eip155:8453',
      maxAmountAtomicUnits: '5000000',
      buyerApproval: true,
      payload: args,
    });
    const { ticket } = approved.structuredContent as { ticket: string };
    const bought = await call(AUDIT, { ...args, [TICKET_ARGUMENT]: ticket }, payment);
    expect(bought.isError).toBeUndefined();
    expect(await tools.sellerBalance()).toBe(before + 5_000_000n);
  });

  it('refuses what is not a payment, an argument or a tool, in words', async () => {
    expect(await call(OPPORTUNITY, examples.get(OPPORTUNITY)!, { no: 'payment' } as never)).toMatchObject({
      isError: true,
      structuredContent: { reason: 'unsupported_x402_version' },
    });
    expect(await call(toolAt('/api/agent-spend-passport/prepare'), { secretMember: 'x' })).toMatchObject({
      isError: true,
      structuredContent: { error: 'invalid_request' },
    });
    await expect(call('no-such-tool')).rejects.toThrow(/no tool of this name/);
  });
});

it('answers other verbs and other bodies like any route', async () => {
  const post = (body: string) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body,
    });
  expect((await fetch(`${service.url}/mcp`)).status).toBe(405);
  expect((await post('{')).status).toBe(400);
  expect(
    (await post(`{"jsonrpc":"2.0","id":1,"method":"tools/list","x":"${'y'.repeat(60_000)}"}`)).status,
  ).toBe(413);
  const card = await fetch(`${service.url}/mcp/server-card`);
  expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json');
  expect((await card.json()).remotes).toEqual([{ type: 'streamable-http', url: `${service.url}/mcp` }]);
});
