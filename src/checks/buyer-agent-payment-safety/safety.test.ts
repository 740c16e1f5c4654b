import { CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { offerBook, termsFor } from '../../gate/offer.ts';
import { CHALLENGE_HEADER, challengeBase, encodeChallenge } from '../../gate/rails/x402-challenge.ts';
import type { Signer } from '../../ports.ts';
import { opportunityCheck } from '../../products/opportunity-check/product.ts';
import { EXAMPLE_AS_OF } from '../../rehearsal.ts';
import { canonicalJson, digestJson } from '../../values/digest.ts';
import { Stage } from '../stage.suite.ts';
import { paymentSafety } from './check.ts';
import { type RuleId, SAFETY_RULES } from './rules.ts';
import type { SafetyAnswer } from './schema.ts';

const SELLER = '0x1111111111111111111111111111111111111111';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const URL_ = 'https://api.weather.example/v1/forecast';
const NOW = Math.floor(new Stage().now / 1000);

const accept = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: USDC,
  payTo: SELLER,
  maxTimeoutSeconds: 120,
  extra: { name: 'USD Coin', version: '2' },
};
const terms = {
  version: 1,
  resourceUrl: URL_,
  scheme: 'exact',
  network: 'eip155:8453',
  asset: USDC,
  payTo: SELLER,
  amount: '10000',
  validUntil: NOW + 300,
};
const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jws = (payload: object, kid = 'did:web:api.weather.example#k') =>
  `${b64({ alg: 'EdDSA', kid })}.${b64(payload)}.c2ln`;
const offers = (payload: object, kid?: string) => ({
  'offer-receipt': { info: { offers: [{ format: 'jws', acceptIndex: 0, signature: jws(payload, kid) }] } },
});
const challenge = {
  x402Version: 2,
  error: 'payment_required',
  resource: { url: URL_ },
  accepts: [accept],
  extensions: offers(terms),
};
const clean = {
  challenge,
  policy: {
    maxAmountAtomicUnits: '10000',
    listedPriceUsd: '0.01',
    knownRecipient: SELLER,
    requireSignedOffer: false,
  },
  observed: {
    requestUrl: `${URL_}?city=Bern`,
    redirect: 'none',
    headerBytes: 3_000,
    authorizationsSigned: 0,
  },
};
const ask = async (body: object) => (await new Stage().ask(paymentSafety, body)) as SafetyAnswer;

/** Changes to the clean case, by what is changed. */
const withEntry = (change: object) => ({
  ...clean,
  challenge: { ...challenge, extensions: {}, accepts: [{ ...accept, ...change }] },
});
const withChallenge = (change: object) => ({ ...clean, challenge: { ...challenge, ...change } });
const withOffer = (change: object, kid?: string) =>
  withChallenge({ extensions: offers({ ...terms, ...change }, kid) });
const withPolicy = (change: object) => ({ ...clean, policy: { ...clean.policy, ...change } });
const withObserved = (change: object) => ({ ...clean, observed: { ...clean.observed, ...change } });

