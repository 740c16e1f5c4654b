import { describe, expect, it } from 'vitest';
import { sqliteRows } from './attacks/journal.ts';
import { itInCampaign, rowsOf } from './support/campaign.ts';
import { crashStage } from './support/crash-stage.ts';
import { pay } from './support/payments.ts';
import type { Fault } from './support/rpc-proxy.ts';
import type { Service } from './support/service.ts';

/**
 * `kill -9` at every point of a sale at which something is half done. A proxy in front of the chain stops the service
 * exactly there; the chain outlives it. Whatever the point: the same payment, sent again after the restart, is
 * answered 200, and the buyer is charged once.
 */

const stage = crashStage();

/** What a service says at its start about the purchases that its predecessor left half done. */
const recovery = (started: Service): unknown =>
  started
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { where?: string })
    .find((line) => line.where === 'recovery');

interface Point {
  readonly name: string;
  readonly method: string;
  readonly fault: Fault;
  /** What the restarted service says it found, and how many charges there are before the payment is sent again. */
  readonly recovered: { readonly settled: number; readonly released: number };
  readonly chargesAfterRestart: 0 | 1;
  /** Made by `npm test` too: the first of each outcome. */
  readonly smoke?: true;
}

const POINTS: readonly Point[] = [
  {
    name: 'after the claim, before anything was signed',
    method: 'eth_getTransactionCount',
    fault: 'hold-request',
    recovered: { settled: 0, released: 1 },
    chargesAfterRestart: 0,
    smoke: true,
  },
  {
    name: 'after the transaction was recorded, before it was sent',
    method: 'eth_sendRawTransaction',
    fault: 'hold-request',
    recovered: { settled: 1, released: 0 },
    chargesAfterRestart: 1,
    smoke: true,
  },
  {
    name: 'after it was sent, before the node answered',
    method: 'eth_sendRawTransaction',
    fault: 'hold-answer',
    recovered: { settled: 1, released: 0 },
    chargesAfterRestart: 1,
  },
  {
    name: 'after it was mined, before its receipt was seen',
    method: 'eth_getTransactionReceipt',
    fault: 'hold-answer',
    recovered: { settled: 1, released: 0 },
    chargesAfterRestart: 1,
  },
];

describe('kill -9', () => {
  it.each(rowsOf(POINTS, ({ smoke }) => smoke === true))(
    '$name',
    async ({ method, fault, recovered, chargesAfterRestart }) => {
      const payment = await stage.payment();
      stage.proxy.set(method, fault);
      const lost = stage.doomed(payment);
      await stage.proxy.held(method);
      await stage.service.kill9();
      expect(await lost).toBe('lost');
      stage.proxy.set(method, undefined);
      stage.service = await stage.service.restart();
      await expect
        .poll(() => recovery(stage.service))
        .toMatchObject({ seen: 1, failed: 0, pending: 0, ...recovered });
      expect(await stage.charges()).toBe(chargesAfterRestart);
      await stage.expectDeliveredOnce(payment);
    },
  );

  itInCampaign('after delivery: the answer is rebuilt from the journal', async () => {
    const payment = await stage.payment();
    const first = await pay(stage.call(), payment);
    expect(first.status).toBe(200);
    await stage.service.kill9();
    stage.service = await stage.service.restart();
    const again = await pay(stage.call(), payment);
    expect(again.status).toBe(200);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(again.text).toBe(first.text);
    expect(again.headers.get('x-svc-delivery-receipt')).toBe(first.headers.get('x-svc-delivery-receipt'));
    expect(await stage.charges()).toBe(1);
  });

  itInCampaign('with twenty purchases in the air: each is delivered, each is charged once', async () => {
    const payments = await Promise.all(Array.from({ length: 20 }, (_, i) => stage.payment(i % 7)));
    await stage.tools.hold();
    const lost = Promise.all(payments.map((each) => stage.doomed(each)));
    // Sales that wait for the lane share a transaction, so what is in the air is counted in the journal.
    const settling = () =>
      sqliteRows(stage.service.dataDir)!.filter(
        ({ state, transaction }) => state === 'settling' && transaction,
      );
    await expect.poll(() => settling().length, { interval: 20, timeout: 60_000 }).toBe(payments.length);
    await expect.poll(() => stage.tools.waiting(), { interval: 10, timeout: 60_000 }).toBeGreaterThan(0);
    await stage.service.kill9();
    await lost;
    await stage.tools.mine();
    stage.service = await stage.service.restart();
    const answers = await Promise.all(payments.map((payment) => pay(stage.call(), payment)));
    expect(answers.map((answer) => answer.status)).toEqual(payments.map(() => 200));
    expect(new Set(answers.map((answer) => answer.headers.get('x-svc-delivery-receipt'))).size).toBe(20);
    expect(await stage.charges()).toBe(20);
  });
});
