/** For each case of `neighbours.ts` a text that holds it, and one that lies near and does not. */
export const TOLD_BESIDE: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'header-of-the-other-version': [
    'x402 client: 402, payment-required: eyJ4NDAyVmVyc2lvbiI6Mn0, retry with X-PAYMENT, 402 again',
    'x402 client: 402, payment-required: eyJ4NDAyVmVyc2lvbiI6Mn0, retry with PAYMENT-SIGNATURE, 402 again',
  ],
  'json-straight-in-the-header': [
    'x402: 400 invalid_payload, I sent PAYMENT-SIGNATURE: {"x402Version":2,"accepted":{',
    'x402: 400 invalid_payload, I sent PAYMENT-SIGNATURE: eyJ4NDAyVmVyc2lvbiI6Mn0',
  ],
  'refused-for-contract-wallets-only': [
    'x402 /verify: every EOA buyer passes, the smart wallets all get invalid_payload',
    'x402 /verify: every buyer gets invalid_payload since the update',
  ],
  'form-of-the-solana-transaction': [
    'x402 solana: invalid_exact_svm_payload_transaction_instructions_length, what has to be in it?',
    'x402 solana: Phantom adds Lighthouse, invalid_exact_svm_payload_transaction_instructions_length',
  ],
  'memo-of-another-challenge': [
    'mppx: Payment verification failed: memo is not bound to this challenge',
    'mppx: Payment verification failed: amount is not that of this challenge',
  ],
  'seconds-and-not-milliseconds': [
    'x402 settle: FiatTokenV2: authorization is not yet valid, validAfter = 1764410400000',
    'x402 settle: FiatTokenV2: authorization is not yet valid, validAfter = 1764410400',
  ],
  'redirect-drops-the-payment': [
    'x402: GET /feed with PAYMENT-SIGNATURE -> 302 Location: https://www.example.com/feed -> 402',
    'x402: GET /feed with PAYMENT-SIGNATURE -> 402, the same again',
  ],
  'first-try-has-settled': [
    'x402 settle attempt 1: read ECONNRESET; attempt 2: FiatTokenV2: authorization is used or canceled',
    'x402 settle: FiatTokenV2: authorization is used or canceled',
  ],
  'rule-of-your-own-agent': [
    'x402 agent wallet: POLICY_DENIED rule maxTransactionsPerHour limit 20 current 20',
    'x402 agent wallet: POLICY_DENIED by the facilitator, sanctioned address',
  ],
  'price-not-as-inspected': [
    'x402 agent: quote changed since inspection, refusing to sign',
    'x402 agent: quote of $0.01, signing',
  ],
  'price-over-http-for-mcp': [
    'x402 client of MCP: tool returned error -32000, no payment requirements found; the server says HTTP/1.1 402 on /mcp',
    'x402 client of MCP: tool returned error -32602, invalid arguments; the server says HTTP/1.1 200 on /mcp',
  ],
  'receipt-under-its-new-name': [
    'x402: the data arrives, response.headers.get("x-payment-response") is None',
    'x402: 402 and response.headers.get("payment-required") is None',
  ],
  'merchant-not-onboarded': [
    'x402 facilitator verify: isValid:false reason: merchant_not_onboarded payTo 0x0c',
    'x402 facilitator verify: isValid:false reason: payer_not_onboarded',
  ],
};
