import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EvmSandbox, SANDBOX_BUYERS, startEvmSandbox } from '../../src/sandbox/chain.ts';
import { rowsOf } from '../support/campaign.ts';
import type { Mode } from './hostile.ts';
import { decodePayment, type Market, openMarket, stockClient, strangerOn } from './support.ts';

/**
 * Every way in which a facilitator can go wrong, against the real gate and journal, with the stock client: it signs
 * anew for every 402 that it sees, so that one 402 too many is a second charge.
 */
let chain: EvmSandbox;
let market: Market;
beforeAll(async () => {
  chain = await startEvmSandbox();
});
afterAll(() => chain.stop());
afterEach(() => market.close());

const open = async (
  mode: Mode,
  options: { elsewhere?: string; realTime?: boolean } = {},
): Promise<Market> => {
  market = await openMarket({ rpcUrl: chain.rpcUrl, ...options });
  market.hostile.mode = mode;
  return market;
};

const PENDING = { status: 503, body: { error: 'settlement_pending', retry: 'same_payment' } };

/** What the first send of the payment sees. */
type First = 'delivered' | 'pending';
interface Row {
  readonly mode: Mode;
  readonly first: First;
}
const MONEY_MOVES: readonly Row[] = [
  { mode: 'clean', first: 'delivered' },
  { mode: 'slow', first: 'delivered' },
  { mode: 'success_no_tx', first: 'delivered' },
  { mode: 'wrong_network', first: 'delivered' },
  { mode: 'wrong_payer', first: 'delivered' },
  { mode: 'duplicate', first: 'delivered' },
  { mode: 'settlement_pending', first: 'delivered' },
  { mode: 'accept_then_timeout', first: 'pending' },
  { mode: '5xx_after_settle', first: 'pending' },
  { mode: 'garbage', first: 'pending' },
  { mode: 'huge', first: 'pending' },
];
const NOTHING_SENT: readonly Mode[] = [
  'verify_ok_settle_fail',
  'success_unpaid',
  'foreign_transaction',
  'pending_lost',
  'drop_request',
  'redirect_307',
];

