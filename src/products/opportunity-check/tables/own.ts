import { OPPORTUNITY_PRICE } from '../price.ts';

/**
 * What this service can say of its own proof route without having observed anything: facts of its design. Each row
 * says how a buyer checks it. A row is `observed` only if the buyer must have seen it in order to get the answer;
 * everything else is the claim of a seller about itself and counts as such.
 */
export interface OwnEvidenceRow {
  readonly id: string;
  readonly signal: string;
  readonly state: 'present' | 'absent';
  readonly source: 'observed' | 'claimed';
  readonly statement: string;
  readonly check: string;
}

const own = (
  id: string,
  signal: string,
  state: 'present' | 'absent',
  source: 'observed' | 'claimed',
  statement: string,
  check: string,
): OwnEvidenceRow => ({ id, signal, state, source, statement, check });

export const OWN_EVIDENCE: readonly OwnEvidenceRow[] = [
  own(
    'O01',
    'challenge_valid_402',
    'present',
    'observed',
    'The unpaid call answers 402 with a PAYMENT-REQUIRED header.',
    'You decoded it in order to pay for this answer. Again: curl -si {base}/api/opportunity-check',
  ),
  own(
    'O02',
    'price_visible',
    'present',
    'observed',
    `The price is ${OPPORTUNITY_PRICE.label} (${OPPORTUNITY_PRICE.amount} atomic units) and stands in the challenge.`,
    'Read accepts[0].amount of the challenge that you paid.',
  ),
  own(
    'O03',
    'network_asset_match',
    'present',
    'observed',
    'The challenge names eip155:8453 and its USDC contract.',
    'You signed for that network and asset.',
  ),
  own(
    'O04',
    'price_matches_listing',
    'present',
    'claimed',
    'Challenge, OpenAPI description and well-known documents take the price from one declaration.',
    'Compare accepts[0].amount with /openapi.json and /.well-known/x402.',
  ),
  own(
    'O05',
    'openapi_published',
    'present',
    'claimed',
    'An OpenAPI 3.1 description is published.',
    'Fetch /openapi.json and validate it as OpenAPI 3.1.',
  ),
  own(
    'O06',
    'input_schema_declared',
    'present',
    'claimed',
    'Methods and closed input schemas are declared.',
    'Validate a request against /openapi.json; an unknown property answers 400.',
  ),
  own(
    'O07',
    'signed_offer',
    'present',
    'claimed',
    'Every offer in the challenge is signed (EdDSA, did:web key).',
    'Verify the offer-receipt extension of the challenge against /.well-known/jwks.json.',
  ),
  own(
    'O08',
    'idempotency_supported',
    'present',
    'claimed',
    'The same payment with the same request is answered again for 86400 seconds without a second charge.',
    'Send the paid request again unchanged: same body, header x-svc-redelivery: 1, no new settlement.',
  ),
  own(
    'O09',
    'charges_on_failure',
    'absent',
    'claimed',
    'The answer is computed before the payment is settled, so a failure to compute it is not charged.',
    'Compare the settlement transaction of any failed call: there is none.',
  ),
  own(
    'O10',
    'settle_then_deliver_order',
    'present',
    'claimed',
    'The order is: verify, compute the answer, settle, sign the receipt, answer 200.',
    'Compare the time of the settlement transaction in PAYMENT-RESPONSE with issuedAt of the signed receipt.',
  ),
];

/** What would raise the score and is not claimed, since no observation of it is part of this answer. */
export const NOT_CLAIMED: readonly { readonly signal: string; readonly why: string }[] = [
  {
    signal: 'prior_paid_200',
    why: 'Only you can have it: this answer, once you hold it with its receipt, is your first.',
  },
  {
    signal: 'signed_receipt_verified',
    why: 'Verify the receipt that came with this answer; then it is your own observation.',
  },
  { signal: 'third_party_paid_success', why: 'No independent report is part of this answer.' },
  { signal: 'payto_stable', why: 'Needs two challenges seen by you at different times.' },
  { signal: 'uptime_ok', why: 'A seller is no witness of its own uptime.' },
  { signal: 'listed_in_discovery', why: 'Look it up in the index that you use.' },
  {
    signal: 'known_operator',
    why: 'This answer does not identify its operator; the did:web document does or does not.',
  },
];

/** The subject of the GET form, and its terms as the numeric reader takes them. */
export const OWN_SUBJECT = '/api/opportunity-check';
export const OWN_PRICE_STATEMENT = `one call at ${OPPORTUNITY_PRICE.label} per call`;
