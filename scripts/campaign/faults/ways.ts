import { decodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { NETWORK_PARAMETER } from '../../../src/declare.ts';
import { reliabilityLedger } from '../../../src/products/agent-commerce-reliability-ledger/product.ts';
import { opportunityCheck } from '../../../src/products/opportunity-check/product.ts';
import { SANDBOX_BUYERS } from '../../../src/sandbox/chain.ts';
import { SOLANA_BUYERS } from '../../../src/sandbox/solana-accounts.ts';
import { BASE, type Network, SOLANA, TEMPO } from '../../../src/values/payment.ts';
import { type Mode, tempoTools } from '../../../test/mpp/support.ts';
import { stockSolanaClient } from '../../../test/support/solana.ts';

/** A buyer with a wallet and the stock client of its rail. */
export interface Shopper {
  readonly way: string;
  readonly network: Network;
  readonly path: string;
  /** The header that carries the payment. */
  readonly header: 'payment-signature' | 'authorization';
  /** What a purchase costs, in atomic units. */
  readonly price: bigint;
  /** The stock client, over this `fetch`. */
  stock(send: typeof fetch): (url: string) => Promise<Response>;
  /** What the chain calls a payment of its, where it says so. */
  nonceOf?(payment: string): string;
}

const CHECK = `${opportunityCheck.path}?subject=api.example.com%2Fv1&goal=Is%20one%20call%20worth%20it`;

export function baseShopper(index: number): Shopper {
  const account = privateKeyToAccount(SANDBOX_BUYERS[index]!.privateKey);
  const client = new x402Client().register(BASE, new ExactEvmScheme(account));
  return {
    way: 'x402 Base',
    network: BASE,
    path: CHECK,
    header: 'payment-signature',
    price: BigInt(opportunityCheck.price.amount),
    stock: (send) => wrapFetchWithPayment(send, client),
    nonceOf: (payment) => {
      const { payload } = decodePaymentSignatureHeader(payment);
      return (payload as { authorization: { nonce: string } }).authorization.nonce;
    },
  };
}

export function solanaShopper(index: number, rpcUrl: string): Shopper {
  const client = stockSolanaClient(SOLANA_BUYERS[index]!, rpcUrl);
  return {
    way: 'x402 Solana',
    network: SOLANA,
    path: `${reliabilityLedger.path}?${NETWORK_PARAMETER}=solana`,
    header: 'payment-signature',
    price: BigInt(reliabilityLedger.price.amount),
    stock: (send) => wrapFetchWithPayment(send, client),
  };
}

/** `pull`: we send what it signed; `push`: it sends by itself and names the transaction. */
export function tempoShopper(index: number, rpcUrl: string, mode: Mode): Shopper {
  const account = privateKeyToAccount(SANDBOX_BUYERS[index]!.privateKey);
  const tools = tempoTools(rpcUrl);
  return {
    way: `mpp ${mode}`,
    network: TEMPO,
    path: reliabilityLedger.path,
    header: 'authorization',
    price: BigInt(reliabilityLedger.price.amount),
    stock: (send) => {
      const { fetch: paying } = tools.stock(account, mode, 1, send);
      return (url) => paying(url);
    },
  };
}
