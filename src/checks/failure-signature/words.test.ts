import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import learnt from './learnt.artefact.json' with { type: 'json' };
import { chancesOf } from './learnt.ts';
import { match } from './match.ts';

const ask = (errorText: string) => match({ errorText });
const lead = (errorText: string) => {
  const [first] = ask(errorText).matches;
  return [first?.cause, first?.confidence];
};

describe('reports in words', () => {
  it('every cause has examples, and every file of examples is a cause', () => {
    expect([...learnt.classes].sort()).toEqual([...Object.keys(CAUSES), 'none'].sort());
    for (const name of learnt.classes)
      expect(existsSync(new URL(`../../../data/failures/words/${name}.txt`, import.meta.url)), name).toBe(
        true,
      );
  });

  it.each<[Cause, string]>([
    ['price_above_cap', 'SpendCapError: paymentAmountExceedsMax'],
    ['insufficient_funds', 'agent wallet ran out of USDC on Base, every paid call comes back with 402'],
    ['wrong_network', 'client signs for base-sepolia but seller only accepts eip155:8453'],
    ['idempotency_conflict', '409 from the paid route: a payment with this id is being processed'],
    ['gas_or_settler', 'facilitator wallet has no ETH for gas'],
    ['discovery_rejected', 'my API does not appear in x402scan'],
    ['rpc_unavailable', 'Alchemy returns 429 while verifying balance'],
    ['smart_wallet_signature', 'facilitator only supports EOA signatures, our Safe fails'],
  ])('%s: %s', (cause, text) => {
    const answer = ask(text);
    expect(answer.cause).toBe(cause);
    // People's words are never a ground to be sure.
    expect(answer.matches[0]!.confidence).toBe('possible');
  });

  it('frames of a stack say nothing, and the end of a log counts for more than its middle', () => {
    const frames = Array.from({ length: 40 }, (_, i) => `    at settle${i} (/srv/nonce/expired.js:${i}:2)`);
    const told = 'x402: the payer holds too little USDC, not enough funds';
    expect(chancesOf(`${told}\n${frames.join('\n')}`)).toEqual(chancesOf(told));
    const log = `${'paid call ok\n'.repeat(900)}x402 retry: validBefore is in the past, the authorization has expired`;
    expect(ask(log).matches.map(({ cause }) => cause)).toContain('authorization_expired');
  });

  it('nothing is found where nothing fails', () => {
    for (const text of [
      'TideData: tide tables over x402, paid per call in USDC on Base. Try it today!',
      'How to add a paywall to a route: install the packages and wrap the handler.',
      'A facilitator settles payments on behalf of a seller.',
    ])
      expect(ask(text).status, text).toBe('no_match');
  });

  it('nothing is found where all is well, by its own words', () => {
    for (const text of [
      'x402 v2 migration went smoothly, 0 errors in 48 h, all routes answer 402 and settle',
      'Test run: 168 passed, 0 failed (x402 package)',
      'payment-response: {"success":true,"transaction":"0x7d1c"} HTTP 200, body as expected',
    ])
      expect(ask(text).status, text).toBe('no_match');
    for (const text of [
      'x402 payment failed: insufficient_funds, 0 errors before today',
      'x402 went smoothly, then the paid call is rejected: invalid_signature',
    ])
      expect(ask(text).status, text).toBe('matched');
  });

  it('terms of a challenge say nothing of what went wrong', () => {
    const body = (error: string) =>
      JSON.stringify({
        x402Version: 1,
        error,
        accepts: [{ scheme: 'exact', network: 'base-sepolia', maxAmountRequired: '1000', asset: '0x0' }],
      });
    expect(lead(body('invalid_payload'))[0]).toBe('malformed_payment_header');
    expect(lead(body('Unsupported scheme'))[0]).toBe('unsupported_scheme');
  });
});

