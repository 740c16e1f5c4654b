/**
 * The signals: everything this model can take into account, one row each. Weights are natural log-odds added to
 * (or taken from) the prior. All of them are expert judgement until the change log of the model says otherwise.
 */

export type Dimension =
  | 'paymentIntegrity'
  | 'deliveryEvidence'
  | 'priceTransparency'
  | 'identityContinuity'
  | 'networkFit'
  | 'discoverability'
  | 'recourse'
  | 'endpointHygiene'
  | 'buyerReadiness';

export interface SignalRow {
  readonly id: string;
  readonly dimension: Dimension;
  /** Signals of one group tell of the same thing: the second one counts half, the third a quarter (groups.ts). */
  readonly group: string;
  /** Log-odds when it is stated or seen to hold. */
  readonly present: number;
  /** Log-odds when it is stated not to hold; null: its absence says nothing. */
  readonly absent: number | null;
  /** Id of the gate (gates.ts) that closes when it is present. */
  readonly gate: string | null;
  /** Can a buyer learn it without paying? */
  readonly free: boolean;
  /** Read from the host of `subject`; a caller cannot send it. */
  readonly derived: boolean;
  /** Is it a report of others in itself? */
  readonly hearsay: boolean;
  readonly means: string;
  readonly meansAbsent: string | null;
  /** How to get it: shown where the missing signal is worth having. */
  readonly obtain: string;
  readonly basis: string;
}

const JUDGED = 'expert judgement';

type Known = Pick<SignalRow, 'means' | 'meansAbsent' | 'obtain'> & {
  gate?: string;
  basis?: string;
  hearsay?: true;
};
type Seen = Pick<SignalRow, 'means'> & { gate?: string };

function signal(
  id: string,
  dimension: Dimension,
  group: string,
  present: number,
  absent: number | null,
  free: boolean,
  rest: Known,
): SignalRow {
  return {
    id,
    dimension,
    group,
    present,
    absent,
    gate: null,
    free,
    derived: false,
    hearsay: false,
    basis: JUDGED,
    ...rest,
  };
}

const host = (id: string, group: 'scheme' | 'host', present: number, rest: Seen): SignalRow => ({
  ...{
    id,
    dimension: 'endpointHygiene' as const,
    group,
    present,
    absent: null,
    gate: null,
    free: true,
    derived: true,
    hearsay: false,
  },
  ...{ meansAbsent: null, obtain: 'Name the endpoint as a full https URL in `subject`.', basis: JUDGED },
  ...rest,
});

