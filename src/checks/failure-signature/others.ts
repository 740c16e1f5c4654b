import type { Cause } from './dictionary/causes.ts';
import { flatten } from './read.ts';

/**
 * What other software says around a paid call: tokens, wallets, nodes, runtimes, proxies, browsers and SDKs that are not
 * installed here. Fragments of one text are joined with ` … `: all of them have to be there.
 */
export interface Other {
  readonly cause: Cause;
  /** A message of some software, word for word; otherwise words that people use. */
  readonly message: boolean;
  /** Everywhere means this cause; otherwise only in a text that speaks of paid calls. */
  readonly anywhere: boolean;
  readonly says: readonly (readonly string[])[];
}

const SEPARATOR = ' … ';
const fragments = (texts: string): string[][] =>
  texts
    .trim()
    .split('\n')
    .map((line) => line.trim().split(SEPARATOR).map(flatten));

const row =
  (message: boolean, anywhere: boolean) =>
  (cause: Cause, texts: string): Other => ({ cause, message, anywhere, says: fragments(texts) });

/** A message that belongs to payments. */
const own = row(true, true);
/** A message that any program may print. */
const common = row(true, false);
/** Words of a report. */
const words = row(false, false);

export const OTHERS: readonly Other[] = [
  own(
    'insufficient_funds',
    `
    erc20: transfer amount exceeds balance
    transfer amount exceeds balance
    erc20insufficientbalance
    erc20: insufficient balance
    insufficient usdc balance
    insufficient_usdc
    insufficient token balance
    insufficientfundserror
    not enough usdc
    usdc balance is 0
    usdc balance: 0
    custom program error: 0x1 … insufficient funds
    transfer: insufficient funds`,
  ),
  common(
    'insufficient_funds',
    `
    insufficient funds
    insufficient balance
    balance too low
    insufficientfunds`,
  ),
  words(
    'insufficient_funds',
    `
    wallet … no usdc
    wallet … not enough
    0 usdc
    need to fund`,
  ),
  own(
    'authorization_expired',
    `
    fiattokenv2: authorization is expired
    authorization is expired
    authorization expired
    authorization has expired
    authorization_expired
    payment authorization expired
    authorizationexpired
    validbefore … in the past
    validbefore … expired
    challenge has expired
    challenge expired
    signature expired
    permit2: signatureexpired
    signatureexpired(
    payment challenge expired`,
  ),
  words(
    'authorization_expired',
    `
    validbefore … too close
    clock … skew
    expired … authorization
    clock drift
    payment … expired`,
  ),
  own(
    'authorization_not_yet_valid',
    `
    fiattokenv2: authorization is not yet valid
    authorization is not yet valid
    authorization not yet valid
    authorizationnotyetvalid
    validafter … in the future`,
  ),
  words(
    'authorization_not_yet_valid',
    `
    validafter … future
    validafter … clock`,
  ),
  own(
    'nonce_already_used',
    `
    fiattokenv2: authorization is used or canceled
    authorization is used or canceled
    authorizationusederror
    authorization already used
    authorization was already used
    authorizationalreadyused
    nonce_already_used
    nonce already used
    nonce has already been used
    invalidnonce()
    authorizationstate … true
    duplicate settlement
    nonce reuse`,
  ),
  words(
    'nonce_already_used',
    `
    nonce … already been used
    nonce … replay
    nonce … reused
    same nonce`,
  ),
  own(
    'invalid_signature',
    `
    fiattokenv2: invalid signature
    eip3009: invalid signature
    invalid eip-712 signature
    eip-712 signature verification failed
    recovered address does not match
    recovered signer … does not match
    signer mismatch … recovered
    ecdsasignature: invalid
    ecrecover: invalid signature
    signature verification failed
    payment signature … invalid
    signature_invalid
    invalid v value
    invalidsigner()`,
  ),
  common(
    'invalid_signature',
    `
    ecdsa: invalid signature
    invalid signature
    bad signature
    signature is invalid
    signature mismatch`,
  ),
  words(
    'invalid_signature',
    `
    signature … recover … different
    signature … does not match`,
  ),
  own(
    'wrong_domain_or_token_version',
    `
    domain separator mismatch
    eip-712 domain … mismatch
    domain mismatch … eip-712
    eip712 domain … name … version
    token name mismatch
    usdc … usd coin … name
    missing eip712 domain
    missing eip-712 domain
    extra.name … extra.version
    extra … name … version … required`,
  ),
  words(
    'wrong_domain_or_token_version',
    `
    domain separator
    eip-712 domain
    usd coin … usdc
    extra.name
    domain … version … mismatch`,
  ),
  own(
    'wrong_network',
    `
    provided chainid … must match the active chainid
    chainid mismatch
    chainmismatcherror
    chain mismatch
    the current chain of the wallet … does not match the target chain
    does not match the connection's chain
    unrecognized chain id
    unsupported_network
    unsupported network
    network not supported
    unsupportednetwork
    no supported network
    network mismatch
    wrong network
    wrong chain
    switch to chain
    not supported on network
    does not support network`,
  ),
  words(
    'wrong_network',
    `
    eip155:84532 … eip155:8453 … mismatch
    base-sepolia … mainnet
    sepolia … mainnet
    invalid_enum_value … eip155
    network … not supported
    different chain
    chain id … expected`,
  ),
  own(
    'wrong_asset',
    `
    only default assets or entries in spendcontrols.allowedassets
    only default assets
    asset mismatch
    asset_mismatch
    unsupported asset
    unsupported token
    unsupported_asset
    token not supported
    asset not allowed
    token address … does not match
    no default asset
    does not implement transferwithauthorization
    does not support eip-3009
    does not support eip3009`,
  ),
  words(
    'wrong_asset',
    `
    wrong token
    wrong asset
    usdbc
    bridged usdc
    unknown token`,
  ),
  own(
    'wrong_recipient',
    `
    recipient mismatch
    recipient_mismatch
    pay_to mismatch
    payto mismatch
    payto … does not match
    recipient address does not match
    receivermismatch
    recipientmismatch
    invalid recipient
    incorrect recipient`,
  ),
  words(
    'wrong_recipient',
    `
    wrong recipient
    wrong payto
    payto … changed
    different payto`,
  ),
  own(
    'amount_mismatch',
    `
    amount mismatch
    amount_mismatch
    payment amount … less than required
    payment amount … does not match
    authorization value … less than
    value … is less than … maxamountrequired
    insufficient payment amount
    amount too low
    underpaid
    underpayment
    amount … below … required
    invalid amount
    amount must be a … string
    cannot convert 0. … to a bigint
    cannot convert … to a bigint … amount`,
  ),
  words(
    'amount_mismatch',
    `
    atomic units
    wrong amount
    decimals … amount
    price … changed
    amount … required … sent
    expected amount`,
  ),
  own(
    'price_above_cap',
    `
    payment amount exceeds maximum allowed
    exceeds maximum allowed value
    paymentamountexceedederror
    spendcontrols.maxamountperpayment
    exceeds maxamountperpayment
    exceeds max amount
    exceeds maxvalue
    exceeds maximum payment
    exceeds the maximum
    over budget
    budget exceeded
    spending limit exceeded
    spend limit exceeded
    price exceeds
    exceeds spend limit
    exceeds your limit
    exceeds per-request limit
    daily limit exceeded
    exceeds budget
    max_value`,
  ),
  words(
    'price_above_cap',
    `
    maxvalue
    spending cap
    price … cap
    spending limit
    spend cap`,
  ),
  own(
    'unsupported_scheme',
    `
    no facilitator registered for scheme
    no supported payment scheme found
    unsupportedschemeexception
    unsupported scheme
    unsupported_scheme
    scheme not supported
    unsupportedscheme
    no scheme registered
    no client registered for
    no network/scheme registered
    no matching scheme
    scheme … is not supported
    unsupported payment scheme
    payment method … not supported
    no compatible payment
    no suitable payment
    no acceptable payment
    no registered scheme`,
  ),
  words(
    'unsupported_scheme',
    `
    upto … not supported
    scheme … not registered
    permit2 … not supported`,
  ),
  own(
    'unsupported_version',
    `
    unsupported x402 version
    unsupported x402version
    invalid_x402_version
    invalid x402 version
    unsupported protocol version … x402
    x402version … not supported
    x402version must be
    expected x402version
    invalid literal value … x402version
    x402version … invalid_literal`,
  ),
  words(
    'unsupported_version',
    `
    x402version:1 … v2
    x402version … v1 … v2
    x-payment … v2
    v1 … header … v2`,
  ),
  own(
    'malformed_payment_header',
    `
    invalid payment header
    invalid x-payment header
    malformed payment
    failed to decode payment
    failed to parse payment payload
    invalid payment payload
    could not decode payment
    error decoding payment header
    failed to decode x-payment
    invalid or malformed payment header
    cannot decode payment
    invalid base64 … payment
    payment-signature … not valid base64
    payment header … not valid
    unable to parse payment
    paymentpayload … is invalid
    schema validation … paymentpayload
    paymentpayload … must match
    parameter value … paymentpayload
    validation error for paymentpayload
    validation errors for paymentpayload
    invalid_payment_payload
    illegal base64 data
    the string to be decoded is not correctly encoded
    did not match any variant of untagged enum … payment`,
  ),
  words(
    'malformed_payment_header',
    `
    invalid_request … paymentpayload
    base64 … payment
    payment-signature … base64
    payload … missing field
    paymentpayload`,
  ),
  own(
    'missing_payment_header',
    `
    x-payment header is required
    payment-signature header is required
    missing x-payment header
    missing payment header
    x-payment header missing
    no payment header
    no x-payment header
    payment header is missing
    payment header required
    missing payment-signature
    payment-signature header missing
    no payment provided
    x-payment required
    payment required … no payment attached`,
  ),
  words(
    'missing_payment_header',
    `
    header … stripped
    payment header … dropped
    never sends … payment`,
  ),
  own(
    'malformed_challenge',
    `
    failed to parse payment requirements
    failed to parse payment required
    invalid payment required response
    invalid payment required
    missing payment-required header
    payment-required header … missing
    payment-required header not found
    missing payment requirements
    no payment requirements
    payment requirements … missing
    missing payment fields
    invalid 402 response
    accepts … is empty
    accepts must contain
    accepts is not iterable
    cannot read properties of undefined (reading 'accepts')
    cannot read properties of undefined (reading 'map')
    cannot read properties of undefined (reading 'find')
    cannot read properties of undefined (reading 'scheme')
    cannot read properties of undefined (reading 'maxamountrequired')
    cannot convert undefined to a bigint
    maxamountrequired … required
    accepts:[] 
    validation error for paymentrequired
    validation errors for paymentrequired
    validation error for x402paymentrequiredresponse
    validation errors for x402paymentrequiredresponse
    validation errors for paymentrequirements
    validation error for paymentrequirements
    feepayer is required`,
  ),
  common(
    'malformed_challenge',
    `
    expected string, received null
    invalid_type … received … undefined … accepts
    zoderror … accepts
    zoderror … maxtimeoutseconds
    zoderror … paymentrequired`,
  ),
  words(
    'malformed_challenge',
    `
    empty accepts
    402 … empty body
    missing … maxtimeoutseconds
    402 … without … header
    zoderror … 402
    zoderror … payment
    402 … body … no accepts`,
  ),
  own(
    'header_too_large',
    `
    headersoverflowerror
    und_err_headers_overflow
    hpe_header_overflow
    headers overflow
    header overflow
    upstream sent too big header
    got more than 8190 bytes
    request header fields too large
    request header or cookie too large
    header is too large
    header too large
    headers too large
    header exceeds
    net::err_response_headers_too_big
    header size exceeded
    headers exceed
    response headers size
    header line is too long
    lineoverflow
    header fields too long`,
  ),
  words(
    'header_too_large',
    `
    header … 8 kb
    header … 16kb
    header … size limit
    large_client_header_buffers
    proxy_buffer_size`,
  ),
  own(
    'payment_not_bound',
    `
    does not match this route
    resource does not match
    payment was made for a different
    payment is not bound
    payment_not_bound
    resource_mismatch
    resource mismatch
    extension_echo_mismatch
    no matching payment requirements
    does not match any payment requirements
    payment does not match requirements
    payment requirements mismatch
    requirements mismatch
    challenge was not issued
    unknown challenge
    challenge id mismatch
    different resource
    body digest mismatch
    invalid-challenge`,
  ),
  words(
    'payment_not_bound',
    `
    resource.url … mismatch
    accepted … does not match … accepts
    different route
    payment … another route
    deepequal … accepts`,
  ),
  own(
    'payment_reused',
    `
    payment already used
    payment has already been used
    payment was already used
    payment already consumed
    payment already redeemed
    payment_already_used
    payment_already_processed
    payment already processed
    payment already settled
    payment replay detected
    replay detected
    transaction already used
    tx hash already used
    transaction hash has already been used
    proof already used
    credential already used
    payment_reused
    receipt already used
    already redeemed`,
  ),
  words(
    'payment_reused',
    `
    payment … already … used
    replay … payment
    replay protection`,
  ),
  own(
    'idempotency_conflict',
    `
    idempotency conflict
    idempotency_conflict
    idempotency key … different
    idempotency-key … different
    idempotency key … already used
    idempotency-key … already used
    idempotency key … reused
    idempotency_error
    payment_identifier_conflict
    payment-identifier … conflict
    payment identifier … conflict
    payment id … already used
    payment-identifier … different`,
  ),
  words(
    'idempotency_conflict',
    `
    idempotency-key … 409
    idempotency … mismatch
    idempotency
    payment-identifier`,
  ),
  own(
    'facilitator_unavailable',
    `
    failed to fetch supported kinds from facilitator
    failed to fetch supported
    no supported payment kinds loaded
    facilitator unavailable
    facilitator is unavailable
    facilitator unreachable
    facilitator is down
    facilitator did not respond
    facilitator timeout
    facilitator request timed out
    facilitator returned 5
    facilitator … bad gateway
    facilitator … service unavailable
    facilitator … internal server error
    facilitator … econnrefused
    facilitator … enotfound
    facilitator … fetch failed
    facilitator … timed out
    facilitator … etimedout
    facilitator … 502
    facilitator … 503
    facilitator … 504
    facilitator … 500
    facilitator … unexpected token
    facilitator … connection refused
    failed to verify payment: internal server error
    failed to settle payment: internal server error
    failed to verify payment: service unavailable
    failed to verify payment: bad gateway
    failed to settle payment: bad gateway
    /verify … 503
    /verify … 502
    facilitator … 308`,
  ),
  words(
    'facilitator_unavailable',
    `
    facilitator … unreachable
    facilitator … down
    facilitator … not responding
    facilitator … outage
    facilitator … offline`,
  ),
  own(
    'facilitator_auth',
    `
    failed to verify payment: unauthorized
    failed to settle payment: unauthorized
    failed to verify payment: forbidden
    failed to settle payment: forbidden
    getsupported failed(401)
    verify failed(401)
    settle failed(401)
    getsupported failed(403)
    verify failed(403)
    settle failed(403)
    facilitator … 401
    facilitator … 403
    facilitator … unauthorized
    facilitator … forbidden
    facilitator … invalid api key
    facilitator … api key
    cdp_api_key_id
    cdp_api_key_secret
    cdp … unauthorized
    cdp … 401
    failed to get supported payment kinds: unauthorized
    missing required cdp
    cdp api key
    createauthheaders
    invalid jwt … cdp
    failed to generate jwt
    api.cdp.coinbase.com … 401
    api.cdp.coinbase.com … unauthorized`,
  ),
  words(
    'facilitator_auth',
    `
    unauthorized … /verify
    unauthorized … /settle
    jwt … facilitator
    api key … x402
    401 … /supported`,
  ),
  own(
    'facilitator_rejected',
    `
    payment verification failed
    payment_verification_failed
    verification failed: 
    isvalid:false
    facilitator rejected
    facilitator … 400
    facilitator … bad request
    failed to verify payment: bad request
    /verify … 400
    payment was authorized but rejected by server
    payment rejected by
    payment verification error
    payment was rejected
    invalid_request … /verify`,
  ),
  words(
    'facilitator_rejected',
    `
    verify … returned false
    verify … invalid
    facilitator … reject`,
  ),
  own(
    'settlement_failed',
    `
    failed_to_execute_transfer
    failed to execute transfer
    unable to estimate gas
    settlement failed
    settlement_failed
    settlement_error
    failed to settle payment
    settle failed
    settlement rejected
    transaction reverted
    transaction has been reverted
    transaction_reverted
    execution reverted
    transactionexecutionerror
    payment settlement failed
    settlement transaction … reverted
    contractfunctionexecutionerror
    contractfunctionrevertederror
    receipt … status … reverted
    status:reverted
    status:0x0
    success:false … settle
    success:false … transaction`,
  ),
  words(
    'settlement_failed',
    `
    settle … reverted
    settle … fails
    verify … succeeds … settle
    settlement … failure
    verify passes … settle`,
  ),
  own(
    'settlement_pending_or_unknown',
    `
    waitfortransactionreceipttimeouterror
    timed out while waiting for transaction
    transaction did not confirm in time
    transactionreceiptnotfounderror
    transaction receipt with hash … could not be found
    was not confirmed in
    transactionexpiredtimeouterror
    transaction was not mined within
    transaction not mined
    still pending
    settlement_pending
    settlement pending
    settlement status unknown
    settlement timeout
    settlement timed out
    payment pending
    payment_pending
    pending confirmation
    outcome unknown
    outcome … unknown
    not yet confirmed
    context deadline exceeded … settle
    settle … context deadline exceeded
    settle … timed out
    timeexhausted
    is not in the chain after`,
  ),
  words(
    'settlement_pending_or_unknown',
    `
    charged … no response
    debited … failed
    paid … no answer
    payment … stuck
    settled … timed out
    money … left
    tx … pending
    settlement … unknown
    transaction … unconfirmed
    usdc … deducted`,
  ),
  own(
    'simulation_failed',
    `
    transaction simulation failed
    simulation failed
    simulation_failed
    simulatecontract … reverted
    transaction_simulation_failed
    eth_call … execution reverted
    simulation … reverted
    callexecutionerror
    estimategasexecutionerror
    eth_estimategas … execution reverted
    gas estimation failed
    preflight simulation
    simulatetransaction`,
  ),
  words(
    'simulation_failed',
    `
    simulation … revert
    estimate gas … revert`,
  ),
  own(
    'gas_or_settler',
    `
    insufficient funds for gas
    insufficient funds for intrinsic transaction cost
    gas required exceeds allowance
    intrinsic gas too low
    max fee per gas less than block base fee
    maxfeepergas … baseFee
    transaction underpriced
    replacement transaction underpriced
    nonce too low
    nonce too high
    already known
    out of gas
    outofgas
    nonceexpired
    err_nonce_expired
    exceeds transaction sender account balance
    total cost … exceeds the balance of the account
    gas price … too low
    fee cap … less than block base fee
    fee payer … insufficient
    feepayer … insufficient
    fee payer … lamports
    insufficient lamports
    attempt to debit an account but found no record of a prior credit
    insufficient funds for fee
    paymaster
    no eth for gas
    not enough eth`,
  ),
  words(
    'gas_or_settler',
    `
    relayer … gas
    settler … gas
    facilitator … no eth
    facilitator … gas
    signer … no gas
    executor wallet
    base fee`,
  ),
  own(
    'rpc_unavailable',
    `
    httprequesterror: http request failed
    http request failed … rpc
    rpcrequesterror
    rpc request failed
    could not detect network
    failed to detect network
    missing response for request
    server_error … jsonrpc
    header not found … eth_
    missing trie node
    limit exceeded … eth_
    eth_call … timeout
    eth_call … 429
    eth_blocknumber
    eth_chainid … failed
    eth_getblockbynumber
    rpc … 503
    rpc … 502
    rpc … 429
    rpc … timeout
    rpc … econnrefused
    rpc … rate limit
    rpc node … unavailable
    the request took too long to respond
    url:https://mainnet.base.org
    mainnet.base.org … over rate limit
    sepolia.base.org
    limitexceededrpcerror
    internalrpcerror
    resourceunavailablerpcerror
    api.mainnet-beta.solana.com
    api.devnet.solana.com
    failed to get recent blockhash
    failed to get info about account
    solana rpc
    rpc endpoint
    no backend is currently healthy
    -32005 … limit`,
  ),
  words(
    'rpc_unavailable',
    `
    rpc … down
    rpc … unavailable
    rpc … unreachable
    rpc … fail
    node … out of sync
    rpc_url
    alchemy
    infura`,
  ),
  own(
    'rate_limited',
    `
    too many settle requests
    x402 … too many requests
    rate_limit_exceeded
    getsupported failed(429)
    verify failed(429)
    settle failed(429)
    failed to verify payment: too many requests
    failed to settle payment: too many requests
    facilitator … 429
    facilitator … rate limit
    facilitator … too many requests`,
  ),
  common(
    'rate_limited',
    `
    too many requests
    rate limit exceeded
    rate limited
    ratelimited
    rate-limited
    rate_limited
    over rate limit
    status code 429
    retry-after:
    throttled
    quota exceeded
    requests per minute
    error code:1015`,
  ),
  common(
    'network_timeout',
    `
    und_err_connect_timeout
    und_err_headers_timeout
    und_err_body_timeout
    headers timeout error
    connect timeout error
    etimedout
    econnreset
    socket hang up
    econnaborted
    timeout of … exceeded
    the operation was aborted due to timeout
    timeouterror: 
    readtimeout
    read timed out
    connecttimeout
    request timed out
    request timeout
    aborterror
    signal timed out
    context deadline exceeded
    net/http: request canceled
    client.timeout exceeded
    operation timed out
    connection reset
    connection closed before
    other side closed
    und_err_socket
    remoteprotocolerror
    server disconnected
    epipe
    broken pipe
    504 gateway time
    gateway timeout
    error 524
    a timeout occurred
    task timed out after
    function_invocation_timeout
    unexpected eof
    stream was reset
    connection aborted
    remote end closed connection
    deadline_exceeded
    timed out after
    i/o timeout
    deadline has elapsed
    operation was aborted`,
  ),
  words(
    'network_timeout',
    `
    timed out
    timeout
    connection … lost
    hangs
    connection dropped`,
  ),
  common(
    'tls_or_dns',
    `
    enotfound
    eai_again
    getaddrinfo
    econnrefused
    ehostunreach
    enetunreach
    connection refused
    self signed certificate
    self-signed certificate
    unable to verify the first certificate
    unable_to_verify_leaf_signature
    depth_zero_self_signed_cert
    cert_has_expired
    certificate has expired
    certificate verify failed
    err_tls_cert_altname_invalid
    hostname/ip does not match certificate
    ssl routines
    sslerror
    ssl_error
    ssl handshake
    sslv3 alert
    tls handshake
    tlsv1 alert
    err_ssl
    eproto
    x509: certificate
    no such host
    name or service not known
    temporary failure in name resolution
    nodename nor servname
    name resolution
    failed to resolve
    net::err_name_not_resolved
    net::err_connection_refused
    net::err_cert
    dns lookup
    dns error
    could not resolve host
    err_cert_
    error 526
    error 525
    connecterror: all connection attempts failed
    all connection attempts failed
    newconnectionerror
    wrong version number
    invalid peer certificate
    max retries exceeded with url`,
  ),
  words(
    'tls_or_dns',
    `
    dns
    certificate`,
  ),
  common(
    'cors_or_browser',
    `
    has been blocked by cors policy
    blocked by cors
    no access-control-allow-origin header
    access-control-allow-origin
    access-control-allow-headers
    access-control-expose-headers
    cross-origin request blocked
    cors preflight
    preflight request
    response to preflight
    cors request did not succeed
    refused to get unsafe header
    refused to connect … content security policy
    violates the following content security policy
    is not allowed by access-control
    cors error
    cors header
    corsmissingalloworigin
    typeerror: failed to fetch
    networkerror when attempting to fetch
    load failed … cors
    popup … blocked
    mixed content
    window is not defined
    localstorage is not defined`,
  ),
  words(
    'cors_or_browser',
    `
    cors
    preflight
    browser … header … null
    expose-headers`,
  ),
  own(
    'wallet_rejected',
    `
    user rejected the request
    user rejected request
    userrejectedrequesterror
    user denied transaction signature
    user denied message signature
    user denied signature
    user denied request signature
    user rejected
    user denied
    user cancelled … sign
    user canceled … sign
    action_rejected
    user declined
    user disapproved
    rejected by user
    declined by user
    denied by the user
    cancelled by user
    canceled by user
    walletsigntransactionerror: user rejected
    popup closed by user
    transaction was rejected by the user
    request rejected
    approval denied
    payment declined by user
    payment was declined`,
  ),
  words(
    'wallet_rejected',
    `
    4001 … reject
    code:4001
    error 4001
    closed … wallet … popup`,
  ),
  own(
    'wallet_misconfigured',
    `
    invalid private key
    private key … invalid
    private key must be 32 bytes
    invalidprivatekey
    expected valid private key
    private_key … not set
    private_key … undefined
    private_key … required
    private_key environment variable
    signtypeddata is not a function
    signtypeddata is undefined
    signer.signtypeddata
    account.signtypeddata
    wallet client … account
    could not find an account to execute with
    accountnotfounderror
    connectornotconnectederror
    connector not connected
    wallet not connected
    wallet is not connected
    walletnotconnectederror
    no wallet connected
    no wallet found
    no wallet configured
    wallet not found
    no signer
    signer not found
    signer is not
    invalid evm wallet client
    invalid svm wallet client
    invalid wallet client
    wallet client … does not support
    unsupported account type
    no ethereum provider
    window.ethereum is undefined
    non-hex string detected in hexadecimal
    non-hexadecimal number found
    invalid hex … private
    bad secret key size
    keypair … 64 bytes
    invalid secret key
    cannot read properties of undefined (reading 'address')
    cannot read properties of undefined (reading 'signtypeddata')
    cannot read properties of null (reading 'address')
    invalidaddresserror
    wallet … not authenticated
    not authenticated … wallet
    wallet secret
    cdp_wallet_secret
    cannot sign
    evm signer missing
    missing or invalid parameters … eth_signtypeddata
    method eth_signtypeddata … not supported
    signer does not support
    please sign in … wallet`,
  ),
  words(
    'wallet_misconfigured',
    `
    private key
    wallet … not configured
    wallet … not set
    signer … undefined
    no account
    keypair
    mnemonic`,
  ),
  own(
    'client_version_mismatch',
    `
    incompatible version … x402
    is not assignable to type … x402
    is not assignable to parameter of type … x402
    is not assignable to … client … viem
    types have separate declarations of a private property
    two different types with this name exist
    err_package_path_not_exported … x402
    package subpath … is not defined by exports
    does not provide an export named
    has no exported member … x402
    peer viem@
    eresolve … viem
    eresolve … x402
    peer dep … viem
    multiple versions of viem
    different versions of
    version mismatch … x402
    duplicate … @x402/core
    is not a constructor … x402
    is not a function … x402
    wrapfetchwithpayment is not a function
    paymentmiddleware is not a function
    withpaymentinterceptor is not a function
    registerexactevmscheme is not a function
    got an unexpected keyword argument
    cannot import name
    importerror: cannot import
    unexpected keyword argument
    etarget
    no matching version found`,
  ),
  words(
    'client_version_mismatch',
    `
    @x402/core … version … mismatch
    x402 … upgrade … breaking
    v1 client … v2
    v2 client … v1
    package … versions
    outdated`,
  ),
  common(
    'dependency_missing',
    `
    cannot find module
    cannot find package
    err_module_not_found
    module not found
    modulenotfounderror
    no module named
    can't resolve
    could not resolve
    failed to resolve import
    failed to resolve entry
    crypto is not defined
    crypto.subtle
    crypto.getrandomvalues
    globalthis.crypto
    buffer is not defined
    process is not defined
    fetch is not defined
    textencoder is not defined
    polyfill
    unable to resolve module
    require is not defined
    err_require_esm
    no required module provides package
    package … is not in std
    unresolved import
    cannot use import statement outside a module
    is not installed
    please install
    command not found
    err_unknown_file_extension
    could not find a declaration file`,
  ),
  own(
    'server_misconfigured',
    `
    routeconfigurationerror
    route configuration error
    x402 route configuration
    facilitatorcapabilityerror
    facilitator does not support scheme
    facilitator does not support
    payto is required
    payto is not set
    payto must be
    pay_to … required
    missing payto
    missing pay_to
    address … payto … invalid
    invalid payto
    invalid route config
    invalid price
    price … invalid
    invalid money format
    no payto
    missing facilitator
    facilitator url … not
    facilitator_url
    wallet_address … not set
    env … pay_to
    did you forget to call initialize
    call initialize()
    secret key … mpp
    mpp_secret_key
    middleware … misconfigured
    merchant … not configured
    seller … not configured
    payment configuration
    payment not configured
    payments are not configured
    x402 is not configured
    x402 not configured`,
  ),
  words(
    'server_misconfigured',
    `
    environment variable
    env var
    not configured
    misconfigured
    payto … zero address
    0x0000000000000000000000000000000000000000`,
  ),
  own(
    'route_not_protected',
    `
    without payment … 200
    200 without payment
    paywall bypass
    bypasses the paywall
    bypass payment
    route is not protected
    not behind the paywall
    middleware … not triggered
    middleware … not applied
    middleware never runs
    returns 200 instead of 402
    returned 200 instead of 402
    expected 402 … got 200
    expected 402 … received 200
    200 instead of 402
    returns 200 ok without
    free without paying
    endpoint not paid
    served without payment
    handler ran without payment
    skips payment`,
  ),
  words(
    'route_not_protected',
    `
    no 402
    unprotected
    middleware … matcher
    never returns 402
    free access
    unpaid … 200`,
  ),
  own(
    'discovery_rejected',
    `
    bazaar … not indexed
    bazaar … reject
    not indexed … bazaar
    no402
    schema_input_missing
    schema_output_missing
    input schema … missing
    missing input schema
    missing outputschema
    x402scan … failed
    x402scan … invalid
    x402scan … register
    expected 402 response
    discovery validation failed
    invalid discovery
    discovery extension … invalid
    extension-responses … rejected
    validate discovery
    failed to register resource
    resource registration failed
    description … 500 characters
    description too long
    agentcash … discover
    well-known/x402 … 404
    well-known/x402 … invalid
    mppscan
    discovery/resources`,
  ),
  words(
    'discovery_rejected',
    `
    bazaar
    x402scan
    not listed
    listing
    indexed
    discovery`,
  ),
  own(
    'mcp_payment_dialect',
    `
    mcp error -32042
    code:-32042
    -32042
    code:-32043
    -32043
    structured content does not match the tool's output schema
    has an output schema but did not return structured content
    _meta[x402/payment]
    _meta … x402/payment
    x402/payment-response
    mcp error -32602 … structured content
    mcp … structuredcontent … payment
    mcp … payment_required
    payment required … tools/call
    mcp error 402
    mcp error -32402
    -32402
    mcp … paymentrequired`,
  ),
  words(
    'mcp_payment_dialect',
    `
    mcp … payment … tool
    mcp … 402
    mcp … x402
    tool result … payment
    iserror … payment`,
  ),
  own(
    'response_invalid',
    `
    invalid payment response
    failed to decode payment response
    payment response header … invalid
    payment-response header … invalid
    missing payment-response
    payment-response header missing
    payment-response … missing
    no payment-response header
    x-payment-response … missing
    no x-payment-response
    failed to parse payment response
    body is unusable
    body has already been read
    body has already been consumed
    disturbed or locked
    body stream already read`,
  ),
  common(
    'response_invalid',
    `
    unexpected end of json input
    unexpected token < in json
    unexpected token … is not valid json
    is not valid json
    jsondecodeerror
    expecting value: line 1
    invalid character < looking for beginning of value
    invalid json response
    failed to parse json
    syntaxerror: unexpected token
    syntaxerror: unexpected end
    content-length mismatch
    zlib
    incorrect header check
    unexpected content type`,
  ),
  words(
    'response_invalid',
    `
    200 … empty body
    html … instead of json
    response … not json`,
  ),
  own(
    'receipt_invalid',
    `
    invalid receipt
    receipt verification failed
    receipt signature
    receipt does not match
    receipt … invalid
    receipt … mismatch
    jws verification failed
    signature verification failed … jws
    jwssignatureverificationfailed
    err_jws
    payment-receipt … missing
    missing payment-receipt
    payment-receipt … invalid
    offer signature
    signed offer
    no applicable key found in the json web key set
    receipt … not found
    kid … not found`,
  ),
  words(
    'receipt_invalid',
    `
    receipt
    jws
    jwks`,
  ),
  own(
    'smart_wallet_signature',
    `
    erc-6492
    erc6492
    eip-6492
    eip6492
    erc-1271
    erc1271
    eip-1271
    eip1271
    isvalidsignature
    counterfactual
    undeployed smart wallet
    undeployed_smart_wallet
    smart wallet … not deployed
    smart account … not deployed
    wallet contract … not deployed
    invalid signature length … smart
    smart wallet … signature
    smart account … signature
    passkey … signature
    coinbase smart wallet
    safe wallet … signature
    contract wallet
    0x6492649264926492
    eip-7702
    eip7702`,
  ),
  words(
    'smart_wallet_signature',
    `
    smart wallet
    smart account
    passkey
    account abstraction
    erc-4337
    multisig`,
  ),
  own(
    'solana_transaction',
    `
    blockhash not found
    blockhashnotfound
    block height exceeded
    transactionexpiredblockheightexceedederror
    transaction too large
    custom program error
    invalid account data for instruction
    invalidaccountdata
    instructionerror
    associated token account
    tokenaccountnotfounderror
    accountnotfound … solana
    ata does not exist
    could not find account
    transaction signature verification failure
    signature verification failure
    missing required signature
    unknown signer
    versionedtransaction
    failed to deserialize transaction
    transferchecked
    computebudget
    compute budget
    feepayer
    fee payer
    create_ata
    incorrect program id
    program log: error`,
  ),
  words(
    'solana_transaction',
    `
    solana … transaction
    solana … simulation
    spl token
    svm
    solana`,
  ),
  own(
    'session_or_channel',
    `
    channel not found
    channel is closed
    channel closed
    channel is finalized
    session not found
    session expired
    session … closed
    session … exhausted
    voucher … signature
    voucher … rejected
    voucher … amount
    insufficient channel balance
    channel balance
    channel … deposit
    deposit … exhausted
    cumulative amount
    cumulativeamount
    subscription expired
    payment channel
    escrow … deposit
    payment session
    session … insufficient
    batch-settlement
    batch settlement
    streaming payment`,
  ),
  words(
    'session_or_channel',
    `
    voucher
    channel
    tempo … session
    escrow
    subscription`,
  ),
  own(
    'upstream_error',
    `
    upstream error
    upstream_error
    upstream service
    upstream request failed
    upstream returned
    upstream … 500
    upstream … 503
    upstream … timeout
    handler threw
    handler failed
    provider returned error
    backend error
    paid … internal server error
    payment succeeded … 500
    paid but … 500
    after payment … 500
    settled … 500
    origin … 502
    upstream provider`,
  ),
  common(
    'upstream_error',
    `
    internal server error
    bad gateway
    service unavailable
    502 bad gateway
    503 service
    500 internal
    worker threw exception
    error 1101
    application error
    function_invocation_failed
    status code 500
    status code 502
    status code 503
    internal_error
    internal_server_error`,
  ),
  words(
    'upstream_error',
    `
    upstream
    handler … throws
    backend … failed
    500 … after … paid
    server error`,
  ),
  common(
    'request_invalid',
    `
    method not allowed
    405
    404 not found
    not found
    unsupported media type
    unprocessable entity
    invalid request body
    invalid json in request body
    request body … required
    missing required parameter
    missing required field
    query parameter
    validation failed
    invalid_request
    invalid request
    bad request
    payload too large
    request entity too large
    field required
    cannot post
    cannot get
    invalid input
    status code 400
    status code 404
    status code 405
    status code 422
    invalid parameter`,
  ),
  words(
    'request_invalid',
    `
    body … missing
    parameter … missing
    wrong method
    invalid … url`,
  ),
  own(
    'policy_refused',
    `
    kyt
    sanctioned
    sanctions
    blocklisted
    blacklisted
    blacklistable: account is blacklisted
    account is blacklisted
    policy violation
    policy_violation
    policy denied
    policy rejected
    denied by policy
    blocked by policy
    rejected by policy
    compliance
    not on allowlist
    not in allowlist
    not in the allowlist
    not allowlisted
    not whitelisted
    domain not allowed
    recipient not allowed
    host not allowed
    geo-blocked
    region … not … available
    country … blocked
    risk … blocked
    ofac
    filtered out by policies
    payment creation aborted
    not permitted by policy
    guardrail`,
  ),
  words(
    'policy_refused',
    `
    policy
    allowlist
    blocked
    risk score
    approval … required`,
  ),
];
