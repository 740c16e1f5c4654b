import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JSON_MAX_DEPTH, JSON_MAX_NODES, joined, jsonOf, parseStrictJson } from './json.ts';

const codeOf = (text: string): string | undefined => {
  const parsed = parseStrictJson(text);
  return parsed.ok ? undefined : parsed.issue.code;
};
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

describe('parseStrictJson', () => {
  it('reads what JSON.parse reads, whatever the spacing', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (text, space) => {
        const value: unknown = JSON.parse(text);
        fc.pre(!/\\ud[89a-f]|"__proto__":/i.test(JSON.stringify(value)));
        expect(parseStrictJson(JSON.stringify(value, null, space))).toEqual({ ok: true, value });
      }),
    );
  });

  it('refuses whatever JSON.parse refuses, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0 1ae\n\ud83d\ude00') }), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const parsed = parseStrictJson(text);
        if (!valid) expect(parsed).toMatchObject({ ok: false, issue: { code: 'malformed_json' } });
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['{"a":1,"a":2}'],
    ['{"a":1,"\\u0061":2}'],
    ['{"a":{"b":1,"c":[],"b":2}}'],
    ['[{"x":1},{"x":1,"x":1}]'],
    ['{"":1,"":2}'],
    ['{"a" : 1 , "b":"}" , "a"\n:2}'],
    ['{"\\"":1,"\\"":2}'],
  ])('finds the key that is there twice in %s', (text) => {
    expect(codeOf(text)).toBe('duplicate_key');
  });

  it.each([
    ['{"a":{"a":{"a":1}}}'],
    ['[{"a":1},{"a":1}]'],
    ['{"a":"a","b":"a"}'],
    ['{"a":"\\"a\\":","b":1}'],
    ['{"a":["a","a"]}'],
    ['{"A":1,"a":2}'],
  ])('finds none in %s', (text) => {
    expect(codeOf(text)).toBeUndefined();
  });

  it(`allows ${JSON_MAX_DEPTH} levels and not one more`, () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const inner = open === '[' ? '' : '1';
      const text = (depth: number) => open.repeat(depth) + inner + close.repeat(depth);
      expect(codeOf(text(JSON_MAX_DEPTH))).toBeUndefined();
      expect(codeOf(text(JSON_MAX_DEPTH + 1))).toBe('too_deep');
    }
    expect(codeOf(nested(100_000, '[', ']'))).toBe('too_deep');
    expect(codeOf(`[${'[],'.repeat(100)}[]]`)).toBeUndefined();
  });

  it(`allows ${JSON_MAX_NODES} values and not one more`, () => {
    // The array is a value too.
    const array = (items: number) => `[${Array(items).fill('1').join(',')}]`;
    const object = (members: number) =>
      `{${Array.from({ length: members }, (_, i) => `"k${i}":0`).join(',')}}`;
    const pairs = (items: number) => `[${Array(items).fill('[0]').join(',')}]`;
    for (const make of [array, object]) {
      expect(codeOf(make(JSON_MAX_NODES - 1))).toBeUndefined();
      expect(codeOf(make(JSON_MAX_NODES))).toBe('too_large');
    }
    expect(codeOf(pairs(JSON_MAX_NODES / 2 - 1))).toBeUndefined();
    expect(codeOf(pairs(JSON_MAX_NODES / 2))).toBe('too_large');
  });

  it('does not count what only looks like structure inside strings', () => {
    expect(codeOf(JSON.stringify({ a: '[{,:'.repeat(3_000) }))).toBeUndefined();
  });

  it.each(['"\\ud800"', '"a\\udfffb"', '{"\\udc00":1}', '["\\ud83d\\u0041"]', '"\ud800"'])(
    'refuses the lone surrogate in %s',
    (text) => {
      expect(codeOf(text)).toBe('malformed_unicode');
    },
  );

  it.each([
    ['after an escaped character', String.raw`{"a":"\u0041\\","a":1}`, 'duplicate_key'],
    ['after an escaped quote', String.raw`{"a":"\"","a":1}`, 'duplicate_key'],
    ['after escaped quotes and backslashes', String.raw`{"a":"\"\\\"\\","a":1}`, 'duplicate_key'],
    ['in a string of escaped quotes', String.raw`["\"\"\ud800\""]`, 'malformed_unicode'],
  ])('sees what stands %s', (_where, text, code) => {
    expect(parseStrictJson(text)).toMatchObject({ ok: false, issue: { code } });
  });

  it('takes an escaped backslash before a u for what it is', () => {
    expect(parseStrictJson(String.raw`["\\ud800"]`)).toEqual({ ok: true, value: [String.raw`\ud800`] });
  });

  it('takes a pair, raw or escaped', () => {
    expect(parseStrictJson('["\\ud83d\\ude00","😀"]')).toEqual({ ok: true, value: ['😀', '😀'] });
  });

  it('says nothing of the text in its messages', () => {
    for (const text of [
      'canary',
      '{"canary":1,"canary":2}',
      `${'['.repeat(40)}"canary"${']'.repeat(40)}`,
      '"canary\\ud800"',
    ]) {
      const parsed = parseStrictJson(text);
      expect(parsed.ok).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain('canary');
    }
  });

  it.each(['{"__proto__":{"polluted":true}}', '{"\\u005f_proto__":1}', '[{"a":{"__proto__" : null}}]'])(
    'finds the key __proto__ in %s',
    (text) => {
      expect(codeOf(text)).toBe('forbidden_key');
    },
  );

  it('takes __proto__ as a value, and keys that are like it', () => {
    expect(parseStrictJson('{"a":"__proto__","__proto":1,"constructor":2}').ok).toBe(true);
  });
});

describe('joined and jsonOf', () => {
  const part = (prefix: string) =>
    fc
      .dictionary(fc.string({ unit: fc.constantFrom(...'abc"\\é') }), fc.jsonValue(), { maxKeys: 4 })
      .map((members) =>
        Object.fromEntries(Object.entries(members).map(([name, value]) => [prefix + name, value])),
      );

  it('give the text that JSON.stringify gives, again and again, frozen parts or not', () => {
    fc.assert(
      fc.property(part('x'), part('y'), part('z'), fc.boolean(), (x, y, z, frozen) => {
        if (frozen) Object.freeze(z);
        for (const again of [x, { xOther: 1 }]) {
          const whole = joined(again, y, z);
          expect(whole).toEqual({ ...again, ...y, ...z });
          expect(jsonOf(whole)).toBe(JSON.stringify({ ...again, ...y, ...z }));
        }
      }),
    );
  });

  it('read a part again that somebody may have changed', () => {
    const open = { y: 1 };
    const sealed = Object.freeze({ z: 1 });
    expect(jsonOf(joined({ x: 1 }, open, sealed))).toBe('{"x":1,"y":1,"z":1}');
    open.y = 2;
    expect(jsonOf(joined({ x: 1 }, open, sealed))).toBe('{"x":1,"y":2,"z":1}');
  });

  it('leave out members without a value, and empty parts', () => {
    expect(jsonOf(joined({}, { y: undefined }, { z: 1 }))).toBe('{"z":1}');
  });

  it('refuse parts with a member in common: its place would be another one', () => {
    expect(() => joined({ x: 1 }, { x: 2 }, {})).toThrow(TypeError);
  });
});
