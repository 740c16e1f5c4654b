import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { compiler } from './schema.ts';
import type { Batch, Statement, UnitResult } from './sqlite-worker.ts';
import { MAX_QUEUED_UNITS, type Row, type Store, StoreBusy } from './store.ts';

const MAX_BATCH = 1_024;

interface Waiting {
  readonly unit: readonly Statement[];
  readonly resolve: (rows: Row[][]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * SQLite in a file: WAL, `synchronous=FULL` read back before anything is sold, group commit. While one batch is in
 * fsync the next one collects, so that the batch size follows the load and an idle system adds no delay.
 */
export async function openSqlite(path: string, onDeath: (error: Error) => void = () => {}): Promise<Store> {
  mkdirSync(dirname(path), { recursive: true });
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { path } });
  const queue: Waiting[] = [];
  let flying: Waiting[] = [];
  let dead: Error | undefined;
  let closing: (() => void) | undefined;

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (hello: { mode: string; synchronous: number }) =>
      hello.mode === 'wal' && hello.synchronous === 2
        ? resolve()
        : reject(new Error(`SQLite at ${path} is not durable (journal_mode ${hello.mode}, synchronous ${hello.synchronous}): refusing to start`)),
    );
  });
  worker.removeAllListeners('error');
  const reader = new DatabaseSync(path, { readOnly: true });
  reader.exec('pragma busy_timeout = 5000');
  const statements = new Map<string, StatementSync>();

  worker.on('message', (results: UnitResult[]) => {
    const batch = flying;
    flying = [];
    batch.forEach((waiting, i) => {
      const result = results[i]!;
      if ('rows' in result) waiting.resolve(result.rows);
      else waiting.reject(new Error(result.error));
    });
    send();
  });
  // A lost reply may be a committed batch: never retried here. The rows say what happened when the process is back.
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => closing === undefined && die(new Error('the SQLite writer ended')));

  return {
    dialect: 'sqlite',
    db: compiler('sqlite'),
    run: (...unit) =>
      new Promise((resolve, reject) => {
        if (dead) return reject(dead);
        if (queue.length >= MAX_QUEUED_UNITS) return reject(new StoreBusy());
        queue.push({ unit: unit.map(({ sql, parameters }) => ({ sql, parameters })), resolve, reject });
        send();
      }),
    read: async (query: CompiledQuery) => {
      let statement = statements.get(query.sql);
      if (!statement) statements.set(query.sql, (statement = reader.prepare(query.sql)));
      return statement.all(...(query.parameters as SQLInputValue[]));
    },
    close: async () => {
      if (queue.length + flying.length > 0) await new Promise<void>((resolve) => (closing = resolve));
      closing = () => {};
      await worker.terminate();
      reader.close();
    },
  };

  function send(): void {
    if (flying.length > 0) return;
    if (queue.length === 0) return closing?.();
    flying = queue.splice(0, MAX_BATCH);
    worker.postMessage(flying.map((waiting) => waiting.unit) satisfies Batch);
  }

  function die(error: Error): void {
    if (dead) return;
    dead = error;
    for (const waiting of [...flying.splice(0), ...queue.splice(0)]) waiting.reject(error);
    onDeath(error);
  }
}
