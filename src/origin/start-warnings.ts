import { once } from 'node:events';
import { createServer } from 'node:net';
import { privateKeyToAddress } from 'viem/accounts';
import type { Chain } from '../adapters/evm/chain.ts';
import type { Store } from '../adapters/sql/store.ts';
import type { Clock } from '../ports.ts';
import type { EvmRow } from '../values/networks.ts';
import { chainLook } from './chain-look.ts';
import { isLowOnGas, SALES_AHEAD } from './conditions.ts';
import type { Config, Fault } from './config.ts';
import { databaseClockWord } from './database-clock.ts';

type Given = Pick<Config, 'mode' | 'port' | 'host' | 'settlerKey' | 'operator'>;

interface Outside {
  /** The EVM networks that are configured. */
  readonly chains: readonly { readonly row: EvmRow; readonly chain: Pick<Chain, 'client'> }[];
  readonly store: Pick<Store, 'run' | 'db' | 'dialect'> | undefined;
  readonly clock: Clock;
}

/**
 * What does not keep a service from starting, and somebody has to act on: the questions of `/readyz` about the newest
 * block, the clock and the gas, and whether the port is free. Empty where a node cannot be asked, which is a fault.
 */
export async function startWarnings(
  config: Given,
  { chains, store, clock }: Outside,
): Promise<readonly Fault[]> {
  const asked = [
    operatorWarning(config),
    portWarning(config),
    ...chains.map(({ row, chain }) => blockWarning(config, row, chain, clock)),
    store && databaseWarning(store, clock),
    ...chains.map(({ row, chain }) => gasWarning(config, row, chain)),
  ];
  const found = await Promise.all(asked.map((each) => Promise.resolve(each).catch(() => undefined)));
  return found.filter((each) => each !== undefined);
}

/** A shop that names nobody is one that careful buyers leave. */
function operatorWarning({ mode, operator }: Given): Fault | undefined {
  if (mode === 'sandbox' || (operator.name !== undefined && operator.contact !== undefined)) return undefined;
  const variable = operator.name === undefined ? 'OPERATOR_NAME' : 'OPERATOR_CONTACT';
  return { variable, message: 'is missing: pages do not say who runs this service and where to turn' };
}

async function portWarning({ port, host }: Given): Promise<Fault | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch {
    return { variable: 'PORT', message: 'cannot be listened on: it is taken, by this service perhaps' };
  } finally {
    server.close();
  }
}

/** One block cannot tell a node that is behind from a clock that is ahead: the next one does. */
const NEXT_BLOCK_MS = 4_000;

async function blockWarning(
  { mode }: Given,
  row: EvmRow,
  chain: Pick<Chain, 'client'>,
  clock: Clock,
): Promise<Fault | undefined> {
  const variable = row.variables.rpcUrl;
  const look = chainLook(chain, row, mode === 'production');
  let word = await look.word(clock.now());
  if (word === 'chain_behind') {
    await clock.sleep(NEXT_BLOCK_MS);
    word = await look.word(clock.now());
  }
  if (word === 'chain_behind') return { variable, message: 'shows a newest block that is over a minute old' };
  return look.clock() === 'ok'
    ? undefined
    : { variable, message: 'makes blocks at another time than ours: our clock is wrong' };
}

async function databaseWarning(
  store: NonNullable<Outside['store']>,
  clock: Clock,
): Promise<Fault | undefined> {
  return (await databaseClockWord(store, clock)) === 'ok'
    ? undefined
    : { variable: 'DATABASE_URL', message: 'leads to a database with another time: one clock is wrong' };
}

async function gasWarning(
  { settlerKey }: Given,
  row: EvmRow,
  chain: Pick<Chain, 'client'>,
): Promise<Fault | undefined> {
  if (!settlerKey) return undefined;
  const address = privateKeyToAddress(settlerKey);
  return (await isLowOnGas(chain, () => chain.client.getBalance({ address }), row))
    ? {
        variable: 'SETTLER_KEY',
        message: `belongs to an account without gas for ${SALES_AHEAD} sales on ${row.label}`,
      }
    : undefined;
}
