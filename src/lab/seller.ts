import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import type { exchangeSchema } from '../ledger/evidence.ts';
import { type Dialect, type ScriptedAnswer, wireBody } from './challenge.ts';
import { credentialOf } from './facts.ts';
import { heardOverMcp, type ToolCall } from './mcp-seller.ts';
import type { Ledger } from './money.ts';
import type { Route, ScriptedReply, SellerScript } from './script.ts';
import { ELSEWHERE_HOST, ELSEWHERE_PATH, MCP_PATH, PAID_PATH, RESOURCE_BODY } from './terms.ts';

export type Exchange = z.infer<typeof exchangeSchema>;

/** Headers that matter to a payment; the rest is noise of the runtime. */
const REQUEST_HEADERS = ['payment-signature', 'x-payment', 'authorization', 'content-type'];
const RESPONSE_HEADERS = [
  'payment-required',
  'payment-response',
  'x-payment-response',
  'www-authenticate',
  'payment-receipt',
  'location',
  'retry-after',
  'content-encoding',
];
/** A longer header value is kept as its digest. */
const HEADER_KEPT = 8_192;
const UNTRUE_TRANSACTION = `0x${'ab'.repeat(32)}`;

/** The case that the seller is playing. */
export interface Scene {
  readonly script: SellerScript;
  readonly dialect: Dialect;
  /** Settles credentials; absent where no chain takes part. */
  readonly ledger?: Ledger;
  /** Two calls are made at once. */
  readonly together?: boolean;
  /** Whether clients know the two origins by their ports instead of their names. */
  readonly byPort?: boolean;
}

export interface Seller {
  readonly port: number;
  readonly elsewherePort: number;
  /** Begins a case: whatever came before is forgotten. */
  play(scene: Scene): void;
  /** What was said in this case so far, in order. */
  transcript(): readonly Exchange[];
  stop(): Promise<void>;
}

/** A shop on two loopback origins that acts out one script at a time and writes down what is said. */
export async function openSeller(port = 0): Promise<Seller> {
  let scene: (Scene & { readonly meeting?: Meeting }) | undefined;
  let exchanges: Exchange[] = [];
  let credentials = new Map<Route, number>();
  /** Transactions by credential: an honest seller knows a payment again and takes it once. */
  let settled = new Map<string, string>();

  const listen = async (elsewhere: boolean, at = 0) => {
    const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
      void serve(request, response, elsewhere).catch(() => response.destroy());
    });
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const servers = [await listen(false, port), await listen(true)];

  async function serve(request: IncomingMessage, response: ServerResponse, elsewhere: boolean) {
    const playing = scene!;
    const target = request.url ?? '/';
    const { exchange, call, talk } = heard(playing.script, request, target, await bodyOf(request));
    if (talk) return send(response, exchange, talk);
    exchanges.push(exchange);
    const route = routeOf(playing.script, target, elsewhere);
    if (!route) return send(response, exchange, { status: 404, headers: {}, body: '', gzip: false });
    const credential = call?.strange ? undefined : decodedOf(exchange);
    const nth = credentials.get(route) ?? 0;
    if (credential !== undefined) credentials.set(route, nth + 1);
    const reply = credential === undefined ? route.unpaid : (route.paid[nth] ?? route.paid.at(-1)!);
    const { ledger, meeting } = playing;
    await (credential === undefined ? meeting?.unpaid() : meeting?.paid());
    const takes = credential !== undefined && reply.settle === true && ledger !== undefined;
    const transaction = takes ? await settle(ledger, credential) : undefined;
    const refused = takes && transaction === undefined;
    const chosen: ScriptedReply = refused ? { kind: 'challenge' } : placed(reply, playing);
    await act(response, exchange, chosen, playing, transaction, call);
  }

  /** A redirect to the other origin, as this scene's clients know it. */
  const placed = (reply: ScriptedReply, { byPort }: Scene): ScriptedReply =>
    reply.kind === 'redirect' && byPort
      ? { ...reply, to: reply.to.replace(`//${ELSEWHERE_HOST}`, `//127.0.0.1:${portOf(servers[1]!)}`) }
      : reply;

  async function settle(ledger: Ledger, credential: object): Promise<string | undefined> {
    const key = JSON.stringify(credential);
    const transaction = settled.get(key) ?? (await ledger.settle(credential));
    if (transaction !== undefined) settled.set(key, transaction);
    return transaction;
  }

  return {
    port: portOf(servers[0]!),
    elsewherePort: portOf(servers[1]!),
    play(next) {
      scene = next.together ? { ...next, meeting: meetingOfTwo() } : next;
      exchanges = [];
      credentials = new Map();
      settled = new Map();
    },
    transcript: () => exchanges,
    async stop() {
      await Promise.all(
        servers.map((server) => {
          const closed = new Promise<void>((resolve) => server.close(() => resolve()));
          server.closeAllConnections();
          return closed;
        }),
      );
    },
  };
}

/** What a client does not send within this time, it does not send before it is answered. */
const PATIENCE_MS = 1_000;

