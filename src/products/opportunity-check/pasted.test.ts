import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { USDC } from '../../values/assets.ts';
import { answerOpportunity } from './answer.ts';
import { pastedIn } from './pasted.ts';
import { opportunityCheck } from './product.ts';
import { opportunityReader } from './reading.ts';
import { type OpportunityRequest, requestSchema } from './schema.ts';

const AS_OF = Date.UTC(2026, 10, 22);
const FACTS = { asOf: AS_OF, release: 'test' };
const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const { x = '' } = await exportJWK(publicKey);
const sellerJwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
const stranger = { ...sellerJwk, x: (await exportJWK((await generateKeyPair('EdDSA')).publicKey)).x! };
const sign = (payload: object) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: 'did:web:api.weather.example#k' })
    .sign(privateKey);
const base64 = (value: object) => btoa(JSON.stringify(value));

const entry = {
  scheme: 'exact',
  network: USDC.base.network,
  asset: USDC.base.asset,
  payTo: `0x${'11'.repeat(20)}`,
  amount: '20000',
  maxTimeoutSeconds: 120,
};
const url = 'https://api.weather.example/v1';
const terms = { version: 1, resourceUrl: url, ...entry, validUntil: AS_OF / 1_000 + 60 };
const offering = (...signatures: string[]) => ({
  x402Version: 2,
  resource: { url },
  accepts: [entry],
  extensions: {
    'offer-receipt': {
      info: {
        offers: signatures.map((signature, acceptIndex) => ({ format: 'jws', acceptIndex, signature })),
      },
    },
  },
});
const settled = (more: object = {}) => ({
  ...{ success: true, transaction: `0x${'ab'.repeat(32)}`, network: USDC.base.network },
  ...{ payer: `0x${'22'.repeat(20)}`, ...more },
});
const RECEIPT = { version: 1, network: USDC.base.network, resourceUrl: url, payer: '0x22', issuedAt: 1 };

const ask = (more: Partial<OpportunityRequest>) =>
  answerOpportunity(requestSchema.parse({ subject: url, goal: 'Worth ten calls?', ...more }), FACTS);
const seen = (more: Partial<OpportunityRequest>) =>
  ask(more).trustProfile.evidence.map(
    ({ signal, state, source }) => `${state === 'absent' ? '!' : ''}${signal}/${source}`,
  );

describe('the signature of an offer', async () => {
  const good = await sign(terms);
  const cheaper = await sign({ ...terms, amount: '1' });
  const elsewhere = await sign({ ...terms, resourceUrl: 'https://other.example/' });

  it('counts under the key of the seller, and is not looked at without one', () => {
    expect(seen({ challenge: offering(good), sellerJwk })).toContain('signed_offer/observed');
    expect(seen({ challenge: offering(good) }).join(' ')).not.toMatch(/offer/);
  });

  it.each([
    ['another key', good, stranger],
    ['other terms', cheaper, sellerJwk],
    ['another address', elsewhere, sellerJwk],
    ['no signature', 'a.b.c', sellerJwk],
  ])('is bad news with %s, and no payment is advised', (_, signature, key) => {
    const request = { challenge: offering(signature), sellerJwk: key };
    expect(seen(request)).toContain('offer_expired_or_invalid/observed');
    expect(seen(request)).not.toContain('signed_offer/observed');
    expect(ask(request).commercial.maxRationalSpendAtomic).toBe('0');
  });

  it('is missing where the challenge is not signed, and over where its offer is over', async () => {
    expect(seen({ challenge: offering(), sellerJwk })).toContain('!signed_offer/observed');
    const over = await sign({ ...terms, validUntil: AS_OF / 1_000 - 1 });
    expect(seen({ challenge: offering(over), sellerJwk })).toContain('offer_expired_or_invalid/observed');
  });

  it('takes no key but an Ed25519 public key', () => {
    for (const key of [
      { ...sellerJwk, d: 'secret' },
      { ...sellerJwk, crv: 'P-256' },
      { kty: 'oct', k: 'AA' },
    ])
      expect(requestSchema.safeParse({ subject: url, goal: 'x', sellerJwk: key }).success).toBe(false);
  });
});

