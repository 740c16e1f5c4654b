import {
  BaseError,
  createPublicClient,
  decodeFunctionResult,
  ExecutionRevertedError,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  hexToString,
  http,
  type Log,
  multicall3Abi,
  type PublicClient,
  pad,
  prepareEncodeFunctionData,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  toEventSelector,
  toHex,
} from 'viem';
import type { Offer, SignedAuthorization } from '../../values/payment.ts';
import { Busy } from './busy.ts';
import { ERC_1271_MAGIC, TOKEN_ABI, transferCall, WALLET_ABI } from './eip3009.ts';

/** On Base and every other public chain. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
/** Cap on what a simulation may burn on our node: a wallet contract decides how expensive its signature check is. */
const SIMULATION_GAS = 600_000n;
const WALLET_CHECK_GAS = 200_000n;
/** A flood of junk signatures must not use up the node that honest buyers need too: each may cost one question. */
const MAX_CODE_QUESTIONS = 16;

export interface ChainOptions {
  readonly rpcUrl: string;
  /** Milliseconds for one read. */
  readonly timeoutMs?: number;
  /** Blocks for one eth_getLogs: providers cap it. */
  readonly logPage?: bigint;
}

type Terms = Pick<Offer, 'asset' | 'amount' | 'payTo'>;

/** What the chain says about one authorization before money moves. */
export interface Look {
  readonly used: boolean;
  readonly balance: bigint;
  /** Undefined: the transfer would go through now. */
  readonly revert: string | undefined;
}

const [USED_TOPIC, CANCELLED_TOPIC, TRANSFER_TOPIC] = (
  ['AuthorizationUsed', 'AuthorizationCanceled', 'Transfer'] as const
).map((eventName) => toEventSelector(getAbiItem({ abi: TOKEN_ABI, name: eventName }))) as [Hex, Hex, Hex];

/** With their selectors, which viem would hash anew for every call. */
const CALLS = {
  balance: prepareEncodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf' }),
  state: prepareEncodeFunctionData({ abi: TOKEN_ABI, functionName: 'authorizationState' }),
  together: prepareEncodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3' }),
  wallet: prepareEncodeFunctionData({ abi: WALLET_ABI, functionName: 'isValidSignature' }),
};

/** A Transfer to us that this authorization made. */
export interface Transferred {
  readonly transaction: Hex;
  readonly sender: string;
}

/** Reads of one EVM chain. Every method throws when the node cannot be asked; the callers decide what that means. */
export interface Chain {
  readonly client: PublicClient;
  look(terms: Terms, signed: SignedAuthorization): Promise<Look>;
  isUsed(terms: Terms, signed: SignedAuthorization): Promise<boolean>;
  /** Whether a contract lives at `address`. Asked only for signatures that no ordinary account made; throws when too many are. */
  hasCode(address: Hex): Promise<boolean>;
  /** ERC-1271: whether the wallet contract at `payer` accepts this signature. False when it reverts. */
  acceptedByWallet(payer: Hex, hash: Hex, signature: Hex): Promise<boolean>;
  /**
   * Who used the authorization, if that paid us; undefined when a log says that it paid somebody else or was cancelled.
   * Throws when there is no log: a node that is behind another one knows nothing, and nothing is not a no.
   */
  findTransfer(terms: Terms, signed: SignedAuthorization, since: number): Promise<Transferred | undefined>;
  receipt(transaction: Hex): Promise<TransactionReceipt | undefined>;
  /** Epoch seconds of the newest block. */
  now(): Promise<bigint>;
}

