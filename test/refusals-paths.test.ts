import { beforeAll, describe, expect, it } from 'vitest';
import { challengeOf, encode, json, pay, payloadFor } from './support/payments.ts';
import { raw, rawRequest } from './support/raw.ts';
import {
  EXAMPLE,
  expectChallenge,
  expectNothingRan,
  expectProblem,
  PRICE,
  PRODUCT,
  refusalBench,
} from './support/refusals.ts';

/** Other spellings of a paid path, other verbs and broken framing: none of them is a way past the gate. */

const bench = refusalBench({ shared: true });
const PATH = PRODUCT.path;
let payment: string;

beforeAll(async () => {
  payment = encode(await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(0)));
});

const send = (method: string, target: string, paid = false, body = '') =>
  rawRequest(
    bench.service.url,
    method,
    target,
    [
      ...(paid ? [['PAYMENT-SIGNATURE', payment] as const] : []),
      ...(body ? [['Content-Type', 'application/json'] as const] : []),
    ],
    body,
  );

const letter = (path: string) => path.replace(/o/, '%6F');

/** Request targets that some server somewhere reads as the paid path. */
const ALIASES: readonly string[] = [
  `${PATH}/`,
  `${PATH}//`,
  `/${PATH}`,
  `//${PATH}`,
  PATH.replace('/api/', '/api//'),
  PATH.replace('/api/', '/api/./'),
  PATH.replace('/api/', '/api/x/../'),
  `/.${PATH}`,
  `/..${PATH}`,
  `/x/..${PATH}`,
  `${PATH}/.`,
  `${PATH}/..`,
  `${PATH}/x/..`,
  letter(PATH),
  letter(PATH).toLowerCase(),
  PATH.replace('-', '%2D'),
  PATH.replace('/api/', '/api%2F'),
  PATH.replace('/api/', '/api%2f'),
  PATH.replace('/api/', '/api/%2e%2e/api/'),
  PATH.replace('/api/', '/api/%252e/'),
  PATH.replace('/api/', '\\api\\'),
  PATH.replace('/api/', '/api\\'),
  `${PATH}\\`,
  `${PATH}%`,
  `${PATH}%2F`,
  `${PATH}%00`,
  `${PATH}%20`,
  `${PATH}%3Fx=1`,
  `${PATH};`,
  `${PATH};jsessionid=1`,
  PATH.replace('/api/', '/api;x/'),
  `${PATH}.json`,
  `${PATH}.`,
  `${PATH}#x`,
  PATH.toUpperCase(),
  PATH.replace('/api/', '/API/'),
  PATH.replace('/api/opportunity', '/api/Opportunity'),
  PATH.slice(1),
  '*',
  '',
];

describe('another spelling of the path', () => {
  it.each(ALIASES)('GET %s', async (target) => {
    for (const paid of [false, true]) {
      const answer = await send('GET', target, paid);
      expect([400, 404], `${answer.status} ${answer.text.slice(0, 100)}`).toContain(answer.status);
      expect(answer.headers.get('payment-response')).toBeNull();
      expect(json(answer)).toMatchObject({ error: expect.stringMatching(/^(not_found|invalid_request)$/) });
    }
    expectNothingRan(bench.service);
  });

  it.each(ALIASES)('POST %s', async (target) => {
    const answer = await send('POST', target, true, JSON.stringify(EXAMPLE));
    expect([400, 404]).toContain(answer.status);
    expectNothingRan(bench.service);
  });

  it('the absolute form, as proxies are asked, is the path, and its host is in no challenge', async () => {
    for (const host of [new URL(bench.service.url).host, 'evil.example']) {
      const answer = await send('GET', `http://${host}${PATH}`);
      expect(answer.status).toBe(402);
      const challenge = answer.headers.get('payment-required') ?? '';
      expect(Buffer.from(challenge, 'base64').toString()).toContain(PATH);
      expect(Buffer.from(challenge, 'base64').toString()).not.toContain('evil');
      expect(answer.text).not.toContain('evil');
    }
    expectNothingRan(bench.service);
  });

  it.each([
    '/admin',
    '/admin/',
    '/admin/metrics',
    '/api/admin/metrics',
    '/api/%61dmin/metrics',
    '/ADMIN/x',
    '//admin/x',
    '/api/admin/..;/x',
    '/api//admin/x',
  ])('%s is not found, for every verb', async (target) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect((await send(method, target)).status).toBe(404);
  });

  it('another spelling of a free path is not found either', async () => {
    for (const target of [
      '/status/',
      '/STATUS',
      '//status',
      '/%73tatus',
      '/openapi.json/',
      '/.well-known/../status',
    ])
      expectProblem(await send('GET', target), 404, 'not_found');
  });
});

