/** The package that operators install: one archive with everything that a service in production loads. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from './options.ts';
import { packageFolder } from './pack/folder.ts';
import { provenanceOf } from './pack/provenance.ts';

const HELP = `Usage: npm run pack [-- --to FOLDER]

Makes dist/assay-<version>.tgz: service and command line, bundled, and the library assay/buyer with its types. It needs
Node 24 and no other package, and no network to install. The sandbox asks for its chains by name. Beside it lies
<archive>.intoto.json, which says what it was made of: commit, sources, lock file and packages, with their digests.

  --to FOLDER   where the archive goes (default dist)
  --help        this text`;

const { to } = optionsOf(HELP, { to: { type: 'string', default: 'dist' } });
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'dist/package');
mkdirSync(resolve(to), { recursive: true });

await packageFolder(root, folder, { types: true });
const out = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(to)], {
  cwd: folder,
  encoding: 'utf8',
});
const archive = join(to, out.trim().split('\n').at(-1)!);
const read = <T>(name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as T;
const { version } = read<{ version: string }>('package.json');
const made = provenanceOf({ root, archive, version, bill: read('sbom.cdx.json') });
writeFileSync(`${archive}.intoto.json`, `${JSON.stringify(made, null, 2)}\n`);
console.log(`${archive}: ${(statSync(archive).size / 1_000_000).toFixed(1)} MB`);
