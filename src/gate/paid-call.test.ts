import { describe, expect, it } from 'vitest';
import type { Entry } from '../accounting/states.ts';
import { memoryJournal } from '../adapters/memory-journal.ts';
import type { Form, Product } from '../declare.ts';
import type { Claim } from '../ports.ts';
import { USDC } from '../values/assets.ts';
import { digestJson } from '../values/digest.ts';
import { type Payment, paymentKey } from '../values/payment.ts';
import {
  type Circumstances,
  claimOf,
  compute,
  isFromBuyer,
  isOn,
  type PaidCall,
  usedBefore,
} from './paid-call.ts';
import { declinedRead, type Rail } from './rails/rail.ts';
import { LEASE_MS } from './reconcile.ts';
import { PAYER, sampleProduct, sampleTerms } from './testing.ts';

const NOW = 1_795_000_000_000;
const offer = sampleTerms.offers[0]!;
const payer = PAYER.toLowerCase();
const nonce = `0x${'0c'.repeat(32)}`;
const payment: Payment = {
  rail: 'x402',
  key: paymentKey(offer.network, offer.asset, payer, nonce),
  offer,
  payer,
  validBefore: 1_795_000_120,
  proof: {
    kind: 'eip3009',
    authorization: {
      from: payer,
      to: offer.payTo.toLowerCase(),
      value: offer.amount,
      validAfter: '0',
      validBefore: '1795000120',
      nonce,
    },
    signature: `0x${'ab'.repeat(65)}`,
  },
};
const rail: Rail = {
  name: 'x402',
  attached: () => true,
  read: async () => declinedRead('malformed_payment'),
  challenge: async () => ({ headers: {}, body: {} }),
  settled: () => ({}),
};
const form = sampleProduct.forms[1]!;
const SECRET = 'nothing of this may be kept';

const call = (given: Partial<PaidCall> = {}): PaidCall => ({
  form,
  input: { word: SECRET },
  fingerprint: 'sha256:asked',
  rail,
  payment,
  caller: { operatorToken: false, source: undefined },
  request: { query: new URLSearchParams(), header: () => undefined, body: async () => ({ text: '' }) },
  ...given,
});
const circumstances = (given: Partial<Circumstances> = {}): Circumstances => ({
  terms: sampleTerms,
  owners: new Set(),
  release: 'v0.0.0-test',
  asOf: NOW,
  owner: 'worker-1',
  ticket: undefined,
  edition: undefined,
  seal: (text) => `key:${digestJson(text)}`,
  ...given,
});

