import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { Failure } from '../../values/failure.ts';
import { ownFile } from '../private-file.ts';
import { isBroken } from './file-watch.ts';
import { compiler } from './schema.ts';
import type { Batch, SqlStatement, UnitResult, WriterHello } from './sqlite-worker.ts';
import { closedStore, MAX_QUEUED_UNITS, type SqlRow, type Store, StoreBusy } from './store.ts';

/** How long the writer may take to close. */
const FAREWELL_MS = 5_000;
const MAX_BATCH = 1_024;

interface Waiting {
  readonly unit: readonly SqlStatement[];
  readonly resolve: (rows: SqlRow[][]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * SQLite in a file: WAL, `synchronous=FULL` read back before anything is sold, group commit. While one batch is in
 * fsync the next one collects, so that the batch size follows the load and an idle system adds no delay.
 * `onDeath` is called once when the writer is gone: every call is rejected from then on, and the process should end.
 */
export async function openSqlite(path: string, onDeath: (error: Error) => void = () => {}): Promise<Store> {
  // Its name for no file at all, which the writer refuses.
  if (path !== ':memory:') ownFile(path, ['-wal', '-shm']);
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { path } });
  const queue: Waiting[] = [];
  let flying: Waiting[] = [];
  let dead: Error | undefined;
  let closing: Promise<void> | undefined;
  let ending = false;
  let drained: (() => void) | undefined;

  await durable(worker, path);
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec('pragma busy_timeout = 5000; pragma cache_size = -65536');
  const statements = new Map<string, StatementSync>();

  worker.on('message', (results: UnitResult[]) => {
    const batch = flying;
    flying = [];
    batch.forEach((waiting, i) => {
      const result = results[i]!;
      if ('rows' in result) waiting.resolve(result.rows);
      else waiting.reject(new Failure(`SQLite: ${result.error}`, result.code));
    });
    send();
  });
  // A lost reply may be a committed batch: never retried here. The rows say what happened when the process is back.
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => !ending && die(new Failure('the SQLite writer ended', 'WRITER_ENDED')));

  return {
    dialect: 'sqlite',
    db: compiler('sqlite'),
    run: (...unit) =>
      new Promise((resolve, reject) => {
        if (dead || closing) return reject(dead ?? closedStore());
        if (queue.length >= MAX_QUEUED_UNITS) return reject(new StoreBusy());
        queue.push({ unit: unit.map(({ sql, parameters }) => ({ sql, parameters })), resolve, reject });
        // What one event of the loop brings is here by the time that its microtasks have run: one batch, one fsync.
        if (queue.length === 1) queueMicrotask(send);
      }),
    read: async (query: CompiledQuery) => {
      if (closing) throw closedStore();
      let statement = statements.get(query.sql);
      if (!statement) {
        statement = reader.prepare(query.sql);
        statements.set(query.sql, statement);
      }
      try {
        return statement.all(...(query.parameters as SQLInputValue[]));
      } catch (error) {
        if (isBroken(error)) die(error as Error);
        throw error;
      }
    },
    close: () => (closing ??= close()),
  };

  async function close(): Promise<void> {
    if (queue.length + flying.length > 0) await new Promise<void>((resolve) => (drained = resolve));
    ending = true;
    // The reader first: while it is open the log cannot be emptied of what rows have forgotten.
    reader.close();
    if (!dead) await farewell(worker);
    await worker.terminate();
  }

  function send(): void {
    if (flying.length > 0) return;
    if (queue.length === 0) {
      drained?.();
      return;
    }
    flying = queue.splice(0, MAX_BATCH);
    worker.postMessage(flying.map((waiting) => waiting.unit) satisfies Batch);
  }

  function die(error: Error): void {
    if (dead) return;
    dead = error;
    for (const waiting of [...flying.splice(0), ...queue.splice(0)]) waiting.reject(error);
    drained?.();
    onDeath(error);
  }
}

/** Lets the writer empty its log and close the file; a writer that does not answer is ended all the same. */
const farewell = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, FAREWELL_MS);
    worker.once('message', () => {
      clearTimeout(late);
      resolve();
    });
    worker.postMessage('close');
  });

/** Settles when the writer is open and has said that its commits are durable. */
async function durable(worker: Worker, path: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', ({ message }) =>
        reject(new Failure(`the journal ${path} cannot be opened: ${message}`, 'NOT_OPENED')),
      );
      worker.once('message', (hello: WriterHello) => {
        const fault = durabilityFault(hello);
        if (fault === undefined) resolve();
        else
          reject(
            new Failure(`SQLite at ${path} is not durable (${fault}): refusing to use it`, 'NOT_DURABLE'),
          );
      });
    });
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  worker.removeAllListeners('error');
}

/** WAL with a flush for every commit (2) or more (3); NORMAL (1), the default of some builds, loses commits. */
export function durabilityFault({ journalMode, synchronous }: WriterHello): string | undefined {
  if (journalMode === 'wal' && (synchronous === 2 || synchronous === 3)) return undefined;
  return `journal_mode ${journalMode}, synchronous ${synchronous}`;
}
