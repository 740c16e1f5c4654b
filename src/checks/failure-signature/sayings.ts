import type { Cause } from './dictionary/causes.ts';

/**
 * What people say of each cause in their own words: concepts (capitals) and words that stand near each other, and after
 * `@` what has to stand anywhere in the text. `!` is a way of saying that leaves no doubt, whatever else is said.
 */
export const SAYINGS: Readonly<Record<Cause, string>> = {
  insufficient_funds: `
    ! LOW_FUNDS
    INSUFFICIENT FUNDS FAIL
    INSUFFICIENT FUNDS WALLET
    0 usdc WALLET
    FAIL @ 3 usdc on ethereum
    need more usdc
    fund WALLET FAIL
    balance below required
    balance below
    balance less than AMOUNT
    FUNDS exhausted WALLET
    top up WALLET
    WALLET has no FUNDS
    not FUNDS on NETWORK
    FUNDS on wrong NETWORK`,
  authorization_expired: `
    ! authorization expired
    ! payment expired
    ! challenge expired
    AUTHORIZATION expired
    AUTHORIZATION EXPIRE REJECT
    valid before past
    AUTHORIZATION SHORT REJECT
    validity too short
    AUTHORIZATION EXPIRE USED
    CLOCK EXPIRE
    signed queue late
    valid before passed
    valid before expired
    AUTHORIZATION EXPIRE before
    window closes before
    payment window closed
    max timeout seconds too short
    deadline passed
    payment expires before settle
    valid before must be at least
    authorization no longer valid
    signature no longer valid
    AUTHORIZATION not valid any more
    payload sat queue
    valid before in future must`,
  authorization_not_yet_valid: `
    ! authorization not yet valid
    NOT_YET REJECT AUTHORIZATION
    valid after future
    valid after CLOCK
    not yet valid error @ AUTHORIZATION
    validafter CLOCK
    validafter future
    clock ahead @ valid after
    valid after REJECT
    authorization is not yet valid
    not before AUTHORIZATION
    CLOCK ntp @ valid after
    CLOCK payment too early
    payment too early
    CLOCK fast payment
    too early AUTHORIZATION`,
  nonce_already_used: `
    ! authorization used REVERT
    ! nonce already used
    NONCE USED ALREADY
    NONCE USED REJECT
    authorization already used
    authorization USED @ AUTHORIZATION NONCE
    same NONCE REJECT
    replay NONCE
    ! NONCE consumed
    nonce used chain
    authorization state true
    authorization has been used
    authorization USED on chain
    duplicate nonce
    nonce replay
    authorization state used
    nonce seen
    ! same nonce REVERT
    generated same nonce
    nonce collision authorization`,
  invalid_signature: `
    SIGNATURE MISMATCH WALLET
    REJECT SIGNATURE
    SIGNATURE recover different
    recovered address MISMATCH
    recovered signer MISMATCH
    SIGNATURE verification REJECT
    wrong signer SIGNATURE
    SIGNATURE NOT verify
    ! recovered address differs
    expected recovered SIGNATURE
    hash differs SIGNATURE
    SIGNATURE MISMATCH
    bad SIGNATURE
    SIGNATURE REJECT verify
    ecrecover returns
    ! signer is not payer
    signer not payer
    signer is not from`,
  wrong_domain_or_token_version: `
    ! DOMAIN MISMATCH EIP712 SIGNATURE
    token name MISMATCH
    token version MISMATCH
    extra name MISMATCH
    usd coin usdc name
    name returns usdc @ usd coin
    domain separator MISMATCH
    extra name usd coin version @ REJECT
    eip712 domain MISSING
    eip 712 domain MISSING
    DOMAIN MISMATCH version @ EIP712
    DOMAIN hardcoded
    name usdc instead usd coin
    contract says usd coin
    DOMAIN name wrong
    extra name version MISSING
    extra version wrong
    name MISMATCH @ usd coin
    token contract name @ SIGNATURE
    ! eip712 name different
    ! eip 712 name different
    eip 712 name MISMATCH
    EIP712 name wrong
    ! wrong token version
    wrong token name
    extra version instead
    extra name instead
    wrong token version extra`,
  wrong_network: `
    NETWORK MISMATCH
    NETWORK UNSUPPORTED
    wrong NETWORK
    WALLET on NETWORK instead NETWORK
    sepolia mainnet MISMATCH
    NETWORK identifier @ MISMATCH
    NETWORK only REJECT
    accepts NETWORK only FAIL
    switch NETWORK
    NETWORK not in accepts
    NETWORK but seller only accepts NETWORK
    signs NETWORK seller accepts NETWORK
    connected NETWORK requires NETWORK
    NETWORK but NETWORK
    NETWORK expected NETWORK
    NETWORK instead of NETWORK
    on NETWORK but
    NETWORK not in list
    no NETWORK match
    chain id MISMATCH
    pay on NETWORK seller NETWORK
    ! cannot find network
    network not found
    NETWORK not in config
    NETWORK in x402 config
    ! NETWORK expected got
    chain id expected got
    8453 expected got
    expected 8453 got
    expected 84532 got
    payment option NETWORK wallet
    picked NETWORK but
    FUNDS only NETWORK
    although wallet has NETWORK`,
  wrong_asset: `
    ASSET MISMATCH
    ASSET UNSUPPORTED
    ASSET not allowed
    wrong ASSET
    usdbc bridged
    ASSET eip 3009 UNSUPPORTED
    only default assets
    ASSET not eip 3009
    ASSET not in list
    ASSET not accepted
    ASSET rejected
    accepted ASSET MISMATCH
    ASSET expected got
    unknown ASSET
    ASSET is not default
    ASSET does not implement
    not allowed ASSET
    expected asset paid
    ASSET paid with other
    paid with dai
    client paid with ASSET
    expected ASSET got ASSET
    ! ASSET not supported
    asks for pyusd
    ASSET not supported`,
  wrong_recipient: `
    RECIPIENT MISMATCH
    wrong RECIPIENT
    RECIPIENT changed REJECT
    RECIPIENT rotate
    RECIPIENT cached
    RECIPIENT case sensitive
    paid wrong address
    authorization to is not RECIPIENT
    to is not RECIPIENT
    RECIPIENT not equal
    sent to wrong
    RECIPIENT REJECT
    RECIPIENT expected got
    transfer to other RECIPIENT
    RECIPIENT old
    ! payee MISMATCH
    ! RECIPIENT differs
    RECIPIENT differs from challenge`,
  amount_mismatch: `
    AMOUNT MISMATCH
    AMOUNT LESS required
    underpaid AMOUNT
    AMOUNT changed retry
    price changed
    decimals wrong
    AMOUNT decimals
    AMOUNT LESS max amount required
    AMOUNT too low
    atomic units MISMATCH
    expected AMOUNT got
    value LESS AMOUNT
    AMOUNT too small
    payment too small
    wants AMOUNT but AMOUNT
    wants AMOUNT payment
    authorization value is
    cannot convert bigint
    AMOUNT not integer
    AMOUNT expected received
    AMOUNT must equal
    price updated
    AMOUNT rounded
    rounded to 0
    AMOUNT rounding
    scientific notation
    atomic units 0
    AMOUNT off
    ! price went up
    price went up refuses
    paid but price
    AMOUNT decimal string
    needs atomic units
    price increased
    AMOUNT string
    paid old price
    price MISMATCH`,
  price_above_cap: `
    ! PRICE EXCEED CAP client
    ! PRICE EXCEED CAP not paying
    PRICE EXCEED CAP
    EXCEED max amount
    EXCEED max value
    EXCEED CAP
    client cap
    PRICE above CAP
    PRICE too high CAP
    refuse pay EXCEED
    max payment EXCEED
    PRICE over limit
    PRICE over per call limit
    refused PRICE over
    payment EXCEED CAP
    too expensive
    PRICE above max
    price is over
    CAP EXCEED requested
    requested allowed EXCEED
    max spend EXCEED
    larger than maximum
    ! max value LESS requested
    CAP less requested
    CAP LESS price
    refuses to sign CAP
    limit smaller than price
    ! refuses default max value
    max value is 0
    default max value
    NOT pay price above
    above configured maximum
    maxvalue default
    max payment exceeded
    max value is less`,
  unsupported_scheme: `
    SCHEME UNSUPPORTED
    SCHEME not registered
    no SCHEME registered
    no matching SCHEME
    only exact scheme
    SCHEME REJECT only
    no suitable SCHEME
    no compatible SCHEME
    none of the SCHEME @ UNSUPPORTED
    offers upto exact
    only SCHEME client exact
    no mechanism registered
    mechanism not registered
    no handler SCHEME
    SCHEME not found
    no client for SCHEME
    server only offers SCHEME
    not registered for NETWORK
    scheme MISMATCH
    cannot pay none of the accepts
    no supported payment option
    supported NOT list exact
    supported does not list
    SCHEME is unknown
    SCHEME unknown client
    kinds NOT include SCHEME
    not in supported kinds
    ! server only offers upto
    only offers SCHEME`,
  unsupported_version: `
    protocol version MISMATCH
    V1 header V2 server
    V2 header V1 server
    only x402 v1 UNSUPPORTED
    only x402 v2 UNSUPPORTED
    server v2 client v1
    server v1 client v2
    V1 client V2 server
    v1 client cannot v2
    V2 client V1
    x payment ignored v2
    payment signature ignored v1
    version got want
    ! BAD_VERSION x402
    BAD_VERSION
    only handles v1
    only handles v2
    only speaks x402 v1
    only understands v1
    handles x402 v1 payloads
    facilitator V1 only`,
  malformed_payment_header: `
    PAY_HEADER PARSE FAIL
    PAY_HEADER REJECT
    PAY_HEADER malformed
    PAY_HEADER not base64
    PAY_HEADER MISSING field
    accepted missing payload
    accepted missing verify
    accepted missing result @ PAY_HEADER
    accepted missing @ createpaymentpayload
    accepted missing @ create payment payload
    path payload signature required
    payload signature required @ PARSE
    base64 padding
    incorrect padding @ x402
    padding decode @ x402
    safe base64 decode
    invalid payload
    signed payload expects
    payment signature tx hash
    x payment 500
    unionerrors payload
    illegal base64
    PARSE PAY_HEADER
    ! PARSE while decoding PAY_HEADER
    ! missing field payload @ PARSE
    PARSE error PAY_HEADER
    missing field authorization
    PAY_HEADER cannot PARSE
    PAY_HEADER PARSE
    payload missing field
    decode payment FAIL
    payload PARSE FAIL
    payload schema REJECT
    payload not match schema
    PAY_HEADER truncated
    PAY_HEADER base64 REJECT
    signature missing payload
    invalid type payload
    ! unable to decode PAY_HEADER
    ! PARSE PAY_HEADER REJECT
    PAY_HEADER contains invalid characters
    not PARSE PAY_HEADER`,
  missing_payment_header: `
    ! missing authorization header
    PAY_HEADER MISSING
    no PAY_HEADER
    PAY_HEADER required
    PAY_HEADER stripped
    never sends PAY_HEADER
    payment required 402 call failed
    agent stops 402
    402 client does not pay
    agent NOT pay 402
    402 not retried
    no retry 402
    retry without HEADER
    acceptable payment options
    never paid 402
    NOT retry PAY_HEADER
    ! strips PAY_HEADER
    ! PAY_HEADER is required
    HEADER stripped proxy
    not retry payment
    does not retry 402
    prints 402 payment required
    not pay automatically
    client does not pay
    client NOT send PAY_HEADER
    gets 402 NOT pay
    stuck at 402
    returns 402 always @ HEADER
    proxy removes HEADER
    HEADER never arrives
    just returns 402
    ! HEADER removed gateway
    PAY_HEADER removed
    HEADER removed proxy
    HEADER removed
    ends with 402 nothing
    does nothing 402
    402 agent gives up
    tool ends 402
    ! PAY_HEADER not attached
    interceptor never called
    no way to pay
    interceptor NOT attached
    header not attached
    402 in node no
    402 how to pay
    cannot pay 402
    402 not handled
    not handle 402
    NOT pay`,
  malformed_challenge: `
    ! decodepaymentrequiredheader
    ! decode payment required header
    ! missing www authenticate header
    CHALLENGE PARSE FAIL
    CHALLENGE MISSING field
    CHALLENGE empty
    MISSING CHALLENGE
    402 empty body
    402 no accepts
    payment required header without
    payment required header MISSING
    CHALLENGE missing resource
    CHALLENGE without required
    CHALLENGE malformed
    CHALLENGE not base64
    CHALLENGE null
    accepts PARSE required
    accepts 0 required
    no valid x402 response
    fee payer missing extra
    max timeout seconds missing
    max timeout seconds required
    CHALLENGE omits
    ! unmarshal payment requirements
    keyerror accepts
    CHALLENGE KEY error
    402 plain text
    402 html
    402 body missing
    402 body not json
    402 NOT payment required header
    402 invalid json
    402 without payment
    body missing payto
    accepts undefined
    PARSE 402
    PARSE CHALLENGE
    CHALLENGE invalid
    CHALLENGE not found
    seller 402 MISSING
    accepts MISSING
    CHALLENGE unexpected
    invalid CHALLENGE
    extra MISSING accepts
    ! payment required without base64
    payment required not base64
    payment required header not
    CHALLENGE plain json
    sends CHALLENGE without
    ! 402 text html body
    402 html SDK FAIL
    402 text html
    402 body SDK unexpected token`,
  header_too_large: `
    ! HEADER TOO_BIG
    headers overflow
    big header
    header 8kb
    PAY_HEADER TOO_BIG
    CHALLENGE TOO_BIG
    431
    cookie too large
    proxy buffer HEADER
    ! header size exceeds
    header size limit
    kb payment required
    11kb HEADER
    HEADER size`,
  payment_not_bound: `
    ! payment OTHER_ROUTE
    ! resource url does not match
    PAY_HEADER OTHER_ROUTE
    signed OTHER_ROUTE
    accepted payment method does not match requirements
    payment does not match requirements
    requirements MISMATCH
    no matching requirements
    no matching payment
    resource MISMATCH
    challenge MISMATCH
    resource url MISMATCH
    query REJECT resource url
    accepted MISMATCH accepts
    body digest MISMATCH
    challenge unknown server
    payment for but called
    resource MISMATCH payment
    no matching payment requirements
    matching requirements FAIL
    PAY_HEADER not for this
    payment was for
    payment issued for
    payment different ROUTE
    method MISMATCH payment
    query string MISMATCH
    accepts changed retry
    ! challenge does not belong
    signature created for but used
    created for get used post
    not belong request
    signed for other`,
  payment_reused: `
    payment ALREADY USED
    payment already settled
    proof USED
    transaction already used
    credential USED
    payment replay
    tx hash USED
    payment header USED twice
    payment redeemed
    ! transaction hash redeemed
    ! proof consumed
    hash USED another request
    payment consumed
    payment USED another request
    tx USED
    payment USED ALREADY
    receipt USED ALREADY
    replay attack payment`,
  idempotency_conflict: `
    ! already being settled
    IDEMPOTENCY USED
    IDEMPOTENCY MISMATCH
    IDEMPOTENCY 409
    IDEMPOTENCY 422
    IDEMPOTENCY IN_FLIGHT
    settle IN_FLIGHT 409
    duplicate in flight
    409 payment ALREADY
    payment IN_FLIGHT
    ! payment identifier used another body
    ! payment id processed
    409 payment processed
    payment with this id
    identifier used
    IDEMPOTENCY another body
    409 conflict payment
    409 duplicate
    ! same idempotency key another
    same IDEMPOTENCY another
    same IDEMPOTENCY 409
    same IDEMPOTENCY different
    ! payment id collision
    same id other payload
    payment id same other
    same id different payload
    same IDEMPOTENCY another AMOUNT`,
  facilitator_unavailable: `
    FACILITATOR DOWN
    facilitator DOWN
    facilitator 5xx
    facilitator 500
    facilitator 502
    facilitator fetch failed
    supported DOWN
    facilitator after retries
    no supported kinds facilitator
    ! could not connect facilitator
    ! facilitator unreachable
    connect to facilitator FAIL
    facilitator NOT reach
    facilitator NOT answer
    facilitator connection
    facilitator times out
    /supported DOWN
    ! econnrefused calling facilitator
    ! connection refused facilitator
    econnrefused facilitator
    ! econnrefused middleware calls facilitator
    FACILITATOR timing out
    facilitator TIMEOUT`,
  facilitator_auth: `
    FACILITATOR CREDENTIALS
    FACILITATOR CREDENTIALS REJECT
    verify auth header
    settle auth header
    api key FACILITATOR
    cdp api key
    cdp CREDENTIALS
    create auth header
    pem private key auth @ verify
    jwt cdp
    ! cdp facilitator 401
    facilitator 401
    facilitator unauthorized
    invalid api key
    jwt not generated
    api key id secret
    cdp keys invalid
    settle 401
    verify 401
    facilitator requires api key`,
  facilitator_rejected: `
    facilitator GENERIC_REJECT
    FACILITATOR GENERIC_REJECT
    facilitator REJECT payment
    facilitator 400
    payment verification failed
    payment GENERIC_REJECT
    verify returns invalid
    isvalid false reason
    must match one of payment payload @ 400
    payment rejected server
    facilitator isvalid false
    facilitator says no
    facilitator invalid nothing
    verify REJECT reason
    REJECT by facilitator
    facilitator reason MISSING
    isvalid false no reason
    verification REJECT payment
    ! facilitator isvalid false nothing
    isvalid false and nothing`,
  settlement_failed: `
    SETTLE REVERT
    settle REVERT verify
    settlement REVERT
    transfer REVERT
    settle unexpected
    transaction REVERT on chain
    verify passes settle REVERT
    instruction error custom @ settle
    failed execute transfer
    ! tx reverted
    success false settle
    settle success false
    settle returned false
    settle transaction empty
    REVERT after verify
    verify ok settle REVERT
    settlement error
    could not settle
    transfer REVERT on chain
    transaction REVERT`,
  settlement_pending_or_unknown: `
    SETTLE PENDING
    SETTLE TIMEOUT
    settlement PENDING
    transaction PENDING
    CHARGED NO_CONTENT
    transaction confirmation failed
    tx hash no receipt
    outcome unknown
    settle TIMEOUT charged
    transaction hash inconclusive
    CHARGED twice
    ! usdc left wallet
    ! charged twice
    money left wallet
    usdc left 402
    FUNDS moved but 402
    paid but 402 again
    paid but still 402
    transaction confirmed but
    do not know settled
    payment confirmed 402
    settled but no response
    timeout waiting transaction
    double payment
    paid twice
    tx confirmed client FAIL
    hash returned not found
    settle hash PENDING
    ! response lost tx hash
    ! waiting for receipt funds moved
    tx exists but seller
    hash exists never delivered
    response lost payment
    FUNDS moved TIMEOUT
    transaction on basescan but
    did my payment go through
    ! transaction mined later
    ! transfer visible basescan
    settlement NOT return
    mined later
    402 second time although transfer
    transfer visible but
    although paid
    although transfer went
    although settled
    402 although payment`,
  simulation_failed: `
    SIMULATE FAIL
    SIMULATE REVERT
    estimate gas FAIL
    unable estimate gas
    simulation FAIL transfer
    ! eth estimate gas FAIL
    ! eth estimategas FAIL
    ! simulation reverted
    eth call reverted transfer
    simulate transfer FAIL
    ! simulatetransaction error
    ! simulate transaction error
    simulate transaction FAIL`,
  gas_or_settler: `
    ! SETTLER GAS INSUFFICIENT
    ! TX_NONCE SETTLE
    GAS INSUFFICIENT
    TX_NONCE
    GAS REJECT
    gas EXCEED
    GAS too low
    fee payer INSUFFICIENT
    fee payer not funded
    same facilitator key
    two workers same key
    gas price CAP
    ! no eth for gas
    SETTLER out of eth
    SETTLER eth gas
    SETTLER NONCE
    nonce too low
    wallet no gas
    settle parallel nonce
    SETTLER balance low
    gas wallet empty
    sponsor out of funds
    ! out of sol fee
    ! cannot pay fee SETTLER
    replacement fee too low
    fee too low SETTLER
    sponsor out of
    account out of sol
    ! facilitator nonce stuck
    nonce stuck
    settlements queue up
    sponsor account out`,
  rpc_unavailable: `
    ! could not reach RPC
    ! could not reach solana RPC
    ! failed to get balance
    RPC DOWN
    RPC FAIL
    RPC RATE
    RPC TIMEOUT
    RPC CREDENTIALS
    RPC UNREADABLE
    node sync behind
    RPC lagging
    RPC stale
    ! cannot reach RPC
    ! RPC 429
    ! RPC timed out
    ! RPC DOWN
    RPC node FAIL
    provider RPC 503
    chain read FAIL
    alchemy 429
    RPC limit
    RPC error`,
  rate_limited: `
    ! RATE REJECT
    ! rate limited
    ! 429
    RATE
    RATE FACILITATOR
    429 FACILITATOR
    cooldown attempts
    too many payment attempts
    too many requests
    retry later
    rate limit payments
    limit reached retry
    429 FACILITATOR`,
  network_timeout: `
    TIMEOUT
    request TIMEOUT
    fetch TIMEOUT
    HEADER TIMEOUT
    settle TIMEOUT client
    lambda TIMEOUT
    connection TIMEOUT
    paid request hangs
    payment request TIMEOUT
    hangs abort
    axios timeout
    connection dropped payment
    TIMEOUT PAY_HEADER
    ! socket closed before response
    socket closed
    socket FAIL
    connection closed before
    no response payment
    response never arrives
    paid call aborted
    aborted after settle takes
    call aborted`,
  tls_or_dns: `
    ! TLS expired
    ! x509 certificate
    TLS FAIL
    certificate expired
    certificate FAIL
    dns FAIL
    enotfound
    getaddrinfo
    host not found
    dns lookup FAIL
    name resolution FAIL
    self signed certificate
    TLS error
    cannot resolve host
    certificate
    ! could not resolve host`,
  cors_or_browser: `
    ! CORS BROWSER
    ! OPTIONS 405
    CORS
    CORS FAIL
    CORS HEADER
    OPTIONS HEADER
    BROWSER cannot read header
    BROWSER header null
    BROWSER blocked
    preflight 402
    BROWSER HEADER MISSING
    ! HEADER not readable browser
    ! not exposed browser
    ! preflight 402
    ! OPTIONS request 402
    HEADER not exposed
    HEADER exposed
    BROWSER never sends
    OPTIONS preflight 402
    expose HEADER
    BROWSER FAIL
    BROWSER fetch HEADER`,
  wallet_rejected: `
    ! DECLINED
    DECLINED SIGNATURE
    wallet popup cancel
    popup closed
    user NOT sign
    ! rejected the signature
    ! cancelled wallet popup
    payment cancelled user
    payment cancelled wallet
    user rejected sign
    user denied
    declined sign
    cancelled popup
    human rejected
    ! user pressed reject
    pressed reject
    user reject
    pressed cancel
    hit cancel
    clicked deny`,
  wallet_misconfigured: `
    ! KEY NOT_A
    ! sign typed data is not a function
    SIGNER NOT_A SIGNATURE
    WALLET not connected
    KEY invalid
    wallet authentication error
    SIGNER FAIL sign
    address undefined invalid
    hashfuncmap is not a function
    chain object bare
    wallet locked
    key not provisioned
    unknown account type
    no wallet
    ! KEY undefined
    ! KEY not set
    ! signer has no sign typed data
    wallet cannot sign
    wallet not connected
    wallet not initialized
    no SIGNER
    SIGNER undefined
    SIGNER not supported
    WALLET cannot sign typed data
    KEY format
    KEY wrong
    account not found
    cannot sign payment
    ! KEY without 0x
    ! privatekeytoaccount throws
    KEY 0x prefix
    private key to account throws
    KEY throws
    KEY FAIL
    hex KEY
    ! no account connected
    account not connected
    no account create`,
  client_version_mismatch: `
    ! SDK VERSION_GAP
    VERSION_GAP
    VERSION_GAP x402
    V1 V2 SDK PARSE
    V2 CHALLENGE SDK FAIL
    object has no attribute
    x402 fetch V2 FAIL
    SDK parse V2 FAIL
    invalid enum value eip155
    invalid enum value network
    SDK expects V1
    SDK ignores V2
    x402 core two
    server express 2 x payment
    x payment 402 generic @ x402 express
    no exported SDK
    ! ignores v2 challenge
    does not exist on type
    SDK upgrade needed
    SDK ignores CHALLENGE
    peer viem
    eresolve
    property not exist type
    old SDK
    v1 SDK V2
    SDK only V1
    not a function after upgrade
    x402 package versions
    type not assignable x402
    is not assignable
    ! peer dependency conflict
    ! not exported by x402
    viem peer dependency
    peer conflict viem
    dependency conflict x402`,
  dependency_missing: `
    ! requires extra dependencies
    ! DEPENDENCY SDK
    DEPENDENCY
    DEPENDENCY x402
    go mod version path
    is not a constructor bundle
    module path x402
    crypto undefined
    buffer undefined
    not defined browser build
    buffer not defined
    no module named
    cannot find x402
    install x402
    module not found x402
    webpack x402 resolve
    crypto not defined
    ! importerror pip install x402
    ! import error pip install
    importerror install
    pip install extra
    import pip install`,
  server_misconfigured: `
    SERVER NOT_CONFIGURED
    payto NOT_CONFIGURED
    pay to NOT_CONFIGURED
    facilitator NOT_CONFIGURED
    route configuration error
    server not initialized
    catches any exception 402
    middleware swallow
    middleware catches exception
    empty body 402 no logging
    middleware settle before handler
    price invalid route
    ! route configuration
    ! payto missing route
    payto MISSING
    middleware throws price
    invalid price middleware
    env not set seller
    wallet address env
    wallet address not set
    price invalid
    seller starts FAIL
    facilitator url not set
    all calls 500
    no facilitator configured
    ! payto undefined
    ! pay to undefined
    check env address
    paymentmiddleware undefined
    env MISSING SERVER
    ! pay to empty
    ! price must start
    seller starts pay to
    price must be
    middleware price must
    address env empty
    route price REJECT`,
  route_not_protected: `
    ! PROTECT UNPROTECTED 200
    ! UNPROTECTED PROTECT data
    UNPROTECTED PROTECT
    middleware after route
    middleware after app get
    200 UNPROTECTED
    expected 402 200
    bypass PROTECT
    ! endpoint for free
    ! served without 402
    call paid endpoint free
    anyone call free
    matcher does not cover
    requests served without
    no payment needed 200
    without paying data
    never asked pay
    middleware NOT run
    wildcard route UNPROTECTED
    ! skip the paywall
    skip paywall
    content without payment
    return without payment
    trailing slash paywall
    get not protected
    only post protected
    callers skip paywall
    data without 402`,
  discovery_rejected: `
    ! DISCOVERY NOT_LISTED
    registration probe REJECT
    registered NOT_LISTED DISCOVERY
    DISCOVERY REJECT
    DISCOVERY rules
    resource NOT_LISTED x402scan
    DISCOVERY schema
    bazaar
    ! not listed bazaar
    ! not appear x402scan
    DISCOVERY FAIL
    input schema missing
    schema missing discovery
    resource not listed
    not appear x402scan
    service not appear
    not discoverable
    listing FAIL`,
  mcp_payment_dialect: `
    MCP PAID FAIL
    MCP payment MISSING
    MCP 402
    MCP meta payment
    ! MCP tool result MISSING
    MCP result MISSING
    MCP tool result invalid
    MCP CHALLENGE
    tool payment required
    MCP schema MISMATCH
    MCP content MISSING
    ! MCP instead structuredcontent
    ! mcp meta x402
    MCP 402 NOT pay
    MCP plain 402
    mcp drops meta
    MCP client NOT pay
    MCP structured content
    MCP payment error
    tools call 402
    ! error 32042
    32042
    32042 paying`,
  response_invalid: `
    RESPONSE UNREADABLE
    payment response header MISSING
    x payment response MISSING
    settle network empty
    RESPONSE UNREADABLE 200
    settle response MISSING
    answers empty string @ settle
    answer PARSE FAIL
    body empty 200
    validation error response
    html instead json
    ! payment response MISSING
    after paying body html
    PAID body not json
    body html json FAIL
    json parse FAIL PAID
    payment response decode
    response schema FAIL
    no payment response
    settle response PARSE
    paid body empty
    ! payment response not base64
    ! paid response truncated
    payment response base64
    paid response PARSE
    response truncated
    response PARSE
    settle response missing field
    settleresponse missing field`,
  receipt_invalid: `
    RECEIPT REJECT
    RECEIPT MISSING
    RECEIPT MISMATCH
    RECEIPT SIGNATURE FAIL
    RECEIPT EXCEED
    receipt verify FAIL
    jws FAIL
    ! RECEIPT NOT verify
    RECEIPT PARSE
    RECEIPT NOT decode
    RECEIPT key
    receipt missing PAID
    signed offer FAIL`,
  smart_wallet_signature: `
    ! SMART_WALLET SIGNATURE REJECT
    ! SMART_WALLET REJECT
    SMART_WALLET SIGNATURE
    SMART_WALLET UNSUPPORTED
    SMART_WALLET FAIL
    erc 1271 only ecrecover
    isvalidsignature 0xffffffff
    isvalidsignature @ REVERT
    awal invalid payload
    awal rejected server
    coinbase smart wallet FAIL
    signature ca11bde05977b3631167028862be2a173970
    ecrecover contract wallet
    undeployed wallet
    only supports eoa
    eoa only
    eoa signatures SMART_WALLET
    SMART_WALLET not accepted
    SMART_WALLET NOT verify
    eip 7702 SIGNATURE
    safe FAIL SIGNATURE
    SIGNATURE length
    factory not allowed`,
  solana_transaction: `
    SOLANA REJECT
    SOLANA SIMULATE
    SOLANA MISSING
    SOLANA transaction REJECT
    SOLANA program not allowed
    wallet program not allowed
    ata MISSING
    blockhash expired
    blockhash not found
    fee payer MISSING
    instruction REJECT
    compute budget REJECT
    token account does not exist
    SOLANA too large
    SOLANA FAIL
    ata missing
    compute unit price too high
    compute limit too high
    compute unit EXCEED
    recipient ata
    SOLANA fee payer
    SOLANA instruction
    solana payment FAIL
    instruction not allowed
    instruction error
    transaction too large SOLANA
    mint decimals SOLANA
    ! fee payer instruction accounts
    fee payer must not
    too many instructions
    instruction accounts`,
  session_or_channel: `
    ! channels authorized signer MISMATCH
    CHANNEL CHANNEL_STATE
    CHANNEL CHANNEL_STATE REJECT
    voucher REJECT
    CHANNEL deposit
    channel FAIL
    session CHANNEL_STATE
    cumulative amount CHANNEL_STATE
    ! voucher lower previous
    channel exhausted
    deposit exhausted
    CHANNEL LESS
    channel not found
    voucher not accepted
    CHANNEL closed
    CHANNEL expired
    voucher amount
    session closed payment
    ! deposit expired streaming
    escrow expired
    deposit expired`,
  upstream_error: `
    UPSTREAM fails PAID
    UPSTREAM 500 PAID
    UPSTREAM FAIL refund
    PAID 500
    PAID internal server error
    CHARGED handler FAIL
    PAID UPSTREAM TIMEOUT
    after payment 500
    handler 500 charged
    who refunds
    http 500 internal server error
    endpoint returns 500
    PAID 502
    charged error @ 500
    ! handler FAIL CHARGED
    ! charged handler crashed
    PAID received 500
    received 500 api
    handler crashed settlement
    PAID api FAIL
    PAID upstream
    500 after settlement
    upstream timeout paid
    paid empty error 500
    seller 500
    ! upstream timed out after paid
    ! handler throws after payment
    after paid UPSTREAM FAIL
    UPSTREAM timed out paid
    upstream FAIL paid`,
  request_invalid: `
    REQUEST BAD_REQUEST
    REQUEST MISSING 400
    unsupported media type
    method not allowed
    content type REJECT
    REQUEST validation FAIL
    unprocessable
    ! content type 415
    missing field 400 payment
    PAID 400
    PAID 404
    PAID 415
    PAID 422
    post 415
    wrong method PAID
    400 after payment
    REQUEST MISSING
    404 paid endpoint
    ! 404 paid path
    404 after payment
    404 path payment
    unknown parameter
    payment ok but parameter
    unknown REQUEST
    server says parameter`,
  policy_refused: `
    POLICY BLOCKED
    spending limit EXCEED
    spending policy
    address sanctions list
    sanctions
    daily budget EXCEED
    daily budget reached
    payment creation aborted
    EXCEED spending limit
    access key limit
    blacklisted
    kyt
    POLICY REJECT payment
    ! address sanctioned
    ! POLICY denied payment
    ! spending limit exceeded
    payer blocked
    payer sanctioned
    policy denied
    not allowed policy
    host not allowed payment
    spend policy
    approval required payment
    blocked country
    geo blocked
    ! address flagged
    ! spend permission denied
    flagged payment refused
    flagged chainalysis
    permission denied payment
    agent key limit
    country not allowed
    wallet policy blocks
    country blocked
    region not allowed
    not allowed to buy
    policy engine`,
};
