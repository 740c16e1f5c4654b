import { TOLD_OF_CLIENTS } from './hits-clients.testing.ts';
import { TOLD_OF_CODES } from './hits-codes.testing.ts';
import { TOLD_ON_ANY_DAY } from './hits-everyday.testing.ts';
import { TOLD_AT_GATEWAYS } from './hits-gateways.testing.ts';
import { TOLD_BESIDE } from './hits-neighbours.testing.ts';
import { TOLD_OF_PLAIN } from './hits-plain.testing.ts';
import { TOLD_AGAIN } from './hits-retold.testing.ts';
import { TOLD_OF_SERVING } from './hits-serving.testing.ts';
import { TOLD_OF_SHOWN } from './hits-shown.testing.ts';
import { TOLD_OF_SIDES } from './hits-sides.testing.ts';
import { TOLD_OF_STEPS } from './hits-steps.testing.ts';
import { TOLD_AROUND } from './hits-surroundings.testing.ts';
import { TOLD_OF_THREADS } from './hits-threads.testing.ts';
import { TOLD_WIDER } from './hits-wider.testing.ts';

/** For each case a text that it is found in, as somebody would paste it, and one that lies near and is another's. */
export const TOLD_MORE: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  ...TOLD_OF_SIDES,
  ...TOLD_OF_STEPS,
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
  ...TOLD_AROUND,
  ...TOLD_OF_THREADS,
  ...TOLD_WIDER,
  ...TOLD_AGAIN,
  ...TOLD_AT_GATEWAYS,
  ...TOLD_BESIDE,
  ...TOLD_OF_PLAIN,
  ...TOLD_OF_SERVING,
  ...TOLD_OF_CLIENTS,
  ...TOLD_OF_CODES,
  ...TOLD_OF_SHOWN,
  ...TOLD_ON_ANY_DAY,
};
