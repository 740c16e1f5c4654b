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
import { chainIdOf, type Offer, TEMPO } from '../../values/payment.ts';
import { checkedAnswers } from '../evm/answers.ts';
import { CHAIN_PATIENCE } from '../evm/chain.ts';
import { isOutOfGas } from '../evm/gas.ts';
import { OUT_OF_GAS } from '../evm/looks.ts';
import { blockSearch } from './blocks.ts';
import { type Bound, isBoundTo } from './memo.ts';
import { type SignedTransaction, TIP20_ABI } from './transaction.ts';

export type TempoTerms = Pick<Offer, 'asset' | 'amount' | 'payTo'>;

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
  /** Whether a block of a window holds a transaction (blocks.ts). Undefined: not known yet, ask again. */
  holds: ReturnType<typeof blockSearch>;
}

/** For each call of a buyer's choice. A transfer to a new account takes less than half of it. */
const SIMULATION_GAS = 1_000_000n;

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
    transport: checkedAnswers(http(rpcUrl, CHAIN_PATIENCE)),
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
    holds: blockSearch(client),

    async receipt(transaction) {
      try {
        return await client.getTransactionReceipt({ hash: transaction as Hex });
      } catch (error) {
        if (error instanceof TransactionReceiptNotFoundError) return undefined;
        throw error;
      }
    },

    async simulate({ from, request }) {
      // What the buyer signed for, and no more of our node than a payment needs.
      const gas = request.gas !== undefined && request.gas < SIMULATION_GAS ? request.gas : SIMULATION_GAS;
      try {
        // Call by call, as the sender: whether the node takes the whole envelope is asked by sending it.
        for (const { to, data, value } of request.calls)
          await client.call({
            account: from as Hex,
            gas,
            ...(to && { to }),
            ...(data && { data }),
            ...(value !== undefined && { value }),
          });
        return undefined;
      } catch (error) {
        const reverted =
          error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError);
        if (reverted) return (reverted as ExecutionRevertedError).shortMessage;
        if (isOutOfGas(error)) return OUT_OF_GAS;
        throw error;
      }
    },
  };
}

/** Who paid us for this very challenge in a transaction, as the token's own log says; undefined when nobody did. */
export function tempoPaidUs(
  receipt: Pick<TransactionReceipt, 'status' | 'logs'>,
  terms: TempoTerms,
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
      // From the recipient to itself: nobody has paid anything.
      args.from.toLowerCase() !== args.to.toLowerCase() &&
      args.amount === BigInt(terms.amount) &&
      isBoundTo(args.memo, bound),
  );
  return paid?.args.from.toLowerCase();
}
