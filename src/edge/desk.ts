import { z } from 'zod';
import type { Entry } from '../accounting/states.ts';
import type { SoldProduct } from '../discovery/sold.ts';
import type { OriginDesk } from '../gate/options.ts';
import type { PaidCall } from '../gate/paid-call.ts';
import type { PaidRequest } from '../gate/request.ts';
import { PENDING, type Result, UNAVAILABLE } from '../gate/result.ts';
import type { Journal } from '../ports.ts';
import {
  DELIVERY_RECEIPT_HEADER,
  EDGE_FAULT_HEADER,
  EDGE_PREPARED_HEADER,
  OPERATOR_HEADER,
  REDELIVERY_HEADER,
} from '../values/headers.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import {
  DECLINES,
  type DeclineReason,
  PROBLEMS,
  type ProblemCode,
  problem,
  REFUSAL_CLASSES,
  SITUATIONS,
  type Situation,
} from '../values/problem.ts';
import type { OriginCall } from './origin-client.ts';
import type { Outside } from './outside.ts';

/** The origin as the gate at the edge sees it: who admits, computes and hands over. */

/** Headers of a buyer's that the origin reads on a paid route. */
const FORWARDED = ['content-type', 'content-encoding', 'payment-signature', OPERATOR_HEADER] as const;
/** Headers of a paid 200 that belong to the buyer. */
const HANDED_OVER = [
  'payment-response',
  'payment-receipt',
  DELIVERY_RECEIPT_HEADER,
  REDELIVERY_HEADER,
] as const;

const prepared = z.object({ bodyDigest: z.string().regex(/^sha256:[0-9a-f]{64}$/) });
const problemDocument = z.object({
  error: z.string(),
  stopReason: z.enum(REFUSAL_CLASSES).optional(),
  detail: z.string().optional(),
  issues: z
    .array(
      z.object({
        path: z.string(),
        code: z.string(),
        message: z.string(),
        allowed: z.array(z.string()).readonly().optional(),
      }),
    )
    .max(20)
    .optional(),
});
const challengeDocument = z.looseObject({
  error: z.literal('payment_required'),
  reason: z.string().optional(),
});

export interface DeskOptions {
  readonly product: Pick<SoldProduct, 'id' | 'path' | 'admission' | 'forms'>;
  readonly outside: Outside;
  readonly journal: Journal;
  /** Told why the origin could not be used, in closed words. */
  readonly report: (code: string, assertion?: string) => Promise<void>;
}

