import { BASE, BASE_SEPOLIA, type Network, SOLANA, TEMPO } from './payment.ts';

/**
 * A token that may be paid with; all of them have `ASSET_DECIMALS`. `domain`: the EIP-712 domain in which its
 * authorizations are signed; null where nobody signs EIP-3009.
 */
export interface Token {
  readonly network: Network;
  readonly asset: string;
  readonly domain: { readonly name: string; readonly version: string } | null;
}

/** USDC as Circle publishes it. Source: developers.circle.com, "USDC contract addresses". */
export const USDC = {
  base: {
    network: BASE,
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: { name: 'USD Coin', version: '2' },
  },
  baseSepolia: {
    network: BASE_SEPOLIA,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    domain: { name: 'USDC', version: '2' },
  },
  solana: { network: SOLANA, asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', domain: null },
} as const satisfies Record<string, Token>;

/** USDC.e, Tempo's own form of it, which MPP charges in. Source: mppx 0.11.0, tempo/internal/defaults. */
export const USDC_E_TEMPO = {
  network: TEMPO,
  asset: '0x20C000000000000000000000b9537d11c60E8b50',
  domain: null,
} as const satisfies Token;

/** EVM addresses have no case of their own; others do. */
export const sameAddress = (network: string, a: string, b: string): boolean =>
  network.startsWith('eip155:') ? a.toLowerCase() === b.toLowerCase() : a === b;

/** Circle's own token of that network, if the address is its address. */
export const knownAsset = (network: string, address: string): Token | undefined =>
  Object.values(USDC).find(
    (token) => token.network === network && sameAddress(network, token.asset, address),
  );
