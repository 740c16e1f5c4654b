import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Containers often have 64 MB there, which a run of all tests fills. */
const ENOUGH_BYTES = 1_000_000_000;

/**
 * Where tests keep what they write: in memory where there is such a folder, since a flush to a disk that nobody pulls out
 * proves nothing. Tests of durability keep theirs on the disk (`tmpdir()`).
 */
export const TEMPORARY = usable(MEMORY) ? MEMORY : tmpdir();

function usable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
