import { z } from 'zod';
import type { ClosedNames, Counts } from '../accounting/counters.ts';
import type { Entry } from '../accounting/states.ts';
import {
  ASSERTION_HEADER,
  type AssertionFault,
  type AssertionVerifier,
  assertionVerifier,
  type FactsOf,
  JOURNAL_PATH,
} from '../adapters/edge/assertion.ts';
import { useOnce } from '../adapters/sql/assertions.ts';
import { takeTotals } from '../adapters/sql/counters.ts';
import type { Store } from '../adapters/sql/store.ts';
import type { Catalogue, Form } from '../declare.ts';
import { catalogueDigest, soldProducts } from '../discovery/sold.ts';
import { type BehindEdge, behindEdge } from '../gate/behind-edge.ts';
import type { GatesOptions } from '../gate/by-network.ts';
import type { Gate } from '../gate/gate.ts';
import type { Caller } from '../gate/paid-call.ts';
import { x402Rail } from '../gate/rails/x402.ts';
import { LEASE_MS } from '../gate/reconcile.ts';
import type { PaidRequest } from '../gate/request.ts';
import type { Event } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import {
  completed,
  JSON_TYPE,
  PAID_HEADERS,
  problemReply,
  type Reply,
  resultReply,
} from '../http/respond.ts';
import type { Clock, Journal } from '../ports.ts';
import type { Digest } from '../values/digest.ts';
import { EDGE_FAULT_HEADER, EDGE_PREPARED_HEADER, REDELIVERY_HEADER } from '../values/headers.ts';
import { parseStrictJson } from '../values/json.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import type { Offer } from '../values/payment.ts';
import { problem } from '../values/problem.ts';
import type { EpochMs } from '../values/time.ts';
import type { EdgeTrust } from './config.ts';

/**
 * Where an edge comes in. A call with an assertion is answered here and nowhere else: believed, or refused with 401
 * before anything of it is looked at. Every other call goes to the ordinary routes, where a paid one meets the
 * origin's own gate.
 */
export interface EdgeDoor {
  isFor(request: Request): boolean;
  answer(request: Request): Promise<Reply>;
}

interface Counter {
  readonly gate: Gate;
  readonly behind: BehindEdge;
}

interface EdgeDoorOptions {
  readonly verifier: AssertionVerifier;
  /** True for the first use of a `jti`, on any node. */
  readonly useOnce: (jti: string, expiresAt: EpochMs) => Promise<boolean>;
  readonly counters: readonly Counter[];
  readonly journal: Journal;
  /** What an edge has counted of unpaid calls, in all: may be told again, and in any order. */
  readonly takeTotals: (node: string, counts: Counts) => Promise<void>;
  readonly clock: Clock;
  readonly isOperator: (request: Request) => boolean;
  /** Headers of every answer of this instance. */
  readonly common: Readonly<Record<string, string>>;
  readonly observe: (event: Event) => void;
  readonly report: (where: string, error: unknown) => void;
}

const JOURNAL_MAX_BYTES = 500_000;
/** How far from now an edge may set the instant that an answer's facts are read at. */
const AS_OF_DOUBT_MS = 70_000;

const text = z.string().max(200);
const instant = z.number().int().nonnegative();
/** Rows as an edge's journal keeps them. What the buyer signed is gone by then. */
const pushed = z.object({
  rows: z
    .array(
      z.object({
        seq: z.number().int(),
        entry: z.looseObject({
          key: z.string().regex(/^[0-9a-f]{64}$/),
          state: z.enum(['claimed', 'settling', 'settled', 'delivered', 'released', 'failed']),
          transaction: text.nullable(),
          bodyDigest: text.nullable(),
          reason: text.nullable(),
          settledAt: instant.nullable(),
        }),
      }),
    )
    .max(100),
  totals: z
    .object({
      node: z.string().regex(/^[0-9a-f]{32}$/),
      counts: z.record(z.string().max(200), z.number().int().nonnegative()),
    })
    .optional(),
});

/** What lies behind the door. */
interface Behind extends Pick<EdgeDoorOptions, 'isOperator' | 'common' | 'observe' | 'report'> {
  readonly catalogue: Catalogue;
  readonly sale: GatesOptions;
  readonly gates: readonly Gate[];
  readonly store: Store;
  readonly names: ClosedNames;
}