/** One case for each rule that must hold in it. */
const CASES: Record<RuleId, object> = {
  challenge_unreadable: { ...clean, challenge: 'bm90IGpzb24=' },
  unsupported_version: withChallenge({ x402Version: 1 }),
  no_offers: withChallenge({ accepts: [] }),
  wrong_network: withEntry({ network: 'eip155:1' }),
  wrong_scheme: withEntry({ scheme: 'upto' }),
  already_signed: withObserved({ authorizationsSigned: 1 }),
  asset_not_allowed: withPolicy({ assets: ['0x2222222222222222222222222222222222222222'] }),
  asset_missing: withEntry({ asset: undefined }),
  imitated_asset: withEntry({ asset: '0x2222222222222222222222222222222222222222' }),
  unknown_asset: withEntry({
    asset: '0x2222222222222222222222222222222222222222',
    extra: { name: 'Own Dollar', version: '1' },
  }),
  amount_in_other_units: {
    ...withEntry({ network: 'eip155:4326', asset: '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7' }),
    policy: { ...clean.policy, networks: ['eip155:4326'] },
  },
  amount_malformed: withEntry({ amount: '0.01' }),
  amount_over_cap: withPolicy({ maxAmountAtomicUnits: '9999' }),
  decoy_price: { ...withEntry({ amount: '1000000000' }), policy: { maxAmountAtomicUnits: '2000000000' } },
  price_unit_confusion: {
    ...withEntry({ amount: '10000000000' }),
    policy: { ...clean.policy, maxAmountAtomicUnits: '99999999999' },
  },
  price_above_listing: withPolicy({ listedPriceUsd: '0.009' }),
  price_below_listing: withPolicy({ listedPriceUsd: '0.02' }),
  recipient_malformed: withEntry({ payTo: 'seller.eth' }),
  recipient_unspendable: withEntry({ payTo: USDC.toLowerCase() }),
  recipient_changed: withPolicy({ knownRecipient: '0x3333333333333333333333333333333333333333' }),
  host_mismatch: withObserved({ requestUrl: 'https://api.weather.example.evil.example/v1/forecast' }),
  cross_origin_redirect: withObserved({ redirect: 'cross_origin' }),
  resource_unsafe: withChallenge({ resource: { url: 'https://user:pw@api.weather.example/v1/forecast' } }),
  offer_missing: {
    ...withChallenge({ extensions: {} }),
    policy: { ...clean.policy, requireSignedOffer: true },
  },
  offer_mismatch: withOffer({ amount: '9999' }),
  offer_expired: withOffer({ validUntil: NOW - 1 }),
  offer_signature_invalid: {
    ...clean,
    sellerJwk: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  },
  offer_unsigned: withChallenge({ extensions: {} }),
  offer_not_verified: clean,
  offer_key_elsewhere: withOffer({}, 'did:web:other.example#k'),
  decoy_accepts: withChallenge({ accepts: [accept, { ...accept, amount: '9999' }] }),
  asset_domain_wrong: withEntry({ extra: { name: 'USDC', version: '2' } }),
  v1_fields_mixed: withEntry({ maxAmountRequired: '10000' }),
  non_standard_fields: withEntry({ price: '$0.01' }),
  charged_before_answer: withEntry({ extra: { ...accept.extra, paymentFlow: 'upfront' } }),
  resource_missing: withChallenge({ resource: undefined, extensions: {} }),
  resource_not_https: {
    ...withChallenge({ resource: { url: URL_.replace('https', 'http') }, extensions: {} }),
  },
  resource_differs: withObserved({ requestUrl: 'https://api.weather.example/v2/forecast' }),
  same_origin_redirect: withObserved({ redirect: 'same_origin' }),
  header_over_16k: withObserved({ headerBytes: 16_385 }),
  header_over_8k: withObserved({ headerBytes: 8_191 }),
  window_over_a_day: withEntry({ maxTimeoutSeconds: 86_400 }),
  window_over_policy: withEntry({ maxTimeoutSeconds: 601 }),
  window_short: withEntry({ maxTimeoutSeconds: 14 }),
  window_missing: withEntry({ maxTimeoutSeconds: undefined }),
};
const found = ({ hardStops, reasons }: SafetyAnswer) => [...hardStops, ...reasons].map(({ id }) => id);

describe.each(Object.entries(CASES) as [RuleId, object][])('%s', (id, body) => {
  it('holds where it should, and not in the clean case', async () => {
    const answer = await ask(body);
    expect(found(answer)).toContain(id);
    const { points } = SAFETY_RULES[id];
    if (points === 'stop') expect(answer).toMatchObject({ score: 0, decision: 'do_not_pay' });
    if (id !== 'offer_not_verified') expect(found(await ask(clean))).not.toContain(id);
  });
});

it('puts every rule in exactly one list', async () => {
  for (const body of [clean, ...Object.values(CASES)]) {
    const { hardStops, reasons, passed, notChecked } = await ask(body);
    const listed = [...hardStops, ...reasons, ...notChecked].map(({ id }) => id).concat(passed);
    expect(listed.sort()).toEqual(Object.keys(SAFETY_RULES).sort());
  }
});

it('takes the points of every reason from 100', async () => {
  expect(await ask(clean)).toMatchObject({
    score: 95,
    decision: 'pay_within_policy',
    signature: 'not_checked',
  });
  const worse = await ask({
    ...withEntry({ maxTimeoutSeconds: 601, price: '$0.01' }),
    observed: clean.observed,
  });
  expect(worse.score).toBe(100 - worse.reasons.reduce((sum, { points }) => sum + points, 0));
  expect(worse.decision).toBe('ask_operator');
  const worst = await ask(
    withEntry({ extra: {}, price: 1, maxAmountRequired: '1', maxTimeoutSeconds: 90_000 }),
  );
  expect(worst).toMatchObject({ score: 0, decision: 'do_not_pay', hardStops: [] });
});

