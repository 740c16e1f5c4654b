import { describe, expect, it } from 'vitest';
import { OF_FAMILY } from '../general/families.ts';
import { GENERAL } from '../general/index.ts';
import { match } from '../match.ts';
import { flatten } from '../read.ts';
import { readingOf } from './index.ts';

const EVM_ONLY = /\bcast (?:call|code|balance|nonce|block)|authorizationState|wallet_(?:add|switch)Ethereum/;

const moneyIn = (text: string) => {
  const { settled, charged } = readingOf(flatten(text));
  return settled ? 'moved' : charged ? 'said' : 'nothing';
};
const first = (errorText: string) => match({ errorText }).matches[0]!;

describe('money moved', () => {
  it.each([
    ['members of an answer', '{"error":"upstream","charged":0.3,"refunded":false}'],
    ['members in another order', '{"refunded":false,"credits":2,"charged":"1.20"}'],
    ['a coin that was more before the calls', 'pathUSD 3.10 (was 3.25 before my three calls)'],
    ['a balance that was more before the payment', 'wallet: 7.5 USDC, it was 8 before this payment'],
    ['an amount for each try', 'no file came, 25 sats gone per attempt'],
    ['an explorer beside a hash', 'arbiscan: 0x77aa01…c3 Success, the seller says failed'],
    ['a broadcast that confirmed', 'broadcast 0x77aa01…c3 confirmed; then 402 again'],
    ['a balance that is lower', 'agent: two 502, then 200; balance is 0.04 lower'],
    [
      'a payment with its confirmed transaction',
      'tool says paid: tx 0x12ab34…9f confirmed on base; then 402',
    ],
    ['an invoice with its preimage', 'invoice paid, preimage: 03fe12, the gate says 402'],
  ])('is shown by %s', (_name, text) => {
    expect(moneyIn(text)).toBe('moved');
  });

  it.each([
    ['{"error":"upstream","charged":0,"refunded":false}'],
    ['{"error":"upstream","charged":"0.00","refunded":false}'],
    ['{"error":"upstream","charged":false,"refunded":false}'],
    ['{"error":"upstream","charged":0.3,"refunded":true}'],
    ['{"charged":0.3}, {"other":1,"refunded":false}'],
    ['pathUSD 3.25 (was 3.10 before my three calls)'],
    ['25 sats left per attempt'],
    ['arbiscan: 0x77aa01…c3 Fail'],
    ['broadcast 0x77aa01…c3 not confirmed'],
    ['broadcast 0x77aa01…c3 confirmed, status 0 reverted'],
    ['approve Permit2: broadcast 0x77aa01…c3 confirmed'],
    ['paid: tx 0x12ab34…9f confirmed, status 0 reverted'],
    ['invoice paid, preimage: undefined'],
  ])('is not shown by %s', (text) => {
    expect(moneyIn(text)).not.toBe('moved');
  });

  it('is said, and not shown, by a balance that fell at some time', () => {
    for (const text of ['USDC 4 (was 5 last week)', 'sBTC was 90 sats on Monday, it is 10 now'])
      expect(moneyIn(text), text).toBe('said');
    for (const text of ['USDC 5 (was 4 last week)', 'sBTC was 10 sats on Monday, it is 90 now'])
      expect(moneyIn(text), text).toBe('nothing');
  });
});

describe('a shown charge', () => {
  it.each([
    'x402 proxy: ECONNREFUSED behind it, {"charged":"0.4","refunded":false}, four times',
    'MCP tool x402: -32001 request timed out, tried four times, 50 sats gone per try',
  ])('is not answered by "send again": %s', (text) => {
    const { money, smallestFix } = first(text);
    expect(money).toMatchObject({ moved: 'yes', sendSameAgain: 'no', signAnew: 'no' });
    expect(smallestFix).toMatch(/stop the retries/i);
  });

  it('signs nothing anew after a confirmed transaction whose header the seller did not read', () => {
    const refused = 'client signed; 402 {"error":"PAYMENT-SIGNATURE header is required"} for X-PAYMENT';
    expect(first(refused).money.moved).not.toBe('yes');
    expect(first(`broadcast 0x77aa01…c3 confirmed; ${refused}`).money).toMatchObject({
      moved: 'yes',
      signAnew: 'no',
    });
  });
});

describe('what is open is not called settled, nor void', () => {
  it('a refusal of what reached settlement does not free another payment', () => {
    const refused = 'x402 server: 402 unsupported_scheme';
    expect(first(refused).money).toMatchObject({ moved: 'no', signAnew: 'yes' });
    const reached = first(`${refused}; /settle: unexpected answer`);
    expect(reached.cause).toBe('unsupported_scheme');
    expect(reached.money).toMatchObject({ moved: 'maybe', signAnew: 'once_void' });
  });

  it('an empty 500 without PAYMENT-RESPONSE is no paid answer', () => {
    const text = 'x402 call with X-PAYMENT: the upstream of the seller answers 502';
    expect(first(`${text}, PAYMENT-RESPONSE: eyJz`).case).toBe('paid-and-upstream-failed');
    const { case: told, money } = first(`${text} and no PAYMENT-RESPONSE`);
    expect(told).not.toBe('paid-and-upstream-failed');
    expect(money.moved).toBe('maybe');
  });

  it('a preflight that stops the payment header stops a payment that is signed', () => {
    const { money } = first(
      'CORS: Request header field payment-signature is not allowed in preflight response',
    );
    expect(money).toMatchObject({ sendSameAgain: 'yes', signAnew: 'once_void' });
  });

  it('an offer a million times too high is not to be signed', () => {
    const { smallestFix } = first('x402 route with price: "2500", the 402 asks 2500000000, buyers refuse');
    expect(smallestFix).toMatch(/read as dollars/);
    expect(smallestFix).not.toMatch(/sign exactly/i);
  });
});

