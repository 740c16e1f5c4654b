import type { HeaderOf } from '../gate/rails/rail.ts';
import { Latest } from '../values/latest.ts';
import { once } from '../values/once.ts';
import type { DrawOrder } from '../values/order.ts';
import { COMMON_HEADERS, type Reply } from './respond.ts';

/**
 * The quick way: answers that stand ready, written without a `Request` and a `Response` in between. What does not
 * certainly belong here goes the long way; both give the same bytes (standing.test.ts).
 */

/** A request as its first lines tell it. */
export interface Glance {
  readonly method: string;
  /** Request target as received; its path is of the canonical form that `fetch` is given too. */
  readonly target: string;
  /** By lower-case name; several headers of one name joined as `Headers` joins them. */
  readonly header: HeaderOf;
  /** Used for rate limits and goes no further. */
  readonly address: string | undefined;
}

/** An answer that only has to be written. */
export interface Written {
  readonly status: number;
  /** Names and values in turn, length included where there is a body. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
  /** As in a `Reply`. */
  readonly order?: DrawOrder;
}

/** An answer that stands ready whatever the body holds: it is written when the body has been taken. */
export interface Awaiting {
  readonly maxBytes: number;
  /** Undefined: there is more than that. */
  readonly taken: (body: Uint8Array | undefined) => Written;
}

/** What a route may look at to say whether its answer stands ready. */
export interface RouteAsked {
  readonly header: HeaderOf;
  readonly query: URLSearchParams;
}

const NO_QUERY = new URLSearchParams();

/** A query that `URL` would not repair: what `searchParams` says of it is what `URLSearchParams` says. */
const PLAIN_QUERY = /^[\w.~!$&()*+,;=:@/?%-]*$/;

/** Hosts remembered at once: a service has few. */
const MAX_HOSTS = 128;
const hosts = new Latest<boolean>(MAX_HOSTS);

/** Whether `URL` takes the host as it is written: any other is its business, and maybe a refusal. */
function isPlainHost(host: string): boolean {
  return hosts.keep(host, () => {
    const url = `http://${host}/`;
    return URL.canParse(url) && new URL(url).host === host;
  });
}

/** Path and query of a request without oddity, and whether a body may follow; undefined: the long way. */
export function plainly({
  target,
  header,
}: Glance): { path: string; asked: RouteAsked; hasBody: boolean } | undefined {
  if (!isPlainHost(header('host') ?? '')) return undefined;
  const hasBody = header('transfer-encoding') !== undefined || (header('content-length') ?? '0') !== '0';
  const mark = target.indexOf('?');
  if (mark === -1) return { path: target, asked: { header, query: NO_QUERY }, hasBody };
  const query = target.slice(mark + 1);
  if (!PLAIN_QUERY.test(query)) return undefined;
  return { path: target.slice(0, mark), asked: { header, query: new URLSearchParams(query) }, hasBody };
}

const encoder = new TextEncoder();

/** Writes replies down, each once for as long as it lives. `extra` must be the same for every call with one reply. */
export function scribe(): (
  reply: Reply,
  extra: Readonly<Record<string, string>>,
  bodyless: boolean,
) => Written {
  const whole = once((reply: Reply, extra: Readonly<Record<string, string>>) => write(reply, extra, false));
  const headOnly = once((reply: Reply, extra: Readonly<Record<string, string>>) => write(reply, extra, true));
  return (reply, extra, bodyless) => (bodyless ? headOnly : whole)(reply, extra);
}

function write(reply: Reply, extra: Readonly<Record<string, string>>, bodyless: boolean): Written {
  const body = bodyless || reply.body === null ? null : encoder.encode(reply.body);
  // The same names, in the same order, that a Response with these headers has.
  const headers = [...new Headers({ ...COMMON_HEADERS, ...reply.headers, ...extra })].flat();
  if (body) headers.push('content-length', String(body.byteLength));
  return { status: reply.status, headers, body, ...(reply.order && { order: reply.order }) };
}
