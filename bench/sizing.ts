/**
 * `node bench/sizing.ts`: what a server needs, measured on the package in production: one node on SQLite, one on
 * PostgreSQL, and two on one PostgreSQL. `--write` keeps it in bench/sizing.json, from which `npm run derive` makes the
 * table of docs/deploy.md.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { residentMb, type Started, Trial } from '../scripts/deploy/trial.ts';
import { optionsOf } from '../scripts/options.ts';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { startPostgres } from '../test/postgres/server.ts';
import { cpuMs } from './cpu.ts';
import { type Database, sqliteBytes, watchDatabase } from './sizing-database.ts';
import { challenges, type Sales, sales } from './sizing-load.ts';
import { SIZING_FILE, type Sizing, type SizingRow } from './sizing-rows.ts';

const HELP = `What a server needs, measured on the package in production: one node on SQLite, one on PostgreSQL, and two on
one PostgreSQL, one after the other. At most six minutes. Every answer is checked, and every sale compared with the chain.

  node bench/sizing.ts
    --short   rests, loads and sales of some seconds: to see that it works, under two minutes
    --write   keeps the figures in bench/sizing.json; then "npm run derive" writes the table of docs/deploy.md. Refused
              at a load average over 0.7`;
const { short, write } = optionsOf(HELP, {
  short: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});

const before = loadavg()[0]!;
/** Others' work would be in every figure. */
const AT_REST = 0.7;
if (write && (short || before > AT_REST)) {
  console.error(
    `--write keeps figures that operators buy servers by: measure them without --short, on a machine at rest (load average at most ${AT_REST}; it is ${before.toFixed(2)}).`,
  );
  process.exit(64);
}

/** At rest a service gives memory back after two looks of `origin/at-rest.ts`, and what V8 does in its own time. */
const REST_MS = short ? 3_000 : 25_000;
const CHALLENGE_SECONDS = short ? 2 : 15;
const SALES = short ? 150 : 1_500;
/** The first ones of a process are slow, and a wallet may have more under way with each that is paid. */
const WARM_UP_SALES = short ? 150 : 400;
/** As on Base, where nobody's sale ends before its block. */
const BLOCK_SECONDS = 2;
const SAMPLE_MS = 200;

const trial = new Trial();
const postgres = await startPostgres();
try {
  await trial.unpacked();
  const rows = [
    await measure('one node, SQLite', 1),
    await measure('one node, PostgreSQL', 1, await postgres.createSchema()),
    await measure('two nodes, PostgreSQL', 2, await postgres.createSchema()),
  ];
  const sizing: Sizing = {
    at: new Date().toISOString().slice(0, 10),
    short,
    machine: `${cpus().length} CPUs (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}`,
    loadBefore: rounded(before),
    rows,
  };
  console.log(JSON.stringify(sizing, null, 2));
  if (write) writeFileSync(SIZING_FILE, `${JSON.stringify(sizing, null, 2)}\n`);
} finally {
  await trial.close();
  await postgres.stop();
}

async function measure(setup: string, count: number, databaseUrl?: string): Promise<SizingRow> {
  const chain = await startEvmSandbox({ args: ['--block-time', String(BLOCK_SECONDS)] });
  const database = databaseUrl === undefined ? undefined : await watchDatabase(databaseUrl);
  const shared = await trial.production(chain.rpcUrl, setup);
  const nodes: Started[] = [];
  try {
    for (let i = 0; i < count; i++)
      nodes.push(await start(`${setup} ${i}`, chain.rpcUrl, shared, databaseUrl));
    const { figures, growth } = await under(nodes, {
      rpcUrl: chain.rpcUrl,
      payTo: shared.PAY_TO_EVM as `0x${string}`,
      database,
      journalBytes: () => (database ? database.bytes() : sqliteBytes(shared.DATA_DIR!)),
    });
    return { setup, ...figures, journalBytesPerSale: Math.round(growth / (SALES + WARM_UP_SALES)) };
  } finally {
    for (const node of nodes) await node.stop();
    await database?.close();
    await chain.stop();
  }
}

