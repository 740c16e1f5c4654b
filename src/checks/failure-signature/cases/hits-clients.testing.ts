/** The same for the cases of `packages.ts`, `retries.ts`, `chains.ts` and `machine.ts`. */
export const TOLD_OF_CLIENTS: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
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
