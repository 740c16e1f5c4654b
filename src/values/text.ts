/** Rules of texts that JSON Schema states and zod counts or names differently, once for every schema. */

/** Unicode code points, as JSON Schema counts a length (zod's own `max` counts UTF-16 units). */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A lone surrogate has no UTF-8 form, so it could be neither digested nor quoted. */
export const isWellFormed = (text: string): boolean => text.isWellFormed();

/** At most so many code points. */
export const isAtMost = (max: number) => (text: string) => text.length <= max || codePoints(text) <= max;

/** Issue codes that a rule of ours may stand for: the same that the schemas' own rules have. */
type IssueCode = 'too_big' | 'too_small' | 'invalid_format' | 'invalid_value';

/** Second argument of a refinement: which code its issue carries, and what it says. */
export const issueSaying = (code: IssueCode, error: string) => ({ error, params: { code } });

/** What a longer text is told. */
export const tooLong = (max: number) => issueSaying('too_big', `must be at most ${max} characters`);
/** What a text with a lone surrogate is told. */
export const MALFORMED = issueSaying('invalid_format', 'must be well-formed Unicode');
