import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CounterName } from '../accounting/counters.ts';
import { catalogue } from '../catalogue.ts';
import type { Product } from '../declare.ts';
import { encodeHeader, samplePayload } from '../gate/testing.ts';
import type { App, Event } from '../http/app.ts';
import { PAGES } from '../http/pages/index.ts';
import type { Glance } from '../http/standing.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import { createOriginServer, HTTP_LIMITS, type OriginServer } from './server.ts';
import { appWithoutChain, NOW } from './testing.ts';

/**
 * One app behind two servers: one that takes the quick way wherever it can, one that never does. Every request must
 * get the same bytes from both, and be counted as the same event.
 */

interface Way {
  readonly server: OriginServer;
  readonly port: number;
  readonly events: Event[];
  /** Names of the counters that were counted. */
  readonly counted: CounterName[];
  /** How often the quick way answered. */
  quick: number;
}

async function open(
  allowed: boolean,
  rate = 100_000,
  seenAs: (glance: Glance) => Glance = (glance) => glance,
  limits = HTTP_LIMITS,
): Promise<Way> {
  const { app, events, counted } = appWithoutChain({
    costly: rate,
    payment: rate,
    message: rate,
    other: rate,
  });
  const standing: App['standing'] = (glance) => {
    const ready = allowed ? app.standing(seenAs(glance)) : undefined;
    if (ready) way.quick++;
    return ready;
  };
  const server = createOriginServer({ answer: app.answer, standing }, {}, limits);
  const way: Way = { server, port: await server.listen(0, '127.0.0.1'), events, counted, quick: 0 };
  return way;
}

let quickWay: Way;
let longWay: Way;
beforeAll(async () => {
  quickWay = await open(true);
  longWay = await open(false);
  for (const way of [quickWay, longWay]) await warm(way);
});
afterAll(() => Promise.all([quickWay, longWay].map((way) => way.server.drain(1_000))));

/** What stands ready was made for somebody: the first unpaid call of a route. */
async function warm(way: Way): Promise<void> {
  for (const { path, forms } of catalogue.products) await say(way.port, request(forms[0]!.method, path));
}

/** Everything that comes back until the server closes the connection, but for the date. */
async function say(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(bytes, 'latin1');
  await closed;
  return received.replace(/^Date: .*\r\n/gm, '');
}

/** The same on a connection that stays open, and one that closes it. */
const keptOpen = (bytes: string): string =>
  bytes.replaceAll('Connection: close\r\n', '') + request('GET', '/nowhere');

function request(method: string, target: string, lines: readonly string[] = [], body = ''): string {
  const host = lines.some((line) => /^host:/i.test(line)) ? [] : ['Host: assay.example'];
  return `${method} ${target} HTTP/1.1\r\n${[...host, 'Connection: close', ...lines, '', ''].join('\r\n')}${body}`;
}

/** Sends the same to both, compares, and says whether the quick way answered. */
async function both(bytes: string): Promise<{ quick: boolean; answer: string; event: Event | undefined }> {
  const before = quickWay.quick;
  for (const way of [quickWay, longWay]) way.events.length = way.counted.length = 0;
  const [fast, slow] = await Promise.all([say(quickWay.port, bytes), say(longWay.port, bytes)]);
  expect(fast).toBe(slow);
  // Of two requests on one connection the quick one is ready first; they are answered in their order all the same.
  const byRoute = (way: Way) => way.events.toSorted((a, b) => (a.route < b.route ? -1 : 1));
  expect(byRoute(quickWay)).toEqual(byRoute(longWay));
  expect(quickWay.counted.toSorted()).toEqual(longWay.counted.toSorted());
  return { quick: quickWay.quick > before, answer: fast, event: quickWay.events[0] };
}

const PAID = catalogue.products[0]!.path;
const admissionOf = ({ admission }: Product) => admission?.kind;
const TICKETED = catalogue.products.find((product) => admissionOf(product) === 'ticket')!;
const TICKET = TICKETED.admission?.kind === 'ticket' ? TICKETED.admission.header : '';
const DOCUMENT = catalogue.documents.find((document) => document.freshness === 'fixed')!.path;
const PAGE = catalogue.documents.find((document) => document.freshness === 'fixed' && document.page)!.path;
const CREDENTIAL = encodeHeader(samplePayload(NOW / 1_000));

