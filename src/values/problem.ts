/**
 * The closed table of refusals. A refusal is a value: rows here, mapped to HTTP once (http/respond.ts).
 * Problem documents follow RFC 9457; `error` is the stable code that clients may switch on. No text of a caller's enters one.
 */

import { PROBLEMS, type Retry } from './problem-rows.ts';

export { PROBLEMS, type Retry };

/** A row of {@link PROBLEMS}. */
export type ProblemCode = keyof typeof PROBLEMS;

/** The `type` of a problem document. The address leads to what the code means, on the page of failures. */
export const problemType = (code: string): `/${string}` => `/problems/${code}`;

/**
 * What is added to a refusal that a payment came with, before it was looked at. It may have been settled by another call,
 * or its money moved by the buyer: only what this call did is known.
 */
export const UNSETTLED =
  'This call settled no payment. Correct the request and send it with the same payment. Do not sign a new one.';

/** Codes that stand for more than one situation: clients switch on the code, these are the words for the other one. */
export const SITUATIONS = {
  ticket_in_flight: {
    code: 'ticket_used',
    detail:
      'The authorization ticket is held by another payment that is in flight. Nothing was charged for this payment. To get the answer, send the payment that holds the ticket again. If that payment fails, this one may use the ticket.',
    retry: 'same_payment',
  },
  wallet_busy: {
    code: 'settlement_unavailable',
    detail:
      'Other payments of this wallet are under way and hold its balance, or too many are under way at once. This call moved no money. Send the same payment again when they have been answered.',
    retry: 'same_payment',
  },
  not_its_buyer: {
    code: 'payment_reused',
    detail:
      'This payment was used before, and this call does not show that it comes from whoever paid. A settled signature is public, so the payment must come with the order id of its challenge, or with its payment identifier, as it did then. Nothing was charged. If you paid, send exactly the payment header that you sent then.',
    retry: 'never',
  },
  buyer_untold: {
    code: 'payment_reused',
    detail:
      'This payment was begun here before and ended without a sale, and the key that would tell its buyer from a copy has been replaced since. It cannot be started again. This call charged nothing. Sign another payment once the authorization of this one has expired. If its money has moved, give the operator its transaction.',
    retry: 'never',
  },
  delivered_long_ago: {
    code: 'payment_reused',
    detail:
      'This payment was delivered more than 15 minutes ago. It came without the order id of its challenge and without a payment identifier, so it can no longer be told from a copy. It was charged once and will not be charged again. If its answer never arrived, give the operator its transaction.',
    retry: 'never',
  },
  used_long_ago: {
    code: 'payment_reused',
    detail:
      'The authorization of this payment ran out more than a day ago, and it was used or cancelled before that. It was not charged again and buys nothing any more. If you paid for this answer and never received it, give the operator the transaction.',
    retry: 'never',
  },
  paid_otherwise: {
    code: 'payment_reused',
    detail:
      'The transaction that this payment names is on the chain, but it does not pay for this challenge, or it comes from another account than the credential names. It buys nothing here and nothing more was charged. If you sent it for a challenge of this service, send the credential of that challenge.',
    retry: 'never',
  },
  used_elsewhere: {
    code: 'payment_reused',
    detail:
      'The money of this payment had moved before this service saw the payment, so it was used for another sale. It was not charged again and buys nothing here. If you paid for this answer and never received it, give the operator the transaction.',
    retry: 'never',
  },
  record_lost: {
    code: 'payment_reused',
    detail:
      'This payment was settled here before, and the record of what it bought was lost with a database. It was not charged again and buys nothing more. If its answer never arrived, give the operator its transaction.',
    retry: 'never',
  },
} as const satisfies Record<
  string,
  { readonly code: ProblemCode; readonly detail: string; readonly retry: Retry }
>;

/** A row of {@link SITUATIONS}. */
export type Situation = keyof typeof SITUATIONS;

/** One fault of a request, by JSON path. Codes and paths come from our schemas, never from the caller's values. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** Names or values that are taken in its place. */
  readonly allowed?: readonly string[];
}

/** Why policy refuses a body that would be paid for, in order of precedence. */
export const REFUSAL_CLASSES = ['sensitiveData', 'unsafeAdvice', 'outreachOrScrapingRequest'] as const;
/** A class of {@link REFUSAL_CLASSES}. */
export type RefusalClass = (typeof REFUSAL_CLASSES)[number];

