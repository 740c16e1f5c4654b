/**
 * Where one kind of call spends the main thread's time: a CPU profile of the service under that load, as text.
 * Run: `node bench/profile.ts unpaid-get > bench/profiles/unpaid-get.txt`; without a name it lists them.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { CALLS, type CallName } from './calls.ts';
import { rateBy } from './generators.ts';
import { paidRate, signedPayments } from './load.ts';
import { CONNECTIONS } from './rounds.ts';
import { start } from './subjects.ts';

/** Warms up, then calls `begin` and makes the calls that are looked at; answers how many. */
type Load = (url: string, begin: () => void) => Promise<number>;

const pay = async (url: string, count: number, begin = () => {}) => {
  const payments = await signedPayments(url, opportunityCheck.price.amount, count);
  begin();
  await paidRate(url, payments, CONNECTIONS);
  return payments;
};
const asked =
  (name: CallName): Load =>
  async (url, begin) => {
    const shots = { origin: new URL(url).origin, call: CALLS[name], connections: CONNECTIONS };
    await rateBy('own', { ...shots, seconds: 3 });
    begin();
    return (await rateBy('own', { ...shots, seconds: 6 })).calls;
  };

const LOADS: Readonly<Record<string, Load>> = {
  ...Object.fromEntries(
    (Object.keys(CALLS) as CallName[]).map((name) => [name.replaceAll(' ', '-').toLowerCase(), asked(name)]),
  ),
  paid: async (url, begin) => {
    await pay(url, 400);
    return (await pay(url, 1_600, begin)).length;
  },
  redelivery: async (url, begin) => {
    const payments = await pay(url, CONNECTIONS);
    const again = Array.from({ length: 100 }, () => payments).flat();
    await paidRate(url, again, CONNECTIONS, true);
    begin();
    await paidRate(url, again, CONNECTIONS, true);
    return again.length;
  },
};
/** Lines shown: what is below them is noise. */
const SHOWN = 24;

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  /** Microseconds of the machine's monotonic clock, which all processes share. */
  readonly startTime: number;
}

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

/** Self time by function, in microseconds, from an instant on. */
function selfTimes({ nodes, samples, timeDeltas, startTime }: Profile, from: number): Map<string, number> {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url;
      const place = path.replace(REPOSITORY, '').replace(/^.*node_modules\//, '');
      return [id, `${functionName || '(anonymous)'} ${place && `${place}:${lineNumber + 1}`}`.trim()];
    }),
  );
  const times = new Map<string, number>();
  let at = startTime;
  samples.forEach((id, i) => {
    at += timeDeltas[i]!;
    const name = names.get(id)!;
    if (at >= from && !/^\((idle|program)\)/.test(name))
      times.set(name, (times.get(name) ?? 0) + timeDeltas[i]!);
  });
  return times;
}

const kind = process.argv[2] ?? '';
const load = LOADS[kind];
if (!load) throw new Error(`usage: node bench/profile.ts ${Object.keys(LOADS).join('|')}`);
const folder = mkdtempSync(join(tmpdir(), 'assay-profile-'));
const chain = await startEvmSandbox();
try {
  const service = await start(
    [
      '--cpu-prof',
      `--cpu-prof-dir=${folder}`,
      fileURLToPath(new URL('../bin/assay.mjs', import.meta.url)),
      'serve',
    ],
    { PORT: '0', DATA_DIR: join(folder, 'data'), EVM_RPC_URL: chain.rpcUrl, LOG_LEVEL: 'info' },
  );
  let from = 0;
  const calls = await load(service.url + opportunityCheck.path, () => {
    from = Number(process.hrtime.bigint() / 1_000n);
  });
  await service.stop();
  const main = readdirSync(folder)
    .filter((name) => /\.\d+\.0\.\d+\.cpuprofile$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile)[0]!;
  console.log(
    `${calls} calls (${kind}), main thread, µs of self time a call; without start-up, warm-up and idle time\n`,
  );
  for (const [name, micros] of [...selfTimes(main, from)].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
    console.log(`${(micros / calls).toFixed(1).padStart(8)}  ${name}`);
} finally {
  await chain.stop();
  rmSync(folder, { recursive: true });
}
