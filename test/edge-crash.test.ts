import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openProcesses, type Stand } from './edge/stand.ts';
import { describeInCampaign, itInCampaign, rowsOf, sized } from './support/campaign.ts';
import { type Answer, challengeOf, encode, getCall, json, pay, payloadFor } from './support/payments.ts';
import type { Service } from './support/service.ts';

/** Processes that die at the worst moment: workerd, the origin, both; and answers that are lost on the way. */

const CHECK = '/api/opportunity-check';
const PRICE = 10_000n;

let stand: Stand<Service>;
/** What was there before a test: each counts what is its own. */
let sold: number;
let booked: ReadonlySet<string>;
let settlesBefore: number;
beforeAll(async () => {
  stand = await openProcesses();
});
afterAll(() => stand.close());
beforeEach(async () => {
  stand.facilitator.beforeSettle = async () => {};
  stand.facilitator.mode = 'clean';
  sold = (await stand.tools.transfersToSeller()).length;
  booked = new Set(rows().map(({ key }) => key));
  settlesBefore = stand.facilitator.calls('settle');
});

async function payments(count: number): Promise<string[]> {
  const required = await challengeOf(stand.url + CHECK);
  return Promise.all(
    Array.from({ length: count }, async (_, i) =>
      encode(await payloadFor(required, stand.tools.buyer(i % 5))),
    ),
  );
}

const send = (payment: string): Promise<Answer | undefined> =>
  pay(getCall(stand.url + CHECK), payment).catch(() => undefined);

/** What a buyer does who was told to send the same payment again. A 402 would be a lie: it must never be sent. */
async function untilDelivered(payment: string): Promise<Answer> {
  let last: Answer | undefined;
  await expect
    .poll(
      async () => {
        last = await send(payment);
        expect(last?.status).not.toBe(402);
        return last?.status;
      },
      { timeout: 90_000, interval: 50 },
    )
    .toBe(200);
  return last!;
}

interface Row {
  readonly key: string;
  readonly state: string;
  readonly via: string;
}

/** The origin's books, read as another process would. */
function rows(): readonly Row[] {
  const db = new DatabaseSync(join(stand.origin().dataDir, 'journal.sqlite'), { readOnly: true });
  try {
    return db.prepare('select key, state, via from payments').all() as unknown as Row[];
  } finally {
    db.close();
  }
}

const newRows = () => rows().filter(({ key }) => !booked.has(key));
const newTransfers = async () => (await stand.tools.transfersToSeller()).slice(sold);
const newSettles = () => stand.facilitator.calls('settle') - settlesBefore;

async function expectEachSoldOnce(count: number): Promise<void> {
  const transfers = await newTransfers();
  expect(transfers).toHaveLength(count);
  expect(transfers.reduce((sum, { args }) => sum + args.value, 0n)).toBe(PRICE * BigInt(count));
  const own = newRows();
  expect(own).toHaveLength(count);
  expect(own.map(({ state, via }) => `${state} ${via}`)).toEqual(Array(count).fill('delivered edge'));
}

describe('killed in mid-burst and started again', () => {
  const COUNT = sized({ smoke: 12, short: 30, full: 30 });
  const cases: readonly (readonly [string, () => Promise<void>])[] = [
    ['workerd', () => stand.edge().kill9()],
    ['the origin', () => stand.origin().kill9()],
    [
      'both',
      async () => {
        await Promise.all([stand.edge().kill9(), stand.origin().kill9()]);
      },
    ],
  ];
  // Who kills the edge waits until the lease of its rows runs out: 45 seconds.
  it.each(rowsOf(cases, ([name]) => name === 'the origin'))(
    '%s: every payment is booked once, and delivered to who asks again',
    async (name, kill) => {
      const all = await payments(COUNT);
      const burst = all.map((payment) => send(payment));
      // In the middle: some have settled, some have not begun.
      await expect.poll(newSettles, { interval: 5, timeout: 60_000 }).toBeGreaterThan(5);
      await kill();
      if (name !== 'the origin')
        expect((await Promise.all(burst)).some((answer) => answer === undefined)).toBe(true);
      if (name !== 'workerd') await stand.restartOrigin();
      if (name !== 'the origin') await stand.restartEdge();
      await Promise.all(burst);
      await Promise.all(all.map(untilDelivered));
      await expectEachSoldOnce(COUNT);
    },
  );
});

describe('the origin gone after settlement', () => {
  it('is 503 pending; the same payment is delivered when it is back, without a second charge', async () => {
    const [payment] = await payments(1);
    stand.facilitator.beforeSettle = () => stand.origin().kill9();
    const answer = await send(payment!);
    expect([answer?.status, json(answer!).error, json(answer!).retry]).toEqual([
      503,
      'settlement_pending',
      'same_payment',
    ]);
    expect(await newTransfers()).toHaveLength(1);
    const failure = (await (await fetch(`${stand.url}/__svc/edge-x402/health/last-failure`)).json()) as {
      failure: object;
    };
    expect(failure.failure).toMatchObject({ class: expect.stringMatching(/origin|settlement/) });
    const health = (await (await fetch(`${stand.url}/__svc/edge-x402/health`)).json()) as object;
    expect(health).toMatchObject({ status: 'degraded', originReachable: false });
    stand.facilitator.beforeSettle = async () => {};
    await stand.restartOrigin();
    const delivered = await untilDelivered(payment!);
    expect(delivered.headers.get('x-svc-redelivery')).toBeNull();
    await expectEachSoldOnce(1);
  });

  itInCampaign('hears of it from the edge when both are back, with no request at all', async () => {
    const [payment] = await payments(1);
    stand.facilitator.beforeSettle = () => stand.origin().kill9();
    await send(payment!);
    await stand.edge().kill9();
    stand.facilitator.beforeSettle = async () => {};
    // The chain is out of the origin's reach, so that it cannot have found out by itself.
    await stand.restartEdge();
    await stand.restartOrigin();
    await expect
      .poll(() => newRows().map(({ state, via }) => `${state} ${via}`), { timeout: 60_000 })
      .toEqual(['settled edge']);
    await untilDelivered(payment!);
    await expectEachSoldOnce(1);
  });
});

describeInCampaign("the facilitator's answer lost after it has settled", () => {
  it('is 503 pending; the chain says what became of it, and it is delivered without a second charge', async () => {
    const [payment] = await payments(1);
    stand.facilitator.mode = 'drop_request';
    expect((await send(payment!))?.status).toBe(503);
    stand.facilitator.mode = '5xx_after_settle';
    await untilDelivered(payment!);
    await expectEachSoldOnce(1);
  });
});

// `npm test` sees it without processes: src/edge/app.test.ts.
describeInCampaign('the origin gone before settlement', () => {
  it('is 503 and nothing moves', async () => {
    const [payment] = await payments(1);
    await stand.origin().kill9();
    const answer = await send(payment!);
    expect([answer?.status, json(answer!).error]).toEqual([503, 'settlement_unavailable']);
    expect(newSettles()).toBe(0);
    expect((await fetch(stand.url + CHECK)).status).toBe(402);
    await stand.restartOrigin();
    await untilDelivered(payment!);
    await expectEachSoldOnce(1);
  });
});
