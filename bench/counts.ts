/**
 * `node bench/counts.ts`: what sales and mischief cost the seller on Base, counted and not timed: transactions, gas, calls
 * of the node. Exits 1 when a row costs more than it may.
 */
import { optionsOf } from '../scripts/options.ts';
import { sandboxAccount, startEvmSandbox } from '../src/sandbox/chain.ts';
import { type ChainTools, chainTools } from '../test/support/chain.ts';
import { startRpcProxy } from '../test/support/rpc-proxy.ts';
import { disposeServices, startService } from '../test/support/service.ts';
import { BUDGET, type Cost, ROWS, type Row, type Stand } from './counts-rows.ts';

const HELP = `What sales and mischief cost the seller on Base: transactions, gas, and calls of the node. Exits 1 when a row costs
more than it may.

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

const rounded = (value: number): string =>
  (value < 10 ? Math.round(value * 100) / 100 : Math.round(value)).toLocaleString('en');
const LAYOUT = [60, 14, 18, 14] as const;
const line = (cells: readonly string[]) =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(LAYOUT[0]) : cell.padStart(LAYOUT[i]!))).join(' ');

const chain = await startEvmSandbox();
const node = await startRpcProxy(chain.rpcUrl);
try {
  const { url } = await startService({
    rpcUrl: node.url,
    env: { FAILED_GAS_BUDGET: String(BUDGET), LOG_LEVEL: 'error' },
  });
  const stand: Stand = { url, tools: chainTools(chain.rpcUrl), node };
  console.log(line(['of the most that it may cost', 'transactions', 'gas', 'node calls']));
  for (const row of ROWS.filter(({ name }) => name.includes(values.only))) {
    const cost = await costOf(row, stand);
    const parts = ['transactions', 'gas', 'calls'] as const;
    console.log(
      line([row.name, ...parts.map((part) => `${rounded(cost[part])} / ${rounded(row.most[part])}`)]),
    );
    for (const part of parts.filter((each) => cost[each] > row.most[each])) {
      console.error(`counts: ${row.name}: ${rounded(cost[part])} ${part}, over ${rounded(row.most[part])}`);
      process.exitCode = 1;
    }
  }
} finally {
  await disposeServices();
  await node.stop();
  await chain.stop();
}
