import { NETWORKS, type NetworkName } from '../values/networks.ts';
import type { Network, RailName } from '../values/payment.ts';

/** The token of a network as terms that a gate sells on; each is checked against its chain at start. */
export interface TokenTerms {
  readonly rail: RailName;
  readonly network: Network;
  readonly asset: string;
  /** The EIP-712 domain that every EIP-3009 authorization is signed in. On Solana, a start adds our fee payer. */
  readonly extra: Readonly<Record<string, string>>;
}

/** @param name a row of `values/networks.ts`, such as `polygon` */
export function tokenTerms(name: NetworkName): TokenTerms {
  const { rail, network, token } = NETWORKS[name];
  return { rail, network, asset: token.asset, extra: { ...token.domain } };
}

/** Terms of USDC on Solana; a start adds our fee payer. */
export const USDC_SOLANA = tokenTerms('solana');
/** Terms of USDC on Base. */
export const USDC_BASE_TERMS = tokenTerms('base');
/** Terms of USDC.e on Tempo. */
export const USDC_TEMPO_TERMS = tokenTerms('tempo');
