import type { Edition, MatrixRow } from './schema.ts';
import { ran } from './signatures.ts';

/** Which client builds an edition holds, in which language, and which it could not run. */

export type Registry = MatrixRow['client']['ecosystem'];
/** A row names the registry that published its client, and each registry is of one language. */
export const LANGUAGE_OF = {
  npm: 'JavaScript',
  pypi: 'Python',
  go: 'Go',
  'crates.io': 'Rust',
} as const satisfies Record<Registry, string>;

/** The build, as the ids of its rows name it. */
export const buildOf = (rowId: string): string => rowId.slice(rowId.indexOf('.') + 1);

type Rows = readonly MatrixRow[];
const wasRun = ({ verdict }: MatrixRow): boolean => ran(verdict);
const buildsOf = (rows: Rows): ReadonlySet<string> => new Set(rows.map(({ id }) => buildOf(id)));

/** How many builds were run of each registry. */
export const registriesOf = (
  rows: Rows,
): readonly { readonly registry: Registry; readonly builds: number }[] =>
  [
    ...Map.groupBy(
      rows.filter((row) => !row.stale && wasRun(row)),
      ({ client }) => client.ecosystem,
    ),
  ]
    .map(([registry, own]) => ({ registry, builds: buildsOf(own).size }))
    .sort((a, b) => b.builds - a.builds);

/** Builds of which not one row was run, by the reason that most of their rows give. */
export function notRunOf(
  rows: Rows,
): readonly { readonly why: string; readonly builds: readonly string[] }[] {
  const here = buildsOf(rows.filter(wasRun));
  const absent = [...Map.groupBy(rows, ({ id }) => buildOf(id))].filter(([build]) => !here.has(build));
  return [...Map.groupBy(absent, ([, own]) => mostCommon(own.map(({ observed }) => observed)))].map(
    ([why, builds]) => ({ why: why.replace(/^not run: /, ''), builds: builds.map(([build]) => build) }),
  );
}

const mostCommon = (all: readonly string[]): string =>
  [...Map.groupBy(all, (each) => each)].reduce((a, b) => (b[1].length > a[1].length ? b : a))[0];

/** Builds that this edition could not run and an earlier one did: when, and for which edition. */
export function lastTestedEarlier({
  compatibilityMatrix,
  historicalEvidence,
}: Pick<Edition, 'compatibilityMatrix' | 'historicalEvidence'>) {
  const here = buildsOf(compatibilityMatrix.filter(wasRun));
  return [...Map.groupBy(historicalEvidence.items, ({ rowId }) => buildOf(rowId))]
    .filter(([build]) => !here.has(build))
    .map(([build, items]) => {
      const last = items.reduce((a, b) => (b.observedAt > a.observedAt ? b : a));
      return { build, rows: items.length, observedAt: last.observedAt, edition: last.originalDigest };
    });
}
