import type { Check, Context, FreeDocument, Published } from '../declare.ts';
import type { Challenge } from '../gate/challenge.ts';
import type { Gate, Passage } from '../gate/gate.ts';
import { BODY_MAX_BYTES, issuesOf, type PaidRequest, readJson } from '../gate/request.ts';
import { digestBytes } from '../values/digest.ts';
import { type Problem, problem } from '../values/problem.ts';
import { declaresOver, readBody } from './body.ts';
import {
  challengeReply,
  JSON_TYPE,
  passageReply,
  preflightReply,
  problemReply,
  type Reply,
} from './respond.ts';
import type { Asked } from './standing.ts';

/** What became of a request, in closed words: for logs, metrics and counters. */
export type Outcome = 'free' | 'challenged' | 'declined' | 'refused' | 'delivered' | 'redelivered';

export interface Answer {
  readonly reply: Reply;
  readonly outcome: Outcome;
  /** A decline reason or a problem code of our own tables. */
  readonly reason?: string;
}

export interface Handler {
  readonly run: (request: Request) => Promise<Answer> | Answer;
  /** Which rate limit the request falls under. */
  readonly costly: (request: Request) => boolean;
  /** What `run` would answer to such a request without a body, if it stands ready; never `costly`. */
  readonly standing?: (asked: Asked) => Answer | undefined;
}

export type Methods = Partial<Record<'GET' | 'POST' | 'HEAD', Handler>>;

const never = () => false;
const always = () => true;
const free = (reply: Reply): Answer => ({ reply, outcome: 'free' });

export const refuse = (refused: Problem): Answer => ({
  reply: problemReply(refused),
  outcome: 'refused',
  reason: refused.code,
});

/** The verbs that a path answers, for Allow and for CORS. */
export const verbsOf = (methods: Methods): string[] => [
  ...(methods.GET ? ['GET', 'HEAD'] : []),
  ...(methods.POST ? ['POST'] : []),
  'OPTIONS',
];

export const handlerFor = (methods: Methods, verb: string): Handler => {
  if (verb === 'OPTIONS') return { costly: never, run: () => free(preflightReply(verbsOf(methods))) };
  const own = methods[verb as keyof Methods] ?? (verb === 'HEAD' ? methods.GET : undefined);
  return (
    own ?? { costly: never, run: () => refuse(problem('method_not_allowed', { allow: verbsOf(methods) })) }
  );
};

const withoutBody = (request: Request): Awaited<ReturnType<PaidRequest['body']>> =>
  declaresOver(request, BODY_MAX_BYTES) ? { problem: problem('payload_too_large') } : { text: '' };

export interface PaidOptions {
  readonly isOperator: (request: Request) => boolean;
  readonly report: (where: string, error: unknown) => void;
}

/** A paid route. HEAD shows the challenge and runs nothing, paid or not. */
export function paidRoute(gate: Gate, { isOperator, report }: PaidOptions): Methods {
  const costly = (request: Request) =>
    gate.isPaymentAttached((name) => request.headers.get(name) ?? undefined);
  const methods: Methods = {};
  for (const form of gate.product.forms) {
    const run = async (request: Request): Promise<Answer> => {
      // Too large is refused whether or not a payment is attached, and whatever Content-Length says. A GET's body is
      // never read: touching it would cost every challenge a stream.
      const body = form.method === 'GET' ? withoutBody(request) : await readBody(request, BODY_MAX_BYTES);
      if ('problem' in body && body.problem.code === 'payload_too_large') return refuse(body.problem);
      const call = paidRequest(request, body);
      const caller = { operatorToken: isOperator(request), source: call.query.get('src') ?? undefined };
      const passage = await gate.pass(form, call, caller).catch((error: unknown): Passage => {
        // A bug, at a point that is not known: only "pending, send the same payment again" is certainly true.
        report('gate', error);
        return { kind: 'refused', problem: problem('settlement_pending', { retryAfterSeconds: 5 }) };
      });
      return answerOf(passage);
    };
    const standing = (asked: Asked) => challenged(gate.standing(asked));
    methods[form.method] = { costly, run, standing };
  }
  if (methods.GET)
    methods.HEAD = {
      costly: never,
      run: async () => ({ reply: challengeReply(await gate.challenge()), outcome: 'challenged' }),
      standing: (asked) => challenged(gate.standing(asked)),
    };
  return methods;
}

