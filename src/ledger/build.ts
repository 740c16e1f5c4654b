import { z } from 'zod';
import { canonicalJson, type Digest, digestBytes } from '../values/digest.ts';
import { DAY_MS, type EpochMs, isoTime } from '../values/time.ts';
import { deltaOf, historyOf } from './delta.ts';
import { type CaseRecord, caseDigest, caseRecordSchema } from './evidence.ts';
import { treeOf } from './merkle.ts';
import { observedSignatures } from './observed-signatures.ts';
import { EDITION_MAX_AGE_DAYS, EVIDENCE_POLICY, PRIVACY, SDK_SCOPE, STALE_AFTER_DAYS } from './policy.ts';
import { BAZAAR_RECIPE, buyerRecipes, runtimeRecipes } from './recipes.ts';
import {
  type Coverage,
  contentSchema,
  type Edition,
  type EditionContent,
  type FailureSignature,
  LEDGER,
  type MatrixRow,
  MONEY_RISKS,
  PHASES,
  type RoutePrice,
  rowsOf,
  SCHEMA_VERSION,
  type UnsignedEdition,
} from './schema.ts';
import { ran } from './signatures.ts';
import { moneyTold } from './told.ts';
import { fixesVerifiedBy } from './verified-fixes.ts';

/** A failure that somebody published, as the repository keeps it (data/ledger/reported.json). */
export const reportedSchema = z.array(
  z.strictObject({
    id: z.string().regex(/^FR-\d{3}$/),
    title: z.string(),
    stage: z.enum(PHASES),
    symptom: z.string(),
    statusCodes: z.array(z.int()),
    affects: z.string(),
    rootCause: z.string(),
    mitigation: z.string(),
    mitigationStatus: z.string(),
    moneyRisk: z.enum(MONEY_RISKS),
    thread: z.url(),
    date: z.iso.date(),
  }),
);
export type ReportedIssue = z.infer<typeof reportedSchema>[number];

export const GENESIS: Digest = `sha256:${'0'.repeat(64)}`;

export interface BuildOptions {
  readonly release: string;
  readonly now: EpochMs;
  /** Paid routes and prices, from the catalogue. */
  readonly routes: readonly RoutePrice[];
}

/** Evidence that no edition can be made of. The message says what to do. */
export class EvidenceMissing extends Error {}

/**
 * An edition from what the lab observed. Nothing is filled in: without records there is no edition.
 * Throws `EvidenceMissing`, and on two records of one case.
 */
export function buildEdition(
  records: readonly CaseRecord[],
  reported: readonly ReportedIssue[],
  previous: Edition | undefined,
  { release, now, routes }: BuildOptions,
): UnsignedEdition {
  const cases = sorted(records);
  const plain = cases.filter(({ fixId }) => fixId === null);
  if (plain.length === 0)
    throw new EvidenceMissing(
      'there are no lab records: run the lab first, an edition is made of nothing else',
    );
  if (!plain.some(({ verdict }) => ran(verdict)))
    throw new EvidenceMissing('the lab could not run any client: an edition of it would say nothing');
  if (previous && Date.parse(previous.generatedAt) >= now)
    throw new EvidenceMissing('the previous edition is not older than this one');
  const compatibilityMatrix = plain.map((record) => rowOf(record, now));
  const verifiedFixes = fixesVerifiedBy(cases);
  const failureSignatures = [
    ...observedSignatures(plain, verifiedFixes, previous),
    ...reported.map(reportedSignature),
  ];
  const rows = { compatibilityMatrix, failureSignatures, verifiedFixes };
  const coverage = coverageOf(rows);
  const tree = treeOf(rowsOf(rows));
  const content: EditionContent = contentSchema.parse({
    product: LEDGER,
    schemaVersion: SCHEMA_VERSION,
    release,
    generatedAt: isoTime(now),
    validUntil: isoTime(now + EDITION_MAX_AGE_DAYS * DAY_MS),
    previousDigest: previous?.contentDigest ?? GENESIS,
    editionDelta: deltaOf(previous, rows, coverage),
    coverage,
    routes: [...routes],
    ...rows,
    buyerRecipes: buyerRecipes(routes),
    bazaarMcpBuyerRecipe: BAZAAR_RECIPE,
    buyerRuntimeRecipes: runtimeRecipes(compatibilityMatrix),
    evidencePolicy: EVIDENCE_POLICY,
    sdkFindings: sdkFindingsOf(compatibilityMatrix),
    historicalEvidence: { items: historyOf(previous, compatibilityMatrix) },
    privacy: PRIVACY,
    rowsRoot: tree.root,
    rowsCount: tree.leaves,
  });
  const {
    product,
    schemaVersion,
    release: label,
    generatedAt,
    validUntil,
    previousDigest,
    ...rest
  } = content;
  const head = { product, schemaVersion, release: label, generatedAt, validUntil, previousDigest };
  return { ...head, contentDigest: contentDigestOf(content), ...rest };
}

