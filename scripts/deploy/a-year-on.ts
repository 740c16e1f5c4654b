/** Proves that a checkout still sells everything when its edition ran out a year ago: every process lives a year ahead. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { catalogue } from '../../src/catalogue.ts';
import { optionsOf } from '../options.ts';
import { ROOT, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/a-year-on.ts

Starts the sandbox with all clocks set 366 days ahead, waits until it has made an edition, and buys all products. Prints
how long each step took. Needs: apt-get install libfaketime`;
optionsOf(HELP, {});

const AHEAD_DAYS = 366;
const DAY_MS = 86_400_000;
/** On a machine that does nothing else it is 30 s. */
const EDITION_MS = 180_000;
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
  const [ledger] = catalogue.products.filter(({ id }) => id === 'agent-commerce-reliability-ledger');
  for (const { id } of catalogue.products.filter((each) => !needsEdition(each.id))) await buy(id, url);
  await until('the ledger is sold', async () => (await fetch(url + ledger!.path)).status === 402, EDITION_MS);
  console.log(`an edition after ${seconds()}`);
  for (const { id } of catalogue.products.filter((each) => needsEdition(each.id))) await buy(id, url);
} finally {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

function needsEdition(id: string): boolean {
  return id === 'agent-commerce-reliability-ledger' || id === 'x402-compatibility-witness';
}

async function buy(id: string, url: string): Promise<void> {
  const product = catalogue.products.find((each) => each.id === id)!;
  const post = product.forms.find(({ method }) => method === 'POST');
  const body = join(folder, `${id}.json`);
  writeFileSync(body, JSON.stringify(post?.example ?? {}));
  const what = id.endsWith('witness')
    ? ['--client', '@x402/fetch', '--client-version', '2.27.0', '--protocol', 'x402v2']
    : post
      ? ['--body', body]
      : [];
  const price = product.price.label.slice(1);
  const args = ['buy', id, ...what, '--max', price, '--yes', '--url', url];
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
