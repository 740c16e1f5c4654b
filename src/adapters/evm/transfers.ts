import { type Hex, numberToHex, pad, toEventSelector } from 'viem';
import type { Receipt, Transfer } from '../../accounting/reconcile.ts';
import type { Network } from '../../values/payment.ts';
import type { EpochMs } from '../../values/time.ts';
import type { Chain } from './chain.ts';

const TRANSFER = toEventSelector('event Transfer(address indexed from, address indexed to, uint256 value)');

export interface Arrivals {
  readonly transfers: readonly Transfer[];
  /** Newest block that was looked at, and oldest. */
  readonly throughBlock: bigint;
  readonly fromBlock: bigint;
}

/** What the chain shows arriving at the seller: Transfer logs of one asset to one address. No sender is read. */
export interface EvmTransfers {
  readonly network: Network;
  /** Everything that arrived in blocks at or after `since` (epoch ms; 0: from the first block on), oldest last. */
  arrived(since: EpochMs): Promise<Arrivals>;
  /** Whether one payment's transaction moved its amount to the seller: for a transfer outside the span that was read. */
  paid(receipt: Receipt): Promise<boolean>;
  /** When a block was made, epoch ms. */
  timeOf(block: string): Promise<EpochMs>;
}

interface Log {
  readonly data: Hex;
  readonly topics: readonly Hex[];
  readonly address: Hex;
  readonly transactionHash: Hex;
  readonly blockNumber: Hex;
  readonly removed?: boolean;
}

export function evmTransfers(
  chain: Chain,
  { network, asset, payTo }: { readonly network: Network; readonly asset: string; readonly payTo: string },
  pageBlocks: bigint,
): EvmTransfers {
  const { client } = chain;
  const recipient = pad(payTo as Hex).toLowerCase() as Hex;

  const page = (fromBlock: bigint, toBlock: bigint): Promise<readonly Log[]> =>
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

  return {
    network,
    async arrived(since) {
      const throughBlock = await client.getBlockNumber();
      const transfers: Transfer[] = [];
      for (let toBlock = throughBlock; ; ) {
        const fromBlock = toBlock >= pageBlocks ? toBlock - pageBlocks + 1n : 0n;
        const logs = await page(fromBlock, toBlock);
        transfers.push(...logs.filter(({ removed }) => !removed).map(transferOf));
        if (fromBlock === 0n || (await timeOf(fromBlock)) < since)
          return { transfers, throughBlock, fromBlock };
        toBlock = fromBlock - 1n;
      }
    },
    async paid({ transaction, amount }) {
      const receipt = transaction === null ? undefined : await chain.receipt(transaction as Hex);
      return (
        receipt?.status === 'success' &&
        receipt.logs.some(
          (log) =>
            log.address.toLowerCase() === asset.toLowerCase() &&
            log.topics[0] === TRANSFER &&
            log.topics[2]?.toLowerCase() === recipient &&
            BigInt(log.data) === BigInt(amount),
        )
      );
    },
    timeOf: (block) => timeOf(BigInt(block)),
  };

  function transferOf(log: Log): Transfer {
    const amount = BigInt(log.data).toString();
    return {
      network,
      asset: log.address,
      amount,
      transaction: log.transactionHash,
      block: BigInt(log.blockNumber).toString(),
    };
  }
}
