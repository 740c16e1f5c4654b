import { decodePaymentRequiredHeader } from '@x402/core/http';
import { beforeAll, beforeEach, expect } from 'vitest';
import { catalogue } from '../../src/catalogue.ts';
import { type Counted, type Counts, startCounted } from './counted.ts';
import { type Answer, type Call, getCall, json, postCall } from './payments.ts';
import { chainStage, type Stage } from './stage.ts';

/** The product that refusals are tried on: it has both forms, and a body to get wrong. */
export const PRODUCT = catalogue.products.find((each) => each.id === 'opportunity-check')!;
export const EXAMPLE = PRODUCT.forms.find((form) => form.method === 'POST')!.example as Record<
  string,
  unknown
>;
export const PRICE = BigInt(PRODUCT.price.amount);

const NOTHING: Counts = { runs: 0, verifies: 0, settles: 0 };
/** Looking at a receipt for this long is long on a chain that mines at once, and short for a test that holds it. */
const RECEIPT_TIMEOUT_MS = 400;

export interface Bench extends Stage {
  readonly service: Counted;
  readonly get: Call;
  readonly post: Call;
}

/** A chain, a proxy that can cut it off and a counted service, for one test file. */
export function refusalBench(options: { readonly shared?: boolean } = {}): Bench {
  const bench = chainStage(options) as { -readonly [K in keyof Bench]: Bench[K] };
  beforeAll(async () => {
    bench.service = await startCounted(bench.proxy.url, RECEIPT_TIMEOUT_MS, bench.people);
    bench.get = getCall(bench.service.url + PRODUCT.path);
    bench.post = postCall(bench.service.url + PRODUCT.path, EXAMPLE);
    return () => bench.service.stop();
  });
  beforeEach(() => bench.service.reset());
  return bench;
}

/** What holds for every refusal: no server fault, no cache, JSON, nothing of the caller's in it, no sign of a payment. */
function expectRefusal(answer: Answer, sent: readonly string[] = []): Record<string, unknown> {
  const body = json(answer);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const name of [
    'payment-response',
    'x-svc-delivery-receipt',
    'set-cookie',
    'etag',
    'x-powered-by',
    'server',
  ])
    expect(answer.headers.get(name), name).toBeNull();
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.text).not.toMatch(/node:|node_modules|\.ts:|at \w+ \(/);
  const everything = `${answer.text}\n${[...answer.headers].flat().join('\n')}`.toLowerCase();
  for (const each of sent) expect(everything).not.toContain(each.toLowerCase());
  return body;
}

/** A 402: always with a challenge that can be paid, the same terms in header and body, and no money moved. */
export function expectChallenge(answer: Answer, sent: readonly string[] = []): Record<string, unknown> {
  expect(answer.status, answer.text.slice(0, 300)).toBe(402);
  const body = expectRefusal(answer, sent);
  expect(body).toMatchObject({ error: 'payment_required', x402Version: 2 });
  const required = decodePaymentRequiredHeader(answer.headers.get('payment-required')!);
  const accepts = body.accepts as Record<string, unknown>[];
  expect(accepts.map(({ price: _price, ...entry }) => entry)).toEqual(required.accepts);
  expect(accepts.map((entry) => entry.price)).toEqual([PRODUCT.price.label]);
  expect(answer.headers.get('vary')).toBe('PAYMENT-SIGNATURE, Authorization');
  return body;
}

/** A problem document (RFC 9457), and never a challenge beside it. */
export function expectProblem(answer: Answer, status: number, error: string, sent: readonly string[] = []) {
  expect(answer.status, answer.text.slice(0, 300)).toBe(status);
  const body = expectRefusal(answer, sent);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({
    status,
    error,
    type: expect.any(String),
    title: expect.any(String),
    detail: expect.any(String),
  });
  expect(answer.headers.get('payment-required')).toBeNull();
  return body;
}

/** Nothing was looked at, computed or moved. */
export const expectNothingRan = (service: Counted) => expect(service.counts).toEqual(NOTHING);
