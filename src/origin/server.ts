import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ASSERTION_HEADER } from '../adapters/edge/assertion.ts';
import type { App } from '../http/app.ts';
import { COMMON_HEADERS, JSON_TYPE, problemReply, toResponse } from '../http/respond.ts';
import type { Glance, Written } from '../http/standing.ts';
import { type ProblemCode, problem } from '../values/problem.ts';
import { callerOf, LOOPBACK, trustedProxies } from './caller.ts';
import { writerFor } from './writer.ts';

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

/** Node's HTTP server with limits, in front of an app: answers that stand ready at once, all others as `Response`s. */
export function createOriginServer(
  app: Pick<App, 'fetch' | 'standing'>,
  /** Headers of every answer, besides those of every instance. */
  common: Readonly<Record<string, string>> = {},
  limits = HTTP_LIMITS,
  addressOf = BEHIND_LOOPBACK,
): OriginServer {
  const notFound = notFoundWith(common);
  const answer = getRequestListener(
    (request, env) => {
      const address = addressOf((env as { incoming: IncomingMessage }).incoming);
      return app.fetch(request, address === undefined ? {} : { address });
    },
    { overrideGlobalObjects: false },
  );
  const write = writerFor(limits);
  const underWay = new Set<ServerResponse>();
  let draining = false;
  const handle = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (draining) outgoing.shouldKeepAlive = false;
    const target = incoming.url ?? '';
    const ready = isCanonical(target)
      ? app.standing(glanceAt(incoming, target, addressOf(incoming)))
      : notFound;
    if (ready) write(outgoing, ready);
    else {
      underWay.add(outgoing);
      outgoing.once('close', () => underWay.delete(outgoing));
      void answer(incoming, outgoing);
    }
  };
  const server = createServer(limits, handle);
  // Node would answer an unknown Expect by itself, with an empty 417 and none of our headers.
  server.on('checkExpectation', handle);
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    socket.end(rawProblem(CLIENT_ERRORS[error.code ?? ''] ?? 'invalid_request', common));
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
    drain: (patienceMs) =>
      new Promise((resolve) => {
        draining = true;
        for (const outgoing of underWay) outgoing.shouldKeepAlive = false;
        const force = setTimeout(() => server.closeAllConnections(), patienceMs);
        // More than once: a connection whose answer was on its way when draining began is idle only now.
        const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
        server.close(() => {
          clearTimeout(force);
          clearInterval(idle);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** How often a draining server looks for connections that have nothing more to do. */
const IDLE_LOOK_MS = 50;

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
export function bootingResponse(request: Request, common?: Readonly<Record<string, string>>): Response {
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
  return toResponse(reply, common);
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
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Said before a Request is made: building one repairs some targets and refuses others with an empty 400. */
function notFoundWith(common: Readonly<Record<string, string>>): Written {
  const { status, headers, body } = plain('not_found', common);
  return { status, headers: Object.entries(headers).flat(), body: Buffer.from(body!) };
}
