import type { Random } from './random.ts';

/** Values from JSON Schemas: ones that pass, and ones that just do not. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Looks up a `$ref` of the document. */
export type Resolve = (ref: string) => Schema;

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
const WORDS = [
  'api',
  'weather',
  'pay',
  'budget $1',
  'https://api.example.test/v1',
  'decide',
  'call',
  'worth',
  '0.04',
  'audit',
];

/** A value that passes, as far as the schema tells. `canary` is woven into texts that may hold it. */
export function generate(
  schema: Schema,
  random: Random,
  resolve: Resolve,
  canary: string,
  depth = 0,
): unknown {
  if (schema.$ref !== undefined) return generate(resolve(schema.$ref), random, resolve, canary, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return generate(random.pick(choices), random, resolve, canary, depth);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((each) => generate(each, random, resolve, canary, depth)));
  const type = Array.isArray(schema.type)
    ? random.pick(schema.type as string[])
    : (schema.type as string | undefined);
  if (type === 'object' || schema.properties) return generateObject(schema, random, resolve, canary, depth);
  if (type === 'array') return generateArray(schema, random, resolve, canary, depth);
  if (type === 'string') return generateText(schema, random, canary);
  if (type === 'integer' || type === 'number') return generateNumber(schema, random, type === 'integer');
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return random.pick<unknown>([null, true, 1, canary, [], {}]);
}

function generateObject(
  schema: Schema,
  random: Random,
  resolve: Resolve,
  canary: string,
  depth: number,
): object {
  const required = new Set(schema.required ?? []);
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (required.has(name) || random.chance(depth > 3 ? 0.1 : 0.4))
      made[name] = generate(property, random, resolve, canary, depth + 1);
  const further = schema.additionalProperties;
  // An object without declared properties is free-form; `true` and absent mean that anything may stand in it.
  if (further !== false && !schema.properties && depth < 4)
    for (let i = random.below(4); i > 0; i--)
      made[random.chance(0.3) ? `k${canary}${i}` : `field${i}`] =
        typeof further === 'object' && Object.keys(further).length > 0
          ? generate(further, random, resolve, canary, depth + 1)
          : random.pick<unknown>([canary, 1, null, { inner: canary }, ['a', 2]]);
  return made;
}

function generateArray(
  schema: Schema,
  random: Random,
  resolve: Resolve,
  canary: string,
  depth: number,
): unknown[] {
  const fixed = (schema.prefixItems ?? []).map((each) => generate(each, random, resolve, canary, depth + 1));
  const least = schema.minItems ?? 0;
  const most = Math.min(schema.maxItems ?? 6, least + 6);
  const wanted = Math.max(fixed.length, least + random.below(most - least + 1));
  const more = Array.from({ length: wanted - fixed.length }, () =>
    generate(schema.items ?? {}, random, resolve, canary, depth + 1),
  );
  return [...fixed, ...more];
}

function generateText(schema: Schema, random: Random, canary: string): string {
  const { pattern, minLength = 0, maxLength = 200 } = schema;
  const examples = [...(schema.examples ?? []), schema.default].filter((each) => typeof each === 'string');
  const free = Array.from({ length: 1 + random.below(6) }, () => random.pick(WORDS)).join(' ');
  const candidates = [
    `${free} ${canary}`,
    ...(random.chance(0.5) ? examples : []),
    free,
    ...examples,
    ...FITTING,
  ];
  const fits = (text: string) =>
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text));
  return candidates.find(fits) ?? [...free.repeat(20)].slice(0, Math.min(maxLength, minLength + 5)).join('');
}

/** Texts that pass the patterns that are met in practice. */
const FITTING = [
  '0.01',
  '4.99',
  'x402v2',
  '1.2.3',
  '2026-11-21',
  `sha256:${'ab'.repeat(32)}`,
  'a'.repeat(32),
  'ab'.repeat(32),
];

function generateNumber(
  { minimum = -1_000, maximum = 1_000 }: Schema,
  random: Random,
  whole: boolean,
): number {
  const value = minimum + random.next() * (maximum - minimum);
  return whole ? Math.round(value) : value;
}

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
