/** Proves that a checkout still sells everything when its edition has run out: every process lives so many days ahead. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { catalogue } from '../../src/catalogue.ts';
import type { Product } from '../../src/declare.ts';
import { optionsOf } from '../options.ts';
import { ROOT, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/a-year-on.ts [--days <n>]

Starts the sandbox with all clocks set so many days ahead (default 366; 0: as they are), waits until it has made an
edition, and buys all products. Prints how long each step took. Needs: apt-get install libfaketime`;
const { days } = optionsOf(HELP, { days: { type: 'string', default: '366' } });

const AHEAD_DAYS = Number(days);
const DAY_MS = 86_400_000;
/** From its start to the edition, and longer by as much as more processes want a processor than there are processors. */
const EDITION_S = 30;
/** A process that hangs ends some time; a busy machine takes as long as it takes. */
const PATIENCE_MS = 600_000;
const TICKS_PER_SECOND = 100;
const run = promisify(execFile);

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
if (library === undefined && AHEAD_DAYS > 0)
  throw new Error('libfaketime is not installed: apt-get install libfaketime');
const env = {
  PATH: process.env.PATH ?? '',
  ...(AHEAD_DAYS > 0 && {
    LD_PRELOAD: library!,
    FAKETIME: `+${AHEAD_DAYS}d`,
    // Timers count on the other clock, which nobody sets.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }),
};
const folder = mkdtempSync(join(tmpdir(), 'assay-year-'));
const startedAt = performance.now();
/** Of the machine, at its highest: it falls as soon as others have ended, and what they took is not given back. */
let load = 0;
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
    async () => {
      load = Math.max(load, loadavg()[0]!);
      return (await offered(url)) === catalogue.products.length;
    },
    PATIENCE_MS,
  );
  judgeEdition((performance.now() - startedAt) / 1_000, cpuSeconds(service.pid!));
  for (const product of catalogue.products.filter(needsEdition)) await buy(product, url);
} finally {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

function judgeEdition(took: number, cpu: number): void {
  const crowd = Math.max(1, load / availableParallelism());
  const allowed = EDITION_S * crowd;
  const said = `an edition after ${took.toFixed(1)} s (at most ${allowed.toFixed(0)} at this load), for ${cpu.toFixed(1)} s of a processor`;
  if (took > allowed) throw new Error(`too late: ${said}`);
  console.log(said);
}

/** Of a process, and of all that it started and that has ended. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
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
