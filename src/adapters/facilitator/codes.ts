import type { DeclineReason } from '../../values/problem.ts';

/**
 * Error codes of x402 facilitators by what they mean to a buyer. Sources: `@x402/evm` 2.27.0 exact/facilitator,
 * x402 v2 specification §9, and the codes that Coinbase documents for its facilitator.
 *
 * `unsent`: at settle, this is decided before a transaction exists, so that nothing was sent. It is what makes a 402
 * after `/settle` true. A facilitator that says so and broadcasts later would charge a buyer who was told otherwise;
 * nobody but the payer can revoke an authorization, so that much it has to be trusted with while the authorization
 * lives. No other refusal is believed: a timed-out confirmation is a refusal on this wire too.
 */
interface Meaning {
  readonly reason: DeclineReason;
  readonly unsent: boolean;
}

const says = (reason: DeclineReason): Meaning => ({ reason, unsent: true });

const MEANINGS: Readonly<Record<string, Meaning>> = {
  insufficient_funds: says('insufficient_balance'),
  invalid_exact_evm_insufficient_balance: says('insufficient_balance'),

  invalid_exact_evm_signature: says('invalid_signature'),
  invalid_exact_evm_payload_signature: says('invalid_signature'),
  invalid_exact_evm_payload_signature_address: says('invalid_signature'),
  invalid_exact_evm_failed_to_parse_signature: says('invalid_signature'),
  eip6492_factory_not_allowed: says('unsupported_signature'),

  invalid_exact_evm_payload_authorization_valid_before: says('authorization_expired'),
  invalid_exact_evm_payload_authorization_valid_after: says('authorization_not_yet_valid'),

  invalid_exact_evm_recipient_mismatch: says('wrong_recipient'),
  invalid_exact_evm_payload_recipient_mismatch: says('wrong_recipient'),
  invalid_exact_evm_payload_authorization_value_mismatch: says('terms_mismatch'),
  invalid_exact_evm_payload_authorization_value: says('terms_mismatch'),
  invalid_exact_evm_payload_authorization_value_too_low: says('amount_too_low'),
  invalid_exact_evm_payload_authorization_typed_data_message: says('terms_mismatch'),
  invalid_exact_evm_token_name_mismatch: says('terms_mismatch'),
  invalid_exact_evm_token_version_mismatch: says('terms_mismatch'),
  invalid_exact_evm_missing_eip712_domain: says('terms_mismatch'),
  invalid_exact_evm_eip3009_not_supported: says('wrong_asset'),
  invalid_exact_evm_network_mismatch: says('wrong_network'),
  invalid_network: says('wrong_network'),
  invalid_exact_evm_scheme: says('unsupported_scheme'),
  invalid_scheme: says('unsupported_scheme'),
  unsupported_scheme: says('unsupported_scheme'),
  unsupported_payload_type: says('unsupported_scheme'),
  invalid_x402_version: says('unsupported_x402_version'),
  invalid_payload: says('settlement_refused'),
  invalid_payment_requirements: says('settlement_refused'),

  invalid_exact_evm_transaction_simulation_failed: says('settlement_refused'),
  invalid_exact_evm_payload_authorization_from_address_kyt: says('settlement_refused'),
  invalid_exact_evm_payload_authorization_to_address_kyt: says('settlement_refused'),

  // Used by whom? By the answer that was lost, by a third party that paid us, or by the payer who cancelled.
  invalid_exact_evm_nonce_already_used: { reason: 'authorization_used', unsent: false },
  nonce_already_used: { reason: 'authorization_used', unsent: false },
};

/** The facilitator's own trouble: at verify it says nothing about the payment, and the buyer has nothing to change. */
const TROUBLE: ReadonlySet<string> = new Set([
  'asset_not_deployed_contract',
  'invalid_exact_evm_transaction_simulation_failed',
  'invalid_exact_evm_verification_failed',
  'settle_exact_node_failure',
  'unexpected_error',
  'unexpected_verify_error',
  'unknown_error',
]);

/**
 * Why `/verify` says no. Undefined: it could not tell. A code that nobody documents is a refusal without a name.
 * The transfer has just gone through in a simulation of ours, so that theirs failed for want of a node.
 */
export function reasonAtVerify(code: string | null | undefined): DeclineReason | undefined {
  if (code && TROUBLE.has(code)) return undefined;
  return meaningOf(code)?.reason ?? 'settlement_refused';
}

/** The reason of a refusal at `/settle` after which nothing was sent. Undefined: something may have been. */
export function reasonUnsent(code: string | null | undefined): DeclineReason | undefined {
  const meaning = meaningOf(code);
  return meaning?.unsent ? meaning.reason : undefined;
}

const meaningOf = (code: string | null | undefined): Meaning | undefined =>
  code && Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
