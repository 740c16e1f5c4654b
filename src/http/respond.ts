import type { Challenge } from '../gate/challenge.ts';
import type { Result } from '../gate/result.ts';
import {
  DELIVERY_RECEIPT_HEADER,
  EDGE_MARK_HEADER,
  MODE_HEADER,
  REDELIVERY_HEADER,
} from '../values/headers.ts';
import { TICKET_HEADER } from '../values/limits.ts';
import { once } from '../values/once.ts';
import { type DrawOrder, withOrder } from '../values/order.ts';
import { PROBLEMS, type Problem, problemType, SITUATIONS, UNSETTLED } from '../values/problem.ts';

/** Values become HTTP here, once. */

export const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const capitals = (...names: readonly string[]): string => names.join(', ').toUpperCase();

/** Every answer carries these: any origin may read us, nothing may embed or sniff us. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': `PAYMENT-REQUIRED, PAYMENT-RESPONSE, WWW-Authenticate, Payment-Receipt, Retry-After, ${capitals(EDGE_MARK_HEADER, DELIVERY_RECEIPT_HEADER, REDELIVERY_HEADER)}`,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** So that nobody takes an answer of a sandbox for one of a service that sells. */
export const modeHeaders = (sandbox: boolean): Readonly<Record<string, string>> =>
  sandbox ? { [MODE_HEADER]: 'sandbox' } : {};

const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': `PAYMENT-SIGNATURE, Authorization, Content-Type, Idempotency-Key, ${capitals(TICKET_HEADER)}`,
  'access-control-max-age': '600',
} as const;

/** Every answer of a paid route, refusals too: no cache may keep a challenge or an answer. */
export const PAID_HEADERS = {
  'cache-control': 'no-store',
  vary: 'PAYMENT-SIGNATURE, Authorization',
} as const;

/** An answer before it becomes a Response: built once, with every header, at the end. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Digest of a body that is the same for all: whoever writes it may compress it, once. */
  readonly forAll?: string;
  /** Where both hold `ORDER_PLACE`: whoever writes the reply draws an order id for it. */
  readonly order?: DrawOrder;
}

export function problemReply(refusal: Problem): Reply {
  const { code, situation, stopReason, issues, retryAfterSeconds, allow, next, unsettled } = refusal;
  const { status, title, detail, retry } = {
    ...(PROBLEMS[code] as (typeof PROBLEMS)[typeof code] & { retry?: string }),
    ...(situation && SITUATIONS[situation]),
  };
  const body = {
    type: problemType(code),
    title,
    status,
    detail: unsettled ? `${detail} ${UNSETTLED}` : detail,
    error: code,
    ...(retry && { retry }),
    // No `retry`: whoever repeats the very same call is refused again.
    ...(unsettled && { settled: false }),
    ...(stopReason && { stopReason }),
    ...(issues && { issues }),
    ...(next && { next }),
  };
  return {
    status,
    headers: {
      'content-type': PROBLEM_TYPE,
      'cache-control': 'no-store',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(allow && { allow: allow.join(', ') }),
    },
    body: JSON.stringify(body),
  };
}

export function resultReply(result: Result): Reply {
  if (result.kind === 'refused') return problemReply(result.problem);
  if (result.kind === 'challenged') return challengeReply(result.challenge);
  const { forAll, body } = result;
  const headers = { 'content-type': JSON_TYPE, ...result.headers };
  return { status: 200, headers, body, ...(forAll !== undefined && { forAll }) };
}

/** Replies made once per challenge object: an unpaid call costs no serialisation. */
const challengeReply = once(({ headers: own, order, body }: Challenge): Reply => {
  const headers = { 'content-type': JSON_TYPE, ...own };
  return { status: 402, headers, body: JSON.stringify(body), ...(order && { order }) };
});

export const preflightReply = (methods: readonly string[]): Reply => ({
  status: 204,
  headers: {
    ...PREFLIGHT_HEADERS,
    'access-control-allow-methods': methods.join(', '),
    allow: methods.join(', '),
  },
  body: null,
});

/** A reply with every header and an order id of its own. `extra` headers are the same for every answer of a configuration. */
export function completed(reply: Reply, extra: Readonly<Record<string, string>> = {}): Reply {
  const { status, headers, body } = reply.order ? ordered(reply, reply.order()) : reply;
  const { forAll } = reply;
  return {
    ...{ status, headers: { ...COMMON_HEADERS, ...headers, ...extra }, body },
    ...(forAll !== undefined && { forAll }),
  };
}

/** The one place where a Response is made. */
export function toResponse(reply: Reply, extra?: Readonly<Record<string, string>>): Response {
  const { status, headers, body } = completed(reply, extra);
  return new Response(body, { status, headers });
}

const ordered = ({ status, headers, body }: Reply, order: string): Reply => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, withOrder(value, order)]),
  ),
  body: body === null ? null : withOrder(body, order),
});
