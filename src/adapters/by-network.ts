import type { Settler } from '../ports.ts';
import type { Network } from '../values/payment.ts';

/**
 * One settler for all networks: each payment goes to its own network's. A network that is not configured (any more)
 * cannot be asked about, which is never a "no": its payments are neither declined nor given up.
 */
export function settlersByNetwork(settlers: Readonly<Partial<Record<Network, Settler>>>): Settler {
  const of = ({ network }: { readonly network: Network }): Settler => settlers[network] ?? NOBODY;
  return {
    authenticate: (payment) => of(payment.offer).authenticate(payment),
    verify: (payment) => of(payment.offer).verify(payment),
    settle: (payment, record) => of(payment.offer).settle(payment, record),
    resolve: (sent, record) => of(sent.offer).resolve(sent, record),
  };
}

const NOBODY: Settler = {
  authenticate: async () => ({ kind: 'unreachable' }),
  verify: async () => ({ kind: 'unreachable' }),
  settle: async () => ({ kind: 'not_sent' }),
  resolve: async () => ({ kind: 'unknown' }),
};
