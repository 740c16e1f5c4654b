import type { PrivateKeyAccount } from 'viem';
import type { Build } from '../builds.ts';
import { callOf } from './fetch-v2.ts';
import { guardedFetch } from './guards.ts';
import type { Client, Fetch } from './shapes.ts';

interface ClientModule {
  readonly Mppx: {
    create(options: {
      readonly fetch: Fetch;
      readonly polyfill: false;
      readonly maxPaymentRetries?: number;
      readonly methods: readonly unknown[];
    }): { readonly fetch: Fetch };
  };
}
interface EvmModule {
  readonly evm: {
    (parameters: {
      readonly account: PrivateKeyAccount;
      readonly networks: readonly number[];
      readonly currencies: readonly unknown[];
      readonly maxAtomicAmount: string;
    }): readonly unknown[];
    readonly assets: { readonly base: { readonly USDC: unknown } };
  };
}

/** A limit is part of every documented configuration; one dollar, where the case sets none. */
const USUAL_CAP = '1000000';

/** mppx over x402: `Mppx.create({ methods: [evm({ account, networks, currencies, maxAtomicAmount })] })`. */
export async function mppxEvm(build: Build): Promise<Client> {
  const { Mppx } = (await import(`${build.package}/client`)) as ClientModule;
  const { evm } = (await import(`${build.package}/evm/client`)) as EvmModule;
  return {
    async prepare(account, ask) {
      const guarded = guardedFetch(ask);
      const { fetch } = Mppx.create({
        fetch: guarded.fetch,
        polyfill: false,
        ...(ask.maxPaymentRetries === undefined ? {} : { maxPaymentRetries: ask.maxPaymentRetries }),
        methods: [
          ...evm({
            account,
            networks: [8453],
            currencies: [evm.assets.base.USDC],
            maxAtomicAmount: ask.cap ?? USUAL_CAP,
          }),
        ],
      });
      return callOf(ask, fetch, guarded.resend);
    },
  };
}
