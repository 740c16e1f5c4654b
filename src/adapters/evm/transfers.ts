import { type Hex, numberToHex, pad, toEventSelector } from 'viem';
import type { Transfer } from '../../accounting/reconcile.ts';
import type { Arrivals } from '../../ports.ts';
import { Latest } from '../../values/latest.ts';
import type { Finality } from '../../values/networks.ts';
import type { Network } from '../../values/payment.ts';
import type { EpochMs } from '../../values/time.ts';
import type { Chain } from './chain.ts';

/** Blocks of transfers without a row whose time is kept: anybody can make such transfers, and they are asked for each time. */
const MAX_TIMES = 16_384;
const TRANSFER = toEventSelector('event Transfer(address indexed from, address indexed to, uint256 value)');

interface Log {
  readonly data: Hex;
  readonly topics: readonly Hex[];
  readonly address: Hex;
  readonly transactionHash: Hex;
  readonly blockNumber: Hex;
  readonly removed?: boolean;
}

/**
 * Transfer logs of one ERC-20 asset to one address. Tempo's tokens emit the same log, also for a transfer with a memo.
 * `pageBlocks`: how many blocks a provider allows for one eth_getLogs.
 */
export function evmTransfers(
  chain: Pick<Chain, 'client' | 'receipt'>,
  { network, asset, payTo }: { readonly network: Network; readonly asset: string; readonly payTo: string },
  pageBlocks: bigint,
  { block, doubtMs, doubtBlocks }: Finality,
): Arrivals {
  const { client } = chain;
  const topicOf = (address: string): Hex => pad(address as Hex).toLowerCase() as Hex;
  const recipient = topicOf(payTo);
  const times = new Latest<EpochMs>(MAX_TIMES);

  const logs = (fromBlock: bigint, toBlock: bigint): Promise<readonly Log[]> =>
    client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: asset as Hex,
          topics: [TRANSFER, null, recipient],
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(toBlock),
        },
      ],
    }) as Promise<readonly Log[]>;

  const timeOf = async (blockNumber: bigint): Promise<EpochMs> =>
    Number((await client.getBlock({ blockNumber })).timestamp) * 1_000;

  const finalBlock = async (newest: bigint): Promise<bigint> =>
    block === 'latest' ? newest : (await client.getBlock({ blockTag: block })).number;

  /** The first block that was made at `since` or later, or the newest one. */
  async function firstBlock(since: EpochMs, newest: bigint): Promise<bigint> {
    let [low, high] = [0n, since === 0 ? 0n : newest];
    while (low < high) {
      const middle = (low + high) / 2n;
      if ((await timeOf(middle)) < since) low = middle + 1n;
      else high = middle;
    }
    return low;
  }

  return {
    network,
    finalThrough: async () =>
      Number((await client.getBlock({ blockTag: block })).timestamp) * 1_000 - doubtMs,
    async *since(since, after) {
      const newest = await client.getBlockNumber();
      const final = (await finalBlock(newest)) - doubtBlocks;
      let fromBlock = after === undefined ? await firstBlock(since, newest) : BigInt(after) + 1n;
      if (fromBlock > newest) throw new Error('the node shows no block after those that were final before');
      while (fromBlock <= newest) {
        const last = fromBlock + pageBlocks - 1n;
        // A page ends where the final blocks do, so that all of them need never be read again.
        const ends = [last, newest, ...(fromBlock <= final ? [final] : [])];
        const toBlock = ends.reduce((first, end) => (end < first ? end : first));
        const found = await logs(fromBlock, toBlock);
        yield {
          transfers: found.filter(({ removed }) => !removed).map(transferOf),
          throughBlock: toBlock.toString(),
          through: await timeOf(toBlock),
          isFinal: toBlock <= final,
        };
        fromBlock = toBlock + 1n;
      }
    },
    async paid({ transaction, amount, payTo: soldTo = payTo }) {
      const receipt = transaction === null ? undefined : await chain.receipt(transaction as Hex);
      return (
        receipt?.status === 'success' &&
        receipt.logs.some(
          (log) =>
            log.address.toLowerCase() === asset.toLowerCase() &&
            log.topics[0] === TRANSFER &&
            log.topics[2]?.toLowerCase() === topicOf(soldTo) &&
            BigInt(log.data) === BigInt(amount),
        )
      );
    },
    async timeOf(block) {
      const time = times.get(block) ?? (await timeOf(BigInt(block)));
      times.set(block, time);
      return time;
    },
  };

  function transferOf(log: Log): Transfer {
    return {
      network,
      asset: log.address,
      amount: BigInt(log.data).toString(),
      transaction: log.transactionHash,
      block: BigInt(log.blockNumber).toString(),
    };
  }
}
