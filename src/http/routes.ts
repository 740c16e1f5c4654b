import { type CounterName, counter, WHO } from '../accounting/counters.ts';
import { sourceTag } from '../accounting/sources.ts';
import type { Check, FreeDocument, IntentLink, Published } from '../declare.ts';
import type { Lookup } from '../declare-parts.ts';
import { readJson } from '../gate/request.ts';
import { issuesOf } from '../issues.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import { once } from '../values/once.ts';
import { type Next, problem } from '../values/problem.ts';
import {
  type Answer,
  type ContextOf,
  cacheable,
  FIXED,
  free,
  type Handler,
  type IsOperator,
  type Methods,
  other,
  refuse,
  whenAsked,
} from './answer.ts';
import { headersOf, readInTurn } from './body.ts';
import type { Incoming } from './incoming.ts';
import { mendableFree } from './mend.ts';
import { live, twoForms } from './page-routes.ts';
import { pageOf, wantsJson } from './pages/index.ts';
import { Rationed } from './rationed.ts';
import { JSON_TYPE, preflightReply, type Reply } from './respond.ts';
import type { Turn } from './shedding.ts';
import type { RouteAsked } from './standing.ts';

const costly = () => 'costly' as const;

/** The verbs that a path answers, for Allow and for CORS. */
const verbsOf = (methods: Methods): string[] => [
  ...(methods.GET ? ['GET', 'HEAD'] : []),
  ...(methods.POST ? ['POST'] : []),
  'OPTIONS',
];

export const handlerFor = (methods: Methods, verb: string): Handler => {
  if (verb === 'OPTIONS') return { kind: other, run: () => free(preflightReply(verbsOf(methods))) };
  const own = methods[verb as keyof Methods] ?? (verb === 'HEAD' ? methods.GET : undefined);
  return (
    own ?? {
      kind: other,
      run: () => refuse(problem('method_not_allowed', { allow: verbsOf(methods), ...nextOf(methods) })),
    }
  );
};

function nextOf({ POST, GET }: Methods): { readonly next?: Next } {
  const next = POST?.example ?? GET?.example;
  return next ? { next } : {};
}

export function checkRoute(check: Check, contextOf: ContextOf, turn: Turn): Methods {
  const names = freeCounters(check);
  const example: Next = { method: 'POST', path: check.path, body: check.example };
  const run = async (request: Incoming): Promise<Answer> => {
    const read = await readJson(
      {
        header: headersOf(request),
        body: (max) => readInTurn(request, max, turn),
      },
      check.maxBodyBytes ?? BODY_MAX_BYTES,
    );
    if ('problem' in read) return refuse(mendableFree(read.problem, example));
    const parsed = check.input.safeParse(read.value);
    if (!parsed.success) {
      const issues = issuesOf(parsed.error, check.input);
      return refuse(problem('invalid_request', { issues, next: example }));
    }
    const context = await contextOf(request);
    const { source } = parsed.data as { source?: unknown };
    return free(json(await check.run(parsed.data, context), 'no-store'), names(context.selfProbe, source));
  };
  return { POST: { kind: costly, run, example } };
}

/** One use of a free route, by its source tag where it takes one and one was sent. */
function freeCounters({ id: route, attributed }: { readonly id: string; readonly attributed?: boolean }) {
  const [caller, operator] = WHO.map((who) => counter('free', { route, who }));
  return (isOperator: boolean, sent?: unknown): CounterName => {
    const source = attributed ? sourceTag(sent) : 'none';
    if (source !== 'none') return counter('tagged', { route, who: WHO[isOperator ? 1 : 0], source });
    return isOperator ? operator! : caller!;
  };
}

export function documentRoute(
  document: FreeDocument,
  shop: () => Published,
  contextOf: ContextOf,
  isOperator: IsOperator,
  now: () => number,
): Methods {
  if (document.freshness === 'fixed') {
    const route = whenAsked(shop, (published) => {
      const body = document.render(published);
      return document.page && typeof body === 'object'
        ? twoForms(body, pageOf(document, body, published))
        : fixedRoute(body, document.mediaType);
    });
    const names = freeCounters({ id: document.id });
    const asked = document.lookup ? withLookup(route, document.lookup) : route;
    return counting(asked, (request) => names(isOperator(request)), names(false));
  }
  const names = freeCounters(document);
  const forms = { json: new Rationed<Reply>(now), page: new Rationed<Reply>(now) };
  const formFor = (accept: string | null) => (document.page && !wantsJson(accept) ? 'page' : 'json');
  const run = async (request: Incoming) => {
    const form = formFor(request.headers.get('accept'));
    const reply = await forms[form].get(async () => {
      const context = await contextOf(request);
      const body = await document.render(context);
      return form === 'page' ? live(pageOf(document, body, context.published)) : json(body, 'no-store');
    });
    return free(reply, names(isOperator(request), new URL(request.url).searchParams.get('src')));
  };
  const standing = ({ header, query }: RouteAsked) => {
    const reply = forms[formFor(header('accept') ?? null)].standing();
    return reply && free(reply, names(false, query.get('src')));
  };
  const standingKind = document.costly ? 'costly' : 'other';
  return { GET: { kind: () => standingKind, run, standing, standingKind } };
}

