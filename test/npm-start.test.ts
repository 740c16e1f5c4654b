import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { rowsOf } from './support/campaign.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const started: ChildProcess[] = [];
afterAll(async () => {
  // What npm left behind is in its group.
  for (const { pid } of started)
    try {
      process.kill(-pid!, 'SIGKILL');
    } catch {}
  await disposeServices();
});

/** `npm start`, as the README says, and the pid of what listens. */
async function npmStart(args: readonly string[]) {
  const npm = spawn('npm', args, {
    cwd: ROOT,
    detached: true,
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: temporaryFolder(), LEDGER_LAB: 'off' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(npm);
  for await (const line of createInterface({ input: npm.stdout }))
    if (line.startsWith('assay listening on ')) {
      // Nobody reads on, and a full pipe would stop the service.
      npm.stdout.resume();
      return { npm, url: line.slice('assay listening on '.length) };
    }
  throw new Error('npm ended before the service was ready');
}

describe('a service that was started through npm', () => {
  const ways = [
    ['SIGTERM', ['start']],
    ['SIGINT', ['start']],
    ['SIGTERM', ['run', '-s', 'assay', '--', 'serve']],
  ] as const;
  it.each(rowsOf(ways, (_, i) => i === 0))(
    'is reached by %s to npm %j, stops and lets npm end with 0',
    async (signal, args) => {
      const { npm, url } = await npmStart(args);
      // A starved machine may answer one look at its disk late.
      await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
      const ended = once(npm, 'exit');
      npm.kill(signal);
      expect(await ended).toEqual([0, null]);
      await expect(fetch(`${url}/readyz`)).rejects.toThrow();
    },
  );
});
