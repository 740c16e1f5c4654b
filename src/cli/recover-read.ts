import { openTempoChain } from '../adapters/tempo/chain.ts';
import { sendTo } from '../buyer/wire.ts';
import {
  authorizationState,
  readState,
  stateAtOneBlock,
  TOKEN_EVENTS,
  topicOf,
} from '../checks/payment-recovery/abi.ts';
import type { RecoveryRequest } from '../checks/payment-recovery/schema.ts';
import { decodeTransaction } from '../gate/rails/solana-message.ts';
import { fromBase64 } from '../gate/rails/x402-svm.ts';
import { MULTICALL3 } from '../values/assets.ts';
import { unixSeconds } from '../values/time.ts';

/** The reads of a plan, made on the user's own node. Each of them only reads; what was signed never leaves the machine. */

type Answer = NonNullable<RecoveryRequest['answer']>;
type Call = <T>(method: string, params?: readonly unknown[]) => Promise<T>;

/** The node could not be asked, or its answer says nothing. Never holds the node's words or its address. */
export class NodeFailed extends Error {}

export async function askNode(
  request: RecoveryRequest,
  rpcUrl: string,
  message?: Uint8Array,
): Promise<Answer> {
  const call = callOn(rpcUrl);
  if (request.kind === 'solana_transaction') return solana(request, call, message!);
  const chainId = Number(await call<string>('eth_chainId'));
  if (request.network !== `eip155:${chainId}`)
    throw new NodeFailed('the node is of another network than the payment');
  return request.kind === 'eip3009' ? evm(request, call) : tempo(request, call, rpcUrl);
}

const callOn =
  (rpcUrl: string): Call =>
  async (method, params = []) => {
    const answer = await sendTo(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).catch(() => undefined);
    try {
      const { result, error } = JSON.parse(answer!.text) as { result?: never; error?: unknown };
      if (!error && result !== undefined) return result;
    } catch {
      // Falls through: whatever it is, it is no answer.
    }
    throw new NodeFailed(`the node gave no answer to ${method}`);
  };

async function evm(request: RecoveryRequest, call: Call): Promise<Answer> {
  // The newest block shows soonest that it was used; that it was not is worth something from a final block only.
  const newest = await stateAt(request, call, 'latest');
  if (newest.found === 'used') return (await endedBy(request, call, newest)) ?? newest;
  return stateAt(request, call, 'finalized');
}

async function stateAt(
  { asset, payer, nonce = '' }: RecoveryRequest,
  call: Call,
  block: Answer['block'],
): Promise<Answer> {
  const data = stateAtOneBlock(asset, payer, nonce);
  const result = await call<string>('eth_call', [{ to: MULTICALL3, data }, block]);
  const together = readState(result);
  if (together?.state !== undefined)
    return {
      found: together.state ? 'used' : 'unused',
      block,
      blockNumber: together.blockNumber,
      blockTime: together.blockTime,
    };
  if (result !== '0x') throw new NodeFailed('the asset does not answer authorizationState');
  const { hash, number, timestamp } = await call<Record<'hash' | 'number' | 'timestamp', string>>(
    'eth_getBlockByNumber',
    [block, false],
  );
  const at = { blockHash: hash, requireCanonical: true };
  const state = await call<string>('eth_call', [{ to: asset, data: authorizationState(payer, nonce) }, at]);
  if (!/^0x0{63}[01]$/.test(state)) throw new NodeFailed('the asset does not answer authorizationState');
  return {
    found: state.endsWith('1') ? 'used' : 'unused',
    block,
    blockNumber: Number(number),
    blockTime: Number(timestamp),
  };
}

/** As many blocks as public nodes show the logs of at once. */
const LOG_BLOCKS = 9_000;

/** Whether it was used or cancelled, where the node shows the log. */
async function endedBy(
  { asset, payer, nonce = '' }: RecoveryRequest,
  call: Call,
  seen: Answer,
): Promise<Answer | undefined> {
  const fromBlock = `0x${Math.max(0, seen.blockNumber! - LOG_BLOCKS).toString(16)}`;
  const topics = [Object.values(TOKEN_EVENTS), topicOf(payer), nonce.toLowerCase()];
  const logs = await call<readonly { topics: readonly string[] }[]>('eth_getLogs', [
    { address: asset, fromBlock, toBlock: 'finalized', topics },
  ]).catch(() => []);
  const [topic] = logs[0]?.topics ?? [];
  if (topic === undefined) return undefined;
  const found = topic === TOKEN_EVENTS.AuthorizationUsed ? 'transferred' : 'canceled';
  return { ...seen, found, block: 'finalized' };
}

