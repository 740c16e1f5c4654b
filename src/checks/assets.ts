/** A token that may be paid with, and the EIP-712 domain in which its authorizations are signed (EVM only). */
interface KnownAsset {
  readonly network: string;
  readonly address: string;
  readonly domain: { readonly name: string; readonly version: string } | null;
}

/** USDC as Circle publishes it (developers.circle.com, "USDC contract addresses"). Six decimals everywhere. */
const KNOWN_ASSETS: readonly KnownAsset[] = [
  {
    network: 'eip155:8453',
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: { name: 'USD Coin', version: '2' },
  },
  {
    network: 'eip155:84532',
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    domain: { name: 'USDC', version: '2' },
  },
  {
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    domain: null,
  },
];

/** EVM addresses have no case of their own; others do. */
export const sameAddress = (network: string, a: string, b: string): boolean =>
  network.startsWith('eip155:') ? a.toLowerCase() === b.toLowerCase() : a === b;

export const knownAsset = (network: string, address: string): KnownAsset | undefined =>
  KNOWN_ASSETS.find((asset) => asset.network === network && sameAddress(network, asset.address, address));