const challenged = (challenge: Challenge | undefined): Answer | undefined =>
  challenge && { reply: challengeReply(challenge), outcome: 'challenged' };

function answerOf(passage: Passage): Answer {
  const reply = passageReply(passage);
  if (passage.kind === 'refused') return { reply, outcome: 'refused', reason: passage.problem.code };
  if (passage.kind === 'delivered')
    return { reply, outcome: passage.redelivery ? 'redelivered' : 'delivered' };
  return passage.declined
    ? { reply, outcome: 'declined', reason: passage.declined }
    : { reply, outcome: 'challenged' };
}

const paidRequest = (request: Request, body: Awaited<ReturnType<PaidRequest['body']>>): PaidRequest => ({
  query: new URL(request.url).searchParams,
  header: (name) => request.headers.get(name) ?? undefined,
  body: async () => body,
});

export function checkRoute(check: Check, contextOf: (request: Request) => Context): Methods {
  const run = async (request: Request): Promise<Answer> => {
    const read = await readJson(
      { header: (name) => request.headers.get(name) ?? undefined, body: (max) => readBody(request, max) },
      check.maxBodyBytes ?? BODY_MAX_BYTES,
    );
    if ('problem' in read) return refuse(read.problem);
    const parsed = check.input.safeParse(read.value);
    if (!parsed.success) return refuse(problem('invalid_request', { issues: issuesOf(parsed.error) }));
    return free(json(await check.run(parsed.data, contextOf(request)), 'no-store'));
  };
  return { POST: { costly: always, run } };
}

/** Documents that change only with release or configuration may be kept this long. */
const FIXED_MAX_AGE_SECONDS = 60;

export function documentRoute(
  document: FreeDocument,
  published: Published,
  contextOf: (request: Request) => Context,
): Methods {
  if (document.freshness === 'fixed') return fixedRoute(document.render(published), document.mediaType);
  const run = async (request: Request) => free(json(await document.render(contextOf(request)), 'no-store'));
  return { GET: { costly: never, run } };
}

export const fixedRoute = (body: object | string, mediaType = JSON_TYPE): Methods =>
  cacheable(
    typeof body === 'string' ? body : JSON.stringify(body),
    `public, max-age=${FIXED_MAX_AGE_SECONDS}`,
    mediaType,
  );

/** Bytes under their own digest never change. */
export const immutableRoute = (text: string): Methods =>
  cacheable(text, 'public, max-age=31536000, immutable');

/** A live read of this entry point: health, readiness, the sandbox. */
export function liveRoute(read: () => Promise<{ readonly ok: boolean; readonly body: object }>): Methods {
  const run = async (): Promise<Answer> => {
    const { ok, body } = await read();
    return free(json(body, 'no-store', ok ? 200 : 503));
  };
  return { GET: { costly: never, run } };
}

function cacheable(text: string, cacheControl: string, mediaType = JSON_TYPE): Methods {
  const etag = `"${digestBytes(text).slice('sha256:'.length, 'sha256:'.length + 32)}"`;
  const headers = { 'content-type': mediaType, 'cache-control': cacheControl, etag };
  const whole = free({ status: 200, headers, body: text });
  const unchanged = free({ status: 304, headers, body: null });
  const known = (ifNoneMatch: string | undefined): Answer => (matches(ifNoneMatch, etag) ? unchanged : whole);
  const run = (request: Request): Answer => known(request.headers.get('if-none-match') ?? undefined);
  return { GET: { costly: never, run, standing: ({ header }) => known(header('if-none-match')) } };
}

const json = (body: object, cacheControl: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': JSON_TYPE, 'cache-control': cacheControl },
  body: JSON.stringify(body),
});

const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));
