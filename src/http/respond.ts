import type { Passage } from '../gate/gate.ts';
import { PROBLEMS, type Problem } from '../values/problem.ts';

/** Values become HTTP here, once. */

export const JSON_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Every answer carries these: any origin may read us, nothing may embed or sniff us. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, WWW-Authenticate, Payment-Receipt, Retry-After, X-SVC-EDGE-X402, X-SVC-DELIVERY-RECEIPT, X-SVC-REDELIVERY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': 'PAYMENT-SIGNATURE, Authorization, Content-Type, X-SVC-AUDIT-AUTHORIZATION',
  'access-control-max-age': '600',
} as const;

/** Every answer of a paid route, refusals too: no cache may keep a challenge or an answer. */
export const PAID_HEADERS = {
  'cache-control': 'no-store',
  vary: 'PAYMENT-SIGNATURE, Authorization',
} as const;

export function problemResponse({ code, issues, retryAfterSeconds, allow }: Problem): Response {
  const { status, title, detail, ...row } = PROBLEMS[code] as (typeof PROBLEMS)[typeof code] & {
    retry?: string;
  };
  const body = {
    type: `/problems/${code}`,
    title,
    status,
    detail,
    error: code,
    ...(row.retry && { retry: row.retry }),
    ...(issues && { issues }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': PROBLEM_TYPE,
      'cache-control': 'no-store',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(allow && { allow: allow.join(', ') }),
    },
  });
}

export function passageResponse(passage: Passage): Response {
  if (passage.kind === 'refused') return problemResponse(passage.problem);
  if (passage.kind === 'delivered')
    return new Response(passage.body, {
      status: 200,
      headers: { 'content-type': JSON_TYPE, ...passage.headers },
    });
  return challengeResponse(passage.challenge);
}

/** Texts of challenge bodies, made once per challenge object: an unpaid call costs no serialisation. */
const bodies = new WeakMap<object, string>();

export function challengeResponse(challenge: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}): Response {
  let text = bodies.get(challenge);
  if (text === undefined) {
    text = JSON.stringify(challenge.body);
    bodies.set(challenge, text);
  }
  return new Response(text, {
    status: 402,
    headers: { 'content-type': JSON_TYPE, ...challenge.headers },
  });
}

export const preflightResponse = (methods: readonly string[]): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...PREFLIGHT_HEADERS,
      'access-control-allow-methods': methods.join(', '),
      allow: methods.join(', '),
    },
  });
