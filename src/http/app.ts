import type { Catalogue, Context, Product, Published } from '../declare.ts';
import { lastKnown } from '../documents/last-known.ts';
import type { Gate } from '../gate/gate.ts';
import { whyNotCurrent } from '../ledger/freshness.ts';
import { type Clock, type PublishedEdition, type Reach, waitsBy } from '../ports.ts';
import { FAILURES_PATH } from '../values/limits.ts';
import { PROBLEMS, problem, problemType } from '../values/problem.ts';
import {
  type Admit,
  type Answer,
  type Handler,
  type IsOperator,
  type Methods,
  type Outcome,
  refuse,
} from './answer.ts';
import { challengePage, isBrowser, notFound, refusalPage } from './for-people.ts';
import { guideRoutes } from './guide-routes.ts';
import type { Incoming } from './incoming.ts';
import type { Limiter, LimitKind } from './limits.ts';
import { mcpRoute } from './mcp-route.ts';
import { nothingThere } from './mend.ts';
import { pageRoutes } from './page-routes.ts';
import { ASSETS } from './pages/assets.ts';
import { FAVICON } from './pages/frame.ts';
import type { Guide } from './pages/guides.ts';
import { paidRoute } from './paid-route.ts';
import { quickWay } from './quick.ts';
import { completed, modeHeaders, PAID_HEADERS, type Reply, toResponse } from './respond.ts';
import {
  assetRoute,
  checkRoute,
  documentRoute,
  fixedRoute,
  handlerFor,
  immutableRoute,
  intentRoute,
  liveRoute,
  movedRoute,
} from './routes.ts';
import { SHED_RETRY_SECONDS, type Shed, type Turn } from './shedding.ts';
import { siteFiles } from './site-files.ts';
import { type Awaiting, type Glance, scribe, type Written } from './standing.ts';

/** One answered request, in closed words only. */
export interface Event {
  /** `POST /api/opportunity-check`, or `unknown`. */
  readonly route: string;
  readonly outcome: Outcome;
  readonly status: number;
  readonly reason?: string;
  readonly durationMs: number;
}

export interface AppOptions {
  readonly catalogue: Catalogue;
  readonly published: Published;
  /** The same with what is for sale at the moment: another object when that changes. Without it nothing ever does. */
  readonly shop?: () => Published;
  readonly gates: readonly Gate[];
  readonly clock: Clock;
  readonly reach: Reach;
  /** Live free GETs of this entry point. `ok: false` answers 503. */
  readonly live?: Readonly<Record<string, () => Promise<{ readonly ok: boolean; readonly body: object }>>>;
  /** Fixed JSON of this entry point: public keys. */
  readonly fixed?: Readonly<Record<string, object>>;
  /** The documentation, shown as pages; without it the overview is empty. */
  readonly guides?: readonly Guide[];
  readonly limit?: Limiter;
  /** Whether requests of a kind are turned away, since there is more to do than can be done. */
  readonly shed?: Shed;
  /** Free checks wait for it; without one, none waits. */
  readonly turn?: Turn;
  /** Whether the request carries the operator's token. */
  readonly isOperator?: IsOperator;
  readonly observe?: (event: Event) => void;
  /** Told of what should not have thrown. Callers get a problem document, operators get the error. */
  readonly report?: (where: string, error: unknown) => void;
}

/** What the server knows of a connection. The address is used for rate limits and goes no further. */
export interface Connection {
  readonly address?: string;
}

export interface App {
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** The same without a `Response`, which costs a server that only writes it down more than making the answer. */
  answer(request: Request, connection?: Connection): Promise<Reply>;
  /**
   * What they would answer, if that stands ready: counted, limited and logged all the same. Undefined: nothing has
   * happened yet, ask them. The caller has checked that the path is canonical.
   */
  standing(glance: Glance): Written | Awaiting | undefined;
}

/** When an answer that could not be given may be asked for again. */
const RETRY_SECONDS = 5;

