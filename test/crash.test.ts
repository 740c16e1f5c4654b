import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { sqliteRows } from './attacks/journal.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { type Answer, getCall, json, pay, paymentFor, postCall } from './support/payments.ts';
import { type Fault, type RpcProxy, startRpcProxy } from './support/rpc-proxy.ts';
import { disposeServices, type Service, startService } from './support/service.ts';

/**
 * `kill -9` at every point of a sale at which something is half done. A proxy in front of the chain stops the service
 * exactly there; the chain outlives it. Whatever the point: the same payment, sent again after the restart, is
 * answered 200, and the buyer is charged once.
 */

const PRODUCT = catalogue.products.find((each) => each.id === 'opportunity-check')!;
const EXAMPLE = PRODUCT.forms.find((form) => form.method === 'POST')!.example;
const PRICE = BigInt(PRODUCT.price.amount);

let chain: EvmSandbox;
let tools: ChainTools;
let proxy: RpcProxy;
let service: Service;
let before: bigint;

beforeAll(async () => {
  chain = await startEvmSandbox();
  tools = chainTools(chain.rpcUrl);
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});
beforeEach(async () => {
  proxy = await startRpcProxy(chain.rpcUrl);
  service = await startService({ rpcUrl: proxy.url });
  before = await tools.sellerBalance();
});
afterEach(async () => {
  await disposeServices();
  await proxy.stop();
  await tools.mine();
});

const call = () => postCall(service.url + PRODUCT.path, EXAMPLE);
const charges = async () => Number(((await tools.sellerBalance()) - before) / PRICE);
/** A purchase whose answer will never come. */
const doomed = (payment: string): Promise<Answer | 'lost'> =>
  pay(call(), payment).catch(() => 'lost' as const);

async function expectDeliveredOnce(payment: string): Promise<void> {
  const answer = await pay(call(), payment);
  expect(answer.status, answer.text).toBe(200);
  const again = await pay(call(), payment);
  expect(again.status).toBe(200);
  expect(again.headers.get('x-svc-redelivery')).toBe('1');
  expect(again.text).toBe(answer.text);
  for (const name of ['payment-response', 'x-svc-delivery-receipt'])
    expect(again.headers.get(name)).toBe(answer.headers.get(name));
  expect(await charges()).toBe(1);
}

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
}

