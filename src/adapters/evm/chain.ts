import {
  BaseError,
  createPublicClient,
  ExecutionRevertedError,
  encodeFunctionData,
  formatTransactionReceipt,
  getAbiItem,
  type Hex,
  http,
  type Log,
  type PublicClient,
  pad,
  prepareEncodeFunctionData,
  type RpcLog,
  size,
  type TransactionReceipt,
  type Transport,
  toEventSelector,
  toHex,
} from 'viem';
import { Failure } from '../../values/failure.ts';
import type { Offer, SignedAuthorization } from '../../values/payment.ts';
import { type Newest, newestSeen } from '../newest.ts';
import { checkedAnswers } from './answers.ts';
import { Busy } from './busy.ts';
import { ERC_1271_MAGIC, TOKEN_ABI, WALLET_ABI } from './eip3009.ts';
import { isOutOfGas } from './gas.ts';
import { type Look, type LookAs, openLooks } from './looks.ts';
import { openSightings, type Sight } from './sightings.ts';

const WALLET_CHECK_GAS = 240_000n;
/** A flood of junk signatures must not use up the node that honest buyers need too: each may cost one question. */
const MAX_CODE_QUESTIONS = 16;

export interface ChainOptions {
  readonly rpcUrl: string;
  /** How the node is reached; without it, over `fetch`. */
  readonly transport?: Transport;
  /** Blocks for one eth_getLogs: providers cap it. */
  readonly logPage?: bigint;
  /** What this has in common with others of the same process that ask about the same chain. */
  readonly common?: Common;
}

/** The newest block that was seen, and how many questions about code are under way. */
export interface Common {
  readonly newest: Newest;
  askingForCode: number;
}
export const inCommon = (): Common => ({ newest: newestSeen(), askingForCode: 0 });

type Terms = Pick<Offer, 'asset' | 'amount' | 'payTo'>;

const [USED_TOPIC, CANCELLED_TOPIC, TRANSFER_TOPIC] = (
  ['AuthorizationUsed', 'AuthorizationCanceled', 'Transfer'] as const
).map((eventName) => toEventSelector(getAbiItem({ abi: TOKEN_ABI, name: eventName }))) as [Hex, Hex, Hex];

/** With its selector, which viem would hash anew for every call. */
const WALLET_CALL = prepareEncodeFunctionData({ abi: WALLET_ABI, functionName: 'isValidSignature' });

/** A Transfer to us that this authorization made. */
export interface Transferred {
  readonly transaction: Hex;
  readonly sender: string;
}

/** `too_costly`: it needs more gas than a sale may have. */
type Acceptance = 'yes' | 'no' | 'too_costly';

/** Reads of one EVM chain. Every method throws when the node cannot be asked; the callers decide what that means. */
export interface Chain {
  readonly client: PublicClient;
  look(terms: Terms, signed: SignedAuthorization, as: LookAs): Promise<Look>;
  /** One block, its time and whether the authorization was used by then: the only ground for a no. */
  readonly sight: Sight;
  /**
   * Whether `address` has code. Throws when too many signatures that no ordinary account made are being asked about.
   * `isGood`: its payment would go through, which costs money to make, so it is always asked about.
   */
  hasCode(address: Hex, isGood?: boolean): Promise<boolean>;
  /** ERC-1271: whether the wallet contract at `payer` accepts this signature. No when it reverts. */
  acceptedByWallet(payer: Hex, hash: Hex, signature: Hex): Promise<Acceptance>;
  /**
   * Who used the authorization, if that paid us; undefined when a log says that it paid somebody else or was cancelled.
   * Throws when there is no log: a lagging node's missing log proves nothing.
   */
  findTransfer(terms: Terms, signed: SignedAuthorization, since: number): Promise<Transferred | undefined>;
  receipt(transaction: Hex): Promise<TransactionReceipt | undefined>;
  /** Epoch seconds of the newest block. */
  now(): Promise<bigint>;
}

/** Milliseconds for one question to the node; one that finds nobody is asked once more. */
export const CHAIN_PATIENCE = { timeout: 3_000, retryCount: 1, retryDelay: 100 } as const;

