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
    else text += `.${isNamed(schemasAt(schema, path.slice(0, i)), part) ? String(part) : '*'}`;
  }
  return text.replace(/^\./, '');
}

/** A rule that zod has no name for states its code, one of those below. Its message is our own text. */
const codeOf = (issue: Found): string =>
  issue.code === 'custom' ? String(issue.params?.code ?? 'invalid_value') : issue.code;

function allowedBy(issue: Found, schema: z.ZodType): readonly string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'unrecognized_keys') return namesOf(schemasAt(schema, issue.path));
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
  readonly out?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly valueType?: z.ZodType;
  readonly items?: readonly z.ZodType[];
  readonly options?: readonly z.ZodType[];
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** The forms that a value may have, without what says that it may be absent, and what is done before or afterwards. */
function formsOf(schema: z.ZodType): readonly z.ZodType[] {
  const { type, innerType, in: before, out, options } = defOf(schema);
  if (options) return options.flatMap(formsOf);
  const inner = type === 'pipe' ? (before && defOf(before).type !== 'transform' ? before : out) : innerType;
  return inner ? formsOf(inner) : [schema];
}

/** The forms of a member: several, where the path does not say which. */
function schemasAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly z.ZodType[] {
  return path.reduce<readonly z.ZodType[]>(
    (forms, part) => forms.flatMap((form) => memberOf(form, part)),
    formsOf(schema),
  );
}

function memberOf(form: z.ZodType, part: PropertyKey): readonly z.ZodType[] {
  const { element, items, shape, valueType } = defOf(form);
  const member = typeof part === 'number' ? (element ?? items?.[part]) : (own(shape, part) ?? valueType);
  return member ? formsOf(member) : [];
}

const own = (shape: Def['shape'], part: PropertyKey): z.ZodType | undefined =>
  shape && Object.hasOwn(shape, part) ? shape[String(part)] : undefined;

/** Undefined where the path does not say of which of several forms. */
function namesOf(forms: readonly z.ZodType[]): readonly string[] | undefined {
  const [shape, ...others] = forms.map((form) => defOf(form).shape).filter((each) => each !== undefined);
  if (!shape || others.length > 0) return undefined;
  // A member of no kind at all is declared so that it can be refused by name.
  return Object.keys(shape).filter((name) =>
    formsOf(shape[name]!).every((form) => defOf(form).type !== 'custom'),
  );
}

/** Only a shape names a member. Every other name may be the caller's. */
const isNamed = (forms: readonly z.ZodType[], part: PropertyKey): boolean =>
  forms.some((form) => own(defOf(form).shape, part) !== undefined);
