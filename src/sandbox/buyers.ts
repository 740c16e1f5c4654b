import type { Address, Hex } from 'viem';
import { readBalances, SANDBOX_BUYERS, sandboxAccount, USDC_BASE } from './chain.ts';

/** The EVM part of `GET /sandbox`: everything a newcomer needs to buy on the local chain. Public test keys only. */
export interface SandboxDocument {
  readonly rpc: { readonly evm: string };
  readonly asset: { readonly evm: Address };
  readonly seller: { readonly evm: Address };
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
}): Promise<SandboxDocument> {
  const balances = await readBalances(
    chain.rpcUrl,
    SANDBOX_BUYERS.map((buyer) => buyer.address),
  );
  const empty = sandboxAccount('empty');
  return {
    rpc: { evm: chain.rpcUrl },
    asset: { evm: USDC_BASE },
    seller: { evm: chain.seller ?? sandboxAccount('seller').address },
    settler: { evm: sandboxAccount('settler').address },
    buyers: SANDBOX_BUYERS.map(({ address, privateKey }, i) => ({
      address,
      privateKey,
      balanceAtomic: String(balances[i]),
    })),
    emptyBuyer: { address: empty.address, privateKey: empty.privateKey },
  };
}