/** What policy says no to in a body: fields and rules, never values. `path` is a field, empty for the whole body. */
export interface Refusal {
  readonly stopReason: RefusalClass;
  readonly issues: readonly Issue[];
}

/** A call that can be sent as it stands. */
export interface Next {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  /** The call after it: what `take` names in the answer goes into `header`, or into the query as `parameter`. */
  readonly after?: Next & {
    readonly take: string;
    readonly header?: string;
    readonly parameter?: string;
  };
}

/** A refusal as a value; http/respond.ts makes a problem document of it (RFC 9457). */
export interface Problem extends Partial<Refusal> {
  readonly code: ProblemCode;
  /** A complete example of what works, or of the step that comes before. */
  readonly next?: Next;
  /** A payment came with the call, and this call settled nothing of it: it is to be sent with the corrected call. */
  readonly unsettled?: true;
  readonly situation?: Situation;
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
}

/** A refusal by its code. */
export const problem = (code: ProblemCode, extra: Omit<Problem, 'code'> = {}): Problem => ({
  code,
  ...extra,
});

/** A problem whose code has more than one meaning, in the words of this one. */
export const situation = (name: Situation, extra: Omit<Problem, 'code' | 'situation'> = {}): Problem => ({
  code: SITUATIONS[name].code,
  situation: name,
  ...extra,
});

/** The failure buckets of service spec §7. */
export type FailureBucket =
  | 'wallet_not_authenticated'
  | 'insufficient_network_usdc'
  | 'max_amount_too_low'
  | 'wrong_network'
  | 'payment_declined';

/**
 * Why a payment was not taken: the `reason` of a 402 after a payment was attached. A 402 means that no money moved.
 * `retry` says what the buyer may do with this very payment.
 */
export const DECLINES = {
  malformed_payment: { bucket: 'payment_declined', retry: 'new_approval' },
  payment_too_large: { bucket: 'payment_declined', retry: 'new_approval' },
  unsupported_x402_version: { bucket: 'payment_declined', retry: 'never' },
  unsupported_scheme: { bucket: 'payment_declined', retry: 'never' },
  wrong_network: { bucket: 'wrong_network', retry: 'new_approval' },
  wrong_asset: { bucket: 'payment_declined', retry: 'new_approval' },
  wrong_recipient: { bucket: 'payment_declined', retry: 'new_approval' },
  amount_too_low: { bucket: 'max_amount_too_low', retry: 'new_approval' },
  amount_too_high: { bucket: 'payment_declined', retry: 'new_approval' },
  terms_mismatch: { bucket: 'payment_declined', retry: 'new_approval' },
  resource_mismatch: { bucket: 'payment_declined', retry: 'new_approval' },
  offer_expired: { bucket: 'payment_declined', retry: 'new_approval' },
  authorization_expired: { bucket: 'payment_declined', retry: 'new_approval' },
  authorization_not_yet_valid: { bucket: 'payment_declined', retry: 'same_payment' },
  authorization_window_too_long: { bucket: 'payment_declined', retry: 'new_approval' },
  missing_signature: { bucket: 'wallet_not_authenticated', retry: 'new_approval' },
  invalid_signature: { bucket: 'wallet_not_authenticated', retry: 'new_approval' },
  unsupported_signature: { bucket: 'wallet_not_authenticated', retry: 'never' },
  signature_too_costly: { bucket: 'payment_declined', retry: 'never' },
  wallet_contracts_paused: { bucket: 'payment_declined', retry: 'same_payment' },
  unsupported_transaction: { bucket: 'payment_declined', retry: 'new_approval' },
  insufficient_balance: { bucket: 'insufficient_network_usdc', retry: 'new_approval' },
  authorization_used: { bucket: 'payment_declined', retry: 'new_approval' },
  redelivery_window_over: { bucket: 'payment_declined', retry: 'new_approval' },
  challenge_not_ours: { bucket: 'payment_declined', retry: 'new_approval' },
  payment_not_bound: { bucket: 'payment_declined', retry: 'new_approval' },
  settlement_refused: { bucket: 'payment_declined', retry: 'new_approval' },
} as const satisfies Record<string, { readonly bucket: FailureBucket; readonly retry: Retry }>;

/** A row of {@link DECLINES}: why a payment was not taken. */
export type DeclineReason = keyof typeof DECLINES;

/** A payment that is not taken, as settlers say it. */
export const declined = (reason: DeclineReason) => ({ kind: 'declined', reason }) as const;
