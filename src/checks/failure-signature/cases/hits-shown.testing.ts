/** As `TOLD_MORE`: what a text shows by itself. */
export const TOLD_OF_SHOWN: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'each-try-was-charged': [
    'x402 MCP tool call timed out after 60000 ms, tried 3x, 100 sats per attempt, all confirmed on chain, no answer',
    'x402 MCP tool call timed out after 60000 ms, tried 3x, none of them was charged',
  ],
  'broadcast-and-not-seen': [
    'x402 facilitator: broadcast ok, polled getTransaction for 30 s, nothing, we answer success=false with the signature',
    'x402 facilitator: broadcast ok, polled for the receipt, status 0 reverted, nothing delivered',
  ],
  'close-below-accepted': [
    'mppx session close refused: cumulative is below the last accepted voucher, receipt has "acceptedCumulative":"7000","spent":"1000"',
    'mppx voucher refused: lower than the last voucher',
  ],
  'key-authorized-already': [
    'mppx on Tempo, passkey wallet, second payment: Account keychain error: KeyAlreadyExists',
    'mppx on Tempo: keychain error, key is not authorized',
  ],
  'value-signed-for-another-price': [
    'x402 seller log: Invalid payment value (expected 50000, got 20000)',
    'x402 zod: expected string, received number at accepts[0].amount',
  ],
  'sponsor-account-stuck': [
    'x402 on Stacks: Sponsor relay failed, NONCE_CONFLICT, ConflictingNonceInMempool, the sponsor has missing nonces',
    'x402 settle: nonce too low',
  ],
  'contract-account-policy-refuses': [
    'x402 Stellar smart account: __check_auth, policy__ spending limit, Error(Contract, #3)',
    'x402 agent: over the daily budget, policy refused',
  ],
  'one-payment-sent-twice': [
    'x402: first call 200, the second submit of the identical X-PAYMENT is 402',
    'x402: two parallel calls with the same payment, both 200',
  ],
  'nonce-unused-and-expired': [
    'x402 client: the paid request ran into a timeout; authorizationState says false and validBefore has passed',
    'x402 client: the paid request ran into a timeout; authorizationState says false, validBefore is in 40 s',
  ],
  'settled-for-an-error-body': [
    'x402 query: {"http":200,"charged":"0.02 USDC","settled":true,"body":{"errors":[{"message":"no allocations"}]}}',
    'x402 query: {"http":502,"settled":false,"body":{"errors":[{"message":"bad gateway"}]}}',
  ],
  'preflight-lacks-payment-signature': [
    'x402 v2, OPTIONS says Access-Control-Allow-Headers: Content-Type, X-PAYMENT',
    'x402 v2, OPTIONS says Access-Control-Allow-Headers: Content-Type, PAYMENT-SIGNATURE, X-PAYMENT and Allow-Origin is missing',
  ],
  'settles-without-a-transfer': [
    'x402 on SKALE: settle returns success and a hash, the receipt has no logs; there is no code at the asset 0x036C',
    'x402 settle: {"errorReason":"settlement_pending"}',
  ],
  'receipt-under-the-newer-name': [
    'x402 python returns {"payment_response":None}, but the header in the wire log is PAYMENT-RESPONSE: eyJzdWNj',
    'x402 python: PAYMENT-RESPONSE cannot be decoded',
  ],
  'header-is-not-verified': [
    'audit: curl -H "X-PAYMENT: hello" /premium answers 200, x402 is optional and no facilitator call is made',
    'x402: curl -H "PAYMENT-SIGNATURE: test" answers 402, verify failed',
  ],
  'verified-and-never-settled': [
    'x402 go middleware: isValid true and 200 for each call, but there is no /settle in the log, payTo got 0 USDC',
    'x402: /verify isValid true, /settle answers insufficient_funds',
  ],
  'transaction-of-the-payment-reverted': [
    'mpp VerificationError: payment failed: 0x3f9c…e1; explorer: status 0 reverted',
    'x402 verify: execution reverted on the trial',
  ],
  'verify-is-rate-limited': [
    'x402 verify ERROR status=429 body={"message":"Too Many Requests"}, we do 20 verify per sec at the peak, free plan',
    'x402 buyer: 429 from the seller',
  ],
};
