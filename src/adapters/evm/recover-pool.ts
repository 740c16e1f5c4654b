import { Worker } from 'node:worker_threads';
import { Failure } from '../../values/failure.ts';
import { Busy } from './busy.ts';
import { type Job, recoverSigner } from './secp256k1.ts';

/** Signatures that may wait. More, and the caller is told that nobody could check it (503), which costs nothing. */
const MAX_WAITING = 1_000;
const MAX_BATCH = 64;
/** A signature that comes alone is checked here, since handing it over takes longer; but not more often than this. */
const HERE_EVERY_MS = 5;

export interface RecoverPool {
  /** Lower-case address of the signer, or null when it is no signature. Throws `Busy`. */
  recover(job: Job): Promise<string | null>;
  close(): Promise<void>;
}

interface Waiting {
  readonly job: Job;
  readonly resolve: (signer: string | null) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One worker thread with a bounded queue. While a batch is being checked the next one collects; what comes while the
 * worker has nothing to do need not wait for it.
 */
export function openRecoverPool(): RecoverPool {
  // Started by the first batch: a service that nobody pays needs none.
  let worker: Worker | undefined;
  let closed = false;
  const queue: Waiting[] = [];
  let flying: Waiting[] = [];
  let lastHere = Number.NEGATIVE_INFINITY;

  return {
    recover: (job) => {
      const now = performance.now();
      if (flying.length === 0 && now - lastHere >= HERE_EVERY_MS) {
        lastHere = now;
        return recoverSigner(job);
      }
      return new Promise((resolve, reject) => {
        if (queue.length >= MAX_WAITING)
          return reject(new Busy(`more than ${MAX_WAITING} signatures are waiting to be checked`));
        queue.push({ job, resolve, reject });
        // After all requests that came in this turn of the loop: waking the worker costs as much as half a recovery.
        if (queue.length === 1) setImmediate(send);
      });
    },
    close: async () => {
      closed = true;
      await worker?.terminate();
    },
  };

  function start(): Worker {
    const started = new Worker(new URL('./recover-worker.ts', import.meta.url));
    started.unref();
    started.on('message', (signers: (string | null)[]) => {
      const batch = flying;
      flying = [];
      batch.forEach((waiting, i) => {
        waiting.resolve(signers[i]!);
      });
      send();
    });
    // Checking has no side effects, so a worker that dies is replaced; what it held is answered as "not checked".
    started.on('error', (error) => {
      for (const waiting of flying.splice(0))
        waiting.reject(
          error instanceof Error ? error : new Failure('the signature worker ended', 'WORKER_ENDED'),
        );
      worker = undefined;
      if (!closed) send();
    });
    return started;
  }

  function send(): void {
    if (closed || flying.length > 0 || queue.length === 0) return;
    worker ??= start();
    flying = queue.splice(0, MAX_BATCH);
    worker.postMessage(flying.map(({ job }) => job));
  }
}
