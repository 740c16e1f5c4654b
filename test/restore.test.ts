import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { type Hostile, openHostile } from './facilitator/hostile.ts';
import { auditClient, expectError } from './support/audit.ts';
import { describeInCampaign, IN_CAMPAIGN, itInCampaign } from './support/campaign.ts';
import { assay } from './support/command.ts';
import { type Answer, type Call, getCall, json, pay, paymentFor, postCall } from './support/payments.ts';
import { disposeServices, type Hosted, startHosted } from './support/service.ts';
import { chainStage } from './support/stage.ts';

/**
 * The restore drill of docs/backup.md, with real files: what was sold after the backup is never sold or charged again,
 * what is in the backup is delivered again, and what was under way when it was made finds its end.
 */

const PRODUCT = catalogue.products.find((each) => each.id === 'opportunity-check')!;
const EXAMPLE = PRODUCT.forms.find((form) => form.method === 'POST')!.example;
const PRICE = BigInt(PRODUCT.price.amount);
const JOURNAL = 'journal.sqlite';

const stage = chainStage();
let service: Hosted;
let facilitator: Hostile | undefined;

afterEach(async () => {
  await disposeServices();
  await facilitator?.stop();
  facilitator = undefined;
  await stage.tools.mine();
});

const post = (): Call => postCall(service.url + PRODUCT.path, EXAMPLE);
const get = (): Call => getCall(service.url + PRODUCT.path);
const charges = async () => Number((await stage.paid()) / PRICE);
const signed = (buyer = 0) => paymentFor(service.url + PRODUCT.path, stage.tools.buyer(buyer));

interface Sold {
  readonly payment: string;
  readonly answer: Answer;
}

async function sell(count: number): Promise<Sold[]> {
  const sold: Sold[] = [];
  for (let i = 0; i < count; i++) {
    const payment = await signed(i % 7);
    const answer = await pay(post(), payment);
    expect(answer.status, answer.text).toBe(200);
    sold.push({ payment, answer });
  }
  return sold;
}

/** As an operator does it, while the service runs. */
const backup = (file: string) => assay(['backup', file], { env: { DATA_DIR: service.dataDir } });

/** The disk is gone; the machine comes back with the backup, or with nothing. */
async function loseDatabase(restored?: string): Promise<void> {
  await service.end();
  const journal = join(service.dataDir, JOURNAL);
  for (const suffix of ['', '-wal', '-shm']) rmSync(journal + suffix, { force: true });
  if (restored !== undefined) copyFileSync(restored, journal);
  service = await service.restart();
}

async function expectDeliveredAgain({ payment, answer }: Sold): Promise<void> {
  const again = await pay(post(), payment);
  expect([again.status, again.headers.get('x-svc-redelivery')], again.text).toEqual([200, '1']);
  expect(again.text).toBe(answer.text);
  expect(again.headers.get('payment-response')).toBe(answer.headers.get('payment-response'));
}

/** For its own request and for another: the answer says that the record is lost, and not to try again. */
async function expectNeverAgain(payment: string): Promise<void> {
  for (const call of [post(), get(), post()]) {
    const refused = await pay(call, payment);
    expectError(refused, 409, 'payment_reused', /record of what it bought was lost/);
    expect(json(refused).retry).toBe('never');
  }
}

type Loss = 'restore' | 'nothing';
const SETTLERS: readonly {
  readonly settled: string;
  readonly smoke: Loss;
  readonly open: () => Promise<Record<string, string>>;
}[] = [
  { settled: 'by our own key', smoke: 'nothing', open: async () => ({}) },
  {
    settled: 'by a facilitator',
    smoke: 'restore',
    open: async () => {
      facilitator = await openHostile(stage.proxy.url);
      return { FACILITATOR_URL: facilitator.url };
    },
  },
];

/** In `npm test` each loss with one settler, in a campaign with both. */
const losing = (loss: Loss) => SETTLERS.filter(({ smoke }) => IN_CAMPAIGN || smoke === loss);