/** The catalogue as HTTP. Routes are exact: a path is one of ours, byte for byte, or it is not found. */
export function createApp(options: AppOptions): App {
  const { catalogue, published, gates, clock, limit, shed, observe, report = () => {} } = options;
  const { now: ticks } = waitsBy(clock);
  const shop = options.shop ?? (() => published);
  const routes = new Map<string, Methods>();
  const add = (path: string, methods: Methods) => routes.set(path, { ...routes.get(path), ...methods });

  // Pages for people are made when the first of them asks, and once.
  let madeNotFound: Answer | undefined;
  const notFoundPage = () => (madeNotFound ??= notFound(published));
  const challengePages = new Map<string, string>();
  const pageOfChallenge = (product: Product): string => {
    const made = challengePages.get(product.id) ?? challengePage(product, published);
    challengePages.set(product.id, made);
    return made;
  };
  const paid = { isOperator: options.isOperator ?? (() => false), report, page: pageOfChallenge };
  const contextOf = async (request: Incoming): Promise<Context> => {
    const asOf = clock.now();
    const edition = await currentEdition(options.reach, asOf, published);
    return {
      asOf,
      release: published.release,
      ...(edition && { edition }),
      published: shop(),
      reach: options.reach,
      selfProbe: paid.isOperator(request),
    };
  };
  for (const gate of gates) add(gate.product.path, paidRoute(gate, paid));
  const turn = options.turn ?? (async () => true);
  for (const check of catalogue.checks) add(check.path, checkRoute(check, contextOf, turn));
  for (const document of catalogue.documents)
    for (const path of [document.path, ...(document.aliases ?? [])])
      add(path, documentRoute(document, shop, contextOf, paid.isOperator, ticks));
  for (const intent of catalogue.intents) add(intent.path, intentRoute(intent, paid.isOperator));
  const guides = options.guides ?? [];
  const files = { ...ASSETS, ...siteFiles(published, guides, clock.now()) };
  for (const [path, asset] of Object.entries(files)) add(path, assetRoute(asset));
  // Asked for by programs that look no further than this name.
  add('/favicon.ico', movedRoute(FAVICON));
  for (const { document } of gates.flatMap(({ terms }) => terms))
    add(new URL(document.url).pathname, immutableRoute(document.text));
  for (const [path, body] of Object.entries(options.fixed ?? {})) add(path, fixedRoute(body));
  for (const [path, read] of Object.entries(options.live ?? {})) add(path, liveRoute(read, ticks));
  for (const [path, methods] of pageRoutes(shop, contextOf, options.live ?? {}, turn, ticks))
    add(path, methods);
  for (const [path, methods] of guideRoutes(guides, published)) add(path, methods);
  for (const code of Object.keys(PROBLEMS)) add(problemType(code), movedRoute(`${FAILURES_PATH}#${code}`));
  // A tool call is one of our own calls: limited as that before it is made, then answered by the same routes.
  add(
    '/mcp',
    mcpRoute({
      shop,
      release: published.release,
      publicUrl: published.publicUrl,
      answer,
      isOperator: paid.isOperator,
    }),
  );

  const paidPaths = new Set<string>(gates.map((gate) => gate.product.path));
  const common = modeHeaders(published.mode === 'sandbox');
  const paidHeaders = { ...common, ...PAID_HEADERS };
  const written = scribe();
  const routeName = routeNames();
  const quick = quickWay({
    now: ticks,
    handlerOf: handlerIn(routes),
    overRate,
    say: (method, path, answered, startedAt) => {
      tell(routes.has(path) ? routeName(method, path) : 'unknown', answered, startedAt);
      return written(answered.reply, paidPaths.has(path) ? paidHeaders : common, method === 'HEAD');
    },
  });
  const app: App = {
    fetch: async (request, connection) => toResponse(await answer(request, connection)),
    answer,
    standing: (glance) => {
      try {
        return quick(glance);
      } catch (error) {
        // The long way answers for what throws.
        report('http', error);
        return undefined;
      }
    },
  };
  return app;

  async function answer(request: Incoming, { address }: Connection = {}): Promise<Reply> {
    const startedAt = ticks();
    const { method } = request;
    const path = new URL(request.url).pathname;
    const methods = routes.get(path);
    if (!methods) {
      const person = isBrowser(request.headers.get('accept'));
      const nothing = person ? notFoundPage() : NOTHING;
      return finish('unknown', method, nothing, startedAt);
    }
    const handler = handlerFor(methods, method);
    const admit: Admit = (kind) => overRate(address, kind);
    const answered = await attempt(path, () => {
      const kind = handler.kind(request);
      return (kind === undefined ? undefined : admit(kind)) ?? handler.run(request, admit);
    });
    const extra = paidPaths.has(path) ? paidHeaders : common;
    return finish(routeName(method, path), method, forPerson(request, path, answered), startedAt, extra);
  }

  /** What a browser is refused is said in words. A program that pays gets JSON, whatever it says that it accepts. */
  function forPerson({ method, headers }: Incoming, path: string, answered: Answer): Answer {
    if (answered.outcome !== 'refused' || method !== 'GET' || !isBrowser(headers.get('accept')))
      return answered;
    const gate = gates.find(({ product }) => product.path === path);
    if (gate?.isPaymentAttached((name) => headers.get(name) ?? undefined)) return answered;
    return refusalPage(answered, published, gate?.product);
  }

  function overRate(address: string | undefined, kind: LimitKind): Answer | undefined {
    if (shed?.(kind))
      return refuse(problem('service_unavailable', { retryAfterSeconds: SHED_RETRY_SECONDS }));
    const wait = limit?.(address, kind);
    return wait === undefined ? undefined : refuse(problem('too_many_requests', { retryAfterSeconds: wait }));
  }

  async function attempt(path: string, work: () => Promise<Answer> | Answer): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      report('http', error);
      // A free answer never speaks of a payment.
      return refuse(
        paidPaths.has(path)
          ? problem('internal_error')
          : problem('service_unavailable', { retryAfterSeconds: RETRY_SECONDS }),
      );
    }
  }

  /** The one place where an answer is counted and logged, whichever way it went. */
  function tell(route: string, { reply, outcome, reason, counter }: Answer, startedAt: number): void {
    if (counter) options.reach.counters.add(counter);
    const durationMs = Math.round(ticks() - startedAt);
    observe?.({ route, outcome, status: reply.status, ...(reason && { reason }), durationMs });
  }

  function finish(route: string, verb: string, answered: Answer, startedAt: number, extra = common): Reply {
    tell(route, answered, startedAt);
    const { reply } = answered;
    return completed(verb === 'HEAD' ? { ...reply, body: null } : reply, extra);
  }
}

