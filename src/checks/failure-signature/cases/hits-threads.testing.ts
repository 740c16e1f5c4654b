/** As `TOLD_MORE`: what public threads tell again and again. */
export const TOLD_OF_THREADS: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'contract-path-for-a-plain-signature': [
    'x402-rs: verify ok, sig_kind="EIP1271"; settle: execution reverted: FiatTokenV2: invalid signature; the other facilitator settles the same payload',
    'x402 settle: execution reverted: FiatTokenV2: invalid signature, our extra.name is USDC on Base',
  ],
  'token-known-to-lack-eip3009': [
    'x402 polygon: transferWithAuthorization reverted, asset 0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    'x402 polygon: transferWithAuthorization reverted, asset 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  ],
  'fee-payer-not-in-challenge': [
    'x402 /verify 400 missing_fee_payer, our quote is exact on solana-devnet with extra null',
    'x402 solana: the transaction is on devnet and the entry names mainnet',
  ],
  'answer-header-sent-as-request-header': [
    'CORS: Request header field access-control-expose-headers is not allowed by Access-Control-Allow-Headers in preflight response (@x402/fetch)',
    'CORS: Request header field payment-signature is not allowed by Access-Control-Allow-Headers in preflight response (x402)',
  ],
  'fee-cap-below-base-fee': [
    'mppx tempo: 402 Payment verification failed, co-sign log: max fee per gas less than block base fee',
    'mppx tempo: legacy transaction attribute maxFeePerGas, bare chain object',
  ],
  'identifier-kept-payment-rebuilt': [
    'x402 relay: 409 Conflict, I kept the payment-identifier for the retry but the tx was rebuilt with another nonce',
    'x402: 409 Conflict, payment-identifier is being processed, Retry-After 2',
  ],
  'credential-for-a-second-call': [
    'mpp 402 verification failed: transaction hash already used for a payment. Call 1 succeeded, call 2 reuses the credential to save the fee',
    'mpp 402: transaction hash already used for a payment, on the retry after a timeout',
  ],
  'one-paying-client-for-parallel-calls': [
    'asyncio.gather over 8 requests with one x402HttpxClient: exactly one gets 200, the seven others a plain 402 and there is no second try; sequential works',
    'x402: the call carries no X-PAYMENT header, plain httpx',
  ],
  'node-lost-while-awaiting-receipt': [
    'x402 FastAPI: requests ConnectionError HTTPSConnectionPool(host=mainnet.base.org): Max retries exceeded, in wait_for_transaction_receipt; answered 402 {}',
    'x402 verify: ConnectionError HTTPSConnectionPool(host=mainnet.base.org) in balance_of',
  ],
  'facilitator-fails-where-another-answers': [
    'x402 facilitator: POST /verify takes 9.1s and says Invalid Request for every network since this morning; the same body at x402.org answers properly',
    'x402 facilitator: POST /verify says invalid_payload',
  ],
  'stellar-expiry-in-ledgers': [
    'x402: invalid_exact_stellar_signature_expiration_too_far, we compute the expiry from getLatestLedger',
    'x402 on stellar: the payer has no trustline for USDC',
  ],
  'bazaar-refuses-what-validates-locally': [
    'x402 EXTENSION-RESPONSES {"bazaar":{"status":"rejected","rejectedReason":"invalid discovery configuration"}}, validateDiscoveryExtension() says {valid:true} locally',
    'x402 bazaar: EXTENSION-RESPONSES is empty, e30=',
  ],
  'quote-of-another-wallet': [
    '{"error":"quote_bound_to_other_wallet","payment_status":"unused","retry_action":"resign"} paid call',
    'x402 402: challenge was not issued by this server',
  ],
  'server-lacks-a-scheme-of-the-route': [
    'x402: No server implementation registered for scheme: exact, network: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp; buyer sees accepts []',
    'x402: No facilitator registered for scheme: exact and network: eip155:8453',
  ],
  'old-payee-from-a-cache': [
    'x402: invalid_exact_evm_payload_recipient_mismatch for half of the calls since Monday, we changed to a new treasury; the 402 is behind a CDN',
    'x402: invalid_exact_evm_payload_recipient_mismatch, base58 payTo was lower-cased',
  ],
  'host-unreachable-from-one-place': [
    'httpx.ConnectTimeout on the paid call, it never gets to 402, wallet not touched; second region same code OK',
    'x402: ConnectTimeout on /settle of the facilitator',
  ],
  'paid-answer-is-a-login-page': [
    'x402 settled, success true, then SyntaxError: Unexpected token <, "<!doctype" is not valid JSON: the login screen of the dashboard',
    'x402 paid: <!doctype html> captcha of the CDN',
  ],
  'own-cap-with-its-numbers': [
    'PaymentError: max payment $0.10 exceeded, quote was $0.50',
    'StripeError: maximum payment amount of your plan exceeded',
  ],
};
