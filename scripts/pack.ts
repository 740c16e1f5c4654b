/** The package that operators install: one archive with everything that a service in production loads. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from './options.ts';
import { bundlePackage, CARRIED_BY_CODE } from './pack/bundle.ts';
import { type Installed, lockedIn, withDependencies } from './pack/installed.ts';
import { billOfMaterials, licencesOf } from './pack/papers.ts';
import { writeTypes } from './pack/types.ts';

const HELP = `Usage: npm run pack [-- --to FOLDER]

Makes dist/assay-<version>.tgz: service and command line, bundled, and the library assay/buyer with its types. It needs
Node 24 and no other package, and no network to install. The sandbox asks for its chains by name.

  --to FOLDER   where the archive goes (default dist)
  --help        this text`;

const { to } = optionsOf(HELP, { to: { type: 'string', default: 'dist' } });
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'dist/package');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;

const manifest = read<Record<string, unknown> & { version: string; optionalDependencies: Record<string, string> }>(
  'package.json',
);
const startedAt = performance.now();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const { packages: inCode } = await bundlePackage(root, join(folder, 'dist'));
writeTypes(root, join(folder, 'dist/types'));

// What a release froze imports these by name, at exactly these versions.
const frozen = Object.values(read<{ bundles: Record<string, { packages: readonly string[] }> }>('releases/manifest.json').bundles);
const wanted = frozen.flatMap(({ packages }) => packages.map((each) => each.slice(0, each.lastIndexOf('@'))));
const locked = lockedIn(root);
const carried = withDependencies(locked, [...new Set([...CARRIED_BY_CODE, ...wanted])].sort());
for (const { folder: of } of carried)
  cpSync(join(root, of), join(folder, of), { recursive: true, filter: (path) => isRun(path, of) });

for (const path of ['docs', 'releases', 'data/ledger', 'README.md', 'LICENSE', 'CHANGELOG.md', 'ops'])
  cpSync(join(root, path), join(folder, path), { recursive: true });
mkdirSync(join(folder, 'bin'));
cpSync(join(root, 'bin/packed.mjs'), join(folder, 'bin/assay.mjs'));

const all = [...inCode.map((each) => locked.get(each)!), ...carried];
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(root, all));
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(manifest.version, all), null, 2)}\n`);
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packedManifest(carried), null, 2)}\n`);

const out = execFileSync('npm', ['pack', '--silent', '--pack-destination', join(root, to)], { cwd: folder, encoding: 'utf8' });
const archive = join(to, out.trim().split('\n').at(-1)!);
console.log(`${archive}: ${megabytes(statSync(join(root, archive)).size)} MB, in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);

/** Its packages are in the archive: one package is installed, the same code everywhere. */
function packedManifest(of: readonly Installed[]): object {
  const top = of.filter(({ folder: place, name }) => place === `node_modules/${name}`);
  const { name, version, description, license, type } = manifest;
  const peers = ['litesvm', ...Object.keys(manifest.optionalDependencies).filter((each) => each.includes('/anvil-'))];
  const versionOf = (peer: string) => locked.get(`node_modules/${peer}`)!.version;
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
    // Only the sandbox's chains: it asks for them by name.
    peerDependencies: Object.fromEntries(peers.map((each) => [each, versionOf(each)])),
    peerDependenciesMeta: Object.fromEntries(peers.map((each) => [each, { optional: true }])),
  };
}

/** Of a carried package: what Node loads, and its licence. Its own packages are carried by themselves. */
function isRun(path: string, of: string): boolean {
  const within = path.slice(join(root, of).length);
  if (within.startsWith('/node_modules') || within.startsWith('/src')) return false;
  return !/\.(ts|mts|cts|map|md|flow)$/.test(within) || /licen[cs]e/i.test(within);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