describe('strong', () => {
  it.each([
    ['a code that many causes share', '{"isValid":false,"invalidReason":"invalid_payload"}'],
    [
      'what a runtime says of itself',
      "x402 TypeError: Cannot read properties of undefined (reading 'scheme')",
    ],
    ['a cause that wraps others', 'x402 settle: execution reverted'],
    [
      'several causes in one text',
      'invalid_exact_evm_insufficient_balance; earlier: invalid_exact_evm_payload_authorization_valid_before',
    ],
  ])('is never said on %s', (_name, text) => {
    expect(lead(text)[1]).toBe('possible');
  });

  it('is said on one specific code, and on a whole message', () => {
    expect(lead('{"invalidReason":"invalid_exact_evm_insufficient_balance"}')).toEqual([
      'insufficient_funds',
      'strong',
    ]);
    expect(lead('execution reverted: ERC20: transfer amount exceeds balance')).toEqual([
      'insufficient_funds',
      'strong',
    ]);
  });
});

describe('who speaks', () => {
  const RUNTIME = "TypeError: Cannot read properties of undefined (reading 'scheme')";
  it('a client means the challenge, a seller or facilitator the payment', () => {
    expect(ask(`${RUNTIME} at wrapFetchWithPayment (x402-fetch)`).cause).toBe('malformed_challenge');
    expect(ask(`{"isValid":false,"invalidMessage":"${RUNTIME}"}`).cause).toBe('malformed_payment_header');
  });

  it('a decoder names neither side for sure: whose header it read does', () => {
    const atob = 'InvalidCharacterError: The string to be decoded is not correctly encoded. at atob';
    const python = 'binascii.Error: Incorrect padding';
    for (const text of [
      `${atob} at decodePaymentRequiredHeader, the header is {"x402Version":2,"accepts":[]} in clear`,
      `x402-fetch: ${atob} in wrapFetchWithPayment, PAYMENT-REQUIRED is plain JSON`,
    ]) {
      expect(lead(text)[0], text).not.toBe('malformed_payment_header');
      expect(lead(text)[1], text).not.toBe('strong');
    }
    for (const text of [
      `x402 server: ${atob} at decodePayment`,
      `x402 middleware: ${python} in X-PAYMENT, decode_payment`,
    ])
      expect(lead(text), text).toEqual(['malformed_payment_header', 'possible']);
  });

  it('the inner failure comes before what wraps it', () => {
    expect(ask('settlement failed: ERC20: transfer amount exceeds balance').cause).toBe('insufficient_funds');
    expect(ask('Facilitator error: 400 invalid_exact_evm_payload_signature').cause).toBe('invalid_signature');
  });
});

describe('the same words in another trade', () => {
  it.each([
    // Cards, banks, subscriptions.
    "StripeError: Your card was declined. code: 'card_declined', statusCode: 402",
    'The direct debit came back unpaid, the bank account has insufficient funds',
    'Error 402: your free plan reached its monthly limit, upgrade your plan to go on',
    // Logins and signatures.
    'Nonce mismatch after the OpenID login, please try again',
    'Webhook signature verification failed: Invalid signature',
    'jwt error: signature verification failed, token has expired',
    // What a runtime or a server says of anything.
    "TypeError: Cannot read properties of undefined (reading 'length') at Basket (Basket.jsx:12)",
    'Server not initialized: start the language server first',
    // Numbers that are no status.
    'Elevator controller error 402 door zone sensor',
    'expected 402 rows, got 401',
    // Wallets of people and of games.
    "Cannot read properties of undefined (reading 'connected') when I press Connect Wallet",
    'steam wallet code already redeemed',
    'bitcoind: Requested wallet does not exist or is not loaded',
  ])('%s', (text) => {
    expect(ask(text).status).toBe('no_match');
  });

  it('is a paid call again when it is named, or when a status comes with it', () => {
    expect(ask('x402: Invalid signature').cause).toBe('invalid_signature');
    expect(match({ errorText: 'Error: Missing WWW-Authenticate header.', statusCode: 402 }).cause).toBe(
      'malformed_challenge',
    );
  });
});
