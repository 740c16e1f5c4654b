import { expect, it, vi } from 'vitest';
import { Latest } from './latest.ts';

/** The same in a line, by keys in the order of a `Map`. */
function plain(max: number) {
  const values = new Map<string, number>();
  return {
    get: (name: string) => values.get(name),
    set(name: string, value: number) {
      if (!values.has(name) && values.size === max) values.delete(values.keys().next().value!);
      values.set(name, value);
    },
  };
}

it.each([1, 2, 8])('holds the latest %d, and forgets the oldest first', (max) => {
  const [latest, wanted] = [new Latest<number>(max), plain(max)];
  const names = Array.from({ length: 12 }, (_, n) => `name ${n}`);
  for (let n = 0; n < 500; n++) {
    const name = names[(n * n + (n >> 3)) % names.length]!;
    latest.set(name, n);
    wanted.set(name, n);
    expect(names.map((each) => latest.get(each))).toEqual(names.map((each) => wanted.get(each)));
  }
});

it('takes a new value for a name that it knows, which stays as old as it was', () => {
  const latest = new Latest<string>(2);
  latest.set('a', 'one');
  latest.set('b', 'two');
  latest.set('a', 'three');
  expect(latest.get('a')).toBe('three');
  latest.set('c', 'four');
  expect(latest.get('a')).toBeUndefined();
  expect(latest.get('b')).toBe('two');
});

it.each([0, -4, 3, 10_000, 0.5, Number.NaN])('takes a power of two and not %d', (max) => {
  expect(() => new Latest(max)).toThrow(RangeError);
});

it('makes what it does not hold, once, until it is forgotten', () => {
  const latest = new Latest<number | false>(2);
  const make = vi.fn(() => false as const);
  expect([latest.keep('a', make), latest.keep('a', make), latest.keep('b', () => 2)]).toEqual([
    false,
    false,
    2,
  ]);
  expect(make).toHaveBeenCalledTimes(1);
  latest.keep('c', () => 3);
  expect(latest.get('a')).toBeUndefined();
  const bad = () => {
    throw new Error('not made');
  };
  expect(() => latest.keep('d', bad)).toThrow('not made');
  expect([latest.get('b'), latest.get('d')]).toEqual([2, undefined]);
});
