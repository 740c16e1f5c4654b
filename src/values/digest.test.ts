import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, digestBytes, digestJson, sha256Hex } from './digest.ts';

describe('digests', () => {
  it('agree with the platform for bytes and for text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: 'grapheme' }), (bytes, text) => {
        expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
        expect(digestBytes(text)).toBe(`sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`);
      }),
    );
  });

  it('do not see key order or white space', () => {
    expect(digestJson({ b: 1, a: [1, { d: 2, c: 3 }] })).toBe(
      digestJson(JSON.parse('{ "a":[1,{"c":3,"d":2}], "b":1 }')),
    );
    expect(digestJson([1, 2])).not.toBe(digestJson([2, 1]));
    expect(digestJson({ a: '1' })).not.toBe(digestJson({ a: 1 }));
  });

  it('survive a round trip for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('canonicalJson', () => {
  // The example of RFC 8785, section 3.2.2 and 3.2.3.
  it('is RFC 8785', () => {
    const input = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    ) as unknown;
    expect(canonicalJson(input)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts by UTF-16 code unit', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
    expect(text).toBe('{"\\r":0,"1":0,"\u0080":0,"\u00f6":0,"\u20ac":0,"\ud83d\ude00":0,"\ufb33":0}');
  });

  it('is what the library writes, whatever the value', () => {
    const key = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('10', '9', '__proto__', 'toJSON', 'a', 'B'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'grapheme' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(null, true, undefined),
        fc.array(tie('value'), { maxLength: 4 }),
        fc
          .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 5 })
          .map(Object.fromEntries),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        const expected = canonicalize(given);
        if (expected === undefined) expect(() => canonicalJson(given)).toThrow();
        else expect(canonicalJson(given)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses what is not JSON, so that nothing signed can mean two things', () => {
    for (const value of [
      undefined,
      Number.NaN,
      { a: [Number.NaN] },
      [{ '\udc00': 1 }],
      Number.POSITIVE_INFINITY,
      '\ud800',
      { a: '\udfff' },
      () => 1,
    ])
      expect(() => canonicalJson(value)).toThrow();
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});
