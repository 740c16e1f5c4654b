import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { isBroken, LOOK_MS, watchJournal } from './file-watch.ts';

/**
 * The only write connection, in a thread of its own so that a slow disk never stops the event loop. One message is
 * one batch: every unit in a savepoint, one commit, one fsync, one reply.
 */
export interface SqlStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
export type Batch = readonly (readonly SqlStatement[])[];
/** `code`: the engine's own number, as SQLITE_13. */
type Failed = { readonly error: string; readonly code: string };
export type UnitResult = { readonly rows: Record<string, unknown>[][] } | Failed;

/** First message: what the engine says about itself, read back after it was set. */
export interface WriterHello {
  readonly journalMode: unknown;
  readonly synchronous: unknown;
}

/** Inner pages of the indexes over ten million rows stay in memory: keys are digests, so that every row is somewhere else. */
const CACHE_KB = 65_536;
/** How long what a row has forgotten may stay in the write-ahead log. */
const EMPTY_LOG_MS = 2_000;

const port = parentPort!;
const { path } = workerData as { path: string };
const db = new DatabaseSync(path);
// What a row forgets must be gone from the file too: freed bytes are overwritten, and the log is emptied (below).
// `fullfsync` is for macOS, whose plain fsync does not wait for the disk; elsewhere it means nothing.
db.exec(`pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma fullfsync = on;
         pragma foreign_keys = on; pragma secure_delete = on; pragma cache_size = -${CACHE_KB}`);
const hello: WriterHello = {
  journalMode: db.prepare('pragma journal_mode').get()?.journal_mode,
  synchronous: db.prepare('pragma synchronous').get()?.synchronous,
};
port.postMessage(hello);

const prepared = new Map<string, StatementSync>();

/** Written since the log was last emptied: older versions of rows, and so what they have forgotten, are still in it. */
let written = false;
const emptying = setInterval(emptyLog, EMPTY_LOG_MS);
/** Thrown here, it ends the writer, and so the process. */
// Without a log there may be no file to watch: whoever reads the hello refuses it.
const watch = hello.journalMode === 'wal' ? watchJournal(path) : { look() {}, remember() {} };
const watching = setInterval(watch.look, LOOK_MS);

function emptyLog(): void {
  if (!written) return;
  written = false;
  watch.look();
  try {
    db.exec('pragma wal_checkpoint(truncate)');
    watch.remember();
  } catch (error) {
    if (isBroken(error)) throw error;
    // Another connection reads: the next turn tries again.
    written = true;
  }
}

port.on('message', (batch: Batch | 'close') => {
  if (batch === 'close') {
    clearInterval(emptying);
    clearInterval(watching);
    emptyLog();
    db.close();
    port.postMessage('closed');
    return port.close();
  }
  watch.look();
  try {
    written = true;
    db.exec('begin immediate');
    const results = batch.map(runUnit);
    db.exec('commit');
    watch.remember();
    port.postMessage(results);
  } catch (error) {
    if (isBroken(error)) throw error;
    // The file is locked, the disk is full, the commit failed: nothing of this batch happened.
    if (db.isTransaction) db.exec('rollback');
    const failed = failedBy(error);
    port.postMessage(batch.map(() => failed));
  }
});

function runUnit(unit: readonly SqlStatement[]): UnitResult {
  db.exec('savepoint unit');
  try {
    const rows = unit.map(({ sql, parameters }) => statement(sql).all(...(parameters as SQLInputValue[])));
    db.exec('release unit');
    return { rows };
  } catch (error) {
    // A full disk makes the engine roll back the whole batch by itself: then no unit of it may be answered for.
    if (isBroken(error) || !db.isTransaction) throw error;
    db.exec('rollback to unit; release unit');
    return failedBy(error);
  }
}

function statement(sql: string): StatementSync {
  const known = prepared.get(sql);
  if (known) return known;
  const made = db.prepare(sql);
  prepared.set(sql, made);
  return made;
}

function failedBy(error: unknown): Failed {
  if (!(error instanceof Error)) return { error: 'unknown database error', code: 'UNKNOWN' };
  return {
    error: error.message,
    code: 'errcode' in error ? `SQLITE_${String(error.errcode)}` : 'UNKNOWN',
  };
}
