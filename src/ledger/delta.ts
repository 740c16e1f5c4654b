import { HISTORY_BOUNDARY } from './policy.ts';
import type { Coverage, Edition, EditionDelta, HistoricalItem, MatrixRow } from './schema.ts';
import { rowsOf } from './schema.ts';
import { ran } from './signatures.ts';

/** Members that change with every observation without saying anything new about the client. */
const VOLATILE = new Set([
  'observedAt',
  'staleAfter',
  'stale',
  'caseDigest',
  'reproduction',
  'runtime',
  'requests',
  'firstSeen',
  'lastVerified',
]);

type Rows = Pick<Edition, 'compatibilityMatrix' | 'failureSignatures' | 'verifiedFixes'>;
type Json = Record<string, never>;

/** What changed since the previous edition, by row id and nothing else. */
export function deltaOf(previous: Edition | undefined, next: Rows, countsAfter: Coverage): EditionDelta {
  const before = new Map(previous ? rowsOf(previous).map((row) => [row.id, row]) : []);
  const after = new Map(rowsOf(next).map((row) => [row.id, row]));
  const staleBefore = new Set(previous?.compatibilityMatrix.filter(({ stale }) => stale).map(({ id }) => id));
  const added = [...after.keys()].filter((id) => !before.has(id));
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const newlyStale = next.compatibilityMatrix
    .filter(({ id, stale }) => stale && !staleBefore.has(id))
    .map(({ id }) => id);
  const changed = [...after].flatMap(([id, row]) => {
    const old = before.get(id);
    const fields = old === undefined ? [] : differing(old as unknown as Json, row as unknown as Json);
    return fields.length === 0
      ? []
      : [{ id, from: pick(old as unknown as Json, fields), to: pick(row as unknown as Json, fields) }];
  });
  return {
    previousEdition: previous?.contentDigest ?? null,
    added,
    changed,
    removed,
    newlyStale,
    countsBefore: previous?.coverage ?? null,
    countsAfter,
    noChange: added.length + changed.length + removed.length + newlyStale.length === 0,
  };
}

const steady = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !VOLATILE.has(name))
      .map(([name, value]) => [name, withoutDigests(value)]),
  );

/** A run's digest changes with its time of day, and a lock file with every dependency of a build: the row has both. */
const withoutDigests = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && ('caseDigest' in value || 'lockDigest' in value)
    ? { ...value, caseDigest: undefined, lockDigest: undefined }
    : value;

function differing(old: object, row: object): string[] {
  const [a, b] = [steady(old), steady(row)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  );
}

const pick = (row: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]])) as Json;

/**
 * Rows of earlier editions that nobody observed again, also where this edition says why they were not run: kept as
 * history, with the edition that they come from.
 */
export function historyOf(previous: Edition | undefined, rows: readonly MatrixRow[]): HistoricalItem[] {
  if (!previous) return [];
  const here = new Map(rows.map((row) => [row.id, row]));
  const observed = new Set(rows.filter(({ verdict }) => ran(verdict)).map(({ id }) => id));
  // What was already history keeps the first edition that it came from.
  const first = new Map(previous.historicalEvidence.items.map((item) => [item.rowId, item]));
  const items = previous.compatibilityMatrix
    .filter(({ id, verdict, caseDigest }) => {
      const now = here.get(id);
      return now === undefined || now.caseDigest === caseDigest || (ran(verdict) && !observed.has(id));
    })
    .map(
      ({ id, observedAt }) =>
        first.get(id) ?? {
          rowId: id,
          originalEdition: previous.generatedAt,
          originalDigest: previous.contentDigest,
          observedAt,
          notReverifiedSince: observedAt,
          boundary: HISTORY_BOUNDARY,
        },
    );
  const known = new Set(items.map(({ rowId }) => rowId));
  const older = [...first.values()].filter(({ rowId }) => !known.has(rowId) && !observed.has(rowId));
  return [...older, ...items].sort((a, b) => (a.rowId < b.rowId ? -1 : 1));
}