describe('a message of the protocol, pasted as a signal', async () => {
  const good = await sign(terms);
  const receipt = await sign(RECEIPT);
  const judge = opportunityCheck.forms[0]!.judge!;
  const signals = (...knownSignals: string[]): Partial<OpportunityRequest> => ({ knownSignals, sellerJwk });

  it('is read as the challenge is, in whatever form it came', () => {
    const expected = seen({ challenge: offering(good), sellerJwk });
    expect(expected).toContain('signed_offer/observed');
    const header = base64(offering(good));
    for (const text of [
      header,
      `PAYMENT-REQUIRED: ${header}`,
      `payment-required:${header}`,
      JSON.stringify(offering(good)),
    ]) {
      expect(seen(signals(text))).toEqual(expected);
      expect(ask(signals(text)).commercial).toMatchObject({
        pricePerCallUsd: '0.02',
        origin: { price: 'challenge' },
      });
      expect(judge.refusalOf({ subject: url, goal: 'Worth it?', knownSignals: [text] })).toBeUndefined();
    }
  });

  it('keeps its place among the statements of the reading, and quotes nothing', () => {
    const request = requestSchema.parse({
      ...{ subject: url, goal: 'Worth ten calls?' },
      ...signals('prior_paid_200', base64(offering(good)), 'gibberish of ours'),
    });
    const { statements, challenge } = opportunityReader.read(request, FACTS);
    expect(statements.map(({ index, read }) => [index, read.length > 0])).toEqual([
      [0, true],
      [1, true],
      [2, false],
    ]);
    expect(challenge?.pricePerCallUsd).toBe('0.02');
    expect(JSON.stringify(answerOpportunity(request, FACTS))).not.toContain('0x1111');
    expect(answerOpportunity(request, FACTS).unparsedSignals).toEqual(['gibberish of ours']);
  });

  it.each([
    ['a settlement', settled(), ['receipt_header_observed/observed']],
    ['a failure', settled({ success: false, errorReason: 'x' }), ['err_payment_declined/observed']],
    [
      'an empty wallet',
      settled({ success: false, errorReason: 'insufficient_funds' }),
      ['err_insufficient_funds/observed'],
    ],
  ])('%s is what it shows, and no answer', (_, message, expected) => {
    for (const text of [base64(message), `PAYMENT-RESPONSE: ${base64(message)}`, JSON.stringify(message)]) {
      const read = seen(signals(text)).filter((one) => !one.startsWith('subj_'));
      expect(read).toEqual(expected);
      expect(judge.refusalOf({ subject: url, goal: 'Worth it?', knownSignals: [text] })).toBeUndefined();
    }
  });

  it('a signed receipt counts under the key of the seller, alone or in its header', () => {
    const inHeader = base64(
      settled({
        extensions: { 'offer-receipt': { info: { receipt: { format: 'jws', signature: receipt } } } },
      }),
    );
    for (const text of [receipt, inHeader]) {
      expect(seen(signals(text))).toContain('signed_receipt_verified/observed');
      expect(seen({ knownSignals: [text], sellerJwk: stranger })).toContain(
        '!signed_receipt_verified/observed',
      );
      expect(seen({ knownSignals: [text] }).join(' ')).not.toContain('signed_receipt');
    }
  });

  it('is nothing else that is long or encoded', () => {
    for (const text of [
      'a'.repeat(201),
      base64({ a: 'b'.repeat(200) }),
      `{"x402Version":2}${' '.repeat(200)}`,
    ]) {
      expect(pastedIn(text)).toBeUndefined();
      expect(requestSchema.safeParse({ subject: url, goal: 'x', knownSignals: [text] }).success).toBe(false);
    }
    const secret = `my key is 0x${'5d'.repeat(32)}`;
    expect(judge.refusalOf({ subject: url, goal: 'Worth it?', knownSignals: [secret] })).toBeDefined();
  });
});
