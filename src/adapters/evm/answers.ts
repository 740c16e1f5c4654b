import type { Transport } from 'viem';
import { Failure } from '../../values/failure.ts';

/**
 * What a node may answer to what it is asked. viem takes what comes: nothing at all for "not found", an empty text for
 * zero, a receipt without a status for one that failed. Whatever decides about money would read such an answer as a no
 * or a yes; here it is none, and whoever asked has to ask again.
 */
type Check = (answer: unknown, params: readonly unknown[]) => boolean;

const HEX = /^0x[0-9a-f]*$/i;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const WORD = /^0x[0-9a-f]{64}$/i;
const STATUS = /^0x[01]$/;
/** The EVM has no more. */
const MAX_TOPICS = 4;

const like =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);
const isHex = like(HEX);
const isQuantity = like(QUANTITY);
const isAddress = like(ADDRESS);
const isWord = like(WORD);
const isStatus = like(STATUS);

const recordOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
const isListOf = (value: unknown, isOne: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);

/** Node clients write a hash in either case. */
const isSame = (one: unknown, other: unknown): boolean =>
  isWord(one) && String(one).toLowerCase() === String(other).toLowerCase();

function isLog(value: unknown): boolean {
  const log = recordOf(value);
  return (
    log !== undefined &&
    isAddress(log.address) &&
    isListOf(log.topics, isWord) &&
    (log.topics as unknown[]).length <= MAX_TOPICS &&
    isHex(log.data)
  );
}

/** A log that is asked for by itself says where it stands; one of a receipt stands in its transaction. */
function isPlacedLog(value: unknown): boolean {
  const { transactionHash, blockNumber } = recordOf(value) ?? {};
  return isLog(value) && isWord(transactionHash) && isQuantity(blockNumber);
}

const isReceipt: Check = (value, [hash]) => {
  const receipt = recordOf(value);
  return (
    receipt !== undefined &&
    isSame(receipt.transactionHash, hash) &&
    isStatus(receipt.status) &&
    isAddress(receipt.from) &&
    isListOf(receipt.logs, (log) => isLog(log) && isQuantity(recordOf(log)?.logIndex))
  );
};

const isTransaction: Check = (value, [hash]) => isSame(recordOf(value)?.hash, hash);

/** `latest` and its like are any block; a number is that one. */
const isBlock: Check = (value, [wanted]) => {
  const block = recordOf(value);
  return (
    block !== undefined &&
    isQuantity(block.number) &&
    (!isQuantity(wanted) || BigInt(block.number as string) === BigInt(wanted as string)) &&
    isQuantity(block.timestamp) &&
    isWord(block.hash) &&
    isListOf(block.transactions, (each) => isWord(each) || isWord(recordOf(each)?.hash))
  );
};

const orNull =
  (check: Check): Check =>
  (value, params) =>
    value === null || check(value, params);

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['eth_blockNumber', isQuantity],
  ['eth_call', isHex],
  ['eth_chainId', isQuantity],
  ['eth_gasPrice', isQuantity],
  ['eth_getBalance', isQuantity],
  ['eth_getBlockByNumber', orNull(isBlock)],
  ['eth_getCode', isHex],
  ['eth_getLogs', (value) => isListOf(value, isPlacedLog)],
  ['eth_getTransactionByHash', orNull(isTransaction)],
  ['eth_getTransactionCount', isQuantity],
  ['eth_getTransactionReceipt', orNull(isReceipt)],
  ['eth_maxPriorityFeePerGas', isQuantity],
  ['eth_sendRawTransaction', isWord],
]);

/** A way to a node on which an answer of another form than its question has throws. It quotes nothing of it. */
export function checkedAnswers(transport: Transport): Transport {
  return (options) => {
    const made = transport(options);
    const request = async (question: { method: string; params?: unknown }, how?: object) => {
      const answer: unknown = await made.request(question as never, how);
      const { method, params } = question;
      const check = CHECKS.get(method);
      if (check && !check(answer, Array.isArray(params) ? params : []))
        throw new Failure(`the node answered ${method} with something else`, 'OTHER_ANSWER');
      return answer;
    };
    return { ...made, request: request as typeof made.request };
  };
}
