import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { challengeOf, encode, getCall, json, pay, payloadFor } from './support/payments.ts';
import { disposeServices, type Hosted, startHosted } from './support/service.ts';

const PRICE = 10_000n;

let chain: EvmSandbox;
let tools: ChainTools;
let service: Hosted;
beforeAll(async () => {
  chain = await startEvmSandbox();
  tools = chainTools(chain.rpcUrl);
  service = await startHosted({ rpcUrl: chain.rpcUrl });
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});

it('a wallet with the price of one answer that pays a hundred times at once costs one transaction', async () => {
  const { buyer } = await tools.freshBuyer(PRICE);
  const call = getCall(`${service.url}/api/opportunity-check`);
  const required = await challengeOf(call.url);
  const payments = await Promise.all(
    Array.from({ length: 100 }, async () => encode(await payloadFor(required, buyer))),
  );
  const [before, paid] = [await tools.settlerTransactions(), await tools.sellerBalance()];
  const answers = await Promise.all(payments.map((payment) => pay(call, payment)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status === 503))
    expect(json(answer)).toMatchObject({ error: 'settlement_unavailable', retry: 'same_payment' });
  // The balance is gone for good by the time that the last of them were looked at.
  for (const answer of answers.filter(({ status }) => status === 402))
    expect(json(answer)).toMatchObject({ reason: 'insufficient_balance' });
  expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
  expect((await tools.settlerTransactions()) - before).toBe(1);
  expect((await tools.sellerBalance()) - paid).toBe(PRICE);
});

it('one that can pay for all of them is sold all of them, a few at a time', async () => {
  const call = getCall(`${service.url}/api/opportunity-check`);
  const required = await challengeOf(call.url);
  const payments = await Promise.all(
    Array.from({ length: 20 }, async () => encode(await payloadFor(required, tools.buyer(0)))),
  );
  const paid = await tools.sellerBalance();
  const answers = await Promise.all(payments.map((payment) => pay(call, payment)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect((await tools.sellerBalance()) - paid).toBe(20n * PRICE);
});
