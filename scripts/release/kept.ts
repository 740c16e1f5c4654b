/** What releases left behind: which revision each of them sells, and a bundle for every revision that may still be owed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Closure, sha256 } from './freeze.ts';

export interface Release {
  readonly release: string;
  /** ISO instant. */
  readonly at: string;
  /** Revision by product. */
  readonly sells: Readonly<Record<string, string>>;
}

export interface Manifest {
  /** Newest first. */
  readonly releases: readonly Release[];
  /** By `product/revision`: digest of the file, and the packages that it takes from node_modules. */
  readonly bundles: Readonly<
    Record<string, { readonly digest: string; readonly packages: readonly string[] }>
  >;
}

export const MANIFEST = 'releases/manifest.json';
export const fileOf = (name: string): string => `releases/${name}.mjs`;

export function manifestIn(root: string): Manifest {
  const file = join(root, MANIFEST);
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest)
    : { releases: [], bundles: {} };
}

/** The bundles that lie in the folder, by name. */
export function bundlesIn(root: string): ReadonlyMap<string, string> {
  const folder = join(root, 'releases');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.mjs'),
  );
  return new Map(files.map((path) => [path.slice(0, -4), readFileSync(join(folder, path), 'utf8')]));
}

export const namesOf = ({ sells }: Pick<Release, 'sells'>): readonly string[] =>
  Object.entries(sells).map(([product, revision]) => `${product}/${revision}`);

/** What would make an answer that was sold by a release impossible to give again. */
export function faultsOf(
  { releases, bundles }: Manifest,
  files: ReadonlyMap<string, string>,
  installed: ReadonlySet<string>,
): readonly string[] {
  if (releases.length === 0)
    return [`${MANIFEST} names no release: what was sold cannot be told from what changed`];
  return [...new Set(releases.flatMap(namesOf))].flatMap((name) => {
    const kept = bundles[name];
    const code = files.get(name);
    if (kept === undefined || code === undefined)
      return [
        `${name} was released and ${fileOf(name)} is not there: bring it back from git, its answers are owed`,
      ];
    if (`sha256:${sha256(code)}` !== kept.digest)
      return [`${fileOf(name)} is not what was released: bring it back from git`];
    return kept.packages
      .filter((each) => !installed.has(each))
      .map(
        (each) =>
          `${name} was released with ${each}, which is not installed any more. Put that version back, run "npm run release -- inline", then change it`,
      );
  });
}

/** The manifest after a release of these closures, and the files that it adds and no longer needs. */
export function released(before: Manifest, closures: readonly Closure[], release: string, at: Date) {
  const sells = Object.fromEntries(closures.map(({ product, revision }) => [product, revision]));
  const releases = [{ release, at: at.toISOString(), sells }, ...before.releases].filter(
    // Sold by it until the next one came; the newest is sold today.
    (_, index, all) => index === 0 || at.getTime() - Date.parse(all[index - 1]!.at) < KEPT_MS,
  );
  const names = [...new Set(releases.flatMap(namesOf))].sort();
  const added = new Map(
    closures
      .filter(({ product, revision }) => before.bundles[`${product}/${revision}`] === undefined)
      .map(({ product, revision, code, packages }) => [`${product}/${revision}`, { code, packages }]),
  );
  const bundles = Object.fromEntries(
    names.map((name) => {
      const fresh = added.get(name);
      return [
        name,
        fresh ? { digest: `sha256:${sha256(fresh.code)}`, packages: fresh.packages } : before.bundles[name]!,
      ];
    }),
  );
  const gone = Object.keys(before.bundles).filter((name) => bundles[name] === undefined);
  return { manifest: { releases, bundles }, added, gone };
}

/**
 * For how long a bundle outlives the last release that sold it. A delivered answer is owed for a day, but operators
 * skip releases; and one that is settled and was never fetched is owed without a limit (docs/operators.md).
 */
const KEPT_MS = 90 * 86_400_000;

export function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

export const remove = (root: string, path: string): void => rmSync(join(root, path), { force: true });

export const jsonFile = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
