import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentRequired } from '@x402/core/types';
import type { JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { offerBook } from '../gate/offer.ts';
import { challengeBase } from '../gate/rails/x402-challenge.ts';
import { sampleTerms } from '../gate/testing.ts';
import { digestBytes, utf8 } from '../values/digest.ts';
import {
  type Bought,
  checkDelivery,
  checkOffer,
  checkReceipt,
  keysOf,
  payloadOf,
  termsOf,
} from './evidence.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-evidence-'));
const open = (name: string) =>
  openSigningKeys(join(folder, name), 'https://api.example', { create: true, now: 0 });
const seller = open('seller.json');
const stranger = open('stranger.json');
rmSync(folder, { recursive: true });
const keys = keysOf(seller.jwks as JSONWebKeySet);

const NOW_SECONDS = 1_795_000_000;
const clock = { now: () => NOW_SECONDS * 1_000, sleep: async () => {} };
const challenge = async (signer = seller.signer): Promise<PaymentRequired> =>
  JSON.parse(
    JSON.stringify(
      challengeBase(sampleTerms, (await offerBook(sampleTerms, signer, clock).current()).offers),
    ),
  ) as PaymentRequired;
const check = (required: PaymentRequired, at = NOW_SECONDS) =>
  checkOffer(required, required.accepts[0]!, keys, at);

describe('checkOffer', () => {
  it('holds for what the seller signed', async () => {
    expect(await check(await challenge())).toEqual({
      finding: undefined,
      offerDigest: expect.stringMatching(/^sha256:/),
    });
  });

  it.each(['asset', 'payTo', 'amount', 'network', 'scheme'] as const)(
    'does not hold when the challenge has another %s than was signed',
    async (field) => {
      const required = await challenge();
      Object.assign(required.accepts[0]!, { [field]: field === 'amount' ? '1' : 'other' });
      expect((await check(required)).finding).toBeTypeOf('string');
    },
  );

  it('does not hold for another address, after its time, without an offer, or signed by somebody else', async () => {
    const moved = await challenge();
    moved.resource.url = 'https://evil.example/api/sample';
    expect((await check(moved)).finding).toMatch(/another address/);
    expect((await check(await challenge(), NOW_SECONDS + 10_000)).finding).toMatch(/expired/);
    expect((await check({ ...(await challenge()), extensions: {} })).finding).toMatch(/no signed offer/);
    expect((await check(await challenge(stranger.signer))).finding).toMatch(/not signed/);
  });
});

const bought: Bought = {
  resourceUrls: [sampleTerms.resourceUrl],
  accepted: sampleTerms.offers[0] as unknown as Bought['accepted'],
  payer: '0xAbC',
  transaction: '0x01',
  fingerprint: 'sha256:f',
  offerDigest: 'sha256:o',
  termsDigest: 'sha256:t',
  body: utf8('{"said":"yes"}'),
};
const delivered = {
  version: 1,
  resourceUrl: bought.resourceUrls[0]!,
  ...{
    scheme: 'exact',
    network: 'eip155:8453',
    asset: bought.accepted.asset,
    payTo: bought.accepted.payTo,
    amount: '10000',
  },
  payer: '0xabc',
  transaction: '0x01',
  requestFingerprint: 'sha256:f',
  bodyDigest: digestBytes(bought.body),
  offerDigest: 'sha256:o',
  termsDigest: 'sha256:t',
};

describe('checkDelivery', () => {
  it('holds for what was bought', async () => {
    expect(await checkDelivery(await seller.signer.sign(delivered), bought, keys)).toBeUndefined();
  });

  it.each(Object.keys(delivered).filter((field) => field !== 'version'))(
    'does not hold when %s is another, or is not there',
    async (field) => {
      for (const value of ['other', undefined])
        expect(
          await checkDelivery(await seller.signer.sign({ ...delivered, [field]: value }), bought, keys),
        ).toContain(field);
    },
  );

  it('does not hold without a receipt, for other bytes, or signed by somebody else', async () => {
    const jws = await seller.signer.sign(delivered);
    expect(await checkDelivery(null, bought, keys)).toMatch(/no delivery receipt/);
    expect(await checkDelivery(jws, { ...bought, body: utf8('{"said": "yes"}') }, keys)).toContain(
      'bodyDigest',
    );
    expect(await checkDelivery(await stranger.signer.sign(delivered), bought, keys)).toMatch(/not signed/);
    expect(await checkDelivery(`${jws}x`, bought, keys)).toMatch(/not signed/);
  });
});

describe('checkReceipt', () => {
  const official = {
    version: 1,
    network: 'eip155:8453',
    resourceUrl: bought.resourceUrls[0]!,
    payer: '0xabc',
    issuedAt: 1,
    transaction: '0x01',
  };
  const settlement = (jws: unknown) => ({
    extensions: { 'offer-receipt': { info: { receipt: { format: 'jws', signature: jws } } } },
  });

  it('holds for what was settled, and for nothing else', async () => {
    expect(await checkReceipt(settlement(await seller.signer.sign(official)), bought, keys)).toBeUndefined();
    for (const field of ['network', 'resourceUrl', 'payer', 'transaction'])
      expect(
        await checkReceipt(
          settlement(await seller.signer.sign({ ...official, [field]: 'other' })),
          bought,
          keys,
        ),
      ).toContain(field);
    for (const nothing of [{}, { extensions: {} }, settlement(undefined), settlement(7)])
      expect(await checkReceipt(nothing, bought, keys)).toMatch(/no signed receipt/);
    expect(await checkReceipt(settlement(await stranger.signer.sign(official)), bought, keys)).toMatch(
      /not signed/,
    );
  });
});

it('payloadOf takes Ed25519 by a published key and nothing else', async () => {
  const jws = await seller.signer.sign({ a: 1 });
  expect(await payloadOf(jws, keys)).toEqual({ a: 1 });
  const [, payload, signature] = jws.split('.');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const forged of ['', 'a.b.c', `${none}.${payload}.`, `${none}.${payload}.${signature}`])
    expect(await payloadOf(forged, keys)).toBeUndefined();
});

it('termsOf reads the reference of a challenge, or says that there is none', async () => {
  const required = await challenge();
  expect(termsOf(required)).toEqual({ url: sampleTerms.document.url, sha256: sampleTerms.document.digest });
  expect(termsOf({ ...required, extensions: {} })).toBeUndefined();
  expect(termsOf({ ...required, extensions: { 'svc-terms': { info: { url: 7 } } } })).toBeUndefined();
});
