import { describe, expect, it } from 'vitest';
import { itInCampaign } from './support/campaign.ts';
import { crashStage, PATH } from './support/crash-stage.ts';
import { getCall, json, pay } from './support/payments.ts';
import { startService } from './support/service.ts';

/** `kill -9` while a transaction is out and not mined, and starts that are not the same machine's. */

const stage = crashStage();

describe('kill -9', () => {
  it('after broadcast and before the answer, while the transaction is not mined; mined before the restart', async () => {
    const payment = await stage.payment();
    await stage.tools.hold();
    const lost = stage.doomed(payment);
    await expect.poll(() => stage.tools.waiting(), { interval: 10, timeout: 60_000 }).toBe(1);
    await stage.service.kill9();
    expect(await lost).toBe('lost');
    expect(await stage.charges()).toBe(0);
    await stage.tools.mine();
    stage.service = await stage.service.restart();
    await stage.expectDeliveredOnce(payment);
  });

  itInCampaign('the same, restarted while it is still not mined, then mined', async () => {
    const payment = await stage.payment();
    await stage.tools.hold();
    const lost = stage.doomed(payment);
    await expect.poll(() => stage.tools.waiting(), { interval: 10, timeout: 60_000 }).toBe(1);
    await stage.service.kill9();
    expect(await lost).toBe('lost');
    const asked = stage.proxy.seen('eth_getTransactionReceipt');
    const starting = stage.service.begin();
    await expect
      .poll(() => stage.proxy.seen('eth_getTransactionReceipt'), { timeout: 60_000 })
      .toBeGreaterThan(asked + 5);
    expect(await stage.tools.waiting()).toBe(1);
    await stage.tools.mine();
    stage.service = await starting.ready;
    await stage.expectDeliveredOnce(payment);
  });

  // A buyer who asks is held for fifteen seconds, and another machine waits for the lease of the first.
  itInCampaign('the same, asked for while it is not mined: 503 without a challenge, then 200', async () => {
    const payment = await stage.payment();
    await stage.tools.hold();
    const lost = stage.doomed(payment);
    await expect.poll(() => stage.tools.waiting(), { interval: 10, timeout: 60_000 }).toBe(1);
    await stage.service.kill9();
    expect(await lost).toBe('lost');
    stage.service = await stage.service.restart();
    const pending = await pay(stage.call(), payment);
    expect(pending.status).toBe(503);
    expect(json(pending)).toMatchObject({ error: 'settlement_pending', retry: 'same_payment' });
    expect(Number(pending.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const name of ['payment-required', 'payment-response']) expect(pending.headers.get(name)).toBeNull();
    await stage.tools.mine();
    await stage.expectDeliveredOnce(payment);
  });
});

itInCampaign(
  'starts again under another name, as a new container has, and delivers what its predecessor was paid for',
  async () => {
    const payment = await stage.payment();
    stage.proxy.set('eth_getTransactionReceipt', 'hold-answer');
    const lost = stage.doomed(payment);
    await stage.proxy.held('eth_getTransactionReceipt');
    await stage.service.kill9();
    await lost;
    stage.proxy.set('eth_getTransactionReceipt', undefined);
    stage.service = await stage.service.restart({ NODE_ID: 'another' });
    await stage.expectDeliveredOnce(payment);
  },
);

itInCampaign('a journal that was lost cannot make a spent payment buy again', async () => {
  const payment = await stage.payment();
  expect((await pay(stage.call(), payment)).status).toBe(200);
  const { port } = new URL(stage.service.url);
  await stage.service.kill9();
  stage.service = await startService({ rpcUrl: stage.proxy.url, port: Number(port) });
  const answer = await pay(getCall(stage.service.url + PATH), payment);
  expect(answer.status).toBe(409);
  expect(json(answer)).toMatchObject({ error: 'payment_reused' });
  expect(await stage.charges()).toBe(1);
});
