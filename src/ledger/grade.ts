import { byVersion } from './observed-signatures.ts';
import type { Edition, MatrixRow } from './schema.ts';
import { ran } from './signatures.ts';
import { buildOf } from './tested-builds.ts';

/** Retry safety of a build: follows from the rows of an edition and from nothing else. docs/retry-grade.md explains the rule. */

/** One call that goes wrong after the payment: it may sign once, and may not deny what it paid. */
export const ONE_CALL = ['B07', 'B08', 'B23', 'B35', 'B46', 'B54', 'B57', 'B61'] as const;
/** The caller calls again: the same payment is to go out again. */
export const SECOND_CALL = ['B09', 'B58', 'B59', 'B60'] as const;
/** Without these a grade would say more than was seen; the others do not arise in every protocol. */
const NEEDED: readonly string[] = ['B08', 'B57', ...SECOND_CALL];

export const GRADES = {
  A: 'A call that failed can be made again: the same payment goes out again.',
  B: 'One call pays once. Its caller is not shown what failed, or a second call pays again or buys nothing.',
  C: 'As B, and the client says that it did not pay after the money moved.',
  D: 'One call may pay more than once.',
} as const;
export type Grade = keyof typeof GRADES;

interface Graded {
  /** The build, as row ids name it. */
  readonly build: string;
  readonly client: string;
  readonly version: string;
  readonly ecosystem: MatrixRow['client']['ecosystem'];
  /** Null: a row that could lower it was not seen. */
  readonly grade: Grade | null;
  /** Behaviours that keep the build from an A. */
  readonly because: readonly string[];
  /**
   * Verified fixes that together mend all of these; null when some has none, or a row was not seen. Empty: nothing to mend.
   */
  readonly safeWith: readonly string[] | null;
}

type Seen = Pick<Edition, 'compatibilityMatrix' | 'verifiedFixes'>;

export function gradesOf(edition: Seen): readonly Graded[] {
  const rows = Map.groupBy(edition.compatibilityMatrix, ({ id }) => buildOf(id));
  return [...rows]
    .map(([build, own]) => graded(build, own, edition))
    .sort(
      (a, b) =>
        a.ecosystem.localeCompare(b.ecosystem) ||
        a.client.localeCompare(b.client) ||
        byVersion(a.version, b.version) ||
        (a.build < b.build ? -1 : 1),
    );
}

function graded(build: string, rows: readonly MatrixRow[], edition: Seen): Graded {
  const { name: client, version, ecosystem } = rows[0]!.client;
  const seen = new Map(rows.filter(speaks).map((row) => [row.behaviourId, row]));
  const of = (ids: readonly string[]) => ids.flatMap((id) => seen.get(id) ?? []);
  const frame = { build, client, version, ecosystem };
  // Also of runs that broke off: a client that never stops paying ends none of them.
  const twice = rows.filter(
    ({ behaviourId, distinctNonces, stale }) => isOneCall(behaviourId) && !stale && distinctNonces > 1,
  );
  const unseen = NEEDED.some((id) => !seen.has(id)) || rows.some(isUnseen);
  if (unseen && twice.length === 0) return { ...frame, grade: null, because: [], safeWith: null };
  const denied = of([...ONE_CALL, ...SECOND_CALL]).filter(
    ({ moneyTold }) => moneyTold?.says === 'not_paid' && moneyTold.truth === 'wrong',
  );
  const again = of(SECOND_CALL).filter(({ verdict }) => verdict !== 'pass');
  const unlike = of(ONE_CALL).filter(({ verdict }) => verdict === 'fail');
  const costly = [...again, ...unlike];
  const grade = twice.length > 0 ? 'D' : denied.length > 0 ? 'C' : costly.length > 0 ? 'B' : 'A';
  const because = [...new Set([...twice, ...denied, ...costly].map(({ behaviourId }) => behaviourId))].sort();
  const mends = because.map((id) => fixFor(id, rows[0]!.client, edition));
  const safeWith = !unseen && mends.every((each) => each !== undefined) ? [...new Set(mends)].sort() : null;
  return { ...frame, grade, because, safeWith };
}

/** A stale row and one that was not run say nothing. */
const speaks = ({ verdict, stale }: MatrixRow): boolean => !stale && ran(verdict);

const isOneCall = (id: string): boolean => (ONE_CALL as readonly string[]).includes(id);

/** One call that was tried and is not known any more, or never was: it may be the one that pays twice. */
const isUnseen = (row: MatrixRow): boolean =>
  isOneCall(row.behaviourId) && row.verdict !== 'not_run' && !speaks(row);

/**
 * A fix names packages, and one package may be several builds, one for each protocol: the fix counts when it mends as many
 * as fail, so that none is called safe for what another one does.
 */
function fixFor(
  behaviourId: string,
  { name, version }: MatrixRow['client'],
  edition: Seen,
): string | undefined {
  const failing = edition.compatibilityMatrix.filter(
    (row) =>
      row.behaviourId === behaviourId &&
      row.client.name === name &&
      row.client.version === version &&
      ((ran(row.verdict) && row.verdict !== 'pass') || row.distinctNonces > 1),
  ).length;
  return edition.verifiedFixes.find(
    ({ before, verifiedWith }) =>
      before.caseId.startsWith(`${behaviourId}.`) &&
      verifiedWith.filter((each) => each === `${name}@${version}`).length >= failing,
  )?.id;
}

const COLOURS: Readonly<Record<Grade, string>> = { A: '#1a7f37', B: '#9a6700', C: '#bc4c00', D: '#b31d28' };

/** A badge that says which edition it follows from: whoever has the edition can make it again. */
export function badgeOf({ build, grade }: Pick<Graded, 'build' | 'grade'>, contentDigest: string): string {
  const letter = grade ?? '?';
  const colour = grade === null ? '#57606a' : COLOURS[grade];
  const says = `${build}: retry safety ${letter}, edition ${contentDigest}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="126" height="20" role="img" aria-label="${says}"><title>${says}</title><rect width="100" height="20" fill="#24292f"/><rect x="100" width="26" height="20" fill="${colour}"/><g fill="#fff" font-family="Verdana,sans-serif" font-size="11"><text x="8" y="14">retry safety</text><text x="109" y="14">${letter}</text></g></svg>\n`;
}
