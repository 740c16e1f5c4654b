/** As `TOLD_MORE`: of runtimes, tokens, chains and extensions. */
export const TOLD_WIDER: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'sign-in-with-x-refused': [
    'x402 paid before, now 402 with invalid_siwx_domain_mismatch',
    'x402: invalid_exact_evm_payload_signature',
  ],
  'address-blocked-by-token': [
    'x402 settle reverted: Blacklistable: account is blacklisted',
    'x402 settle reverted: ERC20: transfer amount exceeds balance',
  ],
  'token-is-paused': [
    'x402 settle: execution reverted: Pausable: paused',
    'x402 settle: execution reverted: FiatTokenV2: invalid signature',
  ],
  'payment-attempted-before': [
    '@x402/fetch Error: Payment already attempted',
    '@x402/fetch: Failed to create payment payload',
  ],
  'all-entries-filtered-by-policy': [
    'x402Client: All payment requirements were filtered out by policies for x402 version: 2',
    'x402Client: No client registered for x402 version: 1',
  ],
  'bigint-in-json': [
    'x402: TypeError: Do not know how to serialize a BigInt at JSON.stringify (encodePayment)',
    'x402: SyntaxError: Cannot convert 0.01 to a BigInt',
  ],
  'workers-fetch-or-context': [
    'x402 hono on Workers: TypeError: Illegal invocation in HTTPFacilitatorClient.getSupported',
    'x402 hono on Workers: Could not resolve "node:crypto"',
  ],
  'coroutine-not-awaited': [
    'x402 python: RuntimeWarning: coroutine x402ResourceServer.verify_payment was never awaited',
    'x402 python: ModuleNotFoundError: No module named x402',
  ],
  'body-of-request-cannot-be-sent-twice': [
    'x402 fetch: TypeError: RequestInit: duplex option is required when sending a body, on the paid retry',
    'x402 fetch: 400 content-type must be application/json',
  ],
  'headers-sent-before-settlement': [
    'x402-express: Error [ERR_HTTP_HEADERS_SENT]: Cannot set headers after they are sent to the client',
    'x402-express: no PAYMENT-RESPONSE header on the paid answer',
  ],
  'path-pattern-of-express-five': [
    'x402 express 5: TypeError: Missing parameter name at 1: https://git.new/pathToRegexpError',
    'x402 express: Route Configuration Errors',
  ],
  'price-that-cannot-be-read': [
    'x402 server: Error: Invalid money format: 0,01',
    'x402 server: price changed between challenge and payment',
  ],
  'short-network-name-in-v2': [
    'x402 v2: Unsupported network: base-sepolia, expected eip155:84532',
    'x402 agentkit: Unsupported network for smart wallets: base',
  ],
  'type-of-network-or-address': [
    "@x402/fetch TS2345: Argument of type 'string' is not assignable to parameter of type '`${string}:${string}`'",
    '@x402/fetch: does not provide an export named x402Client',
  ],
  'cdp-wallet-secret-missing': [
    'x402 client with CDP server wallet: missing required CDP_WALLET_SECRET',
    'x402: PRIVATE_KEY is undefined, invalid private key',
  ],
  'thirdweb-facilitator-settings': [
    'thirdweb x402 settlePayment: facilitator answers 401 unauthorized, secretKey is set locally only',
    'thirdweb x402: the payer has insufficient funds',
  ],
  'a2a-extension-not-activated': [
    'A2A x402: the task stays in input-required, x402.payment.status payment-required, my agent never pays',
    'x402: X-PAYMENT header is required',
  ],
  'money-not-seen-in-own-wallet': [
    'x402 settlement success: true, we answer 200, but no USDC ever arrives in our payTo wallet',
    'x402 settle: success false, the payTo has no token account',
  ],
  'effect-pays-twice': [
    'x402 in React: with StrictMode the useEffect pays twice, two signatures and two charges',
    'x402 client signs a fresh payment for every 402',
  ],
  'solana-transaction-too-large-or-with-tables': [
    'x402 solana: Transaction too large: 1290 > 1232 with an address lookup table',
    'x402 solana: unknown fourth instruction: MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  ],
  'waf-stops-paid-calls': [
    'x402 paid call: 403 html "Just a moment..." cf-mitigated: challenge, in the browser it works',
    'x402 facilitator /verify answers 403 html "Just a moment..."',
  ],
  'refused-after-it-was-settled': [
    'x402 pay: the payment settled, then 400 {"effect":"rejected","error":"message_too_long"}, the client calls it ambiguous',
    'x402: 400 message too long, nothing settled and no PAYMENT-RESPONSE',
  ],
  'declaration-makes-verify-fail': [
    'x402 CDP verify: with a bazaar declaration of 3564 B the paid call is 402, with a shorter description of 2996 B it settles',
    'x402 CDP verify: invalid_payload, amount 500',
  ],
  'stream-held-back-by-middleware': [
    'x402 express middleware: our SSE stream arrives all at once at the end, tokens are buffered',
    'x402 paid stream broke after it was paid',
  ],
};
