import { type ChallengeMethod, type CounterName, counter, type Who } from '../accounting/counters.ts';
import { type SourceTag, sourceTag } from '../accounting/sources.ts';
import { canonicalQuery, exampleCall, type Form, type Product } from '../declare.ts';
import type { Challenge } from '../gate/challenge.ts';
import type { Gate } from '../gate/gate.ts';
import type { PaidRequest } from '../gate/request.ts';
import type { Result } from '../gate/result.ts';
import { parseStrictJson } from '../values/json.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import type { RailName } from '../values/payment.ts';
import { DECLINES, problem } from '../values/problem.ts';
import { type Answer, type AnyBody, type IsOperator, type Methods, other, refuse } from './answer.ts';
import { declaresOver, headersOf, readBody, textOf } from './body.ts';
import { asPage, isBrowser } from './for-people.ts';
import type { Incoming } from './incoming.ts';
import { mendable } from './mend.ts';
import { resultReply } from './respond.ts';
import type { RouteAsked } from './standing.ts';

/** A paid route: every form of a product, as its gate answers it. */

const withoutBody = (request: Incoming): Awaited<ReturnType<PaidRequest['body']>> =>
  declaresOver(headersOf(request), BODY_MAX_BYTES) ? { problem: problem('payload_too_large') } : { text: '' };

export interface PaidOptions {
  readonly isOperator: IsOperator;
  readonly report: (where: string, error: unknown) => void;
  /** What a person reads who opens the route in a browser; without it, the JSON that programs get. */
  readonly page?: (product: Product) => string;
}

/** A paid route. HEAD shows the challenge and runs nothing, paid or not. */
export function paidRoute(gate: Gate, { isOperator, report, page }: PaidOptions): Methods {
  const kind = (request: Incoming) => (gate.isPaymentAttached(headersOf(request)) ? 'payment' : 'other');
  const methods: Methods = {};
  for (const form of gate.product.forms) {
    const run = async (request: Incoming): Promise<Answer> => {
      // Too large is refused whether or not a payment is attached, and whatever Content-Length says. A GET's body is
      // never read: touching it would cost every challenge a stream.
      const body = form.method === 'GET' ? withoutBody(request) : await readBody(request, BODY_MAX_BYTES);
      const call = paidRequest(request, body, gate.product);
      const isAttached = gate.isPaymentAttached(call.header);
      if ('problem' in body && body.problem.code === 'payload_too_large')
        return refuse(mendable(body.problem, gate.product, form, isAttached));
      const operatorToken = isOperator(request);
      const caller = { operatorToken, source: call.query.get('src') ?? undefined };
      const passed = await gate.pass(form, call, caller).catch((error: unknown): Result => {
        // A bug, at a point that is not known: only "pending, send the same payment again" is certainly true.
        report('gate', error);
        return { kind: 'refused', problem: problem('settlement_pending', { retryAfterSeconds: 5 }) };
      });
      const result: Result =
        passed.kind === 'refused'
          ? { ...passed, problem: mendable(passed.problem, gate.product, form, isAttached) }
          : passed;
      const answered = counted(result, {
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
      ...(form.method === 'POST' && { anyBody: challengeWithBody(gate, form) }),
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

/** The challenge of an unpaid call, when it stands ready. Its counter's name depends on the source alone. */
function standingChallenge(gate: Gate, method: ChallengeMethod): (asked: RouteAsked) => Answer | undefined {
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

/** A challenge is the same whatever the body. Where the query names no source, the body may. */
const challengeWithBody = ({ product }: Gate, form: Form): AnyBody => ({
  maxBytes: BODY_MAX_BYTES,
  tooLarge: refuse(mendable(problem('payload_too_large'), product, form, false)),
  counted: (ready, { query }, body) => {
    const source = query.has('src') ? 'none' : sourceTag(sourceIn(textOf(body)));
    if (source === 'none') return ready;
    const named = { product: product.id, method: form.method, rail: 'x402', who: 'caller', source } as const;
    return { ...ready, counter: counter('challenge', named) };
  },
});

/** The answer to a paid route, and what it counts as. */
function counted(result: Result, parts: Parameters<typeof unpaidCounter>[1]): Answer {
  const name = unpaidCounter(result, parts);
  return { ...answerOf(result), ...(name && { counter: name }) };
}

/** What an unpaid answer counts as. Of refusals only those of policy count; a delivery is counted by the journal. */
function unpaidCounter(
  result: Result,
  parts: {
    readonly product: string;
    readonly method: ChallengeMethod;
    readonly rail: RailName;
    readonly who: Who;
    readonly source: () => SourceTag;
  },
): CounterName | undefined {
  const { product, who } = parts;
  if (result.kind === 'refused') {
    const { stopReason } = result.problem;
    return stopReason && counter('refused', { product, stopReason, who });
  }
  if (result.kind !== 'challenged') return undefined;
  const named = { ...parts, source: parts.source() };
  return result.declined
    ? counter('decline', { ...named, bucket: DECLINES[result.declined].bucket })
    : counter('challenge', named);
}

/** Any other body has no member of this name, however it is spelled: it need not be parsed. */
const MAY_NAME_SOURCE = /source|\\u/;

/** The source that a body names, for the tag that it may be counted as: nothing else of the body is looked at. */
function sourceIn(body: Awaited<ReturnType<PaidRequest['body']>>): unknown {
  if (!('text' in body) || !MAY_NAME_SOURCE.test(body.text)) return undefined;
  const parsed = parseStrictJson(body.text);
  return parsed.ok && typeof parsed.value === 'object'
    ? (parsed.value as { source?: unknown })?.source
    : undefined;
}

function answerOf(result: Result): Answer {
  const reply = resultReply(result);
  if (result.kind === 'refused') return { reply, outcome: 'refused', reason: result.problem.code };
  if (result.kind === 'delivered') return { reply, outcome: result.redelivery ? 'redelivered' : 'delivered' };
  return result.declined
    ? { reply, outcome: 'declined', reason: result.declined, maybeSold: result.maybeSold === true }
    : { reply, outcome: 'challenged' };
}

const paidRequest = (
  request: Incoming,
  body: Awaited<ReturnType<PaidRequest['body']>>,
  product: Product,
): PaidRequest => ({
  query: canonicalQuery(product, new URL(request.url).searchParams),
  header: headersOf(request),
  body: async () => body,
});
