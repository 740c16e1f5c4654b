import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '../../src/origin/variables.ts';
import { sandboxAccount, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { startSolanaSandbox } from '../../src/sandbox/solana.ts';
import { startTempoSandbox } from '../../src/sandbox/tempo.ts';
import { freePort } from '../edge/process.ts';
import { SECRET, type TempoTools, tempoTools } from '../mpp/support.ts';
import { startPostgres } from '../postgres/server.ts';
import { type ChainTools, chainTools } from '../support/chain.ts';
import { shelveEdition } from '../support/edition.ts';
import { type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts';
import { type Service, type ServiceOptions, startService, temporaryFolder } from '../support/service.ts';
import { prepareEdge } from './edge.ts';
import { type Facilitator, facilitatorAvailable, startFacilitator } from './facilitator.ts';
import { type JournalRow, postgresRows, sqliteRows } from './journal.ts';
import { PROBE_VARIABLES } from './probe.ts';

/** Pays the gas of the second of two services. */
const TWIN_SETTLER = sandboxAccount('empty');
/** Everybody who may send settlements of a lab. */
export const SETTLERS = [sandboxAccount('settler').address, TWIN_SETTLER.address];

const PROBE = new URL('./probe.ts', import.meta.url);

export interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly [name: string]: unknown;
}
export interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema?: unknown; example?: unknown }>>;
  };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: unknown }>> }>>;
  readonly [name: string]: unknown;
}

/** What can be seen of a service that we started ourselves. */
export interface Inside {
  readonly service: Service;
  readonly dataDir: string;
  readonly metricsUrl: string;
  readonly pid: number;
  /** Everything it printed. */
  output(): string;
  /** `host:port` of every connection that it opened. */
  connections(): readonly string[];
  /** What its journal holds. */
  rows(): Promise<readonly JournalRow[] | undefined>;
  /** Ends it with SIGKILL and starts it again on the same data, chain and port, with its clock moved. */
  restart(aheadMs: number): Promise<void>;
}

interface Tempo {
  readonly tools: TempoTools;
  /** What the service sees the chain through. */
  readonly proxy: RpcProxy | undefined;
  /** What the service signs challenges with. */
  readonly secret: string | undefined;
}

/** A service under attack, and what we can see of it. Everything but the address may be missing. */
export interface Lab {
  readonly url: string;
  /** The service itself, where an edge is in front of it. */
  readonly originUrl: string;
  readonly openapi: OpenApi;
  readonly chain: { readonly rpcUrl: string; readonly tools: ChainTools } | undefined;
  readonly proxy: RpcProxy | undefined;
  /** The chain that MPP charges on. */
  readonly tempo: Tempo | undefined;
  /** JSON-RPC of Solana, where it is sold on. */
  readonly solanaRpcUrl: string | undefined;
  readonly inside: Inside | undefined;
  readonly facilitator: Facilitator | undefined;
  /** An edge in front of the service. */
  readonly edgeUrl: string | undefined;
  /** Another service on the same journal, under the same public address. */
  readonly twinUrl: string | undefined;
  /** How far the service's clock runs ahead of ours. */
  aheadMs: number;
  stop(): Promise<void>;
}

/** Whether what a buyer calls is an edge: then the edge counts what it answers, and tells the origin. */
export const isThroughEdge = ({ url, edgeUrl }: Pick<Lab, 'url' | 'edgeUrl'>): boolean => url === edgeUrl;

export interface LabOptions {
  /** Settles through a facilitator that can be told to misbehave. */
  readonly facilitator?: boolean;
  readonly aheadMs?: number;
  /** Two services on one PostgreSQL journal. */
  readonly twin?: boolean;
  /** Sells over MPP too, on a Tempo chain of its own. */
  readonly mpp?: boolean;
  /** Sells on Solana too, on a chain of its own. */
  readonly solana?: boolean;
  /** Everything goes through an edge, which settles through a facilitator. */
  readonly edge?: boolean;
}

/**
 * A chain of its own, a proxy that can cut it off, and the service as a process that sees the chain through it, with an
 * edition that is current.
 */
