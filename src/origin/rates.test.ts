import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { toolsOf } from '../discovery/tools.ts';
import { encodeHeader, samplePayload } from '../gate/testing.ts';
import type { Rates } from '../http/limits.ts';
import { callerOf, trustedProxies } from './caller.ts';
import { createOriginServer, HTTP_LIMITS } from './server.ts';
import { appWithoutChain, NOW } from './testing.ts';

/** Who is counted, and as what, before the whole application at a clock that stands still: a bucket never fills again. */

const open: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(open.splice(0).map((close) => close())));

interface Asking {
  readonly path: string;
  readonly method?: string;
  readonly from?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

async function start(rates: Partial<Rates>, trusted = '127.0.0.1') {
  const { app } = appWithoutChain({ costly: 100, payment: 100, message: 100, other: 100, ...rates });
  const proxies = trustedProxies(trusted, (fault) => expect.unreachable(fault));
  const server = createOriginServer(app, {}, HTTP_LIMITS, callerOf(proxies));
  const port = await server.listen(0, '127.0.0.1');
  open.push(() => server.drain(1_000));
  const ask = ({ path, method, from, body, headers }: Asking) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  /** How many of so many calls were not refused for being too many. */
  const passed = async (times: number, asking: Asking) => {
    const answers: number[] = [];
    for (let i = 0; i < times; i++) answers.push((await ask(asking)).status);
    return answers.filter((status) => status !== 429).length;
  };
  return { ask, passed };
}

const PRODUCT = catalogue.products[0]!;
const CHECK = catalogue.checks[0]!;
const FREE: Asking = { path: CHECK.path, body: CHECK.example };
const PAID: Asking = {
  path: PRODUCT.path,
  body: PRODUCT.forms.find(({ method }) => method === 'POST')!.example,
  headers: { 'payment-signature': encodeHeader(samplePayload(NOW / 1_000)) },
};
const MCP_HEADERS = { accept: 'application/json, text/event-stream' };
const tool = (name: string, args: unknown, meta?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
});
const toolAt = (path: string): string =>
  toolsOf(catalogue).find(({ route }) => route.path === path && route.method === 'POST')!.name;
const mcp = (body: unknown): Asking => ({ path: '/mcp', body, headers: MCP_HEADERS });
const FREE_TOOL = mcp(tool(toolAt(CHECK.path), CHECK.example));
const PAID_TOOL = mcp(tool(toolAt(PRODUCT.path), PAID.body, { 'x402/payment': samplePayload(NOW / 1_000) }));

describe('behind a proxy', () => {
  it.each([
    ['that stand ready', { path: PRODUCT.path }],
    ['that are made anew', { path: '/status' }],
  ])('two clients do not share a rate, for answers %s', async (_what, asking) => {
    const { passed } = await start({ other: 3 });
    // What stands ready was made for somebody.
    await passed(1, { ...asking, from: '192.0.2.1' });
    expect(await passed(5, { ...asking, from: '203.0.113.1' })).toBe(3);
    expect(await passed(5, { ...asking, from: '198.51.100.9, 203.0.113.2' })).toBe(3);
    expect(await passed(1, { ...asking, from: '198.51.100.9, 203.0.113.1' })).toBe(0);
  });

  it('the proxy itself is who does not say for whom it calls', async () => {
    const { passed } = await start({ other: 3 });
    expect(await passed(2, { path: '/status' })).toBe(2);
    expect(await passed(5, { path: '/status', from: 'nonsense' })).toBe(1);
  });

  it.each([{ path: PRODUCT.path }, { path: '/status' }])(
    'a header of somebody who is no proxy is his own word: $path',
    async (asking) => {
      const { passed } = await start({ other: 3 }, '192.0.2.0/24');
      let through = 0;
      for (let i = 0; i < 8; i++) through += await passed(1, { ...asking, from: `203.0.113.${i}` });
      expect(through).toBe(3);
    },
  );
});

describe('whether the service is well', () => {
  it('is answered to whoever has used up every rate', async () => {
    const { ask, passed } = await start({ other: 1 });
    expect(await passed(3, { path: '/status' })).toBe(1);
    expect(await passed(20, { path: '/healthz' })).toBe(20);
    expect((await ask({ path: '/healthz', method: 'HEAD' })).status).toBe(200);
  });
});

describe('what an address asks for free', () => {
  it('does not keep it from what it pays for', async () => {
    const { passed } = await start({ costly: 2, payment: 3 });
    expect(await passed(4, FREE)).toBe(2);
    expect(await passed(5, PAID)).toBe(3);
  });

  it('does not over MCP either', async () => {
    const { passed, ask } = await start({ costly: 2, payment: 3 });
    expect(await passed(4, FREE_TOOL)).toBe(2);
    expect(await passed(2, PAID_TOOL)).toBe(2);
    const answer = (await (await ask(PAID_TOOL)).json()) as { result: { structuredContent: object } };
    expect(answer.result.structuredContent).toMatchObject({ error: expect.any(String) });
    expect(await passed(2, PAID)).toBe(0);
  });

  it('is not made a payment by carrying one', async () => {
    const { passed } = await start({ costly: 1 });
    const meta = { 'x402/payment': samplePayload(NOW / 1_000) };
    expect(await passed(3, mcp(tool(toolAt(CHECK.path), CHECK.example, meta)))).toBe(1);
    expect(await passed(3, mcp(tool(toolAt(PRODUCT.path), PAID.body)))).toBe(0);
    expect(await passed(3, mcp({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))).toBe(0);
  });
});

describe('a batch of MCP messages', () => {
  it('is refused, however long, and nothing of it runs', async () => {
    const { ask, passed } = await start({ costly: 1 });
    for (const messages of [[], [FREE_TOOL.body], Array(100).fill(FREE_TOOL.body)]) {
      const answer = await ask(mcp(messages));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: 'invalid_request',
        issues: [{ path: '', code: 'batch' }],
      });
    }
    expect(await passed(2, FREE_TOOL)).toBe(1);
  });
});
