/** Proves that a checkout still sells everything when its edition has run out: every process lives so many days ahead. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { catalogue } from '../../src/catalogue.ts';
import type { Product } from '../../src/declare.ts';
import { optionsOf } from '../options.ts';
import { ROOT, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/a-year-on.ts [--days <n>]

Starts the sandbox with all clocks set so many days ahead (default 366; 0: as they are), waits until it has made an
edition, and buys all products. Prints how long each step took. Fails when the edition takes more than 30 s of a
processor, or, on a machine that did nothing before, more than 30 s. Needs: apt-get install libfaketime`;
const { days } = optionsOf(HELP, { days: { type: 'string', default: '366' } }, (given) =>
  /^\d{1,5}$/.test(given.days) ? undefined : `--days ${given.days}: not a whole number of days from 0 on`,
);

const AHEAD_DAYS = Number(days);
const DAY_MS = 86_400_000;
/** From its start to the edition. It holds on a machine at rest: nobody's clock runs slower because we use it ourselves. */
const EDITION_S = 30;
/** What it may take of a processor meanwhile, however busy the machine is. */
const EDITION_CPU_S = 30;
/** The load average of a machine at rest. */
const AT_REST = 0.7;
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
/** Of the machine before the service was there: its own work must not make its bound larger. */
const loadBefore = loadavg()[0]!;
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
  judgeEdition((performance.now() - startedAt) / 1_000, cpuSeconds(service.pid!));
  for (const product of catalogue.products.filter(needsEdition)) await buy(product, url);
} finally {
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

function judgeEdition(took: number, cpu: number): void {
  const said = `an edition after ${took.toFixed(1)} s (at most ${EDITION_S} at rest; load before ${loadBefore.toFixed(2)}), for ${cpu.toFixed(1)} s of a processor (at most ${EDITION_CPU_S})`;
  if (cpu > EDITION_CPU_S) throw new Error(`too dear: ${said}`);
  if (took > EDITION_S && loadBefore <= AT_REST) throw new Error(`too late: ${said}`);
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