describe('another verb', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'PURGE', 'QUERY', 'PROPFIND', 'MKCOL', 'LOCK', 'LINK', 'SEARCH'])(
    '%s is 405 and says what is allowed',
    async (method) => {
      for (const paid of [false, true]) {
        const answer = await send(method, PATH, paid, JSON.stringify(EXAMPLE));
        expectProblem(answer, 405, 'method_not_allowed');
        expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
      }
      expectNothingRan(bench.service);
    },
  );

  // The parser or the platform's Request class refuses these before any route is looked at.
  it.each(['TRACE', 'TRACK', 'get', 'Get', 'GETT', 'M-SEARCH'])('%s runs nothing', async (method) => {
    const answer = await send(method, PATH, true);
    expect([400, 405, 501]).toContain(answer.status);
    expect(json(answer)).toMatchObject({
      error: expect.stringMatching(/^(method_not_allowed|invalid_request)$/),
    });
    expectNothingRan(bench.service);
    expect(bench.service.reports).toEqual([]);
  });

  it('CONNECT is not a proxy: the connection ends', async () => {
    expect((await send('CONNECT', 'evil.example:443', true)).status).not.toBe(200);
    expect((await send('CONNECT', PATH, true)).status).not.toBe(200);
    expectNothingRan(bench.service);
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    '%s does not change it',
    async (name) => {
      const answer = await rawRequest(bench.service.url, 'DELETE', PATH, [
        [name, 'GET'],
        ['PAYMENT-SIGNATURE', payment],
      ]);
      expectProblem(answer, 405, 'method_not_allowed');
      expectNothingRan(bench.service);
    },
  );

  it('HEAD with a payment shows the challenge, runs nothing and spends nothing', async () => {
    const answer = await send('HEAD', PATH, true);
    expect([answer.status, answer.text]).toEqual([402, '']);
    expect(answer.headers.get('payment-required')).not.toBeNull();
    expectNothingRan(bench.service);
  });

  it('OPTIONS with a payment runs nothing', async () => {
    const answer = await send('OPTIONS', PATH, true);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expectNothingRan(bench.service);
  });
});

describe('broken framing', () => {
  const head = (lines: readonly string[]) =>
    `POST ${PATH} HTTP/1.1\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
  const smuggled = `GET ${PATH} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const type = 'Content-Type: application/json';

  const BROKEN: Readonly<Record<string, () => string>> = {
    'Content-Length and Transfer-Encoding': () =>
      `${head(['Host: x', type, 'Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n${smuggled}`,
    'two different Content-Lengths': () =>
      `${head(['Host: x', type, 'Content-Length: 5', 'Content-Length: 6'])}hello${smuggled}`,
    'a Content-Length with a sign': () => `${head(['Host: x', type, 'Content-Length: +5'])}hello`,
    'a Content-Length that is hexadecimal': () => `${head(['Host: x', type, 'Content-Length: 0x5'])}hello`,
    'Transfer-Encoding that ends in identity': () =>
      `${head(['Host: x', type, 'Transfer-Encoding: chunked, identity'])}0\r\n\r\n${smuggled}`,
    'a bad chunk size': () =>
      `${head(['Host: x', type, 'Transfer-Encoding: chunked'])}zz\r\nhello\r\n0\r\n\r\n`,
    'a line folded header': () => head(['Host: x', 'X-A: b\r\n continued', type, 'Content-Length: 0']),
    'a space before the colon': () => head(['Host: x', 'Content-Length : 0']),
    'a header without a colon': () => head(['Host: x', 'nonsense']),
    'a bare line feed in the head': () => `POST ${PATH} HTTP/1.1\nHost: x\n\n`,
    'no Host': () => head([type, 'Content-Length: 0']),
    'two Hosts': () => head(['Host: a', 'Host: b', 'Content-Length: 0']),
    'HTTP/9.9': () => `GET ${PATH} HTTP/9.9\r\nHost: x\r\n\r\n`,
  };

  it.each(Object.keys(BROKEN))('%s: one 400, and the connection ends', async (name) => {
    const received = await raw(bench.service.url, [BROKEN[name]!()], 2_000);
    expect(received).toMatch(/^HTTP\/1\.1 (400|402|505) /);
    expect(received.match(/^HTTP\/1\.1 /gm), received.slice(0, 400)).toHaveLength(1);
    if (name !== 'two Hosts') expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expectNothingRan(bench.service);
  });
});

it('query parameters that are not declared change nothing, and are no part of what was asked', async () => {
  expect(expectChallenge(await send('GET', `${PATH}?x=%00&x=../&__proto__=1`))).not.toHaveProperty('reason');
  const first = await send('GET', `${PATH}?utm=1`, true);
  expect(first.status).toBe(200);
  const again = await pay(bench.get, payment);
  expect([again.status, again.headers.get('x-svc-redelivery'), again.text]).toEqual([200, '1', first.text]);
  expect(await bench.paid()).toBe(PRICE);
});
