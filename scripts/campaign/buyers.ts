import { x402Client } from '@x402/core/client';
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentSignatureHeader,
} from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { digestBytes } from '../../src/values/digest.ts';
import { call } from './calls.ts';

/** One signed payment and all that was ever answered to it. */
export interface Bought {
  readonly header: string;
  readonly payer: string;
  readonly nonce: string;
  readonly validBefore: number;
  readonly form: 'GET' | 'POST';
  outcome: 'delivered' | 'declined' | 'open';
  reason?: string;
  transaction?: string;
  bodyDigest?: string;
  sends: number;
}

const PATH = '/api/opportunity-check';
const BODY = JSON.stringify({ subject: 'https://api.example.com/v1', goal: 'Worth one $0.01 call?' });

/** Buys as a careful client does: one signature a purchase, the same payment again while the outcome is not known. */
export async function buyOnce(
  key: `0x${string}`,
  pick: () => string,
  book: Bought[],
  giveUp: () => boolean,
): Promise<void> {
  const form = Math.random() < 0.5 ? 'GET' : 'POST';
  const signed = await sign(privateKeyToAccount(key), pick, form, giveUp);
  if (!signed) return;
  book.push(signed);
  await sendUntilKnown(signed, pick, giveUp);
}

async function sign(
  account: PrivateKeyAccount,
  pick: () => string,
  form: 'GET' | 'POST',
  giveUp: () => boolean,
): Promise<Bought | undefined> {
  const client = new x402Client().register('eip155:8453', new ExactEvmScheme(account));
  while (!giveUp()) {
    try {
      const response = await send(pick(), form);
      if (response.status !== 402) throw new Error(`no challenge (${response.status})`);
      const payload = await client.createPaymentPayload(
        decodePaymentRequiredHeader(response.headers.get('payment-required')!),
      );
      const { authorization } = payload.payload as { authorization: { nonce: string; validBefore: string } };
      return {
        header: encodePaymentSignatureHeader(payload),
        payer: account.address,
        nonce: authorization.nonce,
        validBefore: Number(authorization.validBefore),
        form,
        outcome: 'open',
        sends: 0,
      };
    } catch {
      await pause();
    }
  }
  return undefined;
}

/** Sends one payment to any node until it is delivered or definitely declined. */
export async function sendUntilKnown(
  bought: Bought,
  pick: () => string,
  giveUp: () => boolean,
): Promise<void> {
  while (bought.outcome === 'open' && !giveUp()) {
    bought.sends++;
    try {
      const response = await send(pick(), bought.form, bought.header);
      const body = new Uint8Array(await response.arrayBuffer());
      if (response.status === 200) settle(bought, response, body);
      else if (response.status === 402 || response.status === 409) {
        bought.outcome = 'declined';
        const { reason, error } = JSON.parse(new TextDecoder().decode(body)) as {
          reason?: string;
          error?: string;
        };
        bought.reason = reason ?? error ?? String(response.status);
      }
    } catch {
      // A dead node: the outcome is as open as before.
    }
    if (bought.outcome === 'open') await pause();
  }
}

function settle(bought: Bought, response: Response, body: Uint8Array): void {
  const { transaction } = decodePaymentResponseHeader(response.headers.get('payment-response')!);
  const bodyDigest = digestBytes(body);
  if (
    bought.transaction !== undefined &&
    (bought.transaction !== transaction || bought.bodyDigest !== bodyDigest)
  )
    throw new Error(`payment ${bought.nonce} was delivered twice with different answers`);
  Object.assign(bought, { outcome: 'delivered', transaction, bodyDigest });
}

/** Fetches a delivered answer again: same bytes, same settlement, or an explanation. */
export async function redeliver(bought: Bought, url: string): Promise<string | undefined> {
  const response = await send(url, bought.form, bought.header);
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) return `redelivery answered ${response.status}`;
  if (response.headers.get('x-svc-redelivery') !== '1') return 'redelivery is not marked';
  if (digestBytes(body) !== bought.bodyDigest) return 'redelivery has other bytes';
  const { transaction } = decodePaymentResponseHeader(response.headers.get('payment-response')!);
  return transaction === bought.transaction ? undefined : 'redelivery names another transaction';
}

const send = (url: string, form: 'GET' | 'POST', payment?: string): Promise<Response> =>
  call(url + PATH, {
    method: form,
    redirect: 'error',
    headers: {
      ...(form === 'POST' && { 'content-type': 'application/json' }),
      ...(payment && { 'payment-signature': payment }),
    },
    ...(form === 'POST' && { body: BODY }),
  });

const pause = () => new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 150));
