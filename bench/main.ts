/**
 * `npm run bench`: the service and stock `@x402/hono` on this machine, in one run, in interleaved rounds, each in a
 * process of its own on a fresh chain of its own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { readBalances, sandboxAccount, startEvmSandbox } from '../src/sandbox/chain.ts';
import { type PaidRate, paidRate, signedPayments, unpaidRate } from './load.ts';

const HELP = `Usage: npm run bench -- [options]

Requests per second of the service and of stock @x402/hono, side by side: unpaid challenges, and paid calls one at a
time and 32 at a time. Both sell the same answer and look for their receipts every 5 ms. The service also signs its
offers and receipts and writes a journal that survives a power cut; the peer does not.

  --rounds N    rounds, interleaved; medians are shown (default 5)
  --seconds N   seconds of unpaid load in each round (default 4)
  --paid N      paid calls of each kind in each round (default 200)
  --json        one JSON object instead of the table
  --help        this text`;

const CONNECTIONS = 32;
const PRICE = opportunityCheck.price.amount;

interface Subject {
  readonly name: 'assay' | 'stock';
  readonly url: string;
  readonly rpcUrl: string;
  stop(): Promise<void>;
}

/** Starts a program and waits for the address in its ready line. */
function start(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const url = /listening on (http:\/\/\S+)/.exec(printed)?.[1];
      if (url) resolve({ url, stop });
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code} before it was ready`)));
  });
}

async function open(name: Subject['name']): Promise<Subject> {
  const chain = await startEvmSandbox();
  const data = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const { url, stop } = await (name === 'assay'
    ? start([path('../bin/assay.mjs'), 'serve'], { PORT: '0', DATA_DIR: data, EVM_RPC_URL: chain.rpcUrl })
    : start([path('./peers/stock-hono.ts'), chain.rpcUrl], {}));
  return {
    name,
    url: url + opportunityCheck.path,
    rpcUrl: chain.rpcUrl,
    async stop() {
      await stop();
      await chain.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

interface Round {
  readonly unpaid: number;
  readonly paid1: PaidRate;
  readonly paid32: PaidRate;
}

async function round(subject: Subject, seconds: number, count: number): Promise<Round> {
  const unpaid = await unpaidRate(subject.url, seconds, CONNECTIONS);
  return { unpaid, paid1: await paid(subject, count, 1), paid32: await paid(subject, count, CONNECTIONS) };
}

/** Payments are signed before the clock starts; afterwards the chain must say that each was charged once. */
async function paid({ url, rpcUrl }: Subject, count: number, concurrent: number): Promise<PaidRate> {
  const seller = [sandboxAccount('seller').address];
  const [payments, [before]] = await Promise.all([
    signedPayments(url, PRICE, count),
    readBalances(rpcUrl, seller),
  ]);
  const rate = await paidRate(url, payments, concurrent);
  const [after] = await readBalances(rpcUrl, seller);
  if (after! - before! !== BigInt(PRICE) * BigInt(count))
    throw new Error(`${url}: ${count} paid calls were not ${count} charges`);
  return rate;
}

/** What is shown: a row's name, its figure in one round, and how it is written. */
const ROWS: readonly (readonly [string, (each: Round) => number, 'per second' | 'ms'])[] = [
  [`unpaid challenge, ${CONNECTIONS} connections`, (each) => each.unpaid, 'per second'],
  ['paid calls, one at a time', (each) => each.paid1.perSecond, 'per second'],
  ['  median time of one', (each) => each.paid1.p50, 'ms'],
  [`paid calls, ${CONNECTIONS} at a time`, (each) => each.paid32.perSecond, 'per second'],
  ['  median time of one', (each) => each.paid32.p50, 'ms'],
  ['  99th percentile', (each) => each.paid32.p99, 'ms'],
];

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** Medians of the rounds; the ratio is the median of the rounds' own ratios, in which both saw the same machine. */
function summary(rounds: readonly Record<Subject['name'], Round>[]) {
  return ROWS.map(([name, figure, unit]) => ({
    name: name.trim(),
    label: name,
    unit,
    assay: median(rounds.map((each) => figure(each.assay))),
    stock: median(rounds.map((each) => figure(each.stock))),
    ratio: median(rounds.map((each) => figure(each.assay) / figure(each.stock))),
  }));
}

function table(rows: ReturnType<typeof summary>): string {
  const write = (value: number, unit: string) =>
    unit === 'ms' ? value.toFixed(1) : Math.round(value).toLocaleString('en');
  const lines = [
    ['', 'unit', 'assay', '@x402/hono', 'ratio'],
    ...rows.map(({ label, unit, assay, stock, ratio }) => [
      label,
      unit,
      write(assay, unit),
      write(stock, unit),
      `${ratio.toFixed(2)}x`,
    ]),
  ];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line.map((cell, i) => (i < 2 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    )
    .join('\n');
}

function whole(text: string, name: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`--${name} takes a whole number from 1 to 99999`);
  return Number(text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      paid: { type: 'string', default: '200' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const [count, seconds, calls] = [
    whole(values.rounds, 'rounds'),
    whole(values.seconds, 'seconds'),
    whole(values.paid, 'paid'),
  ];
  const say = (text: string) => console.error(text);
  const subjects: Subject[] = [];
  try {
    for (const name of ['assay', 'stock'] as const) subjects.push(await open(name));
    say('warming up');
    for (const subject of subjects) await round(subject, 1, CONNECTIONS);
    const rounds: Record<Subject['name'], Round>[] = [];
    for (let i = 0; i < count; i++) {
      say(`round ${i + 1} of ${count}`);
      const results: Partial<Record<Subject['name'], Round>> = {};
      for (const subject of i % 2 ? [...subjects].reverse() : subjects)
        results[subject.name] = await round(subject, seconds, calls);
      rounds.push(results as Record<Subject['name'], Round>);
    }
    const rows = summary(rounds);
    const machine = {
      node: process.version,
      cpus: cpus().length,
      model: cpus()[0]?.model.trim() ?? 'unknown',
    };
    const settings = { rounds: count, seconds, paid: calls };
    if (values.json)
      return console.log(
        JSON.stringify(
          { machine, settings, rows: rows.map(({ label: _label, ...row }) => row), rounds },
          null,
          2,
        ),
      );
    console.log(
      `Medians of ${count} interleaved rounds. Node ${machine.node}, ${machine.cpus} CPUs (${machine.model}); load and chains share them.\n`,
    );
    console.log(table(rows));
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()));
  }
}

try {
  await main();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
