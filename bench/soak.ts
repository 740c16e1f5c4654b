/**
 * The service under a steady load for half an hour: of a hundred requests 80 are challenges, 15 free routes and 5 sales.
 * Every answer must be the right one, memory must not grow, and challenges must stay quick. See `--help`.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import { catalogue } from '../src/catalogue.ts';
import { CHECKS } from '../src/checks/stage.suite.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { openHeap } from './heap.ts';
import { get, IdleClosed, signedPayments, unanswered } from './load.ts';
import { median, slope } from './slope.ts';
import { open } from './subjects.ts';

const HELP = `Usage: npm run soak -- [options]

The service under a steady load: 80 % challenges, 15 % free routes (documents and checks in turn), 5 % sales, each sale
with a payment of its own. Says every minute how it goes. Exits 1 on a wrong answer; when a challenge in a hundred took
over 40 ms; when what is alive on the heap rises by more than 1 MB an hour (runs of 20 minutes and more), or by a quarter
from the second third to the last (shorter runs, in which a slope means nothing).

Before the clock starts it warms up, as fast as answers come: free routes in every second request, so that V8 has compiled
what it finds worth it, and as many sales as fill what the service remembers of the latest.

What is alive is asked for over Node's inspector every half minute, after a full collection, with nothing in flight: what
waits to be collected moves by a hundred times as much, and what is in flight by more than is looked for. The clock stands
still meanwhile.

  --minutes N   how long (default 30)
  --rate N      requests a second (default 500)
  --warm-up N   requests before that (default 400000)
  --json        one JSON object instead of sentences
  --help        this text`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '500' },
    'warm-up': { type: 'string', default: '400000' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}
const [minutes, rate, warmUp] = [Number(values.minutes), Number(values.rate), Number(values['warm-up'])];
if (!(minutes > 0 && rate > 0)) throw new Error('--minutes and --rate take positive numbers');
if (!(warmUp >= 0)) throw new Error('--warm-up takes a number of requests');

const TICK_MS = 5;
const LOOK_MS = 30_000;
/** In flight at once; beyond it the load waits, as clients do. */
const MOST_OPEN = 256;
/** Of a hundred requests. Sales are every twentieth, so that they do not come in a row. */
const SALE_EVERY = 20;
const FREE_OF_TWENTY = 3;
/** Before the clock starts, so that the chain keeps up. */
const EARLY_SALE_EVERY = 40;
const EARLY_OPEN = 32;
const P99_MS = 40;
const MB_PER_HOUR = 1;
const LONG_ENOUGH_MINUTES = 20;
/** For shorter runs: how much the last third may hold over the middle one. */
const MOST_GROWTH = 1.25;

/** With a block for each sale anvil takes a whole processor after 30,000 blocks, and is what is measured. */
const BLOCKS = ['--block-time', '1'];

const subject = await open('assay', { NODE_OPTIONS: '--inspect=127.0.0.1:0' }, undefined, BLOCKS);
const heap = await openHeap(subject.inspector()!);
const origin = new URL(subject.url).origin;
const agent = new Agent({ keepAlive: true, maxSockets: MOST_OPEN });
const answers: Record<string, number> = {};
const times: Record<'challenge' | 'free' | 'sale', number[]> = { challenge: [], free: [], sale: [] };
/** Bytes alive on the heap, those of them that are code, and anonymous memory of the process right after that collection. */
const memory: { readonly alive: number; readonly code: number; readonly anonymous: number }[] = [];
let wrong = 0;
let idleClosed = 0;
/** Why requests had no answer at all. */
const reasons: Record<string, number> = {};

const FREE: readonly { readonly path: string; readonly body?: string }[] = [
  ...catalogue.documents.map(({ path }) => ({ path })),
  ...CHECKS.map(({ path, example }) => ({ path, body: JSON.stringify(example) })),
];

