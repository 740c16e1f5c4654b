import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EvmSandbox, SANDBOX_BUYERS, sandboxAccount, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { DECLINES } from '../../src/values/problem.ts';
import { rowsOf } from '../support/campaign.ts';
import { decodePayment, type Market, openMarket, stockClient, strangerOn } from './support.ts';

/** Before money moves: what the service finds out by itself, and what it believes of the facilitator's `/verify`. */
let chain: EvmSandbox;
let market: Market;
beforeAll(async () => {
  chain = await startEvmSandbox();
});
afterAll(() => chain.stop());
afterEach(() => market.close());

const open = async (): Promise<void> => {
  market = await openMarket({ rpcUrl: chain.rpcUrl });
};
const UNAVAILABLE = { status: 503, body: { error: 'settlement_unavailable', retry: 'same_payment' } };
/** Signs one payment, and gets it back changed. */
const changed = (payment: string, change: (payload: { signature: string }) => void): string => {
  const envelope = JSON.parse(Buffer.from(payment, 'base64').toString()) as {
    payload: { signature: string };
  };
  change(envelope.payload);
  return Buffer.from(JSON.stringify(envelope)).toString('base64');
};
/** A payment that the facilitator has never seen: its purchase was cut off at verify. */
async function unspentPayment(index = 0) {
  const buyer = stockClient(market, SANDBOX_BUYERS[index]);
  market.hostile.verifyAnswer = () => ({ status: 500, body: {} });
  await buyer.buy();
  market.hostile.verifyAnswer = undefined;
  market.hostile.requests.length = 0;
  return { buyer, payment: buyer.payments.at(-1)! };
}
const nothingMoved = async () => {
  expect(market.hostile.calls('settle')).toBe(0);
  expect(await market.states()).toEqual([]);
  expect(await market.charges()).toBe(0);
};

describe('of what the facilitator says', () => {
  it('a facilitator without its node calls a good signature bad, and is not believed', async () => {
    await open();
    market.hostile.hasNode = false;
    let said: unknown;
    market.hostile.verifyAnswer = (truth) => {
      said = truth;
      return { body: truth };
    };
    expect(await stockClient(market).buy()).toMatchObject(UNAVAILABLE);
    expect(said).toMatchObject({ isValid: false, invalidReason: 'invalid_exact_evm_signature' });
    expect(market.reports).toEqual(['verify: facilitator verify: contradicts a signature that is good']);
    await nothingMoved();
  });

  const noAnswers: readonly (readonly [string, { status?: number; body: unknown }])[] = [
    ['500', { status: 500, body: { isValid: true } }],
    ['400 that says yes', { status: 400, body: { isValid: true } }],
    ['redirect', { status: 307, body: {} }],
    ['wrong shape', { body: { isValid: 'true' } }],
    ['array', { body: [] }],
    ['null', { body: null }],
    ['another payer', { body: { isValid: true, payer: SANDBOX_BUYERS[5]!.address } }],
    ['too much', { body: { isValid: true, padding: 'x'.repeat(70_000) } }],
    ['its own trouble', { body: { isValid: false, invalidReason: 'unexpected_verify_error' } }],
    ['a token that is not there', { body: { isValid: false, invalidReason: 'asset_not_deployed_contract' } }],
  ];
  it.each(rowsOf(noAnswers, (_, i) => i % 3 === 1))(
    'an answer that is no answer is a 503: %s',
    async (_name, answer) => {
      await open();
      market.hostile.verifyAnswer = () => answer;
      const seen = await stockClient(market).buy();
      expect(seen).toMatchObject(UNAVAILABLE);
      expect(seen.headers.has('payment-required')).toBe(false);
      await nothingMoved();
    },
  );

  it.each([
    ['invalid_exact_evm_payload_authorization_valid_before', 'authorization_expired'],
    ['invalid_exact_evm_payload_authorization_valid_after', 'authorization_not_yet_valid'],
    ['invalid_exact_evm_recipient_mismatch', 'wrong_recipient'],
    ['invalid_exact_evm_payload_authorization_value_mismatch', 'terms_mismatch'],
    ['eip6492_factory_not_allowed', 'unsupported_signature'],
    ['a code that nobody documents', 'settlement_refused'],
    ['__proto__', 'settlement_refused'],
    [undefined, 'settlement_refused'],
  ] as const)('refuses with a reason of ours: %s', async (invalidReason, reason) => {
    await open();
    market.hostile.verifyAnswer = () => ({ body: { isValid: false, invalidReason } });
    const { status, body } = await stockClient(market).buy();
    expect({ status, body }).toMatchObject({
      status: 402,
      body: { reason, failureBucket: DECLINES[reason].bucket, retry: DECLINES[reason].retry },
    });
    expect(JSON.stringify(body)).not.toContain('invalid_exact');
    await nothingMoved();
  });

  it('takes a refusal from a 4xx too', async () => {
    await open();
    market.hostile.verifyAnswer = () => ({
      status: 400,
      body: { isValid: false, invalidReason: 'eip6492_factory_not_allowed' },
    });
    expect(await stockClient(market).buy()).toMatchObject({
      status: 402,
      body: { reason: 'unsupported_signature' },
    });
  });

  it('never shows the facilitator what the payer did not sign', async () => {
    await open();
    const { buyer, payment } = await unspentPayment();
    const forged = changed(payment, (payload) => {
      Object.assign(payload, {
        authorization: { ...decodePayment(payment).authorization, nonce: `0x${'11'.repeat(32)}` },
      });
    });
    expect(await buyer.again(forged)).toMatchObject({ status: 402, body: { reason: 'invalid_signature' } });
    expect(market.hostile.requests).toEqual([]);
    await nothingMoved();
  });

  it('is down with its facilitator, and says that nothing moved', async () => {
    await open();
    const buyer = stockClient(market);
    market.hostile.verifyAnswer = () => ({ status: 503, body: 'maintenance' });
    expect(await buyer.buy()).toMatchObject(UNAVAILABLE);
    market.hostile.verifyAnswer = undefined;
    expect(await buyer.again()).toMatchObject({ status: 200 });
    expect(buyer.payments).toHaveLength(1);
    expect(await market.charges()).toBe(1);
  });

  it('tells operators and buyers nothing of the payment or of what the facilitator wrote', async () => {
    await open();
    const buyer = stockClient(market);
    market.hostile.verifyAnswer = () => ({ status: 500, body: { leak: 'SECRET-OF-THE-FACILITATOR' } });
    const { body } = await buyer.buy();
    const { signature, authorization } = decodePayment(buyer.payments[0]!);
    const said = JSON.stringify([body, market.reports]).toLowerCase();
    for (const secret of [
      'secret-of',
      signature,
      authorization.nonce,
      authorization.from,
      market.hostile.url,
    ])
      expect(said).not.toContain(secret.toLowerCase());
  });
});

