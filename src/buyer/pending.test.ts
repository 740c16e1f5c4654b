import { describe, expect, it } from 'vitest';
import { pendingAmountOf, pendingFrom } from './pending.ts';

const request = { baseUrl: 'http://127.0.0.1:4021', path: '/api/opportunity-check', method: 'GET' };
const PAYER = '0x1111111111111111111111111111111111111111';
const x402 = {
  ...{
    version: 1,
    request,
    payer: PAYER,
    payment: 'c2lnbmVk',
    resourceUrl: `${request.baseUrl}${request.path}`,
  },
  accepted: {
    ...{ scheme: 'exact', network: 'eip155:8453', amount: '10000' },
    ...{ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', payTo: PAYER },
  },
};
const mpp = {
  ...{ version: 1, request, payer: PAYER, rail: 'mpp', credential: 'Payment c2lnbmVk' },
  agreed: { amount: '100000', currency: '0x20c0000000000000000000000000000000000000', recipient: PAYER },
};

const without = (value: object, name: string): object =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));

describe.each([
  ['x402', x402, 'accepted', '10000'],
  ['MPP', mpp, 'agreed', '100000'],
] as const)('a payment over %s', (_, kept, terms, amount) => {
  const agreed = (kept as unknown as Record<string, object>)[terms]!;

  it('is one as it was kept, and says what it is for', () => {
    const pending = pendingFrom(structuredClone(kept));
    expect(pending).toEqual(kept);
    expect(pendingAmountOf(pending!)).toBe(amount);
  });

  it.each(Object.keys(kept).filter((name) => name !== 'rail'))('is none without %s', (name) => {
    expect(pendingFrom(without(kept, name))).toBeUndefined();
  });

  it.each(Object.keys(agreed))('is none where its terms lack %s', (name) => {
    expect(pendingFrom({ ...kept, [terms]: without(agreed, name) })).toBeUndefined();
  });

  it.each(['-1', '1.5', '', '0x10', 10_000])('is none with the amount %j', (wrong) => {
    expect(pendingFrom({ ...kept, [terms]: { ...agreed, amount: wrong } })).toBeUndefined();
  });
});

it('the terms of one rail do not stand for those of the other', () => {
  expect(pendingFrom({ ...without(x402, 'accepted'), agreed: mpp.agreed })).toBeUndefined();
  expect(pendingFrom({ ...without(mpp, 'agreed'), accepted: x402.accepted })).toBeUndefined();
  expect(pendingFrom({ ...x402, rail: 'mpp' })).toBeUndefined();
});
