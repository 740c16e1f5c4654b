import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type ChainExit, startGuarded } from './guarded.ts';
import { listeningPort } from './listening.ts';

/** Platforms for which foundry publishes anvil on npm (`@foundry-rs/anvil-<platform>`). */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@foundry-rs/anvil-linux-amd64/bin/anvil',
  'linux-arm64': '@foundry-rs/anvil-linux-arm64/bin/anvil',
  'darwin-x64': '@foundry-rs/anvil-darwin-amd64/bin/anvil',
  'darwin-arm64': '@foundry-rs/anvil-darwin-arm64/bin/anvil',
  'win32-x64': '@foundry-rs/anvil-win32-amd64/bin/anvil.exe',
};
/** States kept in memory, and none spilled to the user's home: `finalized` is 64 blocks back. */
const STATES_KEPT = 256;

export interface AnvilOptions {
  readonly chainId: number;
  /** TCP port on 127.0.0.1; absent or 0: the kernel picks a free one. */
  readonly port?: number;
  /** An anvil binary to use instead of the npm package's. */
  readonly anvilPath?: string;
  /** Further anvil arguments, such as `['--network', 'tempo']`. */
  readonly args?: readonly string[];
}

export interface Anvil {
  readonly rpcUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when the chain is gone, whatever the reason. Never rejects. */
  readonly exited: Promise<ChainExit>;
  stop(): Promise<void>;
}

/** Why the chains that anvil makes cannot be started here, in one line that says what to do; undefined: they can. */
export function whyNoAnvil(): string | undefined {
  try {
    resolveAnvil();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** The anvil that npm installed for this platform, or else the one on PATH. Throws one line that says what to do. */
export function resolveAnvil(
  platform = `${process.platform}-${process.arch}`,
  folders = process.env.PATH ?? '',
): string {
  const path = PACKAGES[platform];
  try {
    if (path) return createRequire(import.meta.url).resolve(path);
  } catch {
    // Falls through: npm left the optional package out.
  }
  const installed = folders.split(delimiter).map((folder) => join(folder, 'anvil'));
  const found = installed.find(isProgram);
  if (found !== undefined) return found;
  const version = manifest.optionalDependencies['@foundry-rs/anvil-linux-amd64'];
  const remedy = path ? `run \`npm install --no-save ${path.split('/bin/')[0]}@${version}\`, or ` : '';
  throw new Error(
    `no anvil for ${platform}: ${remedy}install foundry (its anvil on PATH, or ANVIL_PATH), or set EVM_RPC_URL to a running anvil`,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts anvil on 127.0.0.1 and settles when it answers. It dies with this process (see `guarded.ts`).
 * Throws when there is no binary, the port is taken or it is not ready within 30 s; nothing is left running then.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const binary = options.anvilPath ?? resolveAnvil();
  const chain = startGuarded(binary, [
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0)],
    ...['--chain-id', String(options.chainId), '--prune-history', String(STATES_KEPT)],
    ...(options.args ?? []),
  ]);
  try {
    const port = await listeningPort(chain, 'anvil', binary);
    const rpcUrl = `http://127.0.0.1:${port}`;
    const pid = await chain.started;
    if (pid === undefined) throw new Error('anvil ended while starting');
    // It must talk until its port is known, and be quiet from then on: a line per call costs time.
    await rpc(rpcUrl, 'anvil_setLoggingEnabled', [false]);
    return { rpcUrl, port, pid, exited: chain.exited, stop: chain.stop };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

async function rpc(url: string, method: string, params: unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`anvil answered ${response.status} to ${method}`);
  await response.text();
}