const POINTS: readonly Point[] = [
  {
    name: 'after the claim, before anything was signed',
    method: 'eth_getTransactionCount',
    fault: 'hold-request',
    recovered: { settled: 0, released: 1 },
    chargesAfterRestart: 0,
  },
  {
    name: 'after the transaction was recorded, before it was sent',
    method: 'eth_sendRawTransaction',
    fault: 'hold-request',
    recovered: { settled: 1, released: 0 },
    chargesAfterRestart: 1,
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
  it.each(POINTS)('$name', async ({ method, fault, recovered, chargesAfterRestart }) => {
    const payment = await paymentFor(service.url + PRODUCT.path, tools.buyer(0));
    proxy.set(method, fault);
    const lost = doomed(payment);
    await proxy.held(method);
    await service.kill9();
    expect(await lost).toBe('lost');
    proxy.set(method, undefined);
    service = await service.restart();
    await expect
      .poll(() => recovery(service))
      .toMatchObject({ seen: 1, failed: 0, pending: 0, ...recovered });
    expect(await charges()).toBe(chargesAfterRestart);
    await expectDeliveredOnce(payment);
  });

  it('after broadcast and before the answer, while the transaction is not mined; mined before the restart', async () => {
    const payment = await paymentFor(service.url + PRODUCT.path, tools.buyer(0));
    await tools.hold();
    const lost = doomed(payment);
    await expect.poll(() => tools.waiting(), { interval: 10, timeout: 10_000 }).toBe(1);
    await service.kill9();
    expect(await lost).toBe('lost');
    expect(await charges()).toBe(0);
    await tools.mine();
    service = await service.restart();
    await expectDeliveredOnce(payment);
  });

  it('the same, restarted while it is still not mined, then mined', async () => {
    const payment = await paymentFor(service.url + PRODUCT.path, tools.buyer(0));
    await tools.hold();
    const lost = doomed(payment);
    await expect.poll(() => tools.waiting(), { interval: 10, timeout: 10_000 }).toBe(1);
    await service.kill9();
    expect(await lost).toBe('lost');
    const asked = proxy.seen('eth_getTransactionReceipt');
    const starting = service.begin();
    await expect
      .poll(() => proxy.seen('eth_getTransactionReceipt'), { timeout: 10_000 })
      .toBeGreaterThan(asked + 5);
    expect(await tools.waiting()).toBe(1);
    await tools.mine();
    service = await starting.ready;
    await expectDeliveredOnce(payment);
  });

  it('the same, asked for while it is not mined: 503 without a challenge, then 200', async () => {
    const payment = await paymentFor(service.url + PRODUCT.path, tools.buyer(0));
    await tools.hold();
    const lost = doomed(payment);
    await expect.poll(() => tools.waiting(), { interval: 10, timeout: 10_000 }).toBe(1);
    await service.kill9();
    expect(await lost).toBe('lost');
    service = await service.restart();
    const pending = await pay(call(), payment);
    expect(pending.status).toBe(503);
    expect(json(pending)).toMatchObject({ error: 'settlement_pending', retry: 'same_payment' });
    expect(Number(pending.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const name of ['payment-required', 'payment-response']) expect(pending.headers.get(name)).toBeNull();
    await tools.mine();
    await expectDeliveredOnce(payment);
  });

  it('after delivery: the answer is rebuilt from the journal', async () => {
    const payment = await paymentFor(service.url + PRODUCT.path, tools.buyer(0));
    const first = await pay(call(), payment);
    expect(first.status).toBe(200);
    await service.kill9();
    service = await service.restart();
    const again = await pay(call(), payment);
    expect(again.status).toBe(200);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(again.text).toBe(first.text);
    expect(again.headers.get('x-svc-delivery-receipt')).toBe(first.headers.get('x-svc-delivery-receipt'));
    expect(await charges()).toBe(1);
  });

  it('with twenty purchases in the air: each is delivered, each is charged once', async () => {
    const payments = await Promise.all(
      Array.from({ length: 20 }, (_, i) => paymentFor(service.url + PRODUCT.path, tools.buyer(i % 7))),
    );
    await tools.hold();
    const lost = Promise.all(payments.map(doomed));
    // Sales that wait for the lane share a transaction, so what is in the air is counted in the journal.
    const settling = () =>
      sqliteRows(service.dataDir)!.filter(({ state, transaction }) => state === 'settling' && transaction);
    await expect.poll(() => settling().length, { interval: 20, timeout: 60_000 }).toBe(payments.length);
    await expect.poll(() => tools.waiting(), { interval: 10, timeout: 20_000 }).toBeGreaterThan(0);
    await service.kill9();
    await lost;
    await tools.mine();
    service = await service.restart();
    const answers = await Promise.all(payments.map((payment) => pay(call(), payment)));
    expect(answers.map((answer) => answer.status)).toEqual(payments.map(() => 200));
    expect(new Set(answers.map((answer) => answer.headers.get('x-svc-delivery-receipt'))).size).toBe(20);
    expect(await charges()).toBe(20);
  });
});

it('starts again under another name, as a new container has, and delivers what its predecessor was paid for', async () => {
  const payment = await paymentFor(service.url + PRODUCT.path, tools.buyer(0));
  proxy.set('eth_getTransactionReceipt', 'hold-answer');
  const lost = doomed(payment);
  await proxy.held('eth_getTransactionReceipt');
  await service.kill9();
  await lost;
  proxy.set('eth_getTransactionReceipt', undefined);
  service = await service.restart({ NODE_ID: 'another' });
  await expectDeliveredOnce(payment);
});

it('a journal that was lost cannot make a spent payment buy again', async () => {
  const payment = await paymentFor(service.url + PRODUCT.path, tools.buyer(0));
  expect((await pay(call(), payment)).status).toBe(200);
  const { port } = new URL(service.url);
  await service.kill9();
  service = await startService({ rpcUrl: proxy.url, port: Number(port) });
  const answer = await pay(getCall(service.url + PRODUCT.path), payment);
  expect(answer.status).toBe(409);
  expect(json(answer)).toMatchObject({ error: 'payment_reused' });
  expect(await charges()).toBe(1);
});
