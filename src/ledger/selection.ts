import { z } from 'zod';
import { once } from '../values/once.ts';
import type { Issue } from '../values/problem.ts';
import { type InclusionProof, type Tree, treeOf } from './merkle.ts';
import {
  digestSchema,
  type Edition,
  editionSchema,
  failureSignatureSchema,
  type MatrixRow,
  MONEY_RISKS,
  matrixRowSchema,
  rowsOf,
  verifiedFixSchema,
} from './schema.ts';
import { ran } from './signatures.ts';

/** Part of an edition: the rows that a buyer asked for, each with its proof. */

export const filterSchema = z.strictObject({
  client: z.string().max(60).meta({ description: 'Client as the preview names it: @x402/fetch.' }).optional(),
  version: z.string().max(40).meta({ description: 'Version that was run: 2.27.0.' }).optional(),
  behaviour: z.string().max(20).meta({ description: 'Behaviour id: B09.' }).optional(),
  severity: z
    .enum(MONEY_RISKS)
    .meta({ description: 'Keeps rows that show a failure with this risk to your money. There may be none.' })
    .optional(),
});
export type Filter = z.infer<typeof filterSchema>;
type Name = keyof Filter;

export const proofSchema = z.strictObject({ index: z.int(), leaves: z.int(), path: z.array(digestSchema) });
export const selectionSchema = z.strictObject({
  filter: filterSchema,
  rows: z.int().min(0),
  of: z.int(),
  says: z.string(),
});

/** In the order in which an empty choice is best widened. */
export const FILTERS: readonly Name[] = ['severity', 'behaviour', 'version', 'client'];

export const isWhole = (filter: Filter): boolean => FILTERS.every((name) => filter[name] === undefined);

/** Whether a row is of the client, version and behaviour of a filter; which failures it shows is not in it. */
export const satisfies = (row: MatrixRow, { client, version, behaviour }: Filter): boolean =>
  (client === undefined || row.client.name === client) &&
  (version === undefined || row.client.version === version) &&
  (behaviour === undefined || row.behaviourId === behaviour);

/** Places in the hash tree of the rows that a filter chooses. */
function chosen(edition: Edition, filter: Filter): ReadonlySet<number> {
  const { compatibilityMatrix, failureSignatures, verifiedFixes } = edition;
  const { client, version, behaviour, severity } = filter;
  const ofSeverity = failureSignatures.filter(
    ({ moneyRisk }) => severity === undefined || moneyRisk === severity,
  );
  const shown = new Set(ofSeverity.flatMap(({ caseIds }) => caseIds));
  const rows = compatibilityMatrix.filter(
    (row) => satisfies(row, filter) && (severity === undefined || shown.has(row.id)),
  );
  const ids = new Set(rows.map(({ id }) => id));
  // Of a report in public nobody knows which build and behaviour it is about: it has a severity and no rows.
  const isByCase = client !== undefined || version !== undefined || behaviour !== undefined;
  const failures = ofSeverity.filter(({ caseIds }) => !isByCase || caseIds.some((id) => ids.has(id)));
  for (const { id } of failures) ids.add(id);
  for (const { id, signatureId } of verifiedFixes) if (ids.has(signatureId)) ids.add(id);
  return new Set(rowsOf(edition).flatMap(({ id }, index) => (ids.has(id) ? [index] : [])));
}

type Values = Readonly<Record<Name, readonly string[]>>;

/** What a row of the matrix has of each parameter that chooses builds and behaviours. */
const ofRow = {
  client: ({ client }: MatrixRow) => client.name,
  version: ({ client }: MatrixRow) => client.version,
  behaviour: ({ behaviourId }: MatrixRow) => behaviourId,
} as const;
const PLACES = ['behaviour', 'version', 'client'] as const;

