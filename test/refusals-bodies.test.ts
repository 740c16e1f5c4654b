import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BODY_MAX_BYTES } from '../src/values/limits.ts';
import { type Answer, answerOf, challengeOf, encode, pay, payloadFor, postCall } from './support/payments.ts';
import { rawRequest } from './support/raw.ts';
import {
  EXAMPLE,
  expectChallenge,
  expectNothingRan,
  expectProblem,
  PRICE,
  PRODUCT,
  refusalBench,
} from './support/refusals.ts';

/** Bodies of a paid POST: with a payment attached they are refused before it is looked at, without one they are not read. */

const bench = refusalBench({ shared: true });
const POST_FORM = PRODUCT.forms.find((form) => form.method === 'POST')!;
let payment: string;

beforeAll(async () => {
  payment = encode(await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(0)));
});

type Body = string | Buffer;
const JSON_HEADERS = { 'content-type': 'application/json' };

const send = (body: Body, paid: boolean, headers: Record<string, string> = JSON_HEADERS): Promise<Answer> => {
  const call = { url: bench.post.url, init: { method: 'POST', headers, body: body as BodyInit } };
  return paid ? pay(call, payment) : answerOf(fetch(call.url, call.init));
};

const CANARY = 'canary-77aa01';
const text = (value: unknown) => JSON.stringify(value);
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

