import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvmSandbox, sandboxAccount, startEvmSandbox } from '../../../src/sandbox/chain.ts';
import { startSolanaSandbox } from '../../../src/sandbox/solana.ts';
import { startTempoSandbox } from '../../../src/sandbox/tempo.ts';
import { BASE, type Network, SOLANA, TEMPO } from '../../../src/values/payment.ts';
import { freePort } from '../../../test/edge/process.ts';
import { openProcesses } from '../../../test/edge/stand.ts';
import { type Hostile, openHostile } from '../../../test/facilitator/hostile.ts';
import { tempoTools } from '../../../test/mpp/support.ts';
import { type PostgresServer, startPostgres } from '../../../test/postgres/server.ts';
import { type ChainTools, chainTools } from '../../../test/support/chain.ts';
import { shelveEdition } from '../../../test/support/edition.ts';
import { type RpcProxy, startRpcProxy } from '../../../test/support/rpc-proxy.ts';
import {
  disposeServices,
  type Service,
  type ServiceOptions,
  startService,
  temporaryFolder,
} from '../../../test/support/service.ts';
import { sellerBalance as solanaSellerBalance } from '../../../test/support/solana.ts';
import { passTime } from '../chain-time.ts';
import { startBalancer } from './balancer.ts';
import { type Disk, smallDisk } from './disk.ts';
import type { Family } from './views.ts';
import { baseShopper, type Shopper, solanaShopper, tempoShopper } from './ways.ts';

/** What a part of the fault campaign runs against: chains behind nodes of ours, a database, services, buyers. */

export interface Setup {
  readonly engine: 'sqlite' | 'postgres';
  /** Who settles on Base. */
  readonly settles: 'own key' | 'facilitator';
  readonly edge: boolean;
  /** Two origins share the database behind the edge, and a balancer stands between. Without an edge PostgreSQL has two. */
  readonly twin?: true;
  /** Solana and Tempo too. */
  readonly allRails: boolean;
}

/** One chain, and the node through which services see it. */
export interface ChainSide {
  readonly network: Network;
  readonly family: Family;
  readonly rpcUrl: string;
  readonly node: RpcProxy;
  /** Atomic units that the seller has got so far. */
  balance(): Promise<bigint>;
  /** Who buys all the time, and who comes when a fault has ended: one for each node. */
  readonly crowd: readonly Shopper[];
  readonly probes: readonly Shopper[];
}

export interface Market {
  readonly setup: Setup;
  /** Where buyers go: every node, or the edge. */
  readonly urls: readonly string[];
  readonly services: () => readonly Service[];
  readonly chains: readonly ChainSide[];
  /** Base, as whoever is neither the service nor its settler sees it. */
  readonly tools: ChainTools;
  readonly base: EvmSandbox;
  readonly facilitator: Hostile | undefined;
  readonly postgres: PostgresServer | undefined;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Where database and DATA_DIR lie; undefined: this process may not mount. */
  readonly disk: Disk | undefined;
  readonly metricsUrl: string;
  /** The clock of the first service is that of the machine and this much more. */
  stepClock(ms: number): void;
  /** Ends the last service and starts it again. */
  restartLast(): Promise<void>;
  close(): Promise<void>;
}

/** Undone in turn, the last one first. */
type Closing = () => unknown;

/** Each node pays gas with a key of its own. */
export const SETTLERS = [sandboxAccount('settler').privateKey, sandboxAccount('empty').privateKey];
const DISK_MB = { sqlite: 160, postgres: 640 } as const;
const CLOCK_STEP = new URL('./clock-step.mjs', import.meta.url).pathname;
/** Buyers of a chain who buy all the time. The next ones come when a fault has ended. */
const CROWD = { base: 3, solana: 2, tempo: 2 } as const;

