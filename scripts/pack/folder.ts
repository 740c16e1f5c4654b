/** The package as a folder: what `npm run pack` puts into an archive. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { bundlePackage, CARRIED_BY_CODE } from './bundle.ts';
import { type Installed, lockedIn, withDependencies } from './installed.ts';
import { billOfMaterials, licencesOf } from './papers.ts';
import { writeTypes } from './types.ts';

/** What a running service, or whoever installs it, reads as it is. */
const AS_THEY_ARE = [
  'docs',
  'releases',
  'data/ledger',
  'ops',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'SECURITY.md',
];

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly version: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const readIn = <T>(root: string, path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

/** Makes `folder` anew. `types`: with the declarations of the library, which cost more than all the rest. */
export async function packageFolder(
  root: string,
  folder: string,
  { types }: { types: boolean },
): Promise<void> {
  const manifest = readIn<Manifest>(root, 'package.json');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });

  const { packages: inCode } = await bundlePackage(root, join(folder, 'dist'));
  if (types) writeTypes(root, join(folder, 'dist/types'));

  const locked = lockedIn(root);
  const carried = withDependencies(locked, [...new Set([...CARRIED_BY_CODE, ...ofFrozen(root)])].sort());
  for (const { folder: of } of carried)
    cpSync(join(root, of), join(folder, of), {
      recursive: true,
      filter: (path) => isRun(path.slice(join(root, of).length)),
    });
  for (const path of trackedIn(root)) cpSync(join(root, path), join(folder, path));
  cpSync(join(root, 'bin/packed.mjs'), join(folder, 'bin/assay.mjs'));

  const all = [...inCode.map((each) => locked.get(each)!), ...carried];
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(root, all));
  writeFileSync(join(folder, 'sbom.cdx.json'), json(billOfMaterials(manifest.version, all)));
  writeFileSync(join(folder, 'package.json'), json(manifestOf(manifest, carried, locked)));
}

/** What an operator keeps beside `ops/compose` and git ignores. */
const SECRET = /(?:^|\/)(?:secrets\/|shop\.env$|\.env$)/;

/** Only what git tracks; without git, as in the first stage of the image, everything but the secrets that git ignores. */
function trackedIn(root: string): readonly string[] {
  const all = existsSync(join(root, '.git'))
    ? execFileSync('git', ['ls-files', '-z', '--', ...AS_THEY_ARE], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 64_000_000,
      }).split('\0')
    : AS_THEY_ARE.flatMap((path) => filesUnder(root, path)).filter((path) => !SECRET.test(path));
  return all.filter((path) => path !== '' && existsSync(join(root, path)));
}

const filesUnder = (root: string, path: string): readonly string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path)).flatMap((name) => filesUnder(root, `${path}/${name}`))
    : [path];

/** What a release froze imports these by name, at exactly these versions. */
function ofFrozen(root: string): readonly string[] {
  const { bundles } = readIn<{ bundles: Readonly<Record<string, { packages: readonly string[] }>> }>(
    root,
    'releases/manifest.json',
  );
  return Object.values(bundles).flatMap(({ packages }) =>
    packages.map((each) => each.slice(0, each.lastIndexOf('@'))),
  );
}

/** The packages that it needs are in the archive: one package is installed, the same code everywhere. */
function manifestOf(
  { name, version, description, license, type, optionalDependencies }: Manifest,
  carried: readonly Installed[],
  locked: ReadonlyMap<string, Installed>,
): object {
  const top = carried.filter((each) => each.folder === `node_modules/${each.name}`);
  const chains = ['litesvm', ...Object.keys(optionalDependencies).filter((each) => each.includes('/anvil-'))];
  return {
    ...{ name, version, description, license, type },
    engines: { node: '>=24' },
    bin: { assay: 'bin/assay.mjs' },
    exports: {
      './buyer': { types: './dist/types/buyer/index.d.ts', default: './dist/buyer.mjs' },
      './package.json': './package.json',
    },
    dependencies: Object.fromEntries(top.map((each) => [each.name, each.version])),
    bundleDependencies: top.map((each) => each.name),
    // The chains of the sandbox: it asks for them by name.
    peerDependencies: Object.fromEntries(
      chains.map((each) => [each, locked.get(`node_modules/${each}`)!.version]),
    ),
    peerDependenciesMeta: Object.fromEntries(chains.map((each) => [each, { optional: true }])),
  };
}

/** Of a carried package: what Node loads, and its licence. Its own packages are carried by themselves. */
const isRun = (within: string): boolean =>
  !within.startsWith('/node_modules') &&
  (!/\.(ts|mts|cts|map|md|flow)$/.test(within) || /licen[cs]e/i.test(within));

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
