import { decodePaymentRequiredHeader } from '@x402/core/http';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { type Answer, answerOf, challengeOf, encode, pay, payloadFor, postCall } from './support/payments.ts';
import { rawRequest } from './support/raw.ts';
import { EXAMPLE, expectChallenge, PRODUCT, refusalBench } from './support/refusals.ts';

/** Headers that every answer of a paid route carries, and those that none may. */

const bench = refusalBench({ shared: true });
const paidAnswer = async (call: typeof bench.get): Promise<Answer> =>
  pay(call, encode(await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(0))));

const ANSWERS: Readonly<Record<string, () => Promise<Answer>>> = {
  'an unpaid 402 on GET': () => answerOf(fetch(bench.get.url)),
  'an unpaid 402 on POST': () => answerOf(fetch(bench.post.url, bench.post.init)),
  'a declined 402': () => pay(bench.get, 'nonsense'),
  'a paid 200 on GET': () => paidAnswer(bench.get),
  'a paid 200 on POST': () => paidAnswer(bench.post),
  'a 400': () => paidAnswer(postCall(bench.post.url, {})),
  'a 405': () => answerOf(fetch(bench.get.url, { method: 'DELETE' })),
  'a 413': () => answerOf(fetch(bench.post.url, { method: 'POST', body: 'x'.repeat(20_000) })),
  'a 415': () => paidAnswer({ url: bench.post.url, init: { method: 'POST', body: 'x' } }),
};

/** The ledger's whole edition: the one paid answer that is compressed. */
const COMPRESSED = 'a paid 200 on GET';

const listOf = (answer: Answer, name: string) =>
  (answer.headers.get(name) ?? '').split(',').map((each) => each.trim().toLowerCase());

describe.each(Object.keys(ANSWERS))('%s', (name) => {
  it('may be read by any origin, kept by no cache, and sets nothing', async () => {
    const answer = await ANSWERS[name]!();
    expect(answer.status).toBe(Number(/\d{3}/.exec(name)![0]));
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(listOf(answer, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(
        [
          'PAYMENT-REQUIRED',
          'PAYMENT-RESPONSE',
          'WWW-Authenticate',
          'Payment-Receipt',
          'Retry-After',
          'X-SVC-EDGE-X402',
        ].map((each) => each.toLowerCase()),
      ),
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const byCoding = name === COMPRESSED ? ['accept-encoding'] : [];
    expect(listOf(answer, 'vary')).toEqual(['payment-signature', 'authorization', ...byCoding]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    for (const forbidden of [
      'etag',
      'last-modified',
      'age',
      'set-cookie',
      'location',
      'x-powered-by',
      'server',
    ])
      expect(answer.headers.get(forbidden), forbidden).toBeNull();
  });
});

it('HEAD answers what GET answers when it is unpaid, without the body and its length', async () => {
  const [get, head] = [
    await answerOf(fetch(bench.get.url)),
    await answerOf(fetch(bench.get.url, { method: 'HEAD' })),
  ];
  const shown = (name: string, value: string) =>
    name === 'payment-required' ? atob(value).replace(/"order": *"[0-9a-f]{32}"/, '"order":""') : value;
  const comparable = ({ headers }: Answer) =>
    [...headers]
      .filter(([name]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name))
      .map(([name, value]) => [name, shown(name, value)]);
  expect([head.status, head.text]).toEqual([402, '']);
  expect(comparable(head)).toEqual(comparable(get));
});

it('a browser may ask first', async () => {
  const answer = await answerOf(
    fetch(bench.get.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://agent.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'payment-signature',
      },
    }),
  );
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(listOf(answer, 'access-control-allow-headers')).toEqual([
    'payment-signature',
    'authorization',
    'content-type',
    'idempotency-key',
    'x-svc-audit-authorization',
  ]);
  expect(listOf(answer, 'access-control-allow-methods')).toEqual(expect.arrayContaining(['get', 'post']));
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

it.each([
  ['Host', 'evil.example'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'ftp'],
  ['X-Original-URL', '/status'],
  ['X-Rewrite-URL', '/status'],
  ['Forwarded', 'host=evil.example;proto=ftp'],
  ['Origin', 'https://evil.example'],
  ['Referer', 'https://evil.example/?canary'],
  ['User-Agent', 'evil.example <script>'],
])('%s is not reflected and changes nothing that is signed', async (name, value) => {
  const answer = await rawRequest(bench.service.url, 'GET', PRODUCT.path, [[name, value]]);
  expectChallenge(answer, ['evil', 'ftp:', '<script>']);
  const required = decodePaymentRequiredHeader(answer.headers.get('payment-required')!);
  expect(required.resource.url).toBe(bench.service.url + PRODUCT.path);
});

it('the challenge header fits where proxies cut, and holds the standard object', async () => {
  const answer = await answerOf(fetch(bench.get.url));
  expect(answer.headers.get('payment-required')!.length).toBeLessThanOrEqual(4_096);
  const required = decodePaymentRequiredHeader(answer.headers.get('payment-required')!);
  expect(Object.keys(required).sort()).toEqual(['accepts', 'error', 'extensions', 'resource', 'x402Version']);
  for (const entry of required.accepts)
    expect(Object.keys(entry).sort()).toEqual([
      'amount',
      'asset',
      'extra',
      'maxTimeoutSeconds',
      'network',
      'payTo',
      'scheme',
    ]);
  expect(required.accepts.map((entry) => entry.amount)).toEqual([PRODUCT.price.amount]);
});

it('nothing of what was asked enters the challenge', async () => {
  const canary = 'canary-09f1';
  const answer = await answerOf(
    fetch(`${bench.post.url}?src=${canary}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...EXAMPLE, subject: canary, goal: canary, source: canary }),
    }),
  );
  expectChallenge(answer, [canary]);
});

describe('free documents', () => {
  const paths = catalogue.documents.flatMap((document) =>
    [document.path, ...(document.aliases ?? [])].map((path) => [path, document.freshness] as const),
  );

  it.each(paths)('%s (%s) answers without payment', async (path, freshness) => {
    const answer = await answerOf(
      fetch(bench.service.url + path, { headers: { 'payment-signature': 'ignored' } }),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const etag = answer.headers.get('etag');
    if (freshness === 'live') {
      expect([etag, answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
    } else {
      const again = await answerOf(fetch(bench.service.url + path, { headers: { 'if-none-match': etag! } }));
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect(answer.text.toLowerCase()).not.toContain(
      (await challengeOf(bench.get.url)).accepts[0]!.payTo.toLowerCase(),
    );
  });
});
