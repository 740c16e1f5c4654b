import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { shelveIfOutdated } from '../test/support/edition.ts';
import { cpuMs } from './cpu.ts';

/** What is measured: the service and its peers, each in a process of its own, sellers each on a fresh chain of their own. */

export type Name = 'bare' | 'hono' | 'assay' | 'stock' | 'stock+' | 'express' | 'mppx' | 'mcp';

export interface Subject {
  readonly name: Name;
  /** Address of the paid route. */
  readonly url: string;
  readonly pid: number;
  readonly rpcUrl: string | undefined;
  /** CPU milliseconds of the server, all threads, since it began. */
  cpu(): number;
  /** The ws:// address of its inspector, where it was started with one. */
  inspector(): string | undefined;
  stop(): Promise<void>;
}

/** What each is, for people who read the table. */
export const SUBJECTS: Readonly<Record<Name, { readonly what: string; readonly chain: boolean }>> = {
  bare: { what: 'bare `node:http`, one small fixed 402', chain: false },
  hono: { what: 'Hono, one small fixed answer', chain: false },
  assay: { what: 'Assay, everything on', chain: true },
  stock: { what: '`@x402/hono`, no extensions', chain: true },
  'stock+': { what: '`@x402/hono` with offers (Ed25519), Bazaar and identifier', chain: true },
  express: { what: '`@x402/express`, no extensions', chain: true },
  mppx: { what: '`mppx` on Hono, one Tempo charge', chain: false },
  mcp: { what: 'the MCP library on Hono, one tool', chain: false },
};

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const PROGRAMS: Readonly<Record<Exclude<Name, 'assay'>, readonly string[]>> = {
  bare: ['./peers/bare-http.ts'],
  hono: ['./peers/plain-hono.ts'],
  stock: ['./peers/stock-hono.ts'],
  'stock+': ['./peers/stock-hono.ts', '--extensions'],
  express: ['./peers/stock-express.ts'],
  mppx: ['./peers/mppx-hono.ts'],
  mcp: ['./peers/stock-mcp.ts'],
};

/**
 * Starts one subject. `env`: further settings of the service; `given`: a folder of its own, which is then left alone;
 * `anvil`: further arguments of its chain.
 */
export async function open(
  name: Name,
  env: Readonly<Record<string, string>> = {},
  given?: string,
  anvil: readonly string[] = [],
): Promise<Subject> {
  const chain = SUBJECTS[name].chain ? await startEvmSandbox({ args: anvil }) : undefined;
  const data = given ?? mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const { url, pid, inspector, stop } = await (name === 'assay'
    ? startService(data, { EVM_RPC_URL: chain!.rpcUrl, ...env })
    : startPeer(name, chain?.rpcUrl));
  return {
    name,
    url: url + opportunityCheck.path,
    pid,
    rpcUrl: chain?.rpcUrl,
    cpu: () => cpuMs(pid) ?? Number.NaN,
    inspector,
    async stop() {
      await stop();
      await chain?.stop();
      if (given === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** `root`: of another checkout than this one. */
export async function startService(
  data: string,
  env: Readonly<Record<string, string>>,
  root = path('..'),
): ReturnType<typeof start> {
  const settings = {
    PORT: '0',
    DATA_DIR: data,
    // It would make an edition of the ledger meanwhile, with real clients and chains.
    LEDGER_LAB: 'off',
    // The sandbox is quiet by default, a service in production is not.
    LOG_LEVEL: 'info',
    ...env,
  };
  await shelveIfOutdated(settings);
  return start([join(root, 'bin/assay.mjs'), 'serve'], settings);
}

function startPeer(name: Exclude<Name, 'assay'>, rpcUrl: string | undefined) {
  const [program, ...flags] = PROGRAMS[name];
  return start([path(program!), ...(rpcUrl === undefined ? [] : [rpcUrl]), ...flags], {});
}

const { NODE_COMPILE_CACHE } = process.env;
const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/** Starts a program and waits for the address in its ready line. What it logs is read and thrown away, as a collector would. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Pick<Subject, 'url' | 'pid' | 'inspector' | 'stop'>> {
  const child = spawn(process.execPath, args, {
    // What Node made of a source is kept where whoever starts us says: no start is measured.
    env: { PATH: process.env.PATH ?? '', ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  let inspector: string | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
    inspector ??= /Debugger listening on (ws:\S+)/.exec(complaint)?.[1];
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-2_000);
      const url = /listening on (http:\/\/\S+)/.exec(printed)?.[1];
      if (url) resolve({ url, pid: child.pid!, inspector: () => inspector, stop });
    });
    child.once('exit', (code) =>
      reject(new Error(`${args[0]} ended with ${code} before it was ready\n${complaint}`)),
    );
  });
}
