import { decodePaymentResponseHeader } from '@x402/core/http';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { type Counted, startCounted } from './support/counted.ts';
import {
  type Answer,
  type Call,
  challengeOf,
  encode,
  freshNonce,
  getCall,
  json,
  pay,
  payloadFor,
  paymentFor,
  postCall,
  withIdentifier,
} from './support/payments.ts';
import { chainStage } from './support/stage.ts';

const PRODUCT = catalogue.products.find((each) => each.id === 'opportunity-check')!;
const EXAMPLE = PRODUCT.forms.find((form) => form.method === 'POST')!.example as Record<string, unknown>;
const PRICE = BigInt(PRODUCT.price.amount);

const stage = chainStage();
let service: Counted;
let get: Call;
let post: Call;

beforeAll(async () => {
  service = await startCounted(stage.proxy.url);
  get = getCall(service.url + PRODUCT.path);
  post = postCall(service.url + PRODUCT.path, EXAMPLE);
  return () => service.stop();
});
beforeEach(() => service.reset());

/** How often the price was paid since the test began. */
const charges = async () => Number((await stage.paid()) / PRICE);
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map((answer) => answer.status))];
/** What must be the same whenever a payment is answered: the bytes and everything that was signed about them. */
const delivered = ({ text, headers }: Answer) => ({
  text,
  settlement: headers.get('payment-response'),
  receipt: headers.get('x-svc-delivery-receipt'),
});

describe.each(['GET', 'POST'] as const)('one payment, %s', (method) => {
  const call = () => (method === 'GET' ? get : post);
  const other = () => (method === 'GET' ? post : get);

  it('sent ten times at once is charged once and answered ten times with the same bytes', async () => {
    const payment = await paymentFor(get.url, stage.tools.buyer(0));
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(call(), payment)));
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(answers.map((answer) => JSON.stringify(delivered(answer)))).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('x-svc-redelivery') === null)).toHaveLength(1);
    expect(await charges()).toBe(1);
    expect(service.counts.settles).toBe(1);
  });

  it('sent again is delivered again, marked as such, and not charged again', async () => {
    const payment = await paymentFor(get.url, stage.tools.buyer(0));
    const first = await pay(call(), payment);
    const again = await pay(call(), payment);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect([first, again].map((answer) => answer.headers.get('x-svc-redelivery'))).toEqual([null, '1']);
    expect(delivered(again)).toEqual(delivered(first));
    expect(await charges()).toBe(1);
  });

  it('sent to the other form of the route is refused: it belongs to another request', async () => {
    const payment = await paymentFor(get.url, stage.tools.buyer(0));
    const first = await pay(call(), payment);
    expect(first.status).toBe(200);
    const elsewhere = await pay(other(), payment);
    expect(elsewhere.status).toBe(409);
    expect(json(elsewhere)).toMatchObject({ error: 'payment_reused', retry: 'new_approval' });
    expect(elsewhere.headers.get('payment-response')).toBeNull();
    expect(service.counts).toMatchObject({ runs: 1, settles: 1 });
    expect(await charges()).toBe(1);
    expect(delivered(await pay(call(), payment))).toEqual(delivered(first));
  });
});

it('a payment sent to both forms at once buys exactly one of them', async () => {
  const payment = await paymentFor(get.url, stage.tools.buyer(0));
  const answers = await Promise.all([get, post, get, post].map((call) => pay(call, payment)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 409, 409]);
  expect(await charges()).toBe(1);
});

it('fifty different payments at once are fifty charges and fifty answers', async () => {
  const required = await challengeOf(get.url);
  const payments = await Promise.all(
    Array.from({ length: 50 }, async (_, i) => encode(await payloadFor(required, stage.tools.buyer(i % 7)))),
  );
  const answers = await Promise.all(payments.map((payment, i) => pay(i % 2 ? post : get, payment)));
  expect(statuses(answers)).toEqual([200]);
  expect(await charges()).toBe(50);
  // Sales that wait together may share a transaction; each has a Transfer of its own in it.
  const named = answers.map(
    (answer) => decodePaymentResponseHeader(answer.headers.get('payment-response')!).transaction,
  );
  const moved = (await stage.tools.transfersToSeller()).map(({ transactionHash }) => transactionHash);
  for (const transaction of new Set(named))
    expect(moved.filter((each) => each === transaction)).toHaveLength(
      named.filter((each) => each === transaction).length,
    );
});

