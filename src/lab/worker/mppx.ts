import { createClient, http, type PrivateKeyAccount } from 'viem';
import type { Build } from '../builds.ts';
import { TEMPO_CHAIN_ID } from '../terms.ts';
import { callOf } from './fetch-v2.ts';
import { CHAIN_URL, guardedFetch } from './guards.ts';
import type { Client, ClientFetch } from './shapes.ts';

interface ClientModule {
  readonly Mppx: {
    create(options: {
      readonly fetch: ClientFetch;
      readonly polyfill: false;
      readonly maxPaymentRetries?: number;
      readonly onChallenge?: ReturnType<typeof refuseAbove>;
      readonly methods: readonly unknown[];
    }): { readonly fetch: ClientFetch };
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
  const { Mppx } = (await import(`${build.packages[0]}/client`)) as ClientModule;
  const { evm } = (await import(`${build.packages[0]}/evm/client`)) as EvmModule;
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
      return callOf(ask, fetch, guarded);
    },
  };
}

interface TempoModule {
  readonly tempo: {
    charge(parameters: {
      readonly account: PrivateKeyAccount;
      readonly getClient: () => unknown;
      readonly expectedChainId: number;
    }): unknown;
  };
}

const refuseAbove = (cap: string) => async (challenge: { readonly request: { readonly amount: string } }) => {
  if (BigInt(challenge.request.amount) > BigInt(cap))
    throw new Error('the challenge asks for more than the limit');
  return undefined;
};

/** mppx over MPP: `Mppx.create({ methods: [tempo.charge({ account, getClient })] })`, the transaction sent by the seller. */
export async function mppxTempo(build: Build): Promise<Client> {
  const { Mppx, tempo } = (await import(`${build.packages[0]}/client`)) as ClientModule & TempoModule;
  const { tempo: chain } = await import('viem/tempo/chains');
  const getClient = () =>
    createClient({
      chain: { ...chain, id: TEMPO_CHAIN_ID },
      transport: http(CHAIN_URL),
      pollingInterval: 50,
    });
  return {
    async prepare(account, ask) {
      const guarded = guardedFetch(ask);
      const { fetch } = Mppx.create({
        fetch: guarded.fetch,
        polyfill: false,
        ...(ask.maxPaymentRetries === undefined ? {} : { maxPaymentRetries: ask.maxPaymentRetries }),
        ...(ask.cap === undefined ? {} : { onChallenge: refuseAbove(ask.cap) }),
        methods: [tempo.charge({ account, getClient, expectedChainId: TEMPO_CHAIN_ID })],
      });
      return callOf(ask, fetch, guarded);
    },
  };
}
