import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_BUYERS, sandboxAccount } from '../../src/sandbox/chain.ts';
import { sharedSchema } from '../shared/index.ts';
import { rowsOf } from '../support/campaign.ts';
import { challengeOf, encode, payloadFor, withIdentifier } from '../support/payments.ts';
import { disposeServices, type Hosted } from '../support/service.ts';
import {
  buyer,
  MODES,
  openStreet,
  PRICE,
  type Street,
  send,
  type TempoTools,
  tempoTools,
} from './support.ts';

/** Two nodes on one journal: what one has sold, the other does not sell again, on whichever rail. */

let street: Street;
let tools: TempoTools;
let nodes: readonly Hosted[];
let before: bigint;

beforeAll(async () => {
  street = await openStreet();
  tools = tempoTools(street.tempo.rpcUrl);
  const DATABASE_URL = await sharedSchema();
  const PUBLIC_URL = 'http://shop.localhost';
  const keys = [sandboxAccount('settler').privateKey, SANDBOX_BUYERS.at(-1)!.privateKey];
  const first = await street.start({
    env: { DATABASE_URL, PUBLIC_URL, NODE_ID: 'one', SETTLER_KEY: keys[0]! },
  });
  const second = await street.startProcess({
    dataDir: first.dataDir,
    env: { DATABASE_URL, PUBLIC_URL, NODE_ID: 'two', SETTLER_KEY: keys[1]! },
  });
  nodes = [first, second];
});
afterAll(async () => {
  await disposeServices();
  await street.close();
});
beforeEach(async () => {
  before = await tools.sellerBalance();
});

const at = (i: number) => `${nodes[i % nodes.length]!.url}/api/sample`;
const charges = async () => Number(((await tools.sellerBalance()) - before) / PRICE);

describe.each(rowsOf(MODES, (_, i) => i === 0))('%s', (mode) => {
  it('a credential that is sent 50 times at once is sold once, and every answer is that one', async () => {
    const credential = await tools.stock(buyer(0), mode).createCredential(await fetch(at(0)));
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send(at(i), credential)));
    const sold = answers.filter(({ headers }) => headers.get('payment-receipt') !== null);
    const first = sold.filter(({ headers }) => headers.get('x-svc-redelivery') === null);
    expect(first).toHaveLength(1);
    expect(new Set(sold.map(({ text }) => text)).size).toBe(1);
    // Nobody is told to pay again: those that were not answered yet are told to send the same payment.
    for (const { status, headers } of answers) {
      expect([200, 503]).toContain(status);
      if (status === 503) expect(headers.get('www-authenticate')).toBeNull();
    }
    expect(await charges()).toBe(1);
  });

  it('a challenge that two buyers pay for is sold once', async () => {
    const challenge = await fetch(at(0));
    const credentials = await Promise.all(
      [1, 2].map((i) => tools.stock(buyer(i), mode).createCredential(challenge.clone())),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => send(at(i + (i >> 1)), credentials[i % 2]!)),
    );
    const first = answers.filter(
      ({ status, headers }) => status === 200 && headers.get('x-svc-redelivery') === null,
    );
    expect(first).toHaveLength(1);
  });
});

describe('one identifier on two rails', () => {
  const identified = () => `order-${randomBytes(12).toString('hex')}`;

  const overX402 = async (identifier: string) => {
    const url = at(0);
    const payload = await payloadFor(await challengeOf(url), buyer(3), {
      tamper: withIdentifier(identifier),
    });
    const response = await fetch(url, { headers: { 'payment-signature': encode(payload) } });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const overMpp = async (identifier: string) => {
    const credential = await tools.stock(buyer(3), 'pull').createCredential(await fetch(at(1)));
    return send(at(1), credential, { headers: { 'idempotency-key': identifier } });
  };

  it.each([
    ['x402 first', overX402, overMpp, 0],
    ['MPP first', overMpp, overX402, 1],
  ] as const)('%s: one purchase, one charge', async (_, first, second, charged) => {
    const identifier = identified();
    const bought = await first(identifier);
    const again = await second(identifier);
    expect([bought.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(bought.text);
    expect(again.headers.get('x-svc-redelivery')).toBe('1');
    expect(await charges()).toBe(charged);
  });

  it('is not taken in a form of its own', async () => {
    const answer = await overMpp('short');
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_payment_identifier']);
    expect(await charges()).toBe(0);
  });
});
