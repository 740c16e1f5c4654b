/** As `TOLD_MORE`: one step that the text asks for. */
export const TOLD_OF_STEPS: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'one-counter-for-all-workers': [
    'mpp session: server rejected voucher (402): cumulativeAmount must be strictly greater than 900; two workers sign the same number',
    'mpp session: server rejected voucher (402): cumulativeAmount exceeds the deposit',
  ],
  'members-that-nobody-reads': [
    'x402 verify refuses the payment: ZodError unrecognized_keys: ["issuedAt"] path ["payload","authorization"]',
    'x402 facilitator /verify 500 ZodError invalid_type path ["payload","authorization"] Required',
  ],
  'number-of-the-sending-account': [
    'x402 on Stacks: 409 {"code":"SENDER_NONCE_STALE","message":"sender nonce is behind the chain"}',
    'x402: invalid_exact_evm_nonce_already_used',
  ],
  'nothing-to-choose-from': [
    'x402: the 402 came, accepts is an empty list, client throws no payment options',
    'x402: the 402 lists one entry in accepts, client throws no payment options',
  ],
  'merchant-has-not-approved': [
    'x402 settle: insufficient_allowance, merchant has not approved USDC for fee collection, treasury 0xa9',
    'x402: permit2_allowance_required for the payer',
  ],
  'success-before-the-receipt': [
    'x402 settlePayment waitUntil confirmed comes back after 200 ms, later the explorer shows a revert, the data was handed out',
    'x402 settlePayment waitUntil confirmed takes 40 s, then 200',
  ],
  'scheme-that-is-not-served': [
    'x402 POST /settle 400 {"success":false,"error":"no matching payment handler found"}, scheme upto in my requirements',
    'x402 POST /settle 400 {"success":false,"errorReason":"insufficient_funds"}, scheme exact',
  ],
  'tool-error-is-no-result': [
    'our mcp server answers tools/call with a JSON-RPC error code 402, x402 requirements in error.data, the client never pays',
    'mcp: tools/call x402 result isError, the client pays, then 500',
  ],
  'secret-of-an-earlier-setup': [
    'x402 gateway lets the paid call through, my origin answers 403 Forbidden, the secret in its env is from the old gateway',
    'x402 facilitator 401 Unauthorized, CDP_API_KEY_ID is not set',
  ],
  'stored-session-is-gone': [
    'mpp: {"error":"Session rejected","reason":"invalid_session_token"}, the user had cleared site data, the id is from the cookie',
    'mpp session: voucher below the price of one call',
  ],
  'deposit-counted-twice': [
    'mpp channel: deposit confirmed, crash, on retry InvalidChannelState: on-chain balance 100 < expected 200, it adds the deposit a second time',
    'mpp channel: deposit confirmed, voucher too low',
  ],
  'quota-of-the-seller': [
    'x402: paid 0.03 USDC, the answer is {"error":"OpenAI 429: insufficient_quota"}',
    'x402 seller answers 429 Too Many Requests with Retry-After 20',
  ],
  'domain-of-the-shop': [
    'x402 402: "extra":{"name":"Acme Data","version":"1"}, the paid call answers invalid signature',
    'x402 402: "extra":{"name":"USD Coin","version":"2"}, the paid call answers invalid signature',
  ],
  'key-for-another-token': [
    'tempo request: access key not authorized for token 0x20c0, the key is authorised for pathUSD only',
    'tempo request: access key spending limit exceeded',
  ],
  'holds-another-coin': [
    'x402: the wallet has 3 SOL, the paid API wants USDC, the agent gives up: not enough',
    'x402: the wallet has 3 USDC, the paid API wants 5, insufficient funds',
  ],
  'invoice-is-not-there': [
    'nginx l402: LND: invoice lookup failed: NOT_FOUND, the client gets a 500',
    'l402: invoice paid, preimage sent, still 402',
  ],
};
