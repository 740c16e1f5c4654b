/** For each case a text that it is found in, as somebody would paste it, and one that lies near and is another's. */
export const TOLD_MORE: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  // settlement.ts
  'no-gas-estimate': [
    'CDP x402 /settle: failed to send transaction: unable to estimate gas',
    'x402 settle: {"errorReason":"settlement_pending"}',
  ],
  'claim-before-settle': [
    'x402 batch-settlement claim then settle: nothing_to_settle',
    'x402 settle: nonce too low',
  ],
  'settle-not-awaited-by-handler': [
    'x402-next middleware: route handler answers 500, the log says settled, customer paid',
    'x402-next: 402 Payment Required',
  ],
  'charged-for-error': [
    'x402 seller: the upstream tool threw an error and the buyer was still charged',
    'x402 seller: 500 before the payment was verified, nothing settled',
  ],
  'settled-and-empty-hash': [
    'x402 settle response {"success":true,"transaction":"","network":"eip155:8453"}',
    'x402 settle {"success":false,"errorReason":"insufficient_funds"}',
  ],
  'hash-that-no-chain-has': [
    'x402 settle: we got a tx hash but the transaction is not found on chain, settlement_pending',
    'x402: settlement_pending',
  ],
  'twice-for-parallel-calls': [
    'x402: 5 concurrent requests got the same settlement hash, wallet shows duplicate debits',
    'x402: 5 concurrent requests, 429 each',
  ],
  'client-signs-on-each-402': [
    'our x402 agent signs a new payment on every 402 and was charged twice',
    'x402: 402 Payment Required although we sent nothing',
  ],
  'pending-store-per-instance': [
    'x402 settlement_pending, then another instance answered 402: PendingSettlementStore is in memory',
    'x402 settlement_pending',
  ],
  'expired-before-settle': [
    'x402: the LLM takes 90 seconds and validBefore expired before settle',
    'x402: authorization expired, clock of the laptop is wrong',
  ],
  'paid-without-serving-v1-result': [
    'x402 route returned the content although settle said success false',
    'x402 settle success:false',
  ],
  'unexpected-settle-error': [
    '{"success":false,"errorReason":"unexpected_settle_error"}',
    '{"success":false,"errorReason":"invalid_scheme"}',
  ],
  'wallet-funds-spent-meanwhile': [
    'x402: verify ok, then settle says ERC20: transfer amount exceeds balance',
    'x402: insufficient_funds',
  ],
  // delivery.ts
  'paid-answer-is-a-page': [
    'x402 paid, payment_response success, then SyntaxError: Unexpected token < in JSON: <!DOCTYPE html>',
    'x402 paid call returned invalid JSON: unexpected end of input',
  ],
  'body-read-twice': [
    'x402 paid fetch: TypeError: Body is unusable: Body has already been read',
    'x402 paid fetch: the answer is not valid JSON',
  ],
  'no-address-of-resource-for-receipt': [
    '[offer-receipt] No resource URL available for signing receipt',
    'x402 receipt: kid not in did.json',
  ],
  'receipt-not-offered': [
    'x402: paid call came back 200 without a PAYMENT-RESPONSE receipt, receipt missing',
    'x402 receipt: JWS signature does not verify',
  ],
  'receipt-signer-is-not-the-payee': [
    'x402 receipt: JWS verifies, but the receipt signer kid is not the payTo, receipt invalid',
    'x402 receipt missing',
  ],
  'refund-wanted': [
    'x402 upstream failed after settle, how do I get a refund?',
    'x402 upstream failed after settle',
  ],
  'partial-stream': [
    'x402 paid SSE stream stops after 60s, incomplete answer: terminated',
    'x402: connection reset',
  ],
  'settle-response-not-decoded': [
    'x402: cannot decode PAYMENT-RESPONSE, atob: invalid base64',
    'x402: PAYMENT-REQUIRED missing',
  ],
  // facilitator.ts
  'shared-fee-account-of-a-hosted-facilitator': [
    'hosted facilitator x402.org: settle failed: nonce too low',
    'our own facilitator with 3 replicas: x402 settle nonce too low',
  ],
  'supported-never-answers': [
    'x402 getSupported() hangs forever at init, every route of the seller waits',
    'x402 getSupported failed: 500',
  ],
  'cdp-needs-credentials': [
    'new HTTPFacilitatorClient({ url: "https://api.cdp.coinbase.com/platform/v2/x402" }) → Failed to fetch supported kinds',
    'x402: Failed to fetch supported kinds from facilitator',
  ],
  'cdp-client-key-for-secret-key': [
    'x402 CDP verify: Unauthorized, we pass the client api key',
    'x402 CDP: 401 jwt expired',
  ],
  'cdp-key-in-pem': [
    'x402 createAuthHeaders: CDP_API_KEY_SECRET: error:1E08010C:DECODER routines::unsupported',
    'x402 CDP 401 Unauthorized on /supported',
  ],
  'facilitator-certificate': [
    'ERR_TLS_CERT_ALTNAME_INVALID fetching "https://facilitator.example/verify"',
    'x402 getaddrinfo ENOTFOUND facilitator.example',
  ],
  'facilitator-name-does-not-resolve': [
    'x402 facilitator verify: getaddrinfo EAI_AGAIN facilitator.example',
    'x402 facilitator verify: ECONNRESET',
  ],
  'connection-refused-locally': [
    'x402 client: connect ECONNREFUSED 127.0.0.1:4021',
    'x402 client: connect ETIMEDOUT 203.0.113.4:443',
  ],
  'public-node-refuses': [
    'x402 paywall on Solana mainnet: Unable to read your USDC balance, public rpc answers 403',
    'x402 paywall: insufficient USDC balance',
  ],
  'node-limits-calls': [
    'x402 verify: RPC alchemy 429 Too Many Requests, compute units per second exceeded',
    'x402 seller: 429 Too Many Requests',
  ],
  'node-behind-or-on-another-chain': ['x402 verify rpc: header not found, node is behind', 'x402 rpc: 429'],
  'facilitator-html': [
    'x402 facilitator /verify: Unexpected token < , <!DOCTYPE html> is not valid JSON, cloudflare',
    'x402 facilitator /verify: 400',
  ],
  'facilitator-lacks-path': ['x402 facilitator: POST /verify 404 Not Found', 'x402 seller: GET /weather 404'],
  'facilitator-free-quota': [
    'x402 settle: 429 facilitator free tier quota used up this month',
    'x402 seller 429',
  ],
  'verify-times-out': ['x402 seller: facilitator /settle timed out after 10 s', 'x402 facilitator: 503'],
  'upto-on-cdp': [
    'upto scheme with setSettlementOverrides: invalid_exact_evm_payload_authorization_value_too_low',
    'exact: invalid_exact_evm_payload_authorization_value_too_low',
  ],
  'amount-below-minimum': [
    'x402 amount mismatch: price is below the minimum amount of the facilitator, 0.0005',
    'x402 amount mismatch between challenge and payment',
  ],
  // pricing.ts
  'tempo-test-chain-against-main': [
    'mppx: chain_id 42431 moderato, server broadcasts to 4217',
    'mppx: wrong network',
  ],
  'amount-is-a-number': [
    'x402 challenge: accepts.0.amount: expected string, received number',
    'x402 challenge: accepts missing',
  ],
  'display-price-for-atomic-units': [
    'x402 client: SyntaxError: Cannot convert 0.01 to a BigInt, maxAmountRequired "0.01"',
    'x402: amount differs from the challenge',
  ],
  'scientific-notation': [
    'x402 price "$1e-7" amount: scientific notation is not allowed',
    'x402: amount mismatch',
  ],
  'token-with-eighteen-decimals': [
    'x402 on BSC: USDC has 18 decimals, amount mismatch',
    'x402 on Base: amount mismatch',
  ],
  'token-without-eip3009': [
    'x402: asset USDT does not support transferWithAuthorization',
    'x402: unknown asset',
  ],
  'permit2-not-approved': ['x402 permit2_allowance_required', 'x402: insufficient_funds'],
  'permit2-spender-of-mpp': ['x402 verify invalid_permit2_spender', 'x402 permit2_deadline_expired'],
  'permit2-witness-or-deadline': ['x402 permit2_deadline_expired', 'x402 permit2_allowance_required'],
  'domain-of-usdc-on-base': [
    'x402: invalid_exact_evm_token_name_mismatch: extra.name "USDC" but the token is "USD Coin"',
    'x402: FiatTokenV2: invalid signature',
  ],
  'address-without-checksum': [
    'x402 seller: InvalidAddressError: Address "0x12" is invalid. - Address must match its checksum counterpart',
    'x402 seller: price is missing',
  ],
  'ens-or-placeholder-payee': [
    'x402 seller: payTo is undefined, PAY_TO not set: invalid recipient wallet address',
    'x402: recipient mismatch',
  ],
  'several-networks-one-payee': [
    'x402 wrong network: solana entry with an evm 0x payTo address',
    'x402 wrong network: solana-devnet',
  ],
  'client-without-a-signer-for-it': [
    'No network/scheme registered for x402 version: 2 which comply with the payment requirements',
    'x402 server: No facilitator registered for scheme: exact and network: eip155:1',
  ],
  'server-scheme-not-registered': [
    'No facilitator registered for scheme: exact and network: eip155:137',
    'x402 client: No network/scheme registered',
  ],
  'counterfactual-account': [
    'x402 verify: smart account is not deployed, initCode, invalid signature of wallet',
    'x402 verify: invalid signature',
  ],
  'delegated-account-7702': [
    'x402 invalid signature: eth_getCode of from is 0xef0100…, EIP-7702 delegated account',
    'x402 invalid signature of a plain key',
  ],
  'signed-by-another-key': [
    'x402 invalid signature: recovered address 0xabc… is not from',
    'x402: Permit2 invalid signature',
  ],
  'clock-of-the-signer': [
    'x402 authorization is not yet valid, validAfter in the future',
    'x402 authorization expired',
  ],
  'window-too-short': [
    'x402 authorization expired: maxTimeoutSeconds 10 is too short',
    'x402 authorization expired',
  ],
  // serving.ts
  'redirect-opens-the-route': [
    '@x402/express with https://x402.org/facilitator (308): GET /weather returns 200 without payment',
    '@x402/express: facilitator redirect 308 on /verify, 402',
  ],
  'made-up-payment-accepted': ['X-PAYMENT: fake → 200 and the premium content', 'X-PAYMENT: fake → 402'],
  'free-without-payment': [
    'x402 middleware: route returns 200 without any payment header, I expect a 402',
    'x402 middleware: 402 although paid',
  ],
  'middleware-swallows-errors': [
    'x402 FastAPI: 402 with empty body after settle, no log, exception swallowed: server error',
    'x402: 402',
  ],
  'parse-error-is-five-hundred': [
    'route answers 500 when X-PAYMENT cannot be parsed',
    'X-PAYMENT cannot be parsed',
  ],
  'cached-refusal': [
    'x402 paid call still gets the cached 402, x-cache: Hit from cloudfront',
    'x402 paid call gets 402',
  ],
  'header-dropped-on-the-way': [
    'x402: nginx proxy strips the PAYMENT-SIGNATURE header, payment header missing at the app',
    'x402: payment header is required',
  ],
  'http-behind-tls': [
    'x402 behind ngrok: resource http://abc.example does not match https://abc.example',
    'x402: resource does not match',
  ],
  'route-by-dynamic-path': [
    'x402 middleware: dynamic route /api/item/[id] is served without payment',
    'x402 middleware is mounted after the handler, no payment asked',
  ],
  'input-checked-before-payment': [
    'CDP validate: returns_402 failed, got 400 for an empty body: schema',
    'CDP validate: passed',
  ],
  'preflight-asks-for-payment': ['x402 CORS: preflight OPTIONS gets 402', 'x402 CORS: header not exposed'],
  'browser-gets-paywall-html': [
    'x402 client gets the paywall html, text/html instead of JSON, no PAYMENT-REQUIRED challenge',
    'x402: no PAYMENT-REQUIRED',
  ],
  'paywall-has-no-wallet': [
    'x402 paywall: no injected provider, window.ethereum undefined, connector error',
    'x402 paywall: user rejected',
  ],
  'large-response-or-header-buffer': ['x402: HTTP 431 Request Header Fields Too Large', 'x402: HTTP 413'],
  'body-not-json': ['x402 seller 415 Unsupported Media Type', 'x402 seller 404'],
  'method-not-sold': ['x402 endpoint: 405 Method Not Allowed, allow: POST', 'x402 endpoint: 400'],
  // listing.ts
  'bare-entry-for-a-challenge': [
    'x402scan: No valid x402 response found, PAYMENT-REQUIRED decoded: {"scheme":"exact","network":"eip155:8453","amount":40000}',
    'x402scan: Expected 402',
  ],
  'header-is-plain-json': [
    'PAYMENT-REQUIRED comes as plain JSON, not base64, my x402 client fails',
    'PAYMENT-REQUIRED missing',
  ],
  'challenge-in-body-only': [
    'x402 client: missing PAYMENT-REQUIRED header, challenge only in the body',
    'x402: accepts is empty',
  ],
  'stringified-resource': [
    'x402 schema: resource: Expected object, received string in PAYMENT-REQUIRED',
    'x402 schema: amount expected string',
  ],
  'extensions-not-echoed': [
    'bazaar: EXTENSION-RESPONSES: e30= after settle, not indexed',
    'bazaar: rejected',
  ],
  'vanished-from-index': [
    'x402 Bazaar: our resources disappeared from the catalog since Tuesday, settlements go through',
    'x402 Bazaar: never listed',
  ],
  'registered-and-not-shown': [
    'x402scan: registered, but the server page says No Resources, not showing',
    'x402scan: registration failed',
  ],
  'index-gets-no-402': ['x402scan register: error type no402', 'x402scan register: timeout'],
  'challenge-mixes-versions': [
    'x402scan invalid: {"x402Version":1,"accepts":[{"network":"eip155:8453","maxAmountRequired":"1000"}]} unsupported version',
    'x402 unsupported version',
  ],
  'asset-or-payee-empty': [
    'x402scan: Invalid x402 Response, the response body was not properly typed, "asset":""',
    'x402scan: Expected 402',
  ],
  'well-known-not-read': [
    'x402scan: /.well-known/x402 404 not found, origin not listed',
    'x402scan: Expected 402',
  ],
  'description-or-text-too-long': [
    'x402: btoa: characters outside of the Latin1 range, emoji in description',
    'x402: description',
  ],
  'fields-of-the-challenge-missing': [
    "wrapFetchWithPayment: TypeError: Cannot read properties of undefined (reading 'map')",
    'x402: challenge is empty',
  ],
  'payload-member-missing': [
    'x402 verify ZodError invalid_type undefined path ["payload","signature"] Required',
    'x402 verify: invalid_payload',
  ],
  // packages.ts
  'mcp-error-attribute-moved': [
    'pympp: McpError -32042, the data is under e.error now, no e.code',
    'MCP error -32602: x402 input',
  ],
  'v1-and-v2-packages-mixed': [
    'x402-fetch 1.2 client against @x402/express v2: packages do not fit, payment-required not read, mismatch',
    'x402: unsupported version 3',
  ],
  'pinned-core-under-new-packages': [
    '@x402/fetch: SyntaxError: The requested module @x402/core/client does not provide an export named x402Client',
    '@x402/fetch: module not found',
  ],
  'esm-or-bundler': [
    '@x402/fetch: Error [ERR_REQUIRE_ESM]: require() of ES Module not supported',
    '@x402/fetch: cannot find module',
  ],
  'python-extra-missing': [
    'x402: ImportError: httpx not installed, pip install x402[httpx]',
    'x402 npm: cannot find module',
  ],
  'private-key-in-another-form': [
    'x402 client: invalid private key, expected hex or 32 bytes, got string',
    'x402 client: no account',
  ],
  'signer-lacks-a-method': [
    'x402 client: TypeError: signer.signTypedData is not a function',
    'x402 client: private key missing',
  ],
  'wallet-of-agent-not-started': [
    'npx awal: Bridge communication error: Failed to start wallet',
    'awal x402 pay: payment rejected by server',
  ],
  'tool-declines-silently': [
    'agentcash fetch: policy refused? it silently declines to sign, payment:null',
    'agentcash: insufficient balance',
  ],
  'agent-tool-needs-second-step': [
    'agentkit: {"status":"error_402_payment_required","acceptablePaymentOptions":[]}',
    'agentkit: x402 insufficient funds',
  ],
  'cap-of-the-sdk': ['Payment amount 250000 exceeds maximum allowed value 100000', 'x402: price changed'],
  'token-not-allowed-by-client': [
    'All payment requirements were rejected by spendControls: only default assets or entries in spendControls.allowedAssets are allowed.',
    'x402: asset mismatch',
  ],
  'locked-or-wrong-account': [
    'x402 paywall: MetaMask error 4100: the requested account has not been authorized by the user',
    'x402 paywall: MetaMask 4001',
  ],
  'typed-data-refused-by-wallet': [
    'x402 client: method eth_signTypedData_v4 not found, -32601, wallet unsupported method',
    'x402 client: 4001',
  ],
  'approval-by-hand-asked': [
    'x402 agent wallet: policy: owner approval required, request pending',
    'x402 policy: host not on the list',
  ],
  // retries.ts
  'same-identifier-new-signature': [
    '409 Conflict: same payment-identifier, the wrapper signed a fresh payload',
    'x402: payment identifier is too short',
  ],
  'identifier-for-another-request': [
    'x402 409: payment identifier already in use by a request in flight',
    'x402 409',
  ],
  'body-serialised-again': [
    'BCK.MPP.0005 body digest does not match, JSON serialised again',
    'mppx: challenge expired',
  ],
  'challenge-of-another-instance': [
    'VerificationError: Challenge ID mismatch - not issued by this server (two replicas)',
    'mppx: Challenge ID mismatch',
  ],
  'challenge-expired-mpp': [
    'mppx 402 problems/payment-expired: challenge expired while the user confirmed',
    'mppx 402 invalid-challenge',
  ],
  'nonce-of-own-earlier-call': [
    'x402 settle on retry: AuthorizationUsed, FiatTokenV2: authorization is used or canceled',
    'x402 nonce: timestamp for nonce, nonce already used',
  ],
  'client-reuses-nonce': [
    'x402: nonce already used, our client has a hard-coded nonce',
    'x402: nonce already used on retry',
  ],
  'stale-node-says-unused': [
    'x402: nonce already used, yet authorizationState says false on a lagging node',
    'x402: nonce consumed',
  ],
  'timeout-of-the-client': ['x402 paid call: UND_ERR_HEADERS_TIMEOUT', 'x402: 504'],
  'connection-broke': ['x402 paid call: socket closed, fetch failed: other side closed', 'x402: 503'],
  'version-number-refused': ['No client registered for x402 version: 1', 'x402: unsupported scheme'],
  'payment-header-absent-after-signing': [
    'x402: we signed, the server says X-PAYMENT header is required',
    'x402: no header PAYMENT-RESPONSE',
  ],
  // chains.ts
  'solana-custom-one': [
    'x402 solana verify: transaction_simulation_failed {"InstructionError":[2,{"Custom":1}]}',
    'x402 solana: InstructionError Custom 4',
  ],
  'solana-simulation-failed': [
    'x402 invalid_exact_svm_payload_transaction_simulation_failed on solana',
    'x402 evm simulation failed',
  ],
  'solana-token-2022': [
    'x402 solana: PYUSD is a Token-2022 mint, IncorrectProgramId',
    'x402 solana: block hash expired',
  ],
  'solana-wrong-cluster': [
    'x402 solana: client on devnet, the challenge is for mainnet, wrong network',
    'x402 solana: memo refused',
  ],
  'solana-signer-kind': [
    'x402 svm: TypeError: signer.signTransactions is not a function, Keypair of web3.js',
    'x402 evm: signer.address undefined',
  ],
  'stellar-payment': [
    'x402 stellar: simulation failed: trustline missing for USDC',
    'x402 evm: simulation failed',
  ],
  'other-chain-not-served': [
    'x402: unsupported scheme exact on hedera:mainnet',
    'x402: unsupported scheme upto on eip155:8453',
  ],
  // machine.ts
  'access-key-not-on-chain': [
    'tempo request: Keychain signature validation failed: access key does not exist',
    'tempo request: insufficient balance',
  ],
  'access-key-limit': ['tempo: execution reverted: SpendingLimitExceeded', 'tempo: insufficient balance'],
  'access-key-scope': [
    'tempo access key: CallNotAllowed, transferWithMemo is not in scopes',
    'tempo: access key expired',
  ],
  'gas-zero-on-tempo': [
    'tempo request: gas estimation failed: Revm error: insufficient gas for intrinsic cost: gas_limit 0',
    'tempo request: 402',
  ],
  'signer-of-channel-changed': [
    'mppx session: voucher signature refused after authorizedSigner changed on the channel',
    'mppx session: channel not found',
  ],
  'top-up-reverts': ['mppx session: topUp reverts, wrong selector', 'mppx session: deposit used up'],
  'channel-not-visible-yet': [
    'mppx session: channel balance does not reflect the deposit',
    'mppx session: channel closed',
  ],
  'stripe-token-refused': [
    'mpp method=stripe: SPT charge fails, shared payment token expired',
    'mpp tempo charge fails',
  ],
  'mpp-takes-another-challenge': [
    'mppx: no compatible payment method, two challenges in WWW-Authenticate',
    'mppx: challenge expired',
  ],
  'credential-header-in-two-forms': [
    'mppx: Authorization: Payment credential malformed, challenge echo does not match',
    'x402: invalid_payload',
  ],
  'mpp-hash-not-found': [
    'mpp tempo charge, type:hash credential: no matching transfer found in transaction hash',
    'mpp: challenge expired',
  ],
  'mcp-result-not-recognised': [
    'x402 MCP tool result: payment_required as raw JSON, structuredContent missing, isError false',
    'x402 MCP: session not found',
  ],
  'mcp-payment-in-header': [
    'MCP tools/call: we send X-PAYMENT header, the x402 server ignores it, payment not seen',
    'x402 HTTP: header missing',
  ],
  'mcp-code-of-mpp': ['MCP error -32042: Payment Required', 'MCP error -32602'],
  'mcp-session-or-transport': [
    'x402 MCP: session not found, Mcp-Session-Id expired',
    'x402 MCP: payment not seen',
  ],
};
