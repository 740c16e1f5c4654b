import { type ChallengeMethod, type CounterName, counter, WHO, type Who } from '../accounting/counters.ts';
import { type SourceTag, sourceTag } from '../accounting/sources.ts';
import {
  type Check,
  canonicalQuery,
  exampleCall,
  type FreeDocument,
  type IntentLink,
  type Lookup,
  type Product,
  type Published,
} from '../declare.ts';
import type { Challenge } from '../gate/challenge.ts';
import type { Gate } from '../gate/gate.ts';
import type { Passage } from '../gate/passage.ts';
import { type PaidRequest, readJson } from '../gate/request.ts';
import { issuesOf } from '../issues.ts';
import { parseStrictJson } from '../values/json.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import type { Rail } from '../values/payment.ts';
import { DECLINES, type Next, problem } from '../values/problem.ts';
import {
  type Answer,
  type ContextOf,
  cacheable,
  FIXED,
  free,
  type Handler,
  type Methods,
  refuse,
  whenAsked,
} from './answer.ts';
import { declaresOver, readBody, readInTurn } from './body.ts';
import { asPage, isBrowser } from './for-people.ts';
import { mendable, mendableFree } from './mend.ts';
import { live, twoForms } from './page-routes.ts';
import { pageOf, wantsJson } from './pages/index.ts';
import { JSON_TYPE, passageReply, preflightReply, type Reply } from './respond.ts';
import type { Turn } from './shedding.ts';
import type { Asked } from './standing.ts';

const other = () => 'other' as const;
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

const withoutBody = (request: Request): Awaited<ReturnType<PaidRequest['body']>> =>
  declaresOver(request, BODY_MAX_BYTES) ? { problem: problem('payload_too_large') } : { text: '' };

export type IsOperator = (request: Request) => boolean;

export interface PaidOptions {
  readonly isOperator: IsOperator;
  readonly report: (where: string, error: unknown) => void;
  /** What a person reads who opens the route in a browser; without it, the JSON that programs get. */
  readonly page?: (product: Product) => string;
}

/** A paid route. HEAD shows the challenge and runs nothing, paid or not. */
export function paidRoute(gate: Gate, { isOperator, report, page }: PaidOptions): Methods {
  const kind = (request: Request) =>
    gate.isPaymentAttached((name) => request.headers.get(name) ?? undefined) ? 'payment' : 'other';
  const methods: Methods = {};
  for (const form of gate.product.forms) {
    const run = async (request: Request): Promise<Answer> => {
      // Too large is refused whether or not a payment is attached, and whatever Content-Length says. A GET's body is
      // never read: touching it would cost every challenge a stream.
      const body = form.method === 'GET' ? withoutBody(request) : await readBody(request, BODY_MAX_BYTES);
      const call = paidRequest(request, body, gate.product);
      const isAttached = gate.isPaymentAttached(call.header);
      if ('problem' in body && body.problem.code === 'payload_too_large')
        return refuse(mendable(body.problem, gate.product, form, isAttached));
      const operatorToken = isOperator(request);
      const caller = { operatorToken, source: call.query.get('src') ?? undefined };
      const passed = await gate.pass(form, call, caller).catch((error: unknown): Passage => {
        // A bug, at a point that is not known: only "pending, send the same payment again" is certainly true.
        report('gate', error);
        return { kind: 'refused', problem: problem('settlement_pending', { retryAfterSeconds: 5 }) };
      });
      const passage: Passage =
        passed.kind === 'refused'
          ? { ...passed, problem: mendable(passed.problem, gate.product, form, isAttached) }
          : passed;
      const answered = counted(passage, {
        product: gate.product.id,
        method: form.method,
        rail: gate.railOf(call.header) ?? 'x402',
        who: operatorToken ? 'operator' : 'caller',
        source: () => sourceTag(caller.source ?? sourceIn(body)),
      });
      const shown =
        answered.outcome === 'challenged' &&
        form.method === 'GET' &&
        isBrowser(request.headers.get('accept'));
      return shown && page ? asPage(answered, page(gate.product)) : answered;
    };
    methods[form.method] = {
      kind,
      run,
      standing: standingChallenge(gate, form.method),
      example: exampleCall(gate.product, form),
    };
  }
  const get = gate.product.forms.find(({ method }) => method === 'GET');
  if (get)
    methods.HEAD = {
      kind: other,
      run: async (request) => {
        const call = paidRequest(request, { text: '' }, gate.product);
        return counted(await gate.unpaid(get, call), {
          product: gate.product.id,
          method: 'HEAD',
          rail: 'x402',
          who: isOperator(request) ? 'operator' : 'caller',
          source: () => sourceTag(call.query.get('src')),
        });
      },
      standing: standingChallenge(gate, 'HEAD'),
    };
  return methods;
}

