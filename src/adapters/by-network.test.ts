import { describe, expect, it } from 'vitest';
import type { Settler } from '../ports.ts';
import type { Network, Payment } from '../values/payment.ts';
import { settlersByNetwork } from './by-network.ts';

const BASE: Network = 'eip155:8453';
const TEMPO: Network = 'eip155:4217';
const asked: string[] = [];
const named = (name: string): Settler => ({
  authenticate: async () => {
    asked.push(`${name} authenticate`);
    return { kind: 'valid' };
  },
  verify: async () => {
    asked.push(`${name} verify`);
    return { kind: 'valid' };
  },
  settle: async (_payment, record) => {
    asked.push(`${name} settle`);
    return (await record({})) ? { kind: 'settled', transaction: name } : { kind: 'not_sent' };
  },
  resolve: async () => {
    asked.push(`${name} resolve`);
    return { kind: 'settled', transaction: name };
  },
});
const settler = settlersByNetwork({ [BASE]: named('base'), [TEMPO]: named('tempo') });

const paymentOn = (network: Network): Payment => ({
  rail: 'x402',
  key: 'k',
  offer: {
    scheme: 'exact',
    network,
    asset: 'a',
    amount: '1',
    payTo: 'p',
    maxTimeoutSeconds: 60,
    extra: {},
  },
  payer: 'b',
  validBefore: 1,
  proof: {
    kind: 'eip3009',
    authorization: { from: '', to: '', value: '', validAfter: '', validBefore: '', nonce: '' },
    signature: '',
  },
});

/** Every question of the port, about one payment. */
async function all(network: Network) {
  const payment = paymentOn(network);
  const { offer, proof } = payment;
  return [
    await settler.authenticate(payment),
    await settler.verify(payment),
    await settler.settle(payment, async () => true),
    await settler.resolve({ offer, proof, rawTransaction: null, since: 0 }),
  ].map(({ kind }) => kind);
}

describe('settlersByNetwork', () => {
  it.each([
    ['base', BASE],
    ['tempo', TEMPO],
  ])('asks the settler of %s, and no other', async (name, network) => {
    asked.length = 0;
    expect(await all(network)).toEqual(['valid', 'valid', 'settled', 'settled']);
    expect(asked).toEqual(['authenticate', 'verify', 'settle', 'resolve'].map((each) => `${name} ${each}`));
  });

  it('never says no for a network that nobody settles on', async () => {
    expect(await all('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual([
      'unreachable',
      'unreachable',
      'not_sent',
      'unknown',
    ]);
  });
});
