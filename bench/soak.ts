/**
 * The service under a steady load for half an hour: of a hundred requests 80 are challenges, 15 free routes and 5 sales.
 * Every answer must be the right one, memory must not grow, and challenges must stay quick. See `--help`.
 */

import { readFileSync } from 'node:fs';
import { optionsOf } from '../scripts/options.ts';
import { type Heap, openHeap } from './heap.ts';
import { median, slope } from './slope.ts';
import { MOST_OPEN, SoakLoad } from './soak-load.ts';
import { open } from './subjects.ts';

const HELP = `Usage: npm run soak -- [options]

The service under a steady load: 80 % challenges, 15 % free routes (documents and checks in turn), 5 % sales, each sale
with a payment of its own. Says every minute how it goes. Exits 1 on a wrong answer; when a challenge in a hundred took
over 40 ms; when what is alive on the heap rises by more than 1 MB an hour (runs of 20 minutes and more), or by a quarter
from the second third to the last (shorter runs, in which a slope means nothing).

Before the clock starts it warms up, as fast as answers come, for some twenty minutes: free routes in every second
request, so that V8 has compiled most of what it finds worth it (after a third of that its code still rose by .8 MB an
hour), and as many sales as fill what the service remembers of the latest and the caches of its database.

What is alive is asked for over Node's inspector every half minute, after a full collection, with nothing in flight: what
waits to be collected moves by a hundred times as much, and what is in flight by more than is looked for. The clock stands
still meanwhile.

  --minutes N   how long (default 30)
  --rate N      requests a second (default 500)
  --warm-up N   requests before that (default 1300000)
  --any-speed   do not judge how quick answers are, as on a machine that does other things too: what is told to come back
                is sent again, up to ten times (after a 408 once)
  --json        one JSON object instead of sentences
  --help        this text`;

const TICK_MS = 5;
const LOOK_MS = 30_000;
const WORD_MS = 60_000;
/** In flight at once while it warms up, so that the chain keeps up. */
const EARLY_OPEN = 32;
const P99_MS = 40;
const MB_PER_HOUR = 1;
const LONG_ENOUGH_MINUTES = 20;
/** For shorter runs: how much the last third may hold over the middle one. */
const MOST_GROWTH = 1.25;
const MB = 1_048_576;

/** With a block for each sale anvil takes a whole processor after 30,000 blocks, and is what is measured. */
const BLOCKS = ['--block-time', '1'];

