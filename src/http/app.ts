import { Hono } from 'hono';
import type { Catalogue, Check, FreeDocument, Published } from '../declare.ts';
import type { Gate, Passage } from '../gate/gate.ts';
import { BODY_MAX_BYTES, issuesOf, type PaidRequest, readJson } from '../gate/request.ts';
import type { Clock } from '../ports.ts';
import { digestBytes } from '../values/digest.ts';
import { problem } from '../values/problem.ts';
import { readBody } from './body.ts';
import {
  COMMON_HEADERS,
  challengeResponse,
  JSON_TYPE,
  passageResponse,
  preflightResponse,
  problemResponse,
} from './respond.ts';

type Handler = (request: Request) => Promise<Response> | Response;
type Methods = Partial<Record<'GET' | 'POST' | 'HEAD', Handler>>;

export interface AppOptions {
  readonly catalogue: Catalogue;
  readonly published: Published;
  readonly gates: readonly Gate[];
  readonly clock: Clock;
  /** Live free GETs of this entry point: health, readiness, the sandbox. `ok: false` answers 503. */
  readonly live?: Readonly<Record<string, () => Promise<{ readonly ok: boolean; readonly body: object }>>>;
  /** Fixed JSON of this entry point: public keys. */
  readonly fixed?: Readonly<Record<string, object>>;
  /** Sees what paid routes did, for counters and logs. Never sees a request. */
  readonly observe?: (product: string, method: string, passage: Passage) => void;
  /** Whether a token header names an operator or monitor. */
  readonly isOperator?: (request: Request) => boolean;
  /** Told of what should not have thrown. Callers get a problem document, operators get the error. */
  readonly report?: (where: string, error: unknown) => void;
}

/** Documents that change only with release or configuration may be kept this long. */
const FIXED_MAX_AGE_SECONDS = 60;

/** The catalogue as HTTP. Routes are exact: a path is one of ours, byte for byte, or it is not found. */
export function createApp(options: AppOptions): {
  fetch: (request: Request) => Response | Promise<Response>;
} {
  const routes = new Map<string, Methods>();
  const add = (path: string, methods: Methods) => routes.set(path, { ...routes.get(path), ...methods });

  for (const gate of options.gates) add(gate.product.path, paidRoute(gate, options));
  for (const check of options.catalogue.checks) add(check.path, { POST: checkRoute(check, options) });
  for (const document of options.catalogue.documents)
    for (const path of [document.path, ...(document.aliases ?? [])])
      add(path, { GET: documentRoute(document, options.published) });
  for (const { terms } of options.gates)
    add(new URL(terms.document.url).pathname, { GET: immutable(terms.document.text) });
  for (const [path, body] of Object.entries(options.fixed ?? {}))
    add(path, { GET: fixed(JSON.stringify(body)) });
  for (const [path, read] of Object.entries(options.live ?? {})) add(path, { GET: liveRoute(read) });

  const app = new Hono({ getPath: (request) => new URL(request.url).pathname });
  for (const [path, methods] of routes)
    app.all(path, (context) => finish(dispatch(methods, context.req.raw), context.req.raw.method));
  app.notFound(() => finish(problemResponse(problem('not_found')), 'GET'));
  app.onError((error) => {
    options.report?.('http', error);
    return finish(problemResponse(problem('internal_error')), 'GET');
  });
  return app;

  async function finish(answer: Promise<Response> | Response, method: string): Promise<Response> {
    const response = await answer;
    for (const [name, value] of Object.entries(COMMON_HEADERS)) response.headers.set(name, value);
    if (options.published.mode === 'sandbox') response.headers.set('x-svc-mode', 'sandbox');
    return method === 'HEAD' ? new Response(null, response) : response;
  }
}

function dispatch(methods: Methods, request: Request): Promise<Response> | Response {
  const allow = allowed(methods);
  if (request.method === 'OPTIONS') return preflightResponse(allow);
  const handler =
    methods[request.method as keyof Methods] ?? (request.method === 'HEAD' ? methods.GET : undefined);
  return handler ? handler(request) : problemResponse(problem('method_not_allowed', { allow }));
}

const allowed = (methods: Methods): string[] => [
  ...(methods.GET ? ['GET', 'HEAD'] : []),
  ...(methods.POST ? ['POST'] : []),
  'OPTIONS',
];

/** A paid route. HEAD shows the challenge and runs nothing, paid or not. */
function paidRoute(gate: Gate, { observe, isOperator, report }: AppOptions): Methods {
  const methods: Methods = {};
  for (const form of gate.product.forms) {
    methods[form.method] = async (request) => {
      // Too large is refused whether or not a payment is attached, and whatever Content-Length says.
      const body = await readBody(request, BODY_MAX_BYTES);
      if ('problem' in body && body.problem.code === 'payload_too_large')
        return problemResponse(body.problem);
      const call = paidRequest(request, body);
      const caller = {
        operatorToken: isOperator?.(request) ?? false,
        source: call.query.get('src') ?? undefined,
      };
      const passage = await gate.pass(form, call, caller).catch((error: unknown): Passage => {
        // A bug, at a point that is not known: only "pending, send the same payment again" is certainly true.
        report?.('gate', error);
        return { kind: 'refused', problem: problem('settlement_pending', { retryAfterSeconds: 5 }) };
      });
      observe?.(gate.product.id, form.method, passage);
      return passageResponse(passage);
    };
  }
  if (methods.GET) methods.HEAD = async () => challengeResponse(await gate.challenge());
  return methods;
}

const paidRequest = (request: Request, body: Awaited<ReturnType<PaidRequest['body']>>): PaidRequest => ({
  query: new URL(request.url).searchParams,
  header: (name) => request.headers.get(name) ?? undefined,
  body: async () => body,
});

function checkRoute(check: Check, { clock, published }: AppOptions): Handler {
  return async (request) => {
    const read = await readJson(
      { header: (name) => request.headers.get(name) ?? undefined, body: (max) => readBody(request, max) },
      BODY_MAX_BYTES,
    );
    if ('problem' in read) return problemResponse(read.problem);
    const parsed = check.input.safeParse(read.value);
    if (!parsed.success)
      return problemResponse(problem('invalid_request', { issues: issuesOf(parsed.error) }));
    const answer = check.run(parsed.data, { asOf: clock.now(), release: published.release });
    return new Response(JSON.stringify(answer), {
      headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store' },
    });
  };
}

function documentRoute(document: FreeDocument, published: Published): Handler {
  if (document.freshness === 'live')
    return () =>
      new Response(JSON.stringify(document.render(published)), {
        headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store' },
      });
  return fixed(JSON.stringify(document.render(published)));
}

const fixed = (text: string): Handler => cacheable(text, `public, max-age=${FIXED_MAX_AGE_SECONDS}`);

const immutable = (text: string): Handler => cacheable(text, 'public, max-age=31536000, immutable');

function cacheable(text: string, cacheControl: string): Handler {
  const etag = `"${digestBytes(text).slice('sha256:'.length, 'sha256:'.length + 32)}"`;
  return (request) => {
    const headers = { 'content-type': JSON_TYPE, 'cache-control': cacheControl, etag };
    return matches(request.headers.get('if-none-match'), etag)
      ? new Response(null, { status: 304, headers })
      : new Response(text, { headers });
  };
}

const matches = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag));

function liveRoute(read: () => Promise<{ ok: boolean; body: object }>): Handler {
  return async () => {
    const { ok, body } = await read();
    return new Response(JSON.stringify(body), {
      status: ok ? 200 : 503,
      headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store' },
    });
  };
}