/** SHA-256 of the RFC 8785 form without `contentDigest` and `signature`. */
export function contentDigestOf(edition: object): Digest {
  const { contentDigest: _digest, signature: _signature, ...content } = edition as Partial<Edition>;
  return digestBytes(canonicalJson(content));
}

function sorted(records: readonly CaseRecord[]): CaseRecord[] {
  const cases = records.map((record) => caseRecordSchema.parse(record));
  cases.sort((a, b) => (a.caseId < b.caseId ? -1 : a.caseId > b.caseId ? 1 : 0));
  const twice = cases.find(({ caseId }, i) => cases[i + 1]?.caseId === caseId);
  if (twice) throw new EvidenceMissing(`the case ${twice.caseId} is there twice`);
  return cases;
}

function rowOf(record: CaseRecord, now: EpochMs): MatrixRow {
  const { caseId, client, runtime, protocol, scheme, network, behaviourId, expected, observed } = record;
  const told = moneyTold(record);
  const staleAt = Date.parse(record.observedAt) + STALE_AFTER_DAYS * DAY_MS;
  return {
    id: caseId,
    client,
    runtime,
    protocol,
    scheme,
    network,
    behaviourId,
    expected,
    observed,
    verdict: record.verdict,
    requests: record.requests,
    signedAuthorisations: record.signedAuthorisations,
    distinctNonces: record.distinctNonces,
    settlements: record.settlements,
    statusSeen: record.statusSeen,
    error: record.error,
    ...(told ? { moneyTold: told } : {}),
    evidenceLevel: record.evidenceLevel,
    observedAt: record.observedAt,
    staleAfter: isoTime(staleAt),
    stale: staleAt <= now,
    caseDigest: caseDigest(record),
    reproduction: { labVersion: record.labVersion, caseFile: `${caseId}.json` },
  };
}

const reportedSignature = (reported: ReportedIssue): FailureSignature => ({
  id: reported.id,
  title: reported.title,
  evidence: 'reported',
  stage: reported.stage,
  symptom: reported.symptom,
  matchers: { statusCodes: reported.statusCodes, errorPrefix: [], headerState: null, counters: {} },
  rootCause: reported.rootCause,
  affects: [{ client: reported.affects, versionRange: 'as reported' }],
  moneyRisk: reported.moneyRisk,
  bucket: 'none',
  buyerAction: reported.mitigation,
  sellerAction: reported.mitigationStatus,
  configSnippet: null,
  fixIds: [],
  caseIds: [],
  source: { thread: reported.thread, date: reported.date },
  firstSeen: reported.date,
  lastVerified: null,
});

export function sdkFindingsOf(rows: readonly MatrixRow[]): Edition['sdkFindings'] {
  return {
    scope: SDK_SCOPE,
    cases: rows.filter(wasRun).length,
    findings: rows
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ id, client, observed, caseDigest: evidenceDigest }) => ({
        id: `SF-${id}`,
        client: client.name,
        version: client.version,
        statement: observed,
        caseId: id,
        evidenceDigest,
      })),
  };
}

const wasRun = ({ verdict }: Pick<MatrixRow, 'verdict'>): boolean => ran(verdict);

/** Counted from rows. Stale rows and cases that were not run are kept in the matrix and count for nothing here. */
function coverageOf({
  compatibilityMatrix,
  failureSignatures,
  verifiedFixes,
}: Pick<Edition, 'compatibilityMatrix' | 'failureSignatures' | 'verifiedFixes'>): Coverage {
  const current = compatibilityMatrix.filter((row) => !row.stale && wasRun(row));
  const observed = failureSignatures.filter(({ evidence }) => evidence === 'observed').length;
  return {
    buyerClients: new Set(current.map(({ client }) => client.name)).size,
    clientVersions: new Set(current.map(({ client }) => `${client.name}@${client.version}`)).size,
    behaviours: new Set(current.map(({ behaviourId }) => behaviourId)).size,
    failureSignatures: failureSignatures.length,
    observedSignatures: observed,
    reportedSignatures: failureSignatures.length - observed,
    verifiedMitigations: verifiedFixes.length,
    offlineSdkCases: current.length,
    notRunCases: compatibilityMatrix.filter((row) => !wasRun(row)).length,
    staleCases: compatibilityMatrix.filter(({ stale }) => stale).length,
    currentBuyerRuntimesVerified: runtimeRecipes(compatibilityMatrix).filter(
      ({ evidence }) => evidence === 'observed',
    ).length,
  };
}
