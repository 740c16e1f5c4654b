import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../src/adapters/sql/open.ts';
import { exampleCall } from '../src/declare.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { type EvmSandbox, SANDBOX_BUYERS, startEvmSandbox } from '../src/sandbox/chain.ts';
import { NETWORKS } from '../src/values/networks.ts';
import { type Call, pay, paymentFor, postCall } from './support/payments.ts';
import { disposeServices, type Hosted, startHosted } from './support/service.ts';

/** A sandbox whose own chain begins anew, beside one that was given and goes on. */

let polygon: EvmSandbox;
let service: Hosted;
beforeAll(async () => {
  polygon = await startEvmSandbox({ network: 'polygon' });
  service = await startHosted({ env: { POLYGON_RPC_URL: polygon.rpcUrl } });
});
afterAll(async () => {
  await disposeServices();
  await polygon.stop();
});

const payer = privateKeyToAccount(SANDBOX_BUYERS[0]!.privateKey);
const [form] = opportunityCheck.forms.filter(({ method }) => method === 'POST');
const callOn = (query = ''): Call =>
  postCall(service.url + opportunityCheck.path + query, exampleCall(opportunityCheck, form!).body);

async function networksInJournal(): Promise<string[]> {
  const options = { databaseUrl: undefined, path: join(service.dataDir, 'journal.sqlite') };
  const store = await openStore(options, () => {});
  const [rows] = await store.run(store.db.selectFrom('payments').select('network').compile());
  await store.close();
  return rows!.map(({ network }) => String(network));
}

it('forgets what was paid on the chain that is gone, and owes what was paid on the one that goes on', async () => {
  const [onBase, onPolygon] = [callOn(), callOn('?paymentNetwork=polygon')];
  const payments = [await paymentFor(onBase.url, payer), await paymentFor(onPolygon.url, payer)] as const;
  expect((await pay(onBase, payments[0])).status).toBe(200);
  const first = await pay(onPolygon, payments[1]);
  expect(first.status, first.text).toBe(200);
  await service.end();
  const { base, polygon: further } = NETWORKS;
  expect((await networksInJournal()).toSorted()).toEqual([further.network, base.network]);

  service = await service.restart();
  const again = await pay(onPolygon, payments[1]);
  expect([again.status, again.text]).toEqual([200, first.text]);
  await service.end();
  expect(existsSync(join(service.dataDir, 'journal.sqlite.previous'))).toBe(true);
  expect(await networksInJournal()).toEqual([further.network]);

  service = await service.restart({ POLYGON_RPC_URL: '' });
  await service.end();
  expect(await networksInJournal()).toEqual([]);
});
