import type { Offer, Payment, Proof } from './values/payment.ts';
import type { DeclineReason, Situation } from './values/problem.ts';
import type { EpochMs } from './values/time.ts';

/** The door to whoever moves money. */

/** What a signature check or a look at the chain says before money moves. */
export type Verified =
  /** `payer`: told when the credential did not name one. */
  | { readonly kind: 'valid'; readonly payer?: string }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  /**
   * It has paid: the authorization was already used and the chain shows its Transfer to us.
   * `ours`: broadcast with our own key.
   */
  | { readonly kind: 'paid'; readonly transaction: string; readonly ours: boolean; readonly payer?: string }
  /** Its money has moved, or may have, and it buys nothing here: no 402, which would have it signed again. */
  | { readonly kind: 'worthless'; readonly as: Extract<Situation, 'used_long_ago' | 'paid_otherwise'> }
  /** Nobody could be asked. Nothing moved. */
  | { readonly kind: 'unreachable' }
  /** The buyer says that it has paid, and the chain does not say so yet. */
  | { readonly kind: 'unseen' }
  /** Too many are being checked already. */
  | { readonly kind: 'busy' }
  /** Other payments of its payer are under way, and may take what it needs. Nothing moved. */
  | { readonly kind: 'held' };

/** What became of a settlement. */
export type Settled =
  | { readonly kind: 'settled'; readonly transaction: string }
  /** A chain fact: this payment did not move money to us. */
  | { readonly kind: 'failed'; readonly reason: DeclineReason }
  /**
   * Nothing was sent: a row that records nothing may be released. `refused`: our own account could not pay for it. A row
   * that records something keeps it, since a node that refused may have passed it on.
   */
  | { readonly kind: 'not_sent'; readonly reason?: DeclineReason; readonly refused?: 'out_of_gas' }
  /** It may have been sent. Ask the chain later. */
  | { readonly kind: 'unknown' };

/** What must be durable before anything is sent. */
export interface Sending {
  readonly rawTransaction?: string;
  readonly transaction?: string;
}

/**
 * Moves money, or asks who did. In process against a chain, or a third-party facilitator. One settler knows the
 * proofs of its own network; the rails hand it no others.
 */
export interface Settler<P extends Proof = Proof> {
  /** Signature only: is this the payer's? Needs no chain for an ordinary account. */
  authenticate(payment: Payment<P>): Promise<Verified>;
  /** Signature, balance, nonce and a simulation. Moves nothing. */
  verify(payment: Payment<P>): Promise<Verified>;
  /** Moves money once. `record` must make its argument durable; when it answers false or throws, nothing is sent. */
  settle(payment: Payment<P>, record: (sending: Sending) => Promise<boolean>): Promise<Settled>;
  /**
   * Asks the chain what became of a payment that may have been sent, and sends it again when that is safe: the same
   * bytes, or new ones when `record` has made them durable, as for `settle`.
   */
  resolve(
    sent: {
      offer: Pick<Offer, 'network' | 'asset' | 'amount' | 'payTo'>;
      proof: P;
      rawTransaction: string | null;
      since: EpochMs;
    },
    record?: (sending: Sending) => Promise<boolean>,
  ): Promise<Settled>;
}
