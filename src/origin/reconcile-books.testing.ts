import type { Transfer } from '../accounting/reconcile.ts';
import { memoryJournal } from '../adapters/memory-journal.ts';
import { entryIn, suiteClaim } from '../adapters/opened.suite.ts';
import type { Arrivals } from '../ports.ts';
import type { Network } from '../values/payment.ts';

export const MINUTE = 60_000;
export const NOW = 1_790_000_000_000;
export const NETWORK: Network = 'eip155:8453';
export const TEMPO: Network = 'eip155:4217';

/** A chain on which block N was made N minutes ago, read in pages of one transfer. */
export function chainOf(
  transfers: readonly Omit<Transfer, 'network' | 'asset'>[],
  {
    network = NETWORK,
    finalMinutesAgo = 0,
  }: { readonly network?: Network; readonly finalMinutesAgo?: number } = {},
) {
  const asked: (string | null)[] = [];
  const all = transfers.map((each) => ({ ...each, network, asset: suiteClaim().asset }) as Transfer);
  const timeOf = (block: string) => NOW - Number(block) * MINUTE;
  const chain: Arrivals = {
    network,
    finalThrough: async () => NOW - finalMinutesAgo * MINUTE,
    async *since(since, after = 'Infinity') {
      const inSpan = all.filter(({ block }) => timeOf(block) >= since && Number(block) < Number(after));
      for (const each of inSpan.sort((a, b) => Number(b.block) - Number(a.block)))
        yield {
          ...{ transfers: [each], throughBlock: each.block, through: timeOf(each.block) },
          isFinal: Number(each.block) >= finalMinutesAgo,
        };
      yield { transfers: [], throughBlock: '0', through: NOW, isFinal: false };
    },
    paid: async ({ transaction, amount }) => {
      asked.push(transaction);
      return all.some((each) => each.transaction === transaction && each.amount === amount);
    },
    timeOf: async (block) => timeOf(block),
  };
  return { chain, asked };
}

export async function sold(
  payments: readonly { transaction: string; minutesAgo: number; network?: Network }[],
) {
  const journal = memoryJournal();
  for (const { transaction, minutesAgo, network } of payments) {
    const { key } = entryIn(await journal.claim(suiteClaim(network ? { network } : {})))!;
    await journal.settled(key, { transaction, bodyDigest: null, at: NOW - minutesAgo * MINUTE });
  }
  return journal.books;
}
