import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Written } from '../http/standing.ts';
import { fillable, withOrder } from '../values/order.ts';
import type { Encoded } from './coding.ts';

/** Node writes head and body with one system call when both are strings and fit into its buffer of 16 kB. */
const IN_ONE_WRITE_BYTES = 11_000;

/**
 * Where Node keeps the head that it has made. Given one, it sends that instead of making its own, for which it would
 * look at every character of our longest header, answer by answer: a quarter of what a challenge costs. This is not
 * documented. The version of Node is pinned, standing.test.ts compares the bytes of both ways, and a Node without the
 * field is written to in the common way.
 */
interface Headed extends ServerResponse {
  _header: string | null;
  readonly maxRequestsOnConnectionReached: boolean;
}

/** What a server says of its connections: milliseconds that one may be idle, and requests that it may carry. */
export interface Connections {
  readonly keepAliveTimeout: number;
  readonly maxRequestsPerSocket: number;
}

type Fill = ReturnType<typeof fillable>;

/** Writes answers that stand ready. */
export function writerFor({ keepAliveTimeout, maxRequestsPerSocket }: Connections) {
  const keepAlive = `timeout=${Math.floor(keepAliveTimeout / 1_000)}, max=${maxRequestsPerSocket}`;
  /** Head and body, each made once a second: a head carries its date. */
  const wholes = new WeakMap<
    Written,
    { readonly second: number; readonly text: string; readonly fill: Fill }
  >();

  return function writeStanding(outgoing: ServerResponse, written: Written): void {
    const { status, headers, body, order } = written;
    if (body && body.byteLength <= IN_ONE_WRITE_BYTES && takesWhole(outgoing)) {
      const { text, fill } = wholeOf(written, body);
      outgoing.statusCode = status;
      outgoing._header = order ? fill(order()) : text;
      outgoing.end();
      return;
    }
    const id = order?.();
    const filled = (text: string) => (id === undefined ? text : withOrder(text, id));
    outgoing.writeHead(status, headers.map(filled));
    // What is not ordered may be large, and is bytes already.
    if (!body || (id === undefined && body.byteLength > IN_ONE_WRITE_BYTES)) outgoing.end(body);
    else outgoing.end(filled(Buffer.from(body).toString('latin1')), 'latin1');
  };

  function wholeOf(written: Written, body: Uint8Array) {
    const second = Math.floor(Date.now() / 1_000);
    const known = wholes.get(written);
    if (known?.second === second) return known;
    const { status, headers } = written;
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let i = 0; i < headers.length; i += 2) head += `${headers[i]}: ${headers[i + 1]}\r\n`;
    head += `Date: ${new Date(second * 1_000).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: ${keepAlive}\r\n\r\n`;
    // One flat string: a joined one would be copied together again for each answer.
    const text = Buffer.concat([Buffer.from(head, 'latin1'), body]).toString('latin1');
    const whole = { second, text, fill: fillable(text) };
    wholes.set(written, whole);
    return whole;
  }
}

/** Writes an answer that was made for this call, its headers in the form and order that a `Response` would give them. */
export function write(outgoing: ServerResponse, { status, headers, body }: Encoded): void {
  const sorted = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  outgoing.writeHead(status, [...sorted.flat(), ...(body === null ? [] : ['content-length', String(bytes)])]);
  // Of ASCII alone both encodings are the same bytes. For UTF-8 Node makes room for three bytes a character.
  outgoing.end(body, bytes === body?.length ? 'latin1' : 'utf8');
}

/** Whether the answer is of the common form: with its body, over HTTP/1.1, kept open, nothing said yet. */
function takesWhole(outgoing: ServerResponse): outgoing is Headed {
  const { _header, maxRequestsOnConnectionReached, shouldKeepAlive, req } = outgoing as Headed;
  // Node leaves out what a HEAD must not have; here it would follow the head, and be read as the next answer.
  const hasBody = req.method !== 'HEAD';
  const isKeptOpen = shouldKeepAlive && !maxRequestsOnConnectionReached && req.httpVersionMinor === 1;
  return _header === null && hasBody && isKeptOpen;
}
