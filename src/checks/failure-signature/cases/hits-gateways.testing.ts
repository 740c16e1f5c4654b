/** As `TOLD_MORE`: of relays, Lightning gates, proxies with an account, and payments that are looked up the wrong way. */
export const TOLD_AT_GATEWAYS: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'answer-says-charged-and-kept': [
    'our agent pays a search tool by a proxy: {"status":"error","charged":"0.05","currency":"USD","refunded":false}, three nights now',
    'our agent pays a search tool by a proxy: {"status":"error","charged":"0.00","currency":"USD","refunded":false}',
  ],
  'relayed-and-no-answer': [
    'sponsored sBTC transfer signed, relay accepted, txid: 0x9a77c1, then the seller answers 504 Gateway Timeout',
    'sponsored sBTC transfer signed, relay refused it, txid: none, the seller answers 504',
  ],
  'proof-is-the-word-undefined': [
    'L402 retry: 402 {"error":"unknown payment","payment_hash":"undefined"}, the invoice was paid by my node',
    'L402 retry: 402 {"error":"unknown payment","payment_hash":"77ab01"}',
  ],
  'secret-made-at-start': [
    'L402 gate: const HMAC_SECRET = crypto.randomBytes(16) at the top; since the restart people who paid get 402, invalid macaroon',
    'L402 gate: const HMAC_SECRET = process.env.HMAC_SECRET; people who paid get 402, invalid macaroon',
  ],
  'no-invoice-without-the-node': [
    'aperture: unable to create invoice: rpc error: dial tcp 10.1.1.4:10009: connect: connection refused, the gate says 500',
    'billing: unable to create invoice: dial tcp 10.1.1.4:5432: connect: connection refused',
  ],
  'lookup-without-the-mount-path': [
    'express paywall x402: key=GET / registered: ["GET /v1/rates","GET /v1/news"], no match, passes everything',
    'express paywall x402: key=GET /v1/rates registered: ["GET /v1/rates"], 402 as it should',
  ],
  'name-of-a-tunnel-is-gone': [
    'x402 agent: getaddrinfo ENOTFOUND blue-otter.ngrok-free.app, yesterday it answered 402',
    'x402 agent: getaddrinfo ENOTFOUND api.example.com',
  ],
  'package-beside-it-not-installed': [
    "Error: Cannot find module '@acme-pay/x402-channel/server' from '/app/node_modules/@acme/agents/dist/pay.js'",
    "Error: Cannot find module '@acme/calendar/server' from '/app/node_modules/@acme/agents/dist/pay.js'",
  ],
  'credential-searched-for-other-words': [
    'mppx client, own server: "payment_intent not found" in Authorization: Payment eyJj, new 402 each time',
    'stripe: payment_intent not found in the request',
  ],
  'trial-of-permit2-fails': [
    'x402 upto on Base Sepolia, 402 again: {"error":"permit2_simulation_failed"}',
    'x402 upto on Base Sepolia, 402 again: {"error":"permit2_allowance_required"}',
  ],
};
