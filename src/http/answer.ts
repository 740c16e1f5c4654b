/** What a route answers, before it becomes a Response, and the few ways to make one. */

import type { CounterName } from '../accounting/counters.ts';
import type { Context } from '../declare.ts';
import { digestBytes } from '../values/digest.ts';
import type { Next, Problem } from '../values/problem.ts';
import type { Incoming } from './incoming.ts';
import type { LimitKind } from './limits.ts';
import { JSON_TYPE, problemReply, type Reply } from './respond.ts';
import type { RouteAsked } from './standing.ts';

/** What became of a request, in closed words: for logs, metrics and counters. */
export type Outcome = 'free' | 'challenged' | 'declined' | 'refused' | 'delivered' | 'redelivered';

export interface Answer {
  readonly reply: Reply;
  readonly outcome: Outcome;
  /** A decline reason or a problem code of our own tables. */
  readonly reason?: string;
  /** What is counted of it. */
  readonly counter?: CounterName;
  /** A decline at an edge that may not stand before the origin has been asked. */
  readonly maybeSold?: boolean;
}

/** Counts against a caller's rate. The refusal, when it is over that. */
export type Admit = (kind: LimitKind) => Answer | undefined;

export interface Handler {
  /** `admit` is for those who know only from the body what a request is; without it nothing is counted. */
  readonly run: (request: Incoming, admit?: Admit) => Promise<Answer> | Answer;
  /** Which rate limit the request falls under, as its head tells. Undefined: never limited. */
  readonly kind: (request: Incoming) => LimitKind | undefined;
  /** What `run` would answer to such a request without a body, if it stands ready. */
  readonly standing?: (asked: RouteAsked) => Answer | undefined;
  /** Which rate limit a ready answer falls under, where that is not `other`. */
  readonly standingKind?: LimitKind | 'unlimited';
  /** For a route whose ready answer does not depend on the body. Without it, a request with one goes the long way. */
  readonly anyBody?: AnyBody;
  /** A call that it answers: shown to whoever comes with another verb. */
  readonly example?: Next;
}

export interface AnyBody {
  /** More of it is not taken. */
  readonly maxBytes: number;
  readonly tooLarge: Answer;
  /** The ready answer, counted by the source that the body names. */
  readonly counted: (ready: Answer, asked: RouteAsked, body: Uint8Array) => Answer;
}

export type Methods = Partial<Record<'GET' | 'POST' | 'HEAD', Handler>>;

export type IsOperator = (request: Incoming) => boolean;

/** The facts and reach of a request, read once. */
export type ContextOf = (request: Incoming) => Promise<Context>;

/** What a request counts as that is neither dear nor paid for. */
export const other = () => 'other' as const;

export const free = (reply: Reply, counter?: CounterName): Answer => ({
  reply,
  outcome: 'free',
  ...(counter && { counter }),
});

export const refuse = (refused: Problem): Answer => ({
  reply: problemReply(refused),
  outcome: 'refused',
  reason: refused.code,
});

/** Documents that change only with release or configuration may be kept this long. */
const FIXED_MAX_AGE_SECONDS = 60;

export const FIXED = `public, max-age=${FIXED_MAX_AGE_SECONDS}`;

/** A GET whose bytes change only with release or configuration: rendered once, answered with an ETag. */
export function cacheable(text: string, own: Readonly<Record<string, string>>): Methods {
  return tagged(text, own, false);
}

/**
 * The same for a page of ours, which whoever writes it may compress: it holds nothing of a caller's. Its ETag is weak,
 * since its codings differ in their bytes (RFC 9110, 8.8.1). What stands ready is written as it is: to whoever names no
 * coding.
 */
export function compressible(text: string, own: Readonly<Record<string, string>>): Methods {
  const vary = [own['vary'] ?? [], 'Accept-Encoding'].flat().join(', ');
  return tagged(text, { ...own, vary }, true);
}

function tagged(text: string, own: Readonly<Record<string, string>>, compressed: boolean): Methods {
  const digest = digestBytes(text);
  const etag = `"${digest.slice('sha256:'.length, 'sha256:'.length + 32)}"`;
  const headers = { 'content-type': JSON_TYPE, ...own, etag: compressed ? `W/${etag}` : etag };
  const whole = free({ status: 200, headers, body: text, ...(compressed && { forAll: digest }) });
  const unchanged = free({ status: 304, headers, body: null });
  const has = (ifNoneMatch: string | undefined): boolean => matches(ifNoneMatch, etag);
  const run = (request: Incoming): Answer =>
    has(request.headers.get('if-none-match') ?? undefined) ? unchanged : whole;
  const standing = ({ header }: RouteAsked): Answer | undefined => {
    if (has(header('if-none-match'))) return unchanged;
    return compressed && header('accept-encoding') !== undefined ? undefined : whole;
  };
  return { GET: { kind: other, run, standing } };
}

/**
 * A GET that renders its bytes on the first request, and again when its source object changes, so that a start renders
 * nothing that nobody reads. It renders in `run`, where an exception becomes an answer. `standing` never renders.
 */
export function whenAsked<T extends object>(source: () => T, make: (source: T) => Methods): Methods {
  let of: T | undefined;
  let made: Handler | undefined;
  const get = () => {
    const now = source();
    if (made && of === now) return made;
    made = make(now).GET!;
    of = now;
    return made;
  };
  return {
    GET: {
      kind: other,
      run: (request, admit) => get().run(request, admit),
      standing: (asked) => (of !== undefined && of === source() ? made?.standing?.(asked) : undefined),
    },
  };
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));