export function originDesk({ product, outside, journal, report }: DeskOptions): OriginDesk {
  const { origin, catalogue, clock } = outside;

  return {
    async judge(call) {
      const isJudged = product.forms.some(({ method, judged }) => judged && method === call.form.method);
      if (!isJudged) return undefined;
      const { amount: amt, asset, network } = call.payment.offer;
      const answer = await ask({ kind: 'judge', cat: catalogue, rid: product.id, amt, asset, network }, call);
      if (answer?.headers.get(EDGE_PREPARED_HEADER) === 'approved') {
        await answer.body?.cancel();
        return undefined;
      }
      return (answer && (await resultOf(answer))) ?? UNAVAILABLE;
    },
    async prepare(call, entry) {
      const answer = await ask({ kind: 'prepare', cat: catalogue, ...factsOf(entry) }, call);
      if (answer?.headers.get(EDGE_PREPARED_HEADER) === 'ready') {
        const read = prepared.safeParse(await jsonOf(answer));
        return read.success ? read.data : UNAVAILABLE;
      }
      return (answer && (await resultOf(answer))) ?? UNAVAILABLE;
    },
    async deliver(call, entry) {
      // The first outcome of this payment is all that may be vouched for.
      if (entry.key !== call.payment.key || entry.transaction === null) return PENDING;
      const facts = { kind: 'paid', tx: entry.transaction, ...factsOf(entry) } as const;
      const answer = await ask(facts, call);
      const result = answer && (await resultOf(answer));
      // Money has moved: whatever the origin refuses now, a new approval is not what the buyer is told to give.
      if (result?.kind !== 'delivered') {
        return result?.kind === 'refused' && result.problem.code === 'payment_reused' ? result : PENDING;
      }
      const { bodyDigest } = entry;
      if (entry.state === 'settled' && bodyDigest !== null)
        await journal.delivered(entry.key, { at: clock.now(), bodyDigest }).catch(() => undefined);
      return result;
    },
  };

  function factsOf({ key, amount, asset, network, asOf }: Entry) {
    return { pay: key, rid: product.id, amt: amount, asset, network, asOf };
  }

  async function ask(facts: AssertedFacts, call: PaidCall): Promise<Response | undefined> {
    const answer = await origin.assert(facts, await callOf(call));
    if (!answer) await report('origin_unreachable');
    else if (answer.status === 401) {
      await report('edge_assertion_refused', answer.headers.get(EDGE_FAULT_HEADER) ?? undefined);
      await answer.body?.cancel();
      return undefined;
    }
    return answer;
  }

  async function callOf({ form, request }: PaidCall): Promise<OriginCall> {
    const names = [...FORWARDED, ...(product.admission?.kind === 'ticket' ? [product.admission.header] : [])];
    const headers = names.flatMap((name) => {
      const value = request.header(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const query = request.query.toString();
    return {
      method: form.method,
      target: product.path + (query ? `?${query}` : ''),
      headers: Object.fromEntries(headers),
      body: form.method === 'GET' ? '' : await bodyOf(request),
    };
  }
}

type AssertedFacts = Parameters<Outside['origin']['assert']>[0];

async function bodyOf(request: PaidRequest): Promise<string> {
  const read = await request.body(BODY_MAX_BYTES);
  return 'text' in read ? read.text : '';
}

/** What the origin's own gate said, as ours says it. Undefined when it is not one of its answers. */
async function resultOf(answer: Response): Promise<Result | undefined> {
  const { status, headers } = answer;
  if (status === 200) {
    const kept = HANDED_OVER.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const body = await answer.text().catch(() => undefined);
    if (body === undefined || !headers.has(DELIVERY_RECEIPT_HEADER)) return undefined;
    return {
      kind: 'delivered',
      body,
      headers: Object.fromEntries(kept),
      redelivery: headers.has(REDELIVERY_HEADER),
    };
  }
  const document = await jsonOf(answer);
  return status === 402 ? challengedBy(document, headers) : refusedBy(document, headers);
}

function challengedBy(document: unknown, headers: Headers): Result | undefined {
  const challenge = challengeDocument.safeParse(document);
  const encoded = headers.get('payment-required');
  if (!challenge.success || encoded === null) return undefined;
  const reason = challenge.data.reason;
  return {
    kind: 'challenged',
    challenge: { headers: { 'PAYMENT-REQUIRED': encoded }, body: challenge.data },
    ...(reason !== undefined && Object.hasOwn(DECLINES, reason) && { declined: reason as DeclineReason }),
  };
}

function refusedBy(document: unknown, headers: Headers): Result | undefined {
  const read = problemDocument.safeParse(document);
  if (!read.success || !Object.hasOwn(PROBLEMS, read.data.error)) return undefined;
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'refused',
    problem: problem(read.data.error as ProblemCode, {
      ...situationOf(read.data.error, read.data.detail),
      ...(read.data.stopReason && { stopReason: read.data.stopReason }),
      ...(read.data.issues && { issues: read.data.issues }),
      ...(Number.isFinite(retryAfter) && { retryAfterSeconds: retryAfter }),
    }),
  };
}

/** One code may stand for two situations: its words say which. */
function situationOf(error: string, detail: string | undefined): { readonly situation?: Situation } {
  const names = Object.keys(SITUATIONS) as Situation[];
  const situation = names.find(
    (name) => SITUATIONS[name].code === error && SITUATIONS[name].detail === detail,
  );
  return situation ? { situation } : {};
}

const jsonOf = (answer: Response): Promise<unknown> => answer.json().catch(() => undefined);
