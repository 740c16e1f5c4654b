import { describe, expect, it } from 'vitest';
import { match } from './match.ts';

/** Short texts as people type them, with the causes that a careful reader accepts. */
const SHORT: readonly (readonly [text: string, causes: string])[] = [
  ['x402: permit2 payment timed out', 'network_timeout|settlement_pending_or_unknown'],
  ['x402: payment timed out', 'network_timeout|settlement_pending_or_unknown'],
  ['paid request timed out after 30s', 'network_timeout'],
  ['x402 settle timed out', 'settlement_pending_or_unknown|network_timeout'],
  ['x402 eip3009 payment timed out waiting for answer', 'network_timeout|settlement_pending_or_unknown'],
  ['facilitator /verify timed out', 'facilitator_unavailable|network_timeout'],
  ['x402 facilitator timeout', 'facilitator_unavailable|network_timeout'],
  ['x402 call timed out', 'network_timeout'],
  ['mppx request timed out', 'network_timeout'],
  ['x402 smart wallet payment timed out', 'network_timeout|settlement_pending_or_unknown'],
  ['x402 solana payment timed out', 'network_timeout|settlement_pending_or_unknown'],
  ['x402: insufficient balance', 'insufficient_funds'],
  ['permit2 payment: insufficient balance', 'insufficient_funds'],
  ['x402 wallet has not enough usdc', 'insufficient_funds'],
  ['x402 permit2 insufficient funds', 'insufficient_funds'],
  ['x402 signature ok but insufficient balance', 'insufficient_funds'],
  ['not enough USDC in wallet to pay the 402', 'insufficient_funds'],
  ['x402 solana: insufficient usdc', 'insufficient_funds'],
  ['mpp: insufficient funds', 'insufficient_funds'],
  ['x402: permit2 payment expired', 'authorization_expired'],
  ['x402 payment expired', 'authorization_expired'],
  ['x402: authorization expired', 'authorization_expired'],
  ['x402: signature expired', 'authorization_expired'],
  ['permit2 deadline expired', 'authorization_expired'],
  ['mpp challenge expired', 'authorization_expired'],
  ['x402 valid before is in the past', 'authorization_expired'],
  ['x402 payment was not yet valid', 'authorization_not_yet_valid'],
  ['x402: wrong network', 'wrong_network'],
  ['x402 permit2 wrong network', 'wrong_network'],
  ['x402: network mismatch', 'wrong_network'],
  ['x402 wallet is on base sepolia, seller wants base', 'wrong_network'],
  ['x402 unsupported network', 'wrong_network|unsupported_scheme'],
  ['x402 no scheme registered for network', 'unsupported_scheme|wrong_network'],
  ['x402: invalid signature', 'invalid_signature'],
  ['x402: permit2 signature invalid', 'invalid_signature'],
  ['x402 signature verification failed', 'invalid_signature'],
  ['x402 signer mismatch', 'invalid_signature'],
  ['x402 smart wallet signature rejected', 'smart_wallet_signature'],
  ['x402: nonce already used', 'nonce_already_used'],
  ['x402 permit2 nonce used', 'nonce_already_used'],
  ['x402: authorization used or canceled', 'nonce_already_used'],
  ['x402 nonce has been used on retry', 'nonce_already_used'],
  ['x402 facilitator down', 'facilitator_unavailable'],
  ['x402 facilitator 503', 'facilitator_unavailable'],
  ['x402 facilitator returned 500', 'facilitator_unavailable'],
  ['facilitator unreachable', 'facilitator_unavailable'],
  ['x402 facilitator 502 bad gateway', 'facilitator_unavailable'],
  ['x402 facilitator 401 unauthorized', 'facilitator_auth'],
  ['x402 facilitator connection refused', 'facilitator_unavailable'],
  ['x402 permit2 facilitator 503', 'facilitator_unavailable'],
  ['x402: 429 too many requests', 'rate_limited'],
  ['x402 permit2 payment 429', 'rate_limited'],
  ['x402 rate limit exceeded', 'rate_limited'],
  ['facilitator rate limited us', 'rate_limited'],
  ['x402 paid call returned 500', 'upstream_error'],
  ['x402 server answered 502 after payment', 'upstream_error'],
  ['x402 permit2 payment: server 500', 'upstream_error'],
  ['mcp client does not understand x402 payment', 'mcp_payment_dialect'],
  ['mcp error -32042 payment required', 'mcp_payment_dialect'],
  ['mcp x402 payment timed out', 'network_timeout|settlement_pending_or_unknown'],
  ['x402 permit2 allowance missing', 'wallet_misconfigured|insufficient_funds|simulation_failed'],
  ['x402 permit2 simulation failed', 'simulation_failed'],
  ['x402 gas too low at the facilitator', 'gas_or_settler'],
  ['x402 price above my limit', 'price_above_cap'],
];

describe('in a short text the word that decides outweighs the name of what failed', () => {
  it.each(SHORT)('%s', (errorText, causes) => {
    const { cause, matches } = match({ errorText });
    expect(causes.split('|')).toContain(cause);
    for (const each of matches)
      if (each.confidence === 'strong') expect(causes.split('|')).toContain(each.cause);
  });

  it('but not a code or message that names another cause', () => {
    for (const [errorText, cause] of [
      ['x402 insufficient_funds, settle timed out', 'insufficient_funds'],
      ['x402: invalid_exact_evm_payload_signature, 500', 'invalid_signature'],
    ] as const)
      expect(match({ errorText }).cause).toBe(cause);
  });

  it('and no number of an amount, and no certificate or key that expired, decides', () => {
    for (const [errorText, cause] of [
      ['x402 api key expired at facilitator', 'facilitator_auth'],
      ['x402 facilitator api key has expired', 'facilitator_auth'],
      ['x402 expired api key at facilitator', 'facilitator_auth'],
      ['x402 TLS certificate expired', 'tls_or_dns'],
      ['x402 price is 429 units, wrong amount', 'amount_mismatch'],
      ['x402 amount 500, wrong amount', 'amount_mismatch'],
    ] as const)
      expect(match({ errorText }).cause, errorText).toBe(cause);
  });

  it('and of other trades it says nothing', () => {
    for (const errorText of [
      'the oven timed out',
      'card payment timed out',
      'my train ticket expired',
      'insufficient balance on my prepaid phone',
      'npm registry returned 503',
    ])
      expect(match({ errorText }).status, errorText).toBe('no_match');
  });
});
