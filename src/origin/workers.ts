import cluster, { type Worker } from 'node:cluster';
import { ConfigFaults } from './compose.ts';
import { type Environment, readConfig } from './config.ts';
import { type Running, serve } from './serve.ts';

/**
 * Several processes on one port, each a node of its own: with its name in the database, its settler key and its metrics
 * port. They share nothing but the listening socket, so what holds for several machines holds for them.
 */

/** Tells a process which worker it is, from 1. Set by `serveWithWorkers` alone. */
const WORKER = 'ASSAY_WORKER';
/** Between the end of a worker and its next start. */
const RESTART_MS = 1_000;

interface Ready {
  readonly listening: string;
}

/** As `serve`, with as many processes as `WORKERS` says. In a worker: serves, and tells the first process when it is ready. */
export async function serveWithWorkers(env: Environment): Promise<Running> {
  if (cluster.isWorker) {
    const running = await serve(env, () => {}, undefined, Number(env[WORKER]));
    process.send?.({ listening: running.url } satisfies Ready);
    return running;
  }
  const { config, faults } = readConfig(env);
  if (faults.length > 0) throw new ConfigFaults(faults);
  return config.workers === 1 ? serve(env) : lead(config.workers);
}

async function lead(count: number): Promise<Running> {
  const workers = new Map<number, Worker>();
  let stopping = false;
  // The first one makes what all need (tables, keys of a sandbox); the others find it.
  const url = await begin(1);
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => begin(i + 2)));
  console.log(`${count} workers on one port`);
  console.log(`assay listening on ${url}`);
  return {
    url,
    async stop() {
      stopping = true;
      await Promise.all(
        [...workers.values()].map(
          (worker) =>
            new Promise<void>((resolve) => {
              if (worker.isDead()) return resolve();
              worker.once('exit', () => resolve());
              worker.process.kill('SIGTERM');
            }),
        ),
      );
    },
  };

  /** Starts a worker; settles when it is ready. One that ends before is not started again: the next would do the same. */
  function begin(number: number): Promise<string> {
    const worker = cluster.fork({ [WORKER]: String(number) });
    workers.set(number, worker);
    let ready = false;
    return new Promise((resolve, reject) => {
      worker.once('message', ({ listening }: Ready) => {
        ready = true;
        resolve(listening);
      });
      worker.once('exit', (code, signal) => {
        if (!ready) return reject(new WorkerEnded(number, code));
        if (stopping) return;
        console.error(`worker ${number} ended (${signal ?? code}) and is started again`);
        setTimeout(() => void again(number), RESTART_MS);
      });
    });
  }

  /** Its unfinished payments wait for it: it comes back under its own name and key. */
  async function again(number: number): Promise<void> {
    while (!stopping)
      try {
        return void (await begin(number));
      } catch (error) {
        console.error(`${(error as Error).message}; trying again`);
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      }
  }
}

/** A worker that said on standard error why it cannot start. */
export class WorkerEnded extends Error {
  readonly code: number;
  constructor(number: number, code: number | null) {
    super(`worker ${number} ended before it was ready`);
    this.code = code ?? 1;
  }
}
