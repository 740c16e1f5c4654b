import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { bring } from '../bring.ts';
import { COMPATIBILITY_DATE, type EdgeVariables } from './run.ts';

/**
 * workerd by itself, without miniflare's own Workers in front: what a Worker costs, and what somebody runs who puts an
 * edge on a machine of their own.
 */
export interface BareWorkerd {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface BareOptions {
  /** The module with the default export and the class of the journal. Others are imported by it under their names. */
  readonly main: string;
  readonly others?: Readonly<Record<string, string>>;
  readonly className: string;
  readonly binding: string;
  readonly variables?: EdgeVariables;
  readonly port: number;
  /** Its configuration and its journal lie here. */
  readonly dir: string;
}

const WAIT_MS = 30_000;

export async function startBare(options: BareOptions): Promise<BareWorkerd> {
  const { main, others = {}, dir, port } = options;
  await bring('scripts/edge');
  mkdirSync(join(dir, 'journal'), { recursive: true });
  const sources = { 'main.mjs': main, ...others };
  for (const [name, code] of Object.entries(sources)) writeFileSync(join(dir, name), code);
  writeFileSync(join(dir, 'edge.capnp'), configOf(options, Object.keys(sources)));
  const child = spawn(binary(), ['serve', join(dir, 'edge.capnp')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await listening(port, child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The platform's own program: the command of the same name is a wrapper that would outlive it. */
const binary = (): string =>
  (createRequire(import.meta.url)('workerd') as { readonly default: string }).default;

const quoted = (text: string): string => JSON.stringify(text);

function configOf({ variables = {}, className, binding, port, dir }: BareOptions, modules: string[]): string {
  const bindings = [
    ...Object.entries(variables).map(([name, value]) => `(name = ${quoted(name)}, text = ${quoted(value!)})`),
    `(name = ${quoted(binding)}, durableObjectNamespace = ${quoted(className)})`,
  ];
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .edge),
    (name = "internet", network = (allow = ["public", "private"])),
    (name = "journal", disk = (path = ${quoted(join(dir, 'journal'))}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const edge :Workerd.Worker = (
  modules = [
    ${modules.map((name) => `(name = ${quoted(name)}, esModule = embed ${quoted(name)})`).join(',\n    ')}
  ],
  compatibilityDate = ${quoted(COMPATIBILITY_DATE)},
  bindings = [
    ${bindings.join(',\n    ')}
  ],
  durableObjectNamespaces = [(className = ${quoted(className)}, uniqueKey = "assay-edge", enableSql = true)],
  durableObjectStorage = (localDisk = "journal"),
);
`;
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  const until = Date.now() + WAIT_MS;
  while (!(await connects(port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('workerd does not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const connects = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket
      .once('error', () => resolve(false))
      .once('connect', () => {
        socket.destroy();
        resolve(true);
      });
  });
