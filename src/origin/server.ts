import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ASSERTION_HEADER } from '../adapters/edge/assertion.ts';
import type { App } from '../http/app.ts';
import {
  COMMON_HEADERS,
  completed,
  JSON_TYPE,
  problemReply,
  type Reply,
  toResponse,
} from '../http/respond.ts';
import type { Awaiting, Glance, Written } from '../http/standing.ts';
import { type ProblemCode, problem } from '../values/problem.ts';
import { callerOf, LOOPBACK, trustedProxies } from './caller.ts';
import { encoder } from './coding.ts';
import { mayHaveBody, takeBody } from './taking.ts';
import { write, writerFor } from './writer.ts';

export const HTTP_LIMITS = {
  /** Everything a client sends before the body. Node answers more with 431. */
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** How often the two above are looked at: Node's own 30 s would make them twice as long. */
  connectionsCheckingInterval: 2_000,
  /** Above the 60 s of common proxies, so that they close first. */
  keepAliveTimeout: 65_000,
  /** The last of them is answered with `Connection: close`. */
  maxRequestsPerSocket: 10_000,
};

/** Request targets that some parser could read as another path. URL objects repair them silently, so they are refused raw. */
const NOT_CANONICAL = /^[^/]|%|\\|\/\/|\/\.\.?(?:\/|$)|#|[^\x21-\x7e]/;
const isCanonical = (target: string): boolean => !NOT_CANONICAL.test(target.split('?', 1)[0]!);

export interface OriginServer {
  listen(port: number, host: string): Promise<number>;
  /** Stops accepting, lets what is under way finish with `Connection: close`, and cuts what is left after `patienceMs`. */
  drain(patienceMs: number): Promise<void>;
}

const BEHIND_LOOPBACK = callerOf(trustedProxies(LOOPBACK, () => {}));

/** What a server asks of an app. */
export type Served = Pick<App, 'answer' | 'standing'>;

/** Node's HTTP server with limits, in front of an app: answers that stand ready at once, all others when they are made. */
export function createOriginServer(
  app: Served,
  /** Headers of every answer, besides those of every instance. */
  common: Readonly<Record<string, string>> = {},
  limits = HTTP_LIMITS,
  addressOf = BEHIND_LOOPBACK,
): OriginServer {
  const notFound = writtenProblem('not_found', common);
  const hostMissing = writtenProblem('invalid_request', common);
  const answer = longWay(app, common, addressOf);
  const writeStanding = writerFor(limits);
  const underWay = new Set<ServerResponse>();
  let draining = false;
  /** A ready answer, when the body that comes with the request is there, or need not be. */
  const say = (incoming: IncomingMessage, outgoing: ServerResponse, ready: Written | Awaiting): void => {
    if ('taken' in ready)
      takeBody(incoming, ready.maxBytes, (body) => {
        if (draining) outgoing.shouldKeepAlive = false;
        writeStanding(outgoing, ready.taken(body));
      });
    else {
      if (mayHaveBody(incoming)) takeBody(incoming, 0);
      writeStanding(outgoing, ready);
    }
  };
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (draining) outgoing.shouldKeepAlive = false;
    if (isLastOf(outgoing)) outgoing.once('finish', () => partFrom(incoming.socket));
    if (incoming.url?.startsWith('http')) inOriginForm(incoming);
    const target = incoming.url ?? '';
    const ready =
      incoming.headers.host === undefined && incoming.httpVersionMinor > 0
        ? hostMissing
        : isCanonical(target)
          ? app.standing(glanceAt(incoming, target, addressOf(incoming)))
          : notFound;
    if (ready) say(incoming, outgoing, ready);
    else {
      underWay.add(outgoing);
      outgoing.once('close', () => underWay.delete(outgoing));
      void answer(incoming, outgoing);
    }
  };
  // Node would answer a request without Host by itself, with a bare 400.
  const server = createServer({ ...limits, requireHostHeader: false }, handle);
  // Node would answer an unknown Expect by itself, with an empty 417 and none of our headers.
  server.on('checkExpectation', handle);
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of an answer a second one would be read as its rest.
    if (error.code === 'ECONNRESET' || isAnswering(socket)) return socket.destroy();
    socket.write(rawProblem(CLIENT_ERRORS[error.code ?? ''] ?? 'invalid_request', common));
    partFrom(socket);
  });

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    drain: (patienceMs) => {
      draining = true;
      for (const outgoing of underWay) outgoing.shouldKeepAlive = false;
      return closed(server, patienceMs);
    },
  };
}

