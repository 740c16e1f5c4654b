/**
 * Where one kind of call spends the main thread's time: a CPU profile of the service under that load, as text.
 * Run: `node bench/profile.ts unpaid|paid|redelivery > bench/profiles/<name>.txt`
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { paidRate, signedPayments, unpaidRate } from './load.ts';
import { CONNECTIONS } from './rounds.ts';
import { start } from './subjects.ts';

const LOADS: Readonly<Record<string, (url: string) => Promise<number>>> = {
  unpaid: async (url) => (await unpaidRate(url, 6, CONNECTIONS)).calls,
  paid: async (url) => {
    const payments = await signedPayments(url, opportunityCheck.price.amount, 800);
    await paidRate(url, payments, CONNECTIONS);
    return payments.length;
  },
  redelivery: async (url) => {
    const payments = await signedPayments(url, opportunityCheck.price.amount, CONNECTIONS);
    await paidRate(url, payments, CONNECTIONS);
    const again = Array.from({ length: 100 }, () => payments).flat();
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
}

const REPOSITORY = fileURLToPath(new URL('../', import.meta.url));

/** Self time by function, in microseconds, without what loads modules. */
function selfTimes({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url;
      const place = path.replace(REPOSITORY, '').replace(/^.*node_modules\//, '');
      return [id, `${functionName || '(anonymous)'} ${place && `${place}:${lineNumber + 1}`}`.trim()];
    }),
  );
  const times = new Map<string, number>();
  samples.forEach((id, i) => {
    const name = names.get(id)!;
    if (!/modules\/(esm|cjs|package_json)|^(compile|\(idle\)|\(program\))/.test(name))
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
  const calls = await load(service.url + opportunityCheck.path);
  await service.stop();
  const main = readdirSync(folder)
    .filter((name) => /\.\d+\.0\.\d+\.cpuprofile$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile)[0]!;
  console.log(
    `${calls} calls (${kind}), main thread, µs of self time a call; start-up included, idle time not\n`,
  );
  for (const [name, micros] of [...selfTimes(main)].sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
    console.log(`${(micros / calls).toFixed(1).padStart(8)}  ${name}`);
} finally {
  await chain.stop();
  rmSync(folder, { recursive: true });
}
