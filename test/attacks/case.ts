import { z } from 'zod';
import rows from './cases.json' with { type: 'json' };

/**
 * One attack, as data. The runner knows no case by name: what a row needs, sends and expects is in the row, and every
 * sentence in `given`, `must` and `never` is looked up in a table. A sentence that no table knows is an error.
 */
const sentences = z.array(z.string().min(1));
const statuses = z.array(z.int().min(100).max(599)).min(1);
/** A number, or the numbers that are all right. */
const delta = z.union([z.int(), z.array(z.int()).min(1)]);

const stepSchema = z.strictObject({
  /** Done before this step's requests are sent. */
  given: sentences.optional(),
  status: statuses,
  must: sentences.optional(),
  never: sentences.optional(),
});

const caseSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+-\d{2}[a-z]?$/),
  area: z.string(),
  title: z.string(),
  /** Where the rule comes from: the service spec, a protocol, or our own choice where the spec is silent. */
  source: z.strictObject({ section: z.string(), basis: z.enum(['spec', 'protocol', 'house']) }),
  /** Routes that must be published for the row to be active; absent: the path of the request. Empty: none. */
  routes: z.array(z.string()).optional(),
  needs: z.array(z.enum(['mpp', 'edge', 'facilitator', 'shared journal'])).optional(),
  /** Sent to the origin itself, also where an edge is in front of it. */
  at: z.literal('origin').optional(),
  /** What is expected otherwise where the row goes through an edge, and why. */
  throughEdge: z
    .strictObject({ why: z.string(), status: statuses.optional(), without: sentences.optional() })
    .optional(),
  given: sentences.optional(),
  request: z.strictObject({
    method: z.string(),
    /** Sent as it stands: nothing repairs it. Macros are percent-encoded where a target cannot hold them. */
    target: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
    /** Sent as JSON. */
    json: z.json().optional(),
    /** Sent as it stands. */
    text: z.string().optional(),
    /** `raw`: the bytes of headers and body as written; `chunked`: no Content-Length; `trickle`: never finished. */
    as: z.enum(['raw', 'chunked', 'trickle']).optional(),
  }),
  /** The request is sent once with each value in the place of `{{variant}}`. */
  variants: z.array(z.json()).min(1).optional(),
  /** Further targets for the same request. */
  also: z.array(z.string()).optional(),
  /** How many of these requests, and how many of them at once. */
  times: z.int().min(1).optional(),
  together: z.int().min(1).optional(),
  steps: z.array(stepSchema).min(1).optional(),
  expect: z.strictObject({
    status: statuses,
    /** Transfers to the seller. */
    charges: delta,
    /** Paid completions. */
    completions: delta.optional(),
    must: sentences,
    never: sentences,
  }),
});

export type AttackCase = z.infer<typeof caseSchema>;

/** Reads rows and refuses what is not one, and ids that come twice. */
export function parseCases(values: unknown): readonly AttackCase[] {
  const cases = z.array(caseSchema).parse(values);
  const ids = new Set<string>();
  for (const { id, expect, throughEdge } of cases) {
    if (ids.has(id)) throw new Error(`attack ${id} is there twice`);
    ids.add(id);
    for (const sentence of throughEdge?.without ?? [])
      if (![...expect.must, ...expect.never].includes(sentence))
        throw new Error(`attack ${id} leaves out a sentence that it does not have: ${sentence}`);
  }
  return cases;
}

export const attackCases: readonly AttackCase[] = parseCases(rows);

/** A row of each area: the least that touches all of them. */
export const firstOfEachArea = (cases: readonly AttackCase[]): readonly AttackCase[] =>
  cases.filter(({ area }, i) => cases.findIndex((each) => each.area === area) === i);

/** Every sentence of a row, with the table it belongs to. */
export function sentencesOf(row: AttackCase): { kind: 'given' | 'must' | 'never'; text: string }[] {
  const of = (part: {
    given?: string[] | undefined;
    must?: string[] | undefined;
    never?: string[] | undefined;
  }) =>
    (['given', 'must', 'never'] as const).flatMap((kind) =>
      (part[kind] ?? []).map((text) => ({ kind, text })),
    );
  const given = row.given === undefined ? {} : { given: row.given };
  return [...of({ ...given, ...row.expect }), ...(row.steps ?? []).flatMap(of)];
}

/** The row as it is expected where an edge is in front of the service. */
export function throughEdge(row: AttackCase): AttackCase {
  const { status = row.expect.status, without = [] } = row.throughEdge ?? {};
  const kept = (sentences: readonly string[]) => sentences.filter((each) => !without.includes(each));
  const { must, never } = row.expect;
  return { ...row, expect: { ...row.expect, status, must: kept(must), never: kept(never) } };
}

export const pathOf = (target: string): string => target.split(/[?#]/, 1)[0]!;
