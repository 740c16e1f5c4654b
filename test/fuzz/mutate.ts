import type { Random } from './random.ts';

/** Near misses: what a value, or its JSON text, becomes when one thing about it is wrong. */

/** Texts that break programs, each for a reason of its own. */
export const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202e\u2066evil',
  '\u200b\u200d\u2060',
  'e\u0301'.repeat(40),
  'Z\u0337\u0321\u0322\u0323\u0324\u0325'.repeat(10),
  '👩‍👩‍👧‍👦'.repeat(8),
  '\u{10ffff}',
  'İıſK',
  'ﷺ'.repeat(20),
  '½①Ⅷ℡',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  '{{7*7}} #{7*7} <%= 7*7 %>',
  "'; drop table payments; --",
  '<script>alert(1)</script>',
  '\r\nSet-Cookie: a=b',
  'http://169.254.169.254/latest/',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  '-0',
  '1e999',
  '0x2710',
  '１０，０００',
  '$0.01',
  '99999999999999999999',
  'null',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  `${'a@'.repeat(60)}.`,
  `${'1.'.repeat(60)}x`,
  'max 3 paid calls budget $1 by 2026-12-31 eip155:8453',
];

const NASTY_NUMBERS: readonly number[] = [0, -0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 53), 5e-324, 1e308];
/** A place in a value: how to reach it and what stands there. */
interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

export function placesOf(value: unknown, path: readonly (string | number)[] = []): Place[] {
  const here = [{ path, value }];
  if (Array.isArray(value)) return [...here, ...value.flatMap((each, i) => placesOf(each, [...path, i]))];
  if (typeof value !== 'object' || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([key, each]) => placesOf(each, [...path, key]))];
}

/** A copy with another value at one place. */
export function withAt(value: unknown, path: readonly (string | number)[], next: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return next;
  if (Array.isArray(value)) return value.map((each, i) => (i === first ? withAt(each, rest, next) : each));
  const copy = { ...(value as Record<string, unknown>) };
  Object.defineProperty(copy, first, {
    value: withAt(copy[first], rest, next),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return copy;
}

type Mutation = (value: unknown, random: Random, canary: string) => unknown;

const somewhere = (
  value: unknown,
  random: Random,
  wanted: (place: Place) => boolean = () => true,
): Place | undefined => {
  const places = placesOf(value).filter(wanted);
  return places.length === 0 ? undefined : random.pick(places);
};
const isText = ({ value }: Place) => typeof value === 'string';
const isRecord = ({ value }: Place) => typeof value === 'object' && value !== null && !Array.isArray(value);

const replaceAt =
  (
    wanted: (place: Place) => boolean,
    make: (random: Random, canary: string, now: unknown) => unknown,
  ): Mutation =>
  (value, random, canary) => {
    const place = somewhere(value, random, wanted);
    return place ? withAt(value, place.path, make(random, canary, place.value)) : value;
  };

const LENGTHS = [1, 79, 80, 81, 199, 200, 201, 499, 500, 501, 599, 600, 601, 639, 640, 641, 5_000];
const UNITS = ['a', 'é', '中', '🛰', 'e\u0301', '👩‍👩‍👧‍👦', '\u0000', ' '];

/** Near misses, by name. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'another type': replaceAt(
    () => true,
    (random, canary) => random.pick<unknown>([null, true, 0, canary, [canary], { [canary]: canary }, [], {}]),
  ),
  'a missing property': (value, random) => {
    const place = somewhere(
      value,
      random,
      (each) => isRecord(each) && Object.keys(each.value as object).length > 0,
    );
    if (!place) return value;
    const entries = Object.entries(place.value as object);
    const gone = random.below(entries.length);
    return withAt(value, place.path, Object.fromEntries(entries.filter((_entry, i) => i !== gone)));
  },
  'an unknown property': replaceAt(isRecord, (random, canary, now) =>
    withAt(
      now,
      [random.pick([`x${canary}`, '__proto__', 'constructor', 'toString', '', '$ref', 'подписка'])],
      canary,
    ),
  ),
  'a length at a limit': replaceAt(isText, (random) => {
    const unit = random.pick(UNITS);
    return [...unit.repeat(random.pick(LENGTHS))].slice(0, random.pick(LENGTHS)).join('');
  }),
  'a nasty text': replaceAt(isText, (random, canary) =>
    random.chance(0.5) ? random.pick(NASTY_TEXTS) : `${random.pick(NASTY_TEXTS)}${canary}`,
  ),
  'a nasty number': replaceAt(
    () => true,
    (random) => random.pick(NASTY_NUMBERS),
  ),
  'many items': replaceAt(
    () => true,
    (random, canary) => Array.from({ length: random.pick([25, 65, 500, 2_001]) }, () => canary.slice(0, 3)),
  ),
  'many keys': replaceAt(isRecord, (random, canary) =>
    Object.fromEntries(
      Array.from({ length: random.pick([50, 700, 2_001]) }, (_, i) => [`${canary.slice(0, 2)}${i}`, i]),
    ),
  ),
  'a deep nest': replaceAt(
    () => true,
    (random) => {
      let nest: unknown = 1;
      for (let i = random.pick([31, 32, 33, 200]); i > 0; i--)
        nest = random.chance(0.5) ? [nest] : { n: nest };
      return nest;
    },
  ),
};

type TextMutation = (text: string, random: Random, canary: string) => string;

/** Changes to JSON text that may leave it JSON or not. */
export const TEXT_MUTATIONS: Readonly<Record<string, TextMutation>> = {
  'a byte gone': (text, random) => cutAt(text, random.below(text.length + 1), 1, ''),
  'a byte more': (text, random) =>
    cutAt(
      text,
      random.below(text.length + 1),
      0,
      random.pick(['"', '{', ']', ',', '\\', '\u0000', '\u00ff', '/*x*/', ' ']),
    ),
  'a byte changed': (text, random) =>
    cutAt(text, random.below(text.length + 1), 1, String.fromCharCode(random.below(256))),
  'cut short': (text, random) => text.slice(0, random.below(text.length + 1)),
  'a part twice': (text, random) => {
    const from = random.below(text.length + 1);
    const part = text.slice(from, from + random.below(40));
    return cutAt(text, from, 0, part);
  },
  'a key twice': (text, _random, canary) => text.replace(/^\{/, `{"subject":"${canary}","goal":"${canary}",`),
  'a number that is none': (text, random) =>
    text.replace(
      /:\s*("[^"]*"|\d+)/,
      `:${random.pick(['1e999', '-', '01', '.5', 'NaN', '0x10', '1_000', `${'9'.repeat(400)}`])}`,
    ),
  'a bad escape': (text, random) =>
    text.replace(/":\s*"/, `":"${random.pick(['\\x', '\\u12', '\\ud800', '\\u0000', '\\'])}`),
  'a mark in front': (text) => `\ufeff${text}`,
  'two documents': (text) => text + text,
  'a very deep nest': (_text, random) => {
    const depth = random.pick([33, 1_000, 7_000]);
    return '['.repeat(depth) + ']'.repeat(random.chance(0.5) ? depth : depth - 1);
  },
  'a size at a limit': (text, random) => {
    const size = random.pick([15_999, 16_000, 16_001, 31_999, 32_001, 100_000]);
    return text + ' '.repeat(Math.max(0, size - Buffer.byteLength(text)));
  },
};

const cutAt = (text: string, at: number, remove: number, put: string): string =>
  text.slice(0, at) + put + text.slice(at + remove);
