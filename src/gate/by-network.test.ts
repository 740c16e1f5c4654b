import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../adapters/memory-journal.ts';
import type { Ports, Settled } from '../ports.ts';
import { NETWORKS } from '../values/networks.ts';
import { gateOf } from './by-network.ts';
import type { PayIn } from './offer.ts';
import type { GateOptions } from './options.ts';
import { x402Rail } from './rails/x402.ts';
import { encodeHeader, SELLER, samplePayload, sampleProduct } from './testing.ts';

const NOW = 1_795_000_000_000;
const never = async (): Promise<never> => {
  throw new Error('nothing else may be verified, moved or signed here');
};
const payInOn = ({ rail, token }: (typeof NETWORKS)['base' | 'polygon']): PayIn => ({
  ...{ rail, network: token.network, asset: token.asset, payTo: SELLER, extra: token.domain },
});
const BASE_ALONE = [payInOn(NETWORKS.base)];
const BOTH = [...BASE_ALONE, payInOn(NETWORKS.polygon)];
const ON_POLYGON = '?paymentNetwork=polygon';
const [get] = sampleProduct.forms;

/** A payment that fits the offer on Polygon. */
const header = (() => {
  const { network, asset, domain } = NETWORKS.polygon.token;
  const payment = samplePayload(NOW / 1_000);
  Object.assign(payment.accepted, { network, asset, extra: domain });
  payment.resource = { url: `https://api.example/api/sample${ON_POLYGON}` };
  return encodeHeader(payment);
})();

/** A service that takes a payment on Polygon once; `call` shows it that payment again, as `payIns` has it then. */
function service(settled: Settled) {
  let now = NOW;
  const signed: { resourceUrl?: unknown }[] = [];
  const ports: Ports = {
    journal: memoryJournal(),
    tickets: { issue: never, find: never },
    editions: { latest: never, get: never },
    settler: {
      authenticate: async () => ({ kind: 'valid' }),
      verify: async () => ({ kind: 'valid' }),
      settle: async (_payment, record) => {
        await record({ rawTransaction: '0x02' });
        return settled;
      },
      resolve: async () => ({ kind: 'unknown' }),
    },
    signer: {
      kid: '',
      sign: async (payload) => {
        signed.push(payload);
        return 'a.b.c';
      },
      verify: async () => undefined,
    },
    clock: {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
    },
    seal: (text) => `key:${text}`,
    entropy: { hex: () => '00' },
  };
  const call = async (query: string, payIns = BOTH, origin?: GateOptions['origin']) => {
    signed.length = 0;
    const options = {
      payIns,
      publicUrl: 'https://api.example',
      ports,
      release: 'v0',
      owners: new Set<string>(),
    };
    const gate = gateOf(sampleProduct, {
      ...options,
      ...(origin && { origin }),
      railsFor: (terms) => [x402Rail(terms, ports)],
    });
    const request = {
      query: new URLSearchParams(query),
      header: (name: string) => (name === 'payment-signature' ? header : undefined),
      body: never,
    };
    expect(gate.standing(request)).toBeUndefined();
    const result = await gate.pass(get!, request, { operatorToken: false, source: undefined });
    const code = result.kind === 'refused' ? result.problem.code : result.kind;
    return { code, result, receiptsFor: new Set(signed.map(({ resourceUrl }) => resourceUrl)) };
  };
  return { call };
}

const PAID: Settled = { kind: 'settled', transaction: `0x${'7a'.repeat(32)}` };
const WAYS = [
  ['without its network', '', BOTH],
  ['with another word', '?paymentNetwork=base', BOTH],
  ['without its network, which was switched off', '', BASE_ALONE],
  ['with its network, which was switched off', ON_POLYGON, BASE_ALONE],
] as const;

describe('a payment on a further network that is sent again', () => {
  it.each(WAYS)('%s is answered again, with receipts for what was sold', async (_how, query, payIns) => {
    const { call } = service(PAID);
    expect((await call(ON_POLYGON)).code).toBe('delivered');
    const { result, receiptsFor } = await call(query, [...payIns]);
    expect(result).toMatchObject({ kind: 'delivered', redelivery: true });
    expect(receiptsFor).toEqual(new Set([`https://api.example/api/sample${ON_POLYGON}`]));
  });

  it.each(WAYS)('%s gets no challenge while its outcome is open', async (_how, query, payIns) => {
    const { call } = service({ kind: 'unknown' });
    expect((await call(ON_POLYGON)).code).toBe('settlement_pending');
    expect((await call(query, [...payIns])).code).toBe('settlement_pending');
  });

  it.each(WAYS)('%s and for another request is refused as used', async (_how, query, payIns) => {
    const { call } = service(PAID);
    await call(ON_POLYGON);
    const other = query === '' ? '?word=other' : `${query}&word=other`;
    expect((await call(other, [...payIns])).code).toBe('payment_reused');
  });
});

describe('a payment on a further network that was never sold', () => {
  it('is declined where its network is not named, and refused where it is not sold on', async () => {
    const { call } = service(PAID);
    expect((await call('')).result).toMatchObject({ kind: 'challenged', declined: 'wrong_network' });
    expect((await call('?paymentNetwork=base')).code).toBe('unknown_payment_network');
    expect((await call(ON_POLYGON, BASE_ALONE)).code).toBe('unknown_payment_network');
  });

  it('is, at an edge, perhaps sold at the origin', async () => {
    const { call } = service(PAID);
    const { result } = await call('', BASE_ALONE, {} as GateOptions['origin']);
    expect(result).toMatchObject({ kind: 'challenged', declined: 'wrong_network', maybeSold: true });
  });
});
