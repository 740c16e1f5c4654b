/** The same for the cases of `serving.ts` and `listing.ts`. */
export const TOLD_OF_SERVING: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
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
  'index-gets-no-402': [
    'x402scan register: error type no402, the index got 200',
    'x402scan register: timeout',
  ],
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
};
