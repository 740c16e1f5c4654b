import type { Cause } from './causes.ts';
import type { CauseMeaning } from './meaning.ts';

/** What holds for a code or message beyond its cause. */
export type Closer = Partial<CauseMeaning>;

export type DictionaryRule = readonly [says: RegExp, cause: Cause, closer?: Closer];

/** Thrown by a client before it signs. */
const UNSIGNED: Closer = { money: 'no', resend: 'nothing_signed', sign: 'yes' };
/** Thrown while a seller starts or describes a route: there is no payment yet. */
const SETUP: Closer = { acts: 'seller', money: 'no', resend: 'nothing_signed', sign: 'yes' };
/** The outcome is open. */
const OPEN: Closer = { money: 'maybe', resend: 'yes', sign: 'no' };
/** Signed by the buyer's client and refused as it stands. */
const REFUSED: Closer = { acts: 'buyer', money: 'no', resend: 'no', sign: 'once_void' };

/**
 * Families: the first rule that fits a code or template gives its cause. Texts are compared in lower case, with `_` as a
 * space and a hole as `{…}`. What no rule fits has no place in the dictionary, and a test says so.
 */
export const DICTIONARY_RULES: readonly DictionaryRule[] = [
  // After money was sent: what is not known stays unknown.
  [
    /settlement pending|confirmation (?:timed out|failed)|timed out waiting for tx|transaction confirmation timeout|already in flight|settlement transfer not confirmed|could not be confirmed|channel balance does not reflect the deposit|claim in flight/,
    'settlement_pending_or_unknown',
    OPEN,
  ],
  [/duplicate settlement/, 'nonce_already_used', OPEN],
  [/(?:credential|transaction hash|proof|receipt) has already been (?:used|processed)/, 'payment_reused'],
  [
    /block height exceeded/,
    'settlement_failed',
    {
      acts: 'buyer',
      fix: 'The block hash ran out before the transaction was taken. Check that the transaction is in no block⟦, then sign a fresh challenge.⟧',
    },
  ],
  [/broadcast failed|channel broadcast|broadcast transaction hash does not match/, 'settlement_failed', OPEN],
  [
    /transfer event mismatch|funds may have been held|not credited to the recipient/,
    'settlement_failed',
    OPEN,
  ],
  [
    /no transaction receipt returned|settle receipt|topup receipt|open receipt|from receipt event|event for credential channelid in receipt|channelopened|channelclosed|deposit did not increase|invalid transaction hash|no valid settlement transaction hash|sequential\) tx hashes/,
    'settlement_pending_or_unknown',
    OPEN,
  ],
  [
    /smart wallet deployment failed/,
    'smart_wallet_signature',
    { acts: 'facilitator', money: 'no', resend: 'yes', sign: 'once_void' },
  ],

  // Chain, node, settler.
  [
    /node failure|failed to (?:get|read|fetch) balance|rpc read failed|verification state unavailable|unable to establish channel verification|balance read failed|temporarily unavailable|no fee estimates|failed to check whether asset is a contract|returned failure for|multicall: call reverted|insufficient funds for gas|delegated auth binding: /,
    'rpc_unavailable',
  ],
  [
    /hosted fee payer|fee payer .*(?:not managed|not in facilitator|signer set)|no signer for feepayer|fee payer not managed|requires at least one fee payer|fee-payer policy|sponsor policy|sponsorbudget|feetoken|local fee payer|feepayer must be/,
    'gas_or_settler',
    {
      acts: 'seller',
      money: 'no',
      resend: 'no',
      sign: 'once_void',
      fix: 'Seller: the account that is to pay the fee is not the one of the facilitator, or not set up for it. Copy `extra.feePayer` from /supported of the facilitator that settles (Tempo: configure the fee payer with key, token and limits of the message), and send a new challenge. Test: decode PAYMENT-REQUIRED and compare the address. Buyer: ⟦?sign that new challenge once this payment is void.⟧',
    },
  ],

  [/transaction reverted \(receipt/, 'settlement_failed'],
  [/sponsor budget|sponsored transaction/, 'gas_or_settler', OPEN],

  // Permit2 and approvals: as much of it as the exact scheme has a word for.
  [/(?:permit2|eip2612) .*(?:deadline|expired)/, 'authorization_expired'],
  [/permit2 (?:not yet|payment too early|payload valid after)/, 'authorization_not_yet_valid'],
  [/permit2 insufficient balance/, 'insufficient_funds'],
  [/permit2 simulation failed/, 'simulation_failed'],
  [/(?:permit2|eip2612|2612|erc20 approval) .*asset mismatch|permit2 token mismatch/, 'wrong_asset'],
  [/(?:permit2|eip2612|2612) .*amount|permit2 invalid amount/, 'amount_mismatch'],
  [/permit2 .*(?:recipient|destination)/, 'wrong_recipient'],
  [/permit2 invalid nonce/, 'nonce_already_used'],
  [/erc20 approval tx failed/, 'settlement_failed', OPEN],
  [
    /self send not allowed/,
    'policy_refused',
    { fix: 'Payer and payee are the same address. ⟦Pay from another account.⟧' },
  ],
  [/kyt(?:$| risk)/, 'policy_refused', { money: 'no', resend: 'no', sign: 'no' }],

  // Addresses in a receipt or a signed offer.
  [/receipt/, 'receipt_invalid', OPEN],
  [
    /(?:jws|did:|did method|multibase|multicodec|\bkid\b|did format|eip712 format|jws format|symmetric keys|verification method|offer format|invalid offer|no public key provided|unexpected key length|public key length|supported key format|cannot canonicalize)/,
    'receipt_invalid',
    { acts: 'seller', money: 'no', resend: 'yes', sign: 'once_void' },
  ],

  // Sign-in with a wallet, before any payment.
  [
    /siwx|message (?:expired|too old|not yet valid)|issuedat|notbefore|expirationtime|nonce validation failed|domain mismatch|uri mismatch|invalid uri|not a valid url/,
    'request_invalid',
    {
      ...UNSIGNED,
      fix: 'Sign the challenge of the sign-in again: fresh nonce, right domain and address, clock set right. No payment was involved.',
    },
  ],

  [/token does not match server currency|currency does not match/, 'wrong_asset'],

  // Spend controls and caps.
  [
    /spendcontrols: only default assets|spendcontrols\.allowedassets\b(?!.*maxamountperpayment)|currency is not allowed|asset.*not allowed by/,
    'wrong_asset',
    {
      ...UNSIGNED,
      fix: 'This client signs only for default assets. If the token is right, add its address to spendControls.allowedAssets⟦; otherwise pay another entry⟧.',
    },
  ],
  [/maxamountperpayment must be an integer atomic/, 'wallet_misconfigured'],
  [
    /spendcontrols|exceeds maximum allowed|exceeds max(?:amount|atomicamount)|exceeds local maxdeposit|maxfeeperGas/,
    'price_above_cap',
  ],
  [/maxamount requires currency decimals|raw currency allowlists/, 'wallet_misconfigured'],
  [/chain id is not allowed|chain id not allowed/, 'wrong_network', UNSIGNED],
  [
    /filtered out by policies|policy denied|screen rejected|payment creation aborted|after verify aborted|settlement aborted|insecure downgrade|https downgrade|across redirect|request refused/,
    'policy_refused',
    { sign: 'once_void' },
  ],
  [
    /exceeded .* redirects|maxredirects|manual redirect/,
    'network_timeout',
    { acts: 'buyer', money: 'no', resend: 'yes', sign: 'once_void' },
  ],

  [
    /failed to create payment payload/,
    'wallet_misconfigured',
    { fix: 'The client could not build the payment; the rest of the message says why. Nothing was sent.' },
  ],

  [/no client registered for x402 version/, 'unsupported_version', UNSIGNED],

  // Batch settlement, upto and channels.
  [
    /permit2 allowance|allowance required|insufficient allowance/,
    'wallet_misconfigured',
    {
      money: 'no',
      resend: 'no',
      sign: 'once_void',
      fix: 'Let the payer approve the Permit2 contract for the token once, or give the client an RPC address (`new ExactEvmScheme(account, { rpcUrl })`) so that it can attach the approval itself; ⟦then sign a fresh challenge.⟧',
    },
  ],
  [
    /permit2|eip2612|eip-2612|erc20 approval|erc-20 approval|approve\(\)|approval extension|allowance/,
    'invalid_signature',
    {
      fix: 'Permit2 needs an allowance of the token for the Permit2 contract, the right spender and amount, and a deadline ahead: put right what the code names⟦ and sign again⟧.',
      sign: 'once_void',
    },
  ],
  [/verifyopentransaction|upto svm/, 'solana_transaction'],
  [/batch settlement evm (?:payload authorization valid before|permit2 deadline)/, 'authorization_expired'],
  [/batch settlement evm payload authorization valid after/, 'authorization_not_yet_valid'],
  [/batch settlement evm (?:missing eip712 domain)/, 'wrong_domain_or_token_version'],
  [/batch settlement evm network mismatch/, 'wrong_network'],
  [/batch settlement evm token mismatch/, 'wrong_asset'],
  [/batch settlement evm receiver mismatch/, 'wrong_recipient'],
  [/batch settlement evm scheme/, 'unsupported_scheme'],
  [/batch settlement evm (?:voucher signature|receive authorization signature)/, 'invalid_signature'],
  [/batch settlement evm .*insufficient balance/, 'insufficient_funds'],
  [/batch settlement evm .*simulation failed/, 'simulation_failed', { acts: 'facilitator' }],
  [/batch settlement evm .*transaction failed/, 'settlement_failed'],
  [
    /batch settlement evm .*factory not allowed|factory not in eip6492|eip6492 factory|undeployed smart wallet/,
    'smart_wallet_signature',
  ],
  [
    /subscription|keyauthorization|access key|accesskey|billinganchor|periodcount|periodunit/,
    'session_or_channel',
  ],
  [
    /batch settlement|channel|voucher|session|deposit|escrow|refund|topup|bootstrap|cumulative|locally confirmed spend|withdrawdelay|distribution|capture|receiverauthorizer|authorizersigner|payerauthorizer|authorizedsigner|tip-1034|descriptor|close-ready|reserved|spent |wait already in progress|nothing to settle|storage root|preapproval|machine tokens?|fallback close|top-up|delta too small|(?:open|close) request failed|dead lock|queued payment|expiresat \{…\} exceeds/,
    'session_or_channel',
  ],

  // Solana.
  [
    /exact (?:svm|solana) .*simulation failed|smart wallet simulation failed|(?:svm|solana) .*transaction failed/,
    'simulation_failed',
  ],
  [/exact (?:svm|solana) unsupported scheme/, 'unsupported_scheme'],
  [/exact (?:svm|solana) network mismatch/, 'wrong_network'],
  [/exact (?:svm|solana) payload (?:mint mismatch)/, 'wrong_asset'],
  [/exact (?:svm|solana) payload (?:transaction )?amount mismatch/, 'amount_mismatch'],
  [/exact (?:svm|solana) payload recipient mismatch|incorrect ata$/, 'wrong_recipient'],
  [/exact (?:svm|solana) verification failed/, 'facilitator_rejected'],
  [
    /feepayer is required/,
    'malformed_challenge',
    {
      fix: 'Seller: put the address of the facilitator, from its /supported, into extra.feePayer of every Solana entry.',
    },
  ],
  [
    /svm|solana|lighthouse|computeunit|compute ?budget|token account not found|known token program|mint address|spl token|base58|address lookup|fee payer .* (?:appears|invoked)|extra\.memo|recentslot|requires get\w+ on the signer|transaction signer|getprogramaccounts|requires \{…\} on the signer|openslot|fetchaddresslookuptables|empty instruction data|\{…\} exceeds max \{…\}$/,
    'solana_transaction',
  ],

  // The exact scheme on EVM and its older names.
  [
    /nonce already used|already used|has already been (?:used|processed)|payment has already/,
    'nonce_already_used',
  ],
  [/insufficient (?:funds|balance)|insufficient balance/, 'insufficient_funds'],
  [
    /valid before|payment.?expired|payment has expired|has already expired|authorization has expired|expired at|message expired|deadline expired|malformed expires|required expires field|maxtimeoutseconds .*positive|invalid time window/,
    'authorization_expired',
  ],
  [/valid after|not valid yet|not yet valid|too early/, 'authorization_not_yet_valid'],
  [
    /token name mismatch|token version mismatch|eip-?712 domain|requires token name and version|require a token name|token name and version/,
    'wrong_domain_or_token_version',
  ],
  [/eip3009 not supported|asset not deployed contract/, 'wrong_asset', { acts: 'seller' }],
  [
    /authorization value|amount too low|amount insufficient|amount mismatch|value mismatch|payment.?insufficient|amount is insufficient|amount is less than|below request amount|exceeds permitted|exceeds signed max|settlement exceeds amount|chargedamount|amount does not match|invalid amount|money format|invalid price|scientific notation|too small to represent|dollar settlement override|missing amount|missing challenge amount|must be a string of digits|total must be less|must be positive|valid decimal number|payment transfer does not match|decimals must be/,
    'amount_mismatch',
  ],
  [/recipient mismatch|incorrect payee|invalid destination|missing recipient/, 'wrong_recipient'],
  [
    /network mismatch|chain ?id mismatch|requires chainid|chain mismatch|chainid does not match|changed the session chain/,
    'wrong_network',
  ],
  [
    /invalid (?:exact evm )?scheme|invalid upto evm scheme|unsupported scheme|scheme .* does not support|does not support (?:payment flow|paymentflow|assettransfermethod)|unsupported (?:payment flow|paymentflow|asset transfer method|payload type)|unknown payment flow|paymentflows|recognized paymentflow|assettransfermethod|method.unsupported|payment method .*(?:not supported)|does not support \{…\} mode|no compatible payment method|no method found|no handler for|no registered method|only supports x402|no \{…\} payment option|not implemented yet|hash credentials are not supported|are not supported for this challenge|is not accepted by this challenge|does not support (?:credential|non-mutating|payment splits)|do not support splits|only valid for zero-amount|require a proof credential|only tempo \(/,
    'unsupported_scheme',
  ],
  [
    /no client registered|no network\/scheme registered/,
    'unsupported_scheme',
    {
      ...UNSIGNED,
      acts: 'buyer',
      fix: 'Register the scheme for the network of the challenge in this client (`client.register("eip155:8453", new ExactEvmScheme(account))`)⟦, or buy from a seller whose network it has⟧.',
    },
  ],
  [
    /no (?:facilitator|server implementation|scheme implementation) registered|missing scheme|no server implementation|facilitator does not support|no facilitator supports/,
    'unsupported_scheme',
    { acts: 'seller', resend: 'no', sign: 'once_void' },
  ],
  [/x402 ?version|unsupported x402version/, 'unsupported_version'],
  [/simulation failed|disallowed call|zero-charge/, 'simulation_failed'],
  [
    /stripe paymentintent|invalid transaction state|failed onchain|transaction failed|transaction reverted|unexpected settle error|settlement failed|failed to settle|settle failed|settlement simulation/,
    'settlement_failed',
  ],
  [/facilitator .*timed out|facilitator .*request timed/, 'facilitator_unavailable', OPEN],
  [
    /facilitator (?:verify|settle|getsupported|list|search)\w* ?failed|failed to (?:verify payment|get supported|list discovery)|facilitator \{…\} returned invalid|no supported payment kinds|facilitator verify failed|unexpected verify error/,
    'facilitator_unavailable',
  ],
  [/createauthheaders/, 'facilitator_auth'],
  [
    /facilitator capability errors|missing facilitator|requires `facilitator`|requires `settle`|requires facilitatoraddress|facilitator mismatch|unauthorized facilitator/,
    'server_misconfigured',
    SETUP,
  ],
  [
    /verification.failed|preflight validation failed|payment rejected|payment declined|payment failed|x402 verification failed|payment.action.required|payment requires action/,
    'facilitator_rejected',
  ],
  [
    /signature|failed to recover signer|signed by \{…\}, expected|source is invalid|source mismatch|does not match source|must include a source|invalid credential source|invalid owner|signer mismatch/,
    'invalid_signature',
  ],

  // Binding to a request.
  [
    /does not match (?:this|the) (?:route|endpoint)|extension echo mismatch|resource does not match|does not bind|route binding|body digest|streaming request body|challenge hash mismatch|was not issued by this server|invalid.challenge|challenge mismatch|conflicting scope|scope does not match|payment request changed|not bound to this challenge|route requirements|route request|route resource|no matching (?:transfer|payment call)|must be minted/,
    'payment_not_bound',
  ],
  [/payment id:|payment identifier/, 'idempotency_conflict', UNSIGNED],
  [
    /payment already attempted|already attempted/,
    'facilitator_rejected',
    {
      money: 'maybe',
      resend: 'yes',
      sign: 'no',
      fix: 'The client paid once and was answered 402 again; it does not sign twice. Read the error of the second 402, and ask the chain whether the first payment was used.',
    },
  ],

  // MCP and discovery.
  [/mcp|mcp:\/\//, 'mcp_payment_dialect', SETUP],
  [/discovery|x-payment-info|llms\.txt|openapi|service codes|builder code/, 'discovery_rejected', SETUP],

  // Headers and bodies.
  [
    /parse payment requirements|payment required (?:header|response)|payment-required header|header in 402|no (?:payment )?challenges?(?: found)? in|no challenge|challenge received|expected a 402|expected 402|status is not 402|does not require payment|no payment schemes found|malformed auth-param|missing payment method name|missing request parameter|request parameter too large|duplicate parameter|quoted-string|invalid opaque|challenge.*(?:is invalid|missing)|missing (?:challenge|methoddetails|payment currency|bootstrap)|is required in (?:payment ?requirements|challenge)|requires (?:resource information|`?authorization|`?chainid|`?decimals)|payment requirements must include|invalid payment requirements|in payment requirements extra|at least one x402 payment-required|base challenge response|is not a valid address|methoddetails|expected x402 payment response/,
    'malformed_challenge',
  ],
  [
    /payment response header|returned invalid json|returned invalid data|response has no body|no response body|not an event stream|invalid json|invalid base64|no body|frame|stream complete|http error|unexpected redis|empty output|did not include/,
    'response_invalid',
  ],
  [
    /missing authorization header|missing payment (?:credential|scheme)|payment.required|missing .*header|header is required|no protocol to attach/,
    'missing_payment_header',
  ],
  [
    /malformed|invalid payment signature header|invalid payload|invalid payment|credential payload|payment payload|payload|credential|data is not an object|cbor|header format|illegal newline|base64url|auth-param|invalid extension format|extension format|failed (?:to parse|to decode)|schema validation|failed schema/,
    'malformed_payment_header',
  ],

  // Wallets and clients.
  [
    /wallet client|signer missing|evm signer|requires a typed-data signer|account|keyring|secret-tool|keychain|mppx private key|privatekey|no `account`|clientevmsigner|missing address|tempo mpp sign|libsecret|create spt/,
    'wallet_misconfigured',
  ],
  [
    /rpcurl|no client configured|client not configured|no `chainid`|no chainid|networkid/,
    'wallet_misconfigured',
  ],
  [
    /optional dependency|crypto api|crypto randomness|requires crypto|dynamic require|fetch unavailable|globalthis\.fetch|websocket implementation|requires a runtime|unsupported websocket|requires a fetch/,
    'dependency_missing',
  ],
  [
    /failed to create payment payload|axios request configuration|fetch request configuration/,
    'wallet_misconfigured',
  ],
  [
    /invalid network|network format|unsupported network|unsupported svm network|unknown network|chain namespace|caip-2|chainid (?:in|format)|unsupported chain|network environment/,
    'wrong_network',
    UNSIGNED,
  ],
  [
    /default asset|unsupported asset|registered stablecoin|asset address must be|no balance in|asset=|currency is not available|known stablecoin|token .*mismatch|asset mismatch/,
    'wrong_asset',
    UNSIGNED,
  ],
  [/timed out|operation was aborted/, 'network_timeout'],
  [
    /route|middleware|configured|secret key|environment variable|must configure|stripe|mach cannot|selectoffers|compose|canoffer|mppx property|atomic store|hasusednonce|getextra|violated|mutation policy|enrichment policy|replay protection|must implement|register\(|serviceconfig|missing env/,
    'server_misconfigured',
    SETUP,
  ],
  [
    /web bot auth|attestation|structured dictionary|http message signature|signed http header|public key|q-value|accept-payment|host|keyid/,
    'request_invalid',
    UNSIGNED,
  ],
  [
    /swap|dex|approve|approval|calls? must|call|transaction|uint96|range|calldata|open |buy target/,
    'malformed_payment_header',
    REFUSED,
  ],
  [
    /unknown error|root error|mppx-error|internal|handler (?:failed|threw)|hook error|server error|websocket/,
    'upstream_error',
  ],
  [
    /request|method|invalid |must |missing |expected |unsupported |unknown |required|unexpected |integer|already exists/,
    'request_invalid',
  ],
];
