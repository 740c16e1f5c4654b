/** The same for the cases of `codes.ts`. */
export const TOLD_OF_CODES: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'price-changed-in-between': [
    'x402: price changed between the 402 and our retry, amount mismatch',
    'x402: amount mismatch',
  ],
  'underpaid-by-decimals': [
    'x402 payment insufficient: expected 50000 received 5000 atomic units',
    'x402 amount mismatch',
  ],
  'amount-member-of-other-version': [
    'x402 verify: Cannot convert undefined to a BigInt',
    'x402 verify: amount mismatch',
  ],
  'value-code': [
    '{"isValid":false,"invalidReason":"invalid_exact_evm_payload_authorization_value_mismatch"}',
    'x402: insufficient_funds',
  ],
  'recipient-code': [
    '{"isValid":false,"invalidReason":"invalid_exact_evm_recipient_mismatch"}',
    'x402: payTo rotates per request, recipient mismatch',
  ],
  'balance-on-another-network': [
    '{"error":"insufficient_funds"} x402, but I hold 3 USDC on Ethereum, not on Base',
    'x402 insufficient_funds',
  ],
  'funds-not-visible-yet': [
    'mppx: InsufficientBalance right after the faucet transfer, since today',
    'mppx: InsufficientBalance',
  ],
  'balance-code': [
    '{"isValid":false,"invalidReason":"invalid_exact_evm_insufficient_balance"}',
    'x402: allowance too low for permit2',
  ],
  'seller-limits-unpaid-calls': ['x402 HTTP 429 too_many_unpaid_challenges', 'x402 HTTP 429'],
  'cold-starts-ask-supported': [
    'x402 serverless cold start: getSupported() gets 429 Too Many Requests',
    'x402: 429',
  ],
  'facilitator-counts-calls': [
    'x402: Facilitator verify failed (429): Too Many Requests',
    'x402 seller answers 429',
  ],
  'retry-after-given': ['x402 paid call: HTTP/2 429, Retry-After: 30', 'x402 paid call: 503'],
  'solana-node-for-browser': [
    'x402 client: HTTP error (403) getLatestBlockhash https://api.mainnet-beta.solana.com',
    'x402 rpc: dial tcp i/o timeout',
  ],
  'node-fails-in-verify': [
    'x402 invalid_exact_evm_failed_to_get_balance: Post https://mainnet.base.org: dial tcp: i/o timeout',
    'x402: rpc 429',
  ],
  'paid-and-upstream-failed': [
    'x402: HTTP 502 upstream overloaded, yet the receipt header shows a transaction, billed: upstream_error',
    'x402: HTTP 502',
  ],
  'facilitator-down-for-all': [
    'x402: facilitator answers status code 502 since noon',
    'x402: facilitator redirects 308',
  ],
  'accepted-missing-in-payload': [
    "x402 facilitator verify: Cannot read properties of undefined (reading 'scheme')",
    'x402 facilitator verify: invalid_scheme',
  ],
  'payment-header-not-base64': [
    'x-payment header: illegal base64 data at input byte 1204',
    'x-payment header missing',
  ],
  'cdp-says-unauthorized': [
    'x402: Facilitator getSupported failed (401): Unauthorized',
    'x402: Facilitator getSupported failed (500)',
  ],
  'awal-rejected-by-server': [
    'npx awal x402 pay: X402 submission failed: Payment was authorized but rejected by server',
    'npx awal: Failed to start wallet',
  ],
  'same-402-without-reason': [
    'x402 verify {"isValid":false,"invalidReason":""}',
    'x402 verify invalid_scheme',
  ],
  'pending-with-hash': [
    '{"success":false,"errorReason":"settlement_pending","transaction":"0x8e"}',
    '{"success":false,"errorReason":"insufficient_funds"}',
  ],
  'account-not-given-to-client': [
    'x402 client: AccountNotFoundError: Could not find an Account to execute with this Action',
    'x402 client: chain mismatch',
  ],
  'chain-object-of-client': [
    'mppx tempo charge: maxFeePerGas is not a valid Legacy Transaction attribute',
    'mppx tempo charge: no account',
  ],
  'python-signer-kind': [
    'x402 python: ExactEvmScheme(signer=account) with a LocalAccount: ValueError',
    'x402 python: ImportError',
  ],
  'validity-too-short-at-verify': [
    '{"isValid":false,"invalidReason":"invalid_exact_evm_payload_authorization_valid_before"}',
    'mppx: challenge expired',
  ],
  'message-declined': [
    'x402 paywall: UserRejectedRequestError: User rejected the request. User denied message signature',
    'x402 paywall: -32002 already pending',
  ],
  'wrong-parameters-after-payment': [
    'x402 route: 422 {"detail":[{"loc":["query","symbol"],"msg":"field required"}]}',
    'x402 route: 405',
  ],
  'cap-in-other-clients': ['x402: Payment exceeds client cap: 2000000 > 100000', 'x402: price changed'],
  'mint-or-currency-code': [
    '{"isValid":false,"invalidReason":"invalid_exact_svm_payload_mint_mismatch"}',
    'x402: asset by symbol',
  ],
  'nonce-code': [
    '{"isValid":false,"invalidReason":"invalid_exact_evm_nonce_already_used"}',
    'x402: nonce too low',
  ],
  'signature-code': [
    '{"isValid":false,"invalidReason":"invalid_exact_evm_signature"}',
    'x402: signature of a Safe, invalid_exact_evm_signature',
  ],
  'fee-of-sponsor': [
    'x402 svm feePayer: Attempt to debit an account but found no record of a prior credit',
    'x402: gas price',
  ],
  'settling-already': ['x402 settle 409: Payment is already being settled.', 'x402 settle 409'],
  'failed-to-fetch-in-browser': [
    'x402 in Chrome: TypeError: Failed to fetch, curl works, the page is on another domain',
    'x402 in node: fetch failed',
  ],
  'processing-in-bazaar': [
    'x402 Bazaar: extension responses {"bazaar":{"status":"processing"}}, merchant total:0',
    'x402 Bazaar: rejected',
  ],
};
