import type { CaseReading } from './cases/index.ts';
import type { Cause } from './dictionary/causes.ts';
import type { DictionaryEntry } from './dictionary/index.ts';
import type { facetsOf } from './facets.ts';
import type { Pasted } from './read.ts';
import type { Signature } from './signature.ts';

/** One trace of a cause in a text, and what it weighs. */

export interface CauseEvidence {
  readonly cause: Cause;
  readonly weight: number;
  /** A code or a template: the only grounds on which an answer may be sure. */
  readonly sure: boolean;
  /** It speaks of paid calls by itself, or is nearly all of the text. */
  readonly own: boolean;
  readonly on: 'errorText' | 'statusCode' | 'challenge';
  readonly entry?: DictionaryEntry;
  readonly signature?: Signature;
  /** A case that says more than any code; `alone`: and only paid calls fail so. */
  readonly leads?: true | 'alone';
  /** Told by all words together: it is added to whatever else there is. */
  readonly words?: true;
}

export interface Symptom {
  readonly pasted: Pasted;
  readonly reading: CaseReading;
  readonly statusCode: number | undefined;
  readonly challenge: Parameters<typeof facetsOf>[0] | undefined;
  readonly headerChars: number;
}

/**
 * Words that wrap other failures weigh less than what they wrap: "settlement failed: nonce already used" is about the
 * nonce.
 */
const WRAPS: Partial<Record<Cause, number>> = {
  upstream_error: 0.45,
  request_invalid: 0.4,
  facilitator_rejected: 0.45,
  missing_payment_header: 0.5,
  response_invalid: 0.55,
  wallet_misconfigured: 0.8,
  settlement_failed: 0.55,
  simulation_failed: 0.6,
  facilitator_unavailable: 0.75,
  server_misconfigured: 0.7,
  malformed_payment_header: 0.75,
  malformed_challenge: 0.8,
  network_timeout: 0.8,
  tls_or_dns: 0.9,
  receipt_invalid: 0.8,
  session_or_channel: 0.9,
  solana_transaction: 0.85,
  policy_refused: 0.9,
};
export const wrapped = (cause: Cause, weight: number): number => weight * (WRAPS[cause] ?? 1);

/** A cause that wraps others is never sure. */
const SURE_FROM = 0.75;
export const mayBeSure = (cause: Cause): boolean => (WRAPS[cause] ?? 1) >= SURE_FROM;
