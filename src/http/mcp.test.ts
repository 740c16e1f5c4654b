import { describe, expect, it } from 'vitest';
import { Stage } from '../checks/stage.suite.ts';

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
