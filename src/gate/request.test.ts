import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { agentRevenueAudit } from '../products/agent-revenue-audit/product.ts';
import { opportunityCheck } from '../products/opportunity-check/product.ts';
import { issuesOf } from './request.ts';

const issues = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? issuesOf(error) : [];
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

  it('a rule without a name is an invalid value, never "custom"', () => {
    const schema = z.strictObject({ a: z.string() }).refine(() => false, 'our own words');
    expect(issues(schema, { a: 'x' })).toEqual([
      { path: '', code: 'invalid_value', message: 'our own words' },
    ]);
  });
});
