import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedEditions } from '../src/adapters/edition-files.ts';
import { type Jwks, openSigningKeys } from '../src/adapters/signing-keys.ts';
import { optionsOf } from './options.ts';

const HELP = `ship-edition.ts [--from <folder>]

Runs the lab and puts the next edition into the release, signed with a key that is made for it and thrown away. Then run
"npm run derive". --from: make it from what "assay lab run --out <folder>" wrote.`;

const { from } = optionsOf(HELP, { from: { type: 'string' } });
const root = fileURLToPath(new URL('../', import.meta.url));
const shipped = join(root, 'data/ledger/editions');
const PUBLIC_URL = 'https://assay.example';

const folder = mkdtempSync(join(tmpdir(), 'assay-edition-'));
try {
  const newest = join(shipped, shippedEditions().editions.at(-1)!.file);
  const lab = from === undefined ? [] : ['--from', from];
  execFileSync(
    process.execPath,
    [join(root, 'bin/assay.mjs'), 'edition', 'build', '--short', '--previous', newest, ...lab],
    { env: { ...process.env, DATA_DIR: folder, PUBLIC_URL }, stdio: 'inherit' },
  );
  const [name] = readdirSync(join(folder, 'editions'));
  const { jwks } = openSigningKeys(join(folder, 'signing-keys.json'), PUBLIC_URL, { create: false, now: 0 });
  const file = join(shipped, 'jwks.json');
  const known = JSON.parse(readFileSync(file, 'utf8')) as Jwks;
  writeFileSync(file, `${JSON.stringify({ keys: [...known.keys, ...jwks.keys] }, null, 2)}\n`);
  copyFileSync(join(folder, 'editions', name!), join(shipped, name!));
  console.log(`shipped as data/ledger/editions/${name}`);
} finally {
  // The private key too.
  rmSync(folder, { recursive: true, force: true });
}