const PATHS = [
  ...catalogue.products.map(({ path }) => path),
  ...catalogue.checks.map(({ path }) => path),
  ...catalogue.documents.flatMap(({ path, aliases = [] }) => [path, ...aliases]),
  ...PAGES.map(({ path }) => path),
  '/.well-known/jwks.json',
  '/healthz',
  '/mcp',
  '/nowhere',
];

describe('every route', () => {
  it.each(PATHS)('%s answers every verb the same on both ways', async (path) => {
    const all = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE'].map((method) =>
      request(method, path, method === 'POST' ? ['Content-Length: 0'] : []),
    );
    for (const bytes of all) await both(bytes);
    await both(keptOpen(all.join('')));
  });

  it('and the quick way is taken for challenges and fixed documents', async () => {
    for (const product of catalogue.products)
      for (const { method } of product.forms)
        expect((await both(request(method, product.path))).quick).toBe(
          (admissionOf(product) ?? 'ticket') === 'ticket',
        );
    for (const document of catalogue.documents)
      expect((await both(request('GET', document.path))).quick).toBe(document.freshness === 'fixed');
  });
});

const typed = 'Content-Type: application/json';
const posted = (body: string, target: string = PAID, lines: readonly string[] = []): string =>
  request('POST', target, [typed, `Content-Length: ${body.length}`, ...lines], body);
/** Two chunks, so that no reader may take the first one for all. */
function inChunks(body: string): string {
  const half = body.length >> 1;
  const chunks = [body.slice(0, half), body.slice(half)]
    .filter((each) => each !== '')
    .map((each) => `${each.length.toString(16)}\r\n${each}\r\n`);
  return request('POST', PAID, [typed, 'Transfer-Encoding: chunked'], `${chunks.join('')}0\r\n\r\n`);
}

/** What may come with an unpaid call, in Latin-1. None of it changes the challenge; some of it is counted by its source. */
const BODIES: Readonly<Record<string, string>> = {
  'an empty object': '{}',
  'a body that is no JSON': '{"goal":',
  'a body that is no object': '[1]',
  'a body that is null': 'null',
  'a body that is not UTF-8': '{"source":"x-profile","goal":"\xff"}',
  'a body with a source': '{"goal":"x","source":"x-profile"}',
  'a body with a source that nobody listed': '{"source":"me"}',
  'a body with an empty source': '{"source":""}',
  'a body with a source in disguise': '{"\\u0073ource":"x-daily-post"}',
  'a body with two sources': '{"source":"x-profile","source":"x-daily-post"}',
  'a body with a source inside': '{"facts":{"source":"x-profile"}}',
  'a body with a source that is no text': '{"source":7}',
  'a body of the largest size': `{"goal":"${'x'.repeat(BODY_MAX_BYTES - 11)}"}`,
};

