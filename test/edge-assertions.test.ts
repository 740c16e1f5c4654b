import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealWith } from '../src/adapters/seal.ts';
import { catalogue } from '../src/catalogue.ts';
import { catalogueDigest, soldProducts } from '../src/discovery/sold.ts';
import { USDC_BASE_TERMS } from '../src/gate/assets.ts';
import { REVISIONS } from '../src/revisions.derived.ts';
import { digestBytes } from '../src/values/digest.ts';
import { fingerprint } from '../src/values/fingerprint.ts';
import { type Offer, paymentKey } from '../src/values/payment.ts';
import { openStand, type Stand } from './edge/stand.ts';
import { itInCampaign } from './support/campaign.ts';
import {
  type Answer,
  answerOf,
  challengeOf,
  encode,
  getCall,
  json,
  pay,
  payloadFor,
} from './support/payments.ts';

/** What an origin believes of an edge, asked by somebody who can send it anything. */

const CHECK = '/api/opportunity-check';
const CATALOGUE = catalogueDigest(soldProducts(catalogue));
const TX = `0x${'ab'.repeat(32)}`;

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
});
afterAll(() => stand.close());

interface Bought {
  readonly payment: string;
  readonly key: string;
}

async function signed(buyer = 0): Promise<Bought> {
  const payload = await payloadFor(await challengeOf(stand.url + CHECK), stand.tools.buyer(buyer));
  const { from, nonce } = payload.payload.authorization as { from: string; nonce: string };
  return {
    payment: encode(payload),
    key: paymentKey(USDC_BASE_TERMS.network, USDC_BASE_TERMS.asset, from, nonce),
  };
}

const claimsOf = (kind: 'prepare' | 'paid', key: string, given: object = {}): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: 'assay-edge',
    aud: stand.url,
    iat: now,
    exp: now + 60,
    jti: randomBytes(16).toString('hex'),
    htm: 'GET',
    htu: CHECK,
    bdg: digestBytes(''),
    kind,
    pay: key,
    rid: 'opportunity-check',
    amt: '10000',
    asset: USDC_BASE_TERMS.asset.toLowerCase(),
    network: USDC_BASE_TERMS.network,
    asOf: Date.now(),
    ...(kind === 'prepare' ? { cat: CATALOGUE } : { tx: TX }),
    ...given,
  };
};

interface Signing {
  readonly jwk?: JWK;
  /** Signed with a key that only this test has. */
  readonly foreign?: boolean;
  readonly header?: Record<string, unknown>;
}

async function assertion(
  claims: Record<string, unknown>,
  { foreign, jwk = foreign ? foreignKey() : (stand.key as JWK), header }: Signing = {},
) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'svc-edge+jwt', kid: stand.key.kid, ...header })
    .sign(await importJWK(jwk, 'EdDSA'));
}

const foreignKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as JWK;

const send = (token: string, payment: string, path = CHECK, init: RequestInit = {}): Promise<Answer> =>
  answerOf(
    fetch(stand.origin().url + path, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        'x-svc-edge-assertion': token,
        'payment-signature': payment,
      },
    }),
  );

const expectRefused = (answer: Answer, fault: string) => {
  expect([answer.status, json(answer).error]).toEqual([401, 'edge_assertion_refused']);
  expect(answer.headers.get('x-svc-edge-fault')).toBe(fault);
};

const minutesAgo = (n: number) => Math.floor(Date.now() / 1000) - n * 60;

/** One claim or header changed in an otherwise good assertion, signed with the edge's own key unless it says otherwise. */
const ALTERED: readonly [string, string, (key: string) => Record<string, unknown>, Signing?][] = [
  ['signed with another key', 'signature', () => ({}), { foreign: true }],
  ['of a key that nobody knows', 'signature', () => ({}), { header: { kid: 'unheard-of' } }],
  ['of another type', 'malformed', () => ({}), { header: { typ: 'JWT' } }],
  ['for another origin', 'audience', () => ({ aud: 'https://elsewhere.example' })],
  ['by another issuer', 'issuer', () => ({ iss: 'somebody' })],
  ['that ran out', 'expired', () => ({ iat: minutesAgo(3), exp: minutesAgo(2) })],
  ['that was issued long ago and lives long', 'expired', () => ({ iat: minutesAgo(5) })],
  ['that would live for an hour', 'malformed', () => ({ exp: minutesAgo(-60) })],
  ['from the future', 'expired', () => ({ iat: minutesAgo(-5), exp: minutesAgo(-6) })],
  ['for another method', 'request', () => ({ htm: 'POST' })],
  ['for another path', 'request', () => ({ htu: '/api/agent-revenue-audit' })],
  ['for another query', 'request', () => ({ htu: `${CHECK}?src=x-profile` })],
  ['for another body', 'request', () => ({ bdg: digestBytes('{}') })],
  ['of another product', 'terms', () => ({ rid: 'agent-revenue-audit' })],
  ['of a smaller amount', 'terms', () => ({ amt: '9999' })],
  ['of another asset', 'terms', () => ({ asset: `0x${'11'.repeat(20)}` })],
  ['of another network', 'terms', () => ({ network: 'eip155:84532' })],
  ['of another payment', 'terms', () => ({ pay: 'ab'.repeat(32) })],
  ['without a payment', 'malformed', () => ({ pay: undefined })],
  ['with a jti that is none', 'malformed', () => ({ jti: 'once' })],
  ['of a kind that there is not', 'malformed', () => ({ kind: 'refund' })],
];

