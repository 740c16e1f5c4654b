/** As `TOLD_MORE`: what people run into on any day. */
export const TOLD_ON_ANY_DAY: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'paywall-mounted-after-the-routes': [
    'hono: paymentMiddleware registered after the route handlers, curl without payment gets the data',
    'x402: the payment middleware throws before the route handler runs',
  ],
  'paywall-under-a-mounted-path': [
    "express: app.use('/api', router) and the x402 route key is 'GET /paid', no 402 ever",
    "express: app.use('/api', router), the x402 route answers 402 as it should, the retry says invalid_payload",
  ],
  'paywall-only-where-it-was-written': [
    'x402 middleware works locally but on Vercel the route answers 200 without 402',
    'x402 middleware works locally but on Vercel the facilitator call times out',
  ],
  'resource-names-an-inner-address': [
    'our 402 says resource url http://localhost:3000/paid behind the Railway proxy, clients refuse it',
    'x402: connect ECONNREFUSED localhost:3000 while fetching the resource',
  ],
  'price-over-a-named-cap': [
    'agent refused: price 0.25 above maxPaymentPerCall 0.10, nothing was sent',
    'the amount 500 exceeds your card limit',
  ],
  'middleware-with-arguments-of-another-version': [
    "TypeError: Cannot read properties of undefined (reading 'payTo') at paymentMiddleware (@x402/express)",
    "TypeError: Cannot read properties of undefined (reading 'payTo') at wrapFetchWithPayment",
  ],
  'node-refuses-the-key': [
    'facilitator x402-rs: error sending request for url (https://base-mainnet.g.alchemy.com/v2/***): 403 Forbidden',
    'facilitator x402-rs: error sending request for url (https://base-mainnet.g.alchemy.com/v2/***): timed out',
  ],
};

/** Told in other words, and what only lies near. */
export const ALSO_ON_ANY_DAY: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'paywall-mounted-after-the-routes': [
    'fastapi: all routers are included above the x402 middleware? no: the routes stand before the payment middleware in main.py and nobody is asked to pay',
    'hono: the auth middleware runs after the logger, x402 route says 402, retry fails with invalid_signature',
  ],
  'paywall-under-a-mounted-path': [
    'NestJS with a global prefix: the x402 guard lets everyone through, route key is GET /premium',
    'NestJS with a global prefix: x402 client says unsupported network',
  ],
  'paywall-only-where-it-was-written': [
    'paywall (mpp) never a 402 in production, only on localhost: users are not asked to pay',
    'x402 deployed to Railway, locally fine: settlement fails with insufficient gas',
  ],
  'resource-names-an-inner-address': [
    'challenge has "resource": {"url": "http://0.0.0.0:8080/v1/x"} although we are deployed at https://api.shop.io, x402 buyers say mismatch',
    'x402 seller on localhost:4021 answers 402, buyer has no USDC: insufficient_funds',
  ],
  'price-over-a-named-cap': [
    'x402 bot stopped: quote $1.20 is higher than our max_price_usdc',
    'x402 402: amount 10000 expected, 1000 received',
  ],
  'middleware-with-arguments-of-another-version': [
    "TypeError: __init__() got an unexpected keyword argument 'pay_to_address' in payment_middleware, x402 2.0 for python",
    'payment_middleware x402: facilitator verify failed, missing fee payer',
  ],
  'node-refuses-the-key': [
    'x402 settle failed: 401 Unauthorized, must be authenticated! url https://mainnet.infura.io/v3/',
    'x402 CDP facilitator 401 Unauthorized on /settle, the node is ours',
  ],
};
