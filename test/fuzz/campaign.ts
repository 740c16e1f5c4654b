import { Agent } from 'node:http';
import { Challenge, Credential } from 'mppx';
import { privateKeyToAccount } from 'viem/accounts';
import type { Lab } from '../attacks/lab.ts';
import { exampleOf } from '../attacks/macros.ts';
import { type Snapshot, snapshot } from '../attacks/observe.ts';
import { type Exchange, type Request, send } from '../attacks/send.ts';
import { hashCredential } from '../mpp/support.ts';
import { challengeOf, freshNonce, type Payload, payloadFor } from '../support/payments.ts';
import { type FuzzInput, inputAt, type Material, type Route, routeName, routesOf } from './inputs.ts';
import { type Fault, judge, tellsOfSchema } from './judge.ts';
import { randomFor } from './random.ts';
import { OpenApiSchemas } from './schemas.ts';

/** Longer than this without an answer is a hang. */
const TIMEOUT_MS = 6_000;
/** Of a request that is turned away for now. What is broken says so every time. */
const MOST_TRIES = 5;
const RETRY_MS = 1_000;
const AT_ONCE = 12;
const PAYMENTS_PER_ROUTE = 8;
/** Signed offers live for a minute; payments are made anew well before. */
const PAYMENTS_MS = 30_000;
const SMALLER_TRIES = 80;
/** A hang costs the whole time limit at every try. */
const SMALLER_TRIES_HANGING = 8;
/** Different faults after which a campaign stops: more would bury the first ones. */
const MAX_KINDS = 12;

export interface Failure extends Fault {
  /** The first input that failed so, and how many did. */
  readonly index: number;
  times: number;
  readonly how: readonly string[];
  readonly route: string;
  /** The smallest request that was found to fail in the same way. */
  readonly request: Request;
}

export interface Campaign {
  readonly inputs: number;
  readonly seconds: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly routes: readonly string[];
  readonly failures: readonly Failure[];
  /** Answers that told whether the published schema and the service agree about a body. */
  readonly compared: number;
  /** What moved that must not move. */
  readonly moved: readonly string[];
}

export interface CampaignOptions {
  readonly inputs: number;
  readonly seed: number;
  /** Only these routes: `/path` or `POST /path`. */
  readonly route?: string;
  /** Only this one input of the seed. */
  readonly only?: number;
  readonly progress?: (done: number, statuses: Readonly<Record<string, number>>, seconds: number) => void;
}

