import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hex, numberToHex, pad, toEventSelector } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArrivalPage, Arrivals } from '../../ports.ts';
import { openChain } from './chain.ts';
import { evmTransfers } from './transfers.ts';

const TRANSFER = toEventSelector('event Transfer(address indexed from, address indexed to, uint256 value)');
const ASSET = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const SELLER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BUYER = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
const NEWEST = 95;
const FINAL = 60;
const PAGE = 10n;
const DOUBT = 5n;
const GENESIS_SECONDS = 1_790_000_000;

interface MadeLog {
  readonly block: number;
  readonly value: bigint;
  readonly transaction: Hex;
  readonly to?: Hex;
  readonly asset?: Hex;
  readonly removed?: boolean;
}

/** A chain with a block every two seconds. It filters logs as a node does, and refuses ranges beyond its cap. */
let made: MadeLog[] = [];
let reverted = false;
let down = false;

const logOf = ({ block, value, transaction, to = SELLER, asset = ASSET, removed = false }: MadeLog) => ({
  address: asset.toLowerCase(),
  topics: [TRANSFER, pad(BUYER), pad(to).toLowerCase()],
  data: numberToHex(value, { size: 32 }),
  blockNumber: numberToHex(block),
  transactionHash: transaction,
  transactionIndex: '0x0',
  blockHash: pad('0x1'),
  logIndex: '0x0',
  removed,
});

const METHODS: Record<string, (params: readonly unknown[]) => unknown> = {
  eth_blockNumber: () => numberToHex(NEWEST),
  eth_getBlockByNumber: ([number]) => {
    const at = number === 'finalized' ? FINAL : Number(number);
    if (at > NEWEST) return null;
    return {
      number: numberToHex(at),
      timestamp: numberToHex(GENESIS_SECONDS + at * 2),
      transactions: [],
      hash: pad('0x1'),
    };
  },
  eth_getLogs: ([filter]) => {
    const { address, topics, fromBlock, toBlock } = filter as unknown as Record<
      'fromBlock' | 'toBlock' | 'address',
      Hex
    > & {
      topics: (Hex | null)[];
    };
    if (down) throw new Error('down');
    if (BigInt(toBlock) - BigInt(fromBlock) >= PAGE) throw new Error('range is too wide');
    return made
      .filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
      .map(logOf)
      .filter(
        (log) =>
          log.address === address.toLowerCase() &&
          topics.every((topic, i) => topic === null || topic.toLowerCase() === log.topics[i]!.toLowerCase()),
      );
  },
  eth_getTransactionReceipt: ([hash]) => {
    const logs = made.filter(({ transaction }) => transaction === hash);
    return logs.length === 0
      ? null
      : {
          transactionHash: hash,
          status: reverted ? '0x0' : '0x1',
          from: BUYER,
          logs: logs.map(logOf),
          type: '0x2',
        };
  },
};

const server = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  let answer: object;
  try {
    answer = { result: METHODS[method]!(params) };
  } catch (error) {
    answer = { error: { code: -32_602, message: (error as Error).message } };
  }
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
let arrivals: Arrivals;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  arrivals = evmTransfers(
    openChain({ rpcUrl }),
    { network: 'eip155:8453', asset: ASSET, payTo: SELLER },
    PAGE,
    { block: 'finalized', doubtMs: 60_000, doubtBlocks: DOUBT },
  );
});
afterAll(() => void server.close());
beforeEach(() => {
  made = [];
  reverted = false;
  down = false;
});

const tx = (n: number): Hex => pad(numberToHex(n));
const timeOf = (block: number) => (GENESIS_SECONDS + block * 2) * 1_000;
async function pagesSince(since: number, after?: string): Promise<ArrivalPage[]> {
  const pages: ArrivalPage[] = [];
  for await (const page of arrivals.since(since, after)) pages.push(page);
  return pages;
}
const receipt = (transaction: string | null, amount = '10000') => ({
  network: 'eip155:8453' as const,
  asset: ASSET,
  amount,
  transaction,
});

