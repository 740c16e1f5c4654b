import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChain } from '../src/adapters/evm/chain.ts';
import { purchase } from '../src/buyer/purchase.ts';
import { evmWallet } from '../src/buyer/wallets.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import {
  type EvmSandbox,
  SANDBOX_BUYERS,
  sandboxAccount,
  startEvmSandbox,
  USDC_ABI,
} from '../src/sandbox/chain.ts';
import { EVM_NETWORKS, FURTHER_EVM } from '../src/values/networks.ts';
import { chainIdOf, type Offer, type SignedAuthorization } from '../src/values/payment.ts';
import { AUDIT, AUDIT_BODY, AUDIT_PRICE, auditClient } from './support/audit.ts';
import { assay } from './support/command.ts';
import { challengeOf, encode, getCall, json, pay, payloadFor, paymentFor } from './support/payments.ts';
import { disposeServices, type Hosted, startHosted } from './support/service.ts';

/** Each row of `values/networks.ts`, on a chain with its id and with its token: offered, sold and booked. */

const chains = new Map<string, EvmSandbox>();
const [BUYER] = SANDBOX_BUYERS;
const SELLER = sandboxAccount('seller').address;
const PRICE = BigInt(opportunityCheck.price.amount);
const QUESTION = { subject: 'api.example.com/v1', goal: 'Is one call worth it?' };
let service: Hosted;

/** What turns every row on. */
const settings = () =>
  Object.fromEntries(EVM_NETWORKS.map(({ name, variables }) => [variables.rpcUrl, chains.get(name)!.rpcUrl]));

beforeAll(async () => {
  const start = async (network: (typeof EVM_NETWORKS)[number]['name']) =>
    void chains.set(network, await startEvmSandbox({ network }));
  await Promise.all(EVM_NETWORKS.map(({ name }) => start(name)));
  service = await startHosted({ env: settings() });
});
afterAll(async () => {
  await disposeServices();
  await Promise.all([...chains.values()].map((chain) => chain.stop()));
});

/** What the seller has on each chain. */
const arrived = async (): Promise<Record<string, bigint>> => {
  const balances = [...chains].map(async ([name, { rpcUrl, asset }]) => {
    const client = createPublicClient({ transport: http(rpcUrl) });
    const token = { address: asset, abi: USDC_ABI, functionName: 'balanceOf', args: [SELLER] } as const;
    return [name, await client.readContract(token)] as const;
  });
  return Object.fromEntries(await Promise.all(balances));
};
const never = () => {
  throw new Error('the client of this test makes its payments by itself');
};
const routeOn = (name: string) => `${service.url}${opportunityCheck.path}?paymentNetwork=${name}`;

describe.each(FURTHER_EVM)('$label', ({ name, network, token }) => {
  it('is offered alone, on its own terms, to whoever names it', async () => {
    const { accepts, resource } = await challengeOf(routeOn(name));
    expect(resource?.url).toBe(routeOn(name));
    const { asset, domain } = token;
    expect(accepts).toMatchObject([{ network, asset, amount: String(PRICE), extra: domain }]);
    const { accepts: byDefault } = await challengeOf(service.url + opportunityCheck.path);
    expect(byDefault.map((each) => each.network)).toEqual(['eip155:8453']);
  });

  it('is sold on, and the money arrives there and nowhere else', async () => {
    const before = await arrived();
    const { settlement } = await purchase(
      {
        ...{ baseUrl: service.url, path: opportunityCheck.path, method: 'POST', body: QUESTION },
        ...{ maxAmountAtomic: PRICE, network: name },
      },
      {
        approve: async (quote) => quote.network === network,
        keep: async () => {},
        wallet: async () => evmWallet(BUYER!.privateKey),
      },
    );
    expect(settlement).toMatchObject({ success: true, network });
    expect(await arrived()).toEqual({ ...before, [name]: before[name]! + PRICE });
  });

  it('sells the audit with a ticket that was approved for it, and with none for the default network', async () => {
    const before = await arrived();
    const client = auditClient(() => service.url, never);
    const route = `${service.url}${AUDIT.path}?paymentNetwork=${name}`;
    const paidWith = async (approvedOn: string) => {
      const { ticket } = await client.approval(AUDIT_BODY, approvedOn);
      const { init } = client.call(ticket);
      const required = await challengeOf(route, client.call().init);
      const payment = await payloadFor(required, privateKeyToAccount(BUYER!.privateKey));
      return json(await pay({ url: route, init }, encode(payment)));
    };
    expect(await paidWith(EVM_NETWORKS[0]!.network)).toMatchObject({ error: 'ticket_mismatch' });
    expect(await arrived()).toEqual(before);
    expect(await paidWith(network)).not.toHaveProperty('error');
    expect(await arrived()).toEqual({ ...before, [name]: before[name]! + AUDIT_PRICE });
  });

  it('shows in one block whether an authorization was used, which every no is founded on', async () => {
    const { accepts } = await challengeOf(routeOn(name));
    const authorization = { from: BUYER!.address, nonce: `0x${'07'.repeat(32)}` };
    const { sight } = openChain({ rpcUrl: chains.get(name)!.rpcUrl });
    const signed = { kind: 'eip3009', authorization, signature: '0x' } as unknown as SignedAuthorization;
    expect(await sight(accepts[0] as Offer, signed)).toMatchObject({ used: false, isBehind: false });
  });

  it('takes no payment that was signed for the chain of another row, and gives none to another', async () => {
    const before = await arrived();
    const payer = privateKeyToAccount(BUYER!.privateKey);
    const ask = async (route: string, chainId?: number) =>
      json(await pay(getCall(route), await paymentFor(routeOn(name), payer, chainId ? { chainId } : {})));
    for (const other of EVM_NETWORKS.filter((each) => each.name !== name)) {
      const signedElsewhere = await ask(routeOn(name), chainIdOf(other.network));
      expect(signedElsewhere).toMatchObject({ reason: 'invalid_signature' });
      const shown = other.name === 'base' ? service.url + opportunityCheck.path : routeOn(other.name);
      expect(await ask(shown)).toMatchObject({ reason: 'wrong_network' });
    }
    expect(await arrived()).toEqual(before);
  });
});

it('the books compare each with its own chain, and all agree', async () => {
  const env = { ...settings(), DATA_DIR: service.dataDir };
  const { out, code } = await assay(['books', '--json'], { env });
  const { comparison } = JSON.parse(out) as {
    comparison: { result: { networks: { network: string; settledPayments: number; transfers: number }[] } };
  };
  const compared = comparison.result.networks.map(({ network, settledPayments, transfers }) => [
    ...[network, settledPayments, transfers],
  ]);
  expect(code).toBe(0);
  expect(compared.toSorted()).toEqual(
    EVM_NETWORKS.map(({ name, network }) => [network, ...(name === 'base' ? [0, 0] : [2, 2])]).toSorted(),
  );
});

it('the doctor names the variable whose node is of another row', async () => {
  const env = { ...settings(), POLYGON_RPC_URL: chains.get('arbitrum')!.rpcUrl, DATA_DIR: service.dataDir };
  const { out, code } = await assay(['doctor'], { env });
  expect([code, out]).toEqual([78, expect.stringContaining('POLYGON_RPC_URL answers with chain id 42161')]);
});
