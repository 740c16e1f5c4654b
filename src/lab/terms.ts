import { SANDBOX_BUYERS, sandboxAccount, USDC_BASE } from '../sandbox/chain.ts';
import { USDC as PUBLISHED } from '../values/assets.ts';
import { BASE, SOLANA, TEMPO } from '../values/payment.ts';

export { PATH_USD, TEMPO_CHAIN_ID } from '../sandbox/tempo.ts';

/** What every case has in common: one buyer, one seller, one price, one clock. */

/** Changes when a script, a rule or a recorded field changes: two records compare only within one version. */
export const LAB_VERSION = '1.1';

/** The clock that clients and chain are pinned to, Unix seconds: 2026-01-01T00:00:00Z. A record does not depend on the day. */
export const LAB_EPOCH = 1_767_225_600;

/** Names that a client can reach; a fence in its process leads them to loopback ports and refuses all others. */
export const SELLER_HOST = 'seller.example';
export const ELSEWHERE_HOST = 'elsewhere.example';
export const PAID_PATH = '/paid';
/** Where the seller speaks MCP, and the tool that it sells there. */
export const MCP_PATH = '/mcp';
export const PAID_TOOL = 'paid';
/** Everything under this path is served by the other origin only. */
export const ELSEWHERE_PATH = '/elsewhere';

export const LAB_SELLER = sandboxAccount('seller').address;
export const BUYER = SANDBOX_BUYERS[0]!;
/** Where money goes that a challenge diverts. */
export const STRANGER = SANDBOX_BUYERS[6]!.address;
export const LAB_USDC = USDC_BASE;
export const BASE_NETWORK = BASE;
/** A token address that nobody vouches for, named like the real one. */
export const UNKNOWN_ASSET = '0x1111111111111111111111111111111111111111';
export const SOLANA_NETWORK = SOLANA;
export const TEMPO_NETWORK = TEMPO;

/** Base fee of the first block of every case, wei. */
export const BASE_FEE = '0x3b9aca00';

export const RESOURCE_BODY = '{"answer":"yours"}';
export const REQUEST_BODY = '{"subject":"api.example.com"}';

/** One way to pay, as x402 v2 spells it; v1 renames two fields. */
export interface PaymentTerms {
  readonly scheme: string;
  readonly network: string;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra: Readonly<Record<string, unknown>>;
}

export const TERMS: PaymentTerms = {
  scheme: 'exact',
  network: BASE_NETWORK,
  amount: '10000',
  asset: LAB_USDC,
  payTo: LAB_SELLER,
  maxTimeoutSeconds: 60,
  extra: PUBLISHED.base.domain,
};
