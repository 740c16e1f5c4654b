import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base58, fromBase58 } from './base58.ts';

describe('base58', () => {
  it.each([
    ['11111111111111111111111111111111', new Uint8Array(32)],
    ['2NEpo7TZRRrLZSi2U', Buffer.from('Hello World!')],
    ['1111', new Uint8Array(4)],
  ])('writes %s', (text, bytes) => {
    expect(base58(bytes)).toBe(text);
    expect(fromBase58(text, bytes.length)).toEqual(new Uint8Array(bytes));
  });

  it('reads what it wrote, at its own length only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const text = base58(bytes);
        expect(fromBase58(text, bytes.length)).toEqual(bytes);
        expect(fromBase58(text, bytes.length + 1)).toBeUndefined();
        if (bytes.length > 0) expect(fromBase58(text, bytes.length - 1)).toBeUndefined();
      }),
    );
  });

  it.each(['', '0', 'O', 'I', 'l', ' 1', 'é', '1'.repeat(5), 'z'.repeat(9_000)])(
    'reads no four bytes out of %j',
    (text) => {
      expect(fromBase58(text, 4)).toBeUndefined();
    },
  );
});
