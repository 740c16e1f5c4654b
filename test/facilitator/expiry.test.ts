import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EvmSandbox, startEvmSandbox } from '../../src/sandbox/chain.ts';
import type { Mode } from './hostile.ts';
import { type Market, openMarket, stockClient, strangerOn } from './support.ts';

/** An authorization runs out while its outcome is not known. Each test moves a chain of its own through time. */
let chain: EvmSandbox;
let market: Market;
beforeEach(async () => {
  chain = await startEvmSandbox();
});
afterEach(async () => {
  await market.close();
  await chain.stop();
});

const MINUTES_MS = 60_000;
const PENDING = { status: 503, body: { error: 'settlement_pending' } };

async function pass(minutes: number): Promise<void> {
  const { client } = strangerOn(chain.rpcUrl);
  market.ahead(minutes * MINUTES_MS);
  await client.increaseTime({ seconds: minutes * 60 });
  await client.mine({ blocks: 1 });
}

describe('an authorization that ran out', () => {
  it.each(['drop_request', 'redirect_307', 'pending_lost'] as const)(
    'unused after %s: only now a 402, once the chain says so',
    async (mode: Mode) => {
      market = await openMarket({ rpcUrl: chain.rpcUrl });
      market.hostile.mode = mode;
      const buyer = stockClient(market);
      expect(await buyer.buy()).toMatchObject(PENDING);
      market.hostile.mode = '200_success_false';
      expect(await market.lettingLeasesRunOut(() => buyer.again())).toMatchObject(PENDING);
      expect(await market.states()).toEqual(['settling']);

      await pass(5);
      market.hostile.mode = 'clean';
      const settles = market.hostile.calls('settle');
      const seen = await market.lettingLeasesRunOut(() => buyer.again());
      expect(seen).toMatchObject({
        status: 402,
        body: { reason: 'authorization_expired', retry: 'new_approval' },
      });
      expect(seen.headers.has('payment-required')).toBe(true);
      expect(market.hostile.calls('settle')).toBe(settles);
      expect(await market.states()).toEqual(['failed']);
      expect(await market.charges()).toBe(0);
    },
  );

  it('used after all: delivered, however late', async () => {
    market = await openMarket({ rpcUrl: chain.rpcUrl });
    market.hostile.mode = 'accept_then_timeout';
    const buyer = stockClient(market);
    expect(await buyer.buy()).toMatchObject(PENDING);
    await pass(30);
    expect(await market.sweep()).toMatchObject({ settled: 1 });
    expect(await buyer.again()).toMatchObject({ status: 200 });
    expect(await market.charges()).toBe(1);
  });
});

describe('a row that nobody sent', () => {
  it('is given back and never settled behind the buyer', async () => {
    market = await openMarket({ rpcUrl: chain.rpcUrl });
    const buyer = stockClient(market);
    market.crashBeforeSettle();
    expect(await buyer.buy()).toMatchObject({ status: 503 });
    expect(await market.states()).toEqual(['claimed']);
    expect(await market.sweep()).toMatchObject({ seen: 1, released: 1 });
    expect(market.hostile.calls('settle')).toBe(0);
    expect(await market.charges()).toBe(0);
    expect(await buyer.again()).toMatchObject({ status: 200 });
    expect(await market.charges()).toBe(1);
  });

  it('is not sent when it could not be recorded', async () => {
    market = await openMarket({ rpcUrl: chain.rpcUrl });
    const buyer = stockClient(market);
    market.failNextRecord();
    expect(await buyer.buy()).toMatchObject({ status: 503, body: { retry: 'same_payment' } });
    expect(market.hostile.calls('settle')).toBe(0);
    expect(await buyer.again()).toMatchObject({ status: 200 });
    expect(await market.charges()).toBe(1);
  });
});
