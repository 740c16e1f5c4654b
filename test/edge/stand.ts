import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONWebKeySet } from 'jose';
import { type Ed25519Jwk, thumbprintOf } from '../../src/adapters/edge/web-signer.ts';
import { type EvmSandbox, sandboxAccount, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { type Hostile, openHostile } from '../facilitator/hostile.ts';
import { type ChainTools, chainTools } from '../support/chain.ts';
import { disposeServices, type Service, startService, temporaryFolder } from '../support/service.ts';

/** Everything that a purchase at the edge passes, as real processes: workerd, origin, facilitator, chain. */

const DEV = fileURLToPath(new URL('../../scripts/edge/dev.ts', import.meta.url));
const READY = /^edge listening on (http:\/\/\S+)$/m;

export interface EdgeProcess {
  readonly url: string;
  output(): string;
  /** Ends workerd and its parent at once, by their ids. */
  kill9(): Promise<void>;
  stop(): Promise<void>;
}

export interface Stand {
  /** What a buyer knows: the address of the edge. */
  readonly url: string;
  readonly chain: EvmSandbox;
  readonly tools: ChainTools;
  readonly facilitator: Hostile;
  readonly key: Ed25519Jwk & { readonly kid: string };
  readonly jwks: JSONWebKeySet;
  origin(): Service;
  edge(): EdgeProcess;
  /** Starts either again, on the same data and port. */
  restartOrigin(env?: Readonly<Record<string, string>>): Promise<void>;
  restartEdge(env?: Readonly<Record<string, string>>): Promise<void>;
  close(): Promise<void>;
}

export async function openStand(edgeEnv: Readonly<Record<string, string>> = {}): Promise<Stand> {
  const chain = await startEvmSandbox();
  const facilitator = await openHostile(chain.rpcUrl);
  const [edgePort, originPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${edgePort}`;
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Ed25519Jwk;
  const kid = await thumbprintOf(jwk);
  const jwks = { keys: [{ kty: jwk.kty, crv: jwk.crv, x: jwk.x, kid }] };
  let origin = await startService({
    rpcUrl: chain.rpcUrl,
    port: originPort,
    env: { PUBLIC_URL: url, FACILITATOR_URL: facilitator.url, EDGE_PUBLIC_JWKS: JSON.stringify(jwks) },
  });
  const dataDir = temporaryFolder();
  const launch = (env: Readonly<Record<string, string>>): Promise<EdgeProcess> =>
    startEdgeProcess({
      PORT: String(edgePort),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ORIGIN_URL: origin.url,
      FACILITATOR_URL: facilitator.url,
      EVM_RPC_URL: chain.rpcUrl,
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
    key: { ...jwk, kid },
    jwks,
    origin: () => origin,
    edge: () => edge,
    restartOrigin: async (env) => {
      origin = await origin.restart(env);
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

async function startEdgeProcess(env: Readonly<Record<string, string>>): Promise<EdgeProcess> {
  const child = spawn(process.execPath, [DEV], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const heard = (text: string) => {
      printed += text;
      const ready = READY.exec(printed)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.setEncoding('utf8').on('data', heard);
    child.stderr.setEncoding('utf8').on('data', heard);
    child.once('exit', (code) => reject(new Error(`the edge ended (${code}):\n${printed}`)));
  });
  const runtimes = childrenOf(child);
  return {
    url,
    output: () => printed,
    async kill9() {
      for (const pid of runtimes) kill(pid);
      await ended(child, 'SIGKILL');
    },
    stop: () => ended(child, 'SIGTERM'),
  };
}

/** workerd is a child of miniflare's process; it would outlive it. */
function childrenOf({ pid }: ChildProcess): number[] {
  const listed = readFileSync(join('/proc', String(pid), 'task', String(pid), 'children'), 'utf8');
  return listed.trim().split(/\s+/).map(Number);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** A port that nothing listens on now. The edge's address has to be known before it starts: offers name it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