/** Requests with something about them, and whether the quick way may answer. */
const ODD: Readonly<Record<string, readonly [bytes: string, quick: boolean]>> = {
  'a query': [request('GET', `${PAID}?subject=a.example&goal=x%20y&src=registry`), true],
  'an empty query': [request('GET', `${PAID}?`), true],
  'a query that URL repairs': [request('GET', `${PAID}?goal="x"<y>`), false],
  'a query with a fragment': [request('GET', `${PAID}?a=1#b`), false],
  'a query in Latin-1': [request('GET', `${PAID}?goal=\xe9`), false],
  'another spelling': [request('GET', `${PAID}/`), true],
  'a path with dots': [request('GET', `/x/..${PAID}`), false],
  'an encoded letter': [request('GET', PAID.replace('o', '%6f')), false],
  'upper case': [request('GET', PAID.toUpperCase()), true],
  'the absolute form': [request('GET', `http://assay.example${PAID}`), true],
  'a credential': [request('GET', PAID, [`PAYMENT-SIGNATURE: ${CREDENTIAL}`]), false],
  'an empty credential': [request('GET', PAID, ['PAYMENT-SIGNATURE:']), false],
  'a credential of version 1': [request('GET', PAID, ['X-PAYMENT: x']), false],
  'HEAD with a credential': [request('HEAD', PAID, [`PAYMENT-SIGNATURE: ${CREDENTIAL}`]), false],
  'a ticket': [request('POST', TICKETED.path, [`${TICKET}: ${'0'.repeat(64)}`]), false],
  'the operator': [request('GET', PAID, ['X-SVC-OPERATOR-TOKEN: right']), false],
  'a wrong operator': [request('GET', PAID, ['X-SVC-OPERATOR-TOKEN: wrong']), false],
  ...Object.fromEntries(
    Object.entries(BODIES).flatMap(([name, body]) => [
      [name, [posted(body), true]],
      [`${name}, in chunks`, [inChunks(body), true]],
      [`${name}, with a source in the query`, [posted(body, `${PAID}?src=x-profile`), true]],
    ]),
  ),
  'a body of another type': [
    request('POST', PAID, ['Content-Type: text/plain', 'Content-Length: 2'], '{}'),
    true,
  ],
  'a body without a type': [request('POST', PAID, ['Content-Length: 2'], '{}'), true],
  'a body that says it is compressed': [
    request(
      'POST',
      PAID,
      ['Content-Type: application/json', 'Content-Encoding: gzip', 'Content-Length: 2'],
      '{}',
    ),
    true,
  ],
  'a body with an expectation': [
    request(
      'POST',
      PAID,
      ['Content-Type: application/json', 'Expect: 100-continue', 'Content-Length: 2'],
      '{}',
    ),
    true,
  ],
  'a body from a browser': [posted('{}', PAID, ['Accept: text/html,application/xhtml+xml']), false],
  'a body with a credential': [posted('{}', PAID, [`PAYMENT-SIGNATURE: ${CREDENTIAL}`]), false],
  'a body with a ticket': [posted('{}', TICKETED.path, [`${TICKET}: ${'0'.repeat(64)}`]), false],
  'a body from the operator': [posted('{}', PAID, ['X-SVC-OPERATOR-TOKEN: right']), false],
  'a body for a product that needs a ticket': [posted('{}', TICKETED.path), true],
  'a body for a free check': [posted('{}', catalogue.checks[0]!.path), false],
  'a body on a path that is none': [posted('{}', '/nowhere'), false],
  'a body on a path that is not canonical': [posted('{}', PAID.replace('o', '%6f')), false],
  'three bodies, one after the other': [
    `${keptOpen(posted('{"source":"x-profile"}')).slice(0, -request('GET', '/nowhere').length)}${keptOpen(inChunks('{}')).slice(0, -request('GET', '/nowhere').length)}${posted('[]')}`,
    true,
  ],
  'a body on GET': [request('GET', PAID, ['Content-Length: 2'], '{}'), false],
  'a chunk that is no chunk': [request('POST', PAID, ['Transfer-Encoding: chunked'], 'zz\r\n'), true],
  'an empty chunked body': [request('POST', PAID, ['Transfer-Encoding: chunked'], '0\r\n\r\n'), true],
  'a body that is said to be too large': [
    request('POST', PAID, ['Content-Length: 16001'], 'x'.repeat(16_001)),
    false,
  ],
  'a GET body that is said to be too large': [
    request('GET', PAID, ['Content-Length: 16001'], 'x'.repeat(16_001)),
    false,
  ],
  'a chunked body that is too large': [
    request('POST', PAID, ['Transfer-Encoding: chunked'], `4e20\r\n${'x'.repeat(20_000)}\r\n0\r\n\r\n`),
    true,
  ],
  'a path that is none, from a browser': [
    request('GET', '/nowhere', ['Accept: text/html,application/xhtml+xml']),
    false,
  ],
  'a path that is none': [request('GET', '/nowhere?a=1'), true],
  'HEAD of a path that is none': [request('HEAD', '/nowhere'), true],
  'a page for people': [request('GET', PAGE, ['Accept: text/html']), true],
  'a page for programs': [request('GET', PAGE, ['Accept: application/json']), true],
  'a page for whoever takes anything': [request('GET', PAGE, ['Accept: */*']), true],
  'a document that the caller has': [request('GET', DOCUMENT, ['If-None-Match: *']), true],
  'HEAD of a document that the caller has': [request('HEAD', DOCUMENT, ['If-None-Match: *']), true],
  'a document that the caller has in another form': [
    request('GET', DOCUMENT, ['If-None-Match: "x"', 'If-None-Match: W/"y"']),
    true,
  ],
  'no host': [`GET ${PAID} HTTP/1.0\r\n\r\n`, false],
  'a host over HTTP/1.0': [`GET ${PAID} HTTP/1.0\r\nHost: assay.example\r\n\r\n`, true],
  'a connection kept open over HTTP/1.0': [
    `GET ${PAID} HTTP/1.0\r\nHost: assay.example\r\nConnection: keep-alive\r\n\r\n${request('GET', DOCUMENT)}`,
    true,
  ],
  'a host with a port': [request('GET', PAID, ['Host: 127.0.0.1:40210']), true],
  'a host in capitals': [request('GET', PAID, ['Host: ASSAY.example']), false],
  'a host with the usual port': [request('GET', PAID, ['Host: assay.example:80']), false],
  'a host with a port that is none': [request('GET', PAID, ['Host: assay.example:70000']), false],
  'an address that is none': [request('GET', PAID, ['Host: 300.1.1.1']), false],
  'an empty host': [request('GET', PAID, ['Host:']), false],
  'a host that is no host': [request('GET', PAID, ['Host: a b']), false],
  'a host with a path': [request('GET', PAID, ['Host: a.example/x']), false],
  'a host with a user': [request('GET', PAID, ['Host: u@a.example']), false],
  'an expectation': [request('GET', PAID, ['Expect: 100-continue']), true],
  'an unknown expectation': [request('GET', PAID, ['Expect: 200-ok']), true],
  'a verb that nobody knows': [request('PURGE', PAID), false],
  'two requests at once': [
    `${request('GET', PAID).replace('Connection: close\r\n', '')}${request('GET', DOCUMENT)}`,
    true,
  ],
  'one that takes its time, and one that stands ready': [
    `${request('GET', '/healthz').replace('Connection: close\r\n', '')}${keptOpen(request('GET', PAID))}`,
    true,
  ],
};