const NOTHING = refuse(nothingThere());

/** What answers on a path that is none of ours: never limited, since it costs nothing. */
const NOWHERE: Handler = {
  kind: () => undefined,
  run: () => NOTHING,
  // A person gets a page, which may be compressed.
  standing: ({ header }) => (isBrowser(header('accept')) ? undefined : NOTHING),
  standingKind: 'unlimited',
};

/** Who answers a verb that may be logged. */
const handlerIn = (routes: ReadonlyMap<string, Methods>) => (verb: string, path: string) => {
  if (!VERBS.has(verb)) return undefined;
  const methods = routes.get(path);
  return methods ? handlerFor(methods, verb) : NOWHERE;
};

const latestEdition = lastKnown(({ reach }) => reach.editions.latest());

/** The edition that free checks may answer from. Without one, or when it cannot be read, they answer from their tables. */
async function currentEdition(
  reach: Reach,
  now: number,
  published: Published,
): Promise<PublishedEdition | undefined> {
  const read = await latestEdition({ reach, asOf: now, published }).catch(() => undefined);
  const latest = read?.value;
  return whyNotCurrent(latest, now) === undefined ? (latest as PublishedEdition) : undefined;
}

/** Verbs that may appear in logs and metrics. */
const VERBS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** `GET /path`, made once: the paths are ours. */
function routeNames(): (verb: string, path: string) => string {
  const names = new Map<string, Record<string, string>>();
  return (verb, path) => {
    let ofPath = names.get(path);
    if (!ofPath) {
      ofPath = Object.fromEntries([...VERBS, 'OTHER'].map((each) => [each, `${each} ${path}`]));
      names.set(path, ofPath);
    }
    return ofPath[VERBS.has(verb) ? verb : 'OTHER']!;
  };
}
