import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A service process of ours that may be killed at any moment and started again on the same data. */
export interface ServiceNode {
  readonly url: string;
  /** Resolves when it says that it listens. */
  start(): Promise<void>;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>;
}

export interface NodeOptions {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** The command line, for Node. Absent: that of this checkout. */
  readonly command?: string;
}

const MAIN = new URL('../../bin/assay.mjs', import.meta.url).pathname;
const START_MS = 180_000;

export function serviceNode({ port, env, command = MAIN }: NodeOptions): ServiceNode {
  let child: ChildProcess | undefined;
  const gone = (process: ChildProcess): Promise<number | null> =>
    process.exitCode !== null || process.signalCode !== null
      ? Promise.resolve(process.exitCode)
      : new Promise((resolve) => process.once('exit', resolve));

  return {
    url: `http://127.0.0.1:${port}`,
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(process.execPath, [command, 'serve'], {
          env: { ...process.env, ...env, PORT: String(port) },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        child = started;
        const late = setTimeout(
          () => reject(new Error(`the node on port ${port} was not ready in ${START_MS} ms`)),
          START_MS,
        );
        createInterface({ input: started.stdout! }).on('line', (line) => {
          if (!line.startsWith('assay listening')) return;
          clearTimeout(late);
          resolve();
        });
        started.once('exit', (code, signal) => {
          clearTimeout(late);
          reject(new Error(`the node on port ${port} ended before it was ready (${signal ?? code})`));
        });
      }),
    kill: async () => {
      if (!child) return;
      child.kill('SIGKILL');
      await gone(child);
    },
    stop: async () => {
      if (!child) return 0;
      child.kill('SIGTERM');
      return gone(child);
    },
  };
}
