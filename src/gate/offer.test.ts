import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { digestBytes, digestJson } from '../values/digest.ts';
import { OFFER_VALID_SECONDS, OFFER_WINDOW_SECONDS, offerBook, termsFor } from './offer.ts';
import { SELLER, sampleProduct, sampleTerms } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-offer-'));
const { signer } = openSigningKeys(join(folder, 'keys.json'), 'https://api.example', {
  create: true,
  now: 0,
});
const stranger = openSigningKeys(join(folder, 'other.json'), 'https://api.example', {
  create: true,
  now: 0,
}).signer;
rmSync(folder, { recursive: true });

const START = 1_795_000_020_000;
/** A clock that a test moves, and a signer that counts. */
function setup(terms = sampleTerms) {
  const state = { now: START, signatures: 0 };
  const clock = { now: () => state.now, sleep: async () => {} };
  const counting = {
    ...signer,
    sign: (payload: object) => {
      state.signatures++;
      return signer.sign(payload);
    },
  };
  return { state, book: offerBook(terms, counting, clock) };
}
const payloadOf = async (jws: string) => (await signer.verify(jws)) as Record<string, unknown>;

describe('offerBook', () => {
  it('signs the terms of each entry, and nothing else', async () => {
    const { book } = setup();
    const { offers } = await book.current();
    expect(offers.map(({ format, acceptIndex }) => ({ format, acceptIndex }))).toEqual([
      { format: 'jws', acceptIndex: 0 },
    ]);
    const { scheme, network, asset, payTo, amount } = sampleTerms.offers[0]!;
    expect(await payloadOf(offers[0]!.signature)).toEqual({
      version: 1,
      resourceUrl: 'https://api.example/api/sample',
      scheme,
      network,
      asset,
      payTo,
      amount,
      validUntil: expect.any(Number),
    });
  });

  it('signs once a window, however many ask at once', async () => {
    const { book, state } = setup();
    const all = await Promise.all(Array.from({ length: 50 }, () => book.current()));
    expect(state.signatures).toBe(1);
    expect(new Set(all.map((each) => each.offers[0]!.signature)).size).toBe(1);
    state.now += OFFER_WINDOW_SECONDS * 1_000;
    await book.current();
    expect(state.signatures).toBe(2);
  });

  it('gives every buyer at least the promised time, at any moment of a window', async () => {
    const { book, state } = setup();
    for (let second = 0; second < 2 * OFFER_WINDOW_SECONDS; second += 7) {
      state.now = START + second * 1_000;
      const { offers } = await book.current();
      const left = Number((await payloadOf(offers[0]!.signature)).validUntil) - state.now / 1_000;
      expect(left).toBeGreaterThanOrEqual(OFFER_VALID_SECONDS);
      expect(left).toBeLessThanOrEqual(OFFER_VALID_SECONDS + OFFER_WINDOW_SECONDS);
    }
  });

  it('knows its own offer: its digest and until when it holds', async () => {
    const { book } = setup();
    const [offer] = (await book.current()).offers;
    const payload = await payloadOf(offer!.signature);
    expect(await book.accepted(offer!.signature)).toEqual({
      digest: digestJson(payload),
      validUntil: payload.validUntil,
    });
  });

  it('does not know what it did not sign for this route', async () => {
    const { book } = setup();
    const elsewhere = setup(
      termsFor({ ...sampleProduct, path: '/api/other' }, [], 'https://api.example', 'v0'),
    );
    expect((await elsewhere.book.current()).offers).toEqual([]);
    const other = await signer.sign({
      version: 1,
      resourceUrl: 'https://api.example/api/other',
      validUntil: 9_999_999_999,
    });
    const forged = await stranger.sign(await payloadOf((await book.current()).offers[0]!.signature));
    for (const jws of [
      other,
      forged,
      await signer.sign({ resourceUrl: sampleTerms.resourceUrl }),
      'a.b.c',
      '',
      '...',
    ])
      expect(await book.accepted(jws)).toBeUndefined();
  });
});

describe('termsFor', () => {
  it('names the document by the digest of its bytes', () => {
    const { document } = sampleTerms;
    expect(document.digest).toBe(digestBytes(document.text));
    expect(document.url).toBe(`https://api.example/terms/${document.digest.slice(7)}.json`);
    expect(JSON.parse(document.text)).toMatchObject({
      product: 'sample',
      price: '$0.01',
      methods: ['GET', 'POST'],
      networks: ['eip155:8453'],
    });
  });

  it('keeps the recipient out of the document', () => {
    expect(sampleTerms.document.text.toLowerCase()).not.toContain(SELLER.toLowerCase().slice(2));
  });
});
