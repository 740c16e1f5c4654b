/**
 * What every free call costs in process, through the same door as over HTTP: documents, pages, intents and checks, on
 * an empty journal, on one with a thousand sales, and on that one while it keeps selling.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { nativeSha256 } from '../src/adapters/system.ts';
import { hashWith } from '../src/values/digest.ts';
import { type FreeCall, freeCalls, openStand, SOLD, type Stand } from './documents-stand.ts';

/** More, and the machine that everything else runs on would notice a reader. */
const MOST_CPU_MS = 2;
const BOOK_EVERY = 100;
const QUICK_CALLS = 5;

const HELP = `Usage: node bench/documents.ts [options]

Median and p99 of every free document, page, intent link and check, in process, in wall-clock and CPU milliseconds:
on an empty journal, on one of a thousand sales of which three hundred are not booked yet, and on one with a sale before
every call, booked every hundred sales; and of the quick way, for answers that stand ready. Exits with 1 when a median
is over ${MOST_CPU_MS} ms of CPU.

  --calls N     measured calls of each (default 300)
  --only TEXT   only calls whose name holds the text
  --quick       few calls, and no verdict: whether all of them answer
  --json        one JSON object instead of the table
  --help        this text`;

const WARM_UP = 60;

export interface Figures {
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly medianCpuMs: number;
  readonly p99CpuMs: number;
}

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const warmUp = values.quick ? 1 : WARM_UP;

type Before = (nth: number) => Promise<unknown>;

/** The long way: a `Request` in, the whole body out. Making the request is the caller's. */
function measured(stand: Stand, call: FreeCall, times: number, before?: Before): Promise<Figures> {
  let request = call.request();
  const next: Before = async (nth) => {
    await before?.(nth);
    request = call.request();
  };
  return timed(times, next, async () => {
    const response = await stand.app.fetch(request);
    await response.arrayBuffer();
    if (response.status !== call.expected) throw new Error(`${call.name} answers ${response.status}`);
  });
}

/** The quick way, for answers that stand ready. */
async function measuredQuick(
  stand: Stand,
  { glance }: FreeCall,
  times: number,
): Promise<Figures | undefined> {
  if (!glance || !stand.app.standing(glance)) return undefined;
  return timed(
    times,
    async () => {},
    () => void stand.app.standing(glance),
  );
}

async function timed(times: number, before: Before, work: () => Promise<void> | void): Promise<Figures> {
  const runs: { ms: number; cpu: number }[] = [];
  for (let i = 0; i < times + warmUp; i++) {
    await before(i);
    const used = process.cpuUsage();
    const from = performance.now();
    await work();
    const ms = performance.now() - from;
    const { user, system } = process.cpuUsage(used);
    if (i >= warmUp) runs.push({ ms, cpu: (user + system) / 1_000 });
  }
  const at = (of: 'ms' | 'cpu', share: number) =>
    runs.map((run) => run[of]).sort((a, b) => a - b)[Math.floor(share * (times - 1))]!;
  return {
    medianMs: at('ms', 0.5),
    p99Ms: at('ms', 0.99),
    medianCpuMs: at('cpu', 0.5),
    p99CpuMs: at('cpu', 0.99),
  };
}

if (values.help) console.log(HELP);
else {
  hashWith(nativeSha256);
  process.exitCode = await main(values.quick ? QUICK_CALLS : Number(values.calls));
}

async function main(calls: number): Promise<number> {
  const chosen = freeCalls().filter(({ name }) => name.includes(values.only));
  const result: Record<string, Record<string, Figures>> = {};
  const stands = { empty: await openStand(), sold: await openStand(SOLD), selling: await openStand(SOLD) };
  try {
    for (const call of chosen) {
      const row: Partial<Record<keyof typeof stands | 'quick', Figures>> = {};
      row.empty = await measured(stands.empty, call, calls);
      row.sold = await measured(stands.sold, call, calls);
      const quick = await measuredQuick(stands.sold, call, calls);
      if (quick) row.quick = quick;
      if (call.live && call.name.startsWith('GET')) {
        row.selling = await measured(stands.selling, call, calls, async (nth) => {
          await stands.selling.sell();
          if (nth % BOOK_EVERY === 0) await stands.selling.book();
        });
      }
      result[call.name] = row;
    }
  } finally {
    for (const stand of Object.values(stands)) await stand.close();
  }
  const over = Object.entries(result).flatMap(([name, row]) =>
    Object.entries(row).flatMap(([journal, { medianCpuMs }]) =>
      medianCpuMs > MOST_CPU_MS ? [`${name} (${journal}): ${medianCpuMs.toFixed(2)} ms`] : [],
    ),
  );
  if (values.json)
    console.log(JSON.stringify({ load: loadavg()[0], mostCpuMs: MOST_CPU_MS, over, result }, null, 1));
  else {
    console.table(
      Object.fromEntries(
        Object.entries(result).map(([name, row]) => [
          name,
          Object.fromEntries(
            Object.entries(row).flatMap(([journal, f]) => [
              [`${journal}: CPU`, `${f.medianCpuMs.toFixed(2)} / ${f.p99CpuMs.toFixed(2)}`],
              [`${journal}: wall`, `${f.medianMs.toFixed(2)} / ${f.p99Ms.toFixed(2)}`],
            ]),
          ),
        ]),
      ),
    );
    for (const each of over) console.log(`over ${MOST_CPU_MS} ms of CPU: ${each}`);
  }
  return over.length > 0 && !values.quick ? 1 : 0;
}
