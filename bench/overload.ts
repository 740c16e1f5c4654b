/**
 * `node bench/overload.ts`: fifty addresses send the dearest free calls at the rates that they are allowed, to a service
 * with the limits of production. Unpaid calls of others stay quick, and who pays gets an answer. Exits 1 otherwise.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from '../scripts/options.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { get, signedPayments } from './load.ts';
import { startProduction } from './production.ts';

const HELP = `Fifty addresses send the dearest free calls at the rates that they are allowed, to a service with the limits of production.

  node bench/overload.ts
    --seconds N   of the flood (default 20)
    --any-speed   no verdict on time: only that everybody is answered`;
const values = optionsOf(HELP, {
  seconds: { type: 'string', default: '20' },
  'any-speed': { type: 'boolean', default: false },
});

const STRANGERS = 50;
/** Free checks a second that one address may make (docs/operators.md). */
const RATE = 100;
const MOST_P99_MS = 100;
const OTHERS = 4;
const PAUSE_MS = 20;
/** Purchases, one after the other, each this long after the answer to the one before. */
const BETWEEN_SALES_MS = 250;
const PAYMENTS = 200;
/** At first the service is as slow as what has just been started. */
const WARM_UP_MS = 3_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const data = mkdtempSync(join(tmpdir(), 'assay-overload-'));
const chain = await startEvmSandbox({ args: ['--block-time', '1'] });
const service = await startProduction(chain.rpcUrl, data);
const url = service.url + opportunityCheck.path;
try {
  const resource = service.publicUrl + opportunityCheck.path;
  const { amount } = opportunityCheck.price;
  const payments = await signedPayments(resource, amount, PAYMENTS, false, service.payTo);
  const program = fileURLToPath(new URL('./dearest.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    [program, service.url, String(STRANGERS), String(RATE), values.seconds],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let told = '';
  let isRunning = true;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      isRunning = false;
      resolve();
    }),
  );
  const agent = new Agent({ keepAlive: true });
  const challenges: number[] = [];
  const sales: number[] = [];
  const wrong: Record<string, number> = {};
  const timed = async (into: number[], expected: number, payment?: string): Promise<void> => {
    const from = performance.now();
    const { status } = await get(url, agent, payment);
    if (status === expected) into.push(performance.now() - from);
    else
      wrong[`${payment ? 'paid' : 'unpaid'} ${status}`] =
        (wrong[`${payment ? 'paid' : 'unpaid'} ${status}`] ?? 0) + 1;
  };
  const asking = async (): Promise<void> => {
    for (const from = performance.now(); isRunning; await pause(PAUSE_MS))
      await timed(performance.now() - from < WARM_UP_MS ? [] : challenges, 402);
  };
  const buying = async (): Promise<void> => {
    for (const payment of payments) {
      if (!isRunning) return;
      await timed(sales, 200, payment);
      await pause(BETWEEN_SALES_MS);
    }
  };
  await Promise.all([...Array.from({ length: OTHERS }, asking), buying(), ended]);
  agent.destroy();
  const at = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  const p99 = at(challenges, 0.99);
  console.log(`flood: ${told.trim()}`);
  console.log(
    `challenges of others: ${challenges.length}, median ${at(challenges, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
  console.log(
    `purchases: ${sales.length}, median ${at(sales, 0.5).toFixed(0)} ms, longest ${at(sales, 1).toFixed(0)} ms`,
  );
  const faults = [
    ...Object.entries(wrong).map(([what, times]) => `${times} calls were answered ${what}`),
    ...(sales.length === 0 ? ['nothing was sold'] : []),
    ...(p99 > MOST_P99_MS && !values['any-speed']
      ? [`challenges took ${p99.toFixed(0)} ms at the 99th percentile`]
      : []),
  ];
  for (const fault of faults) console.error(`overload: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await service.stop();
  await chain.stop();
  rmSync(data, { recursive: true, force: true });
}
