import { describe, expect, it } from 'vitest';
import { reasonAtVerify, reasonUnsent } from './codes.ts';
import { readSettlement } from './said.ts';

const PAYER = `0x${'a1'.repeat(20)}`;
const TRANSACTION = `0x${'c3'.repeat(32)}`;
const OFFER = { network: 'eip155:8453' } as const;
const GOOD = { success: true, transaction: TRANSACTION, network: 'eip155:8453', payer: PAYER };
const NO = { success: false, transaction: '', network: 'eip155:8453', payer: PAYER };

describe('readSettlement', () => {
  it.each([
    ['a success', GOOD, { kind: 'settled', transaction: TRANSACTION }],
    [
      'a success in capitals',
      { ...GOOD, transaction: `0x${'C3'.repeat(32)}`, payer: PAYER.toUpperCase().replace('0X', '0x') },
      { kind: 'settled', transaction: TRANSACTION },
    ],
    ['a success without a payer', { ...GOOD, payer: null }, { kind: 'settled', transaction: TRANSACTION }],
    [
      'a success that gives a reason',
      { ...GOOD, errorReason: 'insufficient_funds' },
      { kind: 'settled', transaction: TRANSACTION },
    ],
    ['another payer', { ...GOOD, payer: `0x${'b2'.repeat(20)}` }, { kind: 'unclear' }],
    ['another network', { ...GOOD, network: 'eip155:1' }, { kind: 'unclear' }],
    ['no network', { ...GOOD, network: undefined }, { kind: 'unclear' }],
    ['no transaction', { ...GOOD, transaction: '' }, { kind: 'unclear' }],
    ['null for a transaction', { ...GOOD, transaction: null }, { kind: 'unclear' }],
    ['half a transaction', { ...GOOD, transaction: TRANSACTION.slice(0, 40) }, { kind: 'unclear' }],
    ['a transaction and more', { ...GOOD, transaction: `${TRANSACTION}\n` }, { kind: 'unclear' }],
    [
      'pending',
      { ...NO, errorReason: 'settlement_pending', transaction: TRANSACTION },
      { kind: 'broadcast', transaction: TRANSACTION },
    ],
    ['pending without a transaction', { ...NO, errorReason: 'settlement_pending' }, { kind: 'unclear' }],
    [
      'pending on another network',
      { ...NO, errorReason: 'settlement_pending', transaction: TRANSACTION, network: 'eip155:1' },
      { kind: 'unclear' },
    ],
    [
      'a refusal',
      { ...NO, errorReason: 'insufficient_funds' },
      { kind: 'refused', reason: 'insufficient_balance' },
    ],
    [
      'a refusal with nothing else',
      { success: false, errorReason: 'insufficient_funds' },
      { kind: 'refused', reason: 'insufficient_balance' },
    ],
    [
      'a refusal of another payer',
      { ...NO, errorReason: 'insufficient_funds', payer: `0x${'b2'.repeat(20)}` },
      { kind: 'unclear' },
    ],
    [
      'a refusal with a transaction',
      { ...NO, errorReason: 'insufficient_funds', transaction: TRANSACTION },
      { kind: 'unclear' },
    ],
    ['a refusal without a reason', NO, { kind: 'unclear' }],
    [
      'a refusal after sending',
      { ...NO, errorReason: 'invalid_exact_evm_transaction_failed' },
      { kind: 'unclear' },
    ],
  ])('%s', (_name, answer, said) => {
    expect(readSettlement(answer, OFFER, PAYER)).toMatchObject(said);
  });
});

describe('codes', () => {
  it('believes nothing by inheritance', () => {
    for (const code of ['constructor', 'toString', '__proto__', '', null, undefined]) {
      expect(reasonUnsent(code)).toBeUndefined();
      expect(reasonAtVerify(code)).toBe('settlement_refused');
    }
  });

  it('takes a failed simulation for no refusal: ours has gone through', () => {
    expect(reasonAtVerify('invalid_exact_evm_transaction_simulation_failed')).toBeUndefined();
  });
});