describe('another spelling of the same payment is the same payment', () => {
  const upper = (hex: unknown) => `0x${String(hex).slice(2).toUpperCase()}`;
  const SPELLINGS: Readonly<Record<string, (payload: Awaited<ReturnType<typeof payloadFor>>) => unknown>> = {
    'other key order': (payload) => ({
      extensions: payload.extensions,
      payload: {
        authorization: Object.fromEntries(Object.entries(payload.payload.authorization).reverse()),
        signature: payload.payload.signature,
      },
      accepted: Object.fromEntries(Object.entries(payload.accepted).reverse()),
      resource: payload.resource,
      x402Version: 2,
    }),
    'upper-case hex': ({ payload: { signature, authorization }, ...rest }) => ({
      ...rest,
      payload: {
        signature: upper(signature),
        authorization: {
          ...authorization,
          from: upper(authorization.from),
          to: upper(authorization.to),
          nonce: upper(authorization.nonce),
        },
      },
    }),
    'lower-case addresses in the accepted entry': ({ accepted, ...rest }) => ({
      ...rest,
      accepted: {
        ...accepted,
        asset: String(accepted.asset).toLowerCase(),
        payTo: String(accepted.payTo).toLowerCase(),
      },
    }),
    'no resource, and no extension but what tells its buyer': ({ resource: _none, extensions, ...rest }) => ({
      ...rest,
      extensions: { 'svc-terms': extensions!['svc-terms'] },
    }),
  };

  it.each(Object.keys(SPELLINGS))('%s', async (name) => {
    const payload = await payloadFor(await challengeOf(get.url), stage.tools.buyer(1));
    const first = await pay(get, encode(payload));
    const again = await pay(get, encode(SPELLINGS[name]!(payload)));
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(delivered(again)).toEqual(delivered(first));
    expect(await charges()).toBe(1);
  });

  it('white space in the JSON and an unpadded header: one is the same payment, the other is malformed', async () => {
    const payload = await payloadFor(await challengeOf(get.url), stage.tools.buyer(1));
    expect((await pay(get, encode(payload))).status).toBe(200);
    const spaced = Buffer.from(JSON.stringify(payload, null, 1)).toString('base64');
    expect((await pay(get, spaced)).headers.get('x-svc-redelivery')).toBe('1');
    // Of two lengths that differ by one, at least one needs padding.
    const padded = [payload, null]
      .map((_, i) => Buffer.from(JSON.stringify(payload) + ' '.repeat(i)).toString('base64'))
      .find((header) => header.endsWith('='))!;
    const unpadded = await pay(get, padded.replace(/=+$/, ''));
    expect(json(unpadded)).toMatchObject({ reason: 'malformed_payment' });
    expect(await charges()).toBe(1);
  });

  it('another signature over the same authorization is not accepted for it', async () => {
    const payload = await payloadFor(await challengeOf(get.url), stage.tools.buyer(1));
    expect((await pay(get, encode(payload))).status).toBe(200);
    const signature = String(payload.payload.signature);
    payload.payload.signature = `${signature.slice(0, 20)}${signature[20] === '0' ? '1' : '0'}${signature.slice(21)}`;
    const stolen = await pay(get, encode(payload));
    expect(stolen.status).toBe(409);
    expect(json(stolen)).toMatchObject({ error: 'payment_reused', retry: 'never' });
  });
});

describe('a payment-identifier', () => {
  const identified = async (id: string, buyer = 2, nonce = freshNonce()) =>
    encode(
      await payloadFor(await challengeOf(get.url), stage.tools.buyer(buyer), {
        authorization: { nonce },
        tamper: withIdentifier(id),
      }),
    );
  const id = () => `pay_${freshNonce().slice(2, 34)}`;

  it('gives a second payment the first result, and leaves the second one unspent', async () => {
    const name = id();
    const first = await pay(get, await identified(name));
    const second = await pay(get, await identified(name));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('x-svc-redelivery')).toBe('1');
    expect(delivered(second)).toEqual(delivered(first));
    expect(service.counts.settles).toBe(1);
    expect(await charges()).toBe(1);
  });

  it('gives ten payments at once one result and one charge', async () => {
    const name = id();
    const payments = await Promise.all(Array.from({ length: 10 }, () => identified(name)));
    const answers = await Promise.all(payments.map((payment) => pay(get, payment)));
    expect(statuses(answers)).toEqual([200]);
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await charges()).toBe(1);
  });

  it('with another body is a conflict', async () => {
    const name = id();
    expect((await pay(post, await identified(name))).status).toBe(200);
    const conflict = await pay(get, await identified(name));
    expect(conflict.status).toBe(409);
    expect(json(conflict)).toMatchObject({ error: 'payment_identifier_conflict', retry: 'new_approval' });
    expect(service.counts).toMatchObject({ runs: 1, settles: 1 });
    expect(await charges()).toBe(1);
  });

  it('belongs to its payer: another payer with the same one is another purchase', async () => {
    const name = id();
    const [mine, theirs] = [
      await pay(get, await identified(name, 2)),
      await pay(get, await identified(name, 3)),
    ];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(delivered(theirs).settlement).not.toBe(delivered(mine).settlement);
    expect(await charges()).toBe(2);
  });

  it('opens nothing to somebody who only knows it', async () => {
    const name = id();
    expect((await pay(get, await identified(name))).status).toBe(200);
    const forged = encode(
      await payloadFor(await challengeOf(get.url), stage.tools.buyer(2), {
        signer: stage.tools.buyer(3),
        tamper: withIdentifier(name),
      }),
    );
    const answer = await pay(get, forged);
    expect(answer.status).toBe(402);
    expect(json(answer)).toMatchObject({ reason: 'invalid_signature' });
    expect(await charges()).toBe(1);
  });

  it('is free again after a day', async () => {
    const name = id();
    const first = await pay(get, await identified(name));
    service.hooks.ahead = 86_400_000 + 60_000;
    const seconds = Math.floor((Date.now() + service.hooks.ahead) / 1000);
    await stage.tools.client.increaseTime({ seconds: 86_460 });
    await stage.tools.client.mine({ blocks: 1 });
    const later = encode(
      await payloadFor(await challengeOf(get.url), stage.tools.buyer(2), {
        authorization: { validAfter: String(seconds - 600), validBefore: String(seconds + 120) },
        tamper: withIdentifier(name),
      }),
    );
    const second = await pay(get, later);
    expect(second.status).toBe(200);
    expect(second.headers.get('x-svc-redelivery')).toBeNull();
    expect(delivered(second).settlement).not.toBe(delivered(first).settlement);
    expect(await charges()).toBe(2);
  });
});