interface Named {
  readonly signature: string;
  readonly err: unknown;
  readonly blockTime: number | null;
}
const PAGE = 1_000;
/** Before it was signed, by the chain's clock, however far that is from ours. */
const CLOCK_DOUBT_SECONDS = 300;

/** The end of the block hash first, then what the payer was named in since, on a node that is no older and forgets nothing. */
async function solana(
  { payer, recentBlockhash, signedAt = 0 }: RecoveryRequest,
  call: Call,
  message: Uint8Array,
): Promise<Answer> {
  const validity = await call<{ context: { slot: number }; value: boolean }>('isBlockhashValid', [
    recentBlockhash,
    FINAL,
  ]);
  const { slot } = validity.context;
  const blockTime = await call<number>('getBlockTime', [slot]);
  // As long ago by the chain's clock as it is by ours: how far the two are apart does not matter then.
  const elapsed = Math.max(0, unixSeconds(Date.now()) - signedAt);
  const since = Math.min(signedAt, blockTime - elapsed) - CLOCK_DOUBT_SECONDS;
  const seen = { block: 'finalized', blockNumber: slot, blockTime, blockhashValid: validity.value } as const;
  const page = await call<readonly Named[]>('getSignaturesForAddress', [
    payer,
    { ...FINAL, minContextSlot: slot, limit: PAGE },
  ]);
  for (const { signature, err } of page.filter((each) => (each.blockTime ?? since) >= since)) {
    const found = await call<{ transaction: readonly [string] } | null>('getTransaction', [
      signature,
      { ...FINAL, encoding: 'base64', maxSupportedTransactionVersion: 0 },
    ]);
    const bytes = found && fromBase64(found.transaction[0]);
    if (!bytes) throw new NodeFailed('the node names a transaction that it does not show');
    const mined = decodeTransaction(bytes)?.message;
    if (mined && Buffer.from(mined).equals(message))
      return { ...seen, found: err === null ? 'succeeded' : 'failed' };
  }
  const oldest = await call<number>('getBlockTime', [await call<number>('getFirstAvailableBlock')]);
  const reachesBack = page.length < PAGE || (page.at(-1)!.blockTime ?? since) < since;
  if (oldest >= since || !reachesBack)
    throw new NodeFailed('the node does not remember the time when it was signed');
  return { ...seen, found: 'absent' };
}
const FINAL = { commitment: 'finalized' } as const;

async function tempo(
  { transaction = '', signedAt = 0, validBefore = 0 }: RecoveryRequest,
  call: Call,
  rpcUrl: string,
): Promise<Answer> {
  const { number, timestamp } = await call<Record<'number' | 'timestamp', string>>('eth_getBlockByNumber', [
    'finalized',
    false,
  ]);
  const seen = { block: 'finalized', blockNumber: Number(number), blockTime: Number(timestamp) } as const;
  const receipt = await callOn(rpcUrl)<{ status: string }>('eth_getTransactionReceipt', [transaction]).catch(
    () => undefined,
  );
  if (receipt) return { ...seen, found: receipt.status === '0x1' ? 'succeeded' : 'failed', everyBlock: true };
  if (seen.blockTime < validBefore) return { ...seen, found: 'absent' };
  const held = await isHeld(rpcUrl, transaction, signedAt, validBefore);
  if (held) throw new NodeFailed('a block holds the transaction and the node shows no receipt of it');
  return { ...seen, found: 'absent', everyBlock: true };
}

/** One question reads so many blocks at the most; what it has read it remembers, so a few of them see a window's end. */
const QUESTIONS = 20;

async function isHeld(rpcUrl: string, transaction: string, from: number, to: number): Promise<boolean> {
  const { holds } = openTempoChain({ rpcUrl });
  for (let i = 0; i < QUESTIONS; i++) {
    const held = await holds(transaction, from, to).catch(() => undefined);
    if (held !== undefined) return held;
  }
  throw new NodeFailed('the node did not show every block of the window');
}