describe('an odd request gets the same answer on both ways', () => {
  it.each(Object.keys(ODD))('%s', async (name) => {
    const [bytes, quick] = ODD[name]!;
    expect((await both(bytes)).quick).toBe(quick);
  });

  it('the limits are there: 413, 404 and 304 are what both say', async () => {
    const statuses = await Promise.all(
      ['a chunked body that is too large', 'an encoded letter', 'a document that the caller has'].map(
        async (name) => (await both(ODD[name]![0])).answer.split(' ')[1],
      ),
    );
    expect(statuses).toEqual(['413', '404', '304']);
  });

  it('HEAD is answered without a body where the connection stays open, a refused target too', async () => {
    for (const target of [PAID, DOCUMENT, '/nowhere', '//', PAID.replace('o', '%6f')]) {
      const { answer } = await both(keptOpen(request('HEAD', target)));
      // Whatever stood between this head and the next one would be read as the next answer.
      expect(answer, target).toMatch(/^HTTP\/1\.1 [\s\S]*?\r\n\r\nHTTP\/1\.1 404 /);
    }
  });

  it('the last request that a connection may carry is told so', async () => {
    // Node leaves the connection open after that, for as long as an idle one.
    const limits = { ...HTTP_LIMITS, keepAliveTimeout: 1_000, maxRequestsPerSocket: 3 };
    const ways = await Promise.all([
      open(true, 100_000, undefined, limits),
      open(false, 100_000, undefined, limits),
    ]);
    for (const way of ways) await warm(way);
    const three = request('GET', PAID).replace('Connection: close\r\n', '').repeat(3);
    const [fast, slow] = await Promise.all(ways.map(({ port }) => say(port, three)));
    await Promise.all(ways.map(({ server }) => server.drain(1_000)));
    expect(fast).toBe(slow);
    expect(fast!.match(/^Connection: .*$/gm)).toEqual([
      'Connection: keep-alive',
      'Connection: keep-alive',
      'Connection: close',
    ]);
  });

  it('whoever stops in the middle of a body is told so', async () => {
    const limits = {
      ...HTTP_LIMITS,
      requestTimeout: 300,
      headersTimeout: 200,
      connectionsCheckingInterval: 50,
    };
    const ways = await Promise.all([true, false].map((allowed) => open(allowed, 100_000, undefined, limits)));
    for (const way of ways) await warm(way);
    const half = request('POST', PAID, ['Content-Length: 9'], '{}').replace('Connection: close\r\n', '');
    const [fast, slow] = await Promise.all(ways.map(({ port }) => say(port, half)));
    expect(fast).toBe(slow);
    expect(fast).toMatch(/^HTTP\/1\.1 408 /);
    await Promise.all(ways.map(({ server }) => server.drain(1_000)));
    expect(ways.map(({ quick }) => quick)).toEqual([1, 0]);
  });

  it('a body that does not end is not taken for ever', async () => {
    const endless = `${request('POST', PAID, ['Transfer-Encoding: chunked']).replace('Connection: close\r\n', '')}4e20\r\n${'x'.repeat(20_000)}\r\n`;
    const [fast, slow] = await Promise.all([quickWay, longWay].map(({ port }) => say(port, endless)));
    expect(fast).toBe(slow);
    expect(fast).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['a program', request('GET', PAID), 402, 7, 'application/problem.json'],
    ['a browser', request('GET', PAGE, ['Accept: text/html,application/xhtml+xml']), 200, 4, 'text/html'],
  ])(
    'whoever asks too often is told so on both ways, at the same call: %s',
    async (_, bytes, status, quick, type) => {
      const ways = await Promise.all([open(true, 5), open(false, 5)]);
      const told = await Promise.all(
        ways.map(async ({ port }) => {
          const answers: string[] = [];
          for (let i = 0; i < 8; i++) answers.push(await say(port, bytes));
          return answers;
        }),
      );
      await Promise.all(ways.map(({ server }) => server.drain(1_000)));
      expect(told[0]).toEqual(told[1]);
      expect(told[0]!.map((answer) => answer.split(' ')[1])).toEqual([
        ...Array<string>(5).fill(String(status)),
        ...Array<string>(3).fill('429'),
      ]);
      expect(told[0]!.at(-1)).toMatch(new RegExp(`^content-type: ${type}`, 'im'));
      expect(ways[0]!.events).toEqual(ways[1]!.events);
      expect(ways[0]!.quick).toBe(quick);
    },
  );
});

