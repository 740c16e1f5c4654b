import type { Address, Hex } from 'viem';
import { readBalances, SANDBOX_BUYERS, sandboxAccount, USDC_BASE } from './chain.ts';
import { USDC_TEMPO } from './tempo.ts';

/**
 * The EVM part of `GET /sandbox`: everything a newcomer needs to buy on the local chains. Public test keys only.
 * The same buyers hold the same on Tempo; `balanceAtomic` is what they have left on Base.
 */
export interface SandboxDocument {
  readonly rpc: { readonly evm: string; readonly tempo?: string };
  readonly asset: { readonly evm: Address; readonly tempo?: Address };
  readonly seller: { readonly evm: Address; readonly tempo?: string };
  readonly settler: { readonly evm: Address };
  readonly buyers: readonly {
    readonly address: Address;
    readonly privateKey: Hex;
    readonly balanceAtomic: string;
  }[];
  readonly emptyBuyer: { readonly address: Address; readonly privateKey: Hex };
}

/** Reads live balances from the chain in one call. `seller` is given when `payTo` is configured to another address. */
export async function sandboxDocument(chain: {
  readonly rpcUrl: string;
  readonly seller?: Address;
  readonly tempo?: { readonly rpcUrl: string; readonly seller: string };
}): Promise<SandboxDocument> {
  const { tempo } = chain;
  const balances = await readBalances(
    chain.rpcUrl,
    SANDBOX_BUYERS.map((buyer) => buyer.address),
  );
  const empty = sandboxAccount('empty');
  return {
    rpc: { evm: chain.rpcUrl, ...(tempo && { tempo: tempo.rpcUrl }) },
    asset: { evm: USDC_BASE, ...(tempo && { tempo: USDC_TEMPO }) },
    seller: {
      evm: chain.seller ?? sandboxAccount('seller').address,
      ...(tempo && { tempo: tempo.seller }),
    },
    settler: { evm: sandboxAccount('settler').address },
    buyers: SANDBOX_BUYERS.map(({ address, privateKey }, i) => ({
      address,
      privateKey,
      balanceAtomic: String(balances[i]),
    })),
    emptyBuyer: { address: empty.address, privateKey: empty.privateKey },
  };
}
