import { randomBytes } from 'node:crypto';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired } from '@x402/core/types';
import type { Hex, PrivateKeyAccount } from 'viem';
import { AUTHORIZATION_TYPES } from '../../src/adapters/evm/eip3009.ts';
import type { Authorization } from '../../src/values/payment.ts';

/**
 * Payments made by hand: everything a stock client would put in, and each part open to change before or after
 * it is signed.
 */

/** The decoded `PAYMENT-SIGNATURE`, as loose as JSON. */
export interface Payload {
  x402Version: unknown;
  resource?: unknown;
  accepted: Record<string, unknown>;
  payload: { signature: unknown; authorization: Record<string, unknown> };
  extensions?: Record<string, unknown>;
}

export interface Draft {
  /** Changes before signing: the signature covers them. */
  readonly authorization?: Partial<Authorization>;
  /** Who signs; default: the payer. */
  readonly signer?: PrivateKeyAccount;
  readonly chainId?: number;
  /** Changes after signing. */
  readonly tamper?: (payload: Payload) => unknown;
}

export const freshNonce = (): Hex => `0x${randomBytes(32).toString('hex')}`;

/** The challenge of an unpaid call. */
export async function challengeOf(url: string, init: RequestInit = {}): Promise<PaymentRequired> {
  const response = await fetch(url, init);
  const header = response.headers.get('payment-required');
  await response.arrayBuffer();
  if (response.status !== 402 || header === null)
    throw new Error(`${url} answered ${response.status} without a challenge`);
  return decodePaymentRequiredHeader(header);
}

/** A payment for the first entry of a challenge, with every extension echoed as stock clients do. */
export async function payloadFor(
  required: PaymentRequired,
  payer: PrivateKeyAccount,
  draft: Draft = {},
): Promise<Payload> {
  const accepted = required.accepts[0]!;
  const seconds = Math.floor(Date.now() / 1000);
  const authorization: Authorization = {
    from: payer.address,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: String(seconds - 600),
    validBefore: String(seconds + accepted.maxTimeoutSeconds),
    nonce: freshNonce(),
    ...draft.authorization,
  };
  const signature = await (draft.signer ?? payer).signTypedData({
    domain: {
      name: String(accepted.extra.name),
      version: String(accepted.extra.version),
      chainId: draft.chainId ?? Number(accepted.network.split(':')[1]),
      verifyingContract: accepted.asset as Hex,
    },
    types: AUTHORIZATION_TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from as Hex,
      to: authorization.to as Hex,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as Hex,
    },
  });
  const payload: Payload = {
    x402Version: 2,
    resource: { ...required.resource },
    accepted: structuredClone(accepted) as unknown as Record<string, unknown>,
    payload: { signature, authorization: { ...authorization } },
    extensions: structuredClone(required.extensions ?? {}),
  };
  draft.tamper?.(payload);
  return payload;
}

/** Puts a payment-identifier where the official client puts it. */
export const withIdentifier = (id: unknown) => (payload: Payload) => {
  const extension = payload.extensions?.['payment-identifier'] as { info: Record<string, unknown> };
  extension.info.id = id;
};

export const encode = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload), 'utf8').toString('base64');

/** A signed payment for `url`, as the header's value. */
export async function paymentFor(url: string, payer: PrivateKeyAccount, draft: Draft = {}): Promise<string> {
  return encode(await payloadFor(await challengeOf(url), payer, draft));
}

/** One way of calling a paid route. */
export interface Call {
  readonly url: string;
  readonly init: RequestInit;
}

export const getCall = (url: string): Call => ({ url, init: { method: 'GET' } });

export const postCall = (url: string, body: unknown): Call => ({
  url,
  init: { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
});

/** What came back, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export async function pay({ url, init }: Call, payment: string): Promise<Answer> {
  return answerOf(
    fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'payment-signature': payment },
    }),
  );
}

export async function answerOf(pending: Promise<Response>): Promise<Answer> {
  const response = await pending;
  return { status: response.status, headers: response.headers, text: await response.text() };
}

export const json = (answer: Answer): Record<string, unknown> =>
  JSON.parse(answer.text) as Record<string, unknown>;