export async function startLab({
  facilitator = false,
  aheadMs = 0,
  twin = false,
  mpp = false,
  solana = false,
  edge = false,
}: LabOptions = {}): Promise<Lab> {
  const others = Promise.all([
    mpp ? startTempoSandbox() : undefined,
    solana ? startSolanaSandbox() : undefined,
  ]);
  const chain = await startEvmSandbox();
  const proxy = await startRpcProxy(chain.rpcUrl);
  const database = twin ? await startPostgres() : undefined;
  const hostile = facilitator || edge ? await startFacilitator(chain.rpcUrl) : undefined;
  const [tempoChain, solanaChain] = await others;
  const tempoProxy = tempoChain && (await startRpcProxy(tempoChain.rpcUrl));
  const dataDir = temporaryFolder();
  await shelveEdition(dataDir);
  const front = edge
    ? await prepareEdge({
        facilitatorUrl: hostile!.url,
        rpcUrl: proxy.url,
        // Where everything that is searched for traces of a caller lies.
        dataDir: join(dataDir, 'edge'),
      })
    : undefined;
  const metricsPort = await freePort();
  const connectionsFile = join(temporaryFolder(), 'connections');
  const optionsAt = (ahead: number): ServiceOptions => ({
    rpcUrl: proxy.url,
    env: {
      NODE_ID: 'attacked',
      LOG_LEVEL: 'debug',
      METRICS_PORT: String(metricsPort),
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${PROBE.href}`,
      [PROBE_VARIABLES.connectionsFile]: connectionsFile,
      [PROBE_VARIABLES.clockAheadMs]: String(ahead),
      ...front?.originEnv,
      ...(hostile && { FACILITATOR_URL: hostile.url }),
      ...(database && { DATABASE_URL: database.url }),
      ...(tempoProxy && { TEMPO_RPC_URL: tempoProxy.url, MPP_SECRET: SECRET }),
      ...(solanaChain && { SOLANA_RPC_URL: solanaChain.rpcUrl }),
    },
  });
  const first = await startService({ ...optionsAt(aheadMs), dataDir });
  await front?.start(first.url, aheadMs);
  const second = twin ? await startTwin(optionsAt(aheadMs), first) : undefined;
  const printed = { before: '' };
  let service = first;

  const inside: Inside = {
    get service() {
      return service;
    },
    get pid() {
      return service.pid;
    },
    dataDir: first.dataDir,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    output: () => printed.before + service.output() + (second?.output() ?? '') + (front?.output() ?? ''),
    rows: () => (database ? postgresRows(database.url) : Promise.resolve(sqliteRows(first.dataDir))),
    connections: () => [
      ...(existsSync(connectionsFile)
        ? readFileSync(connectionsFile, 'utf8').split('\n').filter(Boolean)
        : []),
      ...(front?.calls() ?? []),
    ],
    async restart(ahead) {
      printed.before += service.output();
      await Promise.all([service.kill9(), front?.kill9()]);
      service = await startService({
        ...optionsAt(ahead),
        dataDir: first.dataDir,
        port: Number(new URL(first.url).port),
      });
      await front?.start(service.url, ahead);
      lab.aheadMs = ahead;
    },
  };
  const lab: Lab = {
    url: front?.url ?? first.url,
    originUrl: first.url,
    openapi: await openapiOf(first.url),
    chain: { rpcUrl: chain.rpcUrl, tools: chainTools(chain.rpcUrl) },
    proxy,
    tempo: tempoChain && { tools: tempoTools(tempoChain.rpcUrl), proxy: tempoProxy, secret: SECRET },
    solanaRpcUrl: solanaChain?.rpcUrl,
    inside,
    facilitator: hostile,
    edgeUrl: front?.url,
    twinUrl: second?.url,
    aheadMs,
    async stop() {
      await Promise.all([service.kill9(), second?.kill9(), front?.kill9()]);
      await database?.stop();
      await hostile?.stop();
      await Promise.all([proxy.stop(), tempoProxy?.stop()]);
      await Promise.all([chain.stop(), tempoChain?.stop(), solanaChain?.stop()]);
    },
  };
  return lab;
}

/** The same resource to a buyer: the same address in its challenges, the same keys, the same journal. */
function startTwin({ rpcUrl, env }: ServiceOptions, first: Service): Promise<Service> {
  const { METRICS_PORT: _ownedByTheFirst, ...shared } = env ?? {};
  const settlesItself = shared.FACILITATOR_URL === undefined;
  return startService({
    ...(rpcUrl !== undefined && { rpcUrl }),
    env: {
      ...shared,
      NODE_ID: 'twin',
      // One key has one queue of nonces, so each node has its own.
      ...(settlesItself && { SETTLER_KEY: TWIN_SETTLER.privateKey }),
      PUBLIC_URL: shared.PUBLIC_URL ?? first.url,
      SIGNING_KEYS_FILE: join(first.dataDir, 'signing-keys.json'),
    },
  });
}

export interface RemoteOptions {
  /** JSON-RPC of its chain; absent: the one that its sandbox lends, on loopback. */
  readonly rpcUrl?: string | undefined;
  readonly edgeUrl?: string | undefined;
}

/** A service that somebody else runs: attacked from outside, and its chain watched when it lends one. */
export async function remoteLab(url: string, { rpcUrl, edgeUrl }: RemoteOptions = {}): Promise<Lab> {
  const chains = await sandboxChains(url);
  const lent = rpcUrl ?? chains.evm;
  return {
    url,
    originUrl: url,
    openapi: await openapiOf(url),
    chain: lent === undefined ? undefined : { rpcUrl: lent, tools: chainTools(lent) },
    proxy: undefined,
    tempo:
      chains.tempo === undefined
        ? undefined
        : { tools: tempoTools(chains.tempo), proxy: undefined, secret: undefined },
    solanaRpcUrl: chains.solana,
    inside: undefined,
    facilitator: undefined,
    edgeUrl,
    twinUrl: undefined,
    aheadMs: 0,
    stop: async () => {},
  };
}

async function openapiOf(url: string): Promise<OpenApi> {
  const answer = await fetch(`${url}/openapi.json`);
  if (!answer.ok) throw new Error(`${url}/openapi.json answers ${answer.status}`);
  return (await answer.json()) as OpenApi;
}

type Lent = Partial<Record<'evm' | 'tempo' | 'solana', string>>;

/** Only on loopback: a sandbox document of a machine elsewhere is not followed. */
async function sandboxChains(url: string): Promise<Lent> {
  const answer = await fetch(`${url}/sandbox`, { redirect: 'manual' });
  if (answer.status !== 200 || !/json/.test(answer.headers.get('content-type') ?? '')) return {};
  const { rpc = {} } = (await answer.json()) as { rpc?: Lent };
  const near = Object.entries(rpc).filter(([, each]) =>
    /^(127\.|localhost|\[::1\])/.test(new URL(each).host),
  );
  return Object.fromEntries(near);
}

/** What the service of this repository can be started with, so far. */
export const canStart = (needs: 'facilitator' | 'shared journal'): boolean =>
  needs === 'facilitator' ? facilitatorAvailable() : 'DATABASE_URL' in VARIABLES;
