import { once } from 'node:events';
import { connect } from 'node:net';
import type { Answer } from './payments.ts';

/** HTTP as bytes, for what a client library would repair or refuse to send. */

/** Writes `parts` one after another and answers everything that comes back until the server closes or `quietMs` of silence. */
export async function raw(url: string, parts: readonly (string | Buffer)[], quietMs = 300): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  let timer: NodeJS.Timeout | undefined;
  const done = new Promise<void>((resolve) => {
    const soon = () => {
      clearTimeout(timer);
      if (received.includes('\r\n\r\n')) timer = setTimeout(resolve, quietMs);
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      soon();
    });
    socket.once('close', () => resolve());
    socket.once('error', () => resolve());
  });
  for (const part of parts) socket.write(part);
  await done;
  clearTimeout(timer);
  socket.destroy();
  return received;
}

/** One request with an exact target, such as `/api//x`; the connection is closed after it. */
export async function rawRequest(
  url: string,
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[] = [],
  body: string | Buffer = '',
): Promise<Answer> {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const all: (readonly [string, string])[] = [
    ...(given.has('host') ? [] : [['Host', new URL(url).host] as const]),
    ['Connection', 'close'],
    ...headers,
    ...(body.length > 0 && !given.has('content-length') && !given.has('transfer-encoding')
      ? [['Content-Length', String(Buffer.byteLength(body))] as const]
      : []),
  ];
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return parse(await raw(url, [Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])], 5_000));
}

/** The first response in what was received. */
export function parse(received: string): Answer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = rest.join('\r\n\r\n');
  const text = headers.get('transfer-encoding') === 'chunked' ? unchunk(body) : body;
  return {
    status: Number(status.split(' ')[1] ?? 0),
    headers,
    text: Buffer.from(text, 'latin1').toString('utf8'),
  };
}

function unchunk(body: string): string {
  let text = '';
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, end), 16);
    if (!size) break;
    text += body.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
  return text;
}
