import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { describe, expect, it, vi } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { toolsOf } from '../discovery/tools.ts';
import { encodeHeader, samplePayload } from '../gate/testing.ts';
import { appWithoutChain, NOW } from './testing.ts';

/** Calls of tools are answered without a server and a transport of the library: with the same bytes, and counted alike. */

const RATE = 100_000;
const open = () => appWithoutChain({ costly: RATE, payment: RATE, message: RATE, other: RATE });
const PLAIN = open();
const LIBRARY = open();

const library = vi.spyOn(WebStandardStreamableHTTPServerTransport.prototype, 'handleRequest');
/** Drawn anew for each call. */
const DRAWN = /[0-9a-f]{64}/g;

async function send({ app, events, counted }: typeof PLAIN, text: string, headers: Record<string, string>) {
  events.length = counted.length = 0;
  const request = new Request('http://assay.example/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: text,
  });
  const { body, ...reply } = await app.answer(request);
  return { ...reply, body: body?.replaceAll(DRAWN, 'drawn'), events: [...events], counted: [...counted] };
}

/** Whether it was answered without the library; the library takes this type too, and has answered the other one. */
async function both(message: unknown, headers: Record<string, string> = {}): Promise<boolean> {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  library.mockClear();
  const ours = await send(PLAIN, text, headers);
  const isPlain = library.mock.calls.length === 0;
  const theirs = await send(LIBRARY, text, { 'content-type': 'application/json; boundary=x', ...headers });
  expect(library).toHaveBeenCalled();
  expect(ours).toEqual(theirs);
  return isPlain;
}

const call = (name: string, args?: unknown, more: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, ...(args !== undefined && { arguments: args }), ...more },
});
const TOOLS = toolsOf(catalogue);
const exampleOf = (path: string, method: string): unknown =>
  catalogue.checks.find((check) => check.path === path)?.example ??
  catalogue.products.find((product) => product.path === path)?.forms.find((form) => form.method === method)
    ?.example ??
  {};
const [TOOL] = TOOLS;
const SOLD = TOOLS.find(
  ({ route }) => route.path === catalogue.products[0]!.path && route.method === 'POST',
)!;
const payload = JSON.parse(atob(encodeHeader(samplePayload(NOW / 1_000)))) as object;

describe('a tool call is answered as the library answers it', () => {
  it.each(TOOLS.map(({ name, route }) => [name, route] as const))('%s', async (name, { path, method }) => {
    expect(await both(call(name, exampleOf(path, method)))).toBe(true);
    expect(await both(call(name))).toBe(true);
    expect(await both(call(name, { [`x${name}`]: 1 }))).toBe(true);
  });

  const { name } = TOOL!;
  const args = exampleOf(TOOL!.route.path, TOOL!.route.method);
  it.each([
    ['with a text for an id', { ...call(name, args), id: 'seven' }, true],
    ['with a token of its progress', call(name, args, { _meta: { progressToken: 3 } }), true],
    [
      'with a payment',
      call(SOLD.name, exampleOf(SOLD.route.path, 'POST'), { _meta: { 'x402/payment': payload } }),
      true,
    ],
    ['for one part of the answer', call(name, { ...(args as object), part: 'summary' }), true],
    ['of a tool that is not there', call('nothing'), false],
    ['without an id', { jsonrpc: '2.0', method: 'tools/call', params: { name } }, false],
    ['with an id that is null', { ...call(name, args), id: null }, false],
    ['with a member that no message has', { ...call(name, args), more: 1 }, false],
    ['of another version', { ...call(name, args), jsonrpc: '1.0' }, false],
    ['as a task', call(name, args, { task: { ttl: 1_000 } }), false],
    [
      'of a task',
      call(name, args, { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'a' } } }),
      false,
    ],
    ['with arguments that are a list', call(name, [1]), false],
    ['without params', { jsonrpc: '2.0', id: 1, method: 'tools/call' }, false],
  ])('%s', async (_, message, isPlain) => {
    expect(await both(message)).toBe(isPlain);
  });

  it.each([
    ['of a version that is known', { 'mcp-protocol-version': '2025-06-18' }, true],
    ['of a version that is not', { 'mcp-protocol-version': '1999-01-01' }, false],
    ['without a stream', { accept: 'application/json' }, false],
    ['of a session', { 'mcp-session-id': 'x' }, true],
    ['of the operator', { 'x-svc-operator-token': 'right' }, true],
  ])('%s', async (_, headers, isPlain) => {
    expect(await both(call(name, args), headers)).toBe(isPlain);
  });
});
