import { parentPort } from 'node:worker_threads';
import { type Job, recoverSigner } from './secp256k1.ts';

/** Recovers signers off the main thread: a flood of signed junk must not slow down the challenges of others. */

const port = parentPort!;

port.on('message', async (jobs: readonly Job[]) => {
  port.postMessage(await Promise.all(jobs.map(recoverSigner)));
});
