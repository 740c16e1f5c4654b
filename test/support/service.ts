import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEMPORARY } from '../../src/adapters/temporary.testing.ts';
import { type Sold, serveHosted } from '../shared/hosted.ts';
import { assayCommand, BUNDLED, runnable } from '../shared/index.ts';
import { shelveIfOutdated } from './edition.ts';

const READY = /^assay listening on (http:\/\/\S+)$/m;

export interface ServiceOptions {
  /** A chain that outlives the service; without it the service starts its own. */
  readonly rpcUrl?: string;
  /** Absent: a new temporary folder, removed when the service is disposed of. */
  readonly dataDir?: string;
  /** Absent or 0: a free one. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Another catalogue than ours. */
  readonly sold?: Sold;
  /** A script of the file's own that serves. It is started once, which is less than bundling it. */
  readonly script?: string;
}

/** A service that nobody signals or reads the log of. */
export interface Hosted {
  /** Base address, from the ready line. */
  readonly url: string;
  readonly dataDir: string;
  /** Ends it: at once where it has a process of its own. */
  end(): Promise<void>;
  /** Starts it again on the same data, chain and port, so that it is the same resource to a buyer. */
  restart(env?: Readonly<Record<string, string>>): Promise<Hosted>;
}

/** The service as its own process, as an operator runs it. */
export interface Service extends Hosted {
  readonly pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Its exit code, once it has ended by itself or was ended. */
  readonly ended: Promise<number | null>;
  /** Ends it at once, as a power cut would, and waits until it is gone. */
  kill9(): Promise<void>;
  /** SIGTERM, as an orchestrator does. Answers the exit code. */
  stop(): Promise<number | null>;
  restart(env?: Readonly<Record<string, string>>): Promise<Service>;
  /** As `restart`, but hands over the process before it is ready. */
  begin(): Starting;
}

/** A service that was started and may not be ready yet. */
export interface Starting {
  readonly ready: Promise<Service>;
  output(): string;
}

const running = new Set<ChildProcess>();
const hosted = new Set<() => Promise<void>>();
const folders = new Set<string>();

/** Ends every service of this test file and removes their temporary data. For `afterAll`. */
export async function disposeServices(): Promise<void> {
  await Promise.all([...running].map(end));
  await Promise.all([...hosted].map((stop) => stop()));
  hosted.clear();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(TEMPORARY, 'assay-test-'));
  folders.add(folder);
  return folder;
}

export const startService = (options: ServiceOptions = {}): Promise<Service> => beginService(options).ready;

/**
 * A service in a process that has loaded ours before, and may serve others too: most of a start is loading. In campaigns
 * it has one of its own.
 */
export async function startHosted(options: Omit<ServiceOptions, 'script'> = {}): Promise<Hosted> {
  if (!BUNDLED) return startService(options);
  const dataDir = options.dataDir ?? temporaryFolder();
  const settings = environmentOf({ ...options, dataDir });
  await shelveIfOutdated(settings);
  let url = '';
  const stop = await serveHosted(settings, options.sold, (line) => {
    url ||= READY.exec(line)?.[1] ?? '';
  });
  hosted.add(stop);
  const port = Number(new URL(url).port);
  return {
    ...{ url, dataDir },
    end: async () => void (hosted.delete(stop) && (await stop())),
    restart: (changed) => startHosted({ ...options, dataDir, port, env: { ...options.env, ...changed } }),
  };
}

const SCRIPTS: Readonly<Record<Sold, string>> = {
  mpp: fileURLToPath(new URL('../mpp/node.ts', import.meta.url)),
  solana: fileURLToPath(new URL('./solana-service.ts', import.meta.url)),
};

/** Nothing of this machine's settings: what a test does not set is the default. */
const environmentOf = ({ rpcUrl, dataDir, port = 0, env }: ServiceOptions & { dataDir: string }) => ({
  PATH: process.env.PATH ?? '',
  PORT: String(port),
  DATA_DIR: dataDir,
  // The same on every start, as a machine's name is.
  NODE_ID: 'test',
  // A test that wants the lab says so: it takes a minute and a processor.
  LEDGER_LAB: 'off',
  ...(rpcUrl !== undefined && { EVM_RPC_URL: rpcUrl }),
  ...env,
});

function beginService({
  rpcUrl,
  dataDir = temporaryFolder(),
  port = 0,
  env = {},
  sold,
  script,
}: ServiceOptions): Starting {
  let printed = '';
  const settings = environmentOf({ dataDir, port, env, ...(rpcUrl !== undefined && { rpcUrl }) });
  const begun = async (): Promise<Service> => {
    await shelveIfOutdated(settings);
    if (script !== undefined) return started([script]);
    return started(sold ? [await runnable(SCRIPTS[sold])] : [await assayCommand(), 'serve']);
  };
  const started = (args: readonly string[]): Promise<Service> => {
    const child = spawn(process.execPath, args, {
      env: {
        ...(script !== undefined && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return new Promise<Service>((resolve, reject) => {
      let isReady = false;
      const heard = (text: string) => {
        printed += text;
        const url = isReady ? undefined : READY.exec(printed)?.[1];
        isReady ||= url !== undefined;
        if (url) resolve(service(child, url, dataDir, () => printed, { rpcUrl, env, script, sold }));
      };
      child.stdout.setEncoding('utf8').on('data', heard);
      child.stderr.setEncoding('utf8').on('data', heard);
      child.once('exit', (code, signal) =>
        reject(new Error(`the service ended before it was ready (${signal ?? code}):\n${printed}`)),
      );
    });
  };
  return { ready: begun(), output: () => printed };
}

function service(
  child: ChildProcess,
  url: string,
  dataDir: string,
  output: () => string,
  kept: Pick<ServiceOptions, 'env'> &
    Record<'rpcUrl' | 'script', string | undefined> & { sold: Sold | undefined },
): Service {
  const { rpcUrl, env, script, sold } = kept;
  const again = {
    dataDir,
    port: Number(new URL(url).port),
    ...(rpcUrl !== undefined && { rpcUrl }),
    ...(env && { env }),
    ...(script !== undefined && { script }),
    ...(sold && { sold }),
  };
  return {
    url,
    dataDir,
    pid: child.pid!,
    output,
    ended: once(child, 'exit').then(([code]) => code as number | null),
    end: () => end(child),
    kill9: () => end(child),
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
    restart: (changed) => startService({ ...again, env: { ...env, ...changed } }),
    begin: () => beginService(again),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
