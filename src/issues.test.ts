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

  it('a rule without a name is an invalid value, never "custom"', () => {
    const schema = z.strictObject({ a: z.string() }).refine(() => false, 'our own words');
    expect(issues(schema, { a: 'x' })).toEqual([
      { path: '', code: 'invalid_value', message: 'our own words' },
    ]);
  });
});