describe('only a chain can tell', () => {
  it('that the balance is too low: the facilitator is not asked', async () => {
    await open();
    const empty = stockClient(market, sandboxAccount('empty'));
    expect(await empty.buy()).toMatchObject({ status: 402, body: { reason: 'insufficient_balance' } });
    expect(market.hostile.requests).toEqual([]);
  });

  // Used by whom, and where is the missing money? It may have paid us in a block that our node has not seen yet: a 402
  // would have the buyer sign a second payment.
  it.each([
    'invalid_exact_evm_nonce_already_used',
    'nonce_already_used',
    'insufficient_funds',
    'invalid_exact_evm_insufficient_balance',
  ])('that two nodes differ, so that the truth is not known: %s', async (invalidReason) => {
    await open();
    const buyer = stockClient(market);
    market.hostile.verifyAnswer = () => ({ body: { isValid: false, invalidReason } });
    expect(await buyer.buy()).toMatchObject(UNAVAILABLE);
    expect(market.reports).toEqual(['verify: facilitator verify: sees another chain than we do']);
    await nothingMoved();
    market.hostile.verifyAnswer = undefined;
    // A chain that is slow to answer is one more 503, for the same payment.
    await expect.poll(() => buyer.again()).toMatchObject({ status: 200 });
    expect([buyer.payments.length, await market.charges()]).toEqual([1, 1]);
  });

  it('that a failed simulation is the trouble of the facilitator', async () => {
    const answer = { isValid: false, invalidReason: 'invalid_exact_evm_transaction_simulation_failed' };
    await open();
    market.hostile.verifyAnswer = () => ({ body: answer });
    expect(await stockClient(market).buy()).toMatchObject(UNAVAILABLE);
    await nothingMoved();
  });
});

describe('an authorization that was used before we saw it', () => {
  it('is not sold when a third party broadcast it, twice within seconds', async () => {
    await open();
    for (const index of [0, 1]) {
      const { buyer, payment } = await unspentPayment(index);
      await strangerOn(chain.rpcUrl).broadcast(decodePayment(payment));
      expect(await buyer.again()).toMatchObject({
        status: 409,
        body: { error: 'payment_reused', retry: 'never' },
      });
    }
    expect(await market.states()).toEqual([]);
    expect(market.hostile.calls('settle')).toBe(0);
    expect(await market.charges()).toBe(2);
  });

  it('is not sold again when the facilitator had broadcast it and the journal is gone', async () => {
    await open();
    const buyer = stockClient(market);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    await market.loseJournal();
    expect(await buyer.again()).toMatchObject({ status: 409, body: { error: 'payment_reused' } });
    expect(await market.states()).toEqual([]);
  });

  it('is not sold while nobody can say who broadcast it', async () => {
    await open();
    const buyer = stockClient(market);
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    await market.loseJournal();
    market.hostile.supportedAnswer = () => ({ status: 500, body: {} });
    expect(await buyer.again()).toMatchObject(UNAVAILABLE);
    expect(await market.states()).toEqual([]);
  });

  it('is delivered to a buyer who was told 402 when the facilitator went back on its refusal', async () => {
    await open();
    market.hostile.mode = '200_success_false';
    const buyer = stockClient(market);
    expect(await buyer.buy()).toMatchObject({ status: 402 });
    await strangerOn(chain.rpcUrl).broadcast(decodePayment(buyer.payments[0]!));
    expect(await buyer.again()).toMatchObject({ status: 200 });
    expect(await market.charges()).toBe(1);
  });
});