it('says what it could not look at, and why', async () => {
  const { notChecked } = await ask({ challenge, policy: { maxAmountAtomicUnits: '10000' } });
  expect(notChecked.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'already_signed',
      'recipient_changed',
      'host_mismatch',
      'cross_origin_redirect',
      'price_unit_confusion',
      'offer_signature_invalid',
    ]),
  );
  for (const { why } of notChecked) expect(why).toMatch(/[a-z]{3}.*\.$/);
});

it('looks at the entry that a client would sign', async () => {
  const solana = { ...accept, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' };
  const answer = await ask(
    withChallenge({ accepts: [solana, { ...accept, scheme: 'upto' }, accept], extensions: {} }),
  );
  expect(answer).toMatchObject({ selectedAccept: 2, hardStops: [] });
});

it('compares EVM addresses without case and amounts as numbers', async () => {
  expect(
    (
      await ask(
        withPolicy({
          knownRecipient: SELLER.toUpperCase().replace('0X', '0x'),
          assets: [USDC.toLowerCase()],
        }),
      )
    ).hardStops,
  ).toEqual([]);
  expect(found(await ask(withEntry({ amount: 10_000 })))).toContain('amount_malformed');
  expect(found(await ask(withEntry({ amount: '0x2710' })))).toContain('amount_malformed');
  expect(found(await ask(withEntry({ amount: '1e4' })))).toContain('amount_malformed');
});

describe('signed offers', async () => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { kty, crv, x } = await exportJWK(publicKey);
  const sellerJwk = { kty, crv, x };
  const signer: Signer = {
    kid: 'did:web:assay.example#k',
    sign: (payload) =>
      new CompactSign(new TextEncoder().encode(canonicalJson(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid: 'did:web:assay.example#k' })
        .sign(privateKey),
    verify: async () => undefined,
  };

  it('a challenge of our own gate is worth 100 to who brings our key', async () => {
    const stage = new Stage();
    const payIn = {
      rail: 'x402',
      network: 'eip155:8453',
      asset: USDC,
      payTo: SELLER,
      extra: accept.extra,
    } as const;
    const own = termsFor(opportunityCheck, [payIn], 'https://assay.example', 'v0');
    const book = offerBook(own, signer, { now: () => stage.now, sleep: async () => {} });
    const { headers } = encodeChallenge(challengeBase(own, (await book.current()).offers), own, () => '');
    const body = {
      challenge: headers[CHALLENGE_HEADER],
      policy: {
        maxAmountAtomicUnits: opportunityCheck.price.amount,
        listedPriceUsd: opportunityCheck.price.label.slice(1),
        requireSignedOffer: true,
      },
      observed: {
        requestUrl: 'https://assay.example/api/opportunity-check',
        redirect: 'none',
        authorizationsSigned: 0,
      },
      sellerJwk,
    };
    expect(await ask(body)).toMatchObject({
      score: 100,
      decision: 'pay_within_policy',
      signature: 'valid',
      hardStops: [],
      reasons: [],
    });
    stage.now += 400_000;
    const later = (await stage.ask(paymentSafety, body)) as SafetyAnswer;
    expect(found(later)).toEqual(['offer_expired']);
  });

  it('a changed offer, another key or another algorithm does not verify', async () => {
    const signed = await signer.sign(terms);
    const [head, , tail] = signed.split('.');
    const forged = `${head}.${b64({ ...terms, payTo: '0x4444444444444444444444444444444444444444' })}.${tail}`;
    const hmac = await new SignJWT(terms)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(x!));
    const none = `${b64({ alg: 'none' })}.${b64(terms)}.`;
    for (const signature of [forged, hmac, none, 'not.a.jws', '']) {
      const extensions = {
        'offer-receipt': { info: { offers: [{ format: 'jws', acceptIndex: 0, signature }] } },
      };
      expect(await ask({ ...withChallenge({ extensions }), sellerJwk })).toMatchObject({
        signature: 'invalid',
        score: 0,
      });
    }
  });

  it('refuses keys that are not Ed25519 public keys', async () => {
    for (const key of [
      { ...sellerJwk, d: 'secret' },
      { ...sellerJwk, crv: 'P-256' },
      { kty: 'oct', k: 'AAAA' },
    ])
      expect((await new Stage().post(paymentSafety.path, { ...clean, sellerJwk: key })).status).toBe(400);
  });
});

it('survives any challenge', async () => {
  const strange = [
    {},
    { accepts: 'x' },
    { accepts: [null, 1, 'x', []] },
    {
      x402Version: 2,
      accepts: [{ network: 5, extra: [] }],
      resource: 'x',
      extensions: { 'offer-receipt': { info: { offers: [null] } } },
    },
  ];
  for (const each of strange)
    expect(await ask({ ...clean, challenge: each })).toMatchObject({ score: 0, decision: 'do_not_pay' });
});

