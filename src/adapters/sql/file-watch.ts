import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../values/failure.ts';

/** How often a file is looked at: what is wrong is known within a second. */
export const LOOK_MS = 500;

/** SQLITE_CORRUPT, SQLITE_NOTADB and SQLITE_IOERR_SHORT_READ: the file does not hold what was written to it. */
const BROKEN = new Set([11, 26]);
const SHORT_READ = 522;

/** Whether the engine says that the file is broken, as opposed to locked or full. */
export function isBroken(error: unknown): boolean {
  const { errcode } = Object(error) as { errcode?: unknown };
  return typeof errcode === 'number' && (BROKEN.has(errcode & 0xff) || errcode === SHORT_READ);
}

/**
 * Watches a journal under its writer. The engine holds its files open and writes on into one that was deleted, and it
 * reads from memory what is gone from the disk: hundreds of sales would be recorded nowhere.
 */
export function watchJournal(path: string): { look(): void; remember(): void } {
  const first = statSync(path);
  let known = first;
  let log: { readonly ino: number; readonly dev: number } | undefined;

  return {
    /** Throws when the file is another one, shorter, or was changed by somebody else and does not hold together. */
    look() {
      const now = at(path);
      if (!isSame(first, now)) throw gone('the journal was deleted or replaced', 'JOURNAL_REPLACED');
      if (now!.size < known.size) throw gone('the journal was cut short', 'JOURNAL_CUT');
      const logNow = at(`${path}-wal`);
      if (log && !isSame(log, logNow))
        throw gone('the log of the journal was deleted or replaced', 'LOG_REPLACED');
      log ??= logNow;
      if (now!.mtimeMs !== known.mtimeMs) {
        known = now!;
        if (!holdsTogether(path)) throw gone('the journal was damaged', 'JOURNAL_DAMAGED');
      }
    },
    /** After a write of our own. */
    remember() {
      known = at(path) ?? known;
    },
  };
}

const at = (path: string) => statSync(path, { throwIfNoEntry: false });

const isSame = (
  a: { readonly ino: number; readonly dev: number },
  b: { readonly ino: number; readonly dev: number } | undefined,
): boolean => a.ino === b?.ino && a.dev === b.dev;

const gone = (message: string, code: string): Failure => new Failure(message, code);

/** Read anew from the disk, through a connection that remembers nothing. */
function holdsTogether(path: string): boolean {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare('pragma quick_check(1)').get()?.quick_check === 'ok';
  } catch {
    return false;
  } finally {
    db.close();
  }
}