/** Where the edge that is trusted comes in. It may still hold the catalogue of the release before. */
export function openEdgeDoor(
  { jwks, audience, issuer, previousCatalogue }: EdgeTrust,
  { catalogue, sale, gates, store, names, ...told }: Behind,
): EdgeDoor {
  const { clock, journal } = sale.ports;
  const own = catalogueDigest(soldProducts(catalogue));
  const catalogues = previousCatalogue ? [own, previousCatalogue as Digest] : [own];
  return edgeDoor({
    verifier: assertionVerifier({
      jwks,
      audience: audience ?? sale.publicUrl,
      issuer,
      catalogues,
      now: clock.now,
    }),
    useOnce: (jti, expiresAt) => useOnce(store, jti, expiresAt),
    counters: gates.map((gate) => {
      const [terms] = gate.terms;
      return {
        gate,
        behind: behindEdge({ ...sale, terms: terms!, rails: [x402Rail(terms!, sale.ports)] }, gate),
      };
    }),
    journal,
    takeTotals: (node, totals) => takeTotals(store, node, totals, names),
    clock,
    ...told,
  });
}

function edgeDoor(options: EdgeDoorOptions): EdgeDoor {
  const { verifier, useOnce, counters, journal, takeTotals, clock, isOperator, common, observe, report } =
    options;
  const byPath = new Map(counters.map((each) => [each.gate.product.path as string, each]));

  return { isFor: ({ headers }) => headers.has(ASSERTION_HEADER), answer };

  async function answer(request: Request): Promise<Reply> {
    const startedAt = clock.now();
    const { pathname } = new URL(request.url);
    let reply: Reply;
    try {
      reply = await replyTo(request, pathname);
    } catch (error) {
      report('edge', error);
      reply = problemReply(problem('settlement_pending', { retryAfterSeconds: 2 }));
    }
    const route = byPath.has(pathname) ? pathname : pathname === JOURNAL_PATH ? JOURNAL_PATH : 'unknown';
    observe({
      route: `EDGE ${route}`,
      outcome: outcomeOf(reply, route),
      status: reply.status,
      durationMs: clock.now() - startedAt,
    });
    return completed(reply, { ...PAID_HEADERS, ...common });
  }

  async function replyTo(request: Request, pathname: string): Promise<Reply> {
    const { search } = new URL(request.url);
    const isJournal = pathname === JOURNAL_PATH;
    const read = await readBody(request, isJournal ? JOURNAL_MAX_BYTES : BODY_MAX_BYTES);
    if ('problem' in read) return problemReply(read.problem);
    const call = { method: request.method, target: pathname + search, body: read.text };
    const asserted = await verifier.verify(request.headers.get(ASSERTION_HEADER)!, call);
    if (typeof asserted === 'string') return refusal(asserted);
    const { facts, jti, expiresAt } = asserted;
    if (!(await useOnce(jti, expiresAt))) return refusal('replayed');
    if (facts.kind === 'journal')
      return isJournal && request.method === 'POST' ? book(read.text) : refusal('request');

    const counter = byPath.get(pathname);
    const form = counter?.gate.product.forms.find(({ method }) => method === request.method);
    if (!counter || !form || !areOurTerms(counter.gate, facts)) return refusal('terms');
    const paid = paidRequest(request, read.text);
    const caller: Caller = { operatorToken: isOperator(request), source: paid.query.get('src') ?? undefined };
    if (facts.kind === 'judge') {
      const unsold = await counter.behind.judge(form, paid, caller);
      return unsold ? resultReply(unsold) : said('approved', {});
    }
    return facts.kind === 'prepare'
      ? prepare(counter, form, paid, caller, facts)
      : fulfil(counter, form, paid, caller, facts);
  }

  async function prepare(
    { behind }: Counter,
    form: Form,
    request: PaidRequest,
    caller: Caller,
    { asOf, pay }: FactsOf<'prepare'>,
  ): Promise<Reply> {
    if (Math.abs(asOf - clock.now()) > AS_OF_DOUBT_MS) return refusal('terms');
    const prepared = await behind.prepare(form, request, caller, { key: pay, asOf });
    if (prepared.kind === 'contradiction') return refusal('terms');
    if (prepared.kind === 'result') return resultReply(prepared.result);
    return said('ready', { bodyDigest: prepared.bodyDigest, asOf: prepared.asOf });
  }

  async function fulfil(
    { behind }: Counter,
    form: Form,
    request: PaidRequest,
    caller: Caller,
    { pay, amt, asset, network, tx, asOf }: FactsOf<'paid'>,
  ): Promise<Reply> {
    const settled = { key: pay, amount: amt, asset, network, transaction: tx, asOf };
    const fulfilled = await behind.fulfil(form, request, caller, settled);
    return fulfilled.kind === 'contradiction' ? refusal('terms') : resultReply(fulfilled.result);
  }

  /**
   * What an edge says of its rows, at least once and in any order with the sales themselves: each is a move of the one
   * row that `prepare` made, so that nothing can be counted twice. A row that is not here is written from the edge's.
   */
  async function book(body: string): Promise<Reply> {
    const json = parseStrictJson(body);
    const read = pushed.safeParse(json.ok ? json.value : undefined);
    if (!read.success) return problemReply(problem('invalid_request'));
    for (const { entry } of read.data.rows) {
      const { key, state, transaction, bodyDigest, reason, settledAt } = entry;
      const known = await journal.get(key);
      if (!known && state !== 'failed') await journal.claim(claimFrom(entry as unknown as Entry));
      if (state === 'failed' && known?.via === 'edge')
        await journal.failed(key, reason ?? 'settlement_refused');
      if ((state === 'settled' || state === 'delivered') && transaction !== null) {
        const at = settledAt ?? clock.now();
        await journal.settled(key, { transaction, bodyDigest, at });
      }
    }
    const { totals } = read.data;
    if (totals) await takeTotals(`edge:${totals.node}`, totals.counts);
    return { status: 200, headers: { 'content-type': JSON_TYPE }, body: '{"status":"booked"}' };
  }

  function claimFrom(entry: Entry) {
    const now = clock.now();
    return {
      ...entry,
      // Absent in rows of an older edge.
      buyerDigest: entry.buyerDigest ?? null,
      via: 'edge' as const,
      owner: 'edge',
      createdAt: now,
      leaseUntil: now + LEASE_MS,
    };
  }
}