async function main(): Promise<void> {
  const options = readOptions();
  const subject = await open('assay', { NODE_OPTIONS: '--inspect=127.0.0.1:0' }, undefined, BLOCKS);
  const heap = await openHeap(subject.inspector()!);
  const load = new SoakLoad(subject.url, options.anySpeed);
  await warmUp(load, options.warmUp);
  load.start();
  const earlyCpuMs = subject.cpu();
  const { seconds, looks } = await soak(load, options, () => look(heap, subject.pid));
  heap.close();
  load.close();
  const cpuMicros = ((subject.cpu() - earlyCpuMs) * 1_000) / load.sent;
  await subject.stop();

  const figures = figuresOf(load, seconds, looks, cpuMicros);
  const faults = faultsOf(figures, load, options);
  if (options.json) console.log(JSON.stringify({ ...figures, faults }, null, 2));
  else for (const line of sentences(figures, load, options.rate)) console.log(line);
  for (const fault of faults) console.error(`soak: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

interface Options {
  readonly minutes: number;
  /** Requests a second. */
  readonly rate: number;
  /** Requests before the clock starts. */
  readonly warmUp: number;
  readonly anySpeed: boolean;
  readonly json: boolean;
}

function readOptions(): Options {
  const values = optionsOf(
    HELP,
    {
      minutes: { type: 'string', default: '30' },
      rate: { type: 'string', default: '500' },
      'warm-up': { type: 'string', default: '1300000' },
      'any-speed': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    ({ minutes, rate, 'warm-up': warmUp }) => {
      if (!(Number(minutes) > 0 && Number(rate) > 0)) return '--minutes and --rate take positive numbers';
      return Number(warmUp) >= 0 ? undefined : '--warm-up takes a number of requests';
    },
  );
  const [minutes, rate, warmUp] = [Number(values.minutes), Number(values.rate), Number(values['warm-up'])];
  return { minutes, rate, warmUp, anySpeed: values['any-speed'], json: values.json };
}

const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, TICK_MS));

/** As fast as answers come. */
async function warmUp(load: SoakLoad, requests: number): Promise<void> {
  while (load.sent < requests) {
    while (load.sent < requests && load.inFlight < EARLY_OPEN) {
      load.send('early');
      if (load.sent % 50_000 === 0)
        console.error(`warming up: ${load.sent} of ${requests} sent, ${load.wrong} wrong`);
    }
    await tick();
  }
  await atRest(load);
}

/** Everything that was in flight has arrived. */
async function atRest(load: SoakLoad): Promise<void> {
  while (load.inFlight > 0) await tick();
}

/** Bytes alive on the heap, those of them that are code, and anonymous memory of the process right after that collection. */
interface Look {
  readonly alive: number;
  readonly code: number;
  readonly anonymous: number;
}

async function look(heap: Heap, pid: number): Promise<Look> {
  const { all: alive, code } = await heap.alive();
  return { alive, code, anonymous: anonymousBytes(pid) };
}

/** Without the journal's file, of which the kernel maps pages. */
function anonymousBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1_024;
}

/** The load for as long as was asked for. Looks at what the service holds while nothing is in flight, and the clock stands still. */
async function soak(
  load: SoakLoad,
  { minutes, rate }: Options,
  lookNow: () => Promise<Look>,
): Promise<{ readonly seconds: number; readonly looks: readonly Look[] }> {
  const looks: Look[] = [];
  const from = performance.now();
  let pausedMs = 0;
  /** Milliseconds under load. */
  const elapsed = (): number => performance.now() - from - pausedMs;
  const lookAtRest = async (): Promise<void> => {
    const stopped = performance.now();
    await atRest(load);
    looks.push(await lookNow());
    pausedMs += performance.now() - stopped;
  };
  let nextLook = 0;
  let nextWord = WORD_MS;
  while (elapsed() < minutes * 60_000) {
    const due = (elapsed() / 1_000) * rate;
    while (load.sent < due && load.inFlight < MOST_OPEN) load.send('timed');
    if (elapsed() >= nextLook) {
      await lookAtRest();
      nextLook += LOOK_MS;
    }
    if (elapsed() >= nextWord) {
      nextWord += WORD_MS;
      console.error(`minute ${Math.round(elapsed() / 60_000)} of ${minutes}: ${word(load, looks.at(-1)!)}`);
    }
    await tick();
  }
  const seconds = elapsed() / 1_000;
  await lookAtRest();
  return { seconds, looks };
}

const at = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? Number.NaN;
const mb = (bytes: number): string => `${(bytes / MB).toFixed(2)} MB`;

function word({ sent, wrong, times }: SoakLoad, { alive, code, anonymous }: Look): string {
  const p99 = at(times.challenge.slice(-20_000), 0.99).toFixed(1);
  return `${sent} sent, ${wrong} wrong, p99 challenge ${p99} ms, ${mb(alive)} alive (${mb(code)} code), ${mb(anonymous)} resident`;
}

type Figures = ReturnType<typeof figuresOf>;

function figuresOf(
  { sent, answers, idleClosed, turnedAway, reasons, times }: SoakLoad,
  seconds: number,
  looks: readonly Look[],
  cpuMicros: number,
) {
  const shareOf = (share: number) =>
    Object.fromEntries(Object.entries(times).map(([kind, list]) => [kind, at(list, share)]));
  return {
    minutes: seconds / 60,
    perSecond: sent / seconds,
    answers,
    idleClosed,
    turnedAway,
    reasons,
    p50: shareOf(0.5),
    p99: shareOf(0.99),
    cpuMicros,
    memoryMb: {
      alive: riseOf(looks.map(({ alive }) => alive)),
      code: riseOf(looks.map(({ code }) => code)),
      anonymous: riseOf(looks.map(({ anonymous }) => anonymous)),
    },
  };
}

/** How bytes went from look to look. `growth`: the last third over the middle one. */
function riseOf(bytes: readonly number[]) {
  const third = Math.max(1, Math.floor(bytes.length / 3));
  return {
    first: bytes[0]! / MB,
    last: bytes.at(-1)! / MB,
    risePerHour: (slope(bytes) * (3_600_000 / LOOK_MS)) / MB,
    growth: median(bytes.slice(-third)) / median(bytes.slice(third, 2 * third)),
  };
}

function faultsOf(
  { p99, reasons, memoryMb: { alive } }: Figures,
  { wrong, wrongAnswers }: SoakLoad,
  { minutes, anySpeed }: Options,
): string[] {
  const faults: string[] = [];
  if (wrong > 0) faults.push(`${wrong} wrong answers: ${JSON.stringify({ ...wrongAnswers, ...reasons })}`);
  if (!anySpeed && p99.challenge! > P99_MS) faults.push(`a challenge in a hundred took over ${P99_MS} ms`);
  if (minutes >= LONG_ENOUGH_MINUTES) {
    if (alive.risePerHour > MB_PER_HOUR)
      faults.push(`memory rose by ${alive.risePerHour.toFixed(2)} MB an hour`);
  } else if (alive.growth > MOST_GROWTH) faults.push('memory grew');
  return faults;
}

function sentences(figures: Figures, { times, wrong }: SoakLoad, rate: number): string[] {
  const { minutes, perSecond, answers, idleClosed, turnedAway, reasons, cpuMicros, memoryMb } = figures;
  const memory = {
    'alive on the heap': memoryMb.alive,
    'compiled code in it': memoryMb.code,
    'resident, anonymous': memoryMb.anonymous,
  };
  return [
    `${minutes.toFixed(1)} min at ${perSecond.toFixed(0)}/s (${rate} asked for): ${JSON.stringify(answers)}`,
    ...Object.entries(times).map(
      ([kind, list]) =>
        `${kind.padEnd(9)} p50 ${at(list, 0.5).toFixed(1)} ms, p99 ${at(list, 0.99).toFixed(1)} ms, highest ${at(list, 1).toFixed(0)} ms`,
    ),
    ...(idleClosed > 0 ? [`${idleClosed} idle connections closed as they were taken up again`] : []),
    ...(Object.keys(turnedAway).length > 0
      ? [`told to come back, and sent again: ${JSON.stringify(turnedAway)}`]
      : []),
    ...(wrong > 0 ? [`without an answer: ${JSON.stringify(reasons)}`] : []),
    `${cpuMicros.toFixed(0)} µs CPU of the service a request`,
    ...Object.entries(memory).map(
      ([name, { first, last, risePerHour }]) =>
        `${name}: ${first.toFixed(2)} MB at first, ${last.toFixed(2)} MB at last, ${risePerHour.toFixed(2)} MB an hour`,
    ),
  ];
}

await main();
