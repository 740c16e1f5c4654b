import { describe, expect, it } from 'vitest';
import { digested, MOST_READ } from './digest.ts';
import { match } from './match.ts';

/** The longest text that is taken. */
const MAX_ERROR_CHARS = 16_000;

const noise = (length: number): string => 'paid call ok, next please\n'.repeat(length).slice(0, length);
const CODE = '{"isValid":false,"invalidReason":"invalid_exact_evm_insufficient_balance"}';

describe('a long text', () => {
  it('costs no more than a text of some thousand characters, whatever it is made of', () => {
    const dense = `${CODE} failed, rejected: timeout\n`.repeat(400).slice(0, MAX_ERROR_CHARS);
    for (const text of [noise(MAX_ERROR_CHARS), dense, 'x'.repeat(MAX_ERROR_CHARS), 'error '.repeat(9_000)])
      expect(digested(text).length).toBeLessThanOrEqual(MOST_READ + 20);
    expect(digested(dense).length).toBeGreaterThan(MOST_READ - 20);
    expect(MOST_READ).toBeLessThanOrEqual(6_000);
    expect(digested(noise(MOST_READ))).toBe(noise(MOST_READ));
  });

  it('is read where it begins, where it ends, and where its middle tells of trouble', () => {
    const around = (before: number, after: number) => `${noise(before)}\n${CODE}\n${noise(after)}`;
    for (const text of [around(0, 15_000), around(15_000, 0), around(7_500, 7_500), around(2_000, 13_000)]) {
      expect(match({ errorText: `x402 log\n${text}` }), text.slice(0, 40)).toMatchObject({
        cause: 'insufficient_funds',
      });
    }
  });
});
