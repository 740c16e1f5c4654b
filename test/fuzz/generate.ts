import type { Random } from './random.ts';

/** Values from JSON Schemas that pass, as far as a schema tells. */

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
