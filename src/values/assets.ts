import { NETWORKS, type NetworkToken, rowOf } from './networks.ts';

/** USDC as Circle publishes it, where documents and examples name it. */
export const USDC = {
  base: NETWORKS.base.token,
  baseSepolia: NETWORKS['base-sepolia'].token,
  solana: NETWORKS.solana.token,
} as const;

/** USDC.e on Tempo, which MPP charges in. */
export const USDC_E_TEMPO = NETWORKS.tempo.token;

/** Answers several reads from one block: at the same address on every chain that has it. Source: multicall3.com. */
export const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** EVM addresses have no case of their own; others do. */
export const sameAddress = (network: string, a: string, b: string): boolean =>
  network.startsWith('eip155:') ? a.toLowerCase() === b.toLowerCase() : a === b;

/** Circle's own token of that network, if the address is its address. */
export function knownAsset(network: string, address: string): NetworkToken | undefined {
  const row = rowOf(network);
  return row && row.rail === 'x402' && sameAddress(network, row.token.asset, address) ? row.token : undefined;
}
