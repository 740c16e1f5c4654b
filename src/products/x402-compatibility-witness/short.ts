import type { MatrixRow } from '../../ledger/schema.ts';
import { tableOf } from '../../ledger/short-parts.ts';

/** The rows of a witness as they are sold: what they have in common once, and no more of a row than a decision needs. */

const SAYS = [
  'To write out a row, start with `rows` and add the members of the row, which win. `observedAt` is `since` plus the row\'s `at` in milliseconds, `staleAfter` is 30 days later, and `caseDigest` is "sha256:" followed by the row\'s `case`.',
  '`expected` is what a careful buyer wants to see. `observed` is the phrases that `saw` numbers, joined by "; ". A row without `saw` passed: what was observed is what was expected.',
  'To get every member of each row and its proof under `rowsRoot`, add shape=full to the query before you pay. The price is the same.',
].join(' ');

/** Said of every row of one build alike, so once. */
const COMMON = ['client', 'runtime', 'protocol', 'scheme', 'network'] as const;

type Common = Pick<MatrixRow, (typeof COMMON)[number] | 'evidenceLevel'>;
export type ShortRow = Partial<Common> & {
  readonly id: string;
  readonly verdict: MatrixRow['verdict'];
  readonly expected: string;
  /** Places in `phrases`. */
  readonly saw?: readonly number[];
  readonly at: number;
  readonly case: string;
};
export interface ShortRows {
  readonly shared?: {
    readonly says: string;
    readonly since: string;
    readonly phrases: readonly string[];
    readonly rows: Common;
  };
  readonly behaviours: ShortRow[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The level that most rows have; of two that are equal, the one that comes first. */
function usualLevel(rows: readonly MatrixRow[]): MatrixRow['evidenceLevel'] {
  const groups = [...Map.groupBy(rows, ({ evidenceLevel }) => evidenceLevel).values()];
  return groups.reduce((most, each) => (each.length > most.length ? each : most))[0]!.evidenceLevel;
}

export function shortRows(rows: readonly MatrixRow[]): ShortRows {
  const [first] = rows;
  if (!first) return { behaviours: [] };
  const { client, runtime, protocol, scheme, network } = first;
  const common: Common = { client, runtime, protocol, scheme, network, evidenceLevel: usualLevel(rows) };
  const since = rows.reduce(
    (least, { observedAt }) => (observedAt < least ? observedAt : least),
    first.observedAt,
  );
  const phrases = tableOf<string>();
  const behaviours = rows.map((row): ShortRow => {
    const own = ([...COMMON, 'evidenceLevel'] as const).filter((name) => !same(row[name], common[name]));
    const { id, verdict, expected, observed, observedAt, caseDigest } = row;
    return {
      ...{ id, verdict, expected },
      ...(verdict !== 'pass' && { saw: observed.split('; ').map(phrases.placeOf) }),
      ...Object.fromEntries(own.map((name) => [name, row[name]])),
      ...{ at: Date.parse(observedAt) - Date.parse(since), case: caseDigest.slice('sha256:'.length) },
    };
  });
  return { shared: { says: SAYS, since, phrases: phrases.values, rows: common }, behaviours };
}
