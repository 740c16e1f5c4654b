import type { AnyPending } from './pending.ts';
import { singleLine } from './words.ts';

/**
 * What is known of the money. `no`: nothing that could be charged was sent. `seller_says_no`: something was, and only
 * the seller's word says that it was not charged. `yes`: the seller signed that it was.
 */
export type PaidState = 'no' | 'seller_says_no' | 'unknown' | 'yes';

/**
 * Every way a purchase can end, with the exit code of `assay buy`. `paid` says what the buyer must assume about its
 * money: that is the first thing to know when something went wrong.
 */
export const STOPS = {
  delivered: { exit: 0, paid: 'yes', meaning: 'Paid, delivered and verified.' },
  fault: {
    exit: 1,
    paid: 'no',
    meaning: 'A fault of this program. Nothing that could be charged was sent.',
  },
  usage: { exit: 2, paid: 'no', meaning: 'The command was not understood.' },
  unreachable: {
    exit: 10,
    paid: 'no',
    meaning: 'The service could not be reached before anything was signed.',
  },
  refused_request: { exit: 11, paid: 'no', meaning: 'The service refused the request before it was paid.' },
  no_challenge: {
    exit: 12,
    paid: 'no',
    meaning: 'The route did not answer with a readable payment challenge.',
  },
  terms_not_acceptable: {
    exit: 13,
    paid: 'no',
    meaning: 'The challenge asks for something else: price, network, asset, recipient, address or time.',
  },
  offer_not_verified: {
    exit: 14,
    paid: 'no',
    meaning: 'The signed offer or the terms document could not be verified.',
  },
  not_approved: { exit: 15, paid: 'no', meaning: 'The purchase was not approved.' },
  no_wallet: { exit: 16, paid: 'no', meaning: 'There is no key to pay with, or the key could not sign.' },
  not_kept: {
    exit: 17,
    paid: 'no',
    meaning: 'The signed payment could not be saved, so it was not sent.',
  },
  interrupted: { exit: 18, paid: 'no', meaning: 'A signal ended the program before anything was sent.' },
  declined: {
    exit: 20,
    paid: 'seller_says_no',
    meaning: 'The seller declined the payment. It can still be charged until it expires, so it is kept.',
  },
  payment_conflict: {
    exit: 21,
    paid: 'unknown',
    meaning: 'The seller says that this payment or its identifier belongs to another request. It is kept.',
  },
  refused_payment: {
    exit: 22,
    paid: 'seller_says_no',
    meaning:
      'The seller refused the request that carried the payment. The payment is kept, like a declined one.',
  },
  outcome_unknown: {
    exit: 30,
    paid: 'unknown',
    meaning: 'It is not known whether money moved. Send the kept payment again; do not sign a new one.',
  },
  receipt_not_verified: {
    exit: 31,
    paid: 'unknown',
    meaning:
      'The seller answered, but the settlement or a receipt could not be verified. Assume that you paid; the payment is kept.',
  },
  answer_not_written: {
    exit: 32,
    paid: 'yes',
    meaning: 'Paid, delivered and verified, but the answer could not be written. The payment is kept.',
  },
} as const satisfies Record<string, { exit: number; paid: PaidState; meaning: string }>;

/** A way for a purchase to end: a row of {@link STOPS}. */
export type Stop = keyof typeof STOPS;

/** Ends a purchase. `detail` says what was seen, for the person who reads it. */
export class PurchaseStopped extends Error {
  readonly stop: Stop;
  /** What was sent, and may still be charged: send it again, never sign another one. Undefined: nothing was sent. */
  readonly pending: AnyPending | undefined;

  constructor(stop: Stop, detail: string, pending?: AnyPending) {
    super(singleLine(detail));
    this.stop = stop;
    this.pending = pending;
  }

  get paid(): PaidState {
    return STOPS[this.stop].paid;
  }
}