/** Sends generated inputs to every published route and says what came of it. */
export async function fuzz(lab: Lab, options: CampaignOptions): Promise<Campaign> {
  const routes = routesOf(lab.openapi).filter(
    (route) => !options.route || route.path === options.route || routeName(route) === options.route,
  );
  if (routes.length === 0) throw new Error('no such route is published');
  const schemas = new OpenApiSchemas(lab.openapi);
  const material = materialFor(lab, routes, options.seed);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<string, number> = {};
  const failures = new Map<string, Failure>();
  // A hang is one that hangs again, with patience: a busy machine is not a fault. Nor is who was told to come back.
  const ask = async (request: Request) => {
    const first = await send(lab.url, request, agent, TIMEOUT_MS);
    let exchange = first.status === 0 ? await send(lab.url, request, agent, 2 * TIMEOUT_MS) : first;
    for (let tries = 1; isTurnedAway(exchange) && tries < MOST_TRIES; tries++) {
      statuses[exchange.status] = (statuses[exchange.status] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      exchange = await send(lab.url, request, agent, 2 * TIMEOUT_MS);
    }
    return exchange;
  };

  await material.renew();
  const before = await snapshot(lab);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  let next = options.only ?? 0;
  const end = options.only === undefined ? options.inputs : options.only + 1;
  let done = 0;
  let compared = 0;
  const worker = async () => {
    while (next < end && kindsOf(failures) < MAX_KINDS) {
      const index = next++;
      await material.renewIfOld();
      const input = inputAt(options.seed, index, material.now());
      const exchange = await ask(input.request);
      statuses[exchange.status || 'none'] = (statuses[exchange.status || 'none'] ?? 0) + 1;
      const fault = judge(input, exchange, schemas);
      if (tellsOfSchema(input, exchange)) compared++;
      if (fault) await note(input, fault);
      if (++done % 500 === 0) options.progress?.(done, statuses, seconds());
    }
  };
  /** One example of each fault of each route, made small; the others are counted. */
  const note = async (input: FuzzInput, fault: Fault) => {
    const kind = `${fault.class} ${routeName(input.route)}`;
    const known = failures.get(kind);
    if (known) {
      known.times++;
      return;
    }
    const { index, how, route, request } = input;
    const failure = { ...fault, index, how, times: 1, route: routeName(route), request };
    failures.set(kind, failure);
    Object.assign(failure, { request: await smaller(input, fault, ask, schemas) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  return {
    inputs: done,
    seconds: seconds(),
    statuses,
    compared,
    routes: routes.map(routeName),
    failures: [...failures.values()],
    moved: [...movedBetween(before, await snapshot(lab)), ...(await dead(lab))],
  };
}

const isTurnedAway = ({ status, text }: Exchange): boolean =>
  status === 503 && text.includes('"error":"service_unavailable"');

const kindsOf = (failures: ReadonlyMap<string, Failure>): number =>
  new Set([...failures.values()].map((failure) => failure.class)).size;

/** Nobody settles, nobody is charged, no payment row is written. */
function movedBetween(before: Snapshot, after: Snapshot): string[] {
  const moved: string[] = [];
  const same = (what: string, a: unknown, b: unknown) => {
    if (a !== b) moved.push(`${what}: ${String(a)} became ${String(b)}`);
  };
  same('transfers to the seller', before.chain?.transfers, after.chain?.transfers);
  same('transactions of the settler', before.chain?.settlerTransactions, after.chain?.settlerTransactions);
  same('journal rows', before.rows?.length, after.rows?.length);
  same(
    'settlements that were asked for',
    before.rpcCalls?.get('eth_sendRawTransaction'),
    after.rpcCalls?.get('eth_sendRawTransaction'),
  );
  return moved;
}

async function dead({ url }: Lab): Promise<string[]> {
  const ready = await fetch(`${url}/readyz`).catch(() => undefined);
  return ready?.ok ? [] : ['the service is not ready any more'];
}

/** Payments from empty wallets for every paid route, and the same list again when they are old. */
function materialFor(lab: Lab, routes: readonly Route[], seed: number) {
  const strangers = Array.from({ length: PAYMENTS_PER_ROUTE }, (_, i) =>
    privateKeyToAccount(`0x${randomFor(seed, -2 - i).hex(32)}`),
  );
  let material: Material = {
    openapi: lab.openapi,
    routes,
    payments: new Map(),
    queries: new Map(),
    credentials: [],
  };
  let madeAt = 0;
  let making: Promise<void> | undefined;
  const renew = async () => {
    const payments = new Map<string, readonly Payload[]>();
    const queries = await queriesFor(lab);
    const credentials = await credentialsFor(lab);
    for (const route of routes.filter(({ paid }) => paid)) {
      const query = (queries.get(route.path) ?? [''])[0]!;
      const required = await challengeOf(lab.url + route.path + query, { method: route.method }).catch(
        () => undefined,
      );
      if (required)
        payments.set(
          routeName(route),
          await Promise.all(strangers.map((payer) => payloadFor(required, payer))),
        );
    }
    material = { openapi: lab.openapi, routes, payments, queries, credentials };
    madeAt = performance.now();
    making = undefined;
  };
  return {
    renew,
    renewIfOld: async () => {
      if (performance.now() - madeAt < PAYMENTS_MS) return;
      making ??= renew();
      await making;
    },
    now: () => material,
  };
}

const WITNESS = '/api/x402-compatibility-witness';
const LEDGER = '/api/agent-commerce-reliability-ledger';

/** Queries that lead past a precondition, by path. */
async function queriesFor(lab: Lab): Promise<Material['queries']> {
  const preflight = `${WITNESS}/preflight`;
  if (!(preflight in lab.openapi.paths)) return new Map();
  const answer = await fetch(lab.url + preflight, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(exampleOf(lab, preflight)),
  });
  const { matchId } = (await answer.json()) as { matchId: string | null };
  return new Map([
    [WITNESS, matchId === null ? [] : [`?match=${encodeURIComponent(matchId)}`]],
    [LEDGER, ['', '?paymentNetwork=solana']],
  ]);
}

/** MPP credentials for challenges of the service, with transactions that no chain knows. */
async function credentialsFor({ url }: Lab): Promise<readonly string[]> {
  const answer = await fetch(url + LEDGER);
  await answer.arrayBuffer();
  if (answer.headers.get('www-authenticate') === null) return [];
  const challenge = Challenge.fromResponse(answer);
  const hash = freshNonce();
  const bare = (text: string) => text.replace(/^Payment /, '');
  return [
    bare(hashCredential(challenge, hash)),
    bare(
      Credential.serialize({
        challenge,
        payload: { type: 'transaction', signature: `0x76${hash.slice(2)}` },
      }),
    ),
  ];
}

type Ask = (request: Request) => Promise<Exchange>;

/** Takes away headers and parts of the body as long as the same fault stays. Rough, and bounded. */
async function smaller(input: FuzzInput, fault: Fault, ask: Ask, schemas: OpenApiSchemas): Promise<Request> {
  let { request } = input;
  let tries = fault.class === 'no answer' ? SMALLER_TRIES - SMALLER_TRIES_HANGING : 0;
  const still = async (candidate: Request): Promise<boolean> => {
    if (tries++ >= SMALLER_TRIES) return false;
    const found = judge(
      { ...input, request: candidate, value: parsedValue(candidate, input) },
      await ask(candidate),
      schemas,
    );
    return found?.class === fault.class;
  };
  const attempt = async (candidate: Request) => {
    if (await still(candidate)) request = candidate;
  };
  for (const name of Object.keys(request.headers)) {
    const { [name]: _gone, ...rest } = request.headers;
    await attempt({ ...request, headers: rest });
  }
  await attempt({ ...request, target: request.target.split('?')[0]! });
  for (
    let part = Math.ceil((request.body ?? '').length / 2);
    part >= 1 && tries < SMALLER_TRIES;
    part = Math.floor(part / 2)
  )
    for (let at = 0; at < (request.body ?? '').length && tries < SMALLER_TRIES; at += part) {
      const text = request.body ?? '';
      await attempt({ ...request, body: text.slice(0, at) + text.slice(at + part) });
    }
  return request;
}

function parsedValue({ body }: Request, { value }: FuzzInput): FuzzInput['value'] {
  if (!value || body === undefined) return undefined;
  try {
    return { json: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

/** For people: what failed, and how to see it again. */
export function reportOf(
  { inputs, seconds, statuses, compared, routes, failures, moved }: Campaign,
  seed: number,
): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return [
    `${inputs} inputs to ${routes.length} operations in ${seconds.toFixed(1)} s (${(inputs / seconds).toFixed(0)}/s), seed ${seed}`,
    `answers  ${counts.join('  ')}; ${compared} told whether schema and service agree`,
    ...moved.map((what) => `MOVED    ${what}`),
    ...[...Map.groupBy(failures, (failure) => failure.class)].flatMap(linesOf),
    failures.length + moved.length === 0 ? 'nothing wrong was found' : '',
  ].join('\n');
}

/** A fault that many routes have in common is told once. */
function linesOf([kind, failures]: [string, readonly Failure[]]): string[] {
  const { index, how, detail, request } = failures[0]!;
  const times = failures.reduce((sum, failure) => sum + failure.times, 0);
  const { target, body } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value.slice(0, 160)]),
  );
  return [
    `FAIL     ${times}× ${kind} (first: input ${index}: ${how.join(', ')})`,
    `         ${failures.map(({ route }) => route).join('; ')}`,
    `         ${detail}`,
    `         ${JSON.stringify({ target, headers, body: body?.slice(0, 600) })}`,
  ];
}