describe.each(['prepare', 'paid'] as const)('an assertion of kind %s', (kind) => {
  it.each(ALTERED)('%s is refused as %s', async (_name, fault, given, signing = {}) => {
    const { payment, key } = await signed();
    const token = await assertion(claimsOf(kind, key, given(key)), signing);
    expectRefused(await send(token, payment), fault);
    // Nothing was booked: the same payment is sold as if nothing had been said about it.
    expect((await pay(getCall(stand.url + CHECK), payment)).status).toBe(200);
  });

  it.each([
    ['no signature at all', (token: string) => `${token.split('.').slice(0, 2).join('.')}.`],
    [
      'alg none',
      (token: string) =>
        `${Buffer.from('{"alg":"none","typ":"svc-edge+jwt"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    [
      'a payload that was touched',
      (token: string) => token.replace(/\.(.)/, (_all, first: string) => `.${first === 'e' ? 'f' : 'e'}`),
    ],
    ['nonsense', () => 'nonsense'],
  ])('with %s is refused', async (_name, alter) => {
    const { payment, key } = await signed();
    const answer = await send(alter(await assertion(claimsOf(kind, key))), payment);
    expect(answer.status).toBe(401);
  });
});

describe('an assertion', () => {
  it('is good once, on whichever node and after a restart', async () => {
    const { payment, key } = await signed();
    const token = await assertion(claimsOf('prepare', key));
    const first = await send(token, payment);
    expect([first.status, first.headers.get('x-svc-edge-prepare')]).toEqual([200, 'ready']);
    expectRefused(await send(token, payment), 'replayed');
    await stand.origin().end();
    await stand.restartOrigin();
    expectRefused(await send(token, payment), 'replayed');
    const anew = await send(await assertion(claimsOf('prepare', key)), payment);
    expect(json(anew)).toEqual(json(first));
  });

  it('of a catalogue that is not ours is refused before money moves, but not once it has moved', async () => {
    const { payment, key } = await signed();
    const cat = digestBytes('another catalogue');
    expectRefused(await send(await assertion(claimsOf('prepare', key, { cat })), payment), 'catalogue');
  });

  itInCampaign('of the catalogue before this one is believed where the operator says so', async () => {
    const cat = digestBytes('the one before');
    await stand.origin().end();
    await stand.restartOrigin({ EDGE_PREVIOUS_CATALOGUE: cat });
    const { payment, key } = await signed();
    expect((await send(await assertion(claimsOf('prepare', key, { cat })), payment)).status).toBe(200);
    const other = digestBytes('the one before that');
    expectRefused(
      await send(await assertion(claimsOf('prepare', key, { cat: other })), payment),
      'catalogue',
    );
  });

  it('of one kind does not do for another', async () => {
    const { payment } = await signed();
    const now = Math.floor(Date.now() / 1000);
    const journal = await assertion({
      ...{ iss: 'assay-edge', aud: stand.url, iat: now, exp: now + 60, jti: randomBytes(16).toString('hex') },
      ...{ htm: 'GET', htu: CHECK, bdg: digestBytes(''), kind: 'journal', cat: CATALOGUE },
    });
    expectRefused(await send(journal, payment), 'request');
  });

  it('about an instant that is not now is refused', async () => {
    const { payment, key } = await signed();
    const token = await assertion(claimsOf('prepare', key, { asOf: Date.now() - 3_600_000 }));
    expectRefused(await send(token, payment), 'terms');
  });

  itInCampaign('of two keys is believed while they are rotated, and of the old one no longer', async () => {
    const next = { ...foreignKey(), kid: 'next' };
    const { d: _private, ...half } = next;
    const keys = (list: readonly object[]) => ({ EDGE_PUBLIC_JWKS: JSON.stringify({ keys: list }) });
    const ask = async (signing: Signing) => {
      const { payment, key } = await signed();
      return send(await assertion(claimsOf('prepare', key), signing), payment);
    };
    const byNext = { jwk: next, header: { kid: 'next' } };
    await stand.origin().end();
    await stand.restartOrigin(keys([...stand.jwks.keys, half]));
    expect((await ask({})).status).toBe(200);
    expect((await ask(byNext)).status).toBe(200);
    await stand.origin().end();
    await stand.restartOrigin(keys([half]));
    expectRefused(await ask({}), 'signature');
    expect((await ask(byNext)).status).toBe(200);
    await stand.origin().end();
    await stand.restartOrigin(keys(stand.jwks.keys));
  });
});

/** What an edge brings to the origin's books. */
async function push(report: object, signing?: Signing): Promise<Answer> {
  const body = JSON.stringify(report);
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    ...{ iss: 'assay-edge', aud: stand.url, iat: now, exp: now + 60, jti: randomBytes(16).toString('hex') },
    ...{
      htm: 'POST',
      htu: '/__svc/edge-x402/journal',
      bdg: digestBytes(body),
      kind: 'journal',
      cat: CATALOGUE,
    },
  };
  const headers = {
    'content-type': 'application/json',
    'x-svc-edge-assertion': await assertion(claims, signing),
  };
  return answerOf(fetch(`${stand.origin().url}/__svc/edge-x402/journal`, { method: 'POST', headers, body }));
}

describe('a row that an edge brings back after a restore', () => {
  it('is delivered by the word of the edge, and to nobody who comes without it', async () => {
    const { payment, key } = await signed();
    const asOf = Date.now();
    const [{ network, asset, payTo, amount }] = (await challengeOf(stand.url + CHECK)).accepts as [Offer];
    const entry = {
      ...{ key, rail: 'x402', product: 'opportunity-check', method: 'GET', state: 'settled' },
      ...{ network, asset, payTo, amount },
      fingerprint: fingerprint({ method: 'GET', path: CHECK, query: {} }),
      ...{ asOf, release: 'v0.0.0-test', revision: REVISIONS['opportunity-check'], edition: null },
      // Made with the secret half of a key that only the edge has.
      buyerDigest: sealWith('the secret of the edge')('what the buyer holds'),
      ...{ offerDigest: null, termsDigest: null, bodyDigest: null, transaction: TX, reason: null },
      ...{ evidence: 'unknown', source: 'none', authorization: null, rawTransaction: null },
      ...{ validBefore: Math.floor(asOf / 1000) + 60, settledAt: asOf, deliveredAt: null },
    };
    expect((await push({ rows: [{ seq: 1, entry }] })).status).toBe(200);

    const direct = () => pay(getCall(stand.origin().url + CHECK), payment);
    const stranger = await direct();
    expect([stranger.status, json(stranger).error, json(stranger).retry], stranger.text).toEqual([
      ...[409, 'payment_reused', 'never'],
    ]);
    const vouched = async () => send(await assertion(claimsOf('paid', key)), payment);
    const delivered = await vouched();
    expect(delivered.status, delivered.text).toBe(200);
    expect((await direct()).status).toBe(409);
    const again = await vouched();
    expect([again.status, again.text, again.headers.get('x-svc-redelivery')]).toEqual([
      ...[200, delivered.text, '1'],
    ]);
  });
});

describe('what an edge has counted', () => {
  const NAME = 'challenge.opportunity-check.POST.caller.x-daily-post';
  const tell = (node: string, counts: object, signing?: Signing) =>
    push({ rows: [], totals: { node: node.repeat(32), counts } }, signing);
  /** Those of the tag alone that only these tests send: the edge's own arrive whenever it tells of them. */
  const challenges = async (): Promise<number> => {
    const register = json(await answerOf(fetch(`${stand.origin().url}/api/cash-register`))) as {
      unpaid: { products: { 'opportunity-check': { bySource: Record<string, number> } } };
    };
    return register.unpaid.products['opportunity-check'].bySource['x-daily-post'] ?? 0;
  };

  it('is counted once, however often and in whatever order it is told', async () => {
    const before = await challenges();
    for (const n of [4, 9, 4, 9, 6]) expect((await tell('a', { [NAME]: n })).status).toBe(200);
    await tell('b', { [NAME]: 2, 'challenge.made-up.GET.caller.none': 50, revenue: 1_000 });
    expect((await challenges()) - before).toBe(11);
  });

  it('is refused from somebody else, and when it is no count', async () => {
    const before = await challenges();
    expectRefused(await tell('c', { [NAME]: 9 }, { foreign: true }), 'signature');
    for (const n of [-1, 1.5, '3', null]) expect((await tell('c', { [NAME]: n })).status).toBe(400);
    expect(await challenges()).toBe(before);
  });
});

describe('a client', () => {
  it.each(['x-svc-edge-assertion', 'X-SVC-Edge-Anything'])(
    'cannot bring %s through the edge',
    async (name) => {
      const { payment, key } = await signed();
      const headers = { [name]: await assertion(claimsOf('paid', key)) };
      const unpaid = await fetch(stand.url + CHECK, { headers });
      expect([unpaid.status, unpaid.headers.get('x-svc-edge-x402')]).toEqual([402, 'edge-unpaid-402']);
      const free = await fetch(`${stand.url}/status`, { headers });
      expect(free.status).toBe(200);
      expect((await pay({ url: stand.url + CHECK, init: { headers } }, payment)).status).toBe(200);
    },
  );

  it('that says so itself gets no answer for nothing: the origin has its own gate', async () => {
    const bare = await answerOf(fetch(stand.origin().url + CHECK));
    expect(bare.status).toBe(402);
    expect(bare.headers.get('x-svc-edge-x402')).toBeNull();
  });
});