/** What a quick way that overlooks a header would see. */
const overlooking =
  (overlooked: string, seen?: string) =>
  (glance: Glance): Glance => ({
    ...glance,
    header: (name) => (name === overlooked ? seen : glance.header(name)),
  });

const CARELESS: Readonly<Record<string, (glance: Glance) => Glance>> = {
  'the credential': overlooking('payment-signature'),
  'the credential of version 1': overlooking('x-payment'),
  'the ticket': overlooking(TICKET.toLowerCase()),
  'the length of a body': overlooking('content-length'),
  'a chunked body': overlooking('transfer-encoding'),
  'what the caller has': overlooking('if-none-match'),
  'who asks for a page': overlooking('accept'),
  'the operator': overlooking('x-svc-operator-token'),
  'a broken host': overlooking('host', 'assay.example'),
  'the verb': (glance) => ({ ...glance, method: 'GET' }),
};

describe('these tests would notice a quick way that overlooks', () => {
  it.each(Object.keys(CARELESS))('%s', async (what) => {
    const careless = await open(true, 100_000, CARELESS[what]);
    await warm(careless);
    // One difference is enough.
    let differing: string | undefined;
    for (const [name, [bytes]] of [...Object.entries(ODD), ['HEAD', [request('HEAD', PAID)]] as const]) {
      for (const way of [careless, longWay]) way.counted.length = 0;
      const [fast, slow] = await Promise.all([say(careless.port, bytes), say(longWay.port, bytes)]);
      if (fast === slow && careless.counted.join() === longWay.counted.join()) continue;
      differing = name;
      break;
    }
    await careless.server.drain(1_000);
    expect(differing).toBeDefined();
  });
});