const paidRequest = (request: Request, text: string): PaidRequest => ({
  query: new URL(request.url).searchParams,
  header: (name) => request.headers.get(name) ?? undefined,
  body: async () => ({ text }),
});

/** To an edge, no answer to a buyer. */
const said = (status: 'approved' | 'ready', facts: object): Reply => ({
  status: 200,
  headers: { 'content-type': JSON_TYPE, [EDGE_PREPARED_HEADER]: status },
  body: JSON.stringify({ status, ...facts }),
});

/** Product, price and asset as we sell them today; what was paid before a change is compared with its row. */
function areOurTerms({ product, terms }: Gate, facts: FactsOf<'judge' | 'prepare' | 'paid'>): boolean {
  if (facts.kind === 'paid') return facts.rid === product.id;
  const isOurs = ({ network, asset, amount }: Offer) =>
    network === facts.network && asset.toLowerCase() === facts.asset.toLowerCase() && amount === facts.amt;
  return facts.rid === product.id && terms.some(({ offers }) => offers.some(isOurs));
}

/** The fault is for the edge's operator; whoever else sends an assertion learns as much as any 401 says. */
const refusal = (fault: AssertionFault): Reply => {
  const { status, headers, body } = problemReply(problem('edge_assertion_refused'));
  return { status, body, headers: { ...headers, [EDGE_FAULT_HEADER]: fault } };
};

const outcomeOf = ({ status, headers }: Reply, route: string): Event['outcome'] => {
  if (status === 402) return 'declined';
  if (status !== 200) return 'refused';
  if (route === JOURNAL_PATH || headers[EDGE_PREPARED_HEADER]) return 'free';
  return headers[REDELIVERY_HEADER] ? 'redelivered' : 'delivered';
};
