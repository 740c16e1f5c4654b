import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Packages that only tests and a few commands need: half of what `npm ci` once brought, and nothing that sells. Each
 * folder has a manifest and a lock file of its own, and whoever uses its packages asks for them here.
 */
export const FOLDERS = [
  'config',
  'scripts/edge',
  'test/browser',
  'test/postgres',
  'bench/generators',
] as const;
export type Folder = (typeof FOLDERS)[number];

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Installs the packages of each folder. Waits for them all, then throws with whatever failed: none is left half done. */
export async function bringAll(folders: readonly Folder[] = FOLDERS, root = ROOT): Promise<void> {
  const ends = await Promise.allSettled(folders.map((each) => bring(each, root)));
  const failed = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Error).message] : []));
  if (failed.length > 0) throw new Error(failed.join('\n'));
}

/** Installs the packages of a folder, unless they are there. Throws with what npm said. */
export async function bring(folder: Folder, root = ROOT): Promise<void> {
  const at = join(root, folder);
  const lock = readFileSync(join(at, 'package-lock.json'));
  const made = createHash('sha256').update(lock).digest('hex');
  const there = join(at, 'node_modules');
  const isThere = () => existsSync(stampIn(there)) && readFileSync(stampIn(there), 'utf8') === made;
  if (isThere()) return;
  console.error(`installing what ${folder}/package.json names, once`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  removeOldDrafts(join(root, '.cache'));
  const draft = mkdtempSync(join(root, '.cache', 'bring-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(at, file), join(draft, file));
    await installIn(draft, folder);
    writeFileSync(stampIn(join(draft, 'node_modules')), made);
    // Half an installation is none: the name appears when all is there. Two may install at once; the first one stays.
    if (isThere()) return;
    if (existsSync(there)) renameSync(there, join(draft, 'before'));
    renameSync(join(draft, 'node_modules'), there);
  } catch (error) {
    if (!isThere()) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Longer than an installation takes: whoever made the draft was ended before it could remove it. */
const OLD_MS = 3_600_000;

function removeOldDrafts(cache: string): void {
  for (const name of readdirSync(cache).filter((each) => each.startsWith('bring-'))) {
    const made = statSync(join(cache, name), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - made > OLD_MS) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

const stampIn = (packages: string): string => join(packages, '.brought-by-lock');

/** Every archive is compared with the lock file, and no script of a package runs. */
const NPM_CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
const SAID_KEPT = 2_000;

function installIn(cwd: string, folder: Folder): Promise<void> {
  return new Promise((resolve, reject) => {
    const npm = spawn('npm', NPM_CI, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    // Npm ends with us: nobody would be there to use or remove what it installs.
    const end = () => npm.kill();
    process.once('exit', end);
    let said = '';
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (text: Buffer) => {
        said = (said + text.toString('utf8')).slice(-SAID_KEPT);
      });
    const failed = (why: string) =>
      reject(new Error(`npm could not install the packages of ${folder}/package.json: ${why}`));
    npm.once('error', (error) => failed(error.message));
    npm.once('close', (code) => {
      process.off('exit', end);
      // A folder whose packages are all for other platforms is empty, which is for its user to say.
      mkdirSync(join(cwd, 'node_modules'), { recursive: true });
      if (code === 0) resolve();
      else failed(said.trim());
    });
  });
}
