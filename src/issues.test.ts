import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issuesOf } from './issues.ts';
import { agentRevenueAudit } from './products/agent-revenue-audit/product.ts';
import { opportunityCheck } from './products/opportunity-check/product.ts';

const issues = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? issuesOf(error, schema) : [];
};
const post = (product: typeof opportunityCheck) => product.forms.find(({ method }) => method === 'POST')!;

describe('what is wrong with a text is said by a code that stands for it', () => {
  const audit = post(agentRevenueAudit);
  const opportunity = post(opportunityCheck);
  it.each([
    ['opportunity', opportunity, 'goal', '\u{1F600}'.repeat(5_000), 'too_big'],
    ['opportunity', opportunity, 'goal', 'a \ud800 b', 'invalid_format'],
    ['audit', audit, 'serviceName', '\u{1F600}'.repeat(5_000), 'too_big'],
    ['audit', audit, 'serviceName', ' \t ', 'too_small'],
    ['audit', audit, 'serviceName', 'a \udc00 b', 'invalid_format'],
  ])('%s %s: %#', (_name, form, field, value, code) => {
    expect(issues(form.input, { ...(form.example as object), [field]: value })).toEqual([
      { path: field, code, message: expect.stringMatching(/^must /) },
    ]);
  });

  it.each([
    [{ canary: 1 }, '', 'unrecognized_keys', ['a', 'b', 'c', 'd']],
    [{ a: 'canary' }, 'a', 'invalid_value', ['x', 'y']],
    [{ b: { canary: 1 } }, 'b', 'unrecognized_keys', ['inner']],
    [{ c: [{ kind: 'canary' }] }, 'c[0].kind', 'invalid_union', ['p', 'q']],
  ])('what is allowed instead is named: %j', (value, path, code, allowed) => {
    const schema = z.strictObject({
      a: z.enum(['x', 'y']).optional(),
      b: z.strictObject({ inner: z.string().optional() }).nullable().optional(),
      c: z
        .array(
          z.discriminatedUnion('kind', [
            z.strictObject({ kind: z.literal('p') }),
            z.strictObject({ kind: z.literal('q') }),
          ]),
        )
        .optional(),
      d: z.record(z.string(), z.number()).optional(),
    });
    const [issue, ...others] = issues(schema, value);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ path, code, allowed });
    expect(issue!.message).toContain(allowed.join(', '));
    expect(JSON.stringify(issue)).not.toContain('canary');
  });

  it('a member that only the caller has named is not named', () => {
    const schema = z.strictObject({ d: z.record(z.string(), z.number()) });
    expect(issues(schema, { d: { canary: 'x' } })).toMatchObject([{ path: 'd.*', code: 'invalid_type' }]);
  });

  const record = z.record(z.string(), z.number());
  const sent = { canary: 'x' };
  it.each<[string, z.ZodType, unknown, string]>([
    ['no form of a union', z.union([record, z.string()]), sent, 'd'],
    [
      'a form of a union that fits but for a bound',
      z.union([z.record(z.string(), z.number().max(3)), z.string()]),
      { canary: 9 },
      'd.*',
    ],
    ['what is prepared first', z.preprocess((value) => value, record), sent, 'd.*'],
    ['a tuple', z.tuple([record]), [sent], 'd[0].*'],
    ['a record of records', z.record(z.string(), record), { canary: sent }, 'd.*.*'],
    ['a schema that is made late', z.lazy(() => record), sent, 'd.*'],
    ['both of two', z.intersection(record, record), sent, 'd.*'],
    ['a shape of a record', z.record(z.string(), z.object({ a: z.number() })), { canary: {} }, 'd.*.a'],
    ['a shape that is prepared', z.preprocess((value) => value, z.object({ a: z.number() })), {}, 'd.a'],
    [
      'a form told apart by one member',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('p'), a: z.number() }),
        z.object({ kind: z.literal('q'), b: record }),
      ]),
      { kind: 'q', b: sent },
      'd.b.*',
    ],
    [
      'a form told apart by one member that misses another',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('p'), a: z.number() }),
        z.object({ kind: z.literal('q') }),
      ]),
      { kind: 'p' },
      'd.a',
    ],
  ])('only a shape names a member: %s', (_name, schema, value, path) => {
    const found = issues(z.strictObject({ d: schema }), { d: value });
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((each) => each.path))).toEqual(new Set([path]));
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it('a rule without a name is an invalid value, never "custom"', () => {
    const schema = z.strictObject({ a: z.string() }).refine(() => false, 'our own words');
    expect(issues(schema, { a: 'x' })).toEqual([
      { path: '', code: 'invalid_value', message: 'our own words' },
    ]);
  });
});
