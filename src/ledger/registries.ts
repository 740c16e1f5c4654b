import type { MatrixRow } from './schema.ts';
import { ran } from './signatures.ts';

/** Client builds by language. A row names the registry that published its client, and each registry is of one language. */

export type Registry = MatrixRow['client']['ecosystem'];
export const LANGUAGES = {
  npm: 'JavaScript',
  pypi: 'Python',
  go: 'Go',
  'crates.io': 'Rust',
} as const satisfies Record<Registry, string>;

/** The build, as the ids of its rows name it. */
export const buildOf = ({ id }: Pick<MatrixRow, 'id'>): string => id.slice(id.indexOf('.') + 1);

/** How many builds were run of each registry. */
export const registriesOf = (
  rows: readonly MatrixRow[],
): readonly { readonly registry: Registry; readonly builds: number }[] =>
  [
    ...Map.groupBy(
      rows.filter(({ verdict, stale }) => !stale && ran(verdict)),
      ({ client }) => client.ecosystem,
    ),
  ]
    .map(([registry, own]) => ({ registry, builds: new Set(own.map(buildOf)).size }))
    .sort((a, b) => b.builds - a.builds);
