import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import { PurchaseStopped } from '../buyer/stops.ts';
import { SOLD } from '../discovery/sold-products.ts';
import { requestSchema } from '../products/opportunity-check/schema.ts';
import { bodyOf, challengeIn, requestFor } from './buy-question.ts';

const OPTIONS = { maxTime: 60, url: 'http://127.0.0.1:4021', rail: 'x402', network: 'base' } as const;
const ASKED = { subject: 'api.example.com/v1', goal: 'Worth 500 calls at $0.01?' };
const CHALLENGE = { x402Version: 2, accepts: [{ amount: '10000' }] };
const HEADER = Buffer.from(JSON.stringify(CHALLENGE)).toString('base64');
const CURL = `HTTP/1.1 402 Payment Required\r\ncontent-type: application/json\r\nPAYMENT-REQUIRED: ${HEADER}\r\n\r\n{"error":"payment_required"}`;

const folder = mkdtempSync(join(TEMPORARY, 'assay-question-'));
afterAll(() => rmSync(folder, { recursive: true }));

const stopped = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof PurchaseStopped) return `${error.stop}: ${error.message}`;
    throw error;
  }
  return 'not stopped';
};

describe('the body that the options make', () => {
  it('holds subject, goal, every signal and every limit, in their order', () => {
    const signal = ['price_visible', '!refund_path'];
    const limit = ['budget $1', 'no account'];
    expect(bodyOf({ ...OPTIONS, ...ASKED, signal, limit })).toEqual({
      ...ASKED,
      knownSignals: signal,
      constraints: limit,
    });
    expect(bodyOf({ ...OPTIONS, ...ASKED })).toEqual(ASKED);
    expect(bodyOf(OPTIONS)).toBeUndefined();
  });

  it('is one that the opportunity check takes, and is sent to it as a POST', async () => {
    const product = SOLD.find(({ id }) => id === 'opportunity-check')!;
    const options = { ...OPTIONS, ...ASKED, signal: ['prior_paid_200'], limit: ['budget $1'], max: 10_000n };
    const request = await requestFor(product, options);
    expect(request.method).toBe('POST');
    expect(requestSchema.safeParse(request.body).success).toBe(true);
  });

  it('carries the challenge of a file', () => {
    const file = join(folder, 'challenge');
    writeFileSync(file, CURL);
    expect(bodyOf({ ...OPTIONS, ...ASKED, challengeFrom: file })).toEqual({ ...ASKED, challenge: HEADER });
  });

  it.each([
    [{ signal: ['price_visible'] }, '--subject and --goal'],
    [{ subject: 'a', limit: ['budget $1'] }, '--subject and --goal'],
    [{ challengeFrom: 'x' }, '--subject and --goal'],
    [{ body: 'x', signal: ['price_visible'] }, '--body is the whole request'],
    [{ body: 'x', goal: 'y' }, '--body is the whole request'],
    [{ ...ASKED, challengeFrom: '/nowhere/at/all' }, 'cannot be read'],
  ])('%j is a matter of usage', (given, says) => {
    const said = stopped(() => bodyOf({ ...OPTIONS, ...given }));
    expect(said).toMatch(/^usage: /);
    expect(said).toContain(says);
  });
});

describe('a challenge', () => {
  it.each([
    ['what curl -i prints', CURL, HEADER],
    ['the header line', `payment-required: ${HEADER}\n`, HEADER],
    ['the value alone', `\n${HEADER}\n`, HEADER],
    ['its JSON', JSON.stringify(CHALLENGE, null, 2), CHALLENGE],
  ])('is read from %s', (_what, text, read) => {
    expect(challengeIn(text)).toEqual(read);
  });

  it.each(['', '  \n', '[]', '"text"', '{"x402Version":', 'HTTP/1.1 200 OK\r\n\r\n<p>hello</p>'])(
    'is not found in %j, of which nothing is said',
    (text) => {
      expect(stopped(() => challengeIn(text))).toMatch(/^usage: --challenge-from holds no challenge: give /);
    },
  );
});
