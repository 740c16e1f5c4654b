import { once } from 'node:events';
import { createServer } from 'node:net';
import { privateKeyToAddress } from 'viem/accounts';
import type { Chain } from '../adapters/evm/chain.ts';
import { chainLook } from './chain-look.ts';
import { isLowOnGas, SALES_AHEAD } from './conditions.ts';
import type { Config, Fault } from './config.ts';

type Given = Pick<Config, 'mode' | 'port' | 'host' | 'settlerKey'>;

/**
 * What does not keep a service from starting, and somebody has to act on: the questions of `/readyz` about the newest
 * block, the clock and the gas, and whether the port is free. Empty where the node cannot be asked, which is a fault.
 */
export async function startWarnings(
  config: Given,
  chain: Pick<Chain, 'client'> | undefined,
  now: number,
): Promise<readonly Fault[]> {
  const found = await Promise.all(
    [portWarning(config), chain && blockWarning(config, chain, now), chain && gasWarning(config, chain)].map(
      (asked) => Promise.resolve(asked).catch(() => undefined),
    ),
  );
  return found.filter((each) => each !== undefined);
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

async function blockWarning(
  { mode }: Given,
  chain: Pick<Chain, 'client'>,
  now: number,
): Promise<Fault | undefined> {
  const look = chainLook(chain, mode === 'production');
  const word = await look.word(now);
  if (word === 'chain_behind')
    return {
      variable: 'EVM_RPC_URL',
      message: 'shows a newest block that is over a minute old: the node is behind, or our clock is ahead',
    };
  return look.clock() === 'ok'
    ? undefined
    : { variable: 'EVM_RPC_URL', message: 'shows a newest block of the future: our clock is behind' };
}

async function gasWarning({ settlerKey }: Given, chain: Pick<Chain, 'client'>): Promise<Fault | undefined> {
  if (!settlerKey) return undefined;
  const address = privateKeyToAddress(settlerKey);
  return (await isLowOnGas(chain, () => chain.client.getBalance({ address })))
    ? { variable: 'SETTLER_KEY', message: `belongs to an account without gas for ${SALES_AHEAD} sales` }
    : undefined;
}
