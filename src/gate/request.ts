import type { Form, Product } from '../declare.ts';
import { askedOf, valueIn } from '../frozen.ts';
import { issuesOf } from '../issues.ts';
import type { Given } from '../ports.ts';
import { fingerprint } from '../values/fingerprint.ts';
import { parseStrictJson } from '../values/json.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import { type Problem, problem } from '../values/problem.ts';

/** What http/ hands over: nothing of it is parsed, and the body is read only if it is needed. */
export interface PaidRequest {
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  /** Reads the body once, up to `maxBytes`. */
  readonly body: (maxBytes: number) => Promise<{ readonly text: string } | { readonly problem: Problem }>;
}

/** The input of a form with the digest that a payment is bound to, or why there is none. */
export type ParsedInput =
  | { readonly ok: true; readonly input: unknown; readonly fingerprint: string }
  | { readonly ok: false; readonly problem: Problem };

/** Parses the input of the answer. The fingerprint covers only what the form reads. */
export async function parseInput(product: Product, form: Form, request: PaidRequest): Promise<ParsedInput> {
  const given = await givenBy(form, request);
  if ('problem' in given) return { ok: false, problem: given.problem };
  const unclear = unclearIn(form, request);
  if (unclear) return { ok: false, problem: unclear };
  const asked = askedOf(product, form, given);
  const parsed = form.input.safeParse(valueIn(asked));
  return parsed.success
    ? { ok: true, input: parsed.data, fingerprint: fingerprint(asked) }
    : { ok: false, problem: problem('invalid_request', { issues: issuesOf(parsed.error, form.input) }) };
}

/** What is wrong with a query that gives one parameter two different values: either of them may be what is meant. */
export function unclearIn(
  { method, input }: Pick<Form, 'method' | 'input'>,
  { query }: Pick<PaidRequest, 'query'>,
): Problem | undefined {
  if (method !== 'GET') return undefined;
  const names = Object.keys(input.shape).filter(
    (name) => name !== 'src' && new Set(query.getAll(name)).size > 1,
  );
  const message = 'The query gives this parameter two different values. Send one.';
  return names.length === 0
    ? undefined
    : problem('invalid_request', {
        issues: names.map((path) => ({ path, code: 'different_values', message })),
      });
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
