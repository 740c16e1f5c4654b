import { Challenge, Receipt } from 'mppx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { disposeServices, type Hosted } from '../support/service.ts';
import {
  buyer,
  challengeAt,
  hashCredential,
  MODES,
  memberOf,
  openStreet,
  PRICE,
  pauper,
  type Street,
  send,
  source,
  type TempoTools,
  tempoTools,
} from './support.ts';

let street: Street;
let tools: TempoTools;
let service: Hosted;
let url: string;
let before: bigint;

beforeAll(async () => {
  street = await openStreet();
  tools = tempoTools(street.tempo.rpcUrl);
  service = await street.start();
  url = `${service.url}/api/sample`;
});
afterAll(async () => {
  await disposeServices();
  await street.close();
});
beforeEach(async () => {
  before = await tools.sellerBalance();
});

const charges = async () => Number(((await tools.sellerBalance()) - before) / PRICE);

describe('the challenge', () => {
  it('stands beside the one of x402, in a body that is a problem document too', async () => {
    const response = await fetch(url);
    expect(response.status).toBe(402);
    expect(response.headers.get('payment-required')).not.toBeNull();
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const challenge = Challenge.fromResponse(response);
    expect(challenge).toMatchObject({
      realm: '127.0.0.1',
      method: 'tempo',
      intent: 'charge',
      request: { amount: '100000', methodDetails: { chainId: 4217 } },
    });
    expect(Date.parse(challenge.expires!) - Date.now()).toBeGreaterThan(60_000);
    expect(await response.json()).toMatchObject({
      type: 'https://paymentauth.org/problems/payment-required',
      status: 402,
      challengeId: challenge.id,
      error: 'payment_required',
      x402Version: 2,
      accepts: [{ network: 'eip155:8453', price: '$0.10' }],
    });
  });

  it('is another one for every caller', async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, async () => (await challengeAt(url)).id));
    expect(new Set(ids).size).toBe(200);
  });
});

describe.each(MODES)('the stock client, %s', (mode) => {
  it('buys once and is given both receipts', async () => {
    const response = await tools.stock(buyer(0), mode).fetch(`${url}?word=hello`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ said: 'hello' });
    const receipt = Receipt.fromResponse(response);
    expect(receipt).toMatchObject({ method: 'tempo', status: 'success' });
    const mined = await tools.client.getTransactionReceipt({ hash: receipt.reference as `0x${string}` });
    expect(mined.status).toBe('success');
    expect(response.headers.get('x-svc-delivery-receipt')).toMatch(/^ey/);
    expect(response.headers.get('payment-response')).toBeNull();
    expect(await charges()).toBe(1);
  });

  it('is given the same bytes and receipts again for the same credential', async () => {
    const credential = await tools.stock(buyer(1), mode).createCredential(await fetch(url));
    const first = await send(url, credential);
    const again = await send(url, credential);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    for (const name of ['x-svc-delivery-receipt', 'payment-receipt'])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(again.text).toBe(first.text);
    expect(await charges()).toBe(1);
  });

  it('pays once when many copies of its credential arrive at one time', async () => {
    const credential = await tools.stock(buyer(2), mode).createCredential(await fetch(url));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(url, credential)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ headers }) => headers.get('x-svc-redelivery') === null)).toHaveLength(1);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await charges()).toBe(1);
  });

  it('buys with a POST, too', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"word":"yes"}' };
    const response = await tools.stock(buyer(3), mode).fetch(url, init);
    expect([response.status, ((await response.json()) as { said: string }).said]).toEqual([200, 'yes']);
    expect(await charges()).toBe(1);
  });
});

describe('a credential', () => {
  it('need not name its payer: the chain does', async () => {
    const challenge = await challengeAt(url);
    const hash = await tools.pushed(challenge, buyer(0));
    const [unnamed, named] = [
      hashCredential(challenge, hash),
      hashCredential(challenge, hash, source(buyer(0))),
    ];
    const first = await send(url, unnamed);
    const second = await send(url, named);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('x-svc-delivery-receipt')).toBe(first.headers.get('x-svc-delivery-receipt'));
  });

  it('whose money the buyer moved is told what the call did, and buys the corrected request', async () => {
    const post = (body: object) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const challenge = Challenge.fromResponse(await fetch(url, post({ word: 'yes' })));
    const credential = hashCredential(challenge, await tools.pushed(challenge, buyer(0)));
    const refused = await send(url, credential, post({ word: 'yes', more: 1 }));
    expect([refused.status, memberOf(refused, 'settled')]).toEqual([400, false]);
    expect(memberOf(refused, 'detail')).toContain('This call settled no payment.');
    expect(memberOf(refused, 'detail')).not.toContain('payment was not settled');
    expect((await send(url, credential, post({ word: 'yes' }))).status).toBe(200);
  });

  it('may stand beside another scheme in one header', async () => {
    const credential = await tools.stock(buyer(0), 'pull').createCredential(await fetch(url));
    expect((await send(url, `Bearer abc, ${credential}`)).status).toBe(200);
  });

  it('is none when it has another scheme', async () => {
    const answer = await send(url, 'Bearer abc');
    expect([answer.status, memberOf(answer, 'reason')]).toEqual([402, undefined]);
  });

  it('is refused beside a payment of the other protocol', async () => {
    const challenge = await challengeAt(url);
    const answer = await send(url, hashCredential(challenge, `0x${'1'.repeat(64)}`), {
      headers: { 'payment-signature': 'e30=' },
    });
    expect([answer.status, memberOf(answer, 'error')]).toEqual([400, 'multiple_credentials']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  it('of a payer without money is declined before anything is sent', async () => {
    const credential = await tools.stock(pauper(), 'pull').createCredential(await fetch(url));
    const answer = await send(url, credential);
    expect([answer.status, memberOf(answer, 'reason')]).toEqual([402, 'insufficient_balance']);
    expect(memberOf(answer, 'failureBucket')).toBe('insufficient_network_usdc');
  });
});
