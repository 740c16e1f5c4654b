import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { COMMON_HEADERS, problemResponse } from '../http/respond.ts';
import { problem } from '../values/problem.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

/** Request targets that some parser could read as another path. URL objects repair them silently, so they are refused raw. */
const NOT_CANONICAL = /^[^/]|%|\\|\/\/|\/\.\.?(?:\/|$)|#|[^\x21-\x7e]/;
const isCanonical = (target: string): boolean => !NOT_CANONICAL.test(target.split('?', 1)[0]!);

/** Node's HTTP server with limits, in front of a fetch handler. */
export function createOriginServer(fetch: Fetch): Server {
  const answer = getRequestListener((request) => fetch(request), { overrideGlobalObjects: false });
  const notFound = getRequestListener(() => withCommonHeaders(problemResponse(problem('not_found'))), {
    overrideGlobalObjects: false,
  });
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    (incoming: IncomingMessage, outgoing: ServerResponse) =>
      void (isCanonical(incoming.url ?? '') ? answer : notFound)(incoming, outgoing),
  );
  server.maxRequestsPerSocket = 10_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    socket.end(CLIENT_ERRORS[error.code ?? ''] ?? plain(400, 'Bad Request', 'invalid_request'));
  });
  return server;
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

export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
