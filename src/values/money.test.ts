import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atomicToDollars, parseBudget, usd } from './money.ts';

describe('usd', () => {
  it.each([
    ['0.01', '10000'],
    ['0.10', '100000'],
    ['0.25', '250000'],
    ['5.00', '5000000'],
    ['5.01', '5010000'],
    ['0.000001', '1'],
    ['1234567.123456', '1234567123456'],
  ])('$%s is %s atomic units', (dollars, amount) => {
    expect(usd(dollars)).toEqual({ label: `$${dollars}`, amount });
  });

  it.each([
    '',
    '1',
    '1.',
    '1.0',
    '.01',
    '01.00',
    '-1.00',
    '+1.00',
    '1,00',
    '1e2',
    '$1.00',
    ' 1.00',
    '1.00 ',
    '1.0000001',
    '0x1.00',
    '12345678.00',
    '١.٠٠',
    'NaN',
  ])('refuses %j', (dollars) => {
    expect(() => usd(dollars)).toThrow(RangeError);
  });
});

describe('atomicToDollars', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [10_000n, '0.01'],
    [10_100n, '0.0101'],
    [999_999n, '0.999999'],
    [1_000_000n, '1.00'],
    [5_010_000n, '5.01'],
  ])('%s is $%s', (atomic, dollars) => {
    expect(atomicToDollars(atomic)).toBe(dollars);
  });

  it('is what parseBudget reads back, exactly, for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (atomic) => {
        expect(parseBudget(atomicToDollars(atomic))).toBe(atomic);
      }),
    );
  });
});

describe('parseBudget', () => {
  it.each([
    ['5', 5_000_000n],
    ['0', 0n],
    ['0.01', 10_000n],
    ['0.1', 100_000n],
    ['0.000001', 1n],
  ])('%s is %s', (text, atomic) => {
    expect(parseBudget(text)).toBe(atomic);
  });

  it.each([
    '',
    '.5',
    '5.',
    '-1',
    '+1',
    '1e3',
    '$5',
    '5 ',
    '0.0000001',
    '1234567890',
    '05',
    '0x5',
    'Infinity',
    '1_000',
    '5\n',
  ])('does not guess at %j', (text) => {
    expect(parseBudget(text)).toBeUndefined();
  });
});
