import { z } from 'zod';
import { parseBudget } from '../values/money.ts';
import { isAtMost, issueSaying, isWellFormed, MALFORMED, tooLong } from '../values/text.ts';

/** The first `max` code points. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return [...text].slice(0, max).join('');
}

/**
 * A text of at most `max` code points, as JSON Schema counts them (zod's own `max` counts UTF-16 units). White space
 * alone says nothing and is refused; empty texts are let through where a field may be left blank.
 */
export function textField(max: number, description: string, { blank = false }: { blank?: boolean } = {}) {
  return z
    .string()
    .refine(isAtMost(max), tooLong(max))
    .refine(
      (value) => blank || /\S/u.test(value),
      issueSaying('too_small', 'must hold more than white space'),
    )
    .refine(isWellFormed, MALFORMED)
    .meta({ maxLength: max, ...(!blank && { minLength: 1, pattern: '\\S' }), description });
}

/** Plain decimal dollars, as `parseBudget` reads them. The pattern is what the schema publishes of that rule. */
export const dollarsField = (description: string) =>
  z
    .string()
    .refine(
      (value) => parseBudget(value) !== undefined,
      issueSaying('invalid_format', 'must be plain decimal dollars such as 0.01 or 5'),
    )
    .meta({ pattern: '^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,6})?$', examples: ['0.01', '5'], description });

/** Atomic units as a decimal string. */
export const atomicUnits = (description: string) =>
  z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,18})$/)
    .meta({ description });
