import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { hashWith, hmacHex, sha256Hex } from '../values/digest.ts';
import { nativeHmac, nativeSha256, systemClock, systemEntropy } from './system.ts';

const portable = sha256Hex;
const portableHex = (data: Uint8Array | string): string => portable(data);

it('gives the digests that the portable code gives, lone surrogates included', () => {
  const data = fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
  fc.assert(fc.property(data, (each) => nativeSha256(each) === portableHex(each)));
  expect(nativeSha256('\ud800')).toBe(portableHex('\ud800'));
});

it('seals as the portable code does, with any key and text', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'grapheme' }));
  fc.assert(fc.property(text, text, (key, each) => nativeHmac(key, each) === hmacHex(key, each)));
  expect(nativeHmac('\ud800', '\udc00')).toBe(hmacHex('\ud800', '\udc00'));
});

it('takes over when it is told to', () => {
  hashWith(() => 'native');
  expect(sha256Hex('x')).toBe('native');
});

it('draws each id anew, of the length that is asked for, over many pools and beyond one', () => {
  const drawn = Array.from({ length: 2_000 }, () => systemEntropy.hex(16));
  expect(new Set(drawn).size).toBe(drawn.length);
  for (const id of drawn) expect(id).toMatch(/^(?!(?:00){4})[0-9a-f]{32}$/);
  for (const bytes of [1, 4_095, 4_096, 5_000]) {
    const [one, two] = [systemEntropy.hex(bytes), systemEntropy.hex(bytes)];
    expect(one).toHaveLength(bytes * 2);
    if (bytes > 1) expect(one).not.toBe(two);
  }
});

afterAll(() => hashWith(nativeSha256));

it('has ticks that nobody sets, beside a clock that anybody may', () => {
  const before = systemClock.ticks!();
  const setBack = vi.spyOn(Date, 'now').mockReturnValue(-3_600_000);
  try {
    expect(systemClock.now()).toBe(-3_600_000);
    expect(systemClock.ticks!()).toBeGreaterThanOrEqual(before);
  } finally {
    setBack.mockRestore();
  }
});
