import { createWalletClient, http, type PrivateKeyAccount, type WalletClient } from 'viem';
import { base } from 'viem/chains';
import type { Build } from '../builds.ts';
import type { Ask } from '../script.ts';
import { callOf } from './fetch-v2.ts';
import { guardedFetch } from './guards.ts';
import type { Client, ClientFetch } from './shapes.ts';
import { allowed, choosy, type OpenTerms } from './terms-filter.ts';

interface Module {
  wrapFetchWithPayment(
    fetch: ClientFetch,
    wallet: WalletClient,
    maxValue?: bigint,
    selector?: (terms: OpenTerms[]) => OpenTerms,
  ): ClientFetch;
}

/** A viem wallet on Base, as the v1 packages document it. Signing needs no node. */
export const v1Wallet = (account: PrivateKeyAccount): WalletClient =>
  createWalletClient({ account, chain: base, transport: http('http://chain.example/') });

/** A v1 selector that applies the caller's remedies; undefined leaves the client's own. */
export const v1Selector = (ask: Ask, withCap: boolean) =>
  choosy(ask, withCap)
    ? (terms: OpenTerms[]): OpenTerms => {
        const [first] = allowed(ask, terms, withCap);
        if (!first) throw new Error('no way to pay is acceptable');
        return first;
      }
    : undefined;

/** x402-fetch: `wrapFetchWithPayment(fetch, walletClient, maxValue?, selector?)`. */
export async function fetchV1(build: Build): Promise<Client> {
  const { wrapFetchWithPayment } = (await import(build.packages[0]!)) as Module;
  return {
    async prepare(account, ask) {
      const guarded = guardedFetch(ask);
      const wrapped = wrapFetchWithPayment(
        guarded.fetch,
        v1Wallet(account),
        ask.cap === undefined ? undefined : BigInt(ask.cap),
        v1Selector(ask, false),
      );
      return callOf(ask, wrapped, guarded);
    },
  };
}
