import { ASSERTION_HEADER, EDGE_HEADERS } from '../adapters/edge/assertion.ts';
import { canonicalQuery, NETWORK_PARAMETER } from '../declare.ts';
import { isChallengedAtEdge } from '../discovery/sold.ts';
import type { Gate } from '../gate/gate.ts';
import { type Answer, type Methods, refuse } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { mendable } from '../http/mend.ts';
import { paidRoute } from '../http/paid-route.ts';
import { modeHeaders, PAID_HEADERS, toResponse } from '../http/respond.ts';
import { handlerFor, immutableRoute, liveRoute } from '../http/routes.ts';
import type { Clock } from '../ports.ts';
import { EDGE_MARK_HEADER, OPERATOR_HEADER } from '../values/headers.ts';
import { BODY_MAX_BYTES, LOCK_BODY_MAX_BYTES } from '../values/limits.ts';
import { problem } from '../values/problem.ts';
import { failureDocument, type Last, reportFailure } from './failure.ts';
import { type OriginClient, PAYMENT_TIMEOUT_MS } from './origin-client.ts';
import type { EdgeGate } from './service.ts';
import type { Count } from './tally.ts';

/** Values of `EDGE_MARK_HEADER`. */
const UNPAID = 'edge-unpaid-402';
const PAID = 'edge-paid';
const PASSED = 'origin';

export interface EdgeAppOptions {
  readonly gates: readonly EdgeGate[];
  readonly origin: OriginClient;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly sandbox: boolean;
  readonly health: () => Promise<object>;
  readonly lastFailure: () => Promise<Last | undefined>;
  /** Keeps the read-out. Never throws. */
  readonly note: (last: Last) => Promise<void>;
  readonly count: Count;
  readonly cache: Pick<Cache, 'match' | 'put'> | undefined;
}

export interface EdgeApp {
  /** `later`: work that the answer does not wait for. */
  fetch(request: Request, later: Later): Promise<Response>;
}

interface Route {
  readonly gate: Gate;
  readonly unpaid: Methods;
  /** For one call. */
  readonly withPayment: () => Methods;
}

type Later = (work: Promise<unknown>) => void;

const BODY_MS = 30_000;
/** Above the largest body that any free route takes, so that the origin says what is too large. */
const PASSED_MAX_BYTES = LOCK_BODY_MAX_BYTES + 1_000;

/** Paths that some parser could read as another one. The runtime has resolved dots already; the rest is refused, not repaired. */
const NOT_CANONICAL = /%|\\|\/\/|[^\x21-\x7e]/;
const PRIVATE = /^\/(?:api\/)?admin(?:\/|$)/i;

