import { request as httpRequest } from 'node:http';
import { catalogue } from '../../src/catalogue.ts';
import { toolsOf } from '../../src/discovery/tools.ts';
import { USDC_SOLANA } from '../../src/gate/assets.ts';
import type { Lab } from '../attacks/lab.ts';
import { routesOf } from '../fuzz/inputs.ts';
import { placesOf, withAt } from '../fuzz/mutate.ts';

/** Every way in for something that a caller knows of itself. */

/** Where test calls come from: another loopback address than the one the service names itself by. */
export const CALLER = '127.0.0.77';
export const FORWARDED = '203.0.113.77';

export interface Call {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

const base64Url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const onSolana = (transaction: string) => ({
  x402Version: 2,
  accepted: { scheme: 'exact', network: USDC_SOLANA.network, asset: USDC_SOLANA.asset },
  payload: { transaction: Buffer.from(transaction).toString('base64') },
});

/** One canary in one channel, at one operation of the interface description. */
export function callsFor(lab: Lab, canary: (channel: string) => string, every = 1): Call[] {
  return routesOf(lab.openapi).flatMap(({ method, path, body }, n) => {
    const plain = body ? { ...JSON_HEADERS } : {};
    const example = JSON.stringify(body?.example ?? {});
    const call = (changes: Partial<Call>): Call => ({
      method,
      target: path,
      headers: plain,
      body: body && example,
      ...changes,
    });
    const header = (name: string, value: string) => call({ headers: { ...plain, [name]: value } });
    const calls = [
      call({ target: `${path}?src=${canary('src')}` }),
      call({ target: `${path}?${canary('query name')}=${canary('query value')}` }),
      call({ target: `${path}/${canary('path')}` }),
      call({ method: 'PUT', target: `${path}?${canary('other verb')}` }),
      header('user-agent', `agent/${canary('user agent')}`),
      header('x-forwarded-for', FORWARDED),
      header('x-forwarded-host', `${canary('forwarded host')}.example`),
      header('host', `${canary('host')}.example`),
      header('cookie', `session=${canary('cookie')}`),
      header('referer', `https://${canary('referer')}.example/`),
      header('origin', `https://${canary('origin')}.example`),
      header(`x-${canary('header name')}`, '1'),
      header('x-request-id', canary('request id')),
      header('traceparent', `00-${canary('trace').padEnd(32, '0').slice(0, 32)}-00f067aa0ba902b7-01`),
      header('authorization', `Payment id="${canary('authorization')}"`),
      header('authorization', `Payment ${base64Url({ challenge: { id: canary('MPP challenge') } })}`),
      header('idempotency-key', canary('idempotency key')),
      call({ target: `${path}?match=${canary('match')}` }),
      call({ target: `${path}?paymentNetwork=${canary('payment network')}` }),
      header('payment-signature', canary('junk payment')),
      header('payment-signature', base64(onSolana(canary('Solana transaction')))),
      header('payment-signature', base64({ x402Version: 2, payload: canary('half a payment') })),
      header('x-payment', base64({ x402Version: 1, payload: canary('version 1 payment') })),
      header('x-svc-audit-authorization', canary('ticket')),
      header('x-svc-operator-token', canary('operator token')),
      header('x-svc-edge-auth', canary('edge header')),
      header('if-none-match', `"${canary('condition')}"`),
      ...(body ? bodies(call, body.example, canary) : []),
    ];
    return body ? calls : calls.filter((_, i) => (i + n) % every === 0);
  });
}

function bodies(
  call: (changes: Partial<Call>) => Call,
  example: unknown,
  canary: (channel: string) => string,
): Call[] {
  const withPayment = { ...JSON_HEADERS, 'payment-signature': base64({ x402Version: 2 }) };
  const texts = placesOf(example).filter(({ value }) => typeof value === 'string');
  const send = (body: string): Call[] => [call({ body }), call({ body, headers: withPayment })];
  return [
    ...texts.flatMap(({ path }) =>
      send(JSON.stringify(withAt(example, path, `about ${canary(`body ${path.join('.')}`)}`))),
    ),
    ...send(JSON.stringify({ ...(example as object), [canary('unknown key')]: canary('unknown value') })),
    ...send(`{"goal":"${canary('malformed JSON')}`),
    ...send(`"${canary('a text')}"`),
    ...send(JSON.stringify({ ...(example as object), goal: canary('too long').repeat(200) })),
    call({ body: canary('text body'), headers: { 'content-type': `text/${canary('content type')}` } }),
    call({ body: 'x', headers: { ...JSON_HEADERS, 'content-encoding': canary('content encoding') } }),
    call({ body: `{"a":"${canary('large body').repeat(3_000)}"}` }),
  ];
}

/** The plain forms at /try, answered and refused: the interface description does not list pages. */
export const formsWith = (canary: (channel: string) => string): Record<string, string>[] => [
  { check: 'passport', goal: `Decide whether to pay $0.01 per call for ${canary('form goal')}` },
  { check: 'passport', goal: canary('form goal, refused'), maxBudgetUsd: canary('form budget') },
  {
    check: 'preflight',
    resourceUrl: `https://${canary('form host')}.example/v1?q=${canary('form query')}`,
    reason: canary('form reason'),
    payloadPreview: JSON.stringify({ [canary('form key')]: canary('form value') }),
  },
  { check: 'preflight', reason: canary('form reason, refused'), payloadPreview: canary('form malformed') },
];

const MCP_HEADERS = { ...JSON_HEADERS, accept: 'application/json, text/event-stream' };

/** What a caller can say over MCP: every tool's arguments, a payment, its own name, and words that mean nothing there. */
export async function toolCallsFor(lab: Lab, canary: (channel: string) => string): Promise<Call[]> {
  const rpc = (method: string, params: object): Call => ({
    method: 'POST',
    target: '/mcp',
    headers: MCP_HEADERS,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { body, ...list } = rpc('tools/list', {});
  const listed = await fetch(lab.url + list.target, { ...list, body: body! });
  const { result } = (await listed.json()) as {
    result: { tools: { name: string }[] };
  };
  const tool = (name: string, args: unknown, meta = {}) =>
    rpc('tools/call', { name, arguments: args, _meta: meta });
  return [
    ...result.tools.flatMap(({ name }) => {
      const { method, path } = toolsOf(catalogue).find((each) => each.name === name)!.route;
      const route = routesOf(lab.openapi).find((each) => each.method === method && each.path === path);
      const example = route?.body?.example ?? {};
      const texts = placesOf(example).filter(({ value }) => typeof value === 'string');
      const marked = texts.map((place) =>
        tool(name, withAt(example, place.path, `about ${canary(`${name} ${place.path.join('.')}`)}`)),
      );
      return [
        ...marked,
        tool(name, { ...(example as object), [canary('unknown argument')]: canary('argument value') }),
        tool(name, { ...(example as object), authorizationTicket: canary('ticket argument') }),
        tool(name, example, { 'x402/payment': { x402Version: 2, payload: canary('payment in _meta') } }),
      ];
    }),
    tool(canary('unknown tool'), {}),
    tool(result.tools[0]!.name, canary('arguments that are a text')),
    rpc(canary('unknown method'), {}),
    rpc('tools/list', { cursor: canary('cursor') }),
    rpc('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: { [canary('capability')]: {} },
      clientInfo: { name: canary('client name'), version: canary('client version') },
    }),
    { ...rpc('tools/list', {}), body: `{"jsonrpc":"2.0","id":1,"method":"${canary('malformed call')}` },
  ];
}

export interface Heard {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends from an address that can be recognised. */
export function callFrom(url: string, { method, target, headers, body }: Call): Promise<Heard> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = {
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...length },
      localAddress: CALLER,
    };
    const outgoing = httpRequest(options, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const heard = new Headers();
      for (const [name, value] of Object.entries(incoming.headers))
        heard.set(name, [value].flat().join(', '));
      resolve({
        status: incoming.statusCode ?? 0,
        text: Buffer.concat(chunks).toString('utf8'),
        headers: heard,
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
