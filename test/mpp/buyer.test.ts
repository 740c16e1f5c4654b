import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { purchaseOverMpp } from '../../src/buyer/mpp.ts';
import { SANDBOX_BUYERS } from '../../src/sandbox/chain.ts';
import { disposeServices, type Hosted } from '../support/service.ts';
import { openStreet, PRICE, type Street, type TempoTools, tempoTools } from './support.ts';

let street: Street;
let tools: TempoTools;
let service: Hosted;
let before: bigint;

beforeAll(async () => {
  street = await openStreet();
  tools = tempoTools(street.tempo.rpcUrl);
  service = await street.start();
});
afterAll(async () => {
  await disposeServices();
  await street.close();
});
beforeEach(async () => {
  before = await tools.sellerBalance();
});

const charges = async () => Number(((await tools.sellerBalance()) - before) / PRICE);
const request = () => ({
  baseUrl: service.url,
  path: '/api/sample',
  method: 'GET' as const,
  maxAmountAtomic: PRICE,
});
const buyerOf = (approve = async () => true, now = Date.now) => ({
  key: async () => SANDBOX_BUYERS[5]!.privateKey,
  rpcUrl: street.tempo.rpcUrl,
  approve,
  keep: async () => {},
  now,
});

it('buys once, and checks what the seller signed about it', async () => {
  const bought = await purchaseOverMpp(request(), buyerOf());
  expect(bought.answer).toMatchObject({ said: 'nothing' });
  expect(bought.receipt.reference).toBe(bought.transaction);
  expect(await charges()).toBe(1);
});

it('pays nothing above its limit, to nobody else, and without approval', async () => {
  const cases = [
    [{ maxAmountAtomic: PRICE - 1n }, async () => true, 'terms_not_acceptable'],
    [{ payTo: SANDBOX_BUYERS[0]!.address }, async () => true, 'terms_not_acceptable'],
    [{}, async () => false, 'not_approved'],
  ] as const;
  for (const [change, approve, stop] of cases)
    await expect(purchaseOverMpp({ ...request(), ...change }, buyerOf(approve))).rejects.toMatchObject({
      stop,
    });
  expect(await charges()).toBe(0);
});

it('asks for one fresh challenge and a fresh approval when the first ran out, and then stops', async () => {
  let shift = 0;
  let asked = 0;
  const slow = (times: number) => async () => {
    // A person who thinks longer than the challenge lasts.
    if (++asked <= times) shift += 600_000;
    return true;
  };
  const clock = () => Date.now() + shift;
  await expect(purchaseOverMpp(request(), buyerOf(slow(2), clock))).rejects.toMatchObject({
    stop: 'not_approved',
  });
  expect([asked, await charges()]).toEqual([2, 0]);
});
