import { registerHooks } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { edgeEnv, paidBy } from './app.testing.ts';
import type { EdgeEnv } from './config.ts';

/** What the Worker hands to its runtime, which ends whatever it was not handed. */

type Worker = typeof import('./worker.ts')['default'];
let worker: Worker;

beforeAll(async () => {
  // The runtime's own module, which no other one has.
  registerHooks({
    resolve: (name, context, next) =>
      name === 'cloudflare:workers'
        ? { url: 'data:text/javascript,export class DurableObject {}', shortCircuit: true }
        : next(name, context),
  });
  worker = (await import('./worker.ts')).default;
});

const CHECK = 'https://api.example/api/opportunity-check';

/** Its journal cannot be reached, once `answers` says so. */
const envWith = (answers: Promise<never>, asked: string[]): EdgeEnv =>
  edgeEnv({
    idFromName: (name: string) => ({ name }),
    get: () => ({
      call: (operation: string) => {
        asked.push(operation);
        return answers;
      },
      note: async () => {},
      count: async () => {},
    }),
  });

it('a paid call is handed to the runtime whole: whoever hangs up does not end it', async () => {
  const { promise: answers, reject } = Promise.withResolvers<never>();
  const asked: string[] = [];
  const env = envWith(answers, asked);
  const challenge = await worker.fetch(new Request(CHECK), env, { waitUntil: () => {} });
  const kept: Promise<unknown>[] = [];
  let isOver = false;
  const headers = { 'payment-signature': paidBy(challenge, Date.now()) };
  const answer = worker.fetch(new Request(CHECK, { headers }), env, {
    waitUntil: (work) => void kept.push(work),
  });
  await expect.poll(() => asked.length).toBe(1);
  const all = Promise.all(kept).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  reject(new Error('the object is overloaded'));
  expect((await answer).status).toBe(503);
  await all;
});
