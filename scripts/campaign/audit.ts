import { join } from 'node:path';
import { createPublicClient, http, parseAbiItem } from 'viem';
import { openStore } from '../../src/adapters/sql/open.ts';
import { sandboxAccount, USDC_BASE } from '../../src/sandbox/chain.ts';
import type { Bought } from './buyers.ts';
import type { RailBought } from './rails.ts';

/** What buyers were told, what the journal says and what the chain did, compared. */

const SELLER = sandboxAccount('seller').address;
const PRICE = 10_000n;

export interface Charge {
  readonly nonce: string;
  readonly transaction: string;
}

/** Every authorization that was used, by the chain's own account. */
export async function chargesOn(rpcUrl: string): Promise<Charge[]> {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const used = parseAbiItem('event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)');
  const logs = await client.getLogs({ address: USDC_BASE, event: used, fromBlock: 0n, toBlock: 'latest' });
  return logs.map(({ args, transactionHash }) => ({
    nonce: args.nonce!.toLowerCase(),
    transaction: transactionHash,
  }));
}

/** The chain's own account of every payment, against what its buyer was told. */
export function audit(
  book: readonly (Pick<Bought, 'nonce' | 'outcome' | 'reason' | 'transaction'> & Told)[],
  charges: readonly Charge[],
  rose: bigint,
): string[] {
  const times = countBy(charges.map(({ nonce }) => nonce));
  const faults: string[] = [];
  for (const { nonce, outcome, reason, transaction, said } of book) {
    const charged = times[nonce.toLowerCase()] ?? 0;
    if (charged > 1) faults.push(`${nonce} was charged ${charged} times`);
    if (outcome === 'delivered' && charged === 0) faults.push(`${nonce} was delivered and not charged`);
    if (outcome === 'delivered' && !charges.some((charge) => charge.transaction === transaction))
      faults.push(`${nonce} was delivered for a transaction that the chain does not have`);
    if (outcome === 'declined' && charged > 0)
      faults.push(`${nonce} was charged and its buyer was told ${reason}`);
    if (outcome === 'open')
      faults.push(
        `${nonce} never found an end, and the chain shows ${charged} charges of it${lastWords(said)}`,
      );
  }
  if (rose !== BigInt(charges.length) * PRICE)
    faults.push(`the seller rose by ${rose}, the chain shows ${charges.length} charges`);
  return faults;
}

interface Told {
  /** What its buyer was answered while its outcome was open. */
  readonly said?: readonly string[];
}

const MAX_WORDS = 5;

/** What a buyer was told last, each word once as long as it stays the same. */
export function lastWords(said: readonly string[] = []): string {
  const changes = said.filter((word, i) => word !== said[i - 1]).slice(-MAX_WORDS);
  return changes.length > 0 ? `; its buyer was told ${changes.join(', ')}` : '';
}

/** What the journal counts as paid completions, against the chain: number, money and every transaction. */
export function auditJournal(sold: readonly Sold[], charges: readonly Charge[], rose: bigint): string[] {
  const faults: string[] = [];
  const total = sold.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (sold.length !== charges.length || total !== rose)
    faults.push(
      `the journal counts ${sold.length} sales of ${total}, the chain ${charges.length} of ${rose}`,
    );
  // Sales that waited at the same moment share a transaction: it is named as often as it charged somebody.
  const onChain = countBy(charges.map(({ transaction }) => transaction));
  for (const [transaction, times] of Object.entries(countBy(sold.map((each) => each.transaction))))
    if (onChain[transaction] !== times)
      faults.push(
        `the journal names ${transaction} ${times} times, the chain charged ${onChain[transaction] ?? 0}`,
      );
  return faults;
}

/** Payments by other rails: each found its end, and the journal delivered as many as buyers got. */
export function auditRails(
  book: readonly Pick<RailBought, 'way' | 'network' | 'outcome' | 'reason'>[],
  sold: readonly Sold[],
): string[] {
  const open = book.filter(({ outcome }) => outcome === 'open');
  const faults = open.map(({ way }) => `a payment by ${way} never found an end`);
  // Who pushes has paid: a refusal took its money.
  for (const { way, outcome, reason } of book)
    if (outcome === 'declined' && way === 'mpp push') faults.push(`${way} was paid and declined: ${reason}`);
  for (const network of new Set(book.map((bought) => bought.network))) {
    const got = book.filter((each) => each.network === network && each.outcome === 'delivered').length;
    const kept = sold.filter((each) => each.network === network).length;
    if (got !== kept) faults.push(`buyers on ${network} got ${got} answers, the journal delivered ${kept}`);
  }
  return faults;
}

export interface Sold {
  readonly network: string;
  readonly amount: string;
  readonly transaction: string;
}

/** Every row that was delivered. */
export async function deliveredIn(dataDir: string, databaseUrl: string | undefined): Promise<Sold[]> {
  const store = await openStore({ databaseUrl, path: join(dataDir, 'journal.sqlite') }, (error) => {
    throw error;
  });
  const { db } = store;
  const rows = await store.read(
    db
      .selectFrom('payments')
      .select(['amount', 'transaction', 'network'])
      .where('state', '=', 'delivered')
      .compile(),
  );
  await store.close();
  return rows as unknown as Sold[];
}

/** Atomic units that the seller has got on Base. */
export const sellerBalance = (rpcUrl: string): Promise<bigint> =>
  createPublicClient({ transport: http(rpcUrl) }).readContract({
    address: USDC_BASE,
    abi: [parseAbiItem('function balanceOf(address) view returns (uint256)')],
    functionName: 'balanceOf',
    args: [SELLER],
  });

export function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
