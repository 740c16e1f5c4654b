import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteClaim } from '../../src/adapters/opened.suite.ts';
import { sandboxAccount, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { freePort, newEdgeKey } from '../../test/edge/process.ts';
import { openHostile } from '../../test/facilitator/hostile.ts';
import { chainTools } from '../../test/support/chain.ts';
import { challengeOf, encode, payloadFor } from '../../test/support/payments.ts';
import { startRpcProxy } from '../../test/support/rpc-proxy.ts';
import { disposeServices, startService } from '../../test/support/service.ts';
import { optionsOf } from '../options.ts';
import { type BareWorkerd, startBare } from './bare.ts';
import { bundleEdge } from './bundle.ts';
import { BEFORE, COUNTING_MODULE, type Counted } from './counting.ts';

/** What a call through the edge costs, counted and not read from the code: the figures of docs/scale.md. */

const HELP = `Counts what calls through the edge cost, in workerd by itself, before an origin, the official facilitator and a chain.

  node scripts/edge/count.ts
    --unpaid 2000   unpaid calls
    --paid 100      purchases
    --together 8    of them at once
    --json          one JSON document instead of tables`;

const values = optionsOf(HELP, {
  unpaid: { type: 'string', default: '2000' },
  paid: { type: 'string', default: '100' },
  together: { type: 'string', default: '8' },
  json: { type: 'boolean', default: false },
});

const PATH = '/api/opportunity-check';
/** What challenges name. Without a mode the Worker waits as it does when it is deployed, and wants https. */
const PUBLIC_URL = 'https://counted.example';
const PROBE = new URL('./count-probe.ts', import.meta.url).href;
/** The outbox pushes a second after a move, and what was counted is brought over after five. */
const REST_MS = 9_000;
/** So many that none of the shards is new afterwards, but for one chance in a hundred. */
const FIRST_SALES = 120;
const TICKS_PER_SECOND = 100;
const SHARD_LOADS = [
  [2_000, 1],
  [4_000, 32],
] as const;

interface Tallied {
  readonly counted: Counted;
  readonly cpuMs: { readonly workerd: number; readonly origin: number };
  /** Rows that each commit of the origin's database changed. */
  readonly commits: readonly number[];
  readonly rpc: { readonly edge: number; readonly origin: number };
  readonly facilitator: { readonly verify: number; readonly settle: number };
}

type Figures = Readonly<Record<string, number>>;

await main();

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'assay-count-'));
  const stand = await openStand(dir);
  try {
    const [unpaid, paid, together] = [values.unpaid, values.paid, values.together].map(Number) as [
      number,
      number,
      number,
    ];
    // The first call of an isolate, and the first of each shard, set things up that no other one does.
    await ask(stand.url, 200, 4);
    await buy(stand.url, await stand.payments(FIRST_SALES), together);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const unpaidFigures = await measured(stand, unpaid, () => ask(stand.url, unpaid, together));
    const payments = await stand.payments(paid);
    const paidFigures = await measured(stand, paid, () => buy(stand.url, payments, together));
    const shard = [];
    for (const [calls, at] of SHARD_LOADS) shard.push(await shardRate(stand.url, calls, at));
    const found = { unpaid: unpaidFigures, paid: paidFigures, shard };
    console.log(values.json ? JSON.stringify(found, null, 1) : tables(found));
  } finally {
    await stand.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function openStand(dir: string) {
  const chain = await startEvmSandbox();
  const facilitator = await openHostile(chain.rpcUrl);
  const [edgeRpc, originRpc] = [await startRpcProxy(chain.rpcUrl), await startRpcProxy(chain.rpcUrl)];
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { jwk, jwks } = await newEdgeKey();
  const commitsFile = join(dir, 'commits');
  writeFileSync(commitsFile, '');
  const origin = await startService({
    rpcUrl: originRpc.url,
    env: {
      PUBLIC_URL,
      FACILITATOR_URL: facilitator.url,
      EDGE_PUBLIC_JWKS: JSON.stringify(jwks),
      COUNT_COMMITS_FILE: commitsFile,
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${PROBE}`,
    },
  });
  const edge: BareWorkerd = await startBare({
    main: COUNTING_MODULE.replace('__SAMPLE__', JSON.stringify(suiteClaim({ via: 'edge' }))),
    others: { 'counting.mjs': BEFORE, 'worker.mjs': (await bundleEdge()).code },
    className: 'EdgeJournal',
    binding: 'JOURNAL',
    port,
    dir,
    variables: {
      PUBLIC_URL,
      ORIGIN_URL: origin.url,
      FACILITATOR_URL: facilitator.url,
      EVM_RPC_URL: edgeRpc.url,
      PAY_TO_EVM: sandboxAccount('seller').address,
      EDGE_SIGNING_JWK: JSON.stringify(jwk),
      EDGE_ISSUER: 'assay-edge',
      EDGE_AUDIENCE: PUBLIC_URL,
    },
  });
  const tools = chainTools(chain.rpcUrl);
  return {
    url,
    async payments(count: number): Promise<readonly string[]> {
      const required = await challengeOf(url + PATH);
      const made = Array.from({ length: count }, (_, i) => payloadFor(required, tools.buyer(i % 5)));
      return (await Promise.all(made)).map(encode);
    },
    async tallied(): Promise<Tallied> {
      const counted = (await (await fetch(`${url}/__counted`)).json()) as Counted;
      return {
        counted: { ...counted, subrequests: named(counted.subrequests) },
        cpuMs: { workerd: cpuMs(edge.pid), origin: cpuMs(origin.pid) },
        commits: readFileSync(commitsFile, 'utf8').split('\n').filter(Boolean).map(Number),
        rpc: { edge: edgeRpc.total(), origin: originRpc.total() },
        facilitator: { verify: facilitator.calls('verify'), settle: facilitator.calls('settle') },
      };
    },
    async close() {
      await edge.stop();
      await disposeServices();
      await facilitator.stop();
      await Promise.all([edgeRpc.stop(), originRpc.stop()]);
      await chain.stop();
    },
  };

  function named(hosts: Readonly<Record<string, number>>): Record<string, number> {
    const names = { [origin.url]: 'origin', [facilitator.url]: 'facilitator', [edgeRpc.url]: 'chain' };
    return Object.fromEntries(
      Object.entries(hosts).map(([host, n]) => [names[`http://${host}`] ?? 'elsewhere', n]),
    );
  }
}
type Stand = Awaited<ReturnType<typeof openStand>>;

/** User and system time of a process so far. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

interface Load {
  readonly latencies: readonly number[];
  readonly bytes: number;
  readonly ms: number;
}

/** Sends, waits until what was left to alarms is done, and answers what each call has cost. */
async function measured(stand: Stand, calls: number, send: () => Promise<Load>): Promise<Figures> {
  const before = await stand.tallied();
  const load = await send();
  const cpu = (await stand.tallied()).cpuMs;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const after = await stand.tallied();
  const per = (difference: number) => Math.round((difference / calls) * 1_000) / 1_000;
  const object = (name: string) =>
    (after.counted.objectRequests[name] ?? 0) - (before.counted.objectRequests[name] ?? 0);
  const to = (name: string) =>
    (after.counted.subrequests[name] ?? 0) - (before.counted.subrequests[name] ?? 0);
  const journal = Object.keys(after.counted.objectRequests).filter((name) => name.startsWith('journal.'));
  const commits = after.commits.slice(before.commits.length);
  const sorted = load.latencies.toSorted((a, b) => a - b);
  return {
    'calls sent': calls,
    'Worker requests': per(after.counted.workerRequests - before.counted.workerRequests),
    ...Object.fromEntries(journal.map((name) => [`Durable Object: ${name}`, per(object(name))])),
    'Durable Object: count': per(object('count')),
    'Durable Object: alarm': per(object('alarm')),
    'rows read in Durable Objects': per(after.counted.rowsRead - before.counted.rowsRead),
    'rows written in Durable Objects': per(after.counted.rowsWritten - before.counted.rowsWritten),
    'subrequests to the origin': per(to('origin')),
    'subrequests to the facilitator': per(to('facilitator')),
    'subrequests to the chain': per(to('chain')),
    'facilitator: verify': per(after.facilitator.verify - before.facilitator.verify),
    'facilitator: settle': per(after.facilitator.settle - before.facilitator.settle),
    'RPC calls of the origin': per(after.rpc.origin - before.rpc.origin),
    'commits of the origin': per(commits.length),
    'rows changed at the origin': per(commits.reduce((sum, n) => sum + n, 0)),
    'bytes out': Math.round(load.bytes / calls),
    'CPU ms of workerd': per(cpu.workerd - before.cpuMs.workerd),
    'CPU ms of the origin': per(cpu.origin - before.cpuMs.origin),
    'answers a second': Math.round((calls * 1_000) / load.ms),
    'p50 ms': Math.round(sorted[Math.floor(sorted.length / 2)]! * 10) / 10,
    'p99 ms': Math.round(sorted[Math.floor(sorted.length * 0.99)]! * 10) / 10,
  };
}

/** What came back on the wire: head and body. */
interface Heard {
  readonly status: number;
  readonly bytes: number;
}

async function drive(calls: number, together: number, one: (i: number) => Promise<Heard>): Promise<Load> {
  const latencies: number[] = [];
  let next = 0;
  let bytes = 0;
  const startedAt = performance.now();
  const client = async () => {
    while (next < calls) {
      const i = next++;
      const sentAt = performance.now();
      const heard = await one(i);
      bytes += heard.bytes;
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: together }, client));
  return { latencies, bytes, ms: performance.now() - startedAt };
}

async function ask(url: string, calls: number, together: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const load = await drive(calls, together, () => get(url + PATH, {}, agent, 402));
  agent.destroy();
  return load;
}

async function buy(url: string, payments: readonly string[], together: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const load = await drive(payments.length, together, (i) =>
    get(url + PATH, { 'payment-signature': payments[i]! }, agent, 200),
  );
  agent.destroy();
  return load;
}

function get(url: string, headers: Record<string, string>, agent: Agent, status: number): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { headers, agent }, (answer) => {
      let bytes = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n\r\n`.length;
      for (let i = 0; i < answer.rawHeaders.length; i += 2)
        bytes += answer.rawHeaders[i]!.length + answer.rawHeaders[i + 1]!.length + 4;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
      });
      answer.once('end', () =>
        answer.statusCode === status
          ? resolve({ status, bytes })
          : reject(new Error(`${url} answers ${answer.statusCode} instead of ${status}`)),
      );
    });
    sent.once('error', reject).end();
  });
}

async function shardRate(url: string, calls: number, together: number): Promise<Figures> {
  const answer = await fetch(`${url}/__shard?calls=${calls}&together=${together}`);
  const { ms } = (await answer.json()) as { ms: number };
  return { calls, together, 'claims a second': Math.round((calls * 1_000) / ms) };
}

function tables({
  unpaid,
  paid,
  shard,
}: {
  readonly unpaid: Figures;
  readonly paid: Figures;
  readonly shard: readonly Figures[];
}): string {
  const names = [...new Set([...Object.keys(unpaid), ...Object.keys(paid)])];
  return [
    '| For one call | Unpaid 402 | Purchase |',
    '|---|---:|---:|',
    ...names.map((name) => `| ${name} | ${unpaid[name] ?? 0} | ${paid[name] ?? 0} |`),
    '',
    ...shard.map(
      (each) => `One shard, ${each.together} at a time: ${each['claims a second']} claims a second.`,
    ),
  ].join('\n');
}