export async function openMarket(setup: Setup): Promise<Market> {
  const disk = smallDisk(DISK_MB[setup.engine]);
  const closing: Closing[] = [() => disk?.close()];
  const close = async () => {
    for (const each of closing.toReversed()) await each();
  };
  try {
    const postgres = setup.engine === 'postgres' ? await startPostgres(disk?.folder) : undefined;
    closing.push(() => postgres?.stop());
    const databaseUrl = await postgres?.createSchema();
    const dataDir = disk ? join(disk.folder, 'data') : temporaryFolder();
    const clockFile = join(temporaryFolder(), 'step');
    const metricsPort = await freePort();
    const env = {
      NODE_OPTIONS: `--import ${CLOCK_STEP}`,
      CLOCK_STEP_FILE: clockFile,
      LOG_LEVEL: 'warn',
      METRICS_PORT: String(metricsPort),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    const place = { setup, dataDir, env, closing };
    const open = await (setup.edge ? openEdge(place) : openNodes(place));
    return {
      ...{ setup, ...open, postgres, databaseUrl, dataDir, disk, close },
      tools: chainTools(open.base.rpcUrl),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      stepClock: (ms) => writeFileSync(clockFile, String(ms)),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Place {
  readonly setup: Setup;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly closing: Closing[];
}
type Opened = Pick<Market, 'urls' | 'services' | 'chains' | 'base' | 'facilitator' | 'restartLast'>;

async function openNodes({ setup, dataDir, env, closing }: Place): Promise<Opened> {
  const base = await startEvmSandbox();
  closing.push(base.stop);
  const count = setup.engine === 'postgres' ? 2 : 1;
  const chains = [await baseSide(base.rpcUrl, count, closing)];
  if (setup.allRails) chains.push(...(await otherSides(count, closing)));
  const facilitator = setup.settles === 'facilitator' ? await openHostile(base.rpcUrl) : undefined;
  closing.push(() => facilitator?.stop(), disposeServices);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await shelveEdition(dataDir);
  const rpcUrls = Object.fromEntries(chains.map(({ network, node }) => [RPC_VARIABLES[network], node.url]));
  const services: Service[] = [];
  for (let i = 0; i < count; i++)
    services.push(
      await startService({
        dataDir,
        env: {
          ...env,
          ...rpcUrls,
          PUBLIC_URL: 'http://assay.test',
          MPP_SECRET: 'the secret of all nodes of a campaign',
          ...(facilitator ? { FACILITATOR_URL: facilitator.url } : { SETTLER_KEY: SETTLERS[i]! }),
          ...(i > 0 && (await asAnother(i))),
        },
      }),
    );
  return {
    base,
    chains,
    facilitator,
    urls: services.map(({ url }) => url),
    services: () => services,
    restartLast: async () => {
      const last = services.pop()!;
      await last.stop();
      services.push(await last.restart());
    },
  };
}

/** The clock and the figures of the first node are looked at. */
const asAnother = async (i: number) => ({
  NODE_ID: `node ${i}`,
  METRICS_PORT: String(await freePort()),
  CLOCK_STEP_FILE: '/nowhere',
});

const RPC_VARIABLES: Readonly<Record<Network, string>> = {
  [BASE]: 'EVM_RPC_URL',
  [SOLANA]: 'SOLANA_RPC_URL',
  [TEMPO]: 'TEMPO_RPC_URL',
};

/** The edge in workerd, and what is behind the one address that it knows: an origin, or a balancer and two. */
async function openEdge({ setup, dataDir, env, closing }: Place): Promise<Opened> {
  let side: ChainSide | undefined;
  let twin: Service | undefined;
  const withTwin = async (firstUrl: string, options: ServiceOptions): Promise<string> => {
    twin = await startService({ ...options, port: 0, env: { ...options.env, ...(await asAnother(1)) } });
    const balancer = await startBalancer([firstUrl, twin.url]);
    closing.push(balancer.stop);
    return balancer.url;
  };
  const stand = await openProcesses(
    {},
    {
      originEnv: env,
      originDir: dataDir,
      ...(setup.twin && { between: withTwin }),
      nodeFor: async (rpcUrl) => {
        side = await baseSide(rpcUrl, 1, closing);
        return side.node.url;
      },
    },
  );
  closing.push(stand.close);
  return {
    base: stand.chain,
    facilitator: stand.facilitator,
    chains: [side!],
    urls: [stand.url],
    services: () => [stand.origin(), ...(twin ? [twin] : [])],
    restartLast: async () => {
      if (twin) {
        const last = twin;
        await last.stop();
        twin = await last.restart();
        return;
      }
      await stand.origin().stop();
      await stand.restartOrigin();
    },
  };
}

/** The first `crowd` buyers of a chain, and one more for each node. */
const split = (crowd: number, nodes: number, shopper: (index: number) => Shopper) => ({
  crowd: Array.from({ length: crowd }, (_, i) => shopper(i)),
  probes: Array.from({ length: nodes }, (_, i) => shopper(crowd + i)),
});

async function baseSide(rpcUrl: string, nodes: number, closing: Place['closing']): Promise<ChainSide> {
  const node = await startRpcProxy(rpcUrl);
  const blocks = passTime(rpcUrl);
  closing.push(node.stop, () => clearInterval(blocks));
  const { sellerBalance: balance } = chainTools(rpcUrl);
  return {
    ...{ network: BASE, family: 'evm', rpcUrl, node, balance },
    ...split(CROWD.base, nodes, baseShopper),
  };
}

async function otherSides(nodes: number, closing: Place['closing']): Promise<ChainSide[]> {
  const [solana, tempo] = await Promise.all([startSolanaSandbox(), startTempoSandbox()]);
  closing.push(solana.stop, tempo.stop);
  const [toSolana, toTempo] = [await startRpcProxy(solana.rpcUrl), await startRpcProxy(tempo.rpcUrl)];
  closing.push(toSolana.stop, toTempo.stop);
  const pulled = split(CROWD.tempo, nodes, (i) => tempoShopper(i, tempo.rpcUrl, 'pull'));
  return [
    {
      ...{ network: SOLANA, family: 'solana', rpcUrl: solana.rpcUrl, node: toSolana },
      balance: () => solanaSellerBalance(solana.rpcUrl),
      ...split(CROWD.solana, nodes, (i) => solanaShopper(i, solana.rpcUrl)),
    },
    {
      ...{ network: TEMPO, family: 'evm', rpcUrl: tempo.rpcUrl, node: toTempo },
      balance: tempoTools(tempo.rpcUrl).sellerBalance,
      crowd: [...pulled.crowd, tempoShopper(5, tempo.rpcUrl, 'push')],
      probes: pulled.probes,
    },
  ];
}
