import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentKey, proofFromText, proofToText } from './payment.ts';
import { DECLINES, PROBLEMS } from './problem.ts';

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((each) => `0x${Buffer.from(each).toString('hex')}`);
const parts = fc.tuple(fc.constantFrom('eip155:8453', 'eip155:1'), hex(20), hex(20), hex(32));
const spelled = (text: string, upper: boolean[]) =>
  [...text].map((char, i) => (upper[i % upper.length] ? char.toUpperCase() : char)).join('');

describe('paymentKey', () => {
  it('is one for every spelling of one payment', () => {
    fc.assert(
      fc.property(
        parts,
        fc.array(fc.boolean(), { minLength: 1 }),
        ([network, asset, payer, nonce], upper) => {
          expect(
            paymentKey(network, spelled(asset, upper), spelled(payer, upper), spelled(nonce, upper)),
          ).toBe(paymentKey(network, asset, payer, nonce));
        },
      ),
    );
  });

  it('is another as soon as one part is another', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        fc.pre(one.join() !== other.join());
        expect(paymentKey(...one)).not.toBe(paymentKey(...other));
      }),
    );
  });
});

describe('the tables of refusals', () => {
  it('use statuses that fit: nothing but an unknown outcome or our own fault is a server error', () => {
    const serverFaults = Object.entries(PROBLEMS).filter(([, row]) => row.status >= 500);
    expect(serverFaults.map(([code]) => code).sort()).toEqual([
      'edition_not_current',
      'internal_error',
      'redelivery_failed',
      'service_unavailable',
      'settlement_pending',
      'settlement_unavailable',
    ]);
    expect(Object.values(PROBLEMS).map((row) => row.status as number)).not.toContain(402);
  });

  it('never invite a new payment while money may have moved', () => {
    for (const row of Object.values(PROBLEMS))
      if (row.status === 503 && 'retry' in row) expect(row.retry).toBe('same_payment');
  });

  it('say in every detail whether anything was charged, or what to do', () => {
    for (const [code, row] of Object.entries(PROBLEMS))
      expect(row.detail, code).toMatch(
        /charged|moved no money|Send the same payment|openapi\.json|Allow header/,
      );
  });

  it('know only the buckets of the service spec', () => {
    expect(new Set(Object.values(DECLINES).map((row) => row.bucket))).toEqual(
      new Set([
        'wallet_not_authenticated',
        'insufficient_network_usdc',
        'max_amount_too_low',
        'wrong_network',
        'payment_declined',
      ]),
    );
  });
});

describe('a proof in the journal', () => {
  const proof = {
    kind: 'eip3009',
    authorization: { from: '0x1', to: '0x2', value: '1', validAfter: '0', validBefore: '9', nonce: '0x3' },
    signature: '0x4',
  } as const;

  it('is read as it was written', () => {
    expect(proofFromText(proofToText(proof))).toEqual(proof);
  });

  it('is read from rows of releases that knew one kind only', () => {
    const { authorization, signature } = proof;
    expect(proofFromText(JSON.stringify({ authorization, signature }))).toEqual(proof);
  });
});
