import type { JSONWebKeySet } from 'jose';
import type { Ed25519Jwk } from '../../src/adapters/edge/web-signer.ts';
import { type EvmSandbox, sandboxAccount, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { type Hostile, openHostile } from '../facilitator/hostile.ts';
import { type ChainTools, chainTools } from '../support/chain.ts';
import { shelveEdition } from '../support/edition.ts';
import {
  disposeServices,
  type Hosted,
  type Service,
  type ServiceOptions,
  startHosted,
  startService,
  temporaryFolder,
} from '../support/service.ts';
import { type EdgeProcess, freePort, newEdgeKey, startEdgeProcess } from './process.ts';

/** Everything that a purchase at the edge passes, as real processes: workerd, origin, facilitator, chain. */

export interface Stand<O extends Hosted = Hosted> {
  /** What a buyer knows: the address of the edge. */
  readonly url: string;
  readonly chain: EvmSandbox;
  readonly tools: ChainTools;
  readonly facilitator: Hostile;
  readonly key: Ed25519Jwk & { readonly kid: string };
  readonly jwks: JSONWebKeySet;
  origin(): O;
  edge(): EdgeProcess;
  /** Starts either again, on the same data and port. */
  restartOrigin(env?: Readonly<Record<string, string>>): Promise<void>;
  restartEdge(env?: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

interface StandOptions {
  /** Settings of the origin, and its data folder if not a new one. */
  readonly originEnv?: Readonly<Record<string, string>>;
  readonly originDir?: string;
  /** What the edge knows instead of the address of its origin, which was started with these options. */
  readonly between?: (originUrl: string, options: ServiceOptions) => Promise<string>;
  /** Where edge and origin ask the chain, of which this is the address. */
  readonly nodeFor?: (rpcUrl: string) => Promise<string>;
}

type Env = Readonly<Record<string, string>>;

export const openStand = (edgeEnv?: Env, options?: StandOptions): Promise<Stand<Hosted>> =>
  standWith(startHosted, edgeEnv, options);
/** The same with an origin that has a process of its own, to be killed or signalled. */
export const openProcesses = (edgeEnv?: Env, options?: StandOptions): Promise<Stand<Service>> =>
  standWith(startService, edgeEnv, options);

async function standWith<O extends Hosted>(
  start: (options: ServiceOptions) => Promise<O>,
  edgeEnv: Readonly<Record<string, string>> = {},
  {
    originEnv = {},
    originDir = temporaryFolder(),
    between = async (url) => url,
    nodeFor = async (url) => url,
  }: StandOptions = {},
): Promise<Stand<O>> {
  const chain = await startEvmSandbox();
  const node = await nodeFor(chain.rpcUrl);
  const facilitator = await openHostile(chain.rpcUrl);
  const [edgePort, originPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${edgePort}`;
  const { jwk, jwks } = await newEdgeKey();
  await shelveEdition(originDir);
  const options: ServiceOptions = {
    dataDir: originDir,
    rpcUrl: node,
    port: originPort,
    env: {
      PUBLIC_URL: url,
      FACILITATOR_URL: facilitator.url,
      EDGE_PUBLIC_JWKS: JSON.stringify(jwks),
      ...originEnv,
    },
  };
  let origin = await start(options);
  const originUrl = await between(origin.url, options);
  const dataDir = temporaryFolder();
  const launch = (env: Readonly<Record<string, string>>): Promise<EdgeProcess> =>
    startEdgeProcess({
      PORT: String(edgePort),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ORIGIN_URL: originUrl,
      FACILITATOR_URL: facilitator.url,
      EVM_RPC_URL: node,
      PAY_TO_EVM: sandboxAccount('seller').address,
      EDGE_SIGNING_JWK: JSON.stringify(jwk),
      ...edgeEnv,
      ...env,
    });
  let edge = await launch({});
  return {
    url,
    chain,
    tools: chainTools(chain.rpcUrl),
    facilitator,
    key: jwk,
    jwks,
    origin: () => origin,
    edge: () => edge,
    restartOrigin: async (env) => {
      origin = (await origin.restart(env)) as O;
    },
    restartEdge: async (env = {}) => {
      edge = await launch(env);
    },
    async close() {
      await edge.kill9();
      await disposeServices();
      await facilitator.stop();
      await chain.stop();
    },
  };
}
