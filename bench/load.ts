import { randomBytes } from 'node:crypto';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { AUTHORIZATION_TYPES } from '../src/adapters/evm/eip3009.ts';
import { USDC_BASE_TERMS } from '../src/gate/assets.ts';
import { SANDBOX_BUYERS, sandboxAccount } from '../src/sandbox/accounts.ts';
import { REDELIVERY_HEADER } from '../src/values/headers.ts';
import { chainIdOf } from '../src/values/payment.ts';

/** Payments as a load. It checks its own answers: a figure for wrong answers is no figure. */

export interface PaidRate {
  readonly perSecond: number;
  /** Milliseconds of one paid call, as its buyer sees it. */
  readonly p50: number;
  readonly p99: number;
}

/**
 * Sends payments that were signed before, `concurrent` at a time. Every answer must be a 200: `again` says whether each
 * must be one that was delivered before.
 */
export async function paidRate(
  url: string,
  payments: readonly string[],
  concurrent: number,
  again = false,
): Promise<PaidRate> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let payment = payments[next++]; payment !== undefined; payment = payments[next++]) {
      const from = performance.now();
      const { status, redelivered } = await get(url, agent, payment);
      if (status !== 200 || redelivered !== again)
        throw new Error(`${url}: a paid call was answered ${status}${redelivered ? ' (redelivered)' : ''}`);
      times.push(performance.now() - from);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: concurrent }, worker));
  const seconds = (performance.now() - from) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))]!;
  return { perSecond: payments.length / seconds, p50: at(0.5), p99: at(0.99) };
}

/**
 * The connection was closed while it lay idle, at the moment at which it was taken up again: nothing was answered, and the
 * request may be sent anew (RFC 9112 §9.3.1), as fetch does by itself.
 */
export class IdleClosed extends Error {}

/** Settles a promise by how a request ends without an answer. */
export const unanswered =
  (outgoing: ClientRequest, reject: (error: Error) => void) =>
  (error: NodeJS.ErrnoException): void =>
    reject(
      outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
        ? new IdleClosed()
        : error,
    );

/** After how many seconds it is to be sent again, where the answer says so. */
export const retryAfterOf = ({ headers }: IncomingMessage): number | undefined =>
  headers['retry-after'] === undefined ? undefined : Number(headers['retry-after']);

/** One call, with a payment or without; `caller`: the address for which a proxy sends it. */
export const get = (
  url: string,
  agent: Agent,
  payment?: string,
  caller?: string,
): Promise<{
  readonly status: number;
  readonly redelivered: boolean;
  readonly retryAfter: number | undefined;
}> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(payment !== undefined && { 'payment-signature': payment }),
      ...(caller !== undefined && { 'x-forwarded-for': caller }),
    };
    const outgoing = request(url, { agent, headers }, (answer) => {
      answer.resume();
      const redelivered = answer.headers[REDELIVERY_HEADER] !== undefined;
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, redelivered, retryAfter: retryAfterOf(answer) }),
      );
      answer.once('error', reject);
    });
    outgoing.once('error', unanswered(outgoing, reject));
    outgoing.end();
  });

const PAYERS = SANDBOX_BUYERS.map(({ privateKey }) => privateKeyToAccount(privateKey));
let serial = 0n;

/** `PAYMENT-SIGNATURE` headers for one route, signed now; good for two minutes. `forged`: signed by nobody. `payTo`: a seller's own, outside of a sandbox. */
export async function signedPayments(
  url: string,
  amount: string,
  count: number,
  forged = false,
  payTo: Address = sandboxAccount('seller').address,
): Promise<string[]> {
  const { network, asset, extra } = USDC_BASE_TERMS;
  const accepted = { scheme: 'exact', network, asset, amount, payTo, maxTimeoutSeconds: 120, extra };
  const domain = {
    name: extra.name!,
    version: extra.version!,
    chainId: chainIdOf(network),
    verifyingContract: asset as Address,
  };
  const seconds = BigInt(Math.floor(Date.now() / 1_000));
  const headers: string[] = [];
  for (let i = 0; i < count; i++) {
    const payer = PAYERS[i % PAYERS.length]!;
    const nonce = `0x${(BigInt(Date.now()) * 10n ** 9n + serial++).toString(16).padStart(64, '0')}` as const;
    const message = {
      from: payer.address,
      to: payTo,
      value: BigInt(amount),
      validAfter: seconds - 600n,
      validBefore: seconds + 120n,
      nonce,
    };
    const signature = forged
      ? `0x${randomBytes(64).toString('hex')}1b`
      : await payer.signTypedData({
          domain,
          types: AUTHORIZATION_TYPES,
          primaryType: 'TransferWithAuthorization',
          message,
        });
    const authorization = {
      ...message,
      value: amount,
      validAfter: String(message.validAfter),
      validBefore: String(message.validBefore),
    };
    headers.push(
      Buffer.from(
        JSON.stringify({
          x402Version: 2,
          resource: { url },
          accepted,
          payload: { signature, authorization },
        }),
      ).toString('base64'),
    );
  }
  return headers;
}
