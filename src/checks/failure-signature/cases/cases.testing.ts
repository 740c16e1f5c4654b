/** A text for each case, as somebody would paste it. */
export const TOLD: Readonly<Record<string, string>> = {
  'failed-answer-without-network':
    'pydantic ValidationError on SettleResponse: network: String should have at least 1 character; {"success":false,"errorReason":"insufficient_funds","network":""}',
  'token-has-no-market': 'mppx: InsufficientBalance for this token, swap fails: PairDoesNotExist',
  'first-entry-not-held':
    'mppx takes the first challenge in pathUSD although I have 0 of it, so the payment fails',
  'smart-account-holds-nothing':
    'x402 insufficient_funds, but the owner key of my smart account has 20 USDC on Base',
  'other-token-of-that-name': 'x402: insufficient_funds, yet I hold 5 USDbC on Base',
  'test-network-funds': '{"error":"insufficient_funds","accepts":[{"network":"eip155:84532"}]}',
  'provider-names-networks': 'x402 agentkit: Unsupported network for smart wallets: base',
  'closed-list-of-v1':
    "x402-fetch ZodError: Invalid enum value. Expected 'base' | 'avalanche', received 'arbitrum' at PaymentRequirementsSchema.parse",
  'selector-took-another-network':
    'x402: createPaymentHeader throws Unsupported network because the client takes the first entry of accepts',
  'wallet-on-another-chain':
    'x402 pay: ChainMismatchError: The current chain of the wallet (id: 1) does not match, wrong network',
  'facilitator-refuses-its-network':
    'x402 settle(): unsupported_network for eip155:999 although /supported lists it',
  'test-network-against-main': 'x402: client signs for base-sepolia (84532), the seller wants eip155:8453',
  'signature-of-safe': 'x402 verify: invalid_exact_evm_payload_signature when we pay from a 3-of-5 Safe',
  'wrapped-signature':
    'invalid_exact_evm_payload_signature, "signature":"0x0000000000000000000000000ba5ed…64926492649264926492649264926492"',
  'signature-of-contract': 'x402 invalid_exact_evm_payload_signature, wallet made with a passkey',
  'typed-data-without-domain':
    'invalid_exact_evm_payload_signature; we call eth_signTypedData_v4 with no EIP712Domain in types',
  'signature-by-permit2': 'x402 permit2 payment: invalid_permit2_signature',
  'signature-of-credential': 'mppx: invalid signature, credential source does not match the signer',
  'token-hashes-another-domain': 'x402 settle: execution reverted: FiatTokenV2: invalid signature',
  'signature-bytes': 'x402 invalid_exact_evm_payload_signature, the signature ends with v = 0 and yParity',
  'recipient-made-per-call':
    'invalid_exact_evm_payload_recipient_mismatch: we make a new payTo per request behind a load balancer',
  'instances-with-own-secrets': 'Challenge is invalid: challenge was not issued by this server.',
  'challenge-used-up': 'mppx 402 invalid-challenge: Challenge is invalid: already used.',
  'body-differs-from-challenge': 'mppx: invalid-challenge, body hash and digest do not match',
  'requirements-differ-between-calls': 'x402 402: No matching payment requirements',
  'url-seen-behind-proxy': 'x402 payment-required resource does not match response URL',
  'fee-payer-envelope':
    'tempo session deposit is sent as 0x76, seller with feePayer wants 0x78: verification-failed',
  'channel-gone': 'https://paymentauth.org/problems/session/channel-not-found 410 on every voucher',
  'channel-closing': 'mpp: 402 verification-failed for a voucher while the channel was closing',
  'channel-deposit-used-up': 'Voucher amount exceeds channel deposit. session/amount-exceeds-deposit',
  'channel-spent-without-answer':
    'tempo request: 402 Payment verification failed, a channel was opened and partly spent, no answer came',
  'voucher-not-higher': 'mppx problems/session/delta-too-small: delta too small for this voucher',
  'compute-limit-refused':
    'x402 solana: invalid_exact_svm_payload_transaction_instructions_compute_limit_instruction',
  'compute-price-refused':
    'x402 invalid_exact_svm_payload_transaction_instructions_compute_price_instruction_too_high',
  'wallet-adds-instructions':
    'x402 on solana: Phantom adds Lighthouse instructions and the facilitator refuses',
  'memo-not-allowed':
    'x402 solana facilitator: unknown fourth instruction: MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'no-token-account': 'x402 on solana: InstructionError: [2, InvalidAccountData], payTo never held USDC',
  'block-hash-old': 'x402 solana exact: transaction refused, Blockhash not found, block height exceeded',
  'fee-payer-of-challenge': 'x402 invalid_exact_svm_payload_transaction_fee_payer_transferring_funds',
  'transfer-reverts-on-trial': 'x402 verify: invalid_payload, contract call failed: execution reverted',
  'paid-call-by-another-method':
    'awal x402 pay: Payment was authorized but rejected by server, it resubmits on GET and we settle on POST',
  'transfer-made-by-hand':
    'x402: sent 1 USDC directly to the payTo address, then the hash as PAYMENT-SIGNATURE: Facilitator error: 400',
  'shape-of-cdp':
    "x402 Facilitator verify failed (400): 'paymentPayload' is invalid: must match one of [x402V2PaymentPayload, x402V1PaymentPayload]",
  'payload-refused-without-reason': '{"isValid":false,"invalidReason":"invalid_payload"}',
  'credential-in-base64url':
    'paymentauth.org/problems/malformed-credential: Credential is malformed: invalid base64url.',
  'header-does-not-decode':
    'x402 server: X-PAYMENT header invalid, SyntaxError: Unexpected token in JSON, cannot decode payment',
  'settle-says-failed-to-execute':
    '{"success":false,"errorReason":"failed_to_execute_transfer","transaction":""}',
  'settled-after-giving-up':
    'x402 facilitator gives up after 10 s, the transfer is confirmed two blocks later, the buyer has paid and got a 402',
  'swept-twice': 'x402 upto: settlement_receipt_unavailable and the next sweep charged again',
  'sent-and-not-awaited': 'x402-rs settle: MetaTransactionSendError::PendingTransaction(timeout)',
  'settle-not-sent': 'x402 facilitator settle failed: failed to send transaction',
  'reason-of-settle-dropped': 'x402: failed to settle payment: Settlement failed, the reason is lost',
  'transaction-reverted': 'x402 settle failed: transaction reverted',
  'one-key-in-many-processes': 'x402 settle: nonce too low: next nonce 12, tx nonce 11',
  'settler-without-gas':
    'x402 settle: insufficient funds for gas * price + value: address 0xabc have 0 want 1',
  'mainnet-at-test-facilitator':
    'No facilitator registered for scheme: exact and network: eip155:8453 (https://x402.org/facilitator)',
  'facilitator-redirects':
    'POST https://x402.org/facilitator/verify 308 Redirecting, facilitator does not answer',
  'edge-runtime':
    'x402 Next example: verification step fails, No response received from server (https://x402.org/facilitator/verify); with runtime: "nodejs" in middleware.ts it works',
  'cdp-without-credentials': 'x402 facilitator getSupported fails, CDP url with no auth headers',
  'cdp-clock': 'x402 CDP /settle 401: The JWT is missing or expired, the clock of the container is late',
  'cdp-key-of-another-kind': 'x402: Facilitator getSupported failed (401): Unauthorized, CDP API key is set',
  'verification-failed-of-mpp':
    'https://paymentauth.org/problems/verification-failed Payment verification failed.',
  'facilitator-said-400': 'x402: 402 with "Facilitator error: 400" and nothing else',
  'mixed-content': 'x402 in the browser: the paid call is blocked:mixed-content',
  'header-not-exposed':
    'x402: DevTools shows the header but response.headers.get("PAYMENT-REQUIRED") is null',
  'refusal-without-cors': 'x402 middleware sends no CORS headers on the 402, the browser shows a CORS error',
  'preflight-must-be-free':
    'x402 in the browser: CORS error, preflight fails, Access-Control-Allow-Headers lacks payment-signature',
  'middleware-does-not-match':
    'x402 paymentMiddleware: a trailing slash gives 200 without payment, route not protected',
  'answer-from-cache': 'x402 paid route answers 200 without payment, cached by the CDN',
  'version-one-with-new-names': 'x402scan register: No valid x402 response found, x402Version 1',
  'settled-and-not-listed':
    'x402 payments settle via CDP but the resource never shows up in the Bazaar discovery index',
  'probe-not-answered-402': 'x402scan registration failed: Expected 402 response, got 401',
  'input-not-declared': 'Bazaar discovery rejected: missing input schema',
  'key-of-first-mcp-package': 'MCP tool result: {"x402Version":1,"error":"_meta.x402.payment is required"}',
  'cap-before-signing': 'mcpc --x402-max-amount 0.01: refused before signing: the tool asks $0.05',
  'package-with-workspace-pin': 'npm i @x402/avm: Unsupported URL Type "workspace:": workspace:~',
  'argument-unknown-to-python':
    "x402 TypeError: x402Client.__init__() got an unexpected keyword argument 'max_value'",
  'module-not-installed': "Module not found: Can't resolve '@x402/core/client'",
  'two-copies-installed':
    'x402: two versions of viem, type WalletClient is not assignable to Signer, version mismatch',
  'transaction-refused-not-message':
    'x402 paywall: UserRejectedRequestError: User rejected the request. User denied transaction signature.',
  'prompt-still-open':
    'x402 paywall: wallet error -32002: Request of type eth_requestAccounts already pending, user rejected',
  'budget-used-up': 'x402 agent spend policy DENIED: daily budget of 1 USDC exhausted',
  'screened-address': '403 the payer is on the sanctions blocklist of this facilitator (x402)',
  'rail-not-sold': 'paymentauth.org/problems/method-unsupported: Payment method "stripe" is not supported.',
  'key-not-published':
    'x402 offer-receipt: verifyReceipt() is false, kid did:web:api.example#k2 is not in did.json',
};
