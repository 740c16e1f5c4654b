import { beforeEach, describe, expect, it } from 'vitest';
import { USDC_SOLANA } from '../../gate/assets.ts';
import { associatedTokenAccount } from '../../gate/rails/solana-address.ts';
import type { ArrivalPage } from '../../ports.ts';
import { solanaTransfers } from './transfers.ts';

const SELLER = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
const ACCOUNT = associatedTokenAccount(SELLER, USDC_SOLANA.asset);
const NOW_SLOT = 10_000;

interface Made {
  readonly signature: string;
  readonly slot: number;
  /** By how much the seller's account changed. */
  readonly amount: bigint;
  readonly failed?: boolean;
}

/** A chain with a slot every second, whose lists of ids have pages of three. */
let made: Made[] = [];
let looked: string[] = [];
const timeOf = (slot: number) => slot * 1_000;
const node = {
  finalSlot: async () => NOW_SLOT,
  timeOf: async (slot: number) => timeOf(slot),
  history: async (address: string, before?: string) => {
    expect(address).toBe(ACCOUNT);
    const newest = [...made].sort((a, b) => b.slot - a.slot);
    const from = before === undefined ? 0 : newest.findIndex(({ signature }) => signature === before) + 1;
    return newest
      .slice(from, from + 3)
      .map(({ signature, slot, failed = false }) => ({ signature, slot, failed, time: timeOf(slot) }));
  },
  change: async (signature: string, account: string) => {
    expect(account).toBe(ACCOUNT);
    looked.push(signature);
    const found = made.find((each) => each.signature === signature);
    return found && { slot: found.slot, amount: found.failed ? 0n : found.amount };
  },
};
const open = () => solanaTransfers(node, { ...USDC_SOLANA, payTo: SELLER });
let arrivals = open();
beforeEach(() => {
  made = [];
  looked = [];
  arrivals = open();
});

async function pagesSince(since: number, after?: string): Promise<ArrivalPage[]> {
  const pages: ArrivalPage[] = [];
  for await (const page of arrivals.since(since, after)) pages.push(page);
  return pages;
}
const idsSince = async (since: number) =>
  (await pagesSince(since)).flatMap(({ transfers }) => transfers.map(({ transaction }) => transaction));
const sales = (count: number): Made[] =>
  Array.from({ length: count }, (_, i) => ({ signature: `s${i}`, slot: 100 + i, amount: 10_000n }));
const receipt = (transaction: string | null, amount = '10000') => ({
  network: USDC_SOLANA.network,
  asset: USDC_SOLANA.asset,
  amount,
  transaction,
});

describe('since', () => {
  it('ends where a node shows the same page for ever, whatever it is asked', async () => {
    const page = [{ signature: 'a', slot: 100, failed: false, time: timeOf(100) }];
    const stuck = solanaTransfers({ ...node, history: async () => page }, { ...USDC_SOLANA, payTo: SELLER });
    await expect(stuck.since(0)[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'SAME_PAGE' });
  });

  it('lists everything that arrived, oldest first, over all pages of ids', async () => {
    made = sales(200);
    expect(await idsSince(0)).toEqual(made.map(({ signature }) => signature));
  });

  it('reads no further back than the span', async () => {
    made = sales(20);
    expect(await idsSince(timeOf(117))).toEqual(['s17', 's18', 's19']);
    expect(looked).toHaveLength(3);
  });

  it('tells how far it has come, and ends at the newest final slot', async () => {
    made = sales(65);
    const pages = await pagesSince(0);
    expect(pages.map(({ through }) => through)).toEqual([
      ...[timeOf(163), timeOf(164), timeOf(NOW_SLOT - 60), timeOf(NOW_SLOT)],
    ]);
    expect(pages.at(-1)).toMatchObject({ transfers: [], throughBlock: String(NOW_SLOT) });
  });

  it('calls final what is a minute older than the newest final block, and goes on after it', async () => {
    const ages = [120, 61, 60, 59, 1];
    made = ages.map((age) => ({ signature: `s${age}`, slot: NOW_SLOT - age, amount: 1n }));
    const final = (await pagesSince(0)).filter(({ isFinal }) => isFinal);
    const names = (pages: ArrivalPage[]) =>
      pages.flatMap(({ transfers }) => transfers.map((t) => t.transaction));
    expect(names(final)).toEqual(['s120', 's61', 's60']);
    expect(final.at(-1)!.throughBlock).toBe(String(NOW_SLOT - 60));
    expect(names(await pagesSince(0, final.at(-1)!.throughBlock))).toEqual(['s59', 's1']);
  });

  it('leaves the transactions of a slot in one page, since it goes on after slots', async () => {
    made = sales(130).map((each, i) => ({ ...each, slot: i < 60 ? i : 60 + Math.floor(i / 30) }));
    for (const { throughBlock, isFinal } of await pagesSince(0)) {
      if (!isFinal) continue;
      const rest = (await pagesSince(0, throughBlock)).flatMap(({ transfers }) => transfers);
      expect(rest.length).toBe(made.filter(({ slot }) => slot > Number(throughBlock)).length);
    }
  });

  it('leaves out what failed, what the seller sent, and what moved nothing', async () => {
    made = [
      { signature: 'failed', slot: 1, amount: 5n, failed: true },
      { signature: 'spent', slot: 2, amount: -5n },
      { signature: 'named', slot: 3, amount: 0n },
      { signature: 'paid', slot: 4, amount: 5n },
    ];
    const [transfer, ...others] = (await pagesSince(0)).flatMap(({ transfers }) => transfers);
    expect(others).toEqual([]);
    expect(transfer).toEqual({
      network: USDC_SOLANA.network,
      asset: USDC_SOLANA.asset,
      amount: '5',
      transaction: 'paid',
      block: '4',
    });
    // A failed transaction costs whoever sends it less than a look-up costs us.
    expect(looked).not.toContain('failed');
  });

  it('does not look up again what is final', async () => {
    made = sales(5);
    await idsSince(0);
    made = sales(7);
    expect(await idsSince(0)).toHaveLength(7);
    expect(looked).toEqual(['s0', 's1', 's2', 's3', 's4', 's5', 's6']);
  });
});

describe('paid', () => {
  beforeEach(() => {
    made = [
      { signature: 'paid', slot: 1, amount: 10_000n },
      { signature: 'spent', slot: 1, amount: -10_000n },
      { signature: 'failed', slot: 1, amount: 10_000n, failed: true },
    ];
  });

  it.each([
    ['brought the amount', receipt('paid'), true],
    ['brought another amount', receipt('paid', '9999'), false],
    ['took it', receipt('spent'), false],
    ['failed', receipt('failed'), false],
    ['is in no final block', receipt('unknown'), false],
    ['is not named', receipt(null), false],
  ])('of a transaction that %s', async (_, asked, expected) => {
    expect(await arrivals.paid(asked)).toBe(expected);
  });

  it('asks again for what was not final', async () => {
    expect(await arrivals.paid(receipt('late'))).toBe(false);
    made.push({ signature: 'late', slot: 5, amount: 10_000n });
    expect(await arrivals.paid(receipt('late'))).toBe(true);
  });
});
