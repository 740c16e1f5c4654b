import { type Hex, toEventSelector, toFunctionSelector } from 'viem';
import { type Log, type Mined, type SignedTransfer, type Transaction, transfersIn } from './token-chain.ts';
import type { World } from './world.ts';

/** The chain as a JSON-RPC node shows it: what the service's own viem client talks to, over a fetch that we answer. */

const SELECTORS = {
  transfer: toFunctionSelector(
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  ),
  state: toFunctionSelector('authorizationState(address,bytes32)'),
  balance: toFunctionSelector('balanceOf(address)'),
  number: toFunctionSelector('getBlockNumber()'),
  time: toFunctionSelector('getCurrentBlockTimestamp()'),
  aggregate: toFunctionSelector('aggregate3((address,bool,bytes)[])'),
  wallet: toFunctionSelector('isValidSignature(bytes32,bytes)'),
};
export const TOPICS: Record<Log['event'], string> = {
  AuthorizationUsed: toEventSelector('AuthorizationUsed(address,bytes32)'),
  AuthorizationCanceled: toEventSelector('AuthorizationCanceled(address,bytes32)'),
  Transfer: toEventSelector('Transfer(address,address,uint256)'),
};
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`;
const NO = `0xffffffff${'0'.repeat(56)}`;

const hexOf = (value: number): string => `0x${value.toString(16)}`;
const wordOf = (value: number): string => value.toString(16).padStart(64, '0');
const padded = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const wordAt = (data: string, index: number): string => data.slice(10 + index * 64, 74 + index * 64);
const addressAt = (data: string, index: number): string => `0x${wordAt(data, index).slice(24)}`;
const numberAt = (data: string, index: number): number => Number.parseInt(wordAt(data, index), 16);
const bytesAt = (data: string, index: number): string => {
  const start = 10 + numberAt(data, index) * 2;
  return `0x${data.slice(start + 64, start + 64 + Number.parseInt(data.slice(start, start + 64), 16) * 2)}`;
};

/** Multicall3 by hand: `aggregate3((address target, bool allowFailure, bytes callData)[])`; viem's coder costs more than the sale. */
function callsIn(data: string): string[] {
  const list = 10 + numberAt(data, 0) * 2;
  const wordFrom = (at: number) => Number.parseInt(data.slice(at, at + 64), 16);
  return Array.from({ length: wordFrom(list) }, (_, i) => {
    const call = list + 64 + wordFrom(list + 64 + i * 64) * 2;
    const bytes = call + wordFrom(call + 128) * 2;
    return `0x${data.slice(bytes + 64, bytes + 64 + wordFrom(bytes) * 2)}`;
  });
}

/** `(bool success, bytes returnData)[]` */
function aggregated(results: readonly { readonly success: boolean; readonly returned: string }[]): string {
  const items = results.map(({ success, returned }) => {
    const bytes = returned.slice(2);
    return (
      wordOf(success ? 1 : 0) +
      wordOf(64) +
      wordOf(bytes.length / 2) +
      bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    );
  });
  let offset = items.length * 32;
  const offsets = items.map((item) => {
    const at = wordOf(offset);
    offset += item.length / 2;
    return at;
  });
  return `0x${wordOf(32)}${wordOf(items.length)}${offsets.join('')}${items.join('')}`;
}

const transferOf = (data: string): SignedTransfer => ({
  from: addressAt(data, 0),
  to: addressAt(data, 1),
  value: numberAt(data, 2),
  validAfter: numberAt(data, 3),
  validBefore: numberAt(data, 4),
  nonce: `0x${wordAt(data, 5)}`,
  signature: bytesAt(data, 6),
});

/** What our fake settler account signs: readable by the node, opaque to the code under test. */
export const rawTransaction = (sender: string, to: string, nonce: number, data: string): Hex =>
  `0xfa${sender.slice(2)}${to.slice(2).toLowerCase()}${nonce.toString(16).padStart(16, '0')}${data.slice(2)}` as Hex;

/** Epoch seconds until which all authorizations in a raw transaction are good. */
export const validBeforeOf = (raw: string): number =>
  Math.min(...transfersIn(transactionOf(raw, '').calls).map(({ validBefore }) => validBefore));

function transactionOf(raw: string, hash: string): Transaction {
  const data = `0x${raw.slice(4 + 40 + 40 + 16)}`;
  const eachAlone = data.startsWith(SELECTORS.aggregate);
  const transfers = (eachAlone ? callsIn(data) : [data]).map(transferOf);
  return {
    hash,
    sender: `0x${raw.slice(4, 44)}`,
    nonce: Number.parseInt(raw.slice(84, 100), 16),
    calls: transfers.map((transfer) => ({ kind: 'authorized', transfer })),
    eachAlone,
    priority: 10,
  };
}

export class RpcError extends Error {
  readonly code = -32000;
}

/** Told of what reaches the mempool, so that third parties may take what they see there. */
export type OnBroadcast = (tx: Transaction) => void;

export class Node {
  private readonly world: World;
  private readonly token: string;
  private readonly hashOf: (raw: Hex) => string;
  onBroadcast: OnBroadcast = () => {};
  /** Bytes that no node takes. */
  readonly refused = new Set<Hex>();

  constructor(world: World, token: string, hashOf: (raw: Hex) => string) {
    this.world = world;
    this.token = token;
    this.hashOf = hashOf;
  }

  answer(method: string, params: readonly unknown[]): unknown {
    const { chain } = this.world;
    switch (method) {
      case 'eth_blockNumber':
        return hexOf(chain.height());
      case 'eth_getBlockByNumber':
        return this.block(params[0] as string);
      case 'eth_gasPrice':
      case 'eth_maxPriorityFeePerGas':
        return '0xf4240';
      case 'eth_getCode':
        return this.world.wallets.contracts ? '0x60' : '0x';
      // Enough for any run.
      case 'eth_getBalance':
        return '0xde0b6b3a7640000';
      case 'eth_getTransactionCount':
        return hexOf(chain.pendingNonce((params[0] as string).toLowerCase()));
      case 'eth_call':
        return this.callAt(params[0] as { to: string; data: string }, params[1]);
      case 'eth_getTransactionReceipt':
        return this.receipt(chain.receipt(params[0] as string));
      case 'eth_getTransactionByHash':
        return this.transaction(params[0] as string);
      case 'eth_getLogs':
        return this.logs(
          params[0] as { topics: [string | string[], string, string]; fromBlock: string; toBlock: string },
        );
      case 'sim_look':
        return this.look(params[0] as SignedTransfer);
      case 'sim_block':
        return { number: chain.height(), time: chain.timestamp(), hash: chain.hash() };
      case 'sim_spent':
        return this.at(params[2] as string, () => chain.isSpent(params[0] as string, params[1] as string));
      case 'sim_receipt':
        return chain.receipt(params[0] as string);
      case 'sim_end':
        return chain.endOf(params[0] as string, params[1] as string);
      case 'sim_now':
        return chain.timestamp();
      default:
        return this.world.violate('simulator', `the node has no ${method}`);
    }
  }

  /** Takes a raw transaction. What the node then says about it is the network's business. */
  send(raw: Hex, delayMs: number): string {
    if (this.refused.has(raw)) throw new RpcError('transaction underpriced');
    const tx = transactionOf(raw, this.hashOf(raw));
    const taken = this.world.chain.submit(tx, delayMs);
    this.world.note(() => `chain: ${tx.hash.slice(0, 10)} (nonce ${tx.nonce}) ${taken}`);
    if (taken !== 'accepted') throw new RpcError(taken);
    this.onBroadcast(tx);
    return tx.hash;
  }

  private look(transfer: SignedTransfer) {
    const { chain } = this.world;
    return {
      spent: chain.isSpent(transfer.from, transfer.nonce),
      balance: chain.balance(transfer.from),
      revert: chain.revertOf(transfer),
    };
  }

  private block(tag: string) {
    const { chain } = this.world;
    const height = tag.startsWith('0x') ? Number.parseInt(tag, 16) : chain.height();
    if (height > chain.height()) return null;
    return {
      number: hexOf(height),
      timestamp: hexOf(chain.timestamp(height)),
      baseFeePerGas: '0x3b9aca00',
      hash: chain.hash(height),
      transactions: [],
    };
  }

  /** At the newest block that this node has, or at one that is named by its hash (EIP-1898). */
  private callAt(call: { to: string; data: string }, block: unknown): string {
    return typeof block === 'object' && block !== null
      ? this.at((block as { blockHash: string }).blockHash, () => this.call(call))
      : this.call(call);
  }

  private at<T>(hash: string, look: () => T): T {
    const { chain } = this.world;
    const seen = chain.seenAt(hash, () => ({ look: look() }));
    if (!seen) throw new RpcError('header not found');
    return seen.look;
  }

  private call({ to, data }: { to: string; data: string }): string {
    const { chain, wallets } = this.world;
    const selector = data.slice(0, 10);
    if (selector === SELECTORS.number) return `0x${wordOf(chain.height())}`;
    if (selector === SELECTORS.time) return `0x${wordOf(chain.timestamp())}`;
    if (selector === SELECTORS.wallet)
      return wallets.accepts(to.toLowerCase(), `0x${wordAt(data, 0)}`, bytesAt(data, 1)) ? MAGIC : NO;
    if (selector === SELECTORS.state)
      return `0x${wordOf(chain.isSpent(addressAt(data, 0), `0x${wordAt(data, 1)}`) ? 1 : 0)}`;
    if (selector === SELECTORS.balance) return `0x${wordOf(chain.balance(addressAt(data, 0)))}`;
    if (selector === SELECTORS.transfer) {
      const revert = chain.revertOf(transferOf(data));
      if (revert !== undefined) throw new RpcError(`execution reverted: ${revert}`);
      return '0x';
    }
    if (selector !== SELECTORS.aggregate) this.world.violate('simulator', `the node cannot call ${selector}`);
    return aggregated(
      callsIn(data).map((callData) => {
        if (!callData.startsWith(SELECTORS.transfer))
          return { success: true, returned: this.call({ to, data: callData }) };
        const revert = chain.revertOf(transferOf(callData));
        return { success: revert === undefined, returned: revert === undefined ? '0x' : revertData(revert) };
      }),
    );
  }

  private receipt(mined: Mined | undefined) {
    if (!mined) return null;
    const place = {
      transactionHash: mined.tx.hash,
      blockNumber: hexOf(mined.height),
      blockHash: this.world.chain.hash(mined.height),
      transactionIndex: '0x0',
    };
    return {
      ...place,
      from: mined.tx.sender,
      to: this.token,
      status: mined.success ? '0x1' : '0x0',
      logs: mined.logs.map((log, i) => this.log(log, i, place)),
      type: '0x2',
      contractAddress: null,
      cumulativeGasUsed: '0x1',
      gasUsed: '0x1',
      effectiveGasPrice: '0x1',
      logsBloom: '0x',
    };
  }

  private log(log: Log, index: number, place: object) {
    const topics =
      log.event === 'Transfer' ? [padded(log.from), padded(log.to!)] : [padded(log.from), log.nonce!];
    return {
      ...place,
      address: this.token,
      topics: [TOPICS[log.event], ...topics],
      data: log.event === 'Transfer' ? `0x${wordOf(log.value!)}` : '0x',
      logIndex: hexOf(index),
      removed: false,
    };
  }

  private transaction(hash: string) {
    const tx = this.world.chain.transaction(hash);
    return tx
      ? {
          hash,
          from: tx.sender,
          nonce: hexOf(tx.nonce ?? 0),
          type: '0x2',
          input: '0x',
          value: '0x0',
          gas: '0x0',
        }
      : null;
  }

  private logs({
    topics,
    fromBlock,
    toBlock,
  }: {
    topics: [string | string[], string, string];
    fromBlock: string;
    toBlock: string;
  }) {
    const [events, payer, nonce] = topics;
    const wanted = [events].flat();
    if (wanted.some((topic) => topic !== TOPICS.AuthorizationUsed && topic !== TOPICS.AuthorizationCanceled))
      this.world.violate('simulator', 'the node knows only logs of authorizations');
    const mined = this.world.chain.endOf(`0x${payer.slice(26)}`, nonce);
    const from = Number.parseInt(fromBlock, 16);
    if (!mined || mined.height < from || mined.height > Number.parseInt(toBlock, 16)) return [];
    return (this.receipt(mined)?.logs ?? []).filter(
      (log) => wanted.includes(log.topics[0]!) && log.topics[2] === nonce,
    );
  }
}

/** `Error(string)` */
const revertData = (text: string): Hex => {
  const bytes = Buffer.from(text, 'utf8').toString('hex');
  return `0x08c379a0${wordOf(32)}${wordOf(bytes.length / 2)}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}` as Hex;
};
