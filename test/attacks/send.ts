import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { raw } from '../support/raw.ts';
import type { AttackCase } from './case.ts';

export interface Request {
  readonly method: string;
  /** The request target exactly as it is sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly as: AttackCase['request']['as'];
}

export interface Exchange {
  readonly request: Request;
  /** 0: no answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly ms: number;
  /** Bytes of the body that had been handed to the socket when the answer came. */
  readonly sentBytes: number;
  /** Everything that came back on the connection, for requests that are sent raw. */
  readonly received?: string;
}

/** A settlement may take 15 s and be answered `settlement_pending`; longer than this is a hang. */
const TIMEOUT_MS = 40_000;
/** Bodies over this are sent in two parts, to see whether the answer waits for the whole. */
const FIRST_PART_BYTES = 65_536;
const PAUSE_MS = 400;
/** Longer than a service may wait for a request. */
const TRICKLE_MS = 60_000;

export async function send(
  url: string,
  request: Request,
  agent?: Agent,
  timeoutMs = TIMEOUT_MS,
): Promise<Exchange> {
  if (request.as === 'raw') return sendRaw(url, request);
  if (request.as === 'trickle') return trickle(url, request);
  return sendHttp(url, request, agent, timeoutMs);
}

function sendHttp(
  url: string,
  request: Request,
  agent: Agent | undefined,
  timeoutMs: number,
): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  const startedAt = performance.now();
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  const headers: Record<string, string> = { ...request.headers };
  if (body && request.as !== 'chunked') headers['content-length'] ??= String(body.byteLength);
  return new Promise((resolve) => {
    let sentBytes = 0;
    const done = (status: number, heard: Headers, text: string) =>
      resolve({ request, status, headers: heard, text, sentBytes, ms: performance.now() - startedAt });
    const options = {
      hostname,
      port,
      method: request.method,
      path: request.target,
      headers,
      agent: agent ?? false,
    };
    const outgoing = httpRequest({ ...options, timeout: timeoutMs }, (incoming) => {
      answered = true;
      void read(incoming).then(({ heard, text }) => {
        done(incoming.statusCode ?? 0, heard, text);
        if (body && sentBytes < body.byteLength) outgoing.destroy();
      });
    });
    let answered = false;
    outgoing.once('timeout', () => outgoing.destroy());
    outgoing.on('error', (error) => !answered && done(0, new Headers(), error.message));
    void write(outgoing, body, (bytes) => {
      sentBytes += bytes;
      return answered;
    });
  });
}

/** `sent` is told of every part and answers whether there is no need to go on. */
async function write(
  outgoing: ClientRequest,
  body: Buffer | undefined,
  sent: (bytes: number) => boolean,
): Promise<void> {
  if (!body || body.byteLength <= FIRST_PART_BYTES) {
    sent(body?.byteLength ?? 0);
    return void outgoing.end(body);
  }
  outgoing.write(body.subarray(0, FIRST_PART_BYTES));
  sent(FIRST_PART_BYTES);
  await new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    outgoing.once('response', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
  if (sent(0)) return;
  sent(body.byteLength - FIRST_PART_BYTES);
  outgoing.end(body.subarray(FIRST_PART_BYTES));
}

async function read(incoming: IncomingMessage): Promise<{ heard: Headers; text: string }> {
  const heard = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    heard.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    // A connection that is cut after the head: what came is what there is.
  }
  return { heard, text: Buffer.concat(chunks).toString('utf8') };
}

/** Header lines in the order written, nothing added but Host, and the socket read until it is quiet. */
async function sendRaw(url: string, request: Request): Promise<Exchange> {
  const startedAt = performance.now();
  const lines = Object.entries({ host: new URL(url).host, ...request.headers });
  const head = `${request.method} ${request.target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  const received = await raw(url, [head, request.body ?? '']);
  const answer = parseFirst(received);
  return {
    request,
    ...answer,
    sentBytes: Buffer.byteLength(request.body ?? ''),
    received,
    ms: performance.now() - startedAt,
  };
}

function parseFirst(received: string): { status: number; headers: Headers; text: string } {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  return { status: Number(first.split(' ')[1] ?? 0), headers, text: rest.join('\r\n\r\n') };
}

/** A body that never ends: one byte a second until somebody hangs up. */
async function trickle(url: string, request: Request): Promise<Exchange> {
  const startedAt = performance.now();
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ host, ...request.headers, 'content-length': '10000' });
  socket.write(
    `${request.method} ${request.target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${request.body ?? ''}`,
  );
  const timer = setInterval(() => socket.write(' '), 1_000);
  const received = await new Promise<string>((resolve) => {
    let text = '';
    const stop = setTimeout(() => socket.destroy(), TRICKLE_MS);
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    socket.once('error', () => {});
    socket.once('close', () => {
      clearTimeout(stop);
      resolve(text);
    });
  });
  clearInterval(timer);
  return { request, ...parseFirst(received), sentBytes: 0, received, ms: performance.now() - startedAt };
}
