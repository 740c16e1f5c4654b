/**
 * Cues: which words of a free-text signal stand for which row of the signal table. A cue holds when every concept of
 * `all` occurs in one clause, close together and in any order, and no concept of `none` occurs there.
 */
export interface CueRow {
  readonly id: string;
  readonly signal: string;
  /** What the cue says of the signal when it is not negated. */
  readonly state: 'present' | 'absent';
  readonly all: readonly string[];
  readonly none: readonly string[];
  /** Does it hold across commas and full stops ("paid, then failed")? */
  readonly acrossClauses: boolean;
  /** Signal meant by the negated cue, when it is not simply the absence of this one. */
  readonly negated: { readonly signal: string; readonly state: 'present' | 'absent' } | null;
}

type Extra = Partial<Pick<CueRow, 'state' | 'acrossClauses' | 'negated'>> & { none?: string };

function cue(id: string, signal: string, all: string, extra: Extra = {}): CueRow {
  const { none = '', ...rest } = extra;
  const words = (text: string) => text.split(' ').filter((word) => word !== '');
  return {
    id,
    signal,
    state: 'present',
    acrossClauses: false,
    negated: null,
    ...rest,
    all: words(all),
    none: words(none),
  };
}

const NOT_MALFORMED = 'malformed lacks mismatch code401 wildcard';

