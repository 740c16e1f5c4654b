import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Connection } from '../http/app.ts';
import { COMMON_HEADERS, problemResponse } from '../http/respond.ts';
import { problem } from '../values/problem.ts';

type Fetch = (request: Request, connection: Connection) => Response | Promise<Response>;

/** Request targets that some parser could read as another path. URL objects repair them silently, so they are refused raw. */
const NOT_CANONICAL = /^[^/]|%|\\|\/\/|\/\.\.?(?:\/|$)|#|[^\x21-\x7e]/;
const isCanonical = (target: string): boolean => !NOT_CANONICAL.test(target.split('?', 1)[0]!);

export interface OriginServer {
  listen(port: number, host: string): Promise<number>;
  /** Stops accepting, lets what is under way finish with `Connection: close`, and cuts what is left after `patienceMs`. */
  drain(patienceMs: number): Promise<void>;
}

/** Node's HTTP server with limits, in front of a fetch handler. */
export function createOriginServer(fetch: Fetch): OriginServer {
  const answer = getRequestListener(
    (request, env) => {
      const address = (env as { incoming: IncomingMessage }).incoming.socket.remoteAddress;
      return fetch(request, address === undefined ? {} : { address });
    },
    { overrideGlobalObjects: false },
  );
  const notFound = getRequestListener(() => withCommonHeaders(problemResponse(problem('not_found'))), {
    overrideGlobalObjects: false,
  });
  const underWay = new Set<ServerResponse>();
  let draining = false;
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    (incoming, outgoing) => {
      underWay.add(outgoing);
      outgoing.once('close', () => underWay.delete(outgoing));
      if (draining) outgoing.shouldKeepAlive = false;
      void (isCanonical(incoming.url ?? '') ? answer : notFound)(incoming, outgoing);
    },
  );
  server.maxRequestsPerSocket = 10_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    socket.end(CLIENT_ERRORS[error.code ?? ''] ?? plain(400, 'Bad Request', 'invalid_request'));
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
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

/** What is said before there is a service: alive, not ready, nothing moved. */
export function bootingResponse(request: Request): Response {
  const alive = new URL(request.url).pathname === '/healthz';
  return withCommonHeaders(
    alive
      ? Response.json({ status: 'starting' })
      : problemResponse(problem('settlement_unavailable', { retryAfterSeconds: 2 })),
  );
}

function withCommonHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value);
  return response;
}

/** Faults that Node finds before there is a request: answered in the same form, and the connection is closed. */
const plain = (status: number, title: string, error: string): string => {
  const body = JSON.stringify({
    type: `/problems/${error}`,
    title,
    status,
    detail: 'The request could not be read. Nothing was charged.',
    error,
  });
  return `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
};
const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: plain(431, 'Request Header Fields Too Large', 'invalid_request'),
  ERR_HTTP_REQUEST_TIMEOUT: plain(408, 'Request Timeout', 'request_timeout'),
};
