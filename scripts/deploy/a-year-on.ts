/** Proves that a checkout still sells everything when its edition ran out a year ago: every process lives a year ahead. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { catalogue } from '../../src/catalogue.ts';
import type { Product } from '../../src/declare.ts';
import { optionsOf } from '../options.ts';
import { ROOT, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/a-year-on.ts

Starts the sandbox with all clocks set 366 days ahead, waits until it has made an edition, and buys all products. Prints
how long each step took. Needs: apt-get install libfaketime`;
optionsOf(HELP, {});

const AHEAD_DAYS = 366;
const DAY_MS = 86_400_000;
/** Printed, and missed only by a machine that does something else: what is awaited is the edition, not a moment. */
const EDITION_AIM_S = 30;
/** A process that hangs ends some time; a busy machine takes as long as it takes. */
const PATIENCE_MS = 600_000;
const run = promisify(execFile);

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
if (library === undefined) throw new Error('libfaketime is not installed: apt-get install libfaketime');
const env = {
  PATH: process.env.PATH ?? '',
  LD_PRELOAD: library,
  FAKETIME: `+${AHEAD_DAYS}d`,
  // Timers count on the other clock, which nobody sets.
  DONT_FAKE_MONOTONIC: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
};
const folder = mkdtempSync(join(tmpdir(), 'assay-year-'));
const startedAt = performance.now();
const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
const service = spawn(process.execPath, [join(ROOT, 'bin/assay.mjs'), 'serve'], {
  cwd: folder,
  env: { ...env, PORT: '0', DATA_DIR: join(folder, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const url = await readyAt(service);
  const { headers } = await fetch(`${url}/status`);
  const ahead = Date.parse(headers.get('date')!) - Date.now();
  if (ahead < (AHEAD_DAYS - 1) * DAY_MS)
    throw new Error('the service does not live ahead: libfaketime did not work');
  console.log(`ready after ${seconds()}, on ${headers.get('date')}`);
  for (const product of catalogue.products.filter((each) => !needsEdition(each))) await buy(product, url);
  // The service itself says what can be bought: until then it offers none of the others.
  await until(
    'everything is offered',
    async () => (await offered(url)) === catalogue.products.length,
    PATIENCE_MS,
  );
  console.log(`an edition after ${seconds()} (aim on a machine that does nothing else: ${EDITION_AIM_S} s)`);
  for (const product of catalogue.products.filter(needsEdition)) await buy(product, url);
} finally {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

function needsEdition({ admission }: Product): boolean {
  return admission?.kind === 'edition' || admission?.kind === 'match';
}

async function offered(url: string): Promise<number> {
  const { resources } = (await (await fetch(`${url}/.well-known/x402`)).json()) as { resources: string[] };
  return resources.length;
}

async function buy({ id, admission, forms, price: { label } }: Product, url: string): Promise<void> {
  const post = forms.find(({ method }) => method === 'POST');
  const body = join(folder, `${id}.json`);
  writeFileSync(body, JSON.stringify(post?.example ?? {}));
  const what =
    admission?.kind === 'match'
      ? ['--client', '@x402/fetch', '--client-version', '2.27.0', '--protocol', 'x402v2']
      : post
        ? ['--body', body]
        : [];
  const args = ['buy', id, ...what, '--max', label.slice(1), '--yes', '--url', url];
  await run(process.execPath, [join(ROOT, 'bin/assay.mjs'), ...args], {
    cwd: folder,
    env,
    maxBuffer: 2 ** 26,
  });
  console.log(`sold ${id} after ${seconds()}`);
}

async function readyAt(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /^assay listening on (http:\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout!.resume();
    return url;
  }
  throw new Error('the service ended before it was ready');
}