/** The challenge of an unpaid call without a body, when it stands ready. Its counter's name depends on the source alone. */
function standingChallenge(gate: Gate, method: ChallengeMethod): (asked: Asked) => Answer | undefined {
  const made = new Map<SourceTag, { readonly challenge: Challenge; readonly answer: Answer }>();
  return (asked) => {
    if (isBrowser(asked.header('accept'))) return undefined;
    const challenge = gate.standing(asked);
    if (!challenge) return undefined;
    const source = sourceTag(asked.query.get('src'));
    const known = made.get(source);
    if (known?.challenge === challenge) return known.answer;
    const answer = counted(
      { kind: 'challenged', challenge },
      { product: gate.product.id, method, rail: 'x402', who: 'caller', source: () => source },
    );
    made.set(source, { challenge, answer });
    return answer;
  };
}

/** The answer to a paid route, and what it counts as. */
function counted(passage: Passage, parts: Parameters<typeof unpaidCounter>[1]): Answer {
  const name = unpaidCounter(passage, parts);
  return { ...answerOf(passage), ...(name && { counter: name }) };
}

/** What an unpaid answer counts as. Of refusals only those of policy count; a delivery is counted by the journal. */
function unpaidCounter(
  passage: Passage,
  parts: {
    readonly product: string;
    readonly method: ChallengeMethod;
    readonly rail: Rail;
    readonly who: Who;
    readonly source: () => SourceTag;
  },
): CounterName | undefined {
  const { product, who } = parts;
  if (passage.kind === 'refused') {
    const { stopReason } = passage.problem;
    return stopReason && counter('refused', { product, stopReason, who });
  }
  if (passage.kind !== 'challenged') return undefined;
  const named = { ...parts, source: parts.source() };
  return passage.declined
    ? counter('decline', { ...named, bucket: DECLINES[passage.declined].bucket })
    : counter('challenge', named);
}

/** The source that a body names, for the tag that it may be counted as: nothing else of the body is looked at. */
function sourceIn(body: Awaited<ReturnType<PaidRequest['body']>>): unknown {
  if (!('text' in body) || body.text === '') return undefined;
  const parsed = parseStrictJson(body.text);
  return parsed.ok && typeof parsed.value === 'object'
    ? (parsed.value as { source?: unknown })?.source
    : undefined;
}

function answerOf(passage: Passage): Answer {
  const reply = passageReply(passage);
  if (passage.kind === 'refused') return { reply, outcome: 'refused', reason: passage.problem.code };
  if (passage.kind === 'delivered')
    return { reply, outcome: passage.redelivery ? 'redelivered' : 'delivered' };
  return passage.declined
    ? { reply, outcome: 'declined', reason: passage.declined, maybeSold: passage.maybeSold === true }
    : { reply, outcome: 'challenged' };
}

const paidRequest = (
  request: Request,
  body: Awaited<ReturnType<PaidRequest['body']>>,
  product: Product,
): PaidRequest => ({
  query: canonicalQuery(product, new URL(request.url).searchParams),
  header: (name) => request.headers.get(name) ?? undefined,
  body: async () => body,
});

export function checkRoute(check: Check, contextOf: ContextOf, turn: Turn): Methods {
  const names = freeCounters(check);
  const example: Next = { method: 'POST', path: check.path, body: check.example };
  const run = async (request: Request): Promise<Answer> => {
    const read = await readJson(
      {
        header: (name) => request.headers.get(name) ?? undefined,
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
  const run = async (request: Request) => {
    const context = await contextOf(request);
    const source = new URL(request.url).searchParams.get('src');
    const body = await document.render(context);
    const asPage = document.page && !wantsJson(request.headers.get('accept'));
    const reply = asPage ? live(pageOf(document, body, context.published)) : json(body, 'no-store');
    return free(reply, names(context.selfProbe, source));
  };
  return { GET: { kind: document.costly ? costly : other, run } };
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
  const standing = (asked: Asked) => (asks(asked.query) ? undefined : GET!.standing?.(asked));
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
function counting({ GET }: Methods, name: (request: Request) => CounterName, byCaller: CounterName): Methods {
  const run: Handler['run'] = async (request, admit) => {
    const answer = await GET!.run(request, admit);
    return answer.outcome === 'free' ? { ...answer, counter: name(request) } : answer;
  };
  const made = new WeakMap<Answer, Answer>();
  const standing = (asked: Asked) => {
    const plain = GET!.standing?.(asked);
    const answer = plain && (made.get(plain) ?? { ...plain, counter: byCaller });
    if (answer) made.set(plain, answer);
    return answer;
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
  const run = (request: Request) =>
    free(reply, counter('intent', { intent, who: isOperator(request) ? 'operator' : 'caller' }));
  return { GET: { kind: other, run }, HEAD: { kind: other, run: () => free(reply) } };
}

/** Bytes under their own digest never change. */
export const immutableRoute = (text: string): Methods =>
  cacheable(text, { 'cache-control': 'public, max-age=31536000, immutable' });

/** A live read of this entry point: health, readiness, the sandbox. */
export function liveRoute(read: () => Promise<{ readonly ok: boolean; readonly body: object }>): Methods {
  const run = async (): Promise<Answer> => {
    const { ok, body } = await read();
    return free(json(body, 'no-store', ok ? 200 : 503));
  };
  // Whoever asks whether the service is well is answered when it is flooded too.
  return { GET: { kind: () => undefined, run } };
}

const json = (body: object, cacheControl: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': JSON_TYPE, 'cache-control': cacheControl },
  body: JSON.stringify(body),
});