/** Every value of each parameter that the edition has, in the order of its numbers. Made once. */
const valuesIn = once(({ compatibilityMatrix, failureSignatures }: Edition): Values => {
  const all = (read: (row: MatrixRow) => string) =>
    [...new Set(compatibilityMatrix.map(read))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return {
    client: all(ofRow.client),
    version: all(ofRow.version),
    behaviour: all(ofRow.behaviour),
    severity: MONEY_RISKS.filter((risk) => failureSignatures.some(({ moneyRisk }) => moneyRisk === risk)),
  };
});

/** Values of one parameter that rows have which the others choose. */
function valuesOf(edition: Edition, name: Name, others: Filter): readonly string[] {
  if (name === 'severity') return valuesIn(edition).severity;
  const fitting = edition.compatibilityMatrix.filter((row) => satisfies(row, others));
  const had = new Set(fitting.map(ofRow[name]));
  return valuesIn(edition)[name].filter((value) => had.has(value));
}

/**
 * Why a choice cannot be sold, with what can be; empty when it can. It is free to ask, so it tells no more than the
 * preview: which builds and behaviours were run, never which failure a row shows. A severity only narrows what is sold.
 * That no row shows such a failure is an answer too, and is paid for.
 */
export function faultsOf(edition: Edition, filter: Filter): Issue[] {
  const given = FILTERS.filter((name) => filter[name] !== undefined);
  const unknown = given.filter((name) => !valuesIn(edition)[name].includes(filter[name]!));
  if (unknown.length > 0)
    return unknown.map((name) => {
      // A version is one of a client: of the one that was named, if there is such a client.
      const client = name === 'version' && !unknown.includes('client') ? { client: filter.client } : {};
      return fault(
        name,
        'invalid_value',
        'The edition has no row with this value.',
        valuesOf(edition, name, client),
      );
    });
  if (edition.compatibilityMatrix.some((row) => satisfies(row, filter))) return [];
  const places = PLACES.filter((name) => filter[name] !== undefined);
  const narrowed = places.flatMap((name) => {
    const { [name]: _value, ...others } = filter;
    const allowed = valuesOf(edition, name, others);
    return allowed.length > 0
      ? [
          fault(
            name,
            'no_rows',
            'No row has all these values. With your other parameters, only some values of this one have rows.',
            allowed,
          ),
        ]
      : [];
  });
  return narrowed.length > 0
    ? narrowed
    : [fault('', 'no_rows', 'No row has all these values. Leave a parameter out.', places)];
}

const fault = (path: string, code: string, message: string, allowed: readonly string[]): Issue => ({
  path,
  code,
  message: `${message} Allowed: ${allowed.join(', ')}.`,
  allowed: [...allowed],
});

/** The tree of an edition, made once. */
export const treeIn = once((edition: Edition): Tree => treeOf(rowsOf(edition)));

export type Proved<Row> = Row & { readonly proof: InclusionProof };

/**
 * The edition with only the rows that a filter chooses. Its other members are those of the edition, narrowed to these
 * rows where they are about rows; `contentDigest` and `signature` are the edition's own.
 */
export function partOf(edition: Edition, filter: Filter) {
  const at = chosen(edition, filter);
  const tree = treeIn(edition);
  const { compatibilityMatrix, failureSignatures, verifiedFixes, ...rest } = edition;
  let place = 0;
  const proved = <Row extends object>(rows: readonly Row[]): Proved<Row>[] =>
    rows.flatMap((row) => {
      const index = place++;
      return at.has(index) ? [{ ...row, proof: tree.proof(index) }] : [];
    });
  const matrix = proved(compatibilityMatrix);
  const failures = proved(failureSignatures);
  const fixes = proved(verifiedFixes);
  const ids = new Set([...matrix, ...failures, ...fixes].map(({ id }) => id));
  const {
    product,
    schemaVersion,
    release,
    generatedAt,
    validUntil,
    previousDigest,
    contentDigest,
    ...others
  } = rest;
  const { editionDelta, sdkFindings, historicalEvidence, ...same } = others;
  const [added, newlyStale] = [editionDelta.added, editionDelta.newlyStale].map((all) =>
    all.filter((id) => ids.has(id)),
  ) as [string[], string[]];
  const changed = editionDelta.changed.filter(({ id }) => ids.has(id));
  return {
    ...{ product, schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest },
    selection: { filter: sorted(filter), rows: at.size, of: edition.rowsCount, says: SAYS },
    compatibilityMatrix: matrix,
    failureSignatures: failures,
    verifiedFixes: fixes,
    editionDelta: {
      ...editionDelta,
      ...{ added, changed, newlyStale, removed: [] },
      noChange: added.length + changed.length + newlyStale.length === 0,
    },
    ...same,
    sdkFindings: {
      ...sdkFindings,
      cases: matrix.filter(({ verdict }) => ran(verdict)).length,
      findings: sdkFindings.findings.filter(({ caseId }) => ids.has(caseId)),
    },
    historicalEvidence: { items: historicalEvidence.items.filter(({ rowId }) => ids.has(rowId)) },
  };
}
export type EditionPart = ReturnType<typeof partOf>;

/** Closed, as an edition is. */
export const partSchema = z.strictObject({
  ...editionSchema.shape,
  selection: selectionSchema,
  compatibilityMatrix: z.array(matrixRowSchema.extend({ proof: proofSchema })),
  failureSignatures: z.array(failureSignatureSchema.extend({ proof: proofSchema })),
  verifiedFixes: z.array(verifiedFixSchema.extend({ proof: proofSchema })),
});

const SAYS =
  'These rows, and no others, are what the filter chooses. A row without its proof is a leaf under rowsRoot, which signature.rowsJws signs. coverage counts the whole edition; editionDelta, sdkFindings and historicalEvidence are narrowed to these rows.';

const sorted = (filter: Filter): Filter =>
  Object.fromEntries(
    [...FILTERS].sort().flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]])),
  );
