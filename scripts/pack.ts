/** The package that operators install: one archive with everything that a service in production loads. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from './options.ts';
import { packageFolder } from './pack/folder.ts';

const HELP = `Usage: npm run pack [-- --to FOLDER]

Makes dist/assay-<version>.tgz: service and command line, bundled, and the library assay/buyer with its types. It needs
Node 24 and no other package, and no network to install. The sandbox asks for its chains by name.

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
console.log(`${archive}: ${(statSync(archive).size / 1_000_000).toFixed(1)} MB`);
