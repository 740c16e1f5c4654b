import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Chain } from '../adapters/evm/chain.ts';
import type { Store } from '../adapters/sql/store.ts';
import type { Operator } from '../declare.ts';
import { EVM_NETWORKS } from '../values/networks.ts';
import { startWarnings } from './start-warnings.ts';

const NOW = 1_795_000_000_000;
const SETTLER_KEY = `0x${'11'.repeat(32)}` as const;
const OPERATOR = { name: 'Example Ltd', contact: 'mailto:shop@example.com' };
const config = {
  mode: 'production',
  host: '127.0.0.1',
  port: 0,
  settlerKey: SETTLER_KEY,
  operator: OPERATOR as Operator,
} as const;

let now: number;
beforeEach(() => {
  now = NOW;
});
const clock = {
  now: () => now,
  sleep: async (ms: number) => {
    now += ms;
  },
};

/** `stands`: it makes no more blocks. */
const chainWith = ({ ageMs = 2_000, gas = 10n ** 18n, stands = false } = {}) =>
  ({
    client: {
      getChainId: async () => 8453,
      getBlock: async () => {
        const at = (stands ? NOW : now) - ageMs;
        return { number: BigInt(at), timestamp: BigInt(at / 1_000) };
      },
      getGasPrice: async () => 10n ** 7n,
      getBalance: async () => gas,
    },
  }) as unknown as Pick<Chain, 'client'>;

const said = async (
  chain?: Pick<Chain, 'client'>,
  given: Partial<typeof config> | { port: number } = {},
  store?: Pick<Store, 'run' | 'db' | 'dialect'>,
) =>
  (
    await startWarnings(
      { ...config, ...given },
      { chains: chain ? [{ row: EVM_NETWORKS[0]!, chain }] : [], store, clock },
    )
  ).map(({ variable, message }) => `${variable} ${message}`);

const databaseAt = (at: number) =>
  ({
    dialect: 'postgres',
    db: new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    run: async () => [[{ now: at }]],
  }) as unknown as Pick<Store, 'run' | 'db' | 'dialect'>;

it('says nothing where all is well, or where there is no node to ask', async () => {
  expect([await said(chainWith()), await said()]).toEqual([[], []]);
});

it('asks who runs the service and where to turn', async () => {
  expect(await said(undefined, { operator: {} })).toEqual([
    'OPERATOR_NAME is missing: pages do not say who runs this service and where to turn',
  ]);
  expect(await said(undefined, { operator: { name: 'Example Ltd' } })).toEqual([
    expect.stringMatching(/^OPERATOR_CONTACT is missing/),
  ]);
});

it('warns of a node that is behind and of a clock that is', async () => {
  expect(await said(chainWith({ ageMs: 120_000, stands: true }))).toEqual([
    expect.stringMatching(/^EVM_RPC_URL .*a minute old/),
  ]);
  expect(await said(chainWith({ ageMs: -60_000 }))).toEqual([
    expect.stringMatching(/^EVM_RPC_URL .*clock is wrong/),
  ]);
});

it('warns of a clock that is ahead, which one block alone cannot tell from a node that is behind', async () => {
  expect(await said(chainWith({ ageMs: 3_600_000 }))).toEqual([
    expect.stringMatching(/^EVM_RPC_URL .*clock is wrong/),
  ]);
});

it('warns of a database with another time', async () => {
  expect(await said(undefined, {}, databaseAt(NOW + 5_000))).toEqual([]);
  for (const at of [NOW + 5_001, NOW - 5_001])
    expect(await said(undefined, {}, databaseAt(at))).toEqual([expect.stringMatching(/^DATABASE_URL /)]);
});

it('warns of an account that cannot pay for a hundred sales', async () => {
  expect(await said(chainWith({ gas: 10n ** 14n }))).toEqual([]);
  expect(await said(chainWith({ gas: 10n ** 14n - 1n }))).toEqual([
    'SETTLER_KEY belongs to an account without gas for 100 sales on Base',
  ]);
});

it('warns of a port that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await said(undefined, { port })).toEqual([expect.stringMatching(/^PORT /)]);
  other.close();
});

it('does not fail where the node cannot be asked: that is a fault, and said as one', async () => {
  const dead = { client: new Proxy({}, { get: () => () => Promise.reject(new Error('down')) }) };
  expect(await said(dead as unknown as Pick<Chain, 'client'>)).toEqual([]);
});