describe('tokens', () => {
  const on = (network: string, asset: string, extra: object) => ({
    ...withEntry({ network, asset, extra }),
    policy: { ...clean.policy, networks: [network] },
  });
  it.each<[string, string, string, object]>([
    [
      'USDC on Polygon',
      'eip155:137',
      '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      { name: 'USD Coin', version: '2' },
    ],
    [
      'EURC on Base',
      'eip155:8453',
      '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42',
      { name: 'EURC', version: '2' },
    ],
    [
      'USDC on Arbitrum',
      'eip155:42161',
      '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      { name: 'USD Coin', version: '2' },
    ],
  ])('%s is paid with', async (_name, network, asset, extra) => {
    const { decision, hardStops, reasons } = await ask(on(network, asset, extra));
    expect(decision).toBe('pay_within_policy');
    expect(hardStops).toEqual([]);
    expect(reasons.map(({ id }) => id)).toEqual(['offer_unsigned']);
  });

  it('a price in dollars is not compared with euros', async () => {
    const { notChecked } = await ask(on('eip155:8453', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', {}));
    expect(notChecked.map(({ id }) => id)).toContain('price_above_listing');
  });

  it('an unknown one is for the operator to decide, and never called an imitation', async () => {
    const answer = await ask(
      on('eip155:8453', '0x2222222222222222222222222222222222222222', { name: 'Own Dollar', version: '1' }),
    );
    expect(answer.decision).toBe('ask_operator');
    expect(answer.hardStops).toEqual([]);
    expect(answer.reasons.map(({ id }) => id)).toEqual(['unknown_asset', 'offer_unsigned']);
  });

  it.each<[string, string, object]>([
    ['by its name', '0x2222222222222222222222222222222222222222', { name: 'usd-coin' }],
    ['by its symbol', '0x2222222222222222222222222222222222222222', { name: 'USDC', version: '2' }],
    [
      'by both ends of its address',
      '0x83358900000000000000000000000000000a2913'.replace('0a2913', '002913'),
      { name: 'Own' },
    ],
  ])('an imitation is a stop: %s', async (_name, asset, extra) => {
    const { decision, hardStops } = await ask(on('eip155:8453', asset, extra));
    expect(decision).toBe('do_not_pay');
    expect(hardStops.map(({ id }) => id)).toContain('imitated_asset');
  });

  it('a name of one network is no imitation on a network where nothing is listed', async () => {
    const { hardStops } = await ask(
      on('eip155:999', '0x2222222222222222222222222222222222222222', { name: 'USDC' }),
    );
    expect(hardStops).toEqual([]);
  });
});

describe('a record', () => {
  const stage = new Stage();
  const recorded = (change: object = {}) =>
    stage.ask(paymentSafety, { ...clean, record: true, ...change }) as Promise<SafetyAnswer>;

  it('is signed, and says what the answer says, of this payment alone', async () => {
    const { record, score, decision, reasons } = await recorded();
    const { jws, says } = record!;
    // Below the top: an offer or a receipt has its members at the top, and callers choose what is in here.
    expect(await stage.reach.signed.verify(jws)).toEqual({ record: 'payment-preflight', says });
    const { accepts, resource } = clean.challenge as {
      accepts: { payTo: string }[];
      resource: { url: string };
    };
    const { scheme, network, asset, payTo, amount } = accepts[0] as Record<string, string>;
    expect(says.payment).toEqual({ scheme, network, asset, payTo, amount, resourceUrl: resource.url });
    expect(says).toMatchObject({ score, decision, reasons: reasons.map(({ id }) => id) });
    expect(says.policyDigest).toBe(digestJson(clean.policy));
    expect(says.issuedAt).toBe(EXAMPLE_AS_OF / 1000);
    expect(says.expiresAt - says.issuedAt).toBe(300);
  });

  it('is made of a refusal too, and of nothing that it could not be bound to', async () => {
    const refused = await recorded({ policy: { ...clean.policy, maxAmountAtomicUnits: '1' } });
    expect(refused.record?.says).toMatchObject({ decision: 'do_not_pay', hardStops: ['amount_over_cap'] });
    expect((await recorded({ challenge: { ...clean.challenge, accepts: [] } })).record).toBeNull();
    expect((await recorded(withEntry({ amount: '0.01' }))).record).toBeNull();
    expect((await recorded(withEntry({ payTo: undefined }))).record).toBeNull();
    expect(await ask(clean)).not.toHaveProperty('record');
  });
});