export function openChain({ rpcUrl, transport, logPage = 2_000n, common = inCommon() }: ChainOptions): Chain {
  const client = createPublicClient({
    // A head that is seconds old hides a transfer that was mined since.
    cacheTime: 0,
    transport: checkedAnswers(transport ?? http(rpcUrl, CHAIN_PATIENCE)),
  });
  return {
    client,
    look: openLooks(client),
    sight: openSightings(client, common.newest),
    hasCode,
    acceptedByWallet,
    findTransfer,
    receipt,
    now: async () => (await client.getBlock()).timestamp,
  };

  async function hasCode(address: Hex, isGood = false): Promise<boolean> {
    return isGood ? codeAt(address) : unlessTooMany(() => codeAt(address));
  }

  /** Questions that a signature of anybody's making brings about. */
  async function unlessTooMany<T>(ask: () => Promise<T>): Promise<T> {
    if (common.askingForCode >= MAX_CODE_QUESTIONS)
      throw new Busy('too many unknown signers are being asked about');
    common.askingForCode++;
    try {
      return await ask();
    } finally {
      common.askingForCode--;
    }
  }

  async function codeAt(address: Hex): Promise<boolean> {
    const code = await client.getCode({ address });
    return code !== undefined;
  }

  async function acceptedByWallet(payer: Hex, hash: Hex, signature: Hex): Promise<Acceptance> {
    const data = encodeFunctionData({ ...WALLET_CALL, args: [hash, signature] });
    try {
      const answer = await unlessTooMany(() => client.call({ to: payer, data, gas: WALLET_CHECK_GAS }));
      return answer.data?.slice(0, 10) === ERC_1271_MAGIC ? 'yes' : 'no';
    } catch (error) {
      // The wallet said no, as opposed to a node that could not be asked.
      if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError))
        return 'no';
      if (isOutOfGas(error)) return 'too_costly';
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
        throw new Failure('the node calls the authorization used and shows no log of it', 'NO_LOG');
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
    const logs = await client.request({
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
    return logs[0] && endShown(logs[0], terms, authorization);
  }

  async function transferIn(
    transaction: Hex,
    terms: Terms,
    signed: SignedAuthorization,
  ): Promise<Transferred | undefined> {
    const mined = await receipt(transaction);
    // An event without its receipt is a node in between two views of the chain: not an answer.
    const transfer = mined && transferOf(mined, terms, signed);
    if (!transfer) throw new Failure('the node knows the event but not its receipt', 'NO_RECEIPT');
    return isOurs(transfer, terms)
      ? { transaction: mined.transactionHash, sender: mined.from.toLowerCase() }
      : undefined;
  }

  async function receipt(transaction: Hex): Promise<TransactionReceipt | undefined> {
    // Not viem's action: a transaction that is not mined yet is no error, and viem's errors are dear to make.
    const found = await client.request({ method: 'eth_getTransactionReceipt', params: [transaction] });
    return found ? formatTransactionReceipt(found) : undefined;
  }
}

/**
 * Whether this receipt holds our money for this very authorization: the token emits `AuthorizationUsed` and, as its
 * next event, the `Transfer`. A Transfer elsewhere in the same transaction may belong to another authorization.
 */
export function paidUs(receipt: Mined, terms: Terms, signed: SignedAuthorization): boolean {
  const transfer = transferOf(receipt, terms, signed);
  return transfer !== undefined && isOurs(transfer, terms);
}

type Mined = Pick<TransactionReceipt, 'status' | 'logs'>;

/** The transfer that this authorization made, to whomever. The token makes one whenever it takes an authorization. */
function transferOf(
  { status, logs: all }: Mined,
  { asset }: Pick<Terms, 'asset'>,
  { authorization: { from, nonce } }: SignedAuthorization,
): Log | undefined {
  if (status !== 'success') return undefined;
  const logs = all.filter(({ address }) => isSameAddress(address, asset));
  const used = logs.find((log) => isEvent(log, [USED_TOPIC, pad(from as Hex), nonce]));
  const next = used && logs.find((log) => log.logIndex === used.logIndex! + 1);
  const to = next?.topics[2];
  return to && isEvent(next, [TRANSFER_TOPIC, pad(from as Hex), to]) && size(next.data) === 32
    ? next
    : undefined;
}

/** How a log ends an authorization; what was not asked for, or was taken back, is no answer. */
function endShown(
  log: RpcLog,
  { asset }: Pick<Terms, 'asset'>,
  { from, nonce }: SignedAuthorization['authorization'],
): { transaction: Hex; cancelled: boolean } {
  const ends = [USED_TOPIC, CANCELLED_TOPIC].find((topic) => isEvent(log, [topic, pad(from as Hex), nonce]));
  if (ends === undefined || !isSameAddress(log.address, asset) || log.removed)
    throw new Failure('the node shows another log than it was asked for', 'OTHER_LOG');
  return { transaction: log.transactionHash as Hex, cancelled: ends === CANCELLED_TOPIC };
}

const isOurs = ({ topics, data }: Log, { payTo, amount }: Terms): boolean =>
  topics[2]!.toLowerCase() === pad(payTo as Hex).toLowerCase() && BigInt(data) === BigInt(amount);

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isEvent = ({ topics }: Pick<Log, 'topics'>, wanted: readonly string[]): boolean =>
  topics.length === wanted.length &&
  topics.every((topic, i) => topic.toLowerCase() === wanted[i]!.toLowerCase());