describe('since', () => {
  it('reads every block once, oldest first, in ranges that the node allows', async () => {
    made = Array.from({ length: NEWEST + 1 }, (_, block) => ({ block, value: 1n, transaction: tx(block) }));
    const pages = await pagesSince(0);
    expect(pages.flatMap(({ transfers }) => transfers.map(({ block }) => Number(block)))).toEqual(
      made.map(({ block }) => block),
    );
    expect(pages.map(({ throughBlock }) => Number(throughBlock))).toEqual([
      9, 19, 29, 39, 49, 55, 65, 75, 85, 95,
    ]);
    expect(pages.map(({ through }) => through)).toEqual(
      pages.map(({ throughBlock }) => timeOf(Number(throughBlock))),
    );
  });

  it.each([
    ['the time of a block', timeOf(40), 40],
    ['a time between two blocks', timeOf(40) - 1, 40],
    ['the time of the newest block', timeOf(NEWEST), NEWEST],
    ['a time that no block has reached', timeOf(NEWEST) + 60_000, NEWEST],
    ['the time of the first block', timeOf(0), 0],
    ['a time before the first block', 1, 0],
  ])('begins with the first block of a span: %s', async (_, since, first) => {
    made = Array.from({ length: NEWEST + 1 }, (_each, block) => ({
      block,
      value: 1n,
      transaction: tx(block),
    }));
    const pages = await pagesSince(since);
    expect(Number(pages[0]!.transfers[0]!.block)).toBe(first);
    expect(Number(pages.at(-1)!.throughBlock)).toBe(NEWEST);
  });

  it('answers one page when nothing arrived in the last block', async () => {
    expect(await pagesSince(timeOf(NEWEST))).toEqual([
      { transfers: [], throughBlock: String(NEWEST), through: timeOf(NEWEST), isFinal: false },
    ]);
  });

  it('takes what the asset moved to the seller, and nothing else', async () => {
    made = [
      { block: 1, value: 10_000n, transaction: tx(1) },
      { block: 2, value: 2n, transaction: tx(2), to: BUYER },
      { block: 3, value: 3n, transaction: tx(3), asset: '0x1111111111111111111111111111111111111111' },
      { block: 4, value: 4n, transaction: tx(4), removed: true },
      { block: 5, value: 2n ** 128n, transaction: tx(5) },
    ];
    const found = (await pagesSince(0)).flatMap(({ transfers }) => transfers);
    expect(found.map(({ block, amount }) => [block, amount])).toEqual([
      ['1', '10000'],
      ['5', String(2n ** 128n)],
    ]);
    expect(Object.keys(found[0]!).sort()).toEqual(['amount', 'asset', 'block', 'network', 'transaction']);
    expect(JSON.stringify(found)).not.toContain(BUYER.slice(2));
  });

  it('ends a page where the final blocks end, less those by which a node may lag', async () => {
    const pages = await pagesSince(timeOf(52));
    expect(pages.map(({ throughBlock, isFinal }) => [throughBlock, isFinal])).toEqual([
      ...[['55', true] as const, ['65', false] as const, ['75', false] as const],
      ...[['85', false] as const, ['95', false] as const],
    ]);
  });

  it('goes on after a final page, and asks for no block before it', async () => {
    made = [53, 55, 56, 90].map((block) => ({ block, value: 1n, transaction: tx(block) }));
    const final = (await pagesSince(timeOf(50))).filter(({ isFinal }) => isFinal).at(-1)!;
    const rest = await pagesSince(timeOf(50), final.throughBlock);
    expect(rest.flatMap(({ transfers }) => transfers.map(({ block }) => block))).toEqual(['56', '90']);
  });

  it('throws when the node has not come as far as another one had', async () => {
    await expect(pagesSince(0, String(NEWEST))).rejects.toThrow('no block after');
  });

  it('throws when the node cannot be asked', async () => {
    down = true;
    await expect(pagesSince(0)).rejects.toThrow();
  });
});

describe('paid', () => {
  beforeEach(() => {
    made = [
      { block: 1, value: 10_000n, transaction: tx(1) },
      { block: 1, value: 10_000n, transaction: tx(2), to: BUYER },
      { block: 1, value: 10_000n, transaction: tx(3), asset: '0x1111111111111111111111111111111111111111' },
    ];
  });

  it.each([
    ['moved the amount to the seller', receipt(tx(1)), true],
    ['moved another amount', receipt(tx(1), '10001'), false],
    ['paid somebody else', receipt(tx(2)), false],
    ['moved another asset', receipt(tx(3)), false],
    ['is not on the chain', receipt(tx(9)), false],
    ['is not named', receipt(null), false],
  ])('of a transaction that %s', async (_, asked, expected) => {
    expect(await arrivals.paid(asked)).toBe(expected);
  });

  it('is asked of the address that was paid when it was sold, which need not be the one of today', async () => {
    expect(await arrivals.paid({ ...receipt(tx(2)), payTo: BUYER })).toBe(true);
    expect(await arrivals.paid({ ...receipt(tx(1)), payTo: BUYER })).toBe(false);
  });

  it('is false when the transaction was reverted', async () => {
    reverted = true;
    expect(await arrivals.paid(receipt(tx(1)))).toBe(false);
  });
});

it('is final through the block that the node calls so, less the doubt about clocks', async () => {
  expect(await arrivals.finalThrough()).toBe(timeOf(FINAL) - 60_000);
});

it('tells when a block was made', async () => {
  expect(await arrivals.timeOf('7')).toBe(timeOf(7));
  const { eth_getBlockByNumber: asked } = METHODS;
  METHODS.eth_getBlockByNumber = () => null;
  const again = await arrivals.timeOf('7').catch((error: unknown) => error);
  METHODS.eth_getBlockByNumber = asked!;
  expect(again, 'it is asked for once').toBe(timeOf(7));
});
