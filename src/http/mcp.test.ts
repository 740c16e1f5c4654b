import { describe, expect, it } from 'vitest';
import { Stage, WITHOUT_AUDIT } from '../checks/stage.suite.ts';
import type { Catalogue, Published } from '../declare.ts';
import { mcpRoute } from './mcp-route.ts';

const CANARY = 'canary-7b1e';
const send = async (message: unknown, headers: Record<string, string> = {}) => {
  const response = await new Stage().app.fetch(
    new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(message),
    }),
  );
  return response.text();
};
const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });

describe('MCP quotes neither what was sent nor how we are made', () => {
  it.each([
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: CANARY }, {}],
    ['an unknown tool', call({ name: CANARY }), {}],
    ['a tool call of another shape', call({ name: 7, arguments: CANARY }), {}],
    ['no JSON-RPC', { [CANARY]: 1 }, {}],
    ['an unknown version', call({ name: 'x' }), { 'mcp-protocol-version': CANARY }],
    ['no event stream', call({ name: 'x' }), { accept: CANARY }],
  ])('%s', async (_, message, headers) => {
    const text = await send(message, headers as Record<string, string>);
    expect(text).toContain('"error"');
    expect(text).not.toContain(CANARY);
    expect(text).not.toMatch(/zod|invalid_type|expected|MCP error|at Object|"data"/i);
  });
});

const publishedOf = (catalogue: Catalogue): Published => ({
  catalogue,
  publicUrl: 'https://assay.example',
  release: 'v0.0.0-test',
  mode: 'sandbox',
});
const OPTIONS = {
  shop: () => publishedOf(WITHOUT_AUDIT),
  release: 'v0.0.0-test',
  publicUrl: 'https://assay.example',
  answer: async () => ({ status: 200, headers: {}, body: '{}' }),
  isOperator: () => false,
};
const message = (method: string) =>
  new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
  });

describe('a message', () => {
  it('makes no tool anew: their schemas cost more than most messages', async () => {
    let read = 0;
    const catalogue = new Proxy(WITHOUT_AUDIT, {
      get: (whole, part: keyof Catalogue) => {
        if (part === 'checks' || part === 'documents') read++;
        return whole[part];
      },
    });
    const { POST } = mcpRoute({ ...OPTIONS, shop: () => publishedOf(catalogue) });
    let before = 0;
    for (const [i, method] of ['ping', 'ping', 'tools/list', 'ping'].entries()) {
      expect((await POST!.run(message(method))).reply.status).toBe(200);
      if (i === 0) before = read;
    }
    expect(before).toBeGreaterThan(0);
    expect(read).toBe(before);
  });

  it('is answered once the library can be loaded, though it could not be for those before', async () => {
    let isThere = false;
    let loads = 0;
    const { POST } = mcpRoute(OPTIONS, async () => {
      loads++;
      if (!isThere) throw new Error('EMFILE');
      return import('./mcp-run.ts');
    });
    for (let i = 0; i < 2; i++) await expect(POST!.run(message('ping'))).rejects.toThrow('EMFILE');
    isThere = true;
    for (let i = 0; i < 2; i++) expect((await POST!.run(message('ping'))).reply.status).toBe(200);
    expect(loads).toBe(3);
  });
});
