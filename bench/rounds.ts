import { spawn } from 'node:child_process';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createPublicClient, http } from 'viem';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { readBalances, sandboxAccount } from '../src/sandbox/chain.ts';
import { CALLS, type Call } from './calls.ts';
import { type Generator, rateBy } from './generators.ts';
import { get, type PaidRate, paidRate, signedPayments } from './load.ts';
import type { Subject } from './subjects.ts';

/** One round of each load on one subject. Every load checks its own answers and, where money moves, the chain. */

export const CONNECTIONS = 32;
const PRICE = opportunityCheck.price.amount;

export interface Rate {
  readonly perSecond: number;
  /** CPU microseconds of the server for one answer. */
  readonly cpuMicros: number;
}

/**
 * A subject that was idle for a quarter of a minute runs at half its speed for a second or two: V8 gives back memory and
 * code that was not used. So each load begins with some that does not count, whoever it is.
 */
const WARM_UP_SECONDS = 3;

export async function answered(
  subject: Subject,
  seconds: number,
  call: Call = CALLS['unpaid GET'],
  generator: Generator = 'own',
): Promise<Rate> {
  const shots = { origin: new URL(subject.url).origin, call, connections: CONNECTIONS };
  await rateBy(generator, { ...shots, seconds: Math.min(seconds, WARM_UP_SECONDS) });
  const before = subject.cpu();
  const { perSecond, calls } = await rateBy(generator, { ...shots, seconds });
  return { perSecond, cpuMicros: ((subject.cpu() - before) * 1_000) / calls };
}

export interface Paid extends PaidRate {
  readonly cpuMicros: number;
  /** Gas units of one sale, all transactions of the settler together. */
  readonly gas: number;
  readonly transactions: number;
}

/** Payments are signed before the clock starts; afterwards the chain must say that each was charged once. */
export async function paid(
  subject: Subject,
  count: number,
  concurrent: number,
): Promise<{ readonly paid: Paid; readonly again: Rate }> {
  const { url, rpcUrl } = subject;
  const seller = [sandboxAccount('seller').address];
  const chain = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 });
  const [payments, [before], from] = await Promise.all([
    signedPayments(url, PRICE, count),
    readBalances(rpcUrl!, seller),
    chain.getBlockNumber(),
  ]);
  const cpu = subject.cpu();
  const rate = await paidRate(url, payments, concurrent);
  const cpuMicros = ((subject.cpu() - cpu) * 1_000) / count;
  const [after] = await readBalances(rpcUrl!, seller);
  if (after! - before! !== BigInt(PRICE) * BigInt(count))
    throw new Error(`${url}: ${count} paid calls were not ${count} charges`);
  let gas = 0n;
  let transactions = 0;
  for (let block = from + 1n; block <= (await chain.getBlockNumber()); block++) {
    const { gasUsed, transactions: hashes } = await chain.getBlock({ blockNumber: block });
    gas += gasUsed;
    transactions += hashes.length;
  }
  const again = subject.name === 'assay' ? await redelivered(subject, payments) : NOTHING;
  return { paid: { ...rate, cpuMicros, gas: Number(gas) / count, transactions }, again };
}

const NOTHING: Rate = { perSecond: Number.NaN, cpuMicros: Number.NaN };
/** How often each payment is sent again: a redelivery is short, and a measurement must not be. */
const TIMES_AGAIN = 5;

async function redelivered(subject: Subject, payments: readonly string[]): Promise<Rate> {
  const all = Array.from({ length: TIMES_AGAIN }, () => payments).flat();
  const before = subject.cpu();
  const { perSecond } = await paidRate(subject.url, all, CONNECTIONS, true);
  return { perSecond, cpuMicros: ((subject.cpu() - before) * 1_000) / all.length };
}

export interface Flood {
  /** Forged payments that were answered in a second, and how. */
  readonly perSecond: number;
  readonly answers: Readonly<Record<string, number>>;
  /** Milliseconds of others' unpaid calls meanwhile. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly calls: number;
}

const OTHERS = 4;
const PAUSE_MS = 20;

/** Forged payments at `rate` a second from one process, and unpaid calls of others at their own pace from this one. */
export async function flood({ url }: Subject, rate: number, seconds: number): Promise<Flood> {
  const program = fileURLToPath(new URL('./flood.ts', import.meta.url));
  const child = spawn(process.execPath, [program, url, String(rate), String(seconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  let running = true;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  void ended.then(() => {
    running = false;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: OTHERS });
  const times: number[] = [];
  const other = async () => {
    while (running) {
      const from = performance.now();
      const { status } = await get(url, agent);
      if (status !== 402) throw new Error(`${url}: during the flood an unpaid call was answered ${status}`);
      times.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: OTHERS }, other));
  await ended;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!;
  return {
    ...(JSON.parse(text) as Pick<Flood, 'perSecond' | 'answers'>),
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    calls: times.length,
  };
}