/** One part of a document for a query that asks for it; without its parameters the document itself. */
function withLookup({ GET }: Methods, { input, find }: Lookup): Methods {
  const names = Object.keys(input.shape);
  const asks = (query: URLSearchParams) => names.some((name) => query.has(name));
  const run: Handler['run'] = (request, admit) => {
    const query = new URL(request.url).searchParams;
    if (!asks(query)) return GET!.run(request, admit);
    const parsed = input.safeParse(
      Object.fromEntries(names.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : []))),
    );
    if (!parsed.success) return refuse(problem('invalid_request', { issues: issuesOf(parsed.error, input) }));
    return free(json(find(parsed.data), FIXED));
  };
  const standing = (asked: RouteAsked) => (asks(asked.query) ? undefined : GET!.standing?.(asked));
  return { GET: { kind: GET!.kind, run, standing } };
}

/** A moved address of ours. */
export const movedRoute = (to: string): Methods => ({
  GET: {
    kind: other,
    run: () => free({ status: 302, headers: { location: to, 'cache-control': FIXED }, body: null }),
  },
});

/** Counts what is answered, whatever it is: a caller that has the document already used it too. */
function counting(
  { GET }: Methods,
  name: (request: Incoming) => CounterName,
  byCaller: CounterName,
): Methods {
  const run: Handler['run'] = async (request, admit) => {
    const answer = await GET!.run(request, admit);
    return answer.outcome === 'free' ? { ...answer, counter: name(request) } : answer;
  };
  const counted = once((plain: Answer): Answer => ({ ...plain, counter: byCaller }));
  const standing = (asked: RouteAsked) => {
    const plain = GET!.standing?.(asked);
    return plain && counted(plain);
  };
  return { GET: { kind: GET!.kind, run, standing } };
}

export const fixedRoute = (body: object | string, mediaType = JSON_TYPE): Methods =>
  cacheable(typeof body === 'string' ? body : JSON.stringify(body), {
    'content-type': mediaType,
    'cache-control': FIXED,
  });

/** A stylesheet or script of ours. */
export const assetRoute = ({ type, text }: { readonly type: string; readonly text: string }): Methods =>
  cacheable(text, { 'content-type': type, 'cache-control': FIXED });

/** Counts an intent and sends on to a page of our own. Nothing of the request reaches the answer; HEAD counts nothing. */
export function intentRoute({ to, intent }: IntentLink, isOperator: IsOperator): Methods {
  const reply = { status: 302, headers: { location: to, 'cache-control': 'no-store' }, body: null };
  const run = (request: Incoming) =>
    free(reply, counter('intent', { intent, who: isOperator(request) ? 'operator' : 'caller' }));
  return { GET: { kind: other, run }, HEAD: { kind: other, run: () => free(reply) } };
}

/** Bytes under their own digest never change. */
export const immutableRoute = (text: string): Methods =>
  cacheable(text, { 'cache-control': 'public, max-age=31536000, immutable' });

/** A live read of this entry point: health, readiness, the sandbox. `now`: its answers are shared by all who ask at once. */
export function liveRoute(
  read: () => Promise<{ readonly ok: boolean; readonly body: object }>,
  now?: () => number,
): Methods {
  const run = async (): Promise<Answer> => {
    const { ok, body } = await read();
    return free(json(body, 'no-store', ok ? 200 : 503));
  };
  const shared = now && new Rationed<Answer>(now);
  return {
    GET: {
      // Whoever asks whether the service is well is answered when it is flooded too.
      kind: () => undefined,
      ...(shared
        ? { run: () => shared.get(run), standing: () => shared.standing(), standingKind: 'unlimited' }
        : { run }),
    },
  };
}

const json = (body: object, cacheControl: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': JSON_TYPE, 'cache-control': cacheControl },
  body: JSON.stringify(body),
});
