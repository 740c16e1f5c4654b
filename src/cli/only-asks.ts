import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { settlersByNetwork } from '../adapters/by-network.ts';
import { openChain } from '../adapters/evm/chain.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import { solanaKeyFromSeed } from '../adapters/svm/key.ts';
import { solanaSettler } from '../adapters/svm/settler.ts';
import { systemClock as clock } from '../adapters/system.ts';
import type { PaidOnChains } from '../origin/arrivals.ts';
import type { Settler } from '../ports.ts';
import { EVM_NETWORKS, type EvmRow, NETWORKS } from '../values/networks.ts';
import { chainIdOf } from '../values/payment.ts';

const POLL_MS = 500;
const nothing = async (): Promise<void> => {};

/**
 * Reads every chain that is sold on, and can do nothing else: keys that own nothing, and nodes that are handed nothing
 * to send. Of a network that is not configured nothing can be said: its rows stay.
 */
export async function onlyAsks(chains: PaidOnChains): Promise<Settler> {
  const settlers = settlersByNetwork({
    ...Object.fromEntries(
      EVM_NETWORKS.flatMap((row) => {
        const paid = chains[row.name];
        return paid ? [[row.network, onEvm(row, paid.rpcUrl)]] : [];
      }),
    ),
    ...(chains.solana && { [NETWORKS.solana.network]: onSolana(chains.solana.rpcUrl) }),
    ...(chains.tempo && { [NETWORKS.tempo.network]: await onTempo(chains.tempo.rpcUrl) }),
  });
  return {
    authenticate: async () => ({ kind: 'unreachable' }),
    verify: async () => ({ kind: 'unreachable' }),
    settle: async () => ({ kind: 'not_sent' }),
    resolve: (sent) => settlers.resolve(sent),
  };
}

function onEvm({ network, gas }: EvmRow, rpcUrl: string): Settler {
  const settler: Settler = evmSettler({
    chain: openChain({ rpcUrl }),
    chainId: chainIdOf(network),
    gas,
    account: privateKeyToAccount(generatePrivateKey()),
    clock,
    pollMs: POLL_MS,
    mayUseKey: () => false,
  });
  // The authorization alone says whether it was used; its signed bytes would be sent again.
  return { ...settler, resolve: (sent) => settler.resolve({ ...sent, rawTransaction: null }) };
}

function onSolana(rpcUrl: string): Settler {
  return solanaSettler({
    chain: { ...openSolanaChain({ rpcUrl }), send: nothing },
    feePayer: solanaKeyFromSeed(crypto.getRandomValues(new Uint8Array(32))),
    clock,
    pollMs: POLL_MS,
  });
}

/** Loaded only where it is sold over: its libraries are large. */
async function onTempo(rpcUrl: string): Promise<Settler> {
  const [{ openTempoChain }, { tempoSettler }] = await Promise.all([
    import('../adapters/tempo/chain.ts'),
    import('../adapters/tempo/settler.ts'),
  ]);
  return tempoSettler({ chain: { ...openTempoChain({ rpcUrl }), send: nothing }, clock, pollMs: POLL_MS });
}
