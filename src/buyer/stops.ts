/**
 * Every way a purchase can end, with the exit code of `assay buy`. `paid` says what the buyer must assume about its
 * money: that is the first thing to know when something went wrong.
 */
export const STOPS = {
  delivered: { exit: 0, paid: 'yes', meaning: 'Paid, delivered and verified.' },
  usage: { exit: 2, paid: 'no', meaning: 'The command was not understood.' },
  unreachable: {
    exit: 10,
    paid: 'no',
    meaning: 'The service could not be reached before anything was signed.',
  },
  refused_request: { exit: 11, paid: 'no', meaning: 'The service refused the request itself.' },
  no_challenge: {
    exit: 12,
    paid: 'no',
    meaning: 'The route did not answer with a payment challenge that can be read.',
  },
  terms_not_acceptable: {
    exit: 13,
    paid: 'no',
    meaning: 'The challenge differs from what was approved: price, network, asset, recipient or address.',
  },
  offer_not_verified: {
    exit: 14,
    paid: 'no',
    meaning: 'The signed offer or the terms document does not hold.',
  },
  not_approved: { exit: 15, paid: 'no', meaning: 'The purchase was not approved.' },
  no_wallet: { exit: 16, paid: 'no', meaning: 'There is no key to pay with.' },
  declined: { exit: 20, paid: 'no', meaning: 'The payment was declined. A 402 means that no money moved.' },
  payment_conflict: {
    exit: 21,
    paid: 'no',
    meaning: 'This payment or its identifier belongs to another request.',
  },
  outcome_unknown: {
    exit: 30,
    paid: 'unknown',
    meaning:
      'It is not known whether money moved. The payment file can be sent again; do not sign a new one.',
  },
  receipt_not_verified: {
    exit: 31,
    paid: 'yes',
    meaning: 'Delivered, but a settlement or receipt does not hold. Keep the files.',
  },
} as const;

export type Stop = keyof typeof STOPS;

/** Ends a purchase. `detail` says what was seen, for the person who reads it. */
export class PurchaseStopped extends Error {
  readonly stop: Stop;
  constructor(stop: Stop, detail: string) {
    super(detail);
    this.stop = stop;
  }
}
