import {
  DECLINES,
  type DeclineReason,
  type FailureBucket,
  PROBLEMS,
  type ProblemCode,
  type Retry,
  SITUATIONS,
  type Situation,
} from '../../../values/problem.ts';
import { CAUSES, type Cause } from './causes.ts';
import type { CauseMeaning, MoneyKnown, Resend, Sign } from './meaning.ts';

/** Codes of this service. Retry and words come from values/problem.ts; here stands what that table does not say. */

type Own = readonly [cause: Cause, money?: MoneyKnown, fix?: string];

const PROBLEM: Readonly<Record<ProblemCode, Own>> = {
  invalid_request: ['request_invalid'],
  unknown_payment_network: ['wrong_network'],
  multiple_credentials: ['malformed_payment_header'],
  invalid_payment_identifier: ['request_invalid'],
  edge_assertion_refused: ['request_invalid'],
  ticket_invalid: ['request_invalid'],
  ticket_expired: ['request_invalid'],
  ticket_mismatch: ['request_invalid'],
  ticket_used: ['request_invalid'],
  not_found: ['request_invalid'],
  method_not_allowed: ['request_invalid'],
  payment_reused: ['payment_reused', 'yes'],
  payment_identifier_conflict: ['idempotency_conflict'],
  preflight_expired: ['request_invalid'],
  payload_too_large: ['request_invalid'],
  unsupported_media_type: ['request_invalid'],
  request_refused: ['policy_refused'],
  ticket_required: ['request_invalid'],
  preflight_required: ['request_invalid'],
  too_many_requests: ['rate_limited'],
  request_timeout: ['network_timeout'],
  header_too_large: ['header_too_large'],
  internal_error: ['upstream_error'],
  service_unavailable: ['upstream_error'],
  settlement_unavailable: ['rpc_unavailable'],
  settlement_pending: ['settlement_pending_or_unknown', 'maybe'],
  redelivery_failed: ['upstream_error', 'yes'],
  edition_not_current: ['upstream_error'],
};

const SITUATION: Readonly<Record<Situation, Own>> = {
  ticket_in_flight: ['request_invalid'],
  wallet_busy: ['rate_limited'],
  not_its_buyer: ['payment_reused', 'yes'],
  delivered_long_ago: ['payment_reused', 'yes'],
  buyer_untold: ['payment_reused', 'maybe'],
  used_long_ago: ['payment_reused', 'maybe'],
  paid_otherwise: ['payment_not_bound', 'maybe'],
  used_elsewhere: ['payment_reused', 'yes'],
  record_lost: ['payment_reused', 'yes'],
};

const DECLINE: Readonly<Record<DeclineReason, Own>> = {
  malformed_payment: ['malformed_payment_header'],
  payment_too_large: ['header_too_large'],
  unsupported_x402_version: ['unsupported_version'],
  unsupported_scheme: ['unsupported_scheme'],
  wrong_network: ['wrong_network'],
  wrong_asset: ['wrong_asset'],
  wrong_recipient: ['wrong_recipient'],
  amount_too_low: ['amount_mismatch'],
  amount_too_high: ['amount_mismatch'],
  terms_mismatch: ['payment_not_bound'],
  resource_mismatch: ['payment_not_bound'],
  offer_expired: ['authorization_expired'],
  authorization_expired: ['authorization_expired'],
  authorization_not_yet_valid: ['authorization_not_yet_valid'],
  authorization_window_too_long: ['request_invalid'],
  missing_signature: ['invalid_signature'],
  invalid_signature: ['invalid_signature'],
  unsupported_signature: ['smart_wallet_signature'],
  signature_too_costly: ['smart_wallet_signature'],
  wallet_contracts_paused: ['smart_wallet_signature'],
  unsupported_transaction: ['solana_transaction'],
  insufficient_balance: [
    'insufficient_funds',
    'no',
    'Ask the chain: `cast call <asset> "balanceOf(address)(uint256)" <from>` on the `network` that you signed for. Too little: fund exactly that address with that token. ⟦Then fetch a fresh challenge and sign it: this payment was released and is not looked at again.⟧',
  ],
  authorization_used: [
    'nonce_already_used',
    'maybe',
    'The chain says that this authorization was used or cancelled, and not by a sale that is known here. Find its transaction: event AuthorizationUsed of the token with your nonce. It paid our address: write to us with its hash before you buy again. ⟦It did not: fetch a fresh challenge;⟧ the client has to draw a new random nonce for each payment.',
  ],
  redelivery_window_over: ['authorization_expired', 'maybe'],
  challenge_not_ours: ['payment_not_bound'],
  payment_not_bound: ['payment_not_bound'],
  settlement_refused: ['settlement_failed'],
};

