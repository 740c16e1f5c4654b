import type { Hex, PrivateKeyAccount } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { challengeOf, encode, getCall, json, pay, payloadFor } from './support/payments.ts';
import { disposeServices, type Service, startService } from './support/service.ts';
import {
  afterRounds,
  BURNS,
  BURNS_FOR_A_SENDER,
  BURNS_WHERE_GAS_COSTS,
  SAYS_YES,
  walletWith,
} from './support/wallet-code.ts';

const PRICE = 10_000n;

let chain: EvmSandbox;
let tools: ChainTools;
let service: Service;
beforeAll(async () => {
  chain = await startEvmSandbox();
  tools = chainTools(chain.rpcUrl);
  service = await startService({
    rpcUrl: chain.rpcUrl,
    env: { FAILED_GAS_BUDGET: '500000', LOG_LEVEL: 'warn' },
  });
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});

const walletOf = (bytecode: Hex): Promise<Hex> => walletWith(tools, tools.buyer(6), bytecode, PRICE * 10n);

const call = () => getCall(`${service.url}/api/opportunity-check`);
async function payFrom(from: Hex, signer: PrivateKeyAccount = tools.buyer(6)) {
  const required = await challengeOf(call().url);
  return pay(call(), encode(await payloadFor(required, signer, { authorization: { from } })));
}

describe('a wallet contract', () => {
  it('that needs 150,000 gas for a signature can buy', async () => {
    const answer = await payFrom(await walletOf(afterRounds(5_769)));
    expect(answer.status, answer.text).toBe(200);
  });

  it.each([
    ['that never ends', '0x5b5f56' as Hex],
    ['that needs more than a sale may have', afterRounds(10_000)],
    ['that burns gas where gas has a price', BURNS_WHERE_GAS_COSTS],
    ['that burns gas for whoever sends', BURNS_FOR_A_SENDER],
  ])('%s is declined for good, and costs no transaction', async (_what, bytecode) => {
    const before = await tools.settlerTransactions();
    const answer = await payFrom(await walletOf(bytecode));
    expect(answer.status, answer.text).toBe(402);
    expect(['signature_too_costly', 'invalid_signature']).toContain(
      (json(answer) as { reason: string }).reason,
    );
    expect(await tools.settlerTransactions()).toBe(before);
  });

  it('of an ordinary account that gave itself code is looked at in the same way', async () => {
    const { buyer } = await tools.freshBuyer(PRICE);
    await tools.client.setCode({ address: buyer.address, bytecode: BURNS_WHERE_GAS_COSTS });
    const before = await tools.settlerTransactions();
    const answer = await payFrom(buyer.address, buyer);
    expect(answer.status, answer.text).toBe(402);
    expect(await tools.settlerTransactions()).toBe(before);
  });
});

describe('what fails all the same', () => {
  /** Its code changes between its simulation and its transaction. */
  async function failFrom(wallet: Hex): Promise<void> {
    await tools.hold();
    const answer = payFrom(wallet);
    await expect.poll(tools.waiting, { interval: 20 }).toBe(1);
    await tools.client.setCode({ address: wallet, bytecode: BURNS });
    await tools.mine();
    expect((await answer).status).toBe(503);
    await tools.client.setCode({ address: wallet, bytecode: SAYS_YES });
  }

  it('uses up a budget, beyond which wallet contracts are declined, with a reason of their own, and no others', async () => {
    const [first, second, third] = [
      await walletOf(SAYS_YES),
      await walletOf(SAYS_YES),
      await walletOf(SAYS_YES),
    ];
    await failFrom(first);
    const before = await tools.settlerTransactions();
    // Its last payment is open, and until it has ended no other is looked at.
    expect((await payFrom(first)).status).toBe(503);
    expect(await tools.settlerTransactions()).toBe(before);
    expect((await payFrom(third)).status).toBe(200);
    await failFrom(second);
    const declined = await payFrom(third);
    expect([declined.status, json(declined)]).toEqual([
      402,
      expect.objectContaining({ reason: 'wallet_contracts_paused', retry: 'same_payment' }),
    ]);
    expect((await payFrom(tools.buyer(1).address, tools.buyer(1))).status).toBe(200);
    await expect
      .poll(() => service.output(), { interval: 50 })
      .toContain('"where":"wallet_contracts","state":"declined"');
  });
});
