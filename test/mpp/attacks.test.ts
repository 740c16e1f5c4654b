import { Challenge, Credential } from 'mppx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disposeServices, type Service } from '../support/service.ts';
import {
  type Answer,
  buyer,
  challengeAt,
  forged,
  hashCredential,
  memberOf,
  openStreet,
  PRICE,
  SECRET,
  type Street,
  send,
  source,
  type TempoTools,
  tempoTools,
} from './support.ts';

/** What a cheat, a thief or a broken client may send, and that nobody gets an answer, or pays twice, for it. */

let street: Street;
let tools: TempoTools;
let service: Service;
let url: string;
let before: bigint;
/** Signed before all tests, so that its window is over when the last one begins. */
let ended: Promise<{ readonly credential: string; readonly over: number }>;

beforeAll(async () => {
  street = await openStreet();
  tools = tempoTools(street.tempo.rpcUrl);
  service = await street.startProcess();
  url = `${service.url}/api/sample`;
  ended = signedToEnd();
});
afterAll(async () => {
  await disposeServices();
  await street.close();
});
beforeEach(async () => {
  before = await tools.sellerBalance();
});

const charges = async () => Number(((await tools.sellerBalance()) - before) / PRICE);
const refusal = (answer: Answer) => [answer.status, memberOf(answer, 'reason') ?? memberOf(answer, 'error')];
/** Its money has moved: with a challenge a client would pay again. */
function expectNoChallenge(answer: Answer): void {
  expect([...refusal(answer), memberOf(answer, 'retry')]).toEqual([409, 'payment_reused', 'never']);
  expect(answer.headers.get('www-authenticate')).toBeNull();
  expect(answer.headers.get('payment-required')).toBeNull();
}
async function signedToEnd() {
  const challenge = forged(await challengeAt(url), { expires: new Date(Date.now() + 6_000).toISOString() });
  const headers = { 'www-authenticate': Challenge.serialize(challenge) };
  const response = new Response(null, { status: 402, headers });
  const credential = await tools.stock(buyer(0), 'pull').createCredential(response);
  return { credential, over: Date.now() + 13_000 };
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

describe('an edited challenge is not ours, and nothing is asked of a chain', () => {
  const HASH = `0x${'2'.repeat(64)}` as const;
  const edits: Record<string, (challenge: Challenge.Challenge) => Challenge.Challenge> = {
    amount: (of) => ({ ...of, request: { ...of.request, amount: '1' } }),
    recipient: (of) => ({ ...of, request: { ...of.request, recipient: buyer(5).address } }),
    expiry: (of) => ({ ...of, expires: inAnHour() }),
    realm: (of) => ({ ...of, realm: 'other.example' }),
    id: (of) => ({ ...of, id: `${of.id.slice(0, -1)}${of.id.endsWith('A') ? 'B' : 'A'}` }),
    order: (of) => ({ ...of, opaque: forged(of, { meta: { order: 'x' }, opaque: undefined }).opaque! }),
    'another secret': (of) => forged(of, { secretKey: 'another-secret-of-at-least-32-bytes' }),
    'another realm, signed': (of) => forged(of, { realm: 'other.example' }),
    'another chain, signed': (of) =>
      forged(of, { request: { ...of.request, methodDetails: { chainId: 42431 } } }),
    'another token, signed': (of) => forged(of, { request: { ...of.request, currency: buyer(5).address } }),
    'no order, signed': (of) => forged(of, { meta: { path: '/api/sample' }, opaque: undefined as never }),
    'split, signed': (of) =>
      forged(of, {
        request: {
          ...of.request,
          methodDetails: { chainId: 4217, splits: [{ amount: '1', recipient: buyer(5).address }] },
        },
      }),
  };
  it.each(Object.keys(edits))('%s', async (name) => {
    const challenge = edits[name]!(await challengeAt(url));
    const answer = await send(url, hashCredential(challenge, HASH, source(buyer(0))));
    expect(refusal(answer)).toEqual([402, 'challenge_not_ours']);
    expect(memberOf(answer, 'type')).toBe('https://paymentauth.org/problems/invalid-challenge');
    expect(Challenge.fromHeaders(answer.headers).id).not.toBe(challenge.id);
  });

  it('but its description is for display only, and signed by nobody', async () => {
    const challenge = { ...(await challengeAt(url)), description: 'Something else' };
    const hash = await tools.pushed(challenge, buyer(0));
    expect((await send(url, hashCredential(challenge, hash))).status).toBe(200);
  });
});

describe('a malformed credential', () => {
  it.each<[string, string, [number, string]]>([
    ['garbage', 'Payment dGhpcyBpcyBnYXJiYWdl', [402, 'malformed_payment']],
    ['no base64', 'Payment %%%', [402, 'malformed_payment']],
    ['nothing', 'Payment', [402, 'malformed_payment']],
    ['an empty object', 'Payment e30', [402, 'malformed_payment']],
    ['a padded one', 'Payment e30=', [402, 'malformed_payment']],
    ['too large', `Payment ${'A'.repeat(13_000)}`, [402, 'payment_too_large']],
    ['two in one header', 'Payment e30, Payment e30', [400, 'multiple_credentials']],
  ])('%s', async (_, authorization, expected) => {
    expect(refusal(await send(url, authorization))).toEqual(expected);
  });

  it.each<[string, object]>([
    ['an unknown payload', { type: 'proof', signature: '0x00' }],
    ['a hash that is none', { type: 'hash', hash: '0x12' }],
    ['a transaction that is none', { type: 'transaction', signature: '0x76ff' }],
    ['an Ethereum transaction', { type: 'transaction', signature: `0x02${'00'.repeat(80)}` }],
  ])('%s', async (_, payload) => {
    const challenge = await challengeAt(url);
    const answer = await send(url, Credential.serialize({ challenge, payload }));
    expect(refusal(answer)).toEqual([402, 'malformed_payment']);
  });

  it('the same key twice, which two parsers could read as two payments', async () => {
    const text = Buffer.from(
      hashCredential(await challengeAt(url), `0x${'3'.repeat(64)}`).slice(8),
      'base64url',
    ).toString();
    const doubled = text.replace('{"challenge"', '{"source":"x","source":"y","challenge"');
    const answer = await send(url, `Payment ${Buffer.from(doubled).toString('base64url')}`);
    expect(refusal(answer)).toEqual([402, 'malformed_payment']);
  });
});

describe('a transaction that did not pay for this', () => {
  it('one that paid for another challenge: the thief of a public hash gets nothing, the payer gets the answer', async () => {
    const victim = await challengeAt(url);
    const hash = await tools.pushed(victim, buyer(0));
    const thief = await challengeAt(url);
    for (const named of [undefined, source(buyer(0)), source(buyer(1))])
      expectNoChallenge(await send(url, hashCredential(thief, hash, named)));
    expect((await send(url, hashCredential(victim, hash, source(buyer(0))))).status).toBe(200);
    // Not after it was sold, either.
    expectNoChallenge(await send(url, hashCredential(thief, hash)));
  });

  it.each<[string, Parameters<TempoTools['pushed']>[2]]>([
    ['half of the price', { amount: PRICE / 2n }],
    ['more than the price', { amount: PRICE * 2n }],
    ['somebody else', { to: buyer(6).address }],
    ['in another token', { token: '0x20c0000000000000000000000000000000000001' }],
    ['without a memo of ours', { memo: `0x${'00'.repeat(32)}` }],
  ])('one that paid %s', async (_, change) => {
    const challenge = await challengeAt(url);
    const hash = await tools.pushed(challenge, buyer(0), change);
    expectNoChallenge(await send(url, hashCredential(challenge, hash)));
  });

  it('one by somebody else than the credential names', async () => {
    const challenge = await challengeAt(url);
    const hash = await tools.pushed(challenge, buyer(0));
    expectNoChallenge(await send(url, hashCredential(challenge, hash, source(buyer(1)))));
    expect(await charges()).toBe(1);
    // Whoever paid gets the answer, and after that the other one none either.
    expect((await send(url, hashCredential(challenge, hash, source(buyer(0))))).status).toBe(200);
    expectNoChallenge(await send(url, hashCredential(challenge, hash, source(buyer(1)))));
  });

  it('one that nobody knows: not a "no" while it could still come, and never with a challenge', async () => {
    const challenge = await challengeAt(url);
    const answer = await send(url, hashCredential(challenge, `0x${'4'.repeat(64)}`));
    expect(refusal(answer)).toEqual([503, 'settlement_pending']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    expect(answer.headers.get('payment-required')).toBeNull();
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });

  it('one that nobody knows, long after the challenge ran out: a node that stopped knows none either', async () => {
    const challenge = forged(await challengeAt(url), { expires: anHourAgo() });
    const answer = await send(url, hashCredential(challenge, `0x${'5'.repeat(64)}`));
    expect(refusal(answer)).toEqual([503, 'settlement_pending']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });
});

describe('time', () => {
  it('a buyer that paid and came back after the challenge ran out gets its answer', async () => {
    const challenge = forged(await challengeAt(url), { expires: anHourAgo() });
    const hash = await tools.pushed(challenge, buyer(0));
    expect((await send(url, hashCredential(challenge, hash))).status).toBe(200);
  });

  it('an old challenge of another price is not honoured any more', async () => {
    const fresh = await challengeAt(url);
    const challenge = forged(fresh, { expires: anHourAgo(), request: { ...fresh.request, amount: '1' } });
    const hash = await tools.pushed(challenge, buyer(0), { amount: 1n });
    expect(refusal(await send(url, hashCredential(challenge, hash)))).toEqual([402, 'offer_expired']);
  });

  it('a challenge that we signed is honoured at its own price while it lasts', async () => {
    const fresh = await challengeAt(url);
    const challenge = forged(fresh, { request: { ...fresh.request, amount: '50000' } });
    const hash = await tools.pushed(challenge, buyer(0), { amount: 50_000n });
    expect((await send(url, hashCredential(challenge, hash))).status).toBe(200);
  });
});

describe('one payment, one sale', () => {
  it('a credential for another route of the same price', async () => {
    const challenge = await challengeAt(url);
    const hash = await tools.pushed(challenge, buyer(0));
    const elsewhere = await send(`${service.url}/api/other`, hashCredential(challenge, hash));
    expect(refusal(elsewhere)).toEqual([409, 'payment_reused']);
    expect(elsewhere.headers.get('www-authenticate')).toBeNull();
    expect((await send(url, hashCredential(challenge, hash))).status).toBe(200);
  });

  it('a credential for another query, and for another body', async () => {
    const challenge = await challengeAt(`${url}?word=one`);
    const credential = hashCredential(challenge, await tools.pushed(challenge, buyer(0)));
    expect(refusal(await send(`${url}?word=two`, credential))).toEqual([409, 'payment_reused']);
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"word":"one"}' };
    expect(refusal(await send(url, credential, post))).toEqual([409, 'payment_reused']);
    expect((await send(`${url}?word=one`, credential)).status).toBe(200);
  });

  it('a challenge that is paid twice, by two transactions', async () => {
    const challenge = await challengeAt(url);
    const [first, second] = [
      hashCredential(challenge, await tools.pushed(challenge, buyer(0))),
      hashCredential(challenge, await tools.pushed(challenge, buyer(1))),
    ];
    const answers = await Promise.all([send(url, first), send(url, second)]);
    expect(answers.map(refusal).sort()).toEqual([
      [200, undefined],
      [409, 'payment_reused'],
    ]);
    // The first outcome stays the outcome.
    const again = await Promise.all([send(url, first), send(url, second)]);
    expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  });

  it('two signed transactions for one challenge: only one is sent', async () => {
    const challenge = await fetch(url);
    const signed = await Promise.all(
      [0, 1].map((i) => tools.stock(buyer(i), 'pull').createCredential(challenge.clone())),
    );
    const answers = await Promise.all(signed.map((credential) => send(url, credential)));
    expect(answers.map(refusal).sort()).toEqual([
      [200, undefined],
      [409, 'payment_reused'],
    ]);
    expect(await charges()).toBe(1);
  });

  it('a transaction that was signed for us to send and that the buyer sends itself', async () => {
    const challenge = await fetch(url);
    const credential = await tools.stock(buyer(0), 'pull').createCredential(challenge.clone());
    const { signature } = (Credential.deserialize(credential).payload ?? {}) as {
      signature: `0x76${string}`;
    };
    const hash = await tools.client.sendRawTransaction({ serializedTransaction: signature });
    await tools.mined(hash);
    const [pulled, pushed] = [
      await send(url, credential),
      await send(url, hashCredential(Challenge.fromResponse(challenge), hash)),
    ];
    expect([pulled.status, pushed.status]).toEqual([200, 200]);
    expect(pushed.text).toBe(pulled.text);
    expect(await charges()).toBe(1);
  });

  it('two transfers in one transaction are one payment: the second challenge is not sold', async () => {
    const challenges = await Promise.all([challengeAt(url), challengeAt(url)]);
    const hash = await tools.both(challenges, buyer(0));
    const answers = [];
    for (const challenge of challenges) answers.push(await send(url, hashCredential(challenge, hash)));
    expect(answers.map(refusal)).toEqual([
      [200, undefined],
      [409, 'payment_reused'],
    ]);
  });
});

describe('the secret', () => {
  it('may be changed under a purchase that is under way', async () => {
    const challenge = await challengeAt(url);
    const credential = hashCredential(challenge, await tools.pushed(challenge, buyer(0)));
    const MPP_SECRET = 'the-next-secret-of-these-tests-32-bytes';
    const rotated = await street.start({ env: { MPP_SECRET, MPP_SECRET_PREVIOUS: SECRET } });
    const forgotten = await street.start({ env: { MPP_SECRET } });
    expect(refusal(await send(`${forgotten.url}/api/sample`, credential))).toEqual([
      402,
      'challenge_not_ours',
    ]);
    expect((await send(`${rotated.url}/api/sample`, credential)).status).toBe(200);
    const fresh = await challengeAt(`${rotated.url}/api/sample`);
    expect(Challenge.verify(fresh, { secretKey: MPP_SECRET })).toBe(true);
  });
});

it('says nothing of these attacks on its own output', () => {
  expect(service.output()).not.toMatch(/0x[0-9a-f]{64}|Payment ey/i);
});

it('a signed transaction whose own window is over is declined, and not sent', async () => {
  const { credential, over } = await ended;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, over - Date.now())));
  expect(refusal(await send(url, credential))).toEqual([402, 'authorization_expired']);
  expect(await charges()).toBe(0);
});
