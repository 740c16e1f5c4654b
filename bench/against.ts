import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { CALLS, type CallName } from './calls.ts';
import { cpuMs } from './cpu.ts';
import { rateBy } from './generators.ts';
import { paidRate, signedPayments } from './load.ts';
import { startService } from './subjects.ts';

/**
 * This checkout beside another one of the same service, in short rounds in turn: what one of them lost or won. A figure is
 * the median of the ratios of neighbours, so that whatever else the machine does meets both alike.
 */

interface Side {
  readonly url: string;
  readonly cpu: () => number;
  readonly payments: readonly string[];
  stop(): Promise<void>;
}

/** By load: calls a second, and server CPU microseconds for one. */
interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
}
type Load = (side: Side) => Promise<Figures>;

export interface Comparison {
  readonly load: string;
  readonly here: Figures;
  readonly there: Figures;
  /** Of here to there, the middle of all rounds: above 1 is better here. */
  readonly rate: number;
  /** Of there to here: above 1 is better here. */
  readonly cpu: number;
  /** From the lowest to the highest quarter of the ratios of CPU time. */
  readonly spread: readonly [number, number];
}

const CONNECTIONS = 16;
/** Paid once each and sent again in every round. */
const PAYMENTS = 64;
const TIMES_AGAIN = 4;

const asked =
  (name: CallName): Load =>
  async ({ url, cpu }) => {
    const before = cpu();
    const shots = { origin: new URL(url).origin, call: CALLS[name], seconds: 0.7, connections: CONNECTIONS };
    const { perSecond, calls } = await rateBy('own', shots);
    return { perSecond, cpuMicros: ((cpu() - before) * 1_000) / calls };
  };

const redelivered: Load = async (side) => {
  const before = side.cpu();
  const all = Array.from({ length: TIMES_AGAIN }, () => side.payments).flat();
  const { perSecond } = await paidRate(side.url, all, CONNECTIONS, true);
  return { perSecond, cpuMicros: ((side.cpu() - before) * 1_000) / all.length };
};

const LOADS: readonly (readonly [string, Load])[] = [
  ...(Object.keys(CALLS) as CallName[]).map((name) => [name, asked(name)] as const),
  ['redelivery', redelivered],
];

async function open(root: string | undefined): Promise<Side> {
  const chain = await startEvmSandbox();
  const data = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const service = await startService(data, { EVM_RPC_URL: chain.rpcUrl }, root);
  const url = service.url + opportunityCheck.path;
  const payments = await signedPayments(url, opportunityCheck.price.amount, PAYMENTS);
  await paidRate(url, payments, CONNECTIONS);
  return {
    url,
    payments,
    cpu: () => cpuMs(service.pid) ?? Number.NaN,
    async stop() {
      await service.stop();
      await chain.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))]!;

type Pair = readonly [here: Figures, there: Figures];

/** Rounds of every load. The one that is started first is ahead by a few per cent, whichever it is. */
async function pairsOf(roots: readonly [string | undefined, string], rounds: number, swapped: boolean) {
  const sides: Side[] = [];
  try {
    for (const root of swapped ? roots.toReversed() : roots) sides.push(await open(root));
    const [here, there] = (swapped ? sides.toReversed() : sides) as [Side, Side];
    const found = new Map<string, Pair[]>();
    for (const [load, run] of LOADS) {
      const pairs: Pair[] = [];
      for (let i = -2; i < rounds; i++) {
        // Each is the first one in turn.
        const order = i % 2 ? [here, there] : [there, here];
        const figures = new Map<Side, Figures>();
        for (const side of order) figures.set(side, await run(side));
        if (i < 0) continue;
        const pair = [figures.get(here)!, figures.get(there)!] as const;
        pairs.push(pair);
        console.error(
          `${load}: ${pair.map(({ cpuMicros }) => cpuMicros.toFixed(1)).join(' beside ')} µs of CPU`,
        );
      }
      found.set(load, pairs);
    }
    return found;
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** `other`: the root of a checkout whose packages are installed. */
export async function against(other: string, rounds: number): Promise<readonly Comparison[]> {
  const roots = [undefined, resolve(other)] as const;
  const halves: Awaited<ReturnType<typeof pairsOf>>[] = [];
  for (const swapped of [false, true]) halves.push(await pairsOf(roots, Math.ceil(rounds / 2), swapped));
  return LOADS.map(([load]) => {
    const pairs = halves.flatMap((found) => found.get(load)!);
    const middle = (side: 0 | 1): Figures => ({
      perSecond: at(
        pairs.map((pair) => pair[side].perSecond),
        0.5,
      ),
      cpuMicros: at(
        pairs.map((pair) => pair[side].cpuMicros),
        0.5,
      ),
    });
    const cpu = pairs.map(([mine, theirs]) => theirs.cpuMicros / mine.cpuMicros);
    return {
      load,
      here: middle(0),
      there: middle(1),
      rate: at(
        pairs.map(([mine, theirs]) => mine.perSecond / theirs.perSecond),
        0.5,
      ),
      cpu: at(cpu, 0.5),
      spread: [at(cpu, 0.25), at(cpu, 0.75)],
    };
  });
}

export function table(comparisons: readonly Comparison[]): string {
  const whole = (n: number) => Math.round(n).toLocaleString('en');
  return [
    '|  | here/s | there/s | rate | here CPU µs | there CPU µs | by CPU | middle half |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...comparisons.map(
      ({ load, here, there, rate, cpu, spread: [low, high] }) =>
        `| ${load} | ${whole(here.perSecond)} | ${whole(there.perSecond)} | ${rate.toFixed(3)}× | ${here.cpuMicros.toFixed(1)} | ${there.cpuMicros.toFixed(1)} | ${cpu.toFixed(3)}× | ${low.toFixed(3)} to ${high.toFixed(3)} |`,
    ),
  ].join('\n');
}
