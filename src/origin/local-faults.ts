import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isReadByOthers, MAY_BE_READ } from '../adapters/private-file.ts';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import type { Config, Fault } from './config.ts';

/**
 * What this machine has to have: a folder that can be written, with room, and keys that are readable, whole and nobody
 * else's. Starting asks it, `assay doctor` asks it, and `/readyz` goes on asking it.
 */

/** Sales of several days; below it an operator has to act. */
export const ROOM_BYTES = 64 * 1_024 * 1_024;
const PROBE = Buffer.alloc(4_096);

export type DirWord = 'ok' | 'data_dir_not_writable' | 'disk_full';

/** Writes to the disk and takes it back. */
export async function dataDirWord(dataDir: string, room = roomIn): Promise<DirWord> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    const file = await open(probe, 'w', 0o600);
    try {
      await file.writeFile(PROBE);
      await file.sync();
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
    return room(dataDir) < ROOM_BYTES ? 'disk_full' : 'ok';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'data_dir_not_writable';
  }
}

const roomIn = (dataDir: string): number => {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize;
};

/** What is wrong with the key file, in words; undefined: nothing. `mayBeMade`: a sandbox makes it. */
export function signingKeysFault(path: string, mayBeMade: boolean): string | undefined {
  if (!existsSync(path))
    return mayBeMade ? undefined : 'names no file: run "assay keys rotate" to make the first key';
  try {
    if (isReadByOthers(path)) return `names a file that ${MAY_BE_READ}`;
    openSigningKeys(path, 'https://assay.example', { create: false, now: 0 });
  } catch {
    return 'names a file that cannot be read or is not whole: bring it back from a copy';
  }
}

const DIR_FAULTS = {
  data_dir_not_writable: 'cannot be written',
  disk_full: `has less than ${ROOM_BYTES / 1_024 / 1_024} MB left`,
} as const;

/** Every fault of this machine, by variable. `make`: makes DATA_DIR, as starting does. */
export async function localFaults(
  { dataDir, databaseUrl, signingKeysFile, mode }: Config,
  { make }: { readonly make: boolean },
): Promise<readonly Fault[]> {
  const faults: Fault[] = [];
  if (make) await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(() => {});
  const word = make || existsSync(dataDir) ? await dataDirWord(dataDir) : wordOfParent(dataDir);
  if (word !== 'ok') faults.push({ variable: 'DATA_DIR', message: DIR_FAULTS[word] });
  const journal = join(dataDir, 'journal.sqlite');
  if (databaseUrl === undefined)
    for (const name of [journal, `${journal}-wal`, `${journal}-shm`])
      if (existsSync(name) && isReadByOthers(name))
        faults.push({ variable: 'DATA_DIR', message: `holds a journal that ${MAY_BE_READ} ${name}` });
  const keys = signingKeysFault(signingKeysFile, mode === 'sandbox');
  if (keys !== undefined) faults.push({ variable: 'SIGNING_KEYS_FILE', message: keys });
  return faults;
}

/** Of a folder that is not there yet: whether it could be made. Nothing is written where others look. */
function wordOfParent(path: string): DirWord {
  let parent = path;
  while (!existsSync(parent) && dirname(parent) !== parent) parent = dirname(parent);
  try {
    accessSync(parent, constants.W_OK | constants.X_OK);
    return statSync(parent).isDirectory() ? 'ok' : 'data_dir_not_writable';
  } catch {
    return 'data_dir_not_writable';
  }
}
