import type { ChainTools } from '../../../test/support/chain.ts';
import type { Market } from './market.ts';

/** A reorg that takes back what was settled, and what the books say of it. */

const DEPTH = 3;
/** `finalized` is 64 blocks back. */
const UNTIL_FINAL = 70;
const COMPARED_MS = 60_000;
const KINDS = 'row_without_transfer';

/** The last blocks with payments in them are not the chain's any more, and blocks without any take their place. */
export async function takeBack({ client, hold, mine }: ChainTools, taken: Set<string>): Promise<void> {
  await hold();
  try {
    const head = await client.getBlockNumber();
    for (let back = 0n; back < DEPTH; back++) {
      const { transactions } = await client.getBlock({ blockNumber: head - back });
      for (const each of transactions) taken.add(each);
    }
    await client.request({ method: 'anvil_reorg', params: [DEPTH, []] } as never);
  } finally {
    await mine();
  }
}

/** The sales that it took are a difference in the register and in the figure that the alert reads. */
export async function booksShow(market: Market, { taken }: { taken: Set<string> }): Promise<string[]> {
  const { tools, restartLast, services } = market;
  const gone = await stillGone(tools, taken);
  await tools.client.mine({ blocks: UNTIL_FINAL });
  const since = Date.now();
  await restartLast();
  const url = services().at(-1)!.url;
  for (const until = since + COMPARED_MS; Date.now() < until; ) {
    const register = (await (await fetch(`${url}/api/cash-register`)).json()) as Register;
    const { at = '', status } = register.commerceAccounting.reconciliation;
    if (Date.parse(at) >= since) {
      const faults = [];
      if (gone.length > 0 && status === 'agrees')
        faults.push(`a reorg took ${gone.length} sales and the books agree with the chain`);
      const figure = await differencesOf(market);
      if (gone.length > 0 && !(figure > 0)) faults.push('a reorg took sales and no alert would say so');
      return faults;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return ['the books were not compared with the chain after a reorg'];
}

/** Those that nobody sent again. */
async function stillGone({ client }: ChainTools, taken: Set<string>): Promise<string[]> {
  const found = await Promise.all(
    [...taken].map(async (hash) => {
      const receipt = await client
        .getTransactionReceipt({ hash: hash as `0x${string}` })
        .catch(() => undefined);
      return receipt ? undefined : hash;
    }),
  );
  return found.filter((hash) => hash !== undefined);
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
