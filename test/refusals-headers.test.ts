import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf, challengeOf, encode, json, pay, payloadFor } from './support/payments.ts';
import { rawRequest } from './support/raw.ts';
import { expectChallenge, expectNothingRan, PRICE, PRODUCT, refusalBench } from './support/refusals.ts';

/** Everything a payment header can hold that is not a payment: 402 or a plain refusal, and nobody is asked about it. */

const bench = refusalBench({ shared: true });
let valid: string;

beforeAll(async () => {
  valid = encode(await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(0)));
});

const base64 = (value: string | Buffer) => Buffer.from(value as string).toString('base64');

const rewritten = (from: string, to: string) => () =>
  base64(Buffer.from(valid, 'base64').toString().replace(from, to));

/** Header values by what they are; each is declined as what it is. */
const ZOO: Readonly<Record<string, { readonly header: () => string; readonly reason?: string }>> = {
  empty: { header: () => '' },
  'not base64': { header: () => '%%%' },
  'plain JSON': { header: () => '{"x402Version":2}' },
  'base64 without its padding': { header: () => 'eyJ4NDAyVmVyc2lvbiI6Mn0' },
  'base64 with a third padding character': { header: () => `${base64('ab')}=` },
  'base64 with spare bits': { header: () => 'eyJ4NDAyVmVyc2lvbiI6Mn1=' },
  'the url-safe alphabet': { header: () => Buffer.from('{"x":"???>>>"}').toString('base64url') },
  'a space inside': { header: () => `${valid.slice(0, 40)} ${valid.slice(40)}` },
  'a tab inside': { header: () => `${valid.slice(0, 40)}\t${valid.slice(40)}` },
  'a comma inside': { header: () => `${valid},` },
  'two payments in one line': { header: () => `${valid}, ${valid}` },
  'an array': { header: () => base64('[]') },
  'a number': { header: () => base64('1') },
  null: { header: () => base64('null') },
  'a string': { header: () => base64('"x402"') },
  'an empty object': { header: () => base64('{}'), reason: 'unsupported_x402_version' },
  'only a version': { header: () => base64('{"x402Version":2}') },
  'version 1': { header: () => base64('{"x402Version":1}'), reason: 'unsupported_x402_version' },
  'version 3': { header: () => base64('{"x402Version":3}'), reason: 'unsupported_x402_version' },
  'cut in half': { header: () => base64(Buffer.from(valid, 'base64').toString().slice(0, 400)) },
  'something after the object': { header: () => base64(`${Buffer.from(valid, 'base64').toString()} {}`) },
  'a byte order mark': { header: () => base64(`\ufeff${Buffer.from(valid, 'base64').toString()}`) },
  'invalid UTF-8': { header: () => base64(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])) },
  gzip: { header: () => base64(gzipSync(Buffer.from(valid, 'base64'))) },
  'a deep object': {
    header: () => base64(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`),
  },
  'a deep accepted entry': {
    header: () =>
      base64(`{"x402Version":2,"accepted":${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)},"payload":{}}`),
  },
  'prototype keys': {
    header: () => base64('{"__proto__":{"x402Version":2},"constructor":{"prototype":{}}}'),
  },
  'a lone surrogate': { header: rewritten('"USD Coin"', '"\\ud800"') },
  'a number without end': { header: rewritten('"maxTimeoutSeconds":120', '"maxTimeoutSeconds":1e999') },
  'a key twice': { header: rewritten('"amount":"10000"', '"amount":"1","amount":"10000"') },
  '8 kB': { header: () => 'A'.repeat(8_000) },
  '11 kB': { header: () => 'A'.repeat(11_000) },
  '15 kB': { header: () => 'A'.repeat(15_000), reason: 'payment_too_large' },
};

describe.each(['GET', 'POST'] as const)('PAYMENT-SIGNATURE on %s', (method) => {
  it.each(Object.keys(ZOO))('%s', async (name) => {
    const { header, reason = 'malformed_payment' } = ZOO[name]!;
    const sent = header();
    const answer = await pay(method === 'GET' ? bench.get : bench.post, sent);
    const body = expectChallenge(answer, sent.length > 20 ? [sent] : []);
    expect(body).toMatchObject({ reason, failureBucket: 'payment_declined' });
    expectNothingRan(bench.service);
    expect(bench.service.reports).toEqual([]);
  });
});

describe('header lines', () => {
  const send = (headers: readonly (readonly [string, string])[]) =>
    rawRequest(bench.service.url, 'GET', PRODUCT.path, headers);

  it('a payment that is sent in two lines is not one payment', async () => {
    const answer = await send([
      ['PAYMENT-SIGNATURE', valid],
      ['PAYMENT-SIGNATURE', valid],
    ]);
    expect(expectChallenge(answer)).toMatchObject({ reason: 'malformed_payment' });
    expectNothingRan(bench.service);
  });

  it('an empty line beside a good one is not one payment', async () => {
    const answer = await send([
      ['PAYMENT-SIGNATURE', ''],
      ['PAYMENT-SIGNATURE', valid],
    ]);
    expect(expectChallenge(answer)).toMatchObject({ reason: 'malformed_payment' });
    expectNothingRan(bench.service);
  });

  it.each(['payment-signature', 'Payment-Signature', 'PAYMENT-SIGNATURE'])(
    '%s is the same header',
    async (name) => {
      const own = encode(await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(1)));
      expect((await send([[name, own]])).status).toBe(200);
      expect(await bench.paid()).toBe(PRICE);
    },
  );

  it.each([17_000, 70_000])(
    '%i bytes are more than a request head may be: 431, and no stack',
    async (length) => {
      const answer = await send([['PAYMENT-SIGNATURE', 'A'.repeat(length)]]);
      expect(answer.status).toBe(431);
      expect(json(answer)).toMatchObject({
        status: 431,
        type: expect.any(String),
        detail: expect.any(String),
      });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expectNothingRan(bench.service);
    },
  );

  it('X-PAYMENT is version 1, whatever it holds', async () => {
    for (const value of ['', 'x', valid]) {
      const answer = await send([['X-PAYMENT', value]]);
      expect(expectChallenge(answer)).toMatchObject({ reason: 'unsupported_x402_version', retry: 'never' });
    }
    expectNothingRan(bench.service);
  });

  it('a payment in the query, a cookie or another header is no payment', async () => {
    const elsewhere = [
      answerOf(fetch(`${bench.get.url}?payment-signature=${encodeURIComponent(valid)}`)),
      answerOf(fetch(bench.get.url, { headers: { cookie: `payment-signature=${valid}` } })),
      answerOf(fetch(bench.get.url, { headers: { payment: valid, authorization: `Bearer ${valid}` } })),
    ];
    for (const answer of await Promise.all(elsewhere))
      expect(expectChallenge(answer, [valid])).not.toHaveProperty('reason');
    expectNothingRan(bench.service);
  });
});

it('after all of this the payment that was only ever mistreated still buys', async () => {
  expect((await pay(bench.get, valid)).status).toBe(200);
  expect(await bench.paid()).toBe(PRICE);
});
