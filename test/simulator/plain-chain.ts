import {
  type Hex,
  type PublicClient,
  pad,
  RpcRequestError,
  TransactionNotFoundError,
  type TransactionReceipt,
  toHex,
} from 'viem';
import type { Chain } from '../../src/adapters/evm/chain.ts';
import { newestSeen } from '../../src/adapters/newest.ts';
import type { SignedAuthorization } from '../../src/values/payment.ts';
import type { Code } from './code.ts';
import { TOPICS } from './node.ts';
import type { NodeLink } from './node-link.ts';
import type { Log, Mined } from './token-chain.ts';
import { transferOf } from './token-chain.ts';
import type { World } from './world.ts';

/**
 * The service's door to the chain without viem behind it, for runs in which buyers are ordinary accounts: the same
 * node, delays and faults at a third of the cost. The other runs go through the real `openChain` and viem.
 */
const TIMEOUT_MS = 3_000;
const RETRY_MS = 100;

export function plainChain(
  world: World,
  link: NodeLink,
  token: string,
  { paidUs }: Pick<Code, 'paidUs'>,
): Chain {
  const receipts = new WeakMap<Mined, TransactionReceipt>();
  const newest = newestSeen(() => world.loop.now);
  return {
    client: clientOf(),
    look: async (_terms, signed) => {
      const { spent, balance, revert } = await ask<{
        spent: boolean;
        balance: number;
        revert: string | undefined;
      }>('sim_look', [transferOf(signed)]);
      return { used: spent, balance: BigInt(balance), revert };
    },
    sight: async (_terms, { authorization: { from, nonce } }) => {
      const { number, time, hash } = await ask<{ number: number; time: number; hash: string }>(
        'sim_block',
        [],
      );
      const used = await ask<boolean>('sim_spent', [from, nonce, hash]);
      return { used, time: BigInt(time), isBehind: !newest.saw(BigInt(number)) };
    },
    hasCode: async () => false,
    acceptedByWallet: async () => 'no',
    findTransfer: (terms, signed) => findTransfer(terms, signed),
    receipt: async (transaction) => receiptOf(await ask<Mined | undefined>('sim_receipt', [transaction])),
    now: async () => BigInt(await ask<number>('sim_now', [])),
  };

  async function findTransfer(terms: Parameters<Chain['findTransfer']>[0], signed: SignedAuthorization) {
    const end = await ask<Mined | undefined>('sim_end', [
      signed.authorization.from,
      signed.authorization.nonce,
    ]);
    if (!end) throw new Error('the node calls the authorization used and shows no log of it');
    if (
      end.logs.some(
        ({ event, nonce }) => event === 'AuthorizationCanceled' && nonce === signed.authorization.nonce,
      )
    )
      return undefined;
    const receipt = receiptOf(await ask<Mined | undefined>('sim_receipt', [end.tx.hash]));
    if (!receipt) throw new Error('the node knows the event but not its receipt');
    return paidUs(receipt, terms, signed)
      ? { transaction: receipt.transactionHash, sender: receipt.from.toLowerCase() }
      : undefined;
  }

  function receiptOf(mined: Mined | undefined): TransactionReceipt | undefined {
    if (!mined) return undefined;
    const known = receipts.get(mined);
    if (known) return known;
    const receipt = {
      status: mined.success ? 'success' : 'reverted',
      transactionHash: mined.tx.hash,
      from: mined.tx.sender,
      logs: mined.logs.map((log, logIndex) => logOf(log, logIndex, token)),
    } as unknown as TransactionReceipt;
    receipts.set(mined, receipt);
    return receipt;
  }

  /** What the lane asks of viem's client. */
  function clientOf(): PublicClient {
    return {
      getTransactionCount: async ({ address }: { address: Hex }) =>
        Number(await ask<string>('eth_getTransactionCount', [address])),
      getBalance: async () => 10n ** 18n,
      estimateFeesPerGas: async () => ({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }),
      sendRawTransaction: ({ serializedTransaction }: { serializedTransaction: Hex }) =>
        ask('eth_sendRawTransaction', [serializedTransaction]),
      getTransaction: async ({ hash }: { hash: Hex }) => {
        const found = await ask<object | null>('eth_getTransactionByHash', [hash]);
        if (found === null) throw new TransactionNotFoundError({ hash });
        return found;
      },
    } as unknown as PublicClient;
  }

  /** As viem does it: three seconds, one repetition, an error of the node is an error. */
  async function ask<T>(method: string, params: readonly unknown[]): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await askOnce<T>(method, params);
      } catch (error) {
        if (tries > 0 || !(error instanceof NoAnswer)) throw error;
        await world.loop.sleep(RETRY_MS);
      }
    }
  }

  async function askOnce<T>(method: string, params: readonly unknown[]): Promise<T> {
    const controller = new AbortController();
    const timer = world.loop.after(TIMEOUT_MS, () => controller.abort(TIMED_OUT));
    try {
      const { ok, said } = await link.request(method, params, controller.signal);
      if (!ok) throw new NoAnswer('the node answers with an error status');
      if (said.error) throw new RpcRequestError({ body: { method }, error: said.error, url: '' });
      return said.result as T;
    } catch (error) {
      throw error instanceof Error && error.name === 'AbortError'
        ? new NoAnswer('the node does not answer')
        : error;
    } finally {
      timer.fire = undefined;
    }
  }
}

class NoAnswer extends Error {}
/** Without a reason of ours an abort makes a DOMException, at 20 µs. */
const TIMED_OUT = new NoAnswer('the node does not answer');

const logOf = (log: Log, logIndex: number, address: string) => ({
  address,
  topics:
    log.event === 'Transfer'
      ? [TOPICS.Transfer, pad(log.from as Hex), pad(log.to as Hex)]
      : [TOPICS[log.event], pad(log.from as Hex), log.nonce],
  data: log.event === 'Transfer' ? pad(toHex(log.value!)) : '0x',
  logIndex,
});