describe('claimOf', () => {
  it('writes down what is sold, for how much, to be settled how, and nothing that was asked', () => {
    const claim = claimOf(call(), circumstances());
    expect(claim).toEqual({
      key: payment.key,
      rail: 'x402',
      product: 'sample',
      via: 'origin',
      method: 'POST',
      network: offer.network,
      asset: offer.asset,
      payTo: offer.payTo,
      amount: '10000',
      fingerprint: 'sha256:asked',
      asOf: NOW,
      release: 'v0.0.0-test',
      revision: sampleProduct.revision,
      edition: null,
      offerDigest: null,
      buyerDigest: expect.stringMatching(/^key:sha256:[0-9a-f]{64}$/),
      termsDigest: sampleTerms.document.digest,
      evidence: 'external_candidate_unattributed',
      source: 'none',
      authorization: JSON.stringify(payment.proof),
      validBefore: 1_795_000_120,
      owner: 'worker-1',
      leaseUntil: NOW + LEASE_MS,
      createdAt: NOW,
    });
    expect(JSON.stringify(claim)).not.toContain(SECRET);
  });

  it('carries the digest of the ticket that admits it, and only then', () => {
    expect(claimOf(call(), circumstances())).not.toHaveProperty('ticket');
    const ticket = { digest: 'sha256:ticket', product: 'p', fingerprint: 'f', expiresAt: 1 };
    expect(claimOf(call(), circumstances({ ticket })).ticket).toEqual(ticket);
  });

  it('carries the digest of the offer that the buyer echoed', () => {
    const echoed = { ...payment, offerDigest: 'sha256:offer' };
    expect(claimOf(call({ payment: echoed }), circumstances()).offerDigest).toBe('sha256:offer');
  });

  it('keeps a payment-identifier as digests: bound to the payer, and alone to be looked up by', () => {
    const identifier = 'identifier-of-a-buyer';
    const other = `0x${'1'.repeat(40)}`;
    const [mine, theirs] = [payer, other].map((each) =>
      claimOf(call({ payment: { ...payment, payer: each, identifier } }), circumstances()),
    ) as [Claim, Claim];
    expect(mine.identifierKey).toBe(digestJson([payer, identifier]));
    expect(mine.identifierLookup).toBe(digestJson([identifier]));
    expect(theirs.identifierLookup).toBe(mine.identifierLookup);
    expect(theirs.identifierKey).not.toBe(mine.identifierKey);
    expect(JSON.stringify(mine)).not.toContain(identifier);
    const without = claimOf(call(), circumstances());
    expect(without).not.toHaveProperty('identifierKey');
    expect(without).not.toHaveProperty('identifierLookup');
  });

  it.each([
    ['no tag', undefined, undefined, 'none', 'external_candidate_unattributed'],
    ['a listed external tag', 'x-profile', undefined, 'x-profile', 'externally_attributed'],
    [
      'a listed tag of our own',
      'passport-easy-mode',
      undefined,
      'passport-easy-mode',
      'external_candidate_unattributed',
    ],
    ['an unlisted tag', SECRET, undefined, 'other', 'external_candidate_unattributed'],
    ['the tag of the body', undefined, 'x-profile', 'x-profile', 'externally_attributed'],
    [
      'the query before the body',
      'passport-easy-mode',
      'x-profile',
      'passport-easy-mode',
      'external_candidate_unattributed',
    ],
    [
      'a body tag that is no text',
      undefined,
      { toString: 'x-profile' },
      'other',
      'external_candidate_unattributed',
    ],
  ])('%s', (_name, query, body, source, evidence) => {
    const caller = { operatorToken: false, source: query };
    const claim = claimOf(call({ caller, input: { word: 'yes', source: body } }), circumstances());
    expect({ source: claim.source, evidence: claim.evidence }).toEqual({ source, evidence });
    expect(JSON.stringify(claim)).not.toContain(SECRET);
  });

  it('knows an owner and an operator, whatever tag they send', () => {
    const caller = { operatorToken: true, source: 'x-profile' };
    expect(claimOf(call({ caller }), circumstances()).evidence).toBe('operator_or_monitor');
    const owners = new Set([payer]);
    expect(claimOf(call({ caller }), circumstances({ owners })).evidence).toBe('owner_funded_qa');
  });
});

describe('compute', () => {
  const { journal, claim } = { journal: memoryJournal(), claim: claimOf(call(), circumstances()) };
  const entryOf = async (given: Partial<Claim> = {}) => {
    const key = `payment-${JSON.stringify(given)}`;
    await journal.claim({ ...claim, key, ...given });
    return (await journal.get(key))!;
  };
  const saying = (said: string): Form => ({ ...form, run: (_input, facts) => ({ said, ...facts }) });
  const sold: Product = {
    ...sampleProduct,
    revision: '2',
    forms: [saying('new')],
  };

  it('is the same bytes every time, at the instant and release that the row names', async () => {
    const entry = await entryOf({ revision: '2' });
    const body = compute(sold, form, {}, entry);
    expect(body?.text).toBe(JSON.stringify({ said: 'new', asOf: NOW, release: 'v0.0.0-test' }));
    expect(compute(sold, form, {}, entry)).toEqual(body);
  });

  it('is done by the revision that was paid for, or not at all', async () => {
    expect(compute(sold, form, {}, await entryOf({ revision: '1' }))).toBeUndefined();
    expect(compute(sold, sampleProduct.forms[0]!, {}, await entryOf({ revision: '2' }))).toBeUndefined();
  });

  it('is undefined when the product throws: nothing can be sold', async () => {
    const broken: Form = {
      ...form,
      run: () => {
        throw new Error(SECRET);
      },
    };
    expect(compute({ ...sold, forms: [broken] }, form, {}, await entryOf({ revision: '2' }))).toBeUndefined();
  });
});

