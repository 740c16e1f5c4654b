import { setFunds } from '../../../test/shared/people.ts';
import type { ChainTools } from '../../../test/support/chain.ts';
import type { Market } from './market.ts';

/** A reorg that takes back what was settled, and what the books say of it. */

const DEPTH = 3n;
/** `finalized` is 64 blocks back. */
const UNTIL_FINAL = 70;
const COMPARED_MS = 60_000;
const KINDS = 'row_without_transfer';

/**
 * The last blocks are not the chain's any more, and blocks without payments take their place. One of the buyers in them
 * has no money in the new chain, ever, so that nobody can make his sale good.
 */
export async function takeBack(tools: ChainTools, taken: Set<string>): Promise<void> {
  const { client, hold, mine, transfersToSeller } = tools;
  await hold();
  try {
    const sales = await transfersToSeller();
    const from = (await client.getBlockNumber()) - DEPTH + 1n;
    const gone = sales.filter(({ blockNumber }) => blockNumber >= from);
    for (const { transactionHash } of gone) taken.add(transactionHash);
    await client.request({ method: 'anvil_reorg', params: [Number(DEPTH), []] } as never);
    const poor = gone.at(-1)?.args.from;
    if (poor) await setFunds(client, poor, 0n);
  } finally {
    await mine();
  }
}

/** The sales that it took are a difference in the register and in the figure that the alert reads. */
export async function booksShow(market: Market, lost: number): Promise<string[]> {
  if (lost === 0) return ['the reorg took no sale for good: it shows nothing of the books'];
  const { tools, restartLast, services } = market;
  await tools.client.mine({ blocks: UNTIL_FINAL });
  const since = Date.now();
  await restartLast();
  const url = services().at(-1)!.url;
  for (const until = since + COMPARED_MS; Date.now() < until; ) {
    const register = (await (await fetch(`${url}/api/cash-register`)).json()) as Register;
    const { at = '', status } = register.commerceAccounting.reconciliation;
    if (Date.parse(at) >= since) {
      const faults = [];
      if (status === 'agrees') faults.push(`a reorg took ${lost} sales and the books agree with the chain`);
      const figure = await differencesOf(market);
      if (figure !== lost) faults.push(`a reorg took ${lost} sales and the alert's figure is ${figure}`);
      return faults;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return ['the books were not compared with the chain after a reorg'];
}

interface Register {
  readonly commerceAccounting: { readonly reconciliation: { readonly status: string; readonly at?: string } };
}

async function differencesOf({ metricsUrl }: Market): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(
    new RegExp(`^assay_reconciliation_differences\\{[^}]*kind="${KINDS}"[^}]*\\} ([0-9]+)$`, 'm').exec(
      text,
    )?.[1] ?? 0,
  );
}
