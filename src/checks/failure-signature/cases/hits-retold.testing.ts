/** As `TOLD_MORE`: what earlier sets told. */
export const TOLD_AGAIN: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'no-method-for-the-challenges': [
    'mppx 0.8.2: Error: No method found for challenges at selectChallenge, on the second 402',
    'mppx: Credential is malformed',
  ],
  'seller-wants-a-transaction-hash': [
    'x402 solana seller: could not reach a Solana RPC to verify; their docs mention passing the tx signature, I send the envelope',
    'x402: Solana node answers 429 while verifying the balance',
  ],
  'nonce-noted-without-a-charge': [
    'x402: Replay attack detected on the second attempt, the first attempt failed with Network unavailable and was never charged',
    'x402: nonce already used on the retry',
  ],
  'certificate-of-the-seller': [
    'x402_requests: SSLError certificate verify failed: certificate has expired for api.shop.dev',
    'x402: certificate has expired at the facilitator /settle',
  ],
  'node-modules-on-workers': [
    'wrangler deploy, hono + x402: Could not resolve "node:crypto" in @coinbase/cdp-sdk',
    'x402 hono: No "exports" main defined',
  ],
  'host-not-on-the-allow-list': [
    'x402 agent: Payment blocked by allowlist: host api.newshop.xyz is not in ALLOWED_PAYEES',
    'x402: payer_blocked, sanctions screening',
  ],
  'body-cut-short': [
    'x402 paid 0.05, then Unexpected end of JSON input: body cut after 64 KB, content-length says 210334',
    'x402: Unexpected end of JSON input in decodePaymentRequiredHeader',
  ],
  'domain-parameters-missing': [
    'ExactEvmScheme cannot sign: domain parameters are required, accepts[0].extra has no name',
    'x402: extra.name is USDC on eip155:8453',
  ],
  'sdk-knows-another-token-name': [
    'x402 on Monad 143: the SDK signs with "USD Coin", name() returns "USDC", the signature never recovers to the payer',
    'x402 settle: FiatTokenV2: invalid signature, domain right',
  ],
  'refusal-without-a-challenge': [
    'mppx: the second 402 is problem+json verification-failed and has no WWW-Authenticate header',
    'mppx: 402 verification-failed',
  ],
  'server-not-initialized': [
    'x402 fastapi: RuntimeError: Server not initialized. Call initialize() first.',
    'x402: FACILITATOR_URL is not set',
  ],
  'replay-is-accepted': [
    'x402: I replay the same X-PAYMENT header a second time and the content is served again, both 200',
    'x402: 409 the payment was used before',
  ],
  'hardware-wallet-refuses': [
    'x402 paywall with Ledger: TransportStatusError Condition of use not satisfied (0x6985)',
    'x402 paywall: User rejected the request 4001',
  ],
  'payer-has-no-token-account': [
    '{"invalidReason":"invalid_exact_svm_payload_transaction_sender_ata_not_found"}',
    'x402 on solana: payTo never held USDC, InvalidAccountData',
  ],
};
