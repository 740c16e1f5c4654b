import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Challenge } from 'mppx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SELLER } from '../gate/testing.ts';
import { USDC_E_TEMPO } from '../values/assets.ts';
import type { Quote } from './challenge.ts';
import { purchaseOverMpp } from './mpp.ts';
import type { PurchaseRequest } from './request.ts';

/** What the buyer over MPP holds against what it wants, before any key is asked for. Nothing is sent here. */

const NOW = 1_795_000_000_000;
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const KEY_ASKED = 'the key was asked for';

type Change = Partial<Parameters<typeof Challenge.from>[0]> & { readonly request?: object };
const wanted = {
  amount: '100000',
  currency: USDC_E_TEMPO.asset,
  recipient: SELLER,
  methodDetails: { chainId: 4217 },
};
const challengeWith = (change: Change = {}): string =>
  Challenge.serialize(
    Challenge.from({
      ...{ realm: '127.0.0.1', method: 'tempo', intent: 'charge', expires: inSeconds(300) },
      secretKey: 'a-secret-of-these-tests-32-bytes!',
      ...change,
      request: { ...wanted, ...change.request },
    } as Parameters<typeof Challenge.from>[0]),
  );

/** In turn; the last one for every call after it. */
let challenges: string[];
let unpaid: number;
let quotes: Quote[];
const server = createServer((_request, response) => {
  response.writeHead(402, { 'www-authenticate': challenges[Math.min(unpaid++, challenges.length - 1)]! });
  response.end('{}');
});
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(() => void server.close());
beforeEach(() => {
  unpaid = 0;
  quotes = [];
});

const buying = (request: Partial<PurchaseRequest> = {}, approve = async () => true) =>
  purchaseOverMpp(
    {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      path: '/api/sample',
      method: 'GET',
      maxAmountAtomic: 100_000n,
      ...request,
    },
    {
      rpcUrl: 'http://127.0.0.1:1',
      now: () => NOW,
      approve: (quote) => {
        quotes.push(quote);
        return approve();
      },
      keep: async () => {},
      key: async () => {
        throw new Error(KEY_ASKED);
      },
    },
  );

it('a challenge of the terms that are wanted is approved, and then the key is asked for', async () => {
  challenges = [challengeWith()];
  await expect(buying({ payTo: SELLER.toLowerCase() })).rejects.toThrow(KEY_ASKED);
  expect(quotes).toMatchObject([{ amountAtomic: '100000', payTo: SELLER, offerVerified: false }]);
});

describe('a challenge is refused before anybody is asked', () => {
  const stranger = '0x00000000000000000000000000000000000b0b42';
  it.each<[string, Change, Partial<PurchaseRequest>?]>([
    ['above the limit', { request: { amount: '100001' } }],
    ['for nothing', { request: { amount: '0' } }],
    ['for an amount that is none', { request: { amount: '1e3' } }],
    ['for another recipient than is expected', { request: { recipient: stranger } }, { payTo: SELLER }],
    ['for a recipient that is none', { request: { recipient: 'somebody' } }],
    ['for another token', { request: { currency: stranger } }],
    ['on another chain', { request: { methodDetails: { chainId: 42431 } } }],
    [
      'with a second recipient',
      { request: { methodDetails: { chainId: 4217, splits: [{ amount: '1', recipient: stranger }] } } },
    ],
    ['for more than a plain charge', { request: { externalId: 'x' } }],
    ['of another host', { realm: 'elsewhere.example' }],
    ['of another method', { method: 'stripe' }],
    ['of another intent', { intent: 'session' }],
    ['that would be live for longer than is allowed', {}, { maxLiveSeconds: 24 }],
  ])('%s', async (_name, change, request) => {
    challenges = [challengeWith(change)];
    await expect(buying(request)).rejects.toMatchObject({ stop: 'terms_not_acceptable', paid: 'no' });
    expect(quotes).toEqual([]);
  });
});

describe('time', () => {
  const over = challengeWith({ expires: inSeconds(9) });

  it('that ran out while somebody was thinking takes a fresh challenge, which is approved as well', async () => {
    challenges = [over, challengeWith({ expires: inSeconds(10) })];
    await expect(buying()).rejects.toThrow(KEY_ASKED);
    expect([unpaid, quotes.length]).toEqual([2, 2]);
    let approvals = 0;
    unpaid = 0;
    await expect(buying({}, async () => ++approvals === 1)).rejects.toMatchObject({ stop: 'not_approved' });
  });

  it('is no reason for another price or recipient', async () => {
    for (const request of [
      { amount: '99999' },
      { recipient: '0x00000000000000000000000000000000000b0b42' },
    ]) {
      challenges = [over, challengeWith({ request })];
      unpaid = 0;
      quotes = [];
      await expect(buying()).rejects.toMatchObject({ stop: 'terms_not_acceptable' });
      expect(quotes).toHaveLength(1);
    }
  });

  it('that runs out twice ends it', async () => {
    challenges = [over];
    await expect(buying()).rejects.toMatchObject({ stop: 'not_approved', paid: 'no' });
    expect(unpaid).toBe(2);
  });
});

it('what is not approved asks for no key', async () => {
  challenges = [challengeWith()];
  await expect(buying({}, async () => false)).rejects.toMatchObject({ stop: 'not_approved', paid: 'no' });
});