const BUCKET: Readonly<Record<FailureBucket, Own>> = {
  wallet_not_authenticated: ['invalid_signature'],
  insufficient_network_usdc: ['insufficient_funds'],
  max_amount_too_low: ['amount_mismatch'],
  wrong_network: ['wrong_network'],
  payment_declined: ['facilitator_rejected'],
};

/** What `retry` says of the payment that was sent. Without it nothing was looked at: the same payment is still good. */
const AFTER: Readonly<Record<Retry | 'none', { readonly resend: Resend; readonly sign: Sign }>> = {
  same_payment: { resend: 'yes', sign: 'no' },
  new_approval: { resend: 'no', sign: 'yes' },
  never: { resend: 'no', sign: 'no' },
  none: { resend: 'yes', sign: 'once_void' },
};

/** Which of our tables the code is a row of. */
type Kind = 'problem' | 'situation' | 'decline' | 'bucket';

export interface OwnCode extends CauseMeaning {
  readonly code: string;
  readonly kind: Kind;
  readonly cause: Cause;
  /** Where it is told. */
  readonly told: string;
  /** Of the answer that tells it. */
  readonly status: number;
  /** The `error` that a situation is told under; of all others their own code is. */
  readonly error?: string;
}

export const OWN_CODES: readonly OwnCode[] = [
  ...rows('problem', PROBLEM, (code) => {
    const { status, detail, ...rest } = PROBLEMS[code];
    return {
      retry: 'retry' in rest ? rest.retry : 'none',
      words: detail,
      told: `error of a problem document, HTTP ${status}`,
      status,
    };
  }),
  ...rows('situation', SITUATION, (name) => {
    const { code, detail, retry } = SITUATIONS[name];
    const { status } = PROBLEMS[code];
    return { retry, words: detail, told: `another situation of ${code}`, status, error: code };
  }),
  ...rows('decline', DECLINE, (reason) => ({
    retry: DECLINES[reason].retry,
    told: 'reason of a 402 after a payment',
    status: 402,
  })),
  ...rows('bucket', BUCKET, () => ({
    retry: 'none',
    told: 'failureBucket of a 402 after a payment',
    status: 402,
  })),
];

/** Every error that this service answers, by status. A bucket is a group of reasons, and no error of its own. */
export const ownErrors = (): readonly OwnCode[] =>
  OWN_CODES.filter(({ kind }) => kind !== 'bucket').sort((a, b) => a.status - b.status);

function rows<K extends string>(
  kind: Kind,
  table: Readonly<Record<K, Own>>,
  said: (code: K) => Pick<OwnCode, 'told' | 'status' | 'error'> & {
    readonly retry: Retry | 'none';
    readonly words?: string;
  },
): OwnCode[] {
  return (Object.keys(table) as K[]).map((code) => {
    const [cause, money = 'no', closer] = table[code];
    const { retry, words, ...place } = said(code);
    const { acts, fix } = CAUSES[cause];
    const { resend, sign } = AFTER[retry];
    // What was paid once is not paid again; where it may have been, the buyer looks first.
    return {
      code,
      kind,
      cause,
      acts,
      money,
      resend,
      sign: money === 'yes' ? 'no' : money === 'maybe' && sign === 'yes' ? 'once_void' : sign,
      fix: closer ?? words ?? fix,
      ...place,
    };
  });
}