/** Without the journal's file, of which the kernel maps pages. */
function anonymousBytes(): number {
  const status = readFileSync(`/proc/${subject.pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1_024;
}

async function look(): Promise<void> {
  const { all: alive, code } = await heap.alive();
  memory.push({ alive, code, anonymous: anonymousBytes() });
}

const post = (url: string, body: string): Promise<{ readonly status: number }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const outgoing = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0 }));
      answer.once('error', reject);
    });
    outgoing.once('error', unanswered(outgoing, reject));
    outgoing.end(body);
  });

/** The n-th request, and how long it took. */
function one(n: number): Promise<void> {
  const turn = n % SALE_EVERY;
  if (turn === 0) return sale();
  return turn > FREE_OF_TWENTY ? challenge() : free(n - Math.floor(n / SALE_EVERY));
}

/** The same before the clock starts, with more of what is seldom. */
function early(n: number): Promise<void> {
  if (n % EARLY_SALE_EVERY === 0) return sale();
  return n % 2 === 0 ? challenge() : free(n >> 1);
}

const challenge = () => timed('challenge', 'challenge', 402, () => get(subject.url, agent));

async function sale(): Promise<void> {
  const [payment] = await signedPayments(subject.url, opportunityCheck.price.amount, 1);
  return timed('sale', 'sale', 200, () => get(subject.url, agent, payment));
}

function free(n: number): Promise<void> {
  const { path, body } = FREE[n % FREE.length]!;
  const url = `${origin}${path}`;
  // Which one failed is worth knowing.
  return timed('free', path, 200, () => (body === undefined ? get(url, agent) : post(url, body)));
}

async function timed(
  kind: keyof typeof times,
  name: string,
  wanted: number,
  call: () => Promise<{ readonly status: number }>,
): Promise<void> {
  const from = performance.now();
  const { status } = await call().catch((error: unknown) => {
    if (!(error instanceof IdleClosed)) throw error;
    idleClosed++;
    return call();
  });
  times[kind].push(performance.now() - from);
  note(status === wanted ? kind : name, status, wanted);
}

function note(name: string, status: number, wanted: number): void {
  const key = `${name} ${status}`;
  answers[key] = (answers[key] ?? 0) + 1;
  if (status !== wanted) wrong++;
}

const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? Number.NaN;
const MB = 1_048_576;
const mb = (bytes: number): string => `${(bytes / MB).toFixed(2)} MB`;

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, TICK_MS));
let sent = 0;
let inFlight = 0;

function send(request: (n: number) => Promise<void>): void {
  inFlight++;
  void request(sent++)
    .catch((error: NodeJS.ErrnoException) => {
      const reason = error.code ?? error.message;
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      note('no answer', 0, 200);
    })
    .finally(() => inFlight--);
}

while (sent < warmUp) {
  while (sent < warmUp && inFlight < EARLY_OPEN) {
    send(early);
    if (sent % 50_000 === 0) console.error(`warming up: ${sent} of ${warmUp} sent, ${wrong} wrong`);
  }
  await tick();
}
while (inFlight > 0) await tick();
for (const list of Object.values(times)) list.length = 0;
for (const name of Object.keys(answers)) delete answers[name];
sent = 0;

const earlyCpuMs = subject.cpu();
const from = performance.now();
let pausedMs = 0;
/** Milliseconds under load. */
const elapsed = (): number => performance.now() - from - pausedMs;
let nextLook = 0;
let nextWord = 60_000;

/** Lets everything that is in flight arrive, and looks at what the service still holds. */
async function lookAtRest(): Promise<void> {
  const stopped = performance.now();
  while (inFlight > 0) await tick();
  await look();
  pausedMs += performance.now() - stopped;
}

while (elapsed() < minutes * 60_000) {
  const due = (elapsed() / 1_000) * rate;
  while (sent < due && inFlight < MOST_OPEN) send(one);
  if (elapsed() >= nextLook) {
    await lookAtRest();
    nextLook += LOOK_MS;
  }
  if (elapsed() >= nextWord) {
    nextWord += 60_000;
    const passed = Math.round(elapsed() / 60_000);
    const p99 = at(times.challenge.slice(-20_000), 0.99).toFixed(1);
    const { alive, code, anonymous } = memory.at(-1)!;
    console.error(
      `minute ${passed} of ${minutes}: ${sent} sent, ${wrong} wrong, p99 challenge ${p99} ms, ${mb(alive)} alive (${mb(code)} code), ${mb(anonymous)} resident`,
    );
  }
  await tick();
}
const seconds = elapsed() / 1_000;
await lookAtRest();
heap.close();
agent.destroy();
const cpuMicros = ((subject.cpu() - earlyCpuMs) * 1_000) / sent;
await subject.stop();

const third = Math.max(1, Math.floor(memory.length / 3));
const rose = (kind: keyof (typeof memory)[number]) => {
  const values = memory.map((each) => each[kind]);
  return {
    first: values[0]! / MB,
    last: values.at(-1)! / MB,
    risePerHour: (slope(values) * (3_600_000 / LOOK_MS)) / MB,
    growth: median(values.slice(-third)) / median(values.slice(third, 2 * third)),
  };
};
const [alive, code, anonymous] = [rose('alive'), rose('code'), rose('anonymous')];
const p99 = at(times.challenge, 0.99);
const faults = [
  ...(wrong > 0 ? [`${wrong} wrong answers`] : []),
  ...(p99 > P99_MS ? [`a challenge in a hundred took over ${P99_MS} ms`] : []),
  ...(minutes >= LONG_ENOUGH_MINUTES
    ? alive.risePerHour > MB_PER_HOUR
      ? [`memory rose by ${alive.risePerHour.toFixed(2)} MB an hour`]
      : []
    : alive.growth > MOST_GROWTH
      ? ['memory grew']
      : []),
];
const figures = {
  minutes: seconds / 60,
  perSecond: sent / seconds,
  answers,
  idleClosed,
  reasons,
  p50: Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, at(list, 0.5)])),
  p99: Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, at(list, 0.99)])),
  cpuMicros,
  memoryMb: { alive, code, anonymous },
  faults,
};
if (values.json) console.log(JSON.stringify(figures, null, 2));
else {
  console.log(
    `${figures.minutes.toFixed(1)} min at ${figures.perSecond.toFixed(0)}/s (${rate} asked for): ${JSON.stringify(answers)}`,
  );
  for (const [kind, list] of Object.entries(times))
    console.log(
      `${kind.padEnd(9)} p50 ${at(list, 0.5).toFixed(1)} ms, p99 ${at(list, 0.99).toFixed(1)} ms, highest ${at(list, 1).toFixed(0)} ms`,
    );
  if (idleClosed > 0) console.log(`${idleClosed} idle connections closed as they were taken up again`);
  if (wrong > 0) console.log(`without an answer: ${JSON.stringify(reasons)}`);
  console.log(`${cpuMicros.toFixed(0)} µs CPU of the service a request`);
  for (const [name, { first, last, risePerHour }] of Object.entries({
    'alive on the heap': alive,
    'compiled code in it': code,
    'resident, anonymous': anonymous,
  }))
    console.log(
      `${name}: ${first.toFixed(2)} MB at first, ${last.toFixed(2)} MB at last, ${risePerHour.toFixed(2)} MB an hour`,
    );
}
for (const fault of faults) console.error(`soak: ${fault}`);
if (faults.length > 0) process.exitCode = 1;
