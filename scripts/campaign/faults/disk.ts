import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk of a test's own, that can be filled and freed. */
export interface Disk {
  readonly folder: string;
  fill(): void;
  free(): void;
  close(): void;
}

const CHUNK = Buffer.alloc(1 << 20);

/** A tmpfs of this size; undefined: this process may not mount. It goes with this process, unless that is killed. */
export function smallDisk(megabytes: number): Disk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'assay-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    process.off('exit', close);
    // Lazily: a process that is being ended may still hold a file.
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true });
  };
  process.once('exit', close);
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (let size = CHUNK.length; size > 0; )
          try {
            if (writeSync(file, CHUNK, 0, size) < size) size >>= 1;
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            size >>= 1;
          }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close,
  };
}
