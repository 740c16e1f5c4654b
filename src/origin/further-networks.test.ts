import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Chain } from '../adapters/evm/chain.ts';
import { catalogue } from '../catalogue.ts';
import type { Published } from '../declare.ts';
import { catalogueOn } from '../gate/by-network.ts';
import { EVM_NETWORKS, type EvmRow, NETWORKS } from '../values/networks.ts';
import { isLowOnGas, SALES_AHEAD } from './conditions.ts';
import type { Config } from './config.ts';
import { prepareEvm } from './evm-side.ts';
import { shopOf } from './shop.ts';

const { base, polygon, arbitrum } = NETWORKS;
const SETTLED = [base.network, arbitrum.network];
const facilitator = createServer((_request, response) => {
  const kinds = SETTLED.map((network) => ({ x402Version: 2, scheme: 'exact', network }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ kinds }));
});
beforeAll(() => new Promise<void>((listening) => facilitator.listen(0, '127.0.0.1', listening)));
afterAll(() => void facilitator.close());

it('a network that the facilitator does not settle on is told by its own condition', async () => {
  const facilitatorUrl = `http://127.0.0.1:${(facilitator.address() as AddressInfo).port}`;
  const never = () => {
    throw new Error('nothing else may be asked');
  };
  const outside = { clock: { now: () => 0, sleep: never }, pollMs: 5, report: never, notice: never };
  const side = { name: 'polygon', rpcUrl: 'http://127.0.0.1:1', payTo: `0x${'11'.repeat(20)}` } as const;
  const { look } = await prepareEvm(side, 'production', outside).open(
    undefined,
    { facilitatorUrl } as Config,
    never,
  );
  expect(await look()).toBe('network_unavailable');
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
