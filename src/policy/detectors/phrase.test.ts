import { wordlist } from '@scure/bip39/wordlists/english.js';
import { afterEach, expect, it, vi } from 'vitest';
import { scanText } from '../scan.ts';
import { newWork } from '../work.ts';

afterEach(() => vi.restoreAllMocks());

/** Characters and items that are copied or searched while a text is scanned: counted, so that every machine agrees. */
function workOf(text: string): number {
  // Tables that are made for the first text that needs them are no work of this one.
  scanText(text.slice(0, 300), newWork());
  let count = 0;
  const { slice, replace, matchAll } = String.prototype;
  const { slice: part, filter } = Array.prototype;
  vi.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, ...args) {
    const cut = slice.apply(this, args);
    count += 1 + cut.length;
    return cut;
  });
  vi.spyOn(String.prototype, 'replace').mockImplementation(function (this: string, ...args: unknown[]) {
    count += 1 + this.length;
    return Reflect.apply(replace, this, args) as string;
  });
  vi.spyOn(String.prototype, 'matchAll').mockImplementation(function (this: string, pattern) {
    count += 1 + this.length;
    return matchAll.call(this, pattern as RegExp);
  });
  vi.spyOn(Array.prototype, 'slice').mockImplementation(function (this: unknown[], ...args) {
    const cut = part.apply(this, args);
    count += 1 + cut.length;
    return cut;
  });
  vi.spyOn(Array.prototype, 'filter').mockImplementation(function (this: unknown[], ...args: unknown[]) {
    count += 1 + this.length;
    return filter.apply(this, args as [never]);
  });
  scanText(text, newWork());
  vi.restoreAllMocks();
  return count;
}

/** Each is full of list words, and of labels before them. */
const UNITS = ['市1', '市 ', '市,', '市1\n', 'ある ', '市1市1市1. ', '{市1', 'abandon ability '].concat([
  'seed ',
  'seed market ',
  'seed-市',
  '"seed":"市"\n',
  'mnemonic: market seed ',
  '12 words abandon ',
]);

it.each(UNITS)('reads %j, again and again, in work that grows with its length and no faster', (unit) => {
  const text = (size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
  const long = workOf(text(30_000));
  expect(long).toBeLessThan(30 * 30_000);
  expect(long).toBeLessThan(11 * workOf(text(3_000)));
});

it('needs no label in front of seven listed words that a text begins with', () => {
  const kindsIn = (text: string) => scanText(text, newWork()).map(({ kind }) => kind);
  const words = (count: number) => wordlist.slice(700, 700 + count).join(' ');
  expect(kindsIn(words(7))).toEqual(['wallet.seed_phrase']);
  expect(kindsIn(words(6))).toEqual([]);
  expect(kindsIn(`quux ${words(7)}`)).toEqual([]);
});
