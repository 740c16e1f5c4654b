import { describe, expect, it } from 'vitest';
import type { Entry } from '../accounting/states.ts';
import type { Arrivals } from '../ports.ts';
import { BASE, SOLANA } from '../values/payment.ts';
import { unexplained } from './unexplained.ts';

const NOW = 1_795_000_000_000;
const ASSET = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';

/** A chain on which transfers of a cent arrived so many seconds ago. */
const chain = (network: Arrivals['network'], arrivedAgo: Readonly<Record<string, number>>): Arrivals => ({
  network,
  finalThrough: async () => NOW,
  async *since() {
    const transfers = Object.entries(arrivedAgo).map(([transaction, ago]) => ({
      network,
      asset: ASSET,
      amount: '10000',
      transaction,
      block: String(ago),
    }));
    yield { transfers, throughBlock: '0', through: NOW, isFinal: false };
  },
  paid: async () => true,
  timeOf: async (block) => NOW - Number(block) * 1_000,
});
const books = (...transactions: string[]) => ({
  settledExtent: async () => ({ rows: 0, times: 0 }),
  settledSince: async () =>
    transactions.map(
      (transaction) =>
        ({ network: BASE, asset: ASSET, amount: '10000', transaction, settledAt: NOW - 1_000_000 }) as Entry,
    ),
});

describe('the doctor', () => {
  it('warns by variable of what came without a sale, and names nobody', async () => {
    const warnings = await unexplained(
      books('0x01'),
      [chain(BASE, { '0x01': 1_000, '0x02': 1_000, '0x03': 2_000 }), chain(SOLANA, { a: 3_000 })],
      NOW,
    );
    expect(warnings.map(({ variable }) => variable)).toEqual(['PAY_TO_EVM', 'PAY_TO_SOLANA']);
    expect(warnings[0]!.message).toMatch(/^has received 2 transfer\(s\) .* this service's own/);
    expect(JSON.stringify(warnings)).not.toContain('0x02');
  });

  it('is content with what its sales explain, with what came a moment ago, and with what came long before', async () => {
    const arrived = { '0x01': 1_000, '0x02': 10, '0x03': 100_000 };
    expect(await unexplained(books('0x01'), [chain(BASE, arrived)], NOW)).toEqual([]);
  });

  it('takes a journal that is not there for one without sales', async () => {
    expect(await unexplained(books(), [chain(BASE, { '0x01': 1_000 })], NOW)).toHaveLength(1);
  });
});