/** The order in which two calls at once are answered, always the same: who is first would decide what a client does. */
interface Meeting {
  /** Answered first when both calls are here; answered second when the first one's payment is here. */
  unpaid(): Promise<void>;
  /** Answered when the second call has been told the price. */
  paid(): Promise<void>;
}

function meetingOfTwo(): Meeting {
  const [second, payment, told] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const within = (promise: Promise<void>) =>
    Promise.race([promise, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS).unref())]);
  let calls = 0;
  return {
    async unpaid() {
      if (++calls === 1) return within(second!.promise);
      second!.resolve();
      await within(payment!.promise);
      told!.resolve();
    },
    async paid() {
      payment!.resolve();
      if (calls > 1) await within(told!.promise);
    },
  };
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function newExchange(request: IncomingMessage, target: string, body: Buffer): Exchange {
  return {
    request: {
      method: request.method ?? 'GET',
      target,
      headers: kept(request.headers, REQUEST_HEADERS),
      bodyDigest: body.length > 0 ? `sha256:${createHash('sha256').update(body).digest('hex')}` : null,
    },
    response: { status: null, headers: {}, body: null },
  };
}

/** A request as it is recorded, and what it is where the seller speaks MCP. */
function heard(script: SellerScript, request: IncomingMessage, target: string, body: Buffer) {
  const exchange = newExchange(request, target, body);
  if (script.mcp === undefined || target !== MCP_PATH) return { exchange };
  const said = heardOverMcp(script.mcp, exchange.request.method, body);
  if ('body' in said) return { exchange, talk: said };
  Object.assign(exchange.request.headers, said.headers);
  return { exchange, call: said };
}

const kept = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, shortened(String(value))]];
    }),
  );

const shortened = (value: string): string =>
  value.length <= HEADER_KEPT
    ? value
    : `sha256:${createHash('sha256').update(value).digest('hex')} of ${value.length} characters`;

function routeOf(script: SellerScript, target: string, elsewhere: boolean): Route | undefined {
  const path = target.split('?')[0]!;
  if (elsewhere !== path.startsWith(ELSEWHERE_PATH)) return undefined;
  if (script.mcp) return path === MCP_PATH ? script : undefined;
  return script.also?.[path] ?? (path === PAID_PATH ? script : undefined);
}

/** The decoded credential of a request; an object without content when it does not decode. */
function decodedOf({ request: { headers } }: Exchange): object | undefined {
  const found = credentialOf(headers);
  if (found === undefined) return undefined;
  return typeof found.payload === 'object' && found.payload !== null ? found.payload : {};
}

async function act(
  response: ServerResponse,
  exchange: Exchange,
  reply: ScriptedReply,
  scene: Scene,
  transaction: string | undefined,
  call: ToolCall | undefined,
): Promise<void> {
  const said = answerTo(reply, scene, transaction);
  const answer = call ? call.spelt(said) : said;
  if (reply.kind === 'drop') {
    response.destroy();
    return;
  }
  if (reply.kind === 'cut') {
    exchange.response.status = answer.status;
    exchange.response.headers = kept(answer.headers, RESPONSE_HEADERS);
    const half = Buffer.from(answer.body).subarray(0, Math.floor(answer.body.length / 2));
    response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length });
    response.write(half, () => setTimeout(() => response.destroy(), CUT_MS));
    exchange.response.body = half.toString('utf8');
    return;
  }
  send(response, exchange, answer);
}

/** Time for the first half of an answer to arrive before the connection ends. */
const CUT_MS = 20;

function answerTo(reply: ScriptedReply, { dialect }: Scene, transaction: string | undefined): ScriptedAnswer {
  const plain = { headers: {}, body: '', gzip: false };
  switch (reply.kind) {
    case 'challenge':
      return dialect.challenge(reply.change ?? {});
    case 'status':
      return {
        ...plain,
        status: reply.status,
        headers: reply.retryAfterSeconds ? { 'retry-after': String(reply.retryAfterSeconds) } : {},
      };
    case 'redirect':
      return { ...plain, status: reply.status, headers: { location: reply.to } };
    default: {
      const receipt = reply.kind === 'deliver' ? (reply.receipt ?? 'true') : 'true';
      return {
        status: 200,
        headers: {
          'content-type': 'application/json',
          ...(receipt === 'none'
            ? {}
            : dialect.receipt({
                success: receipt !== 'failed',
                transaction: receipt === 'failed' ? '' : (transaction ?? UNTRUE_TRANSACTION),
              })),
        },
        body: RESOURCE_BODY,
        gzip: reply.kind === 'deliver' && reply.gzip === true,
      };
    }
  }
}

/** Every answer closes its connection, so that no case inherits a socket from another. */
function send(response: ServerResponse, exchange: Exchange, answer: ScriptedAnswer): void {
  const headers = { ...answer.headers, ...(answer.gzip ? { 'content-encoding': 'gzip' } : {}) };
  exchange.response = {
    status: answer.status,
    headers: kept(headers, RESPONSE_HEADERS),
    body: answer.body === '' ? null : answer.body,
  };
  response.writeHead(answer.status, { ...headers, connection: 'close' });
  response.end(wireBody(answer));
}