export const SIGNALS: readonly SignalRow[] = [
  signal('challenge_valid_402', 'paymentIntegrity', 'challenge', 1.1, -1.6, true, {
    means: 'an unpaid call answers with a well-formed 402 challenge',
    meansAbsent: 'an unpaid call does not answer with a well-formed 402 challenge',
    obtain: 'Call the route once without payment and decode the PAYMENT-REQUIRED header.',
  }),
  signal('challenge_malformed', 'paymentIntegrity', 'challenge', -1.6, null, true, {
    means: 'the 402 challenge cannot be decoded or lacks required fields',
    meansAbsent: null,
    obtain: 'Decode the PAYMENT-REQUIRED header with an x402 library.',
  }),
  signal('no_402_401_first', 'paymentIntegrity', 'challenge', -1.4, null, true, {
    means: 'the route asks for an account or key (401) before it names a price',
    meansAbsent: null,
    obtain: 'Call the route once without any credential and note the status.',
  }),
  signal('price_visible', 'priceTransparency', 'price', 0.5, -0.9, true, {
    means: 'the price can be read before paying',
    meansAbsent: 'the price cannot be read before paying',
    obtain: 'Read the amount in the 402 challenge or in the OpenAPI description.',
  }),
  signal('price_drift_up', 'priceTransparency', 'price', -1, 0.2, true, {
    means: 'the price asked has risen since it was last quoted',
    meansAbsent: 'the price asked has not risen since it was last quoted',
    obtain: 'Fetch two unpaid challenges some time apart and compare the amounts.',
  }),
  signal('price_matches_listing', 'priceTransparency', 'price', 0.5, -1, true, {
    means: 'the challenge asks what the listing says',
    meansAbsent: 'the challenge asks something other than the listing says',
    obtain: 'Compare the amount in the challenge with the listing and the OpenAPI description.',
  }),
  signal('decoy_price', 'priceTransparency', 'price', -4, null, true, {
    gate: 'decoy_price',
    means: 'the price is not one that anybody pays for a call',
    meansAbsent: null,
    obtain: 'Read the amount in the 402 challenge.',
    basis:
      'expert judgement; x402station.io/about counted 73 to 161 listings priced at $1000 or more in 2026',
  }),
  signal('network_asset_match', 'networkFit', 'network', 0.5, -2.2, true, {
    means: 'the challenge names the network and asset that the buyer pays with',
    meansAbsent: 'the challenge does not name the network and asset that the buyer pays with',
    obtain:
      'Compare network and asset in the challenge with your wallet (eip155:8453 and its USDC contract).',
  }),
  signal('network_mismatch', 'networkFit', 'network', -2.2, null, true, {
    gate: 'network_mismatch',
    means: 'the challenge names a network that the buyer does not pay on',
    meansAbsent: null,
    obtain: 'Read the network in the 402 challenge.',
  }),
  signal('asset_unknown', 'networkFit', 'network', -1.5, null, true, {
    means: 'the challenge asks for a token that is not a known stablecoin contract',
    meansAbsent: null,
    obtain: 'Compare the asset address in the challenge with the issuer of the stablecoin.',
  }),
  signal('receipt_header_observed', 'deliveryEvidence', 'receipt', 0.9, -0.5, false, {
    means: 'a paid answer carried a PAYMENT-RESPONSE header',
    meansAbsent: 'a paid answer carried no PAYMENT-RESPONSE header',
    obtain: 'Keep the headers of one paid answer.',
  }),
  signal('signed_receipt_verified', 'deliveryEvidence', 'receipt', 1.3, -0.6, false, {
    means: 'a receipt signed by the seller was verified',
    meansAbsent: 'no signed receipt could be verified',
    obtain: "Verify the receipt of one paid answer against the seller's published key.",
  }),
  signal('signed_offer', 'paymentIntegrity', 'offer', 0.9, -0.3, true, {
    means: 'the offer in the challenge is signed and the signature verifies',
    meansAbsent: 'the offer in the challenge is not signed',
    obtain: "Verify the signed offer in the challenge against the seller's published key.",
  }),
  signal('offer_expired_or_invalid', 'paymentIntegrity', 'offer', -1.8, null, true, {
    gate: 'offer_invalid',
    means: 'the signed offer has expired or its signature does not verify',
    meansAbsent: null,
    obtain: 'Verify the signed offer and its validUntil.',
  }),
  signal('prior_paid_200', 'deliveryEvidence', 'history', 2.4, -0.2, false, {
    means: 'this buyer paid before and got its answer',
    meansAbsent: 'this buyer has no paid answer from this seller yet',
    obtain: 'Pay for one call, with a cap on the price.',
  }),
  signal('third_party_paid_success', 'deliveryEvidence', 'history', 1.3, -0.2, true, {
    hearsay: true,
    means: 'somebody other than buyer and seller reports a paid answer',
    meansAbsent: 'nobody else reports a paid answer',
    obtain: 'Look for independent reports of settled calls (explorer, directory with settlement data).',
  }),
  signal('paid_then_failed', 'deliveryEvidence', 'history', -2.6, null, false, {
    means: 'a payment was taken and no usable answer came',
    meansAbsent: null,
    obtain: 'Read your own payment records.',
  }),
  signal('double_charge_report', 'deliveryEvidence', 'history', -1.8, null, false, {
    hearsay: true,
    means: 'one call is reported to have been charged twice',
    meansAbsent: null,
    obtain: 'Read your own payment records, or public issue trackers.',
  }),
  signal('err_payment_declined', 'deliveryEvidence', 'buyer', -0.5, null, false, {
    means: 'a payment to this seller was declined',
    meansAbsent: null,
    obtain: 'Read the 402 body after a paid retry.',
  }),
  signal('err_insufficient_funds', 'buyerReadiness', 'buyer', -0.2, null, false, {
    means: 'the buyer wallet lacked balance on the last try',
    meansAbsent: null,
    obtain: 'Look at your own wallet.',
  }),
  signal('err_max_amount_too_low', 'buyerReadiness', 'buyer', -0.2, null, false, {
    means: 'the spend cap of the buyer client was below the price on the last try',
    meansAbsent: null,
    obtain: 'Read the configuration of your own client.',
  }),
  signal('err_wallet_not_auth', 'buyerReadiness', 'buyer', -0.2, null, false, {
    means: 'the buyer wallet was not authenticated on the last try',
    meansAbsent: null,
    obtain: 'Look at your own wallet.',
  }),
  signal('openapi_published', 'discoverability', 'contract', 0.6, -0.4, true, {
    means: 'an OpenAPI description is published',
    meansAbsent: 'no OpenAPI description is published',
    obtain: 'Fetch /openapi.json or the link from /.well-known/x402.',
  }),
  signal('input_schema_declared', 'discoverability', 'contract', 0.5, -0.5, true, {
    means: 'method and input schema are declared',
    meansAbsent: 'method and input schema are not declared',
    obtain: 'Read the OpenAPI description or the discovery extension of the challenge.',
  }),
  signal('listed_in_discovery', 'discoverability', 'listing', 0.4, -0.3, true, {
    means: 'the route is listed in a discovery index',
    meansAbsent: 'the route is not listed in a discovery index',
    obtain: 'Search a discovery index (Bazaar, x402scan) for the exact resource URL.',
  }),
  signal('wildcard_402', 'discoverability', 'listing', -1.5, 0.2, true, {
    means: 'the host answers 402 on any path, so a challenge there proves nothing',
    meansAbsent: 'the host answers 402 only on its real routes',
    obtain: 'Call a path that cannot exist: it should be 404, not 402.',
  }),
  signal('newly_listed', 'identityContinuity', 'age', -0.4, null, true, {
    means: 'the route was listed only recently',
    meansAbsent: null,
    obtain: 'Read the first-seen date in a discovery index.',
  }),
  signal('long_listed', 'identityContinuity', 'age', 0.4, null, true, {
    means: 'the route has been listed for a long time',
    meansAbsent: null,
    obtain: 'Read the first-seen date in a discovery index.',
  }),
  signal('payto_changed', 'identityContinuity', 'payto', -2, 0.3, true, {
    gate: 'payto_changed',
    means: 'the recipient address is not the one seen before',
    meansAbsent: 'the recipient address has not changed',
    obtain: 'Compare payTo in two challenges, or with the listing.',
  }),
  signal('payto_stable', 'identityContinuity', 'payto', 0.6, -2, true, {
    means: 'the recipient address is the same as before',
    meansAbsent: 'the recipient address does not stay the same',
    obtain: 'Compare payTo in two challenges some days apart, or with the listing.',
  }),
  signal('unknown_operator', 'identityContinuity', 'operator', -0.6, null, true, {
    means: 'nobody can say who operates the service',
    meansAbsent: null,
    obtain: 'Look for an imprint, a repository or a signed did:web document.',
  }),
  signal('known_operator', 'identityContinuity', 'operator', 0.7, -0.4, true, {
    means: 'the operator is known and can be named',
    meansAbsent: 'the operator is not known',
    obtain: 'Look for an imprint, a repository or a signed did:web document.',
  }),
  signal('refund_path', 'recourse', 'recourse', 0.5, -0.2, true, {
    means: 'a refund path is published',
    meansAbsent: 'no refund path is published',
    obtain: "Read the seller's terms.",
  }),
  signal('support_contact', 'recourse', 'recourse', 0.2, -0.1, true, {
    means: 'a support contact is published',
    meansAbsent: 'no support contact is published',
    obtain: 'Read the OpenAPI contact block or the terms.',
  }),
  signal('free_preview', 'recourse', 'preview', 0.5, -0.1, true, {
    means: 'a free preview or sample shows what is sold',
    meansAbsent: 'there is no free preview or sample',
    obtain: 'Look for a free preview route and compare its fields with the description.',
  }),
  signal('idempotency_supported', 'recourse', 'idem', 0.4, -0.2, true, {
    means: 'a repeated request is answered without a second charge (payment-identifier)',
    meansAbsent: 'a repeated request may be charged again',
    obtain: 'Look for the payment-identifier extension in the challenge.',
  }),
  signal('uptime_ok', 'deliveryEvidence', 'uptime', 0.4, -0.3, true, {
    means: 'the host has been reachable and healthy',
    meansAbsent: 'the host has not been reliably reachable',
    obtain: 'Read the health route or an independent uptime record.',
  }),
  signal('dead_or_5xx', 'deliveryEvidence', 'uptime', -2, null, true, {
    means: 'the host is down or answers with server errors',
    meansAbsent: null,
    obtain: 'Call the route once without payment.',
  }),
  signal('concentration_mass_listing', 'discoverability', 'listing', -0.5, null, true, {
    means: 'the listing is one of very many from the same source',
    meansAbsent: null,
    obtain: 'Count the listings of this host or recipient in a discovery index.',
  }),
  signal('charges_on_failure', 'recourse', 'recourse', -0.8, 0.2, true, {
    means: 'failed calls are charged',
    meansAbsent: 'failed calls are not charged',
    obtain: "Read the seller's failure policy.",
  }),
  signal('settle_then_deliver_order', 'deliveryEvidence', 'order', 0.3, null, true, {
    means: 'the order of verification, settlement and delivery is documented',
    meansAbsent: null,
    obtain: "Read the seller's payment documentation.",
  }),
  signal('scam_report', 'identityContinuity', 'fraud', -4, null, true, {
    gate: 'fraud_reported',
    hearsay: true,
    means: 'the seller or its site is reported to defraud, phish or drain wallets',
    meansAbsent: null,
    obtain: 'Search for the host and the recipient in scam trackers and issue threads.',
  }),
  signal('secret_requested', 'identityContinuity', 'fraud', -4, null, true, {
    gate: 'secret_requested',
    means: 'the seller asks for a private key or seed phrase',
    meansAbsent: null,
    obtain: 'Read what the route asks you to send.',
  }),
  host('subj_not_https', 'scheme', -1.2, { means: 'the subject is not an https address' }),
  host('subj_https', 'scheme', 0.1, {
    means: 'the subject is an https address, or a host that https is assumed for',
  }),
  host('subj_ip_literal', 'host', -1.5, { means: 'the subject names an IP address instead of a host name' }),
  host('subj_private_host', 'host', -6, {
    gate: 'private_host',
    means: 'the subject names a private, loopback or otherwise non-public host',
  }),
  host('subj_punycode', 'host', -1.8, { means: 'the host name holds letters beyond ASCII (punycode)' }),
  host('subj_mixed_script', 'host', -2.5, {
    gate: 'mixed_script_host',
    means: 'one label of the host name mixes scripts that do not belong together',
  }),
  host('subj_url_shortener', 'host', -1.6, { means: 'the host is a URL shortener, so the seller is hidden' }),
  host('subj_typosquat', 'host', -2.6, {
    gate: 'lookalike_host',
    means: "the host name imitates a known brand and is not that brand's",
  }),
  host('subj_ephemeral_host', 'host', -0.9, { means: 'the host is a short-lived tunnel' }),
  host('subj_userinfo', 'scheme', -2, {
    means: 'the address carries a user name or password before the host',
  }),
];
