/**
 * The service under a steady load for half an hour: unpaid calls, documents, sales and redeliveries together. Every
 * answer must be the right one, and memory must not grow. Run: `node bench/soak.ts [--minutes 30] [--rate 500]`.
 */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { parseArgs } from 'node:util';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { get, signedPayments } from './load.ts';
import { open } from './subjects.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, rate: { type: 'string', default: '500' } },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
if (!(minutes > 0 && rate > 0)) throw new Error('--minutes and --rate take positive numbers');

const TICK_MS = 20;
/** In flight at once; beyond it the load waits, as clients do. */
const MOST_OPEN = 256;
/** Of a hundred requests: so many sales and redeliveries; the rest is half documents, half challenges. */
const SALES = 1;
const AGAIN = 2;
/** How much resident memory may grow between the first third and the last. */
const MOST_GROWTH = 1.25;

const subject = await open('assay');
const origin = new URL(subject.url).origin;
const agent = new Agent({ keepAlive: true, maxSockets: MOST_OPEN });
const answers: Record<string, number> = {};
const times: number[] = [];
const memory: number[] = [];
const sold: string[] = [];
let wrong = 0;

const residentKb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${subject.pid}/status`, 'utf8'))?.[1] ?? Number.NaN);

async function one(n: number): Promise<void> {
  const kind = n % 100;
  const from = performance.now();
  if (kind < SALES) {
    const [payment] = await signedPayments(subject.url, opportunityCheck.price.amount, 1);
    note('sale', await get(subject.url, agent, payment), 200);
    sold.push(payment!);
    if (sold.length > 1_000) sold.shift();
    return;
  }
  if (kind < SALES + AGAIN && sold.length > 0)
    note('redelivery', await get(subject.url, agent, sold[n % sold.length]), 200);
  else if (n % 2) note('challenge', await get(subject.url, agent), 402);
  else note('document', await get(`${origin}/openapi.json`, agent), 200);
  times.push(performance.now() - from);
}

function note(kind: string, { status }: { readonly status: number }, wanted: number): void {
  const name = `${kind} ${status}`;
  answers[name] = (answers[name] ?? 0) + 1;
  if (status !== wanted) wrong++;
}

const from = performance.now();
const until = from + minutes * 60_000;
let sent = 0;
let inFlight = 0;
let nextLook = from;
while (performance.now() < until) {
  const due = ((performance.now() - from) / 1_000) * rate;
  for (; sent < due && inFlight < MOST_OPEN; sent++) {
    inFlight++;
    void one(sent)
      .catch(() => note('error', { status: 0 }, 200))
      .finally(() => inFlight--);
  }
  if (performance.now() >= nextLook) {
    memory.push(residentKb());
    nextLook += 1_000;
  }
  await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
while (inFlight > 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
const seconds = (performance.now() - from) / 1_000;
agent.destroy();
const cpu = (subject.cpu() * 1_000) / sent;
await subject.stop();

const third = Math.max(1, Math.floor(memory.length / 3));
const highest = (list: readonly number[]) => Math.max(...list);
const growth = highest(memory.slice(-third)) / highest(memory.slice(third, 2 * third));
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor(share * (times.length - 1))]!.toFixed(1);
console.log(
  `${(seconds / 60).toFixed(1)} min at ${(sent / seconds).toFixed(0)}/s (${rate} asked for): ${JSON.stringify(answers)}`,
);
console.log(`p50 ${at(0.5)} ms, p99 ${at(0.99)} ms without sales; ${cpu.toFixed(0)} µs CPU a request`);
console.log(
  `resident memory: ${Math.round(memory[0]! / 1_024)} MB at first, at most ${Math.round(highest(memory) / 1_024)} MB, last third ÷ middle third ${growth.toFixed(2)}`,
);
if (wrong > 0 || growth > MOST_GROWTH) {
  console.error(wrong > 0 ? `${wrong} wrong answers` : 'memory grew');
  process.exitCode = 1;
}
