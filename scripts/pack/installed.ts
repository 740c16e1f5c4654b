import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the lock file and `node_modules` say of an npm package. */
export interface Installed {
  /** Below the repository: `node_modules/a/node_modules/b`. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  readonly integrity: string | undefined;
  readonly dependencies: readonly string[];
}

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const IN_NODE_MODULES = 'node_modules/';

/** Every package of the lock file by its folder. */
export function lockedIn(root: string): ReadonlyMap<string, Installed> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  return new Map(
    Object.entries(packages).map(([folder, { name, version, license, integrity, dependencies }]) => [
      folder,
      {
        folder,
        name: name ?? folder.slice(folder.lastIndexOf(IN_NODE_MODULES) + IN_NODE_MODULES.length),
        version,
        licence: license ?? 'NOASSERTION',
        integrity,
        dependencies: Object.keys(dependencies ?? {}),
      },
    ]),
  );
}

/** These packages and all that they depend on, by the folders where Node finds them. */
export function withDependencies(
  locked: ReadonlyMap<string, Installed>,
  names: readonly string[],
): readonly Installed[] {
  const found = new Map<string, Installed>();
  const visit = (name: string, from: string): void => {
    const folder = placesOf(name, from).find((each) => locked.has(each));
    if (folder === undefined) throw new Error(`${name} is not in package-lock.json`);
    if (found.has(folder)) return;
    const each = locked.get(folder)!;
    found.set(folder, each);
    for (const dependency of each.dependencies) visit(dependency, folder);
  };
  for (const name of names) visit(name, '');
  return [...found.values()];
}

/** Where Node looks for `name` from the package at `from`: its own folder first, then each one above. */
function placesOf(name: string, from: string): readonly string[] {
  const places: string[] = [];
  for (
    let folder = from;
    folder !== '';
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  )
    places.push(`${folder}/${IN_NODE_MODULES}${name}`);
  return [...places, `${IN_NODE_MODULES}${name}`];
}

/** The texts of its licence; empty where the archive brings none. */
export function licenceTexts(root: string, { folder }: Installed): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(root, folder, name), 'utf8').trim());
}
