import { join } from 'node:path';
import { Challenge } from 'mppx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suiteClaim } from '../../src/adapters/journal.suite.ts';
import { sqlJournal } from '../../src/adapters/sql/journal.ts';
import { openStore } from '../../src/adapters/sql/open.ts';
import { readTransaction } from '../../src/adapters/tempo/transaction.ts';
import { issue } from '../../src/gate/rails/mpp-challenge.ts';
import { readMppCredential } from '../../src/gate/rails/mpp-credential.ts';
import { proofToText } from '../../src/values/payment.ts';
import { itInCampaign, rowsOf } from '../support/campaign.ts';
import { disposeServices, type Service } from '../support/service.ts';
import {
  buyer,
  hashCredential,
  openStreet,
  PRICE,
  SECRET,
  SELLER,
  type Street,
  send,
  type TempoTools,
  tempoTools,
} from './support.ts';

/** Power cuts around a settlement: whoever has paid gets its answer afterwards, and pays once. */

let street: Street;
let tools: TempoTools;
let service: Service;
let before: bigint;

beforeAll(async () => {
  street = await openStreet();
  tools = tempoTools(street.tempo.rpcUrl);
  service = await street.startProcess();
});
afterAll(async () => {
  await disposeServices();
  await street.close();
});
beforeEach(async () => {
  before = await tools.sellerBalance();
});

const url = () => `${service.url}/api/sample`;
const charges = async () => Number(((await tools.sellerBalance()) - before) / PRICE);
const redelivered = (headers: Headers) => headers.get('x-svc-redelivery') !== null;

describe('kill -9', () => {
  it('pull: between broadcast and receipt', async () => {
    const credential = await tools.stock(buyer(0), 'pull').createCredential(await fetch(url()));
    await tools.hold();
    const lost = send(url(), credential).catch(() => undefined);
    await tools.pending(1);
    await service.kill9();
    await lost;
    await tools.mine();
    service = await service.restart();
    const answer = await send(url(), credential);
    expect([answer.status, redelivered(answer.headers)]).toEqual([200, false]);
    expect(redelivered((await send(url(), credential)).headers)).toBe(true);
    expect(await charges()).toBe(1);
  });

  itInCampaign('pull: the transaction was recorded and no node has it', async () => {
    const credential = await tools.stock(buyer(1), 'pull').createCredential(await fetch(url()));
    await tools.hold();
    const lost = send(url(), credential).catch(() => undefined);
    await tools.pending(1);
    await service.kill9();
    await lost;
    await tools.drop();
    await tools.mine();
    expect(await charges()).toBe(0);
    service = await service.restart();
    const answer = await send(url(), credential);
    expect(answer.status).toBe(200);
    expect(await charges()).toBe(1);
  });

  // `npm test` has an answer over MPP delivered again after a restart in upgrade.test.ts.
  it.each(rowsOf(['push', 'pull'] as const, () => false))('%s: after the answer was lost', async (mode) => {
    const credential = await tools.stock(buyer(2), mode).createCredential(await fetch(url()));
    const first = await send(url(), credential);
    await service.kill9();
    service = await service.restart();
    const again = await send(url(), credential);
    expect([first.status, again.status, redelivered(again.headers)]).toEqual([200, 200, true]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('x-svc-delivery-receipt')).toBe(first.headers.get('x-svc-delivery-receipt'));
    expect(await charges()).toBe(1);
  });

  itInCampaign('push: claimed, and not yet written as settled', async () => {
    const response = await fetch(url());
    const challenge = Challenge.fromResponse(response);
    const hash = await tools.pushed(challenge, buyer(3));
    const credential = hashCredential(challenge, hash);
    await service.kill9();
    await claimedOnly(credential, new URL(url()).pathname);
    service = await service.restart();
    const answer = await send(url(), credential);
    expect([answer.status, redelivered(answer.headers)]).toEqual([200, false]);
    expect(redelivered((await send(url(), credential)).headers)).toBe(true);
    expect(await charges()).toBe(1);
  });

  /** Writes the row that a process leaves behind when it dies right after its claim. */
  async function claimedOnly(credential: string, path: string): Promise<void> {
    const store = await openStore(
      { databaseUrl: undefined, path: join(service.dataDir, 'journal.sqlite') },
      () => {},
    );
    const now = Date.now();
    const offer = offerOf();
    const read = await readMppCredential((name) => (name === 'authorization' ? credential : undefined), now, {
      issuer: { realm: '127.0.0.1', secrets: [SECRET] },
      offer,
      path,
      readTransaction,
    });
    if (read.kind !== 'payment') throw new Error('not a payment');
    const { key, rail, once, proof, validBefore } = read.payment;
    const { network, asset, payTo, amount } = read.payment.offer;
    await sqlJournal(store).claim(
      suiteClaim({
        ...{ key, rail, once: once!, network, asset, payTo, amount, validBefore },
        authorization: proofToText(proof),
        fingerprint: read.boundTo!,
        product: 'sample',
        revision: '1',
        edition: null,
        asOf: now,
        createdAt: now,
        leaseUntil: now + 45_000,
      }),
    );
    await store.close();
  }
});

const offerOf = () => ({
  scheme: 'exact' as const,
  network: 'eip155:4217' as const,
  asset: street.tempo.asset,
  amount: String(PRICE),
  payTo: SELLER,
  maxTimeoutSeconds: 300,
  extra: {},
});

describe('the reconciler', () => {
  it('finishes a sale that nobody asks for again, after its challenge ran out', async () => {
    const now = Date.now();
    const expired = issue(
      { realm: '127.0.0.1', secrets: [SECRET] },
      {
        offer: offerOf(),
        path: '/api/sample',
        title: 'Sample',
        now: now - 600_000,
        order: 'ab'.repeat(16),
        fingerprint: undefined,
      },
    );
    const challenge = Challenge.deserialize(expired.header);
    const credential = hashCredential(challenge, await tools.pushed(challenge, buyer(4)));
    const answer = await send(url(), credential);
    expect(answer.status).toBe(200);
    expect(await charges()).toBe(1);
  });
});
