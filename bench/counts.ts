/**
 * `node bench/counts.ts`: what sales and mischief cost the seller on Base, Solana and Tempo, counted and not timed:
 * transactions, gas, calls of the node. Exits 1 when a row costs more than it may.
 */
import { optionsOf } from '../scripts/options.ts';
import { sandboxAccount, startEvmSandbox } from '../src/sandbox/chain.ts';
import { startSolanaSandbox } from '../src/sandbox/solana.ts';
import { startTempoSandbox } from '../src/sandbox/tempo.ts';
import { type ChainTools, chainTools } from '../test/support/chain.ts';
import { shelveEdition } from '../test/support/edition.ts';
import { startRpcProxy } from '../test/support/rpc-proxy.ts';
import { disposeServices, startService, temporaryFolder } from '../test/support/service.ts';
import { ELSEWHERE, type Elsewhere, onSolana, onTempo } from './counts-elsewhere.ts';
import { BUDGET, type Cost, ROWS, type Row, type Stand } from './counts-rows.ts';

const HELP = `What sales and mischief cost the seller on Base, Solana and Tempo: transactions, gas, and calls of the node. Exits 1
when a row costs more than it may. On Solana gas is lamports, and on Tempo buyers pay it.

  node bench/counts.ts
    --only TEXT   rows with this in their name`;
const values = optionsOf(HELP, { only: { type: 'string', default: '' } });

/** What the settler has sent after a block, as the chain shows it. */
async function sentSince({ client }: ChainTools, block: bigint): Promise<Pick<Cost, 'transactions' | 'gas'>> {
  const settler = sandboxAccount('settler').address.toLowerCase();
  let [transactions, gas] = [0, 0];
  for (let number = block + 1n; number <= (await client.getBlockNumber()); number++) {
    const { transactions: mined } = await client.getBlock({ blockNumber: number, includeTransactions: true });
    for (const { hash } of mined.filter(({ from }) => from.toLowerCase() === settler)) {
      transactions++;
      gas += Number((await client.getTransactionReceipt({ hash })).gasUsed);
    }
  }
  return { transactions, gas };
}

async function costOf(row: Row, stand: Stand): Promise<Cost> {
  const { tools, node } = stand;
  await row.before?.(stand);
  const [block, calls] = [await tools.client.getBlockNumber(), node.total()];
  const share = await row.run(stand);
  const called = node.total() - calls;
  const { transactions, gas } = await sentSince(tools, block);
  await row.after?.(stand);
  return { transactions: transactions / share, gas: gas / share, calls: called / share };
}

const isWanted = ({ name }: { readonly name: string }): boolean => name.includes(values.only);
const rounded = (value: number): string =>
  (value < 10 ? Math.round(value * 100) / 100 : Math.round(value)).toLocaleString('en');
const LAYOUT = [60, 14, 18, 14] as const;
const line = (cells: readonly string[]) =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(LAYOUT[0]) : cell.padStart(LAYOUT[i]!))).join(' ');

function say(name: string, cost: Cost, most: Cost): void {
  const parts = ['transactions', 'gas', 'calls'] as const;
  console.log(line([name, ...parts.map((part) => `${rounded(cost[part])} / ${rounded(most[part])}`)]));
  for (const part of parts.filter((each) => cost[each] > most[each])) {
    console.error(`counts: ${name}: ${rounded(cost[part])} ${part}, over ${rounded(most[part])}`);
    process.exitCode = 1;
  }
}

async function onBase(rpcUrl: string): Promise<void> {
  const rows = ROWS.filter(isWanted);
  if (rows.length === 0) return;
  const node = await startRpcProxy(rpcUrl);
  try {
    const { url } = await startService({
      rpcUrl: node.url,
      env: { FAILED_GAS_BUDGET: String(BUDGET), LOG_LEVEL: 'error' },
    });
    const stand: Stand = { url, tools: chainTools(rpcUrl), node };
    for (const row of rows) say(row.name, await costOf(row, stand), row.most);
  } finally {
    await disposeServices();
    await node.stop();
  }
}

async function elsewhere(rpcUrl: string): Promise<void> {
  await onSide(rpcUrl, 'Solana', startSolanaSandbox, onSolana, (url) => ({ SOLANA_RPC_URL: url }));
  await onSide(rpcUrl, 'Tempo', startTempoSandbox, onTempo, (url) => ({
    TEMPO_RPC_URL: url,
    MPP_SECRET: 's'.repeat(32),
  }));
}

/** The rows of one chain on a service of its own, if one is wanted: a sandbox that nobody asks takes its time, too. */
async function onSide(
  baseUrl: string,
  chainName: Elsewhere['name'],
  start: () => Promise<{ readonly rpcUrl: string; stop(): Promise<void> }>,
  open: typeof onSolana,
  envOf: (nodeUrl: string) => Readonly<Record<string, string>>,
): Promise<void> {
  const nameOf = (row: (typeof ELSEWHERE)[number]) => `${chainName}: ${row.name}`;
  const rows = ELSEWHERE.filter((row) => isWanted({ name: nameOf(row) }));
  if (rows.length === 0) return;
  const sandbox = await start();
  const node = await startRpcProxy(sandbox.rpcUrl);
  try {
    const dataDir = temporaryFolder();
    await shelveEdition(dataDir);
    const env = { ...envOf(node.url), LOG_LEVEL: 'error' };
    const { url } = await startService({ rpcUrl: baseUrl, dataDir, env });
    const side = open(url, sandbox.rpcUrl, node);
    for (const row of rows) say(nameOf(row), await costElsewhere(row, side), row.most[chainName]);
  } finally {
    await disposeServices();
    await Promise.all([node.stop(), sandbox.stop()]);
  }
}

async function costElsewhere(row: (typeof ELSEWHERE)[number], side: Elsewhere): Promise<Cost> {
  const { node, sends } = side;
  await row.before?.(side);
  const [purse, sent, total] = [await side.purse(), node.seen(sends), node.total()];
  const share = await row.run(side);
  const cost = {
    transactions: (node.seen(sends) - sent) / share,
    calls: (node.total() - total) / share,
    gas: (purse - (await side.purse())) / share,
  };
  await row.after?.(side);
  return cost;
}

const chain = await startEvmSandbox();
try {
  console.log(line(['of the most that it may cost', 'transactions', 'gas', 'node calls']));
  await onBase(chain.rpcUrl);
  await elsewhere(chain.rpcUrl);
} finally {
  await chain.stop();
}
