import { keccak256, numberToHex } from 'viem';
import { decodeTransaction } from '../../../src/gate/rails/solana-message.ts';
import { base58 } from '../../../src/values/base58.ts';
import type { RpcAnswer, RpcCall, View } from '../../../test/support/rpc-proxy.ts';

/** Nodes that stand still, lie or change their mind: what each answers instead of the chain. */

export type Family = 'evm' | 'solana';

/** A node that took no block since now. What is sent to it still reaches the others. */
export async function lagging(family: Family, rpcUrl: string): Promise<View> {
  const { result } = await askOf(rpcUrl)({
    jsonrpc: '2.0',
    id: 1,
    method: family === 'evm' ? 'eth_blockNumber' : 'getSlot',
  });
  return family === 'evm' ? evmAt(BigInt(result as string)) : solanaAt(Number(result));
}

/** Behind one address are a node that stands still and one that does not: every other call meets the other one. */
export async function flipping(family: Family, rpcUrl: string): Promise<View> {
  const old = await lagging(family, rpcUrl);
  let calls = 0;
  return (call, ask) => (calls++ % 2 === 0 ? old(call, ask) : ask(call));
}

/** Where each family sends, and where it says what became of something. */
const SENDS = { evm: /^eth_sendRawTransaction/, solana: /^sendTransaction$/ };

/**
 * Takes every other transaction and passes it on to nobody; passes the rest on and calls them refused; and has never
 * heard of any.
 */
export function lying(family: Family): View {
  let sent = 0;
  return async (call, ask) => {
    if (SENDS[family].test(call.method)) {
      if (sent++ % 2 === 0) return { result: nameOf(family, String(call.params?.[0])) };
      await ask(call);
      return { error: { code: -32_000, message: 'internal error' } };
    }
    switch (call.method) {
      case 'eth_getTransactionReceipt':
      case 'eth_getTransactionByHash':
      case 'getTransaction':
        return { result: null };
      case 'eth_getLogs':
      case 'getSignaturesForAddress':
        return { result: [] };
      case 'getSignatureStatuses': {
        const answer = await ask(call);
        const { context, value } = answer.result as { context: unknown; value: unknown[] };
        return { result: { context, value: value.map(() => null) } };
      }
      default:
        return ask(call);
    }
  };
}

/** What a transaction is called before it is sent. */
const nameOf = (family: Family, raw: string): string =>
  family === 'evm'
    ? keccak256(raw as `0x${string}`)
    : base58(decodeTransaction(Buffer.from(raw, 'base64'))!.signatures[0]!);

/** Where a call names the block that it is about. */
const BLOCK_AT: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
  eth_feeHistory: 1,
};

interface Mined {
  readonly blockNumber?: string;
  readonly number?: string;
}

function evmAt(head: bigint): View {
  const clamped = (tag: unknown): unknown => {
    if (typeof tag !== 'string') return tag ?? numberToHex(head);
    if (tag === 'latest' || tag === 'pending') return numberToHex(head);
    return tag.startsWith('0x') && BigInt(tag) > head ? numberToHex(head) : tag;
  };
  const isLater = (found: unknown): boolean => {
    const { blockNumber, number } = (found ?? {}) as Mined;
    return BigInt(blockNumber ?? number ?? 0) > head;
  };
  const unlessLater = ({ result, ...rest }: RpcAnswer): RpcAnswer => ({
    ...rest,
    result: isLater(result) ? null : result,
  });

  return async (call, ask) => {
    const { method } = call;
    const params = [...(call.params ?? [])];
    if (method === 'eth_blockNumber') return { result: numberToHex(head) };
    if (method === 'eth_getBlockByNumber') {
      if (typeof params[0] === 'string' && params[0].startsWith('0x') && BigInt(params[0]) > head)
        return { result: null };
      return unlessLater(await ask({ ...call, params: [clamped(params[0]), ...params.slice(1)] }));
    }
    if (method === 'eth_getLogs') {
      const filter = params[0] as { toBlock?: string };
      return ask({ ...call, params: [{ ...filter, toBlock: clamped(filter.toBlock) }] });
    }
    const at = BLOCK_AT[method];
    if (at !== undefined) {
      params[at] = clamped(params[at]);
      return ask({ ...call, params });
    }
    const answer = await ask(call);
    return /^eth_get(Block|Transaction)/.test(method) ? unlessLater(answer) : answer;
  };
}

function solanaAt(head: number): View {
  const withContext = (answer: RpcAnswer, value?: (given: unknown) => unknown): RpcAnswer => {
    if (answer.error) return answer;
    const { context, value: given } = answer.result as { context: object; value: unknown };
    return { result: { context: { ...context, slot: head }, value: value ? value(given) : given } };
  };
  const isLater = (found: unknown) => ((found as { slot?: number } | null)?.slot ?? 0) > head;

  return async (call, ask) => {
    switch (call.method) {
      case 'getSlot':
      case 'getBlockHeight':
        return { result: head };
      case 'getTransaction': {
        const answer = await ask(call);
        return isLater(answer.result) ? { result: null } : answer;
      }
      case 'getSignaturesForAddress': {
        const answer = await ask(call);
        return { ...answer, result: (answer.result as unknown[]).filter((each) => !isLater(each)) };
      }
      case 'getSignatureStatuses':
        return withContext(await ask(call), (given) =>
          (given as unknown[]).map((each) => (isLater(each) ? null : each)),
        );
      case 'getBalance':
      case 'getAccountInfo':
      case 'isBlockhashValid':
        return withContext(await ask(call));
      default:
        return ask(call);
    }
  };
}

const askOf =
  (rpcUrl: string) =>
  async (call: RpcCall): Promise<RpcAnswer> => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
    return (await response.json()) as RpcAnswer;
  };
