import { decodePaymentSignatureHeader } from '@x402/core/http';
import type { Hex } from 'viem';
import { SANDBOX_BUYERS } from '../../../src/sandbox/chain.ts';
import { BASE } from '../../../src/values/payment.ts';
import { cancellation, FIRST_IN_BLOCK } from '../../../test/support/cancelled.ts';
import type { ChainTools } from '../../../test/support/chain.ts';
import { callUp } from '../calls.ts';
import type { Purchase } from './crowd.ts';
import type { Market } from './market.ts';

/** A reorg that takes back what was settled, and what the books say of it. */

const DEPTH = 3n;
/** `finalized` is 64 blocks back. */
const UNTIL_FINAL = 70;
/** Clocks may differ: a row is compared with blocks that are final and so much younger. */
const DOUBT_MS = 6_000;
const COMPARED_MS = 60_000;
const KINDS = 'row_without_transfer';

/**
 * The last blocks are not the chain's any more, and blocks without payments take their place. In the first of them the
 * newest delivered sale was cancelled by its payer, so that nobody can make it good. Its payer's other payments go on:
 * one that took the payer's money as well left an open payment, which may be settled until it runs out, in 150 s.
 */
export async function takeBack(
  tools: ChainTools,
  book: readonly Purchase[],
  taken: Set<string>,
): Promise<void> {
  const { client, hold, mine, transfersToSeller } = tools;
  await hold();
  try {
    const victim = newestSale(book);
    const mined = victim && (await client.getTransactionReceipt({ hash: victim.transaction as Hex }));
    const head = await client.getBlockNumber();
    const from = [head - DEPTH + 1n, mined?.blockNumber ?? head].reduce((a, b) => (a < b ? a : b));
    const gone = (await transfersToSeller()).filter(({ blockNumber }) => blockNumber >= from);
    for (const { transactionHash } of gone) taken.add(transactionHash);
    await client.request({ method: 'anvil_reorg', params: [Number(head - from + 1n), []] } as never);
    if (victim) await cancel(tools, victim);
  } finally {
    await mine();
  }
}

const newestSale = (book: readonly Purchase[]): Purchase | undefined =>
  book
    .filter(({ network, outcome }) => network === BASE && outcome === 'delivered')
    .toSorted((a, b) => a.endedAt! - b.endedAt!)
    .at(-1);

async function cancel({ client, buyer }: ChainTools, { headers }: Purchase): Promise<void> {
  const { payload } = decodePaymentSignatureHeader(headers['payment-signature']!);
  const { from, nonce } = (payload as { authorization: { from: Hex; nonce: Hex } }).authorization;
  const payer = buyer(
    SANDBOX_BUYERS.findIndex(({ address }) => address.toLowerCase() === from.toLowerCase()),
  );
  const call = await cancellation(payer, nonce);
  // The last buyer buys nothing here.
  await client.sendTransaction({
    account: buyer(SANDBOX_BUYERS.length - 1),
    chain: null,
    ...call,
    ...FIRST_IN_BLOCK,
  });
}

/** The sales that it took are a difference in the register and in the figure that the alert reads. */
export async function booksShow(market: Market, lost: number): Promise<string[]> {
  if (lost === 0) return ['the reorg took no sale for good: it shows nothing of the books'];
  const { tools, restartLast, services } = market;
  await new Promise((resolve) => setTimeout(resolve, DOUBT_MS));
  await tools.client.mine({ blocks: UNTIL_FINAL });
  const since = Date.now();
  await restartLast();
  const url = services().at(-1)!.url;
  for (const until = since + COMPARED_MS; Date.now() < until; ) {
    const register = (await (await callUp(`${url}/api/cash-register`)).json()) as Register;
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
  const text = await (await callUp(metricsUrl)).text();
  return Number(
    new RegExp(`^assay_reconciliation_differences\\{[^}]*kind="${KINDS}"[^}]*\\} ([0-9]+)$`, 'm').exec(
      text,
    )?.[1] ?? 0,
  );
}