export function openChain({ rpcUrl, timeoutMs = 3_000, logPage = 2_000n }: ChainOptions): Chain {
  const client = createPublicClient({
    // A head that is seconds old hides a transfer that was mined since.
    cacheTime: 0,
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 1, retryDelay: 100 }),
  });
  let askingForCode = 0;
  return {
    client,
    look,
    isUsed,
    hasCode,
    acceptedByWallet,
    findTransfer,
    receipt,
    now: async () => (await client.getBlock()).timestamp,
  };

  /** One call: balance, state of the nonce and a simulation, with a verdict each. */
  async function look(terms: Terms, signed: SignedAuthorization): Promise<Look> {
    const target = terms.asset as Hex;
    const { from, nonce } = signed.authorization;
    const calls = [
      encodeFunctionData({ ...CALLS.balance, args: [from as Hex] }),
      encodeFunctionData({ ...CALLS.state, args: [from as Hex, nonce as Hex] }),
      transferCall(signed),
    ].map((callData) => ({ target, allowFailure: true, callData }));
    const { data } = await client.call({
      to: MULTICALL3,
      data: encodeFunctionData({ ...CALLS.together, args: [calls] }),
      gas: SIMULATION_GAS,
    });
    const [balance, state, transfer] = decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: data!,
    });
    if (!balance?.success || !state?.success || !transfer)
      throw new Error('the asset does not answer as an EIP-3009 token');
    return {
      balance: decodeFunctionResult({ abi: TOKEN_ABI, functionName: 'balanceOf', data: balance.returnData }),
      used: decodeFunctionResult({
        abi: TOKEN_ABI,
        functionName: 'authorizationState',
        data: state.returnData,
      }),
      revert: transfer.success ? undefined : revertText(transfer.returnData),
    };
  }

  function isUsed(terms: Terms, { authorization }: SignedAuthorization): Promise<boolean> {
    const args = [authorization.from as Hex, authorization.nonce as Hex] as const;
    return client.readContract({
      address: terms.asset as Hex,
      abi: TOKEN_ABI,
      functionName: 'authorizationState',
      args,
    });
  }

  async function hasCode(address: Hex): Promise<boolean> {
    if (askingForCode >= MAX_CODE_QUESTIONS) throw new Busy('too many unknown signers are being asked about');
    askingForCode++;
    try {
      const code = await client.getCode({ address });
      return code !== undefined && code !== '0x';
    } finally {
      askingForCode--;
    }
  }

  async function acceptedByWallet(payer: Hex, hash: Hex, signature: Hex): Promise<boolean> {
    const data = encodeFunctionData({ ...CALLS.wallet, args: [hash, signature] });
    try {
      const answer = await client.call({ to: payer, data, gas: WALLET_CHECK_GAS });
      return answer.data?.slice(0, 10) === ERC_1271_MAGIC;
    } catch (error) {
      // The wallet said no, as opposed to a node that could not be asked.
      if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError))
        return false;
      throw error;
    }
  }

  /** Pages backwards from the newest block until a log says what became of it, or the pages are older than `since` (epoch ms). */
  async function findTransfer(
    terms: Terms,
    signed: SignedAuthorization,
    since: number,
  ): Promise<Transferred | undefined> {
    for (let toBlock = await client.getBlockNumber(); ; ) {
      const fromBlock = toBlock > logPage ? toBlock - logPage : 0n;
      const end = await endOf(terms, signed, fromBlock, toBlock);
      if (end) return end.cancelled ? undefined : transferIn(end.transaction, terms, signed);
      if (
        fromBlock === 0n ||
        Number((await client.getBlock({ blockNumber: fromBlock })).timestamp) * 1_000 < since
      )
        throw new Error('the node calls the authorization used and shows no log of it');
      toBlock = fromBlock - 1n;
    }
  }

  /** The log that ended an authorization, in a range of blocks. */
  async function endOf(
    terms: Terms,
    { authorization }: SignedAuthorization,
    fromBlock: bigint,
    toBlock: bigint,
  ) {
    const [log] = await client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: terms.asset as Hex,
          topics: [[USED_TOPIC, CANCELLED_TOPIC], pad(authorization.from as Hex), authorization.nonce as Hex],
          fromBlock: toHex(fromBlock),
          toBlock: toHex(toBlock),
        },
      ],
    });
    return (
      log?.transactionHash && {
        transaction: log.transactionHash,
        cancelled: log.topics[0] === CANCELLED_TOPIC,
      }
    );
  }

  async function transferIn(
    transaction: Hex,
    terms: Terms,
    signed: SignedAuthorization,
  ): Promise<Transferred | undefined> {
    const mined = await receipt(transaction);
    // An event without its receipt is a node in between two views of the chain: not an answer.
    if (!mined) throw new Error('the node knows the event but not its receipt');
    return paidUs(mined, terms, signed)
      ? { transaction: mined.transactionHash, sender: mined.from.toLowerCase() }
      : undefined;
  }

  async function receipt(transaction: Hex): Promise<TransactionReceipt | undefined> {
    try {
      return await client.getTransactionReceipt({ hash: transaction });
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return undefined;
      throw error;
    }
  }
}

/**
 * Whether this receipt holds our money for this very authorization: the token emits `AuthorizationUsed` and, as its
 * next event, the `Transfer`. A Transfer elsewhere in the same transaction may belong to another authorization.
 */
export function paidUs(
  receipt: Pick<TransactionReceipt, 'status' | 'logs'>,
  terms: Terms,
  { authorization }: SignedAuthorization,
): boolean {
  if (receipt.status !== 'success') return false;
  const { from, nonce } = authorization;
  const logs = receipt.logs.filter((log) => log.address.toLowerCase() === terms.asset.toLowerCase());
  const used = logs.find((log) => isEvent(log, [USED_TOPIC, pad(from as Hex), nonce]));
  const next = used && logs.find((log) => log.logIndex === used.logIndex! + 1);
  return (
    next !== undefined &&
    isEvent(next, [TRANSFER_TOPIC, pad(from as Hex), pad(terms.payTo as Hex)]) &&
    next.data === toHex(BigInt(terms.amount), { size: 32 })
  );
}

const isEvent = ({ topics }: Pick<Log, 'topics'>, wanted: readonly string[]): boolean =>
  topics.length === wanted.length &&
  topics.every((topic, i) => topic.toLowerCase() === wanted[i]!.toLowerCase());

/** `Error(string)` as text; anything else as its selector. Used to choose a reason, never shown to a caller. */
function revertText(data: Hex): string {
  if (!data.startsWith('0x08c379a0') || data.length < 138) return data.slice(0, 10);
  const length = Number.parseInt(data.slice(74, 138), 16);
  return hexToString(`0x${data.slice(138, 138 + Math.min(length, 200) * 2)}`);
}