describe('a chain that is neither EVM nor Solana', () => {
  it.each([
    'x402 on Hedera: token of the payment is not the asset, wrong asset',
    'x402 relay on Stacks: rpc node answers 503, unable to read the account',
  ])('gets no command of EVM: %s', (text) => {
    const { smallestFix } = first(text);
    expect(smallestFix).toMatch(/ that chain|this chain|newest block/);
    expect(smallestFix).not.toMatch(EVM_ONLY);
  });

  it('and no general fix has one for it', () => {
    for (const [cause, fix] of Object.entries(GENERAL)) {
      const { other } = OF_FAMILY[cause as keyof typeof GENERAL] ?? {};
      expect(other ?? fix, cause).not.toMatch(EVM_ONLY);
    }
  });

  it.each([
    'x402 on Hedera: asset 0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    'x402 sponsor relay: dropped_replace_by_fee',
  ])('is known by its name or its relay, whatever addresses stand beside it: %s', (text) => {
    expect(readingOf(flatten(text)).family).toBe('other');
  });
});

describe('a secret made at start', () => {
  const gate = 'L402 gate: const SIGNING_KEY = randomBytes(32); since the restart 402, invalid macaroon';
  it('is told with "Money moved" only where somebody paid', () => {
    expect(first(`${gate}, for buyers who paid`).case).toBe('secret-made-at-start');
    for (const nobody of ['on our paid route', 'they have paid calls too', 'nobody has paid yet'])
      expect(match({ errorText: `${gate}, ${nobody}` }).money?.moved, nobody).not.toBe('yes');
  });
});

describe('"mined" is said of what is in a block', () => {
  const alike = 'x402 payment failed: the trial run of the transfer does not pass, simulation_failed';
  it.each([alike, '402 {"x402Version":2,"error":"permit2_simulation_failed"}'])('not of %s', (text) => {
    expect(first(text).smallestFix).not.toMatch(/was mined|is on chain and failed/);
  });
  it('and a case that says it fits no text without a trace of a chain', () => {
    const mined = { id: 'x', of: ['settlement_failed'], says: /x402/, acts: 'seller', fate: 'dead' } as const;
    const fix = 'The transaction was mined and reverted.';
    expect(readingOf(alike).fits({ ...mined, fix })).toBe(false);
    expect(readingOf(`${alike}; tx 0x12ab34cd`).fits({ ...mined, fix })).toBe(true);
    expect(readingOf(alike).fits({ ...mined, fix: 'Fund it.' })).toBe(true);
  });
});

describe('a payment that is said to have reached the chain', () => {
  const refused = 'x402 402 {"isValid":false,"invalidReason":"invalid_exact_evm_payload_signature"}';
  it.each([
    'their support says that the payment went onchain',
    'it went on-chain an hour ago',
    'the answer gave me a transaction hash, 0x12ab34…9f',
    'the transfer is on chain, they say',
    'there is a tx hash in the body',
  ])('is never told that nothing moved, and looks there before it signs anew: %s', (said) => {
    for (const text of [
      `${refused}; ${said}`,
      `x402: settlement failed, the seller answers 402 again; ${said}`,
    ]) {
      const { money, smallestFix } = first(text);
      expect(money.moved, text).not.toBe('no');
      expect(money.signAnew, text).not.toBe('yes');
      expect(smallestFix, text).toMatch(/look in the explorer first|Money moved/);
    }
  });
  it.each([
    'it never went on chain',
    'we couldn’t get it sent on chain',
    'the answer has no transaction hash',
    'it went on chain and reverted, status 0',
  ])('is no claim here: %s', (text) => {
    expect(moneyIn(text)).toBe('nothing');
  });
  it('a settlement that was left out is no charge, and a balance that did not move "as far as I see" is none either way', () => {
    const skipped = 'x402 seller: openai 429 insufficient_quota, handler status 500 -> settlement skipped';
    expect(first(skipped).money.moved).not.toBe('yes');
    const hedged =
      'x402 on Solana: my payment was okay but settlement failed, it was dropped; balance didn’t move as far as I can tell';
    expect(first(hedged).money.moved).not.toBe('no');
  });
});

describe('no failure of a paid call', () => {
  it.each([
    'insufficient funds for gas * price + value: balance 0, tx cost 42000; I send 9 USDC to Binance',
    'Aave: borrow cap exceeded, health factor 2.1, 300 USDC',
    'docs: list the EIP-712 names of USDC by chain in the guide. No code change.',
    'Release 3.1.0 - @x402/core: settlement errors now carry a reason, compute limit lowered. Thanks to all contributors!',
  ])('is %s', (text) => {
    expect(match({ errorText: text }).status).toBe('no_match');
  });
  it.each([
    'Release 3.1.0 - after the update: {"invalidReason":"invalid_exact_evm_insufficient_balance"}',
    'x402 settle fails: insufficient funds for gas * price + value: balance 0',
    'x402 client hangs after signing, no answer',
  ])('but %s is one', (text) => {
    expect(match({ errorText: text }).status).toBe('matched');
  });
});
