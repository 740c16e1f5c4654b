import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { memoryReach } from '../test/support/reach.ts';
import { catalogue } from './catalogue.ts';
import { check, document, form, product } from './declare.ts';
import { catalogueOf } from './declare-catalogue.ts';
import { publishedSample, SAMPLE_NOW } from './ledger/testing.ts';
import { usd } from './values/money.ts';

const aDocument = (id: string, path: `/${string}`, aliases?: `/${string}`[]) =>
  document({ id, path, summary: 's', freshness: 'live', render: () => ({}), ...(aliases && { aliases }) });
const aCheck = (id: string, path: `/${string}`) =>
  check({
    id,
    path,
    summary: 's',
    input: z.strictObject({}),
    example: {},
    response: z.looseObject({}),
    run: () => ({}),
  });
const aProduct = (id: string, path: `/${string}`, method: 'GET' | 'POST', description = 'd') =>
  product({
    id,
    path,
    price: usd('0.01'),
    title: 't',
    description,
    revision: '1',
    response: z.looseObject({}),
    forms: [form({ method, summary: 's', input: z.strictObject({}), example: {}, run: () => ({}) })],
  });

describe('catalogueOf', () => {
  it('sorts what is declared by kind', () => {
    const made = catalogueOf([aDocument('a', '/a'), aProduct('b', '/b', 'GET'), aCheck('c', '/c')]);
    expect([made.documents, made.products, made.checks].map((each) => each.map(({ id }) => id))).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
  });

  it('refuses one id for two things', () => {
    expect(() => catalogueOf([aDocument('a', '/a'), aCheck('a', '/b')])).toThrow(/id a is declared twice/);
  });

  it.each([
    ['two documents', [aDocument('a', '/x'), aDocument('b', '/x')]],
    ['a document and an older name of another', [aDocument('a', '/x'), aDocument('b', '/y', ['/x'])]],
    ['a document and a paid GET', [aDocument('a', '/x'), aProduct('b', '/x', 'GET')]],
    ['a check and a paid POST', [aCheck('a', '/x'), aProduct('b', '/x', 'POST')]],
    ['two products', [aProduct('a', '/x', 'GET'), aProduct('b', '/x', 'GET')]],
  ])('refuses one route for %s', (_what, entries) => {
    expect(() => catalogueOf(entries)).toThrow(/route (GET|POST) \/x is declared twice/);
  });

  it('lets a free GET and a check share a path', () => {
    expect(() => catalogueOf([aDocument('a', '/x'), aCheck('b', '/x')])).not.toThrow();
  });
});

it('a description that would not fit into a listing is refused when it is declared', () => {
  expect(() => aProduct('a', '/a', 'GET', 'x'.repeat(500))).not.toThrow();
  expect(() => aProduct('a', '/a', 'GET', 'x'.repeat(501))).toThrow(RangeError);
});

describe('what we publish', () => {
  const edition = publishedSample();
  const facts = { asOf: SAMPLE_NOW, release: 'v0.0.0-test', edition };
  const published = {
    catalogue,
    publicUrl: 'https://api.example',
    release: facts.release,
    mode: 'sandbox',
  } as const;
  const context = { ...facts, published, reach: memoryReach(undefined, edition), selfProbe: false };
  const forms = catalogue.products.flatMap((each) =>
    each.forms.map((one) => [`${one.method} ${each.path}`, each, one] as const),
  );

  it.each(forms)(
    '%s: its example passes, its answer has the shape that is published, and is the same again',
    (_name, each, one) => {
      const input = one.input.parse(one.example);
      const answer = one.run(input, facts);
      expect(each.response.safeParse(answer).error).toBeUndefined();
      expect(JSON.stringify(one.run(one.input.parse(one.example), facts))).toBe(JSON.stringify(answer));
    },
  );

  it.each(forms)('%s: an unknown property is refused', (_name, _each, one) => {
    expect(one.input.safeParse({ ...(one.example as object), unheardOf: 1 }).success).toBe(false);
  });

  it.each(catalogue.checks.map((each) => [each.path, each] as const))(
    '%s: its example passes and its answer has the shape that is published',
    async (_path, each) => {
      const answer = await each.run(each.input.parse(each.example), context);
      expect(each.response.safeParse(answer).error).toBeUndefined();
    },
  );

  it('paths are plain: lower case, no trailing slash, nothing to decode', () => {
    const paths = [
      ...catalogue.products.map((each) => each.path),
      ...catalogue.checks.map((each) => each.path),
      ...catalogue.documents.flatMap((each) => [each.path, ...(each.aliases ?? [])]),
    ];
    for (const path of paths) expect(path).toMatch(/^(\/[a-z0-9._-]+)+$/);
  });
});
