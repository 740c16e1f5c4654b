import { describe, expect, it } from 'vitest';
import { once } from './once.ts';

describe('once', () => {
  it('makes one thing for each object, also where that is nothing', () => {
    const asked: object[] = [];
    const of = once((each: { readonly name?: string }) => {
      asked.push(each);
      return each.name;
    });
    const [named, nameless] = [{ name: 'a' }, {}];
    expect([of(named), of(nameless), of(named), of(nameless)]).toEqual(['a', undefined, 'a', undefined]);
    expect(of({ name: 'a' })).toBe('a');
    expect(asked).toEqual([named, nameless, { name: 'a' }]);
  });

  it('keeps nothing of an object that may change', () => {
    const keysOf = once((each: object) => Object.keys(each).length, Object.isFrozen);
    const open: Record<string, number> = {};
    expect(keysOf(open)).toBe(0);
    open.a = 1;
    expect(keysOf(open)).toBe(1);
  });

  it('keeps nothing that failed', () => {
    let fails = true;
    const of = once((_: object) => {
      if (fails) throw new Error('not now');
      return 1;
    });
    const each = {};
    expect(() => of(each)).toThrow('not now');
    fails = false;
    expect(of(each)).toBe(1);
  });

  it('takes what else is needed the first time', () => {
    const of = once((_: object, what: string) => what);
    const each = {};
    expect([of(each, 'first'), of(each, 'second')]).toEqual(['first', 'first']);
  });
});
