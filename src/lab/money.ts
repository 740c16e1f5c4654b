import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { openChain } from '../adapters/evm/chain.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { systemClock } from '../adapters/system.ts';
import { SANDBOX_CHAIN_ID, sandboxAccount, startEvmSandbox } from '../sandbox/chain.ts';
import { type Payment, paymentKey, type SignedAuthorization } from '../values/payment.ts';
import { BASE_FEE, BASE_NETWORK, BUYER, LAB_EPOCH, LAB_SELLER, LAB_USDC, TERMS } from './terms.ts';

/** Where "charged" means a transfer of the token: a local chain on Base's terms, set back after every case. */
export interface Ledger {
  /** Settles a decoded x402 credential. The transaction, or undefined when the chain refused it. */
  settle(credential: object): Promise<string | undefined>;
  /** Transfers of the token to the seller in this case. */
  transfers(): Promise<number>;
  /** Forgets everything since the chain was prepared: balances, used nonces and time. */
  reset(): Promise<void>;
  readonly rpcUrl: string;
  stop(): Promise<void>;
}

interface V1 {
  readonly payload?: { readonly signature?: string; readonly authorization?: Record<string, string> };
}
interface V2 extends V1 {
  readonly accepted?: { readonly amount: string; readonly asset: string };
}

/**
 * Starts the chain. With the lab's clock, a block takes a second of its time and none of ours; with the machine's, it has
 * the time of day, as a client has that nobody's clock was stopped for.
 */
export async function openLedger(clock: 'lab' | 'machine' = 'lab'): Promise<Ledger> {
  const chain = await startEvmSandbox({ args: clock === 'lab' ? ['--timestamp', String(LAB_EPOCH)] : [] });
  const { client } = openChain({ rpcUrl: chain.rpcUrl });
  const ask = (method: string, params: unknown[] = []) =>
    client.request({ method, params } as never) as Promise<unknown>;
  if (clock === 'lab') await ask('anvil_setBlockTimestampInterval', [1]);
  let snapshot = (await ask('evm_snapshot')) as Hex;
  const account = privateKeyToAccount(sandboxAccount('settler').privateKey);
  let settler = newSettler();

  function newSettler() {
    return evmSettler({
      chain: openChain({ rpcUrl: chain.rpcUrl }),
      chainId: SANDBOX_CHAIN_ID,
      account,
      clock: systemClock,
      pollMs: 10,
    });
  }

  return {
    rpcUrl: chain.rpcUrl,
    async settle(credential) {
      // What the chain reads as now is its last block.
      if (clock === 'machine') await ask('evm_mine');
      const payment = paymentOf(credential);
      if (!payment || (await settler.verify(payment)).kind !== 'valid') return undefined;
      const settled = await settler.settle(payment, async () => true);
      return settled.kind === 'settled' ? settled.transaction : undefined;
    },
    async transfers() {
      const logs = (await ask('eth_getLogs', [
        {
          address: LAB_USDC,
          fromBlock: '0x0',
          toBlock: 'latest',
          topics: [TRANSFER_TOPIC, null, topicOf(LAB_SELLER)],
        },
      ])) as unknown[];
      return logs.length;
    },
    async reset() {
      await ask('evm_revert', [snapshot]);
      // What the next block costs survives a revert, and clients write it into what they sign.
      await ask('anvil_setNextBlockBaseFeePerGas', [BASE_FEE]);
      snapshot = (await ask('evm_snapshot')) as Hex;
      settler = newSettler();
    },
    stop: () => chain.stop(),
  };
}

/** `Transfer(address,address,uint256)` */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const topicOf = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/** The credential as our settler reads it. Undefined when it is not an EIP-3009 authorization by the lab's buyer. */
function paymentOf(credential: object): Payment<SignedAuthorization> | undefined {
  const { payload, accepted } = credential as V2;
  const given = payload?.authorization;
  if (!given || typeof payload?.signature !== 'string') return undefined;
  const text = (name: string) => String(given[name] ?? '').toLowerCase();
  const authorization = {
    from: text('from'),
    to: text('to'),
    value: text('value'),
    validAfter: text('validAfter'),
    validBefore: text('validBefore'),
    nonce: text('nonce'),
  };
  const offer = {
    ...TERMS,
    scheme: 'exact' as const,
    network: BASE_NETWORK,
    asset: (accepted?.asset ?? LAB_USDC).toLowerCase(),
    payTo: LAB_SELLER.toLowerCase(),
    amount: authorization.value,
    extra: { name: 'USD Coin', version: '2' },
  };
  return {
    rail: 'x402',
    key: paymentKey(offer.network, offer.asset, authorization.from, authorization.nonce),
    offer,
    payer: BUYER.address.toLowerCase(),
    validBefore: Number(authorization.validBefore),
    proof: { kind: 'eip3009', authorization, signature: payload.signature.toLowerCase() },
  };
}