/** What is wrong with it, and the issue's code where the code is ours to promise. */
const ZOO: Readonly<Record<string, { readonly body: () => Body; readonly code?: string }>> = {
  empty: { body: () => '', code: 'malformed_json' },
  'not JSON': { body: () => `subject=${CANARY}`, code: 'malformed_json' },
  'cut in half': { body: () => text(EXAMPLE).slice(0, -3), code: 'malformed_json' },
  'two documents': { body: () => `${text(EXAMPLE)}${text(EXAMPLE)}`, code: 'malformed_json' },
  NaN: { body: () => '{"subject":NaN}', code: 'malformed_json' },
  'a comment': { body: () => `/* ${CANARY} */${text(EXAMPLE)}`, code: 'malformed_json' },
  'a byte order mark': { body: () => `\ufeff${text(EXAMPLE)}`, code: 'malformed_json' },
  'invalid UTF-8': {
    body: () => Buffer.concat([Buffer.from('{"subject":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
    code: 'malformed_unicode',
  },
  'an overlong UTF-8 form': {
    body: () => Buffer.concat([Buffer.from('{"subject":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    code: 'malformed_unicode',
  },
  'UTF-16': { body: () => Buffer.from(text(EXAMPLE), 'utf16le') },
  'a lone surrogate, escaped': { body: () => '{"subject":"\\ud800","goal":"x"}', code: 'malformed_unicode' },
  'a lone surrogate in a key': { body: () => '{"\\udfff":1}', code: 'malformed_unicode' },
  'the same key twice': {
    body: () => `{"subject":"${CANARY}","subject":"b","goal":"x"}`,
    code: 'duplicate_key',
  },
  'the same key twice, escaped once': {
    body: () => '{"subject":"a","\\u0073ubject":"b","goal":"x"}',
    code: 'duplicate_key',
  },
  'the same key twice, deep inside': { body: () => '{"a":[{"b":{"c":1,"c":2}}]}', code: 'duplicate_key' },
  // A key of this literal would be its prototype.
  'the key __proto__': {
    body: () => '{"__proto__":{"subject":"a","goal":"b"}}',
    code: 'forbidden_key',
  },
  '__proto__ beside the rest': {
    body: () => `{"__proto__":{"isAdmin":true},${text(EXAMPLE).slice(1)}`,
    code: 'forbidden_key',
  },
  constructor: { body: () => text({ ...EXAMPLE, constructor: { prototype: { polluted: 1 } } }) },
  '33 levels': { body: () => nested(33), code: 'too_deep' },
  '7,000 levels of arrays': { body: () => '['.repeat(7_000) + ']'.repeat(7_000), code: 'too_deep' },
  '2,001 values': {
    body: () => text({ knownSignals: Array.from({ length: 2_000 }, () => 1) }),
    code: 'too_large',
  },
  'an array': { body: () => '[]' },
  null: { body: () => 'null' },
  'a number': { body: () => '1' },
  'an empty object': { body: () => '{}' },
  'an unknown property': { body: () => text({ ...EXAMPLE, [CANARY]: CANARY }), code: 'unrecognized_keys' },
  'the property of another case': {
    body: () => text({ ...EXAMPLE, Subject: CANARY }),
    code: 'unrecognized_keys',
  },
};

describe.each(Object.keys(ZOO))('%s', (name) => {
  const { body, code } = ZOO[name]!;

  it('with a payment: 400, and the payment is not looked at', async () => {
    const problem = expectProblem(await send(body(), true), 400, 'invalid_request', [CANARY]);
    const issues = problem.issues as { path: string; code: string; message: string }[];
    expect(issues.length).toBeGreaterThan(0);
    if (code) expect(issues.map((issue) => issue.code)).toContain(code);
    expectNothingRan(bench.service);
  });

  it('without one: the challenge, as for any unpaid call', async () => {
    expect(expectChallenge(await send(body(), false), [CANARY])).not.toHaveProperty('reason');
    expectNothingRan(bench.service);
  });
});

describe('each field of the schema', () => {
  const WRONG: Readonly<Record<string, unknown>> = {
    'a number': 7,
    null: null,
    'an array': [CANARY],
    'an object': { a: CANARY },
    true: true,
  };
  const cases = Object.keys(EXAMPLE).flatMap((field) =>
    Object.keys(WRONG).map((wrong) => [field, wrong] as const),
  );

  it.each(cases)('%s as %s', async (field, wrong) => {
    const value = wrong === 'an array' && Array.isArray(EXAMPLE[field]) ? [1] : WRONG[wrong];
    const problem = expectProblem(
      await send(text({ ...EXAMPLE, [field]: value }), true),
      400,
      'invalid_request',
      [CANARY],
    );
    expect((problem.issues as { path: string }[])[0]!.path).toMatch(new RegExp(`^${field}`));
    expectNothingRan(bench.service);
  });

  const FIELDS = POST_FORM.input.toJSONSchema().properties as Record<
    string,
    { type?: string; maxLength?: number }
  >;
  const TEXTS = Object.keys(FIELDS).filter((field) => FIELDS[field]!.type === 'string');

  it.each(TEXTS)('%s says how long it may be, in code points', async (field) => {
    const { maxLength } = FIELDS[field]!;
    expect(maxLength, 'maxLength in the published schema').toBeGreaterThan(0);
    // One code point more than UTF-16 units would allow: only a reader that counts code points lets the first one in.
    const longest = `😀${'x'.repeat(maxLength! - 1)}`;
    const malformed = (value: string) =>
      pay(postCall(bench.post.url, { ...EXAMPLE, [field]: value }), 'no payment, so nothing can be charged');
    expect(expectChallenge(await malformed(longest))).toMatchObject({ reason: 'malformed_payment' });
    const problem = expectProblem(await malformed(`${longest}x`), 400, 'invalid_request');
    expect(problem.issues).toMatchObject([{ path: field }]);
  });

  it('missing fields are named by path', async () => {
    const problem = expectProblem(await send('{}', true), 400, 'invalid_request');
    const required = PRODUCT.forms.find((form) => form.method === 'POST')!.input.toJSONSchema()
      .required as string[];
    expect((problem.issues as { path: string }[]).map((issue) => issue.path).sort()).toEqual(
      [...required].sort(),
    );
  });
});

describe('size', () => {
  const large = () => text({ ...EXAMPLE, subject: 'x'.repeat(BODY_MAX_BYTES) });
  const chunked = (body: string, paid: boolean): Promise<Answer> =>
    rawRequest(
      bench.service.url,
      'POST',
      PRODUCT.path,
      [
        ['Content-Type', 'application/json'],
        ['Transfer-Encoding', 'chunked'],
        ...(paid ? [['PAYMENT-SIGNATURE', payment] as const] : []),
      ],
      `${(1_000).toString(16)}\r\n${body.slice(0, 1_000)}\r\n${(body.length - 1_000).toString(16)}\r\n${body.slice(1_000)}\r\n0\r\n\r\n`,
    );

  it.each([true, false])('too large with Content-Length, paid: %s', async (paid) => {
    expectProblem(await send(large(), paid), 413, 'payload_too_large');
    expectNothingRan(bench.service);
  });

  it.each([true, false])('too large in chunks, paid: %s', async (paid) => {
    expectProblem(await chunked(large(), paid), 413, 'payload_too_large');
    expectNothingRan(bench.service);
  });

  it.each([true, false])('5 MB are refused before they are sent, paid: %s', async (paid) => {
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Content-Length', '5000000'],
    ];
    const answer = await rawRequest(
      bench.service.url,
      'POST',
      PRODUCT.path,
      paid ? [...headers, ['PAYMENT-SIGNATURE', payment]] : headers,
    );
    expectProblem(answer, 413, 'payload_too_large');
  });

  it('a Content-Length that lies below the limit does not let more in', async () => {
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Content-Length', '20'],
      ['PAYMENT-SIGNATURE', payment],
    ];
    const answer = await rawRequest(bench.service.url, 'POST', PRODUCT.path, headers, text(EXAMPLE));
    expectProblem(answer, 400, 'invalid_request');
    expectNothingRan(bench.service);
  });

  it('exactly the limit is not too large', async () => {
    const padded = text(EXAMPLE).padEnd(BODY_MAX_BYTES, ' ');
    expect(Buffer.byteLength(padded)).toBe(BODY_MAX_BYTES);
    expectChallenge(await send(padded, false));
    expectProblem(await send(`${padded} `, false), 413, 'payload_too_large');
  });
});

describe('media type', () => {
  const REFUSED = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json5',
    'application/problem+json',
    'text/json',
    '',
  ];

  it.each(REFUSED)('"%s" with a payment is 415', async (type) => {
    const answer = await rawRequest(
      bench.service.url,
      'POST',
      PRODUCT.path,
      [
        ['Content-Type', type],
        ['PAYMENT-SIGNATURE', payment],
      ],
      text(EXAMPLE),
    );
    expectProblem(answer, 415, 'unsupported_media_type');
    expectNothingRan(bench.service);
  });

  it('no media type with a payment is 415', async () => {
    const answer = await rawRequest(
      bench.service.url,
      'POST',
      PRODUCT.path,
      [['PAYMENT-SIGNATURE', payment]],
      text(EXAMPLE),
    );
    expectProblem(answer, 415, 'unsupported_media_type');
  });

  it.each(['gzip', 'identity', 'br'])('Content-Encoding %s with a payment is 415', async (encoding) => {
    const body = encoding === 'gzip' ? gzipSync(text(EXAMPLE)) : text(EXAMPLE);
    expectProblem(
      await send(body, true, { ...JSON_HEADERS, 'content-encoding': encoding }),
      415,
      'unsupported_media_type',
    );
    expectNothingRan(bench.service);
  });

  it('a discovery probe without body and type is challenged', async () => {
    expectChallenge(await answerOf(fetch(bench.post.url, { method: 'POST' })));
    for (const type of REFUSED) expectChallenge(await send(text(EXAMPLE), false, { 'content-type': type }));
  });
});

describe('what is accepted', () => {
  beforeEach(async () => {
    payment = encode(await payloadFor(await challengeOf(bench.get.url), bench.tools.buyer(0)));
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('%s', async (type) => {
    expect((await send(text(EXAMPLE), true, { 'content-type': type })).status).toBe(200);
    expect(await bench.paid()).toBe(PRICE);
  });

  it('a body on GET is ignored and is no part of what was asked', async () => {
    const headers: [string, string][] = [
      ['PAYMENT-SIGNATURE', payment],
      ['Content-Type', 'application/json'],
    ];
    const first = await rawRequest(bench.service.url, 'GET', PRODUCT.path, headers, text(EXAMPLE));
    expect(first.status).toBe(200);
    const again = await rawRequest(bench.service.url, 'GET', PRODUCT.path, headers);
    expect([again.status, again.headers.get('x-svc-redelivery'), again.text]).toEqual([200, '1', first.text]);
    expect(await bench.paid()).toBe(PRICE);
  });

  it('after polluted bodies an object is what it was', () => {
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });
});
