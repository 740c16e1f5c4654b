import { readFileSync } from 'node:fs';
import { type Address, getAbiItem, type Hex } from 'viem';
import { sandboxAccount, USDC_ABI, USDC_BASE } from '../../src/sandbox/chain.ts';
import { USDC_TEMPO } from '../../src/sandbox/tempo.ts';
import type { JournalRow } from './journal.ts';
import { type Inside, isThroughEdge, type Lab, SETTLERS } from './lab.ts';

/** Everything that an attack may have moved, at one instant. What this lab cannot see is undefined. */
export interface Snapshot {
  readonly chain:
    | {
        readonly block: bigint;
        /** Transfers to the seller so far, on every EVM chain that it sells on. */
        readonly transfers: number;
        readonly settlerTransactions: number;
        readonly settlerWei: bigint;
      }
    | undefined;
  readonly rows: readonly JournalRow[] | undefined;
  /** Prometheus samples by their full name. */
  readonly metrics: ReadonlyMap<string, number> | undefined;
  /** JSON-RPC calls that the service made, by method. */
  readonly rpcCalls: ReadonlyMap<string, number> | undefined;
  /** Transactions that the service sent to Tempo. */
  readonly tempoSent: number | undefined;
  readonly facilitatorCalls: { readonly verify: number; readonly settle: number } | undefined;
  /** The cash register's document, when it is published. */
  readonly register: CashRegister | undefined;
  readonly residentBytes: number | undefined;
}

export interface CashRegister {
  readonly paidCompletions: number;
  readonly estimatedGrossRevenueUsd: unknown;
  readonly commerceAccounting: Readonly<Record<string, unknown>>;
  readonly unpaid402Challenges: number;
  readonly unpaid: {
    readonly declinedPayments: number;
    readonly failureBuckets: Readonly<Record<string, number>>;
  };
  readonly counters?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

const CASH_REGISTER = '/api/cash-register';

/** JSON-RPC methods by which money moves, and by which a payment is looked at: not the newest block, which readiness reads. */
const METHODS = [
  'eth_sendRawTransaction',
  'eth_call',
  'eth_getCode',
  'eth_getLogs',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_estimateGas',
];

/** `whole`: what an edge has counted of unpaid calls has reached the origin. */
export async function snapshot(lab: Lab, whole = false): Promise<Snapshot> {
  const { inside, proxy, facilitator, tempo } = lab;
  if (whole && isThroughEdge(lab)) await countsAtRest(lab);
  const [chain, rows, metrics, register] = await Promise.all([
    chainState(lab),
    inside?.rows(),
    inside && metricsOf(inside),
    CASH_REGISTER in lab.openapi.paths ? registerOf(lab.url) : undefined,
  ]);
  return {
    chain,
    metrics,
    register,
    rows,
    rpcCalls: proxy && new Map(METHODS.map((method) => [method, proxy.seen(method)])),
    tempoSent: tempo?.proxy?.seen('eth_sendRawTransaction'),
    facilitatorCalls: facilitator && {
      verify: facilitator.calls('verify'),
      settle: facilitator.calls('settle'),
    },
    residentBytes: inside && residentBytes(inside.pid),
  };
}

const SAME_READS = 2;
const BETWEEN_READS_MS = 400;

/** An edge collects what it counts before it tells the origin: it has told everything when nothing moves any more. */
async function countsAtRest({ url }: Lab): Promise<void> {
  let last = '';
  for (let same = 0; same < SAME_READS; ) {
    const { unpaid402Challenges, unpaid } = await registerOf(url);
    const now = `${unpaid402Challenges} ${unpaid.declinedPayments}`;
    same = now === last ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_READS_MS));
  }
}

const TRANSFER = getAbiItem({ abi: USDC_ABI, name: 'Transfer' });

async function chainState({ chain, tempo }: Lab): Promise<Snapshot['chain']> {
  if (!chain) return undefined;
  const { client } = chain.tools;
  const toSeller = {
    event: TRANSFER,
    args: { to: sandboxAccount('seller').address },
    fromBlock: 0n,
  } as const;
  const [block, logs, other, counts, funds] = await Promise.all([
    client.getBlockNumber({ cacheTime: 0 }),
    client.getLogs({ address: USDC_BASE, ...toSeller }),
    tempo ? tempo.tools.client.getLogs({ address: USDC_TEMPO, ...toSeller }) : [],
    Promise.all(SETTLERS.map((address) => client.getTransactionCount({ address }))),
    Promise.all(SETTLERS.map((address) => client.getBalance({ address }))),
  ]);
  return {
    block,
    transfers: logs.length + other.length,
    settlerTransactions: counts.reduce((sum, each) => sum + each, 0),
    settlerWei: funds.reduce((sum, each) => sum + each, 0n),
  };
}

/** Transactions of `sender` in the blocks after `block`. */
export async function transactionsOf(
  lab: Lab,
  sender: Address,
  after: bigint,
): Promise<{ to: Address | null; input: Hex; hash: Hex }[]> {
  const { client } = lab.chain!.tools;
  const last = await client.getBlockNumber({ cacheTime: 0 });
  const found = [];
  for (let number = after + 1n; number <= last; number++) {
    const { transactions } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    found.push(...transactions.filter(({ from }) => from.toLowerCase() === sender.toLowerCase()));
  }
  return found;
}

async function metricsOf({ metricsUrl }: Inside): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(metricsUrl)).text();
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, name, value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (name !== undefined) samples.set(name, Number(value));
  }
  return samples;
}

async function registerOf(url: string): Promise<CashRegister> {
  return (await (await fetch(url + CASH_REGISTER)).json()) as CashRegister;
}

function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}

/** How far a metric's samples moved that carry all of these labels. */
export function moved(
  before: Snapshot,
  after: Snapshot,
  metric: string,
  labels: Readonly<Record<string, string>>,
): number | undefined {
  if (!before.metrics || !after.metrics) return undefined;
  const wanted = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  const matches = (name: string) =>
    name.startsWith(`${metric}{`) && wanted.every((each) => name.includes(each));
  const sum = (samples: ReadonlyMap<string, number>) =>
    [...samples].reduce((total, [name, value]) => total + (matches(name) ? value : 0), 0);
  return sum(after.metrics) - sum(before.metrics);
}

/** Paid completions: from the journal, else from the cash register, else from the metrics. */
export function completions(before: Snapshot, after: Snapshot): number | undefined {
  const delivered = ({ rows }: Snapshot) => rows?.filter(({ state }) => state === 'delivered').length;
  if (before.rows && after.rows) return delivered(after)! - delivered(before)!;
  if (before.register && after.register)
    return after.register.paidCompletions - before.register.paidCompletions;
  return moved(before, after, 'assay_requests_total', { outcome: 'delivered' });
}
