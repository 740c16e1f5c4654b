import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import { privateKeyToAccount } from 'viem/accounts';
import { NETWORK_PARAMETER } from '../../src/declare.ts';
import { reliabilityLedger } from '../../src/products/agent-commerce-reliability-ledger/product.ts';
import { SANDBOX_BUYERS } from '../../src/sandbox/chain.ts';
import { SOLANA_BUYERS } from '../../src/sandbox/solana-accounts.ts';
import { SOLANA, TEMPO } from '../../src/values/payment.ts';
import { tempoTools } from '../../test/mpp/support.ts';
import { stockSolanaClient } from '../../test/support/solana.ts';
import { call } from './calls.ts';

/** Purchases of the ledger on the rails beside x402 on Base: stock clients, and the same payment until its end is known. */

const PATH = reliabilityLedger.path;

export interface RailBought {
  readonly way: string;
  readonly network: typeof SOLANA | typeof TEMPO;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  outcome: 'delivered' | 'declined' | 'open';
  reason?: string;
}

/** One way to pay: makes a payment for a challenge, once. */
interface Way {
  readonly name: string;
  readonly network: RailBought['network'];
  readonly path: string;
  readonly pay: (challenged: Response) => Promise<Readonly<Record<string, string>>>;
}

/** The last buyers of each chain, who buy nothing on Base. */
export function waysToPay(rpc: { readonly solana: string; readonly tempo: string }): readonly Way[] {
  const solana = stockSolanaClient(SOLANA_BUYERS[0]!, rpc.solana);
  const tempo = tempoTools(rpc.tempo);
  const over = (mode: 'push' | 'pull', index: number): Way => {
    const client = tempo.stock(privateKeyToAccount(SANDBOX_BUYERS.at(index)!.privateKey), mode);
    const pay = async (challenged: Response) => ({
      authorization: await client.createCredential(challenged),
    });
    return { name: `mpp ${mode}`, network: TEMPO, path: PATH, pay };
  };
  return [
    {
      name: 'x402 Solana',
      network: SOLANA,
      path: `${PATH}?${NETWORK_PARAMETER}=solana`,
      pay: async ({ headers }) => {
        const required = decodePaymentRequiredHeader(headers.get('payment-required')!);
        const payload = await solana.createPaymentPayload(required);
        return { 'payment-signature': encodePaymentSignatureHeader(payload) };
      },
    },
    over('pull', -1),
    over('push', -2),
  ];
}

/** Signs once and sends that payment to any node until it is delivered or definitely declined. */
export async function buyOver(
  way: Way,
  pick: () => string,
  book: RailBought[],
  giveUp: () => boolean,
): Promise<void> {
  const headers = await paymentFor(way, pick, giveUp);
  if (!headers) return;
  const { name, network, path } = way;
  const bought: RailBought = { way: name, network, path, headers, outcome: 'open' };
  book.push(bought);
  await presentUntilKnown(bought, pick, giveUp);
}

async function paymentFor({ path, pay }: Way, pick: () => string, giveUp: () => boolean) {
  while (!giveUp()) {
    const challenged = await call(pick() + path).catch(() => undefined);
    // What it signs, or sends, is not tried twice: money may be on its way.
    if (challenged?.status === 402) return pay(challenged);
    await challenged?.arrayBuffer();
    await pause();
  }
  return undefined;
}

export async function presentUntilKnown(
  bought: RailBought,
  pick: () => string,
  giveUp: () => boolean,
): Promise<void> {
  while (bought.outcome === 'open' && !giveUp()) {
    try {
      const response = await call(pick() + bought.path, { headers: bought.headers });
      const text = await response.text();
      if (response.status === 200) bought.outcome = 'delivered';
      else if (response.status === 402 || response.status === 409) {
        bought.outcome = 'declined';
        const { reason, error } = JSON.parse(text) as { reason?: string; error?: string };
        bought.reason = reason ?? error ?? String(response.status);
      }
    } catch {
      // A dead node: the outcome is as open as before.
    }
    if (bought.outcome === 'open') await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 150));
