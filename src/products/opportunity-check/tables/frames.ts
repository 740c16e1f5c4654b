import type { Frame, Meaning } from '../../../reading/frames.ts';
import { SIGNALS } from './signals.ts';

const absentOf = new Map(SIGNALS.map((row) => [row.id, row.absent]));

/** `price_visible`, or `!price_visible` for its absence. */
const meaningOf = (text: string): Meaning =>
  text.startsWith('!') ? { signal: text.slice(1), state: 'absent' } : { signal: text, state: 'present' };

interface Extra {
  /** Concepts that keep the frame from holding. */
  readonly none?: string;
  /** Concepts that may not stand anywhere in its sentence. */
  readonly nowhere?: string;
  /** What the negated frame says; without it the other state of the signal, if the table weighs it; '' for nothing. */
  readonly not?: string;
  readonly names?: true;
  readonly rule?: true;
  readonly wide?: true;
  readonly counted?: true;
  readonly aged?: true;
  readonly asserted?: false;
  /** Things that may stand beside it, besides those that may stand anywhere. */
  readonly beside?: string;
}

/** `all`: concepts that must stand there, `|` between those of which one is enough. */
function frame(
  says: string,
  all: string,
  { none = '', nowhere = '', not, names, rule, wide, counted, aged, asserted, beside }: Extra = {},
): Frame {
  const meaning = meaningOf(says);
  return {
    ...meaning,
    all: all.split(' ').map((group) => group.split('|')),
    none: none.split(' ').filter((concept) => concept !== ''),
    nowhere: [
      ...none.split(' ').filter((concept) => CAPTURING.has(concept)),
      ...nowhere.split(' ').filter((concept) => concept !== ''),
    ],
    negated: not === undefined ? opposite(meaning) : not === '' ? null : meaningOf(not),
    names: names ?? false,
    rule: rule ?? false,
    wide: wide ?? false,
    counted: counted ?? false,
    aged: aged ?? false,
    asserted: asserted ?? true,
    through: THROUGH,
    beside: beside === undefined ? BESIDE : new Set([...BESIDE, ...beside.split(' ')]),
  };
}

/** Things that no good news is turned round by: who, where and by which call. */
const BESIDE = new Set(
  'UNPAID HOST DOC SELLER OPERATOR CHALLENGE C402 CALL CODE200 SOLD SUPPORT OFFER VERIFY PARSER'.split(' '),
);

/** Things whose words are verbs too, and those that only say where. */
const THROUGH = new Set('SUPPORT OFFER DOC HOST SELLER OPERATOR'.split(' '));

/** Concepts that say what a whole sentence is about, wherever in it they stand. */
const CAPTURING = new Set(['PATHS', 'SECRETS']);

function opposite({ signal, state }: Meaning): Meaning | null {
  if (state === 'absent') return { signal, state: 'present' };
  return absentOf.get(signal) === null ? null : { signal, state: 'absent' };
}

/** Things that a lone word ("flaky", "not listed") does not speak of. */
const OTHER_THINGS =
  'PRICE SUPPORT REFUND SCHEMA OPENAPI PAYTO PREVIEW RECEIPT RESPHEADER OFFER C402 CHALLENGE SIGNATURE WALLET NETWORK ASSET PAYMENT IDEM RETRY PAID FAILURE ACCOUNT OPERATOR';

const WRONG = 'BAD ERR401 ERR404 ERR5XX DIFFER DOWN EXPIRED';

