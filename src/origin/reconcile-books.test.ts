import { describe, expect, it } from 'vitest';
import type { Transfer } from '../accounting/reconcile.ts';
import type { EvmTransfers } from '../adapters/evm/transfers.ts';
import { memoryJournal } from '../adapters/memory-journal.ts';
import { entryIn, suiteClaim } from '../adapters/opened.suite.ts';
import { compareRegularly, reconcileBooks } from './reconcile-books.ts';

const MINUTE = 60_000;
const NOW = 1_790_000_000_000;
const NETWORK = 'eip155:8453';

/** A chain on which block N was made N minutes ago. */
function chainOf(transfers: readonly Omit<Transfer, 'network' | 'asset'>[]) {
  const asked: (string | null)[] = [];
  const all = transfers.map((each) => ({ ...each, network: NETWORK, asset: suiteClaim().asset }) as Transfer);
  const timeOf = (block: string) => NOW - Number(block) * MINUTE;
  const chain: EvmTransfers = {
    network: NETWORK,
    arrived: async (since) => ({
      transfers: all.filter(({ block }) => timeOf(block) >= since),
      throughBlock: 0n,
      fromBlock: 0n,
    }),
    paid: async ({ transaction, amount }) => {
      asked.push(transaction);
      return all.some((each) => each.transaction === transaction && each.amount === amount);
    },
    timeOf: async (block) => timeOf(block),
  };
  return { chain, asked };
}

async function sold(
  payments: readonly { transaction: string; minutesAgo: number; network?: typeof NETWORK }[],
) {
  const journal = memoryJournal();
  for (const { transaction, minutesAgo, network } of payments) {
    const { key } = entryIn(await journal.claim(suiteClaim(network ? { network } : {})))!;
    await journal.settled(key, { transaction, bodyDigest: null, at: NOW - minutesAgo * MINUTE });
  }
  return journal.books;
}

const run = (books: Awaited<ReturnType<typeof sold>>, chain: EvmTransfers, since: number | null = null) =>
  reconcileBooks({ books, chains: [chain], since, now: NOW });

describe('reconcileBooks', () => {
  it('agrees when each payment has its transfer', async () => {
    const { chain } = chainOf([{ transaction: '0xa', amount: '10000', block: '60' }]);
    const { result } = await run(await sold([{ transaction: '0xa', minutesAgo: 60 }]), chain);
    expect(result).toMatchObject({
      differences: { row_without_transfer: 0, other_amount: 0, transfer_without_row: 0 },
      networks: [{ settledPayments: 1, settledAtomic: '10000', transfers: 1, transfersAtomic: '10000' }],
      notCompared: [],
    });
  });

  it('finds a payment that the chain does not know, and money that no payment explains', async () => {
    const { chain } = chainOf([{ transaction: '0xb', amount: '7', block: '60' }]);
    const { result, rowsWithoutTransfer, transfersWithoutRow } = await run(
      await sold([{ transaction: '0xa', minutesAgo: 60 }]),
      chain,
    );
    expect(result.differences).toEqual({ row_without_transfer: 1, other_amount: 0, transfer_without_row: 1 });
    expect(result.networks[0]).toMatchObject({ settledAtomic: '10000', transfers: 1, transfersAtomic: '7' });
    expect(rowsWithoutTransfer).toHaveLength(1);
    expect(transfersWithoutRow[0]?.transaction).toBe('0xb');
    expect(JSON.stringify(result)).not.toMatch(/0xa|0xb/);
  });

  it('counts what the chain moved when it is another amount', async () => {
    const { chain } = chainOf([{ transaction: '0xa', amount: '9999', block: '60' }]);
    const { result } = await run(await sold([{ transaction: '0xa', minutesAgo: 60 }]), chain);
    expect(result.differences.other_amount).toBe(1);
    expect(result.networks[0]).toMatchObject({ settledAtomic: '10000', transfersAtomic: '9999' });
  });

  it('asks for a transfer that is older than what was read: settled late is not missing', async () => {
    const { chain, asked } = chainOf([{ transaction: '0xa', amount: '10000', block: '5000' }]);
    const books = await sold([{ transaction: '0xa', minutesAgo: 30 }]);
    const { result } = await run(books, chain, NOW - 60 * MINUTE);
    expect(asked).toEqual(['0xa']);
    expect(result.differences.row_without_transfer).toBe(0);
  });

  it('gives a young transfer time to become a row, and leaves those of the margin to the span before', async () => {
    const { chain } = chainOf([
      { transaction: '0xyoung', amount: '1', block: '5' },
      { transaction: '0xmargin', amount: '1', block: '65' },
      { transaction: '0xlate', amount: '1', block: '20' },
    ]);
    const { transfersWithoutRow } = await run(await sold([]), chain, NOW - 60 * MINUTE);
    expect(transfersWithoutRow.map(({ transaction }) => transaction)).toEqual(['0xlate']);
  });

  it('names networks that nobody compared', async () => {
    const books = await sold([
      { transaction: '0xt', minutesAgo: 1, network: 'eip155:4217' as typeof NETWORK },
    ]);
    const { result } = await run(books, chainOf([]).chain);
    expect(result.notCompared).toEqual(['eip155:4217']);
  });
});

describe('compareRegularly', () => {
  it('keeps what it found, and reports what it could not ask', async () => {
    const { chain } = chainOf([]);
    const books = await sold([]);
    const reports: string[] = [];
    const options = {
      books,
      clock: { now: () => NOW, sleep: async () => {} },
      report: (where: string) => void reports.push(where),
      everyMs: 1_000,
      spanMs: null,
      graceMs: 0,
    };
    const down = { ...chain, arrived: () => Promise.reject(new Error('down')) };
    const failing = compareRegularly({ ...options, chains: [down] });
    await failing.now();
    failing.stop();
    expect([reports, await books.reconciled()]).toEqual([['reconciliation'], undefined]);
    const working = compareRegularly({ ...options, chains: [chain] });
    await working.now();
    working.stop();
    expect(await books.reconciled()).toMatchObject({ at: NOW, since: null });
  });
});
