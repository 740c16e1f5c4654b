import { problemReply, toResponse } from '../http/respond.ts';
import { RELEASE } from '../release.ts';
import { problem } from '../values/problem.ts';
import { createEdgeApp, type EdgeApp } from './app.ts';
import { type EdgeEnv, readEdgeConfig } from './config.ts';
import { type Last, reportFailure } from './failure.ts';
import { type Outside, openOutside } from './outside.ts';
import { gatesOf } from './service.ts';
import { type JournalNamespace, readOuts, shardStatuses } from './shards.ts';
import { COLLECT_MS, isolateTally } from './tally.ts';

export { EdgeJournal } from './journal-object.ts';

interface ExecutionContext {
  waitUntil(work: Promise<unknown>): void;
}

/** How long what the origin says of itself is believed. */
const STATUS_FRESH_MS = 5_000;

/** One isolate's service: made at its first request, since no global code may fetch, wait or draw random numbers. */
let opened: Promise<EdgeApp | undefined> | undefined;

export default {
  async fetch(request: Request, env: EdgeEnv, context: ExecutionContext): Promise<Response> {
    opened ??= open(env).catch((error: unknown) => {
      reportFailure('cannot open', error);
      opened = undefined;
      return undefined;
    });
    const app = await opened;
    if (!app) return misconfigured(env, request);
    const answer = app.fetch(request, (work) => context.waitUntil(work));
    // A buyer who hangs up ends the call and all that it waits for, and its row would be nobody's until its lease ends.
    context.waitUntil(answer.catch(() => {}));
    return answer;
  },
};

async function open(env: EdgeEnv): Promise<EdgeApp | undefined> {
  const outside = await openOutside(env);
  const namespace = env.JOURNAL;
  if (!outside || !namespace) return undefined;
  const { clock, origin, config } = outside;
  // One write a failure would let a flood of bad payments write as often as it likes.
  let notedAt = 0;
  const note = async (last: Last): Promise<void> => {
    if (clock.now() - notedAt < 1_000) return;
    notedAt = clock.now();
    await readOuts(namespace)
      .note(last)
      .catch(() => {});
  };
  return createEdgeApp({
    gates: gatesOf(outside, namespace, (route, code, assertion) =>
      note({ at: new Date(clock.now()).toISOString(), route, code, ...(assertion && { assertion }) }),
    ),
    origin,
    publicUrl: config.publicUrl,
    clock,
    sandbox: config.sandbox,
    health: () => health(env, outside, namespace),
    lastFailure: () => readOuts(namespace).noted(),
    note,
    count: isolateTally(COLLECT_MS[config.sandbox ? 'sandbox' : 'production'], clock, (counts) =>
      readOuts(namespace).count(counts),
    ),
    cache: (globalThis as { caches?: { default?: Cache } }).caches?.default,
  });
}

let status: { readonly at: number; readonly release: string | null } | undefined;

async function health(
  env: EdgeEnv,
  { clock, origin, catalogue, config }: Outside,
  namespace: JournalNamespace,
): Promise<object> {
  if (!status || clock.now() - status.at > STATUS_FRESH_MS) {
    const release = await origin
      .pass('/status', { method: 'GET' })
      .then(async (answer) => ((await answer.json()) as { release?: string }).release ?? null)
      .catch(() => null);
    status = { at: clock.now(), release };
  }
  const shards = await shardStatuses(namespace).catch(() => null);
  return {
    status: status.release !== null && shards !== null ? 'ok' : 'degraded',
    workerRelease: env.WORKER_RELEASE ?? RELEASE,
    originRelease: status.release,
    originReachable: status.release !== null,
    journalReachable: shards !== null,
    catalogueDigest: catalogue,
    settledHere: config.settled ? [...config.settled] : 'all that are sold on x402 on Base',
    shards,
    attemptsPayment: false,
  };
}

/** Names what is missing, never what is there. */
function misconfigured(env: EdgeEnv, request: Request): Response {
  const read = readEdgeConfig(env);
  if (new URL(request.url).pathname === '/__svc/edge-x402/health')
    return Response.json(
      { status: 'misconfigured', faults: 'faults' in read ? read.faults : [] },
      { status: 503, headers: { 'cache-control': 'no-store' } },
    );
  return toResponse(problemReply(problem('settlement_unavailable', { retryAfterSeconds: 30 })));
}
