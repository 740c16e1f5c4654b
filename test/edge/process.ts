import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONWebKeySet } from 'jose';
import { bring } from '../../scripts/bring.ts';
import { type Ed25519Jwk, thumbprintOf } from '../../src/adapters/edge/web-signer.ts';
import { bundledEdge } from '../shared/index.ts';

/** An edge as a process of its own: the Worker in workerd, below a Node process that configures it. */

const DEV = new URL('../../scripts/edge/dev.ts', import.meta.url);
const COMPILED = fileURLToPath(new URL('../../.cache/compile', import.meta.url));
const READY = /^edge listening on (http:\/\/\S+)$/m;

export interface EdgeProcess {
  readonly url: string;
  output(): string;
  /** Ends workerd and its parent at once, by their ids. */
  kill9(): Promise<void>;
  stop(): Promise<void>;
}

export interface EdgeKey {
  readonly jwk: Ed25519Jwk & { readonly kid: string };
  /** What the origin is told of it. */
  readonly jwks: JSONWebKeySet;
}

export async function newEdgeKey(): Promise<EdgeKey> {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as Ed25519Jwk;
  const kid = await thumbprintOf(jwk);
  return {
    jwk: { ...jwk, kid },
    jwks: { keys: [{ kty: jwk.kty, crv: jwk.crv, x: jwk.x, kid }] },
  };
}

/** `script` prints the ready line; without it the Worker is started as `npm run edge:dev` does. */
export async function startEdgeProcess(
  env: Readonly<Record<string, string>>,
  script: URL = DEV,
): Promise<EdgeProcess> {
  // Here and not in the child: npm may need variables of this machine (a proxy, its certificates) that a Worker never has.
  await bring('scripts/edge');
  const child = spawn(process.execPath, [fileURLToPath(script)], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILED, ...(await bundledEdge()), ...env },
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
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