/** What stands in front of the origin: challenges and settles paid routes, hands everything else on. */
export function createEdgeApp(options: EdgeAppOptions): EdgeApp {
  const { gates, origin, publicUrl, clock, sandbox, health, lastFailure, note, count, cache } = options;
  const common = modeHeaders(sandbox);
  const routeOf = (gate: Gate) => paidRoute(gate, { isOperator: () => false, report: reportFailure });
  const paid = new Map(
    gates.map(({ gate, alone }): [string, Route] => [
      gate.product.path,
      { gate, unpaid: routeOf(gate), withPayment: () => routeOf(alone()) },
    ]),
  );
  const failure = {
    ...liveRoute(async () => ({ ok: true, body: failureDocument(await lastFailure()) })),
    // It can be read once, and whoever asks for headers alone reads nothing.
    HEAD: liveRoute(async () => ({ ok: true, body: failureDocument(undefined) })).GET!,
  };
  const own = new Map<string, Methods>([
    ['/__svc/edge-x402/health', liveRoute(async () => ({ ok: true, body: await health() }))],
    ['/__svc/edge-x402/health/last-failure', failure],
    ['/api/edge-x402-edge-failure/last', failure],
    ['/api/cloudflare-x402-edge-failure/last', failure],
    ...gates
      .flatMap(({ gate }) => gate.terms)
      .map(({ document }) => [new URL(document.url).pathname, immutableRoute(document.text)] as const),
  ]);

  return {
    async fetch(request, later) {
      const url = new URL(request.url);
      if (NOT_CANONICAL.test(url.pathname)) return answered(refuse(problem('invalid_request')), request);
      if (PRIVATE.test(url.pathname)) return answered(refuse(problem('not_found')), request);
      const mine = own.get(url.pathname);
      if (mine) return answered(await handlerFor(mine, request.method).run(request), request);
      const route = paid.get(url.pathname);
      if (route && isForUs(route.gate, request, url)) return sell(route, request, url, later);
      return pass(request, url, later);
    },
  };

  /**
   * Another rail and another network are the origin's. So is what an unpaid call shows, a ticket or the operator's
   * token: who knows them looks at them. A payment without the ticket or match that it needs can only be refused or
   * delivered again: that is the origin's too, and costs no look at the chain.
   */
  function isForUs(
    { product, isPaymentAttached }: Gate,
    { headers }: Request,
    { searchParams }: URL,
  ): boolean {
    if (headers.has('authorization') || searchParams.has(NETWORK_PARAMETER)) return false;
    const { admission: rule } = product;
    const shown =
      rule?.kind === 'ticket'
        ? headers.has(rule.header)
        : rule?.kind === 'match'
          ? canonicalQuery(product, searchParams).has(rule.parameter)
          : undefined;
    if (isPaymentAttached((name) => headers.get(name) ?? undefined)) return shown ?? true;
    return isChallengedAtEdge(product) && !shown && !headers.has(OPERATOR_HEADER);
  }

  async function sell(
    { gate, unpaid, withPayment }: Route,
    request: Request,
    url: URL,
    later: Later,
  ): Promise<Response> {
    // Read once, whole and bounded, before anything is answered: the body may have to go to the origin as well, and a
    // connection whose body was left unread is closed under the client.
    const body = request.method === 'POST' ? await bodyOf(request, BODY_MAX_BYTES) : undefined;
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const attached = gate.isPaymentAttached(header);
    if (body && 'problem' in body && (attached || body.problem.code !== 'invalid_request')) {
      const form = gate.product.forms.find(({ method }) => method === 'POST');
      const told = form ? mendable(body.problem, gate.product, form, attached) : body.problem;
      return answered(refuse(told), request, PAID_HEADERS);
    }
    const copy = () => (body ? copyOf(request, 'text' in body ? body.text : '') : request);
    const { run, standing } = handlerFor(attached ? withPayment() : unpaid, request.method);
    const ready = request.body ? undefined : standing?.({ header, query: url.searchParams });
    const answer = ready ?? (await run(copy()));
    // Sold at the origin, perhaps: it knows what became of it.
    if (answer.reason === 'payment_reused') return pass(copy(), url, later);
    const noted = () =>
      note({
        at: new Date(clock.now()).toISOString(),
        route: `${request.method} ${gate.product.path}`,
        code: answer.reason ?? 'internal_error',
      });
    // A 402 says that no money moved, and it may have moved at the origin. Or the challenge is not ours to give: the
    // origin declines again, with every way to pay, and counts it.
    if (answer.outcome === 'declined' && (answer.maybeSold || !isChallengedAtEdge(gate.product))) {
      const told = await pass(copy(), url, later);
      if (!told.ok) await noted();
      return told;
    }
    if (answer.outcome === 'declined' || answer.reply.status >= 500) await noted();
    if (answer.counter) count(answer.counter, later);
    const mark = { challenged: UNPAID, declined: UNPAID, delivered: PAID, redelivered: PAID } as Partial<
      Record<string, string>
    >;
    return answered(answer, request, {
      ...PAID_HEADERS,
      ...(mark[answer.outcome] && { [EDGE_MARK_HEADER]: mark[answer.outcome]! }),
    });
  }

  /** Whoever sends a body slowly holds a connection and its memory: nobody is waited for longer than the origin waits. */
  function bodyOf(request: Request, maxBytes: number): ReturnType<typeof readBody> {
    const late = clock.sleep(BODY_MS).then(() => ({ problem: problem('request_timeout') }));
    return Promise.race([readBody(request, maxBytes), late]);
  }

  function answered(answer: Answer, request: Request, extra: Record<string, string> = {}): Response {
    const { reply } = answer;
    return toResponse(request.method === 'HEAD' ? { ...reply, body: null } : reply, { ...common, ...extra });
  }

  /** The origin's own answer. Kept only if it says that anybody may have it, and if nothing of this caller's was sent. */
  async function pass(request: Request, url: URL, later: Later): Promise<Response> {
    const key = cache && isPublic(request) ? new Request(publicUrl + url.pathname + url.search) : undefined;
    const kept = key && (await cache!.match(key).catch(() => undefined));
    if (kept) return matching(kept, request);
    // The origin has limits of its own; this one keeps a caller from filling the isolate.
    const body = request.body ? await bodyOf(request, PASSED_MAX_BYTES) : undefined;
    if (body && 'problem' in body) return answered(refuse(body.problem), request);
    let response: Response;
    const pays = mayPay(request, url);
    try {
      response = await origin.pass(
        url.pathname + url.search,
        {
          method: request.method,
          headers: forwarded(request.headers),
          ...(body && { body: body.text }),
        },
        pays ? PAYMENT_TIMEOUT_MS : undefined,
      );
    } catch {
      await note({ at: new Date(clock.now()).toISOString(), route: 'passed on', code: 'origin_unreachable' });
      // The origin may have had the payment before it fell silent.
      const code = pays ? 'settlement_pending' : 'settlement_unavailable';
      return answered(refuse(problem(code, { retryAfterSeconds: 5 })), request);
    }
    const headers = new Headers(response.headers);
    for (const name of [...headers.keys()])
      if (EDGE_HEADERS.test(name) || HOP.has(name)) headers.delete(name);
    headers.set(EDGE_MARK_HEADER, PASSED);
    const answer = new Response(response.body, { status: response.status, headers });
    if (key && isKeepable(response)) later(cache!.put(key, answer.clone()).catch(() => {}));
    return answer;
  }
}

