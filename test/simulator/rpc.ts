import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  toEventSelector,
  toFunctionSelector,
} from 'viem';
import type { FaultPoint } from './faults.ts';
import type { Call, Log, Mined, SignedTransfer, Transaction } from './token-chain.ts';
import type { Process, World } from './world.ts';

/** The chain as a JSON-RPC node shows it: what the service's own viem client talks to, over a fetch that we answer. */

const SELECTORS = {
  transfer: toFunctionSelector(
    'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  ),
  state: toFunctionSelector('authorizationState(address,bytes32)'),
  balance: toFunctionSelector('balanceOf(address)'),
  aggregate: toFunctionSelector('aggregate3((address,bool,bytes)[])'),
  wallet: toFunctionSelector('isValidSignature(bytes32,bytes)'),
};
const TOPICS: Record<Log['event'], string> = {
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
export const rawTransaction = (sender: string, nonce: number, data: string): Hex =>
  `0xfa${sender.slice(2)}${nonce.toString(16).padStart(16, '0')}${data.slice(2)}` as Hex;

function transactionOf(raw: string, hash: string): Transaction {
  const data = `0x${raw.slice(4 + 40 + 16)}`;
  return {
    hash,
    sender: `0x${raw.slice(4, 44)}`,
    nonce: Number.parseInt(raw.slice(44, 60), 16),
    calls: [{ kind: 'authorized', transfer: transferOf(data) }],
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
        return '0x60';
      case 'eth_getTransactionCount':
        return hexOf(chain.pendingNonce((params[0] as string).toLowerCase()));
      case 'eth_call':
        return this.call(params[0] as { to: string; data: string });
      case 'eth_getTransactionReceipt':
        return this.receipt(chain.receipt(params[0] as string));
      case 'eth_getTransactionByHash':
        return this.transaction(params[0] as string);
      case 'eth_getLogs':
        return this.logs(
          params[0] as { topics: [string | string[], string, string]; fromBlock: string; toBlock: string },
        );
      default:
        return this.world.violate('simulator', `the node has no ${method}`);
    }
  }

  /** Takes a raw transaction. What the node then says about it is the network's business. */
  send(raw: Hex, delayMs: number): string {
    const tx = transactionOf(raw, this.hashOf(raw));
    const taken = this.world.chain.submit(tx, delayMs);
    this.world.note(() => `chain: ${tx.hash.slice(0, 10)} (nonce ${tx.nonce}) ${taken}`);
    if (taken !== 'accepted') throw new RpcError(taken);
    this.onBroadcast(tx);
    return tx.hash;
  }

  private block(tag: string) {
    const { chain } = this.world;
    const height = tag.startsWith('0x') ? Number.parseInt(tag, 16) : chain.height();
    if (height > chain.height()) return null;
    return {
      number: hexOf(height),
      timestamp: hexOf(chain.timestamp(height)),
      baseFeePerGas: '0x3b9aca00',
      hash: padded(hexOf(height)),
      transactions: [],
    };
  }

  private call({ to, data }: { to: string; data: string }): string {
    const { chain, wallets } = this.world;
    const selector = data.slice(0, 10);
    if (selector === SELECTORS.wallet)
      return wallets.accepts(to.toLowerCase(), `0x${wordAt(data, 0)}`, bytesAt(data, 1)) ? MAGIC : NO;
    if (selector === SELECTORS.state)
      return `0x${wordOf(chain.isSpent(addressAt(data, 0), `0x${wordAt(data, 1)}`) ? 1 : 0)}`;
    if (selector === SELECTORS.balance) return `0x${wordOf(chain.balance(addressAt(data, 0)))}`;
    if (selector !== SELECTORS.aggregate) this.world.violate('simulator', `the node cannot call ${selector}`);
    const { args } = decodeFunctionData({ abi: multicall3Abi, data: data as Hex });
    const calls = args[0] as readonly { target: string; callData: Hex }[];
    const results = calls.map(({ target, callData }) => {
      if (!callData.startsWith(SELECTORS.transfer))
        return { success: true, returnData: this.call({ to: target, data: callData }) as Hex };
      const revert = chain.revertOf(transferOf(callData));
      return {
        success: revert === undefined,
        returnData: revert === undefined ? ('0x' as Hex) : revertData(revert),
      };
    });
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results });
  }

  private receipt(mined: Mined | undefined) {
    if (!mined) return null;
    const place = {
      transactionHash: mined.tx.hash,
      blockNumber: hexOf(mined.height),
      blockHash: padded(hexOf(mined.height)),
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

/** Longer than any lease. */
export const PAUSE_MS = [46_000, 90_000] as const;

/** How one send goes wrong, in the words of the fault table. */
const SEND_FAULTS = [
  'settler.lost_request',
  'settler.accept_then_timeout',
  'settler.error_after_settle',
  'settler.pending',
  'settler.success_without_transaction',
  'settler.wrong_network',
  'settler.duplicate_answer',
  'settler.slow_answer',
] as const satisfies readonly FaultPoint[];
export type SendFault = (typeof SEND_FAULTS)[number];

export const sendFault = (world: World): SendFault | undefined =>
  SEND_FAULTS.find((point) => world.faults.strikes(point));

/** Between a process and its node: delays, outages, and answers that do not say what happened. */
export class NodeLink {
  private readonly world: World;
  private readonly node: Node;
  private readonly process: Process;
  private downUntil = 0;
  private swallowUntil = 0;

  constructor(world: World, node: Node, process: Process) {
    this.world = world;
    this.node = node;
    this.process = process;
  }

  request(
    method: string,
    params: readonly unknown[],
    signal: AbortSignal | null | undefined,
  ): Promise<unknown> {
    const { world, process } = this;
    const { random, faults } = world;
    if (method === 'eth_sendRawTransaction') return this.send(params[0] as Hex, signal);
    if (this.downUntil <= world.loop.now && faults.strikes('settler.reconcile_unavailable'))
      this.downUntil = world.loop.now + random.between(2_000, 40_000);
    if (this.downUntil > world.loop.now && !faults.ceased) {
      process.disturbed = true;
      return random.chance(0.5) ? this.lost(signal) : world.cross(process, 5, () => httpError(502), 5);
    }
    return world.cross(
      process,
      this.delay(),
      () => answered(() => this.node.answer(method, params)),
      this.delay(),
    );
  }

  /** Mostly a few milliseconds; now and then long enough for blocks to pass between two reads. */
  private delay(): number {
    const { random } = this.world;
    return random.chance(0.05) ? random.between(300, 1_400) : random.between(1, 30);
  }

  private send(raw: Hex, signal: AbortSignal | null | undefined): Promise<unknown> {
    const { world, process, node } = this;
    const { random, faults, loop } = world;
    const fault = this.swallowUntil > loop.now && !faults.ceased ? 'settler.lost_request' : sendFault(world);
    const minableIn =
      fault === 'settler.pending'
        ? random.between(21_000, 170_000)
        : random.chance(0.2)
          ? random.between(2_000, 8_000)
          : 0;
    if (fault === 'settler.lost_request') {
      this.swallowUntil = Math.max(this.swallowUntil, loop.now + 20_000);
      return this.lost(signal);
    }
    if (fault === 'settler.success_without_transaction' || fault === 'settler.wrong_network')
      return world.cross(
        process,
        this.delay(),
        () => ok(fault === 'settler.wrong_network' ? `0x${'77'.repeat(32)}` : null),
        this.delay(),
      );
    const deliver = () => {
      const answer = answered(() => node.send(raw, minableIn));
      if (faults.strikes('crash.during_settle')) world.crash(process);
      return answer;
    };
    if (fault === 'settler.accept_then_timeout') {
      loop.after(this.delay(), deliver);
      return this.lost(signal);
    }
    if (fault === 'settler.error_after_settle')
      return world.cross(process, this.delay(), () => (deliver(), httpError(502)), 5);
    if (fault === 'settler.duplicate_answer')
      return world.cross(
        process,
        this.delay(),
        () => (deliver(), answered(() => node.send(raw, minableIn))),
        5,
      );
    if (fault === 'settler.slow_answer') {
      // In process there is no answer to be slow, but the process itself: it stands still until its lease is over.
      loop.after(this.delay() + 1, () => {
        process.pausedUntil = loop.now + random.between(...PAUSE_MS);
      });
    }
    return world.cross(process, this.delay(), deliver, this.delay());
  }

  /** No answer: only the caller's own timeout ends it. */
  private lost(signal: AbortSignal | null | undefined): Promise<unknown> {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () =>
        reject(Object.assign(new Error('aborted'), { name: 'AbortError' })),
      );
    });
  }
}

const headers = { get: (name: string) => (name === 'Content-Type' ? 'application/json' : null) };
const reply = (status: number, body: object) => ({
  ok: status < 300,
  status,
  statusText: String(status),
  headers,
  body: null,
  text: async () => JSON.stringify(body),
});
const ok = (result: unknown) => reply(200, { jsonrpc: '2.0', id: 1, result });
const httpError = (status: number) => reply(status, {});

function answered(ask: () => unknown) {
  try {
    return ok(ask());
  } catch (error) {
    if (error instanceof RpcError)
      return reply(200, { jsonrpc: '2.0', id: 1, error: { code: error.code, message: error.message } });
    throw error;
  }
}

/** Calls of a transaction that third parties may copy. */
export const transfersIn = (calls: readonly Call[]): SignedTransfer[] =>
  calls.flatMap((call) => (call.kind === 'authorized' ? [call.transfer] : []));
