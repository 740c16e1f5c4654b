import { Constants, Receipt } from 'mppx';
import type { Clock, Entropy } from '../../ports.ts';
import type { Offer } from '../../values/payment.ts';
import { DECLINES, type DeclineReason } from '../../values/problem.ts';
import { isoTime, SECOND_MS } from '../../values/time.ts';
import type { Terms } from '../offer.ts';
import { CHALLENGE_SECONDS, issue, METHOD, type MppIssuer } from './mpp-challenge.ts';
import { paymentSchemes, type ReadTransaction, readMppCredential } from './mpp-credential.ts';
import type { ChallengePart, Occasion, Rail } from './rail.ts';

/** MPP (draft-httpauth-payment): `WWW-Authenticate: Payment`, `Authorization: Payment`, `Payment-Receipt`. */

const PROBLEMS = 'https://paymentauth.org/problems/';
/** The problem types of the draft that our reasons are; the others are `verification-failed`. */
const TYPES: Partial<Record<DeclineReason, string>> = {
  malformed_payment: 'malformed-credential',
  payment_too_large: 'malformed-credential',
  challenge_not_ours: 'invalid-challenge',
  amount_too_low: 'payment-insufficient',
  offer_expired: 'payment-expired',
  authorization_expired: 'payment-expired',
};

/** What the MPP rail needs besides its terms. */
export interface MppOptions {
  readonly issuer: MppIssuer;
  readonly readTransaction: ReadTransaction;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** The MPP rail of one route. Every challenge is unique, so no two buyers can pay for the same one. */
export function mppRail({ product, payIns }: Terms, options: MppOptions): Rail {
  const { issuer, readTransaction, clock, entropy } = options;
  const { network, asset, payTo } = payIns.find(({ rail }) => rail === 'mpp')!;
  const { path, title } = product;
  const offer: Offer = {
    scheme: 'exact',
    network,
    asset,
    amount: product.price.amount,
    payTo,
    maxTimeoutSeconds: CHALLENGE_SECONDS,
    extra: {},
  };
  return {
    name: 'mpp',
    attached: (header) => paymentSchemes(header('authorization')).length > 0,
    read: (header, now) => readMppCredential(header, now, { issuer, offer, path, readTransaction }),
    challenge,
    settled: (settlement, { settledAt }) => ({
      [Constants.Headers.paymentReceipt]: Receipt.serialize({
        // A buyer may have paid for this on another rail, under the same identifier.
        method: settlement.network === network ? METHOD : settlement.network,
        status: 'success',
        timestamp: isoTime(settledAt * SECOND_MS),
        reference: settlement.transaction,
      }),
    }),
  };

  async function challenge({ declined, asking }: Occasion): Promise<ChallengePart> {
    const { id, header } = issue(issuer, {
      offer,
      path,
      title,
      now: clock.now(),
      order: entropy.hex(16),
      fingerprint: await asking?.(),
    });
    return {
      headers: {
        [Constants.Headers.wwwAuthenticate]: header,
        'content-type': 'application/problem+json; charset=utf-8',
      },
      // With these members the whole body of a 402 is a problem document (RFC 9457) too, as the draft asks for.
      body: {
        type: PROBLEMS + (declined ? (TYPES[declined] ?? 'verification-failed') : 'payment-required'),
        title: 'Payment required',
        status: 402,
        detail: declined ? DETAILS[DECLINES[declined].retry] : 'Pay one of the challenges to get the answer.',
        challengeId: id,
      },
    };
  }
}

const DETAILS = {
  never: 'The payment was not taken and no money moved. Do not send it again.',
  same_payment: 'The payment was not taken and no money moved. Send the same payment again later.',
  new_approval: 'The payment was not taken and no money moved. Approve a new one.',
} as const;
