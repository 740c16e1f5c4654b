import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EvmSandbox, sandboxAccount, startEvmSandbox } from '../src/sandbox/chain.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { getCall, json, pay, paymentFor } from './support/payments.ts';
import { disposeServices, type Service, startService } from './support/service.ts';

let chain: EvmSandbox;
let tools: ChainTools;
let service: Service;
const settler = sandboxAccount('settler').address;

beforeAll(async () => {
  chain = await startEvmSandbox();
  tools = chainTools(chain.rpcUrl);
  service = await startService({ rpcUrl: chain.rpcUrl, env: { LOG_LEVEL: 'warn' } });
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});

const readiness = async () =>
  ((await (await fetch(`${service.url}/readyz`)).json()) as { status: string }).status;

/** What discovery offers for sale at the moment. */
const offered = async () =>
  ((await (await fetch(`${service.url}/.well-known/x402`)).json()) as { resources: string[] }).resources
    .length;

describe('a settler whose gas has run out', () => {
  it('charges nobody, says so, and sells the very same payment when gas arrives', async () => {
    const call = getCall(`${service.url}/api/opportunity-check`);
    const payment = await paymentFor(call.url, tools.buyer(0));
    const gas = await tools.client.getBalance({ address: settler });
    const before = await tools.sellerBalance();
    expect(await offered()).toBeGreaterThan(0);
    await tools.client.setBalance({ address: settler, value: 0n });

    // Nobody knows yet: its bytes are recorded before the node refuses them, so they are kept and sent again.
    const unlucky = await paymentFor(call.url, tools.buyer(1));
    expect((await pay(call, unlucky)).status).toBe(503);
    await expect.poll(readiness, { interval: 50 }).toBe('out_of_gas');
    await expect.poll(offered, { interval: 50 }).toBe(0);
    for (let asked = 0; asked < 3; asked++) {
      const answer = await pay(call, payment);
      expect(answer.status).toBe(503);
      expect(json(answer)).toMatchObject({ error: 'settlement_unavailable' });
    }
    const said = () => service.output().match(/"where":"gas","error":"Failure OUT_OF_GAS"/g)?.length ?? 0;
    await expect.poll(said, { interval: 50 }).toBe(1);
    expect(await tools.sellerBalance()).toBe(before);

    await tools.client.setBalance({ address: settler, value: gas });
    await expect.poll(readiness, { interval: 50 }).toBe('ready');
    await expect.poll(offered, { interval: 50 }).toBeGreaterThan(0);
    expect((await pay(call, payment)).status).toBe(200);
    await expect.poll(async () => (await pay(call, unlucky)).status, { interval: 50 }).toBe(200);
    expect((await tools.sellerBalance()) - before).toBe(20_000n);
    await expect.poll(() => service.output(), { interval: 50 }).toContain('"where":"gas","state":"restored"');
  });
});