/** Answers that are made for the request: all that http/ reads of it is a `Request`. */
function longWay(
  app: Served,
  common: Readonly<Record<string, string>>,
  addressOf: ReturnType<typeof callerOf>,
): ReturnType<typeof getRequestListener> {
  const encode = encoder();
  return getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      const address = addressOf(incoming);
      const reply = await app.answer(request, address === undefined ? {} : { address });
      write(outgoing, await encode(reply, incoming.headers['accept-encoding']));
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      // HTTP/1.0 need not name a host.
      hostname: 'localhost',
      // A target or host that is no address. What an app throws it answers itself.
      errorHandler: () => toResponse(problemReply(problem('invalid_request')), common),
    },
  );
}

/** How often a draining server looks for connections that have nothing more to do. */
const IDLE_LOOK_MS = 50;

/** Waits until every connection has ended, and ends what is left after `patienceMs`. */
const closed = (server: Server, patienceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), patienceMs);
    // More than once: a connection whose answer was on its way when draining began is idle only now.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });

/** A body is what `headers` says: HTTP/1.1 knows no other way to announce one. */
function glanceAt(
  { method = '', headers }: IncomingMessage,
  target: string,
  address: string | undefined,
): Glance {
  const header = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return { method, target, header, address };
}

/** What is said before there is a service: alive, not ready, nothing moved. */
export function bootingReply(request: Request, common?: Readonly<Record<string, string>>): Reply {
  const reply =
    new URL(request.url).pathname === '/healthz'
      ? {
          status: 200,
          headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store' },
          body: '{"status":"starting"}',
        }
      : problemReply(
          problem(carriesPayment(request) ? 'settlement_unavailable' : 'service_unavailable', {
            retryAfterSeconds: 2,
          }),
        );
  return completed(reply, common);
}

/** Of a payment is spoken to who may have sent one, or to an edge that may hold one. */
const carriesPayment = ({ headers }: Request): boolean =>
  ['payment-signature', 'x-payment', 'authorization', ASSERTION_HEADER].some((name) => headers.has(name));

/** Faults that Node finds before there is a request: answered in the same form, and the connection is closed. */
function rawProblem(code: ProblemCode, common: Readonly<Record<string, string>>): string {
  const { status, headers, body } = plain(code, common);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

function plain(code: ProblemCode, common: Readonly<Record<string, string>>) {
  const { status, headers, body } = problemReply(problem(code));
  return {
    status,
    headers: { ...COMMON_HEADERS, ...headers, ...common, 'content-length': String(Buffer.byteLength(body!)) },
    body,
  };
}

const CLIENT_ERRORS: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Said before a Request is made: building one repairs some targets and refuses others with an empty 400. */
function writtenProblem(code: ProblemCode, common: Readonly<Record<string, string>>): Written {
  const { status, headers, body } = plain(code, common);
  return { status, headers: Object.entries(headers).flat(), body: Buffer.from(body!) };
}

/** The time that a client has to read its last answer, before the connection is destroyed under it. */
const FAREWELL_MS = 1_000;

/**
 * Ends a connection after its last answer. A client that stays silent would keep it, half open, for ever; one that still
 * sends would lose the answer if it were destroyed at once.
 */
function partFrom(socket: Duplex): void {
  socket.end();
  setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
}

/** Whether Node has told the client that the connection ends. It says so of the last of many requests, and ends nothing. */
const isLastOf = (outgoing: ServerResponse): boolean =>
  (outgoing as { readonly maxRequestsOnConnectionReached?: boolean }).maxRequestsOnConnectionReached === true;

/** Whether an answer has begun on this connection. Where Node keeps that is not documented. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;

/** `GET http://host/path` as a proxy is asked: any server has to take it (RFC 9112, 3.2.2). */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]+)(\/[^?#]*)?(\?.*)?$/i;

function inOriginForm(incoming: IncomingMessage): void {
  const [, host, path = '/', query = ''] = ABSOLUTE_FORM.exec(incoming.url!) ?? [];
  if (host === undefined) return;
  incoming.url = path + query;
  incoming.headers.host = host;
}
