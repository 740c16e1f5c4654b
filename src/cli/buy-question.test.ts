import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import { PurchaseStopped } from '../buyer/stops.ts';
import { selectedBy } from '../declare.ts';
import { SOLD } from '../discovery/sold-products.ts';
import { requestSchema } from '../products/opportunity-check/schema.ts';
import { bodyOf, pastedChallenge, requestFor } from './buy-question.ts';

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

const MATCHED = { match: 'exact', detail: '', evidenceVersion: '2.27.0', cases: 1, versionsObserved: [] };

describe('the query that the options make', () => {
  const sold = (id: string) => SOLD.find((each) => each.id === id)!;
  const ledger = sold('agent-commerce-reliability-ledger');
  const options = { ...OPTIONS, max: 100_000n };

  it('chooses rows of the ledger by every parameter that it has, and none without an option', async () => {
    const chosen = { client: '@x402/fetch', version: '2.27.0', behaviour: 'B09', severity: 'double_charge' };
    expect(await requestFor(ledger, { ...options, ...chosen })).toMatchObject({
      method: 'GET',
      query: chosen,
    });
    expect((await requestFor(ledger, { ...options, shape: 'full' })).query).toEqual({ shape: 'full' });
    expect(await requestFor(ledger, options)).not.toHaveProperty('query');
    expect(selectedBy(ledger)).toEqual([...Object.keys(chosen), 'shape'].sort());
  });

  it('chooses the shape of a witness beside its match', async () => {
    const seller = createServer((_request, answer) =>
      answer.end(JSON.stringify({ ...MATCHED, matchId: 'w1' })),
    ).listen(0, '127.0.0.1');
    await once(seller, 'listening');
    const url = `http://127.0.0.1:${(seller.address() as AddressInfo).port}`;
    const build = { client: '@x402/fetch', clientVersion: '2.27.0', protocol: 'x402v2' };
    const asked = { ...options, ...build, url, shape: 'full' };
    expect((await requestFor(sold('x402-compatibility-witness'), asked)).query).toEqual({
      match: 'w1',
      shape: 'full',
    });
    seller.close();
  });

  it.each([
    ['x402-compatibility-witness', { version: '2.27.0' }, '--version'],
    ['opportunity-check', { behaviour: 'B09' }, '--behaviour'],
    ['agent-revenue-audit', { severity: 'leak' }, '--severity'],
    ['opportunity-check', { shape: 'full' }, '--shape'],
  ])('of %s has no %j: nothing is asked for', async (id, given, says) => {
    await expect(requestFor(sold(id), { ...options, ...given })).rejects.toMatchObject({
      ...{ stop: 'usage', message: `${id} takes no ${says}` },
    });
  });
});

describe('a challenge', () => {
  it.each([
    ['what curl -i prints', CURL, HEADER],
    ['the header line', `payment-required: ${HEADER}\n`, HEADER],
    ['the value alone', `\n${HEADER}\n`, HEADER],
    ['its JSON', JSON.stringify(CHALLENGE, null, 2), CHALLENGE],
  ])('is read from %s', (_what, text, read) => {
    expect(pastedChallenge(text)).toEqual(read);
  });

  it.each(['', '  \n', '[]', '"text"', '{"x402Version":', 'HTTP/1.1 200 OK\r\n\r\n<p>hello</p>'])(
    'is not found in %j, of which nothing is said',
    (text) => {
      expect(stopped(() => pastedChallenge(text))).toMatch(
        /^usage: --challenge-from holds no challenge: give /,
      );
    },
  );
});
