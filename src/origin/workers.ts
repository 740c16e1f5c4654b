import cluster, { type Worker } from 'node:cluster';
import { ConfigFaults } from './compose.ts';
import { type Environment, readConfig } from './config.ts';
import { type Running, serve } from './serve.ts';

/**
 * Several processes on one port, each a node of its own: with its name in the database, its settler key and its metrics
 * port. They share nothing but the listening socket, so what holds for several machines holds for them.
 */

/** Tell a process which worker it is, from 1, and at which port others serve already. Set by `lead` alone. */
const WORKER = 'ASSAY_WORKER';
const JOINS = 'ASSAY_WORKER_JOINS';
/** Process managers (pm2 in cluster mode) start programs as workers of their own, which cannot have any. */
const NOT_OURS =
  'is more than 1, and another program has started this one as a worker of its own: start it as a plain process, or set WORKERS=1';
/** Between the end of a worker and its next start. */
const RESTART_MS = 1_000;

type Ready = Pick<Running, 'url' | 'port'>;

/** As `serve`, with as many processes as `WORKERS` says. In a worker: serves, and tells the first process when it is ready. */
export async function serveWithWorkers(env: Environment): Promise<Running> {
  const { [WORKER]: worker, [JOINS]: joins } = env;
  if (worker !== undefined) {
    const place = { worker: Number(worker), ...(joins && { joins: Number(joins) }) };
    const running = await serve(env, () => {}, undefined, place);
    process.send?.({ url: running.url, port: running.port } satisfies Ready);
    return running;
  }
  const { config, faults } = readConfig(env);
  if (faults.length > 0) throw new ConfigFaults(faults);
  if (config.workers === 1) return serve(env);
  if (cluster.isWorker) throw new ConfigFaults([{ variable: 'WORKERS', message: NOT_OURS }]);
  return lead(config.workers);
}

async function lead(count: number): Promise<Running> {
  const workers = new Map<number, Worker>();
  /** Where those that are ready serve. */
  const ready = new Map<number, Ready>();
  let stopping = false;
  // The first one makes what all need (tables, keys of a sandbox); the others find it.
  const { url, port } = await begin(1);
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => begin(i + 2)));
  console.log(`${count} workers on one port`);
  console.log(`assay listening on ${url}`);
  return {
    url,
    port,
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

  /**
   * Starts a worker; settles when it is ready. Beside others it listens only then: buyers that come meanwhile are theirs.
   * One that ends before is not started again: the next would do the same.
   */
  function begin(number: number): Promise<Ready> {
    const [served] = ready.values();
    const worker = cluster.fork({
      [WORKER]: String(number),
      [JOINS]: served === undefined ? '' : String(served.port),
    });
    workers.set(number, worker);
    return new Promise((resolve, reject) => {
      worker.once('message', (message: Ready) => {
        ready.set(number, message);
        resolve(message);
      });
      worker.once('exit', (code, signal) => {
        if (!ready.delete(number)) return reject(new WorkerEnded(number, code));
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
        await begin(number);
        return console.error(`worker ${number} serves again`);
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
