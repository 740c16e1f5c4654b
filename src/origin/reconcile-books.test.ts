import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../adapters/memory-journal.ts';
import { entryIn, suiteClaim } from '../adapters/opened.suite.ts';
import type { Arrivals } from '../ports.ts';
import { chainOf, MINUTE, NETWORK, NOW, sold, TEMPO } from './reconcile-books.testing.ts';
import { reconcileBooks } from './reconcile-books.ts';

const run = (books: Awaited<ReturnType<typeof sold>>, chain: Arrivals, since: number | null = null) =>
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

  it('counts what it knows an hour at a time, once for all chains, and lets others run in between', async () => {
    const [early, late] = [NOW - 290 * MINUTE, 30];
    const networks = [NETWORK, TEMPO];
    const payments = [290, 170, 110, late].flatMap((minutesAgo) =>
      networks.map((network) => ({ transaction: `0x${minutesAgo}`, minutesAgo, network })),
    );
    const chains = networks.map(
      (network) =>
        chainOf(
          payments.map(({ transaction, minutesAgo }) => ({
            ...{ transaction, amount: suiteClaim().amount, block: String(minutesAgo) },
          })),
          { network, finalMinutesAgo: 5 },
        ).chain,
    );
    const books = await sold(payments);
    const seen: string[] = [];
    const counting = {
      ...books,
      settledExtent: async (from: number, through: Parameters<typeof books.settledExtent>[1]) => {
        expect(through.settledAt! - from).toBeLessThanOrEqual(60 * MINUTE);
        seen.push('count');
        return books.settledExtent(from, through);
      },
    };
    const options = { chains, since: early, now: NOW, pause: async () => void seen.push('pause') };
    const { kept } = await reconcileBooks({ ...options, books });
    seen.splice(0);
    const next = await reconcileBooks({ ...options, books: counting, kept });
    const known = [...kept.sides].map(([network, { passed }]) => [network, passed]);
    expect([...kept.sides.values()].map(({ passed }) => passed.rows)).toEqual([6, 6]);
    expect([...next.kept.sides].map(([network, { passed }]) => [network, passed])).toEqual(known);
    const hours = Array(3).fill(['count', 'pause']).flat();
    expect(seen).toEqual([...hours, 'count', 'pause', 'count']);
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

  it('misses a payment whose transaction paid for others alone, as one that a reorg changed', async () => {
    const { chain, asked } = chainOf([{ transaction: '0xa', amount: '10000', block: '60' }]);
    const two = await sold([
      { transaction: '0xa', minutesAgo: 60 },
      { transaction: '0xa', minutesAgo: 60 },
    ]);
    const { result, rowsWithoutTransfer } = await run(two, chain);
    expect(result.differences).toEqual({ row_without_transfer: 1, other_amount: 0, transfer_without_row: 0 });
    expect(rowsWithoutTransfer).toHaveLength(1);
    expect(asked).toEqual([]);
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
    const books = await sold([{ transaction: '0xt', minutesAgo: 1, network: TEMPO }]);
    const { result } = await run(books, chainOf([]).chain);
    expect(result.notCompared).toEqual([TEMPO]);
  });

  it('compares each network with its own chain', async () => {
    const transfer = { amount: '10000', block: '60' };
    const base = chainOf([{ ...transfer, transaction: '0xa' }]);
    const tempo = chainOf([{ ...transfer, transaction: '0xt' }], { network: TEMPO });
    const { result } = await reconcileBooks({
      books: await sold([
        { transaction: '0xa', minutesAgo: 60 },
        { transaction: '0xt', minutesAgo: 60, network: TEMPO },
      ]),
      chains: [base.chain, tempo.chain],
      since: null,
      now: NOW,
    });
    expect(result.networks.map(({ network, settledPayments }) => [network, settledPayments])).toEqual([
      [NETWORK, 1],
      [TEMPO, 1],
    ]);
    expect([result.notCompared, ...Object.values(result.differences)]).toEqual([[], 0, 0, 0]);
  });

  it('says that a chain which cannot be asked was not compared, and compares the others', async () => {
    const base = chainOf([{ transaction: '0xa', amount: '10000', block: '60' }]);
    const reports: string[] = [];
    const { result, transfersWithoutRow } = await reconcileBooks({
      books: await sold([{ transaction: '0xt', minutesAgo: 60, network: TEMPO }]),
      chains: [
        base.chain,
        { ...chainOf([], { network: TEMPO }).chain, paid: () => Promise.reject(new Error()) },
      ],
      since: null,
      now: NOW,
      report: (where) => void reports.push(where),
    });
    expect(result.networks.map(({ network }) => network)).toEqual([NETWORK]);
    expect([result.notCompared, reports, transfersWithoutRow.length]).toEqual([
      [TEMPO],
      ['reconciliation'],
      1,
    ]);
  });

  it('does not miss a payment that is younger than what its node shows as final', async () => {
    const books = await sold([
      { transaction: 'young', minutesAgo: 0 },
      { transaction: 'old', minutesAgo: 3 },
    ]);
    const { chain } = chainOf([], { finalMinutesAgo: 2 });
    const { result, rowsWithoutTransfer } = await run(books, chain);
    expect(rowsWithoutTransfer.map(({ transaction }) => transaction)).toEqual(['old']);
    expect(result.networks[0]).toMatchObject({ settledPayments: 1, transfers: 0 });
  });

  it('reads journal and chain in pages of any size to the same end', async () => {
    const ages = Array.from({ length: 23 }, (_, i) => 15 + i * 30);
    const payments = ages.map((minutesAgo, i) => ({ transaction: `0x${i}`, minutesAgo }));
    const books = await sold(payments);
    const late = await sold([...payments, { transaction: '0xlate', minutesAgo: 30 }]);
    const transfers = ages.map((age, i) => ({
      transaction: `0x${i}`,
      amount: '10000',
      block: String(age + 1),
    }));
    const others = [{ transaction: '0xlate', amount: '10000', block: '600' }];
    for (const page of [1, 2, 7, 23, 24, 100]) {
      const { chain, asked } = chainOf([...transfers, ...others]);
      const one = await reconcileBooks({ books, chains: [chain], since: null, now: NOW, page });
      expect(Object.values(one.result.differences)).toEqual([0, 0, 1]);
      const two = await reconcileBooks({ books: late, chains: [chain], since: null, now: NOW, page });
      expect(Object.values(two.result.differences)).toEqual([0, 0, 0]);
      expect(two.result.networks[0]).toMatchObject({ settledPayments: 24, transfers: 24 });
      expect(asked).toEqual([]);
    }
  });

  it('finds the row of a payment that is settled while the chain is read', async () => {
    const { chain } = chainOf([{ transaction: '0xa', amount: '10000', block: '60' }]);
    const journal = memoryJournal();
    const { key } = entryIn(await journal.claim(suiteClaim()))!;
    const meanwhile: Arrivals = {
      ...chain,
      async *since(from) {
        yield* chain.since(from);
        await journal.settled(key, { transaction: '0xa', bodyDigest: null, at: NOW });
      },
    };
    const { result } = await run(journal.books, meanwhile);
    expect(Object.values(result.differences)).toEqual([0, 0, 0]);
  });
});