export const FRAMES: readonly Frame[] = [
  // What an unpaid call answers.
  frame('challenge_valid_402', 'C402|CHALLENGE SEEN|GOOD', {
    nowhere: 'PAID',
    beside: 'SCHEMA PAYMENT',
    none: `${WRONG} PATHS PRICE LISTING PAYTO NETWORK RECEIPT RESPHEADER OFFER SIGNED WALLET CODE200 DECLINED OTHERNET TESTNET ODDASSET ONLY SIGNATURE PAID ACCOUNT CAP CHANGE`,
  }),
  frame('challenge_valid_402', 'C402|CHALLENGE FIELD', {
    beside: 'SCHEMA PAYMENT',
    none: `${WRONG} PATHS LISTING PRICE MATCH CHANGE UNCHANGED OFFER RECEIPT RESPHEADER SIGNATURE OTHERNET TESTNET USDC BASE NETWORK`,
    not: 'challenge_malformed',
    asserted: false,
  }),
  frame('challenge_valid_402', 'C402|CHALLENGE GOOD', {
    nowhere: 'PAID',
    beside: 'SCHEMA PAYMENT',
    none: `${WRONG} PATHS LISTING PAYTO RECEIPT RESPHEADER OFFER WALLET CODE200 DECLINED OTHERNET TESTNET ODDASSET SIGNATURE PAID ACCOUNT CAP CHANGE`,
  }),
  frame('challenge_malformed', 'C402|CHALLENGE BAD', {
    none: 'OFFER PATHS SIGNATURE PRICE NETWORK ASSET USDC LISTING RECEIPT WALLET DECOY PAYMENT',
    not: 'challenge_valid_402',
  }),
  frame('challenge_malformed', 'C402|CHALLENGE PARSER DECLINED|BAD', { none: 'CAP PRICE', not: '' }),
  frame('!challenge_valid_402', 'NO402', { none: 'PATHS', not: '' }),
  frame('!challenge_valid_402', 'UNPAID CODE200', {
    none: 'PATHS C402 CHALLENGE HEALTH PREVIEW FREE OPENAPI DOC SCHEMA PRICE PAID FAILURE RETRY',
    not: '',
  }),
  frame('!challenge_valid_402', 'EXPECT402 OUT_BAD|CODE200|ERR404|ERR5XX|ERR401|DOC', {
    none: 'PATHS PAID',
    not: '',
    wide: true,
  }),
  frame('challenge_valid_402', 'HOST|CALL|UNPAID PAYWALL', {
    none: 'PATHS FAILURE PREVIEW RETRY IDEM FREE PAID HEALTH OPENAPI OTHERNET TESTNET',
    asserted: false,
  }),
  frame('challenge_malformed', 'PARSER BAD PAYWALL|C402|CHALLENGE', { none: 'CAP PRICE', not: '' }),
  frame('!wildcard_402', 'PATHS NO402', { beside: 'PAYMENT', not: '', wide: true }),
  frame('!challenge_valid_402', 'C402|CHALLENGE ERR404', { none: 'PATHS OPENAPI', not: '' }),
  frame('no_402_401_first', 'ERR401', { none: 'PATHS WALLET PAID PAYMENT SIGNED OPENAPI', not: '' }),
  frame('no_402_401_first', 'ACCOUNT DEMAND', { none: 'WALLET PREVIEW SUPPORT REFUND', not: '', rule: true }),
  // The price.
  frame('price_visible', 'PRICEOPEN', {
    beside: 'LISTING USDC OPENAPI PREVIEW',
    none: 'DIFFER RISE HIDDEN DECOY BAD ACCOUNT',
  }),
  frame('price_visible', 'PRICE INFO|SAY|LEARN|SILENT', {
    none: 'RISE DEARER CHANGE UNCHANGED MATCH DIFFER DECOY FALL REFUND RECEIPT FAILURE CAP LISTING',
    asserted: false,
  }),
  frame('!price_visible', 'PRICE AFTERPAY SEEN|LEARN|OPEN|LEGIBLE', {
    none: 'UNCHANGED MATCH RISE CHANGE DIFFER RESPHEADER RECEIPT OUT_GOOD CODE200 REFUND',
    not: '',
    wide: true,
  }),
  frame('price_visible', 'PRICE UNPAID LEARN', { none: 'AFTERPAY RISE HIDDEN ACCOUNT' }),
  frame('price_visible', 'PRICE SEEN|OPEN|LEGIBLE|DOC', {
    beside: 'OPENAPI SCHEMA USDC LISTING BASE',
    none: 'ONLY AFTERPAY RISE DEARER CHANGE UNCHANGED MATCH DIFFER OVERLIST HIDDEN DECOY FALL BAD NETWORK UNDECLARED FAILURE REFUND RECEIPT ERR401 ACCOUNT CAP TOOLOW',
  }),
  frame('price_visible', 'PRICE CHALLENGE|C402|OPENAPI|DOC', {
    beside: 'OPENAPI SCHEMA USDC BASE',
    none: `RISE DEARER CHANGE UNCHANGED MATCH DIFFER OVERLIST MORETHAN HIDDEN DECOY FALL NETWORK UNDECLARED FAILURE REFUND RECEIPT LISTING CAP WALLET ${WRONG}`,
  }),
  frame('!price_visible', 'ASKQUOTE', { not: '' }),
  frame('!price_visible', 'PRICELATE', { not: '' }),
  frame('!price_visible', 'PRICE HIDDEN', { none: 'DECOY' }),
  frame('price_drift_up', 'PRICE MORETHAN PASTREF', { none: 'LISTING' }),
  frame('price_drift_up', 'RISE', {
    none: OTHER_THINGS.replace('PRICE ', ''),
    asserted: false,
    not: '!price_drift_up',
  }),
  frame('price_drift_up', 'DEARER', { none: 'LISTING OVERLIST WALLET', not: '!price_drift_up' }),
  frame('price_drift_up', 'CHALLENGE|C402|CALL|ASKS|DEMAND MORETHAN|RISE PASTREF', {
    none: 'LISTING WALLET CAP PRICE TOOLOW',
    not: '',
  }),
  frame('!price_drift_up', 'CHEAPER', { none: 'LISTING RISE DEARER CAP', not: '' }),
  frame('!price_drift_up', 'PRICE FALL', { none: 'LISTING RISE DEARER CAP', not: '' }),
  frame('!price_drift_up', 'PRICE MATCH PASTREF', {
    none: 'LISTING DIFFER RISE CHANGE PAYTO NETWORK ASSET WALLET CAP',
    not: 'price_drift_up',
  }),
  frame('price_drift_up', 'PRICE RISE', { none: 'LISTING', not: '!price_drift_up' }),
  frame('!price_drift_up', 'PRICE UNCHANGED', { none: 'LISTING', not: 'price_drift_up' }),
  frame('!price_drift_up', 'PRICE CHANGE', { none: 'LISTING RISE FALL NETWORK', not: '!price_drift_up' }),
  frame('price_matches_listing', 'PRICE|CHALLENGE|C402 LISTING MATCH', {
    beside: 'USDC',
    none: 'DIFFER ENTRY MASS PAYTO FAILURE MORETHAN NETWORK ASSET',
    wide: true,
  }),
  frame('price_matches_listing', 'C402|CHALLENGE ASKS|DEMAND EXACTLY LISTING', {
    beside: 'USDC PRICE',
    none: 'DIFFER OVERLIST MORETHAN ENTRY MASS PAYTO FAILURE NETWORK ASSET',
    not: '!price_matches_listing',
  }),
  frame('price_matches_listing', 'PRICE CHALLENGE|C402 OPENAPI|DOC|INLISTING MATCH', {
    none: 'DIFFER OVERLIST MORETHAN PAYTO NETWORK ASSET',
    wide: true,
  }),
  frame('price_matches_listing', 'ADVERTISED ASKS|DEMAND MATCH', {
    beside: 'PRICE USDC LISTING',
    none: 'DIFFER OVERLIST MORETHAN PAYTO NETWORK ASSET WALLET',
  }),
  frame('!price_matches_listing', 'ADVERTISED ASKS|DEMAND|CHALLENGE|C402 DIFFER', {
    none: 'PAYTO NETWORK ASSET WALLET CAP RECEIPT SIGNATURE',
    not: '',
  }),
  frame('!price_matches_listing', 'PRICE|CHALLENGE|C402|ASKS|DEMAND OVERLIST', {
    none: 'PAYTO NETWORK ASSET WALLET CAP RECEIPT SIGNATURE',
    not: 'price_matches_listing',
  }),
  frame('!price_matches_listing', 'PRICE|CHALLENGE|C402 OPENAPI|DOC|INLISTING DIFFER', {
    none: 'PAYTO NETWORK ASSET WALLET CAP RECEIPT SIGNATURE OFFER SCHEMA',
    not: '',
    wide: true,
  }),
  frame('price_matches_listing', 'PRICE MATCH', {
    beside: 'USDC',
    none: 'FAILURE CODE200 PASTREF DIFFER RISE PAYTO NETWORK ASSET WALLET CAP UNCHANGED',
  }),
  frame('!price_matches_listing', 'PRICE|CHALLENGE|C402 LISTING DIFFER|MORETHAN', {
    none: 'ENTRY PAYTO MASS NETWORK ASSET',
    not: 'price_matches_listing',
    wide: true,
  }),
  frame('!price_matches_listing', 'PRICE|CHALLENGE|C402 LISTING WRONGNET', {
    none: 'NETWORK ASSET USDC BASE WALLET PAYTO ENTRY MASS MATCH',
    not: '',
    wide: true,
  }),
  frame('!price_matches_listing', 'PRICE DIFFER', {
    none: 'CAP WALLET TOOLOW PAYTO LISTING',
    not: 'price_matches_listing',
  }),
  frame('decoy_price', 'PRICE|CALL DECOY', { none: 'OPERATOR', not: '', wide: true }),
  frame('decoy_price', 'DECOYPRICE', { not: '' }),
  frame('decoy_price', 'DECOYPRICE DECOY', { not: '' }),
  // Network and asset.
  frame('network_asset_match', 'NETWORK|ASSET|BASE MATCH', {
    beside: 'WALLET USDC BASE NETWORK ASSET PAYMENT',
    none: 'WRONGNET TESTNET DIFFER ODDASSET PRICE ONLY PAYTO LISTING OTHERNET',
    not: 'network_mismatch',
  }),
  frame('network_asset_match', 'USDC MATCH', {
    beside: 'WALLET USDC BASE NETWORK ASSET PAYMENT',
    none: 'WRONGNET TESTNET DIFFER ODDASSET OTHERNET PRICE PAYTO LISTING',
    not: '!network_asset_match',
  }),
  frame('network_asset_match', 'BASE USDC', {
    beside: 'WALLET USDC BASE NETWORK ASSET PAYMENT',
    none: 'WRONGNET TESTNET DIFFER ODDASSET OTHERNET PAID SHORT WALLET RECEIPT',
    not: '!network_asset_match',
  }),
  frame('network_asset_match', 'BASE|NETWORK ACCEPTS', {
    beside: 'WALLET USDC BASE NETWORK ASSET PAYMENT',
    none: 'OTHERNET TESTNET PRICE',
    asserted: false,
  }),
  frame('network_asset_match', 'ASSET RECOGNISED', {
    beside: 'WALLET USDC BASE NETWORK ASSET PAYMENT',
    none: 'PAYTO',
    asserted: false,
    not: 'asset_unknown',
  }),
  frame('network_mismatch', 'NETWORK WRONGNET', { none: 'PRICE ASSET' }),
  frame('!network_asset_match', 'ASSET|USDC WRONGNET WALLET|OWN|NETWORK', { none: 'PRICE', not: '' }),
  frame('!network_asset_match', 'BASE|USDC DECLINED', { none: 'PAYMENT PAID WALLET', not: '' }),
  frame('network_mismatch', 'NOTBASE', { none: 'PRICE REFUND OPENAPI RECEIPT', not: '' }),
  frame('network_mismatch', 'ONNET PAYWALL|SETTLE|PAYMENT|ASKS|DEMAND|ACCEPTS|USDC|C402|CHALLENGE', {
    none: 'BASE MATCH PAID OTHERS PREVIEW REFUND RECEIPT',
    not: '',
  }),
  frame('network_mismatch', 'OTHERNET ONLY|WRONGNET', { not: '' }),
  frame('network_mismatch', 'TESTNET', { none: 'PREVIEW', not: '' }),
  frame('network_mismatch', 'NETWORK|CHALLENGE|C402|ASSET OTHERNET', { none: 'BASE USDC MATCH', not: '' }),
  frame('asset_unknown', 'ASSET ODDASSET', { none: 'PAYTO', not: '' }),
  frame('asset_unknown', 'ASSET|USDC DIFFER', { none: 'PRICE LISTING PAYTO NETWORK', not: '' }),
  frame('asset_unknown', 'ODDTOKEN', { none: 'REFUND', not: '' }),
  frame('double_charge_report', 'DOUBLE', { none: 'SAFE FREE IDEM', not: '', wide: true }),
  frame('double_charge_report', 'BILL|PAID ONECALL TWICE', { none: 'SAFE FREE IDEM', not: '', wide: true }),
  // Receipts and offers.
  frame('receipt_header_observed', 'RESPHEADER', {
    beside: 'RECEIPT SETTLE PAYMENT',
    none: 'BAD SIGNED SIGNATURE PREVIEW',
  }),
  frame('receipt_header_observed', 'RESPHEADER|RECEIPT SEEN', {
    beside: 'RECEIPT SETTLE PAYMENT',
    none: 'BAD SIGNED SIGNATURE VERIFIED PREVIEW',
  }),
  frame('!receipt_header_observed', 'RESPHEADER OUT_BAD|ERR404|BAD|GONEAWAY', { not: '' }),
  frame('!receipt_header_observed', 'NORECEIPT', { not: '' }),
  frame('!signed_receipt_verified', 'RECEIPT UNSIGNED|VERFAIL|DECLINED', {
    none: 'OFFER',
    not: '',
    wide: true,
  }),
  frame('!signed_offer', 'OFFER UNSIGNED', { none: 'RECEIPT VERFAIL', not: '', wide: true }),
  frame('offer_expired_or_invalid', 'OFFER VERFAIL', { none: 'RECEIPT', not: '', wide: true }),
  frame('offer_expired_or_invalid', 'SIGNATURE VERFAIL', { none: 'RECEIPT PAYMENT OFFER', not: '' }),
  frame('signed_receipt_verified', 'RECEIPT SIGNED|VERIFIED|SIGNATURE', {
    beside: 'SIGNATURE DELIVER SETTLE PAYMENT',
    none: 'BAD EXPIRED OFFER DIFFER UNSIGNED VERFAIL DECLINED',
  }),
  frame('!signed_receipt_verified', 'RECEIPT BAD|EXPIRED|DIFFER', { not: '' }),
  frame('signed_offer', 'OFFER SIGNED|VERIFIED|SIGNATURE', {
    beside: 'SIGNATURE',
    none: 'BAD EXPIRED DIFFER UNSIGNED VERFAIL',
  }),
  frame('offer_expired_or_invalid', 'OFFER BAD|EXPIRED|DIFFER', { none: 'RECEIPT', not: 'signed_offer' }),
  frame('offer_expired_or_invalid', 'OFFER VALIDITY PASTREF', { none: 'RECEIPT', not: '' }),
  frame('offer_expired_or_invalid', 'VALIDITY|SIGNATURE EXPIRED', { none: 'RECEIPT', not: '' }),
  frame('offer_expired_or_invalid', 'SIGNATURE BAD', { none: 'RECEIPT PAYMENT', not: '' }),
  // Payments that failed to happen.
  frame('err_payment_declined', 'PAYMENT BAD', {
    none: 'C402 CHALLENGE RECEIPT OFFER PAID RESPHEADER CHARGED FAILURE',
    not: '',
  }),
  frame('err_payment_declined', 'PAYMENT|PAID DECLINED', { none: 'CHARGED REFUND', not: '' }),
  frame('err_insufficient_funds', 'WALLET|USDC SHORT', { none: 'SCAM', not: '' }),
  frame('err_payment_declined', 'DECLINEDPAY', { none: 'CHARGED REFUND FREE SHORTFUNDS RETRY', not: '' }),
  frame('err_insufficient_funds', 'SHORTFUNDS', { not: '' }),
  frame('err_insufficient_funds', 'WALLET TOOLOW PRICE', { none: 'CAP', not: '' }),
  frame('err_max_amount_too_low', 'CAP TOOLOW', { none: 'LISTING', not: '' }),
  frame('err_max_amount_too_low', 'CAPLOW', { none: 'LISTING', not: '' }),
  frame('err_wallet_not_auth', 'WALLET UNAUTH', { not: '' }),
  // Documentation and listing.
  frame('openapi_published', 'OPENAPI', { beside: 'ASSET SCHEMA', none: `${WRONG} HIDDEN PRICE` }),
  frame('!openapi_published', 'OPENAPI BAD|ERR404|DOWN|HIDDEN|ERR5XX|ERR401'),
  frame('!openapi_published', 'OPENAPI GONEAWAY', { not: '' }),
  frame('!input_schema_declared', 'SCHEMA GONEAWAY', { not: '' }),
  frame('!refund_path', 'REFUND GONEAWAY', { none: 'PAID CANREFUND', not: '' }),
  frame('!support_contact', 'SUPPORT GONEAWAY', { none: 'PAID', not: '' }),
  frame('!free_preview', 'PREVIEW GONEAWAY|ERR404|BAD|DOWN|ERR401|ERR5XX', { none: 'PAID', not: '' }),
  frame('!free_preview', 'NOPREVIEW', { not: '' }),
  frame('!listed_in_discovery', 'DELISTED', { none: 'PRICE', not: '' }),
  frame('!listed_in_discovery', 'LISTING GONEAWAY', { none: 'PRICE PAYTO SUPPORT REFUND OPENAPI', not: '' }),
  frame('!listed_in_discovery', 'NOTLISTEDLONE', { none: `${OTHER_THINGS} DOC FIELD`, not: '' }),
  frame('input_schema_declared', 'SCHEMA', {
    beside: 'OPENAPI LISTING PAYTO',
    none: `${WRONG} HIDDEN UNDECLARED PAID ACCOUNT`,
  }),
  frame('!input_schema_declared', 'SCHEMA BAD|HIDDEN|UNDECLARED|ERR404'),
  frame('listed_in_discovery', 'INLISTING', {
    beside: 'LISTING ENTRY OPENAPI',
    none: 'OTHERS PRICE DIFFER MATCH MASS NEWLY PAYTO BAD ENTRY CHALLENGE C402 SCAM HIDDEN SIBLINGS REFUND SUPPORT',
  }),
  frame('listed_in_discovery', 'LISTING', {
    beside: 'LISTING ENTRY OPENAPI',
    none: 'PRICE DIFFER MATCH MORETHAN MASS NEWLY PAYTO BAD ENTRY CHALLENGE C402 SCAM HIDDEN SIBLINGS REFUND SUPPORT DECOY OPERATOR OPENAPI',
    asserted: false,
  }),
  frame('listed_in_discovery', 'LISTING INLIST', {
    beside: 'LISTING ENTRY OPENAPI',
    none: 'OTHERS PAID SIBLINGS REFUND SUPPORT PRICE DIFFER MATCH MASS NEWLY PAYTO BAD ENTRY CHALLENGE C402 SCAM HIDDEN',
  }),
  frame('listed_in_discovery', 'FOUNDWORDS', {
    beside: 'LISTING ENTRY OPENAPI',
    none: 'SIBLINGS MASS NEWLY BAD HIDDEN',
  }),
  frame('!listed_in_discovery', 'LISTING|INLISTING NOTLISTED', {
    none: 'PAID SCAM REFUND SUPPORT PRICE DOUBLE OPENAPI OTHERS',
    not: '',
    wide: true,
  }),
  frame('wildcard_402', 'PATHS C402|CHALLENGE|PAYWALL', { wide: true }),
  frame('!wildcard_402', 'PATHS ERR404', { beside: 'PAYMENT', none: 'C402', wide: true }),
  frame('!wildcard_402', 'ONLYREAL C402|CHALLENGE|PAYWALL', { beside: 'PAYMENT', none: WRONG }),
  frame('!wildcard_402', 'PATHS DECLINED ERR404', { none: 'C402', not: '' }),
  frame('newly_listed', 'APPEARED', {
    none: `${OTHER_THINGS} LISTING ENTRY HEALTH DOWN ERR5XX ERR404 HOST DOC SCAM SIGNED VERIFIED KNOWN RUNBY OTHERS`,
    not: '',
    aged: true,
  }),
  frame('newly_listed', 'FIRSTSEEN', {
    beside: 'LISTING ENTRY',
    none: 'PAYTO PRICE RECEIPT OFFER PAID SCAM',
    not: '',
    aged: true,
  }),
  frame('newly_listed', 'APPEARED LISTING|ENTRY|INLISTING|INLIST|HOST', {
    beside: 'LISTING ENTRY',
    none: 'PAYTO PRICE RECEIPT OFFER PAID SCAM HEALTH DOWN ERR5XX ERR404 C402 CHALLENGE SUPPORT OPENAPI REFUND KNOWN RUNBY',
    not: '',
    aged: true,
  }),
  frame('newly_listed', 'NEWLY', {
    beside: 'LISTING ENTRY',
    none: 'PAYTO PRICE LONGTERM RECEIPT OFFER',
    not: '',
  }),
  frame('long_listed', 'OLDENTRY', { beside: 'LISTING ENTRY', none: 'NEWLY SCAM', not: '' }),
  frame('long_listed', 'LONGTERM LISTING|ENTRY|INLISTING|INLIST|SEEN|HOST|HEALTHY', {
    beside: 'LISTING ENTRY',
    none: 'NEWLY PAYTO PRICE DOWN UPTIMEBAD BAD PAID SCAM HEALTH UNCHANGED ERR5XX',
    not: '',
  }),
  frame('concentration_mass_listing', 'MASS LISTING|ENTRY', {
    none: 'PRICE PAYTO CHALLENGE C402 OPERATOR LONGTERM SETTLED PAID',
    not: '',
  }),
  frame('concentration_mass_listing', 'MANY MASS', { none: 'PRICE PAID GENERAL PAY_NOUN', not: '' }),
  frame('concentration_mass_listing', 'MANY ENTRY OPERATOR|PAYTO|HOST|WALLET', {
    none: 'PRICE PAID GENERAL PAY_NOUN',
    not: '',
  }),
  frame('concentration_mass_listing', 'SIBLINGS', { not: '' }),
  // The recipient.
  frame('payto_changed', 'PAYTO CHANGE', { none: 'UNCHANGED', not: '!payto_changed' }),
  frame('payto_changed', 'PAYTO SWAPPED', { none: 'OWN UNCHANGED', not: '!payto_changed' }),
  frame('payto_changed', 'WALLET|ADDRESSED SWAPPED', {
    none: 'OWN SHORT UNAUTH SUPPORT PRICE PAYTO OPERATOR NETWORK ASSET REFUND SCAM',
    not: '!payto_changed',
  }),
  frame('payto_stable', 'PAYTO UNCHANGED|MATCH', { beside: 'PAYMENT', none: 'CHANGE DIFFER' }),
  frame('payto_changed', 'PAYTO DIFFER', { not: 'payto_stable' }),
  // The operator.
  frame('unknown_operator', 'OPERATOR|RUNBY ANON', { none: 'PRICE PAYTO ASSET', not: 'known_operator' }),
  frame('unknown_operator', 'ANONYMOUS', {
    none: 'UNPAID PRICE C402 CHALLENGE PREVIEW PAYTO ACCOUNT OTHERS',
    not: 'known_operator',
  }),
  frame('unknown_operator', 'NONAME', {
    none: 'PRICE PAYTO ASSET SUPPORT REFUND SCHEMA OPENAPI ACCOUNT RUNBY',
    not: '',
  }),
  frame('known_operator', 'KNOWNCO', {
    beside: 'LISTING',
    none: 'ANON FACELESS NONAME SCAM PAYTO PRICE',
    not: '!known_operator',
    names: true,
  }),
  frame('known_operator', 'OPERATOR NAMED', {
    beside: 'LISTING',
    none: 'ANON FACELESS NONAME ANONYMOUS SCAM PAYTO PRICE SUPPORT REFUND ASSET CHANGE',
    names: true,
  }),
  frame('known_operator', 'OPERATOR INFO', {
    beside: 'LISTING',
    none: 'SCAM SUPPORT REFUND PRICE PAYTO',
    asserted: false,
  }),
  frame('unknown_operator', 'FACELESS', { none: 'KNOWN PRICE', not: 'known_operator' }),
  frame('known_operator', 'WEKNOW', { beside: 'LISTING', none: 'SCAM', not: '!known_operator', names: true }),
  frame('known_operator', 'OPERATOR|RUNBY KNOWN', {
    beside: 'LISTING',
    none: 'ANON FACELESS SCAM PAYTO PRICE SUPPORT',
    names: true,
  }),
  // Recourse.
  frame('refund_path', 'REFUND', {
    beside: 'FAILURE WALLET USDC',
    none: `NOREFUND FAILURE GONEAWAY ${WRONG}`,
  }),
  frame('refund_path', 'REFUND SILENT|SAY|INFO', { none: 'NOREFUND', asserted: false }),
  frame('refund_path', 'REFUND CANREFUND|SEEN', {
    beside: 'FAILURE WALLET USDC',
    none: 'NOREFUND DECLINED BAD',
  }),
  frame('refund_path', 'REFUND FAILURE', {
    beside: 'FAILURE WALLET USDC',
    none: 'NOREFUND DECLINED DEMAND',
    rule: true,
  }),
  frame('!refund_path', 'NOREFUND', { none: 'CANREFUND', not: 'refund_path', rule: true }),
  frame('!refund_path', 'REFUND DECLINED', { not: '' }),
  frame('support_contact', 'SUPPORT', {
    beside: 'OPENAPI',
    none: 'IDEM PREVIEW SCHEMA OPENAPI PAYTO',
    asserted: false,
  }),
  frame('support_contact', 'SUPPORT DOC|OPENAPI', {
    beside: 'OPENAPI',
    none: `${WRONG} ACCOUNT IDEM PREVIEW`,
  }),
  frame('support_contact', 'SUPPORT SEEN|OPEN|GOOD|REACH', {
    beside: 'OPENAPI',
    none: `${WRONG} ACCOUNT IDEM PREVIEW`,
  }),
  frame('!support_contact', 'SUPPORT BAD|DOWN', { not: '' }),
  frame('!support_contact', 'NOSUPPORT', { not: '' }),
  frame('!support_contact', 'SUPPORT NOREPLY', { none: 'PAID', not: '' }),
  frame('free_preview', 'FREE SEEN CALL', {
    beside: 'PAYMENT',
    none: `${WRONG} CHARGED FAILURE PAID RETRY IDEM ACCOUNT OUT_BAD`,
  }),
  frame('free_preview', 'PREVIEW', {
    beside: 'PAYMENT',
    none: `${WRONG} ACCOUNT TESTNET GONEAWAY NOPREVIEW C402 CHALLENGE`,
  }),
  frame('idempotency_supported', 'IDEM', {
    beside: 'PAYMENT RETRY IDEM',
    none: `${WRONG} AGAIN IGNORED NODEDUP CHARGED GONEAWAY`,
  }),
  frame('!idempotency_supported', 'IDEM IGNORED|GONEAWAY', { not: '' }),
  frame('!idempotency_supported', 'NODEDUP', { not: '' }),
  frame('idempotency_supported', 'RETRY|IDEM SAFE|FREE', { beside: 'PAYMENT RETRY IDEM', none: 'BAD' }),
  frame('!idempotency_supported', 'RETRY CHARGED', {
    beside: 'PAYMENT RETRY IDEM',
    none: 'SAFE FREE',
    rule: true,
    not: 'idempotency_supported',
  }),
  frame('charges_on_failure', 'FAILURE CHARGED', { none: 'FREE NOREFUND', rule: true }),
  frame('!charges_on_failure', 'FAILURE FREE', { beside: 'WALLET FAILURE', none: '', rule: true }),
  frame('!charges_on_failure', 'FREE OUT_BAD', {
    beside: 'WALLET FAILURE',
    none: 'PAID PREVIEW UNPAID',
    not: '',
    wide: true,
  }),
  frame('!charges_on_failure', 'ERR5XX|ERR404|OUT_BAD FREE', {
    none: 'PAID PREVIEW UNPAID',
    not: '',
    wide: true,
    beside: 'WALLET FAILURE PAYMENT HOST',
  }),
  frame('!charges_on_failure', 'ONLYGOOD', { beside: 'WALLET FAILURE', none: 'PREVIEW', rule: true }),
  frame('settle_then_deliver_order', 'ORDERDOC', {
    beside: 'DELIVER SETTLE VERIFY ORDERDOC PAYMENT',
    none: 'BAD HIDDEN',
    not: '',
  }),
  frame('settle_then_deliver_order', 'SETTLE|CHARGED AFTERANSWER', {
    beside: 'DELIVER SETTLE VERIFY ORDERDOC PAYMENT',
    none: 'BAD OUT_BAD',
    not: '',
    rule: true,
  }),
  frame('settle_then_deliver_order', 'SETTLE DELIVER|VERIFY', {
    beside: 'DELIVER SETTLE VERIFY ORDERDOC PAYMENT',
    none: 'BAD PAID OUT_BAD RECEIPT',
    not: '',
  }),
  // Uptime.
  frame('uptime_ok', 'UPALONE', {
    beside: 'HEALTH',
    none: `${WRONG} UPTIMEBAD ${OTHER_THINGS} LISTING`,
    counted: true,
  }),
  frame('!uptime_ok', 'UPTIMEBAD', { none: OTHER_THINGS, not: '' }),
  frame('!uptime_ok', 'UPTIME|HEALTH BAD|OUT_BAD', { none: 'PAID', counted: true, not: '' }),
  frame('!uptime_ok', 'PROBED BAD|OUT_BAD', {
    none: `PAID DOWN ERR5XX ERR404 ${OTHER_THINGS}`,
    counted: true,
    not: '',
  }),
  frame('!uptime_ok', 'HOST|HEALTH DOWN PARTLY|RARELY', { none: OTHER_THINGS, not: '' }),
  frame('uptime_ok', 'HEALTH|HOST HEALTHY', {
    beside: 'HEALTH',
    none: `${WRONG} UPTIMEBAD C402 CHALLENGE PRICE SUPPORT`,
    counted: true,
  }),
  frame('uptime_ok', 'HEALTH|PROBED RESPONDED', {
    beside: 'HEALTH',
    none: `${WRONG} UPTIMEBAD C402 CHALLENGE PRICE SUPPORT PAID PAYTO`,
    counted: true,
  }),
  frame('uptime_ok', 'HEALTHY PROBED', {
    beside: 'HEALTH',
    none: `${WRONG} UPTIMEBAD C402 CHALLENGE PRICE SUPPORT PAID`,
    counted: true,
  }),
  frame('uptime_ok', 'NOOUTAGE', { beside: 'HEALTH', none: `${WRONG} UPTIMEBAD` }),
  frame('uptime_ok', 'UPTIME', { beside: 'HEALTH', none: `${WRONG} UPTIMEBAD SUPPORT`, counted: true }),
  frame('uptime_ok', 'HEALTH PERCENT', { beside: 'HEALTH', none: `${WRONG} UPTIMEBAD`, counted: true }),
  frame('!uptime_ok', 'HEALTH|HOST UPTIMEBAD', { not: 'uptime_ok' }),
  frame('dead_or_5xx', 'HOST|HEALTH|CALL DOWN|ERR5XX|ERR404', {
    none: 'SHORT UNAUTH PAID PATHS OPENAPI SUPPORT PREVIEW FAILURE WALLET OFFER ACCOUNT SCHEMA',
    not: 'uptime_ok',
    counted: true,
  }),
  frame('dead_or_5xx', 'DOWN', {
    none: 'RECEIPT SIGNATURE VERIFIED SHORT UNAUTH PAID PATHS OPENAPI SUPPORT FAILURE OFFER WALLET SCHEMA PREVIEW',
    not: 'uptime_ok',
    counted: true,
  }),
  frame('dead_or_5xx', 'ERR5XX', { none: 'PAID PATHS OPENAPI FAILURE', not: 'uptime_ok', counted: true }),
  // Fraud.
  frame('scam_report', 'SCAM', { not: '' }),
  frame('secret_requested', 'SECRETS ASKS|DEMAND|SCAM', { not: '' }),
];
