/** As `TOLD_MORE`: what buyer, seller and facilitator have to change, one step each. */
export const TOLD_OF_SIDES: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'own-node-for-the-client': [
    'x402 agent script: exact svm, fetch failed, https://api.mainnet-beta.solana.com, no payment was made',
    'x402 paywall page: balance call to api.mainnet-beta.solana.com 403 Forbidden',
  ],
  'funds-on-another-chain': [
    'x402: we hold 8 USDC on Arbitrum, the API wants eip155:8453, chain mismatch',
    'x402: we hold 8 USDC on Base, the API costs 9 USDC, insufficient funds',
  ],
  'nonce-is-no-counter': [
    'x402 settle reverts: authorization is used or canceled; the nonce is a counter in our client',
    'x402 settle reverts: authorization is used or canceled',
  ],
  'chain-of-the-wallet-in-the-domain': [
    'x402 payer: we sign with chainId 137, the entry is eip155:8453, recover check: signature is invalid',
    'x402 payer: we sign with the key of another account, signature is invalid',
  ],
  'token-takes-keys-only': [
    'x402 payer is a smart account, isValidSignature gives 0x1626ba7e, the token only checks ecrecover and reverts',
    'x402 payer is a smart account, the facilitator refuses its signature',
  ],
  'approval-ran-out': [
    'agent wallet: approval prompt timed out, 0.40 USDC for the report was not paid',
    'expense tool: approval request expired, ask your manager again',
  ],
  'one-retry-flag-for-all-calls': [
    'x402 httpx hooks: four calls in parallel, only the first pays, the others get 402',
    'x402 httpx hooks: four calls one by one, all get 402',
  ],
  'signed-again-on-retry': [
    'the model SDK repeated the call over x402: two payments were signed for one prompt, both were charged',
    'the model SDK repeated the call over x402: two payments were signed for one prompt, neither was charged',
  ],
  'mcp-reader-gave-up': [
    'McpError: Timed out while waiting for response to ClientRequest. Waited 30.0 seconds. The tool is paid by x402',
    'McpError: Timed out while waiting for response to ClientRequest. Waited 5.0 seconds.',
  ],
  'short-names-against-caip-2': [
    'x402 client compares ["base","base-sepolia"] with eip155:8453, finds nothing',
    'x402 client has no scheme for eip155:8453',
  ],
  'offer-of-a-gateway-wallet': [
    'x402 tool: entry with extra.name GatewayWalletBatched is not supported, no supported payment option',
    'x402 tool: no supported payment option for eip155:10',
  ],
  'plain-price-is-dollars': [
    'x402 route: price: 5000, the 402 asks for 5,000 USDC',
    'x402 route: price "$0.05", the 402 asks for 50000',
  ],
  'below-the-minimum-of-the-facilitator': [
    'x402 /verify says isValid:false at 0.0001 USDC, lower prices fail, higher prices pass',
    'x402 /verify says isValid:false, invalid_payload',
  ],
  'facilitator-with-an-api-of-its-own': [
    'x402 verify fails with 404: that facilitator expects a different path and body',
    'x402 verify fails with 404',
  ],
  'symbol-instead-of-address': [
    'x402 402: {"scheme":"exact","network":"base:8453","asset":"USDC","amount":"100"}, client throws invalid address',
    'x402 402: {"scheme":"exact","network":"eip155:8453","asset":"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913","amount":100}',
  ],
  'name-of-usdc-on-base': [
    'x402 settle fails: {"network":"eip155:8453","extra":{"name":"USDC","version":"2"}}',
    'x402 settle fails: {"network":"eip155:84532","extra":{"name":"USDC","version":"2"}}',
  ],
  'network-that-the-index-lacks': [
    'x402scan register: no valid response found; our 402 is x402Version 2 with network stellar:pubnet',
    'x402scan register: no valid response found; our 402 is x402Version 1 with network base',
  ],
  'resource-is-missing': [
    'x402 v2 client: ZodError path ["resource"] Required in PAYMENT-REQUIRED',
    'x402 v2 client: ZodError path ["accepts",0,"amount"] Required in PAYMENT-REQUIRED',
  ],
  'query-is-part-of-the-resource': [
    'x402 client: resource mismatch, we call https://api.example/find?city=Bern, the challenge says https://api.example/find',
    'x402 client: resource mismatch, we call https://api.example/find, the challenge says https://api.example/other',
  ],
  'no-payee-is-set': [
    'x402 tool refuses the payment: payout address is not set',
    'x402 tool refuses the payment: it went to another address',
  ],
  'handler-outlives-the-payment': [
    'x402: long job of two minutes, verify was fine, then settle fails: the authorization had expired',
    'x402: verify says authorization expired',
  ],
  'header-taken-for-payment': [
    'x402 middleware of ours: a fake PAYMENT-SIGNATURE gets the premium answer for free',
    'x402 middleware of ours: a fake PAYMENT-SIGNATURE gets 402',
  ],
  'default-facilitator-is-for-tests': [
    'x402 in production on Base: no facilitator config, so it falls back to x402.org and every paid call fails',
    'x402 on Base Sepolia: x402.org/facilitator answers 502',
  ],
  'crash-after-settlement': [
    'x402 seller: the process died after settle, the buyer retries the same payment: 402; the transfer is on chain',
    'x402 seller: the process died before verify',
  ],
  'settle-asks-for-a-key': [
    'x402 facilitator: /verify works, /settle says 401 Unauthorized, we have no API key',
    'x402 facilitator: all calls say 401 Unauthorized',
  ],
  'decoder-has-a-limit': [
    'x402 client: PaymentRequired decode: payload_too_large, 13000 bytes',
    'x402 server: 413 request body too large',
  ],
  'axios-in-the-edge-runtime': [
    'x402-next middleware: AxiosError: Network Error when the payment is verified',
    'x402-next middleware: 402 Payment Required',
  ],
  'wallet-warns-of-the-spender': [
    'x402 upto: the wallet says deceptive request for the permit2 spender, users decline',
    'x402 upto: user rejected the request',
  ],
  'accepted-is-missing': [
    'x402 402 no matching payment method; we send {"x402Version":2,"scheme":"exact","network":"eip155:137","payload":{}}',
    'x402 402 no matching payment method; we send {"x402Version":2,"accepted":{"scheme":"exact"},"payload":{}}',
  ],
  'preflight-is-refused': [
    'x402 browser client: OPTIONS /report answers HTTP/1.1 405, preflight fails',
    'x402 browser client: PAYMENT-REQUIRED cannot be read, headers.get gives null',
  ],
  'response-header-in-the-request': [
    'x402 page: preflight blocked, Access-Control-Request-Headers: payment-signature,access-control-expose-headers',
    'x402 page: headers.get("PAYMENT-REQUIRED") is null, no Access-Control-Expose-Headers',
  ],
  'preflight-refuses-the-payment-header': [
    'blocked by CORS policy: Request header field x-payment is not allowed by Access-Control-Allow-Headers in preflight response',
    'blocked by CORS policy: No Access-Control-Allow-Origin header on the 402',
  ],
  'failed-settlement-without-receipt': [
    'x402 seller: after a failed settle we answer 402 without PAYMENT-RESPONSE, success:false is in the body only',
    'x402 seller: settle ok, 200 without PAYMENT-RESPONSE',
  ],
  'limited-after-payment': [
    'x402: the payment was accepted, then the API said 429 Too Many Requests, our client calls it settlement failed',
    'x402: 429 Too Many Requests before any 402',
  ],
  'newer-package-than-the-facilitator': [
    'x402 facilitator /verify 400: @x402/core 2.20.1 fails, 2.18.0 works',
    'x402 facilitator /verify 400',
  ],
  'description-is-too-long': [
    'x402 facilitator /verify 400, only if the description is longer than 500 characters',
    'x402 facilitator /verify 400, description is missing',
  ],
  'body-refused-before-any-price': [
    'x402 API: 422 {"detail":[{"loc":["body","query"],"msg":"Field required"}]}, no 402 came',
    'x402 API: 422 after payment',
  ],
  'settle-answered-with-400': [
    'x402 settlement error: facilitator returned HTTP 422',
    'x402 settlement error: success false in a 200',
  ],
  'settle-ran-out-of-gas': [
    'x402 facilitator: settle reverted, out of gas, status 0',
    'x402 facilitator: insufficient funds for gas',
  ],
  'relay-wants-sponsored': [
    'x402 on Stacks: transfer with sponsored: false, the relay says unsupported_scheme at /settle',
    'x402: unsupported_scheme',
  ],
  'relay-answers-from-its-cache': [
    'x402 relay: the same NONCE_CONFLICT and txid each time, it dedups by the bytes of the transaction',
    'x402 relay: pending',
  ],
  'txid-of-no-transaction': [
    'x402 tool prints a pre-sponsorship txid, the explorer does not know it',
    'x402 tool prints the txid, the explorer shows it as confirmed, still 402',
  ],
  'token-is-not-associated': [
    'x402 hedera: verify ok, settle TOKEN_NOT_ASSOCIATED_TO_ACCOUNT',
    'x402 solana: associated token account of payTo is missing',
  ],
  'token-id-of-hedera': [
    'x402 hedera: asset 0x00000000000000000000000000000000000a1b2c, the verifier does not find this token',
    'x402 hedera: asset 0.0.5005, insufficient balance',
  ],
  'replaced-by-its-sender': [
    'x402 relay: settlement failed, tx_status dropped_replace_across_fork',
    'x402 relay: settlement failed, tx_status abort_by_response',
  ],
  'loop-below-the-price': [
    'x402 inbox agent: 41 failed transactions, the sBTC balance is below the price, fees are gone',
    'x402 inbox agent: one transaction failed',
  ],
};
