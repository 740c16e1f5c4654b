/** A text that each case is found in, and one that lies near and is another's. */
export const TOLD_AROUND: Readonly<Record<string, readonly [hit: string, miss: string]>> = {
  'tool-without-a-wallet': [
    '{"error":"X-PAYMENT header is required","x402Version":1} in a Zapier step, how do I pay',
    'x402: X-PAYMENT header is required although wrapFetchWithPayment is used',
  ],
  'peer-cannot-be-resolved': [
    'npm error ERESOLVE unable to resolve dependency tree, peer viem@2 from @x402/evm 2.20.0',
    'npm ls shows @x402/core twice, two versions',
  ],
  'challenge-of-mpp-malformed': [
    'mppx: malformed auth-param separator in WWW-Authenticate: Payment id="a" realm="b"',
    'x402 PAYMENT-REQUIRED header does not decode',
  ],
  'several-challenges-one-read': [
    'mpp client ignores the 402: WWW-Authenticate: Bearer realm="a" and WWW-Authenticate: Payment id="b", only the first is read',
    'mppx: WWW-Authenticate: Payment id="b" was already used',
  ],
  'one-route-refused-others-pass': [
    'x402 verify 400: paymentPayload is invalid: must match one of [x402V2PaymentPayload] for /a only, the other routes settle with the same keys',
    'x402 verify 400: paymentPayload is invalid: must match one of [x402V2PaymentPayload]',
  ],
  'wallet-lacks-the-chain': [
    'x402 page: eth_signTypedData_v4 in MetaMask, popup closes, chainId 84532 has not been added',
    'x402: eth_signTypedData_v4 in MetaMask, user rejected the request 4001',
  ],
  'handler-fails-with-payments-on': [
    'x402: entrypoint answers 500 Internal Server Error with payments enabled, without payments it works',
    'x402 facilitator answers 502 Bad Gateway',
  ],
  'hash-as-key-of-a-payment': [
    'x402 load test: five parallel calls, all responses have the same transaction, proof not unique',
    'x402: payment already used for another request',
  ],
  'deadline-of-the-caller': [
    'x402 payment settlement failed err="context deadline exceeded" go server',
    'x402: facilitator answers 401 unauthorized on settle',
  ],
  'node-error-read-as-zero': [
    'x402 cli: balance shows 0 USDC, insufficient balance, mainnet.base.org gave 503, basescan shows 12',
    'x402 insufficient_funds on Base, I have 5 USDC on Polygon',
  ],
};
