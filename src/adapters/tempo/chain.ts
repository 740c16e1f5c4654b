import {
  BaseError,
  createPublicClient,
  defineChain,
  ExecutionRevertedError,
  type Hex,
  http,
  type Log,
  type PublicClient,
  parseEventLogs,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem';
import { Failure } from '../../values/failure.ts';
import { chainIdOf, type Offer, TEMPO } from '../../values/payment.ts';
import { CHAIN_PATIENCE } from '../evm/chain.ts';
import { type Bound, isBoundTo } from './memo.ts';
import { type SignedTransaction, TIP20_ABI } from './transaction.ts';

export type Terms = Pick<Offer, 'asset' | 'amount' | 'payTo'>;

/** Reads of one Tempo chain, and the one write. Every method throws when the node cannot be asked. */
export interface TempoChain {
  readonly client: PublicClient;
  receipt(transaction: string): Promise<TransactionReceipt | undefined>;
  balance(asset: string, holder: string): Promise<bigint>;
  /** Undefined: it would go through now. Otherwise what it reverts with. */
  simulate(transaction: SignedTransaction): Promise<string | undefined>;
  send(raw: string): Promise<void>;
  /** Epoch seconds of the newest block. */
  now(): Promise<number>;
  /**
   * Whether a block made from `from` to `to`, in epoch seconds, holds a transaction. Each block is asked for by its
   * number, and what Tempo has finalised is the same on every node, so that it does not matter which one answers; a
   * receipt that is not there may be one that a node which stopped has not seen. Throws when a block is missing.
   */
  holds(transaction: string, from: number, to: number): Promise<boolean>;
}

/** Blocks asked for side by side. */
const BLOCKS_AT_ONCE = 20;

export function openTempoChain({ rpcUrl }: { readonly rpcUrl: string }): TempoChain {
  const chain = defineChain({
    id: chainIdOf(TEMPO),
    name: 'Tempo',
    nativeCurrency: { name: 'USD', symbol: 'USD', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const client = createPublicClient({
    chain,
    cacheTime: 0,
    transport: http(rpcUrl, CHAIN_PATIENCE),
  });
  return {
    client,
    balance: (asset, holder) =>
      client.readContract({
        address: asset as Hex,
        abi: TIP20_ABI,
        functionName: 'balanceOf',
        args: [holder as Hex],
      }),
    send: async (raw) => void (await client.sendRawTransaction({ serializedTransaction: raw as Hex })),
    now: async () => Number((await client.getBlock()).timestamp),
    holds,

    async receipt(transaction) {
      try {
        return await client.getTransactionReceipt({ hash: transaction as Hex });
      } catch (error) {
        if (error instanceof TransactionReceiptNotFoundError) return undefined;
        throw error;
      }
    },

    async simulate({ from, request }) {
      try {
        // Call by call, as the sender: whether the node takes the whole envelope is asked by sending it.
        for (const { to, data, value } of request.calls)
          await client.call({
            account: from as Hex,
            ...(to && { to }),
            ...(data && { data }),
            ...(value !== undefined && { value }),
          });
        return undefined;
      } catch (error) {
        const reverted =
          error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError);
        if (reverted) return (reverted as ExecutionRevertedError).shortMessage;
        throw error;
      }
    },
  };

  async function holds(transaction: string, from: number, to: number): Promise<boolean> {
    const last = await lastBlock(to);
    let above: { readonly number: bigint; readonly parentHash: Hex } | undefined;
    for (let top = last; ; top -= BigInt(BLOCKS_AT_ONCE)) {
      const numbers = Array.from({ length: BLOCKS_AT_ONCE }, (_, i) => top - BigInt(i)).filter(
        (n) => n >= 0n,
      );
      const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber })));
      for (const block of blocks) {
        if (above && above.parentHash !== block.hash)
          throw new Failure('nodes show different blocks of one number', 'OTHER_BLOCK');
        above = block;
        if (block.transactions.includes(transaction as Hex)) return true;
        if (Number(block.timestamp) < from || block.number === 0n) return false;
      }
    }
  }

  /** Number of the last block made at `time` or before. Throws when the chain may still make another one. */
  async function lastBlock(time: number): Promise<bigint> {
    const isBy = (block: { readonly timestamp: bigint }) => Number(block.timestamp) <= time;
    const newest = await client.getBlock();
    if (isBy(newest)) throw new Failure('the node has not seen the end of the window', 'NODE_BEHIND');
    let high = newest.number;
    let low = high;
    for (let step = 1n; low > 0n; step *= 2n) {
      low = low > step ? low - step : 0n;
      if (isBy(await client.getBlock({ blockNumber: low }))) break;
      high = low;
    }
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (isBy(await client.getBlock({ blockNumber: middle }))) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Who paid us for this very challenge in a transaction, as the token's own log says; undefined when nobody did. */
export function paidUs(
  receipt: Pick<TransactionReceipt, 'status' | 'logs'>,
  terms: Terms,
  bound: Bound,
): string | undefined {
  if (receipt.status !== 'success') return undefined;
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === terms.asset.toLowerCase()) as Log<
    bigint,
    number,
    false
  >[];
  const paid = parseEventLogs({ abi: TIP20_ABI, eventName: 'TransferWithMemo', logs, strict: true }).find(
    ({ args }) =>
      args.to.toLowerCase() === terms.payTo.toLowerCase() &&
      args.amount === BigInt(terms.amount) &&
      isBoundTo(args.memo, bound),
  );
  return paid?.args.from.toLowerCase();
}