describe('payments settled', () => {
  it.each(losing('restore'))(
    '$settled, after a restore: those in the backup are delivered again, later ones are neither sold nor charged again',
    async ({ open }) => {
      service = await startHosted({ rpcUrl: stage.proxy.url, env: await open() });
      const before = await sell(3);
      const file = join(service.dataDir, 'backup.sqlite');
      expect((await backup(file)).out).toBe(`${file}: 3 payment(s), checked\n`);
      const after = await sell(3);
      expect(await charges()).toBe(6);

      await loseDatabase(file);
      for (const sold of before) await expectDeliveredAgain(sold);
      for (const { payment } of after) await expectNeverAgain(payment);
      expect(await charges()).toBe(6);
      // And it sells as before.
      await expectDeliveredAgain((await sell(1))[0]!);
      expect(await charges()).toBe(7);
    },
  );

  it.each(losing('nothing'))(
    '$settled, with an empty database: nothing is sold or charged again, and new payments buy',
    async ({ open }) => {
      service = await startHosted({ rpcUrl: stage.proxy.url, env: await open() });
      const sold = await sell(3);
      await loseDatabase();
      for (const { payment } of sold) await expectNeverAgain(payment);
      // All at once, as impatient clients do.
      const crowd = await Promise.all(
        Array.from({ length: 20 }, (_, i) => pay(post(), sold[i % 3]!.payment)),
      );
      expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([409]));
      expect(await charges()).toBe(3);
      await expectDeliveredAgain((await sell(1))[0]!);
      expect(await charges()).toBe(4);
    },
  );
});

describeInCampaign('what was under way when the backup was made', () => {
  it('sent and not mined: it is settled from what the chain says, and delivered', async () => {
    service = await startHosted({ rpcUrl: stage.proxy.url });
    const payment = await signed();
    await stage.tools.hold();
    const pending = pay(post(), payment);
    await expect.poll(() => stage.tools.waiting(), { interval: 10, timeout: 60_000 }).toBe(1);
    const file = join(service.dataDir, 'backup.sqlite');
    expect((await backup(file)).code).toBe(0);
    await stage.tools.mine();
    const answer = await pending;
    expect(answer.status).toBe(200);

    await loseDatabase(file);
    const again = await pay(post(), payment);
    expect([again.status, again.text], again.text).toEqual([200, answer.text]);
    expect(await charges()).toBe(1);
  });

  it('given back, and sold after it: not sold again, though the backup says that nothing was sent', async () => {
    service = await startHosted({ rpcUrl: stage.proxy.url });
    const payment = await signed();
    stage.proxy.set('eth_getTransactionCount', 'hold-request');
    const lost = pay(post(), payment).catch(() => 'lost');
    await stage.proxy.held('eth_getTransactionCount');
    await service.end();
    await lost;
    stage.proxy.set('eth_getTransactionCount', undefined);
    service = await service.restart();
    const file = join(service.dataDir, 'backup.sqlite');
    expect((await backup(file)).out).toContain('1 payment(s)');
    expect((await pay(post(), payment)).status).toBe(200);

    await loseDatabase(file);
    await expectNeverAgain(payment);
    expect(await charges()).toBe(1);
  });
});

itInCampaign('a ticket does not help a payment whose record was lost, and is not spent on it', async () => {
  service = await startHosted({ rpcUrl: stage.proxy.url });
  const audit = auditClient(
    () => service.url,
    () => stage.tools,
  );
  const payment = await audit.payment();
  expect((await pay(audit.call(await audit.ticket()), payment)).status).toBe(200);
  const paid = await stage.paid();

  await loseDatabase();
  expectError(await pay(audit.call(), payment), 428, 'ticket_required');
  const ticket = await audit.ticket();
  expectError(await pay(audit.call(ticket), payment), 409, 'payment_reused', /was lost with a database/);
  expect(await stage.paid()).toBe(paid);
  expect((await pay(audit.call(ticket), await audit.payment(1))).status).toBe(200);
});

it('a backup is never overwritten, and is not made of nothing', async () => {
  service = await startHosted({ rpcUrl: stage.proxy.url });
  const file = join(service.dataDir, 'backup.sqlite');
  expect((await backup(file)).code).toBe(0);
  expect(await backup(file)).toMatchObject({ code: 69, err: expect.stringContaining('exists') });
  await service.end();
  rmSync(join(service.dataDir, JOURNAL));
  expect((await backup(`${file}.2`)).code).toBe(69);
});
