import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { ownFile } from '../adapters/private-file.ts';
import { sha256Hex } from '../values/digest.ts';
import { Failure } from '../values/failure.ts';
import type { Config } from './config.ts';

/** A process that was just killed, or is about to end, has let go by then. */
const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 100;

/**
 * Holds DATA_DIR for as long as this process lives. The kernel holds the lock, by way of SQLite, so that one of a process
 * that was killed is gone with it. An SQLite journal has one process; on PostgreSQL nodes of several names may share a
 * folder, and two of one name may not.
 */
export async function holdDataDir(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  name: string,
  patienceMs = PATIENCE_MS,
): Promise<{ release(): void }> {
  const file = join(dataDir, databaseUrl === undefined ? 'in-use' : `in-use-${sha256Hex(name).slice(0, 12)}`);
  ownFile(file);
  const db = new DatabaseSync(file);
  for (const until = performance.now() + patienceMs; ; await setTimeout(LOOK_EVERY_MS))
    try {
      db.exec('pragma busy_timeout = 0; begin exclusive');
      return { release: () => db.close() };
    } catch (error) {
      if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
      if (performance.now() < until) continue;
      db.close();
      throw new Failure(
        `another process uses DATA_DIR${databaseUrl === undefined ? '' : ' under this name'}: stop it, or set DATA_DIR to another folder`,
        'DATA_DIR_IN_USE',
      );
    }
}

const SQLITE_BUSY = 5;
