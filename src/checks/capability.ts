import { z } from 'zod';
import { type Check, document, type FreeDocument, type Published } from '../declare.ts';
import { rehearse } from '../rehearsal.ts';
import { curlPost } from '../values/command.ts';
import { JSON_MAX_DEPTH, JSON_MAX_NODES } from '../values/json.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import { PROBLEMS, type ProblemCode } from '../values/problem.ts';

/** True of every free check; `keeps` is what its storing comes to. */
const never = (keeps: string) => [
  'spends, signs a payment, or asks for a signature, private key or seed phrase',
  'calls a paid route or any other address: nothing that you name is fetched or resolved',
  keeps,
  'repeats your values in an error',
];
const KEEPS_NOTHING = 'stores or logs what you send; only closed aggregate counters move';

const ERRORS: readonly ProblemCode[] = [
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'service_unavailable',
];

interface Capability {
  /** Name on the wire; the document's path is `/api/<id>`, unless `path` says otherwise. */
  readonly id: string;
  readonly path?: `/${string}`;
  readonly summary: string;
  readonly checks: readonly Check[];
  /** Where something of what is sent is kept: what, and that nothing else is. */
  readonly keeps?: string;
  /** What this check never does, besides what none does. */
  readonly never?: readonly string[];
}

/**
 * The document on a check's bare name: what it does, request and response schema, limits, an example and what it never
 * does. Everything follows from the declaration of the check.
 */
export const capability = ({
  id,
  path = `/api/${id}`,
  summary,
  checks,
  keeps = KEEPS_NOTHING,
  never: own = [],
}: Capability): FreeDocument =>
  document({
    id,
    path,
    summary,
    freshness: 'fixed',
    render: (published) => ({
      capability: id,
      does: summary,
      price: '$0.00',
      release: published.release,
      decisions: checks.map((check) => describe(check, published)),
      never: [...never(keeps), ...own],
    }),
  });

function describe(check: Check, published: Published): object {
  const request = schemaOf(check.input, 'input');
  const answer = rehearse(check, check.example, published);
  return {
    id: check.id,
    method: 'POST',
    path: check.path,
    does: check.summary,
    request: { contentType: 'application/json', schema: request, example: check.example },
    response: {
      status: 200,
      schema: schemaOf(check.response, 'output'),
      ...(answer && { example: answer }),
    },
    errors: ERRORS.map((code) => ({ status: PROBLEMS[code].status, error: code })),
    limits: {
      bodyBytes: check.maxBodyBytes ?? BODY_MAX_BYTES,
      depth: JSON_MAX_DEPTH,
      values: JSON_MAX_NODES,
      lengthUnit: 'Unicode code points',
      fields: limitsOf(request),
    },
    command: curlPost(published.publicUrl + check.path, check.example),
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

const BOUNDS = ['maxLength', 'maxItems', 'maximum', 'minimum', 'pattern', 'enum', 'const'] as const;

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** The bounds that the request schema states, by field: `policy.assets[]`. */
function limitsOf(node: Node, path = ''): Record<string, object> {
  const inside = [
    ...Object.entries(node.properties ?? {}).map(
      ([name, child]) => [path ? `${path}.${name}` : name, child] as const,
    ),
    ...(node.items ? [[`${path}[]`, node.items] as const] : []),
    ...(node.anyOf ?? []).map((child) => [path, child] as const),
  ];
  const own = pick(node);
  return Object.assign(
    path && Object.keys(own).length > 0 ? { [path]: own } : {},
    ...inside.map(([at, child]) => limitsOf(child, at)),
  );
}

const pick = (node: object): object =>
  Object.fromEntries(Object.entries(node).filter(([name]) => (BOUNDS as readonly string[]).includes(name)));
