import { z } from 'zod';
import type { Form, Product } from '../declare.ts';

/**
 * Bazaar declaration of one way to call, as it stands in the challenge's extensions (x402 `specs/extensions/bazaar.md`).
 * Kept small: proxies cut headers at 4 or 8 kB, so it names what a call needs; OpenAPI has the rest, and the bounds.
 */
export function bazaarOf(product: Product, form: Form): { readonly info: object; readonly schema: object } {
  const fields = outline(form.input);
  const output = { type: 'json', example: sample(product) };
  const called = required(form);
  return form.method === 'POST'
    ? {
        info: { input: { type: 'http', method: 'POST', bodyType: 'json', body: called }, output },
        schema: schemaOf(
          {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: ['POST'] },
            bodyType: { type: 'string', enum: ['json'] },
            body: fields,
          },
          output.example,
        ),
      }
    : {
        info: {
          input: {
            ...{ type: 'http', method: 'GET' },
            ...(Object.keys(called).length > 0 && { queryParams: called }),
          },
          output,
        },
        schema: schemaOf(
          {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: ['GET'] },
            queryParams: fields,
          },
          output.example,
          ['queryParams'],
        ),
      };
}

interface Outline {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** The members that a call cannot do without, and their types. Of a form that needs none, all. */
function outline(schema: z.ZodObject): Outline {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>;
    required?: string[];
  };
  const shown = whole.required ?? Object.keys(whole.properties ?? {});
  const properties = Object.fromEntries(
    shown.map((name) => {
      const type = whole.properties?.[name]?.type;
      return [name, type ? { type } : {}];
    }),
  );
  return { type: 'object', properties, ...(whole.required && { required: whole.required }) };
}

/** The members of the declared example that a call cannot do without. */
function required(form: Form): object {
  const names = outline(form.input).required ?? [];
  return Object.fromEntries(Object.entries(form.example as object).filter(([name]) => names.includes(name)));
}

/** One member of the answer, by its schema: enough to recognise it by. */
function sample(product: Product): Record<string, string> {
  const [name, schema] = Object.entries(product.response.shape)[0]!;
  const first = (z.toJSONSchema(schema as z.ZodType) as { enum?: string[]; const?: string }) ?? {};
  return { [name]: first.const ?? first.enum?.[0] ?? 'text' };
}

const schemaOf = (input: Record<string, object>, example: object, optional: readonly string[] = []) => ({
  type: 'object',
  required: ['input'],
  properties: {
    input: {
      type: 'object',
      required: Object.keys(input).filter((name) => !optional.includes(name)),
      additionalProperties: false,
      properties: input,
    },
    output: {
      type: 'object',
      required: ['type'],
      properties: {
        type: { type: 'string' },
        example: {
          type: 'object',
          properties: Object.fromEntries(Object.keys(example).map((name) => [name, { type: 'string' }])),
        },
      },
    },
  },
});