/** All nodes sign with the first one's key and are paid at its address; each pays gas with a key of its own. */
async function start(
  name: string,
  rpcUrl: string,
  shared: Readonly<Record<string, string>>,
  databaseUrl: string | undefined,
): Promise<Started> {
  if (databaseUrl === undefined) return trial.serve(shared, 'pipe');
  const own = await trial.production(rpcUrl, name);
  const settings = {
    ...own,
    PAY_TO_EVM: shared.PAY_TO_EVM!,
    SIGNING_KEYS_FILE: join(shared.DATA_DIR!, 'signing-keys.json'),
    DATABASE_URL: databaseUrl,
  };
  return trial.serve(settings, 'pipe');
}

interface Surroundings {
  readonly rpcUrl: string;
  readonly payTo: `0x${string}`;
  readonly database: Database | undefined;
  /** After a checkpoint, whatever the database: what it is larger by after the sales is what they cost. */
  readonly journalBytes: () => Promise<number>;
}

async function under(nodes: readonly Started[], { rpcUrl, payTo, database, journalBytes }: Surroundings) {
  const logged = nodes.map(countLog);
  const logBytes = () => logged.reduce((sum, bytes) => sum + bytes(), 0);
  const urls = nodes.map(({ url }) => url);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const restMb = Math.max(...nodes.map(({ child }) => residentMb(child)));

  const highest = watchMemory(nodes);
  await challenges(urls, short ? 1 : 3);
  const challenged = { cpu: cpuOf(nodes), log: logBytes() };
  const unpaid = await challenges(urls, CHALLENGE_SECONDS);
  const challengeCpu = cpuOf(nodes) - challenged.cpu;
  const challengeLog = logBytes() - challenged.log;

  const sizeBefore = await journalBytes();
  await sales(urls, { rpcUrl, payTo, count: WARM_UP_SALES });
  const begun = { cpu: cpuOf(nodes), log: logBytes(), database: database?.cpuMs() };
  const sold: Sales = await sales(urls, { rpcUrl, payTo, count: SALES });
  const figures = {
    challengesPerSecond: Math.round(unpaid.perSecond),
    challengeCpuMicros: Math.round((challengeCpu * 1_000) / unpaid.calls),
    logBytesPerChallenge: Math.round(challengeLog / unpaid.calls),
    salesPerSecond: rounded(sold.perSecond),
    saleP50Ms: Math.round(sold.p50),
    saleCpuMs: rounded((cpuOf(nodes) - begun.cpu) / SALES),
    logBytesPerSale: Math.round((logBytes() - begun.log) / SALES),
    restMb: Math.round(restMb),
    loadMb: Math.round(highest()),
    ...(database && {
      databaseCpuMs: rounded((database.cpuMs() - begun.database!) / SALES),
      databaseMb: Math.round(database.residentMb()),
    }),
    loadAverage: rounded(loadavg()[0]!),
  };
  console.error(`${nodes.length} nodes: ${JSON.stringify(figures)}`);
  return { figures, growth: (await journalBytes()) - sizeBefore };
}

function countLog({ child }: Started): () => number {
  let bytes = 0;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer | string) => {
      bytes += Buffer.byteLength(chunk);
    });
  return () => bytes;
}

/** The largest that one node ever was. */
function watchMemory(nodes: readonly Started[]): () => number {
  let highest = 0;
  const timer = setInterval(() => {
    // One that has ended is not there any more, and whoever awaits its answers says so.
    for (const { child } of nodes) if (child.exitCode === null) highest = Math.max(highest, mbOf(child));
  }, SAMPLE_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return highest;
  };
}

function mbOf(child: Started['child']): number {
  try {
    return residentMb(child);
  } catch {
    return 0;
  }
}

function cpuOf(nodes: readonly Started[]): number {
  return nodes.reduce((sum, { child }) => sum + (cpuMs(child.pid!) ?? Number.NaN), 0);
}

/** To two digits after the point below ten, to one above. */
function rounded(value: number): number {
  return Number(value.toFixed(value < 10 ? 2 : 1));
}
