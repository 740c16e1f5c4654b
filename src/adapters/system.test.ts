import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { hashWith, sha256Hex } from '../values/digest.ts';
import { nativeSha256 } from './system.ts';

const portable = sha256Hex;
const portableHex = (data: Uint8Array | string): string => portable(data);

it('gives the digests that the portable code gives, lone surrogates included', () => {
  const data = fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
  fc.assert(fc.property(data, (each) => nativeSha256(each) === portableHex(each)));
  expect(nativeSha256('\ud800')).toBe(portableHex('\ud800'));
});

it('takes over when it is told to', () => {
  hashWith(() => 'native');
  expect(sha256Hex('x')).toBe('native');
});

afterAll(() => hashWith(nativeSha256));