export const CUES: readonly CueRow[] = [
  cue('K01', 'challenge_valid_402', 'code402 valid', { none: NOT_MALFORMED }),
  cue('K02', 'challenge_valid_402', 'code402 seen', { none: NOT_MALFORMED }),
  cue('K03', 'challenge_valid_402', 'challenge valid', { none: NOT_MALFORMED }),
  cue('K04', 'challenge_valid_402', 'challenge seen', { none: NOT_MALFORMED }),
  cue('K05', 'challenge_malformed', 'code402 malformed', { none: 'offer' }),
  cue('K06', 'challenge_malformed', 'challenge malformed', { none: 'offer' }),
  cue('K09', 'challenge_malformed', 'challenge lacks'),
  cue('K0A', 'challenge_malformed', 'code402 lacks'),
  cue('K07', 'no_402_401_first', 'code401'),
  cue('K08', 'no_402_401_first', 'account required'),
  cue('K10', 'price_visible', 'price visible', { none: 'rises decoy mismatch match hidden demand' }),
  cue('K11', 'price_visible', 'price hidden', { state: 'absent' }),
  cue('K12', 'price_drift_up', 'price rises'),
  cue('K13', 'price_matches_listing', 'price match listing'),
  cue('K14', 'price_matches_listing', 'price mismatch', { state: 'absent' }),
  cue('K16', 'price_matches_listing', 'challenge exceeds listing', { state: 'absent' }),
  cue('K17', 'price_matches_listing', 'price exceeds listing', { state: 'absent' }),
  cue('K15', 'decoy_price', 'price decoy'),
  cue('K20', 'network_asset_match', 'network match', { none: 'price wrong testnet mismatch' }),
  cue('K21', 'network_asset_match', 'asset match', { none: 'price wrong testnet mismatch' }),
  cue('K22', 'network_asset_match', 'usdc base', { none: 'wrong testnet mismatch insufficient' }),
  cue('K23', 'network_mismatch', 'network wrong', { none: 'match price' }),
  cue('K24', 'network_mismatch', 'testnet only'),
  cue('K27', 'network_mismatch', 'otherNetwork only', { none: 'match' }),
  cue('K28', 'network_mismatch', 'testnet network', { none: 'match' }),
  cue('K25', 'asset_unknown', 'asset unknownThing'),
  cue('K26', 'asset_unknown', 'asset wrong', { none: 'network' }),
  cue('K30', 'receipt_header_observed', 'receipt header', { none: 'signed verified' }),
  cue('K36', 'receipt_header_observed', 'paymentResponse', { none: 'signed' }),
  cue('K31', 'signed_receipt_verified', 'receiptWord signed'),
  cue('K32', 'signed_receipt_verified', 'receiptWord verified'),
  cue('K33', 'signed_offer', 'offer signed', { none: 'expired badOffer' }),
  cue('K34', 'offer_expired_or_invalid', 'offer expired'),
  cue('K35', 'offer_expired_or_invalid', 'offer badOffer'),
  cue('K40', 'prior_paid_200', 'paid code200', { none: 'thirdParty failed' }),
  cue('K41', 'prior_paid_200', 'paid delivered', { none: 'thirdParty failed declined settles' }),
  cue('K48', 'prior_paid_200', 'charged receivedWord', { none: 'thirdParty failed declined' }),
  cue('K42', 'third_party_paid_success', 'thirdParty paid code200', { none: 'failed' }),
  cue('K43', 'third_party_paid_success', 'thirdParty paid delivered', { none: 'failed declined' }),
  cue('K47', 'third_party_paid_success', 'thirdParty settledWord', { none: 'failed declined' }),
  cue('K44', 'paid_then_failed', 'charged failed', { none: 'onFailure chargesNow', acrossClauses: true }),
  cue('K45', 'double_charge_report', 'doubleCharge'),
  cue('K46', 'double_charge_report', 'doubled paid'),
  cue('K50', 'err_payment_declined', 'paid declined'),
  cue('K51', 'err_insufficient_funds', 'insufficient funds'),
  cue('K52', 'err_max_amount_too_low', 'cap tooLow'),
  cue('K53', 'err_wallet_not_auth', 'wallet unauthenticated'),
  cue('K60', 'openapi_published', 'openapi', { none: 'price' }),
  cue('K61', 'input_schema_declared', 'schema'),
  cue('K62', 'listed_in_discovery', 'listed directory', { none: 'price newly mass exceeds' }),
  cue('K63', 'wildcard_402', 'wildcard'),
  cue('K64', 'newly_listed', 'newly started', { none: 'payto price' }),
  cue('K66', 'newly_listed', 'newWord newThing', { none: 'payto price' }),
  cue('K65', 'long_listed', 'long running', { none: 'newly failed down' }),
  cue('K70', 'payto_changed', 'payto changed', { negated: { signal: 'payto_stable', state: 'present' } }),
  cue('K71', 'payto_stable', 'payto stable', { none: 'changed' }),
  cue('K72', 'unknown_operator', 'operator anonymous'),
  cue('K73', 'known_operator', 'operator known', { none: 'anonymous' }),
  cue('K80', 'refund_path', 'refund', { none: 'declined' }),
  cue('K81', 'support_contact', 'support contact'),
  cue('K82', 'support_contact', 'contactWord', { none: 'required' }),
  cue('K83', 'free_preview', 'preview'),
  cue('K84', 'free_preview', 'free tryOut'),
  cue('K85', 'idempotency_supported', 'idempotent'),
  cue('K86', 'idempotency_supported', 'retry safe'),
  cue('K87', 'uptime_ok', 'uptime', { none: 'low' }),
  cue('K88', 'uptime_ok', 'uptime low', { state: 'absent' }),
  cue('K89', 'uptime_ok', 'service healthy', { none: 'down' }),
  cue('K8A', 'uptime_ok', 'upWord percent', { none: 'down low' }),
  cue('K90', 'dead_or_5xx', 'serverError'),
  cue('K91', 'dead_or_5xx', 'service down'),
  cue('K92', 'concentration_mass_listing', 'mass listings', { none: 'price' }),
  cue('K93', 'charges_on_failure', 'chargesTense onFailure'),
  cue('K95', 'charges_on_failure', 'chargesNow failingCalls'),
  cue('K94', 'settle_then_deliver_order', 'settles delivers sequence', {
    none: 'failed',
    acrossClauses: true,
  }),
];

/** Failure buckets (service spec §7) are accepted as machine names of the signals they stand for. */
export const MACHINE_ALIASES: Readonly<Record<string, string>> = {
  wallet_not_authenticated: 'err_wallet_not_auth',
  insufficient_network_usdc: 'err_insufficient_funds',
  max_amount_too_low: 'err_max_amount_too_low',
  wrong_network: 'network_mismatch',
  payment_declined: 'err_payment_declined',
};
