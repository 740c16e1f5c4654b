import { counter } from '../accounting/counters.ts';
import type { Published } from '../declare.ts';
import { digestBytes } from '../values/digest.ts';
import { LARGE_BODY_MAX_BYTES } from '../values/limits.ts';
import { problem } from '../values/problem.ts';
import {
  type Answer,
  type ContextOf,
  cacheable,
  compressible,
  FIXED,
  free,
  type Handler,
  type Methods,
  refuse,
  whenAsked,
} from './answer.ts';
import { readInTurn } from './body.ts';
import type { Incoming } from './incoming.ts';
import { answerAuditForm, auditPage } from './pages/audit.ts';
import { PAGES, wantsJson } from './pages/index.ts';
import type { LiveReads, Page } from './pages/page.ts';
import { answerForm, tryPage } from './pages/try.ts';
import { Rationed } from './rationed.ts';
import type { Reply } from './respond.ts';
import type { Turn } from './shedding.ts';
import type { RouteAsked } from './standing.ts';

/** What a page may load and send: our own stylesheet, script, icon, counters and forms, and nothing else. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

export const HTML_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
} as const;

export const live = (html: string, status = 200): Reply => ({
  status,
  headers: { ...HTML_HEADERS, 'cache-control': 'no-store' },
  body: html,
});

/** One address, two forms: HTML for people, JSON for programs that ask for it. Both are rendered once. */
export function twoForms(body: object, page: string): Methods {
  const shared = { 'cache-control': FIXED, vary: 'Accept' };
  const forms = {
    json: cacheable(JSON.stringify(body), shared).GET!,
    html: compressible(page, { ...shared, ...HTML_HEADERS }).GET!,
  };
  const run: Handler['run'] = (request, admit) =>
    forms[wantsJson(request.headers.get('accept')) ? 'json' : 'html'].run(request, admit);
  const standing = (asked: RouteAsked) =>
    forms[wantsJson(asked.header('accept') ?? null) ? 'json' : 'html'].standing?.(asked);
  return { GET: { kind: () => 'other', run, standing } };
}

/** Pages that answer a form of theirs. A function: read when this loads, they would be in the Worker with all products. */
const forms = () =>
  [
    [tryPage.path, answerForm],
    [auditPage.path, answerAuditForm],
  ] as const;

/** Every page with an address of its own, by path. */
export function pageRoutes(
  shop: () => Published,
  contextOf: ContextOf,
  reads: LiveReads,
  turn: Turn,
  now: () => number,
): readonly (readonly [path: string, methods: Methods])[] {
  return [
    ...PAGES.map((page) => [page.path, routeOf(page, shop, contextOf, reads, now)] as const),
    ...forms().map(([path, answer]): readonly [string, Methods] => [
      path,
      { POST: { kind: () => 'costly', run: (request) => formAnswer(request, answer, contextOf, turn) } },
    ]),
  ];
}

function routeOf(
  page: Page,
  shop: () => Published,
  contextOf: ContextOf,
  reads: LiveReads,
  now: () => number,
): Methods {
  if (page.freshness === 'fixed') {
    return whenAsked(shop, (published) => {
      const html = page.html(published);
      return page.json
        ? twoForms(page.json(published), html)
        : compressible(html, { ...HTML_HEADERS, 'cache-control': FIXED });
    });
  }
  /** By the form that a query asks for. */
  const kept = new Map<string, Rationed<Answer>>();
  const sharedOf = (query: URLSearchParams) => {
    const form = page.formOf?.(query) ?? '';
    const shared = kept.get(form) ?? new Rationed<Answer>(now);
    kept.set(form, shared);
    return { form, shared };
  };
  const run = (request: Incoming) => {
    const { form, shared } = sharedOf(new URL(request.url).searchParams);
    return shared.get(async () => {
      const reply = live(await page.html(await contextOf(request), reads, form));
      return free(page.sameForAll ? { ...reply, forAll: digestBytes(reply.body!) } : reply);
    });
  };
  // What may be compressed is the long way's to write.
  const standing = page.sameForAll ? undefined : ({ query }: RouteAsked) => sharedOf(query).shared.standing();
  const standingKind = page.costly ? 'costly' : 'other';
  return { GET: { kind: () => standingKind, run, ...(standing && { standing, standingKind }) } };
}

/**
 * A free check asked by a plain form, for people without script. The JSON check is the same one and knows nothing of
 * this; what was typed is in the answer to its sender, which no cache keeps, and nowhere else.
 */
async function formAnswer(
  request: Incoming,
  answer: typeof answerForm,
  contextOf: ContextOf,
  turn: Turn,
): Promise<Answer> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || request.headers.has('content-encoding'))
    return refuse(problem('unsupported_media_type'));
  const read = await readInTurn(request, LARGE_BODY_MAX_BYTES, turn);
  if ('problem' in read) return refuse(read.problem);
  const context = await contextOf(request);
  const answered = await answer(new URLSearchParams(read.text), context);
  if (!answered) return refuse(problem('invalid_request'));
  const { html, ok, checkId } = answered;
  if (!ok) return { reply: live(html, 400), outcome: 'refused', reason: 'invalid_request' };
  return free(
    live(html),
    counter('free', { route: checkId, who: context.selfProbe ? 'operator' : 'caller' }),
  );
}
