import { decodePaymentRequiredHeader } from '@x402/core/http';
import { describe, expect, it } from 'vitest';
import type { Clock, Entropy, Signer } from '../../ports.ts';
import { DECLINES } from '../../values/problem.ts';
import { challengeOf } from '../challenge.ts';
import { encodeHeader, samplePayload, sampleTerms } from '../testing.ts';
import { x402Rail } from './x402.ts';
import { challengeBase, encodeChallenge } from './x402-challenge.ts';

const NOW = 1_795_000_000_000;
const VALID_UNTIL = NOW / 1_000 + 30;
const time = { now: NOW };
const clock: Clock = { now: () => time.now, sleep: async () => {} };
/** Signs by writing down; `mine` is an offer that it signed for the sample's route. */
const signer: Signer = {
  kid: 'did:web:api.example#1',
  sign: async (payload) => btoa(JSON.stringify(payload)),
  verify: async (jws) =>
    jws === 'mine' ? { resourceUrl: sampleTerms.resourceUrl, validUntil: VALID_UNTIL } : undefined,
};
let drawn = 0;
const entropy: Entropy = { hex: (bytes) => (++drawn).toString(16).padStart(bytes * 2, '0') };
const rail = x402Rail(sampleTerms, { signer, clock, entropy });

const echoing = (signature: string) =>
  encodeHeader({
    ...samplePayload(NOW / 1_000),
    extensions: { 'offer-receipt': { info: { offers: [{ acceptIndex: 0, signature }] } } },
  });
async function readEcho(signature: string) {
  const read = await rail.read(
    (name) => (name === 'payment-signature' ? echoing(signature) : undefined),
    NOW,
  );
  if (read.kind !== 'payment') throw new Error(JSON.stringify(read));
  return read;
}
const paymentRead = async () => (await readEcho('mine')).payment;

describe('the rail', () => {
  it('says the very same object within one window of offers, and another in the next', async () => {
    const first = await rail.challenge({});
    expect(await rail.challenge({})).toBe(first);
    expect(await rail.challenge({ declined: 'wrong_network' })).not.toBe(first);
    expect(await rail.challenge({})).toBe(first);
    time.now += 60_000;
    expect(await rail.challenge({})).not.toBe(first);
    time.now = NOW;
  });

  it('binds a payment to the offer that we signed, and to no other text', async () => {
    expect((await readEcho('mine')).payment.offerDigest).toMatch(/^sha256:/);
    expect((await readEcho('forged')).payment).not.toHaveProperty('offerDigest');
  });

  it('keeps to the time of the offer that the buyer accepted', async () => {
    const late = NOW + 31_000;
    expect((await readEcho('mine')).timing(late)).toBe('too_close');
    expect((await readEcho('mine')).timing(late + 5_000)).toBe('offer_expired');
    expect((await readEcho('forged')).timing(late)).toBe('in_time');
  });
});

describe('attached', () => {
  const headers = (given: object) => (name: string) => (given as Record<string, string>)[name];
  it('looks at names only, and knows version 1 when it sees it', async () => {
    expect(
      [{}, { 'x-payment': '' }, { 'payment-signature': '' }].map((given) => rail.attached(headers(given))),
    ).toEqual([false, true, true]);
    expect(await rail.read(headers({ 'x-payment': 'x' }), NOW)).toEqual({
      kind: 'declined',
      reason: 'unsupported_x402_version',
    });
    expect(await rail.read(headers({ 'payment-signature': '' }), NOW)).toEqual({
      kind: 'declined',
      reason: 'malformed_payment',
    });
    expect(await rail.read(headers({ 'payment-signature': '', 'x-payment': '' }), NOW)).toEqual({
      kind: 'refused',
      code: 'multiple_credentials',
    });
  });
});

describe('the challenge', () => {
  const offers = [{ format: 'jws', acceptIndex: 0, signature: 'a.b.c' }] as const;
  const order = () => '0f'.repeat(16);

  it('says in the header and in the body the same, with the price beside the body only', () => {
    const part = encodeChallenge(challengeBase(sampleTerms, offers), sampleTerms, order);
    const { headers, body } = challengeOf(sampleTerms.product, [part]);
    const required = decodePaymentRequiredHeader(headers['PAYMENT-REQUIRED']!);
    expect(required.accepts).toEqual(sampleTerms.offers);
    expect(body).toMatchObject({
      error: 'payment_required',
      accepts: [{ ...sampleTerms.offers[0], price: '$0.01' }],
      resource: required.resource,
    });
    expect(body).not.toHaveProperty('reason');
  });

  it.each(Object.keys(DECLINES) as (keyof typeof DECLINES)[])('says why after %s', (reason) => {
    const part = encodeChallenge(challengeBase(sampleTerms, offers), sampleTerms, order, reason);
    const { headers, body } = challengeOf(sampleTerms.product, [part], reason);
    expect(body).toMatchObject({
      error: 'payment_required',
      reason,
      failureBucket: DECLINES[reason].bucket,
      retry: DECLINES[reason].retry,
    });
    expect(decodePaymentRequiredHeader(headers['PAYMENT-REQUIRED']!).error).toBe(reason);
  });

  it('the settlement header is one that the official library reads', async () => {
    const { decodePaymentResponseHeader } = await import('@x402/core/http');
    const headers = rail.settled(
      { network: 'eip155:8453', transaction: '0x1', payer: '0x2', amount: '10000' },
      { payment: await paymentRead(), receipt: 'a.b.c', settledAt: NOW / 1_000 },
    );
    expect(decodePaymentResponseHeader(headers['PAYMENT-RESPONSE']!)).toMatchObject({
      success: true,
      transaction: '0x1',
      network: 'eip155:8453',
      payer: '0x2',
    });
  });
});
