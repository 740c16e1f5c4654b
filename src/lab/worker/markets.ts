import type { PrivateKeyAccount } from 'viem';
import type { Build } from '../builds.ts';
import { BASE_NETWORK } from '../terms.ts';
import { callOf } from './fetch-v2.ts';
import { CHAIN_URL, guardedFetch } from './guards.ts';
import type { Client, ClientFetch } from './shapes.ts';

/** Clients of single markets and wallets, which are no part of the official SDK. */

interface FaremeterModule {
  wrap(
    fetch: ClientFetch,
    options: {
      readonly handlers: readonly unknown[];
      readonly retryCount?: number;
      readonly returnPaymentFailure?: true;
    },
  ): ClientFetch;
}
interface FaremeterEvm {
  createPaymentHandler(wallet: object): unknown;
}

/** faremeter: `wrap(fetch, { handlers: [createPaymentHandler(wallet)] })`. */
export async function faremeter(build: Build): Promise<Client> {
  const { wrap } = (await import(build.packages[0]!)) as FaremeterModule;
  const { createPaymentHandler } = (await import(`${build.packages[1]}/exact`)) as FaremeterEvm;
  return {
    async prepare(account, ask) {
      const guarded = guardedFetch(ask);
      const wallet = { chain: { id: 8453, name: 'Base' }, address: account.address, account };
      const wrapped = wrap(guarded.fetch, {
        handlers: [createPaymentHandler(wallet)],
        ...(ask.maxPaymentRetries === undefined
          ? {}
          : { retryCount: ask.maxPaymentRetries - 1, returnPaymentFailure: true }),
      });
      return callOf(ask, wrapped, guarded);
    },
  };
}

interface DexterModule {
  createX402Client(options: {
    readonly wallets: { readonly evm: object };
    readonly preferredNetwork: string;
    readonly rpcUrls: Readonly<Record<string, string>>;
    readonly fetch: ClientFetch;
    readonly maxAmountAtomic?: string;
  }): { readonly fetch: ClientFetch };
}

/** Dexter: `createX402Client({ wallets: { evm } }).fetch`, with Base as the network that its buyer prefers. */
export async function dexter(build: Build): Promise<Client> {
  const { createX402Client } = (await import(`${build.packages[0]}/client`)) as DexterModule;
  const walletOf = (account: PrivateKeyAccount) => ({
    address: account.address,
    chainId: 8453,
    signTypedData: account.signTypedData,
  });
  return {
    async prepare(account, ask) {
      const guarded = guardedFetch(ask);
      const client = createX402Client({
        wallets: { evm: walletOf(account) },
        preferredNetwork: BASE_NETWORK,
        rpcUrls: { [BASE_NETWORK]: CHAIN_URL },
        fetch: guarded.fetch,
        ...(ask.cap === undefined ? {} : { maxAmountAtomic: ask.cap }),
      });
      return callOf(ask, client.fetch, guarded);
    },
  };
}
