import { openChain } from '../adapters/evm/chain.ts';
import { evmTransfers } from '../adapters/evm/transfers.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import { solanaTransfers } from '../adapters/svm/transfers.ts';
import { tokenTerms } from '../gate/assets.ts';
import type { Arrivals } from '../ports.ts';
import {
  type Finality,
  NETWORK_NAMES,
  NETWORKS,
  type NetworkName,
  type NetworkRow,
} from '../values/networks.ts';
import type { Config } from './config.ts';

/** One chain that is sold on: where to look, and who is paid there. */
export interface WatchedChain {
  readonly rpcUrl: string;
  readonly payTo: string;
}

/** Every chain that is sold on. */
export type PaidOnChains = Readonly<Partial<Record<NetworkName, WatchedChain | undefined>>>;

/** The chains of a configuration, as far as both of their settings are known. `sellers`: who is paid where none is set. */
export const paidOnChains = (
  { networks }: Pick<Config, 'networks'>,
  sellers: Readonly<Partial<Record<NetworkName, string>>> = {},
): PaidOnChains =>
  Object.fromEntries(
    NETWORK_NAMES.flatMap((name) => {
      const { rpcUrl, payTo = sellers[name] } = networks[name];
      return rpcUrl === undefined || payTo === undefined ? [] : [[name, { rpcUrl, payTo }]];
    }),
  );

/** Blocks for one eth_getLogs: providers cap it, our own chain does not. */
export const logPageOf = (mode: Config['mode']): bigint => (mode === 'sandbox' ? 100_000n : 2_000n);

/** Few blocks of a sandbox are taken back. */
const SANDBOX_FINALITY: Finality = { block: 'latest', doubtMs: 5_000, doubtBlocks: 64n };

/** How journal and chain are compared on each chain that is sold on. */
export function arrivalsOf(chains: PaidOnChains, mode: Config['mode']): readonly Arrivals[] {
  return NETWORK_NAMES.flatMap((name) => {
    const paid = chains[name];
    return paid ? [arrivalsOn(name, paid, mode)] : [];
  });
}

function arrivalsOn(name: NetworkName, { rpcUrl, payTo }: WatchedChain, mode: Config['mode']): Arrivals {
  const terms = { ...tokenTerms(name), payTo };
  const { compared }: NetworkRow = NETWORKS[name];
  if (!compared) return solanaTransfers(openSolanaChain({ rpcUrl }), terms);
  const finality = mode === 'sandbox' ? SANDBOX_FINALITY : compared;
  return evmTransfers(openChain({ rpcUrl }), terms, logPageOf(mode), finality);
}
