import { type Form, NETWORK_PARAMETER, type Product, selectedBy } from '../declare.ts';
import { askedOf, valueIn } from '../frozen.ts';
import { issuesOf } from '../issues.ts';
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
  const strays = straysIn(product, request.query);
  if (strays.length > 0) return { ok: false, problem: problem('invalid_request', { issues: strays }) };
  const asked = askedOf(product, form, given);
  const parsed = form.input.safeParse(valueIn(asked));
  return parsed.success
    ? { ok: true, input: parsed.data, fingerprint: fingerprint(asked) }
    : { ok: false, problem: problem('invalid_request', { issues: issuesOf(parsed.error, form.input) }) };
}

/**
 * What is wrong with the names of a query that chooses what is paid for: one that is not known, and one that is given two
 * values. Elsewhere an unknown parameter changes nothing and is ignored.
 */
function straysIn(product: Product, query: URLSearchParams): Issue[] {
  const names = selectedBy(product);
  if (names.length === 0) return [];
  const allowed = [...names, 'src', NETWORK_PARAMETER];
  const message = `The query has parameters that this route does not know. Allowed: ${allowed.join(', ')}.`;
  const isUnknown = [...query.keys()].some((name) => !allowed.includes(name));
  return [
    ...(isUnknown ? [{ path: '', code: 'unrecognized_keys', message, allowed }] : []),
    ...names
      .filter((name) => new Set(query.getAll(name)).size > 1)
      .map((path) => ({ path, code: 'repeated', message: 'The parameter is given two values. Give one.' })),
  ];
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
