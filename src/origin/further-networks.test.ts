import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '../adapters/evm/chain.ts';
import { catalogue } from '../catalogue.ts';
import type { Published } from '../declare.ts';
import { catalogueOn } from '../gate/by-network.ts';
import type { Failure } from '../values/failure.ts';
import { EVM_NETWORKS, type EvmName, type EvmRow, NETWORKS } from '../values/networks.ts';
import type { Network } from '../values/payment.ts';
import { isLowOnGas, SALES_AHEAD } from './conditions.ts';
import type { Config } from './config.ts';
import { noticesOf, prepareEvm } from './evm-side.ts';
import { facilitatorLook, type NamedConfig, prepareSettlers } from './settlers.ts';
import { shopOf } from './shop.ts';

const { base, polygon, arbitrum } = NETWORKS;
const SETTLED: Network[] = [base.network, arbitrum.network];
const facilitator = createServer((_request, response) => {
  const kinds = SETTLED.map((network) => ({ x402Version: 2, scheme: 'exact', network }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ kinds }));
});
beforeAll(() => new Promise<void>((listening) => facilitator.listen(0, '127.0.0.1', listening)));
afterAll(() => void facilitator.close());

const never = () => {
  throw new Error('nothing else may be asked');
};
const clock = { now: () => 0, sleep: never };
const outside = { clock, pollMs: 5, report: never, notice: never };
const urlOf = (): string => `http://127.0.0.1:${(facilitator.address() as AddressInfo).port}`;
const NOBODY = 'http://127.0.0.1:1';
const sideOf = (name: EvmName) => ({ name, rpcUrl: NOBODY, payTo: `0x${'11'.repeat(20)}` }) as const;

describe('a network that the facilitator does not settle on', () => {
  it.each([
    ['unsupported', urlOf],
    ['unavailable', (): string => NOBODY],
  ])('is told by its own condition: network_%s', async (word, url) => {
    const side = prepareEvm(sideOf('polygon'), 'production', outside);
    const { look } = await side.open(undefined, { facilitatorUrl: url() } as Config, never);
    expect(await look()).toBe(`network_${word}`);
  });

  it.each([
    ['base', urlOf, 'ok'],
    ['polygon', urlOf, 'facilitator_unsupported'],
    ['base', (): string => NOBODY, 'facilitator_unavailable'],
  ] as const)('says nothing of the default one: %s', async (name, url, word) => {
    expect(await facilitatorLook(url(), NETWORKS[name].network)()).toBe(word);
  });

  /** A start with a facilitator, which has no need of a database. */
  async function opened(...names: readonly EvmName[]) {
    const told: string[] = [];
    const report = (where: string, error: unknown) => void told.push(`${where}: ${(error as Failure).code}`);
    const config = { mode: 'production', facilitatorUrl: urlOf(), nodeId: 'test' } as NamedConfig;
    const chains = { evm: [sideOf('base'), ...names.map(sideOf)], settlerKey: undefined };
    const prepared = await prepareSettlers(chains, config, 'https://assay.example', { ...outside, report });
    return { told, settlers: await prepared.open(undefined as never) };
  }

  it('keeps nothing else from being sold: the service starts, and says so', async () => {
    const { told, settlers } = await opened('polygon', 'arbitrum');
    if ('faults' in settlers) throw new Error('it does not start');
    expect(told).toEqual(['facilitator: NOT_SETTLED']);
    const { facilitator: ofDefault, polygon: ofPolygon } = settlers.others;
    expect([await ofDefault!(), await ofPolygon!()]).toEqual(['ok', 'network_unsupported']);
    await settlers.close();
  });

  it('is no reason to start where there is no other', async () => {
    SETTLED.splice(0);
    const { told, settlers } = await opened('polygon');
    SETTLED.push(base.network, arbitrum.network);
    expect(told).toEqual([]);
    expect('faults' in settlers && settlers.faults.map(({ variable }) => variable)).toEqual([
      'FACILITATOR_URL',
      'FACILITATOR_URL',
    ]);
  });

  it.each([
    // Documents name the default way first: without it they offer nothing.
    [{ facilitator: 'facilitator_unsupported', polygon: 'ok' }, []],
    [{ facilitator: 'ok', polygon: 'network_unsupported' }, [[base.network]]],
    [{ facilitator: 'ok', polygon: 'network_unavailable' }, [[base.network, polygon.network]]],
  ])('is closed at once, before a word that is not certain would be: %j', (words, left) => {
    const published = { catalogue: catalogueOn(catalogue, [base, polygon]) } as unknown as Published;
    const glance = () => ({ words, forMs: () => 0 }) as never;
    const { products } = shopOf(published, glance, false)().offered!;
    expect(products.slice(0, 1).map(({ paidOn }) => paidOn.map(({ network }) => network))).toEqual(left);
  });
});

it.each([
  ['base', ''],
  ['polygon', '_polygon'],
] as const)('what happens on %s is told with its name', (name, suffix) => {
  const told: string[] = [];
  const notice = (where: string, state: string) => void told.push(`${where} ${state}`);
  const tell = noticesOf({ name, label: name }, { notice, report: never });
  tell.wallets(true);
  tell.wallets(false);
  tell.gas(true);
  expect(told).toEqual([
    `wallet_contracts${suffix} declined`,
    `wallet_contracts${suffix} restored`,
    `gas${suffix} restored`,
  ]);
});

it('and closes no offer of another network', () => {
  const published = { catalogue: catalogueOn(catalogue, [base, polygon]) } as unknown as Published;
  const words = { facilitator: 'ok', polygon: 'network_unavailable' };
  const glance = () => ({ words, forMs: () => Number.POSITIVE_INFINITY }) as never;
  const [route] = shopOf(published, glance, false)().offered!.products;
  expect(route!.paidOn.map(({ network }) => network)).toEqual([base.network]);
});

it('low on gas is less than the next sales need, with what the network charges for their data', async () => {
  const client = { getGasPrice: async () => 1n } as Pick<Chain, 'client'>['client'];
  const isLow = (left: bigint, row: EvmRow) => isLowOnGas({ client }, async () => left, row);
  for (const row of EVM_NETWORKS) {
    const needed = BigInt(SALES_AHEAD) * (100_000n + row.gas.data);
    expect([await isLow(needed - 1n, row), await isLow(needed, row)]).toEqual([true, false]);
  }
});
