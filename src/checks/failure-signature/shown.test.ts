import { describe, expect, it } from 'vitest';
import { match } from './match.ts';

const first = (errorText: string) => match({ errorText }).matches[0]!;

describe('money is what a text shows', () => {
  const refused = '{"invalidReason":"invalid_exact_evm_insufficient_balance"}';

  it('a settlement or a debit outweighs a code that says nothing moved', () => {
    expect(first(refused)).toMatchObject({ confidence: 'strong', money: { moved: 'no' } });
    for (const shown of [
      'basescan: Status Success',
      'agent then signed again, 2 debits on chain',
      'wallet has 0.02 USDC less than before',
      'the usdc left the wallet',
      '"charged":"0.01 USDC","settled":true',
    ])
      expect(first(`${refused}; ${shown}`).money, shown).toMatchObject({
        moved: 'yes',
        signAnew: 'no',
      });
    for (const short of ['wallet has 0.02 USDC left', '2 debits expected', 'no USDC left the wallet'])
      expect(first(`${refused}; ${short}`).money.moved, short).not.toBe('yes');
  });

  it('no transaction, one that reverted, a refusal at /verify: nothing moved', () => {
    const said = 'x402 paid call fails at the facilitator';
    expect(first(said).money.moved).toBe('maybe');
    for (const shown of [
      'no transaction',
      'the balance did not move',
      'explorer: status 0 reverted',
      '{"isValid":false,"invalidReason":"invalid_payload"}',
    ])
      expect(first(`${said}; ${shown}`).money, shown).toMatchObject({ moved: 'no', signAnew: 'once_void' });
  });

  it('but not where the outcome is open all the same', () => {
    const said = 'x402 paid call fails at the facilitator';
    for (const open of [
      'settle timed out, no transaction yet',
      'no transaction hash',
      'PAYMENT-RESPONSE does not decode, no transaction known',
      'settlement_pending, the balance did not move',
      '{"isValid":false,"invalidReason":"nonce already used"}',
      'no transaction for it, we were charged',
    ])
      expect(first(`${said}; ${open}`).money.moved, open).not.toBe('no');
  });

  it('a nonce unused and a time that is over make it void, either alone does not', () => {
    const said = 'x402 client: timeout of the paid request, ECONNABORTED';
    const over = 'authorizationState false, validBefore has passed';
    expect(first(`${said}; ${over}`)).toMatchObject({
      case: 'nonce-unused-and-expired',
      money: { moved: 'no', sendSameAgain: 'no', signAnew: 'yes' },
    });
    const later = (seconds: number) =>
      first(`${said}; 5 min later authorizationState false, maxTimeoutSeconds was ${seconds}`).money.signAnew;
    expect([later(60), later(300), later(600)]).toEqual(['yes', 'no', 'no']);
    for (const open of [
      'authorizationState false',
      'validBefore has passed',
      'authorizationState true, validBefore has passed',
      `${over}, we were charged`,
      'authorizationState false; the seller says authorization expired',
    ])
      expect(first(`${said}; ${open}`).money.signAnew, open).not.toBe('yes');
  });

  it('what failed at the start, or unpaid, was never signed for', () => {
    for (const shown of ['the server does not start', 'it throws on boot', 'the unpaid call says 500'])
      expect(first(`x402 middleware error: missing facilitator; ${shown}`).money, shown).toMatchObject({
        moved: 'no',
        sendSameAgain: 'nothing_signed',
      });
  });
});

describe('what is refused for good is not sent again', () => {
  it.each([
    ['amount_mismatch', 'x402 verify log: Invalid payment value (expected 2000000, got 1000000)'],
    [
      'unsupported_scheme',
      'x402 seller: could not reach a Solana RPC to verify; it wants the raw tx signature in X-PAYMENT',
    ],
    ['payment_reused', 'x402: first submit 200, second submit of identical X-PAYMENT: 502'],
    ['session_or_channel', 'mppx close refused: cumulative below last accepted voucher'],
  ])('%s', (cause, text) => {
    expect(match({ errorText: text }).cause).toBe(cause);
    expect(first(text).money.sendSameAgain).toBe('no');
  });

  it('a close is signed for what was accepted, with no price on top', () => {
    const { smallestFix, money } = first(
      'mppx close refused: cumulative below last accepted voucher, {"acceptedCumulative":"3000"}',
    );
    expect(smallestFix).toContain('`acceptedCumulative`');
    expect(smallestFix).not.toMatch(/plus the price/);
    expect(money.signAnew).toBe('no');
  });
});

describe('commands are those of the chain', () => {
  it.each([
    ['stellar', 'x402 on Stellar: settlement_pending, outcome unknown'],
    ['soroban', 'x402 smart wallet, __check_auth: unexpected_settle_error'],
    ['solana', 'x402 on Solana: unexpected_settle_error'],
    ['tempo', 'mppx tempo charge: no answer after the payment, was it settled or not?'],
  ])('%s asks no authorizationState', (_, text) => {
    expect(first(text).smallestFix).not.toContain('authorizationState(');
  });

  it('and an EVM text does', () => {
    expect(first('x402 on Base: settlement_pending, outcome unknown').smallestFix).toContain(
      'authorizationState(',
    );
  });

  it('what one instance refuses another may take, and what is verified was signed: nothing is signed beside it', () => {
    for (const text of [
      'mppx pod-b: credential refused, challenge id not issued by this server; pod-a takes the same credential',
      'x402 verify: isValid=false invalidReason=unexpected_verify_error, readContract balanceOf: HTTP 429 https://mainnet.base.org over rate limit',
    ])
      expect(first(text).money.signAnew, text).not.toBe('yes');
  });
});
