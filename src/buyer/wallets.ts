import type { SchemeNetworkClient } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import type { ExactSvmScheme } from '@x402/svm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import type { SolanaKey } from '../adapters/svm/key.ts';
import { NETWORK_PARAMETER } from '../declare.ts';
import { DEFAULT_NETWORK, NETWORKS, type NetworkName } from '../values/networks.ts';

/** What a buyer pays on, by the names that `--network` takes: the rows that are paid by x402. */
export type PayableNetwork = {
  [Name in NetworkName]: (typeof NETWORKS)[Name]['rail'] extends 'x402' ? Name : never;
}[NetworkName];

/** A network that a wallet can pay on, and the one asset that it pays with. */
export interface Payable {
  readonly network: string;
  /** USDC there: nothing else is signed for. */
  readonly asset: string;
  /** What the address of a route ends with to be offered this network. */
  readonly query: string;
  readonly settles: (typeof NETWORKS)[PayableNetwork]['settles'];
}

/** The networks that this buyer pays on, and what it asks a seller for: USDC, and nothing else. */
export const PAYABLE = Object.fromEntries(
  Object.entries(NETWORKS)
    .filter(([, { rail }]) => rail === 'x402')
    .map(([name, { network, token, settles }]) => [
      name,
      {
        ...{ network, settles },
        asset: token.asset,
        query: name === DEFAULT_NETWORK ? '' : `?${NETWORK_PARAMETER}=${name}`,
      },
    ]),
) as Readonly<Record<PayableNetwork, Payable>>;

/** What signs one payment. The key goes nowhere. */
export interface Wallet {
  readonly address: string;
  readonly scheme: SchemeNetworkClient;
}

/** A wallet of one EVM key: signs EIP-3009 authorizations for USDC and nothing else. `key`: 32 bytes in hex. */
export function evmWallet(key: `0x${string}`): Wallet {
  const account = privateKeyToAccount(key);
  return { address: account.address, scheme: new ExactEvmScheme(account) };
}

type SvmSigner = ConstructorParameters<typeof ExactSvmScheme>[0];

/** `rpcUrl`: a node of the buyer's own, asked for the mint and a recent block hash. */
export async function solanaWallet({ address, sign }: SolanaKey, rpcUrl: string): Promise<Wallet> {
  // Its libraries are large: they are loaded by who pays on Solana.
  const { ExactSvmScheme } = await import('@x402/svm/exact/client');
  const signer = {
    address,
    signTransactions: async (transactions: readonly { readonly messageBytes: Uint8Array }[]) =>
      transactions.map(({ messageBytes }) => ({ [address]: sign(messageBytes) })),
  };
  // The official client names the kit's branded types; what it uses of a signer is this.
  return { address, scheme: new ExactSvmScheme(signer as unknown as SvmSigner, { rpcUrl }) };
}

/** An EVM address has several spellings, of which we sign the lower-case one; a Solana address has one. */
export const spelledOn = (network: string, address: string): string =>
  network.startsWith('eip155:') ? address.toLowerCase() : address;