describe('isFromBuyer', () => {
  const { seal } = circumstances();
  const order = '0f'.repeat(16);
  const identifier = 'identifier-of-a-buyer';
  const rowOf = (given: Partial<Payment>) =>
    claimOf(call({ payment: { ...payment, ...given } }), circumstances());
  const is = (row: Pick<Entry, 'buyerDigest'>, given: Partial<Payment>) =>
    isFromBuyer(row, { ...payment, ...given }, seal);

  it('knows the order id of the challenge, and nothing of it is in the row', () => {
    const row = rowOf({ order, identifier });
    expect(JSON.stringify(row)).not.toContain(order);
    expect(is(row, { order, identifier })).toBe(true);
    // The order id alone does, so that a client may name its payment later.
    expect(is(row, { order })).toBe(true);
    expect(is(row, { identifier })).toBe(false);
    expect(is(row, { order: '0e'.repeat(16), identifier })).toBe(false);
    expect(is(row, {})).toBe(false);
  });

  it('takes the identifier where no order id came, and then no order id that is made up later', () => {
    const row = rowOf({ identifier });
    expect(JSON.stringify(row)).not.toContain(identifier);
    expect([
      is(row, { identifier }),
      is(row, { identifier: `${identifier}2` }),
      is(row, { order, identifier }),
    ]).toEqual([true, false, false]);
  });

  it('never takes another signature, nor a secret for a payment that came with none', () => {
    const proof = { ...payment.proof, signature: `0x${'cd'.repeat(65)}` } as Payment['proof'];
    expect(is(rowOf({ order }), { order, proof })).toBe(false);
    expect(is(rowOf({}), {})).toBe(true);
    expect(is(rowOf({}), { order })).toBe(false);
  });

  it('cannot say of a row without a digest, or with one of a key that is gone', () => {
    expect(is({ buyerDigest: null }, { order })).toBeUndefined();
    expect(isFromBuyer(rowOf({ order }), { ...payment, order }, (text) => `other:${text}`)).toBeUndefined();
  });
});

describe('usedBefore', () => {
  const entry = (state: Entry['state'], fingerprint = 'sha256:asked') =>
    ({ key: payment.key, state, fingerprint }) as Entry;
  const paid = (ours: boolean) => ({ kind: 'paid', transaction: '0xabc', ours }) as const;

  it.each([
    ['unused', { kind: 'valid' } as const, undefined, undefined],
    ['broadcast by somebody else before we knew of it', paid(false), undefined, 'used_elsewhere'],
    ['broadcast by somebody else, once given back', paid(false), entry('released'), undefined],
    ['broadcast by somebody else, once given up', paid(false), entry('failed'), undefined],
    [
      'broadcast by somebody else, for another request',
      paid(false),
      entry('failed', 'other'),
      'used_elsewhere',
    ],
    ['ours, and no row of it', paid(true), undefined, 'record_lost'],
    ['ours, and the row says that nothing was sent', paid(true), entry('released'), 'record_lost'],
    ['ours, and the row was given up before it settled', paid(true), entry('failed'), undefined],
    ['ours, and given up for another request', paid(true), entry('failed', 'sha256:other'), 'record_lost'],
  ] as const)('%s', (_name, verified, seen, expected) => {
    expect(usedBefore(verified, call(), seen)).toBe(expected);
  });

  it('takes a transfer that names its challenge at any time: it can be for no other sale', () => {
    const proof = { kind: 'tempo_hash', transaction: '0xabc', challengeId: 'c', realm: 'r' } as const;
    const pushed = call({ payment: { ...payment, rail: 'mpp', proof } });
    expect(usedBefore(paid(false), pushed, undefined)).toBeUndefined();
  });

  it('does not take the row of another payment under the same identifier for a first sight', () => {
    const other = { ...entry('failed'), key: 'another' } as Entry;
    expect(usedBefore(paid(false), call(), other)).toBe('used_elsewhere');
  });
});

describe('isOn', () => {
  const offer = sampleTerms.offers[0]!;
  const row = { network: offer.network, asset: offer.asset, payTo: offer.payTo, amount: offer.amount };
  const solana = { ...offer, ...USDC.solana, payTo: 'So11111111111111111111111111111111111111112' };

  it('knows the terms of a row in every spelling of their addresses', () => {
    expect(isOn(row, { offer })).toBe(true);
    const spelled = {
      ...row,
      asset: row.asset.toUpperCase().replace('0X', '0x'),
      payTo: row.payTo.toLowerCase(),
    };
    expect(isOn(spelled, { offer })).toBe(true);
    expect(isOn(solana, { offer: solana })).toBe(true);
  });

  it.each([
    ['another amount', { amount: '10001' }],
    ['another recipient', { payTo: PAYER }],
    ['another asset', { asset: PAYER }],
    ['another network', { network: 'eip155:1' as const }],
  ])('tells %s apart', (_what, other) => {
    expect(isOn({ ...row, ...other }, { offer })).toBe(false);
  });

  it('takes two addresses of Solana that differ in case for two', () => {
    expect(isOn({ ...solana, payTo: solana.payTo.toUpperCase() }, { offer: solana })).toBe(false);
  });
});
