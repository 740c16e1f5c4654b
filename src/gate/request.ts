import type { z } from 'zod';
import type { Form, Product } from '../declare.ts';
import { askedOf, valueIn } from '../frozen.ts';
import type { Given } from '../ports.ts';
import { fingerprint } from '../values/fingerprint.ts';
import { parseStrictJson } from '../values/json.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import { type Issue, type Problem, problem } from '../values/problem.ts';

/** What http/ hands over: nothing of it is parsed, and the body is read only if it is needed. */
export interface PaidRequest {
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** Reads the body once, up to `maxBytes`. */
  readonly body: (maxBytes: number) => Promise<{ readonly text: string } | { readonly problem: Problem }>;
}

export type ParsedInput =
  | { readonly ok: true; readonly input: unknown; readonly fingerprint: string }
  | { readonly ok: false; readonly problem: Problem };

/** Parses the input of the answer. The fingerprint covers only what the form reads. */
export async function parseInput(product: Product, form: Form, request: PaidRequest): Promise<ParsedInput> {
  const given = await givenBy(form, request);
  if ('problem' in given) return { ok: false, problem: given.problem };
  const asked = askedOf(product, form, given);
  const parsed = form.input.safeParse(valueIn(asked));
  return parsed.success
    ? { ok: true, input: parsed.data, fingerprint: fingerprint(asked) }
    : { ok: false, problem: problem('invalid_request', { issues: issuesOf(parsed.error) }) };
}

/** A request before any schema has seen it. */
export async function givenBy(
  { method }: Pick<Form, 'method'>,
  request: PaidRequest,
): Promise<Given | { problem: Problem }> {
  const { query } = request;
  if (method === 'GET') return { method, query, body: undefined };
  const read = await readJson(request, BODY_MAX_BYTES);
  return 'problem' in read ? read : { method, query, body: read.value };
}

/** A JSON body within limits, or the problem with it. Shared by paid forms and free checks. */
export async function readJson(
  request: Pick<PaidRequest, 'header' | 'body'>,
  maxBytes: number,
): Promise<{ value: unknown } | { problem: Problem }> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' || request.header('content-encoding') !== undefined)
    return { problem: problem('unsupported_media_type') };
  const read = await request.body(maxBytes);
  if ('problem' in read) return read;
  const parsed = parseStrictJson(read.text);
  return parsed.ok
    ? { value: parsed.value }
    : { problem: problem('invalid_request', { issues: [parsed.issue] }) };
}

/** zod's findings without anything that the caller sent: an unknown key's name is the caller's, so it is counted, not named. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.slice(0, 20).map((issue) => ({
    path: issue.path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .replace(/^\./, ''),
    code: codeOf(issue),
    message: MESSAGES[issue.code] ?? issue.message,
  }));
}

/** A rule that zod has no name for states its code, one of those below. Its message is our own text. */
const codeOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'custom' ? String(issue.params?.code ?? 'invalid_value') : issue.code;

const MESSAGES: Readonly<Record<string, string>> = {
  unrecognized_keys: 'The object has properties that the schema does not know.',
  invalid_type: 'The value is missing or has the wrong type.',
  invalid_value: 'The value is not one of those that the schema lists.',
  invalid_format: 'The text does not have the form that the schema states.',
  too_big: 'The value is longer or larger than the schema allows.',
  too_small: 'The value is shorter or smaller than the schema allows.',
};