const copyOf = ({ url, method, headers }: Request, text: string): Request =>
  new Request(url, { method, headers, body: text });

/** Who calls, in a caller's own words: the origin would take them for ours where it trusts this edge as a proxy. */
const CALLER = 'x-forwarded-for';
const HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-encoding', 'content-length']);

function forwarded(headers: Headers): Headers {
  const sent = new Headers(headers);
  for (const name of [...sent.keys()])
    if (
      EDGE_HEADERS.test(name) ||
      HOP.has(name) ||
      name.startsWith('cf-') ||
      name === CALLER ||
      name === 'host'
    )
      sent.delete(name);
  sent.delete(ASSERTION_HEADER);
  return sent;
}

const PERSONAL = ['authorization', 'cookie', 'payment-signature', 'x-payment', OPERATOR_HEADER];

/** A tool call has its payment in the body. */
const mayPay = ({ headers }: Request, { pathname }: URL): boolean =>
  pathname === '/mcp' ||
  headers.has('payment-signature') ||
  headers.has('x-payment') ||
  /(^|,)\s*payment\b/i.test(headers.get('authorization') ?? '');

const isPublic = ({ method, headers }: Request): boolean =>
  method === 'GET' && PERSONAL.every((name) => !headers.has(name));

/** What has several forms for one address is not kept: the platform's cache does not look at `Vary`. */
const isKeepable = ({ status, headers }: Response): boolean =>
  status === 200 &&
  /\bpublic\b/.test(headers.get('cache-control') ?? '') &&
  !headers.has('set-cookie') &&
  !headers.has('vary');

/** A kept answer, or that the caller has it already. */
function matching(kept: Response, { headers }: Request): Response {
  const etag = kept.headers.get('etag');
  return etag !== null && headers.get('if-none-match') === etag
    ? new Response(null, { status: 304, headers: kept.headers })
    : new Response(kept.body, kept);
}
