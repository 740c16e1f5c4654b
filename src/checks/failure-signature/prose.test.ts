import { describe, expect, it } from 'vitest';
import { CONCEPTS } from './concepts.ts';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import { match } from './match.ts';
import { toldIn } from './prose.ts';
import { SAYINGS } from './sayings.ts';

const ask = (errorText: string) => match({ errorText });
const lead = (errorText: string) => {
  const [first] = ask(errorText).matches;
  return [first?.cause, first?.confidence];
};
const causes = (text: string) => new Set(toldIn(text).map(({ cause }) => cause));

describe('reports in words', () => {
  it('every cause has sayings, and every concept is one that is declared and used', () => {
    const named =
      Object.values(SAYINGS)
        .join('\n')
        .match(/\b[A-Z][A-Z0-9_]+\b/g) ?? [];
    expect(Object.keys(SAYINGS).sort()).toEqual(Object.keys(CAUSES).sort());
    expect([...new Set(named)].sort()).toEqual(Object.keys(CONCEPTS).sort());
  });

  it.each<[Cause, string]>([
    ['price_above_cap', 'SpendCapError: paymentAmountExceedsMax'],
    ['insufficient_funds', 'agent wallet ran out of USDC on Base, every paid call comes back with 402'],
    ['wrong_network', 'client signs for base-sepolia but seller only accepts eip155:8453'],
    ['idempotency_conflict', '409 a payment with this id is being processed'],
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

  it('what is said together stands together', () => {
    const apart = `signer mismatch ${'and so on '.repeat(40)} recovered`;
    expect(causes('recovered signer mismatch')).toContain('invalid_signature');
    expect(causes(`recovered ${'and so on '.repeat(40)} mismatch`)).not.toContain('invalid_signature');
    expect(causes(apart)).not.toContain('wrong_recipient');
  });

  it('what is denied was not said', () => {
    expect(causes('authorization expired')).toContain('authorization_expired');
    expect(causes('there is no authorization expired')).not.toContain('authorization_expired');
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

  it('the inner failure comes before what wraps it', () => {
    expect(ask('settlement failed: ERC20: transfer amount exceeds balance').cause).toBe('insufficient_funds');
    expect(ask('Facilitator error: 400 invalid_exact_evm_payload_signature').cause).toBe('invalid_signature');
  });
});
