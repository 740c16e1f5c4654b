import type { z } from 'zod';
import type { Issue } from './values/problem.ts';

/**
 * What a schema found wrong, said so that the caller can mend it: which properties, values or sizes are allowed. Every
 * word of it is the schema's. The name of an unknown property is the caller's, so it is never repeated.
 */

const MAX_ISSUES = 20;
/** Longer lists are cut, and the message says so. */
const MAX_ALLOWED = 60;
const MAX_PATTERN = 80;

type Found = z.core.$ZodIssue;

export const issuesOf = (error: z.ZodError, schema: z.ZodType): Issue[] =>
  error.issues.slice(0, MAX_ISSUES).map((issue) => {
    const allowed = allowedBy(issue, schema);
    return {
      path: pathOf(issue, schema),
      code: codeOf(issue),
      message: messageOf(issue, allowed),
      ...(allowed && { allowed: allowed.slice(0, MAX_ALLOWED) }),
    };
  });

/** A member that no schema names is shown as `*`: its name is the caller's. */
function pathOf({ path }: Found, schema: z.ZodType): string {
  let text = '';
  for (const [i, part] of path.entries()) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `.${isNamed(schemaAt(schema, path.slice(0, i)), part) ? String(part) : '*'}`;
  }
  return text.replace(/^\./, '');
}

/** A rule that zod has no name for states its code, one of those below. Its message is our own text. */
const codeOf = (issue: Found): string =>
  issue.code === 'custom' ? String(issue.params?.code ?? 'invalid_value') : issue.code;

function allowedBy(issue: Found, schema: z.ZodType): readonly string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'unrecognized_keys') return namesOf(schemaAt(schema, issue.path));
  // zod lists the choices of a union that is told apart by one member.
  const { options } = issue as { readonly options?: readonly unknown[] };
  return issue.code === 'invalid_union' && Array.isArray(options) ? options.map(String) : undefined;
}

function messageOf(issue: Found, allowed: readonly string[] | undefined): string {
  const listed = allowed && `${allowed.slice(0, MAX_ALLOWED).join(', ')}${more(allowed)}`;
  switch (issue.code) {
    case 'unrecognized_keys':
      if (allowed?.length === 0) return 'This object takes no properties.';
      return `The object has properties that the schema does not know.${listed ? ` Allowed: ${listed}.` : ''}`;
    case 'invalid_value':
      return `The value is not one of those that the schema lists. Allowed: ${listed}.`;
    case 'invalid_union':
      return `The value fits none of the forms that the schema lists.${listed ? ` Allowed: ${listed}.` : ''}`;
    case 'invalid_type':
      return `The value is missing or has the wrong type: expected ${issue.expected}.`;
    case 'invalid_format':
      return `The text does not have the form that the schema states: ${formOf(issue)}.`;
    case 'too_big':
      return `The value is longer or larger than the schema allows: at most ${issue.maximum}${unitOf(issue)}.`;
    case 'too_small':
      return `The value is shorter or smaller than the schema allows: at least ${issue.minimum}${unitOf(issue)}.`;
    default:
      return issue.message;
  }
}

const more = ({ length }: readonly string[]): string =>
  length > MAX_ALLOWED ? ` and ${length - MAX_ALLOWED} more` : '';

const unitOf = ({ origin }: { readonly origin: string }): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '';

const formOf = ({ format, pattern }: { readonly format: string; readonly pattern?: string }): string =>
  format === 'regex' && pattern !== undefined && pattern.length <= MAX_PATTERN
    ? `must match ${pattern}`
    : `must be a valid ${format}`;

interface Def {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** Without what only says that it may be absent, or what becomes of it afterwards. */
function plain(schema: z.ZodType): z.ZodType {
  const { type, innerType, in: before } = defOf(schema);
  const inner = type === 'pipe' ? before : innerType;
  return inner ? plain(inner) : schema;
}

/** The schema of a member. Undefined where the path does not say which of several it is. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let at: z.ZodType | undefined = plain(schema);
  for (const part of path) {
    const { shape, element }: Def = defOf(at);
    at = typeof part === 'number' ? element : shape?.[String(part)];
    if (!at) return undefined;
    at = plain(at);
  }
  return at;
}

function namesOf(schema: z.ZodType | undefined): readonly string[] | undefined {
  const shape = schema && defOf(schema).shape;
  // A member of no kind at all is declared so that it can be refused by name.
  return shape && Object.keys(shape).filter((name) => defOf(plain(shape[name]!)).type !== 'custom');
}

/** Members of a union's forms are named by schemas too: only a record takes names that are the caller's. */
const isNamed = (schema: z.ZodType | undefined, part: PropertyKey): boolean => {
  if (!schema) return true;
  const { type, shape } = defOf(schema);
  return type !== 'record' && (shape === undefined || Object.hasOwn(shape, part));
};