describe('the money moved, whatever the facilitator says', () => {
  it.each(rowsOf(MONEY_MOVES, (_, i) => i % 3 === 1))(
    '$mode: paid once, delivered',
    async ({ mode, first }) => {
      await open(mode);
      const buyer = stockClient(market);
      const seen = await buyer.buy();
      expect(seen.status).toBe(first === 'delivered' ? 200 : 503);
      if (first === 'pending') {
        expect(seen).toMatchObject(PENDING);
        expect(seen.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(seen.headers.has('payment-required')).toBe(false);
      }
      // Still in this mode: the chain alone has to be enough.
      const again = await buyer.again();
      expect(again.status).toBe(200);
      expect(await market.states()).toEqual(['delivered']);
      expect(buyer.payments).toHaveLength(1);
      expect(await market.charges()).toBe(1);
    },
  );
});

describe('nothing was sent, and nobody can know', () => {
  it.each(rowsOf(NOTHING_SENT, (_, i) => i < 2))(
    '%s: pending, and the same payment is charged once when all is well',
    async (mode) => {
      await open(mode);
      market.hostile.foreign = await strangerOn(chain.rpcUrl).give(SANDBOX_BUYERS[5]!, market.payTo, 1n);
      const buyer = stockClient(market);
      expect(await buyer.buy()).toMatchObject(PENDING);
      expect(await market.lettingLeasesRunOut(() => buyer.again())).toMatchObject(PENDING);
      expect(await market.charges()).toBe(0);
      // The second answer took 15 s, and the facilitator was asked every few seconds of them, not all the time.
      expect(market.hostile.calls('settle')).toBeGreaterThan(2);
      expect(market.hostile.calls('settle')).toBeLessThan(12);
      market.hostile.mode = 'clean';
      expect(await market.lettingLeasesRunOut(() => buyer.again())).toMatchObject({ status: 200 });
      expect(await buyer.again()).toMatchObject({ status: 200 });
      expect(buyer.payments).toHaveLength(1);
      expect(await market.charges()).toBe(1);
    },
  );

  it('does not follow a redirect with the signature', async () => {
    const elsewhere = await openMarket({ rpcUrl: chain.rpcUrl });
    try {
      await open('redirect_307', { elsewhere: elsewhere.hostile.url });
      expect(await stockClient(market).buy()).toMatchObject(PENDING);
      expect(elsewhere.hostile.requests).toEqual([]);
      expect(await market.charges()).toBe(0);
    } finally {
      await elsewhere.close();
    }
  });

  it.each([
    ["somebody else's", 1, 2],
    ["the same buyer's", 1, 1],
  ])('believes in no earlier payment to the same seller, %s', async (_whose, one, other) => {
    await open('clean');
    const { headers } = await stockClient(market, SANDBOX_BUYERS[one]).buy();
    market.hostile.foreign = transactionOf(headers);
    market.hostile.mode = 'foreign_transaction';
    expect(await stockClient(market, SANDBOX_BUYERS[other]).buy()).toMatchObject(PENDING);
    expect(await market.charges()).toBe(1);
  });
});

describe('a refusal', () => {
  it.each([
    ['insufficient_funds', 'settlement_refused'],
    ['invalid_exact_evm_insufficient_balance', 'settlement_refused'],
    ['invalid_exact_evm_transaction_simulation_failed', 'settlement_refused'],
    ['invalid_payload', 'settlement_refused'],
  ])(
    '%s before anything was sent is a 402, again and again, and never charged later',
    async (code, reason) => {
      await open('200_success_false');
      market.hostile.refusal = code;
      const buyer = stockClient(market);
      expect(await buyer.insist(2)).toMatchObject({ status: 402, body: { reason, retry: 'new_approval' } });
      expect(buyer.payments).toHaveLength(2);
      expect(await market.states()).toEqual(['failed', 'failed']);
      market.hostile.mode = 'clean';
      const settles = market.hostile.calls('settle');
      await market.lettingLeasesRunOut(() => market.sweep());
      expect(market.hostile.calls('settle')).toBe(settles);
      expect(await market.charges()).toBe(0);
      expect(await buyer.insist()).toMatchObject({ status: 200 });
      expect(await market.charges()).toBe(1);
    },
  );

  it.each([
    'settle_exact_evm_transaction_confirmation_timed_out',
    'settle_exact_node_failure',
    'invalid_exact_evm_transaction_failed',
    'unexpected_settle_error',
    'invalid_exact_evm_nonce_already_used',
    'constructor',
    '',
  ])('"%s" may mean that something was sent: pending', async (code) => {
    await open('200_success_false');
    market.hostile.refusal = code;
    const buyer = stockClient(market);
    expect(await buyer.buy()).toMatchObject(PENDING);
    market.hostile.mode = 'clean';
    expect(await market.lettingLeasesRunOut(() => buyer.again())).toMatchObject({ status: 200 });
    expect(await market.charges()).toBe(1);
  });

  it('gives way to the chain: a facilitator that took the money cannot call it refused', async () => {
    await open('200_success_false');
    const buyer = stockClient(market);
    market.hostile.beforeSettle = async () => {
      await strangerOn(chain.rpcUrl).broadcast(decodePayment(buyer.payments.at(-1)!));
    };
    expect(await buyer.buy()).toMatchObject({ status: 200 });
    expect(await market.charges()).toBe(1);
  });

  it('of a balance that was spent between verify and settle says so', async () => {
    await open('clean');
    const buyer = stockClient(market, SANDBOX_BUYERS[3]);
    market.hostile.beforeSettle = () => strangerOn(chain.rpcUrl).empty(SANDBOX_BUYERS[3]!);
    expect(await buyer.buy()).toMatchObject({ status: 402, body: { reason: 'insufficient_balance' } });
    expect(await market.charges()).toBe(0);
  });
});

describe('twins', () => {
  it('twenty sends of one payment at once are one settlement', async () => {
    await open('slow', { realTime: true });
    const buyer = stockClient(market);
    market.hostile.mode = 'drop_request';
    await buyer.buy();
    market.hostile.mode = 'slow';
    const all = await market.lettingLeasesRunOut(() =>
      Promise.all(Array.from({ length: 20 }, () => buyer.again())),
    );
    expect(new Set(all.map((each) => each.status))).toEqual(new Set([200]));
    expect(new Set(all.map((each) => JSON.stringify(each.body))).size).toBe(1);
    expect(market.hostile.calls('settle')).toBe(2);
    expect(await market.charges()).toBe(1);
  });
});

const transactionOf = (headers: Headers): string =>
  (JSON.parse(Buffer.from(headers.get('payment-response')!, 'base64').toString()) as { transaction: string })
    .transaction;
