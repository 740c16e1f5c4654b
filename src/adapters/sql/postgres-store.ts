import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { Failure } from '../../values/failure.ts';
import { compiler } from './schema.ts';
import { closedStore, MAX_QUEUED_UNITS, type SqlRow, type Store, StoreBusy } from './store.ts';

/** Enough for PostgreSQL to let many commits share one flush; four nodes stay under its default of 100 connections. */
const CONNECTIONS = 16;
/** A caller that waits longer than this for a connection, with nothing sent yet, is refused. */
const CONNECT_MS = 5_000;
/** The server gives a statement up after this long, lock waits included: nothing of its unit happens. */
const STATEMENT_MS = 5_000;
/** A server that has not answered by then is taken for gone, and what was sent to it for unknown. */
const SILENCE_MS = 10_000;
const IDLE_MS = 60_000;
const INT8 = 20;

/** For tests, which cannot wait for the figures above. */
interface PostgresOptions {
  readonly connections?: number;
  readonly statementMs?: number;
  readonly silenceMs?: number;
}

/** Of pg 8.23, not yet in its types: statements of one unit travel together, and a hook before a connection's first use. */
type PoolConfig = pg.PoolConfig & { pipeline: boolean; onConnect: (client: pg.ClientBase) => Promise<void> };

/**
 * PostgreSQL: each unit is one transaction, READ COMMITTED, answered after its commit is flushed. A connection is used
 * only after the server has said over it that commits are durable and rows can be written. The store outlives the
 * server: while it is away every call is rejected, later ones open new connections. A reply lost on the way may be a
 * committed unit: it is rejected like any other and never sent again, since only the caller can tell what is safe.
 *
 * Wants a direct connection or a session-mode pooler. Throws, without the URL, when the server cannot be reached or
 * is not durable.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Store> {
  const pool = new pg.Pool(configOf(url, options));
  // Both are losses that the next call finds out by itself; without a listener they would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let working = 0;
  let closing: Promise<void> | undefined;
  let drained: (() => void) | undefined;

  try {
    await withConnection(async () => {});
  } catch (error) {
    await pool.end();
    throw error;
  }

  return {
    dialect: 'postgres',
    db: compiler('postgres'),
    run: (...unit) =>
      withConnection((client) => (unit.length === 1 ? single(client, unit[0]!) : atomic(client, unit))),
    read: (query) => withConnection(async (client) => (await single(client, query))[0]!),
    close: () => (closing ??= close()),
  };

  /** Waits for what is under way: the pool would forget who still waits for a connection. */
  async function close(): Promise<void> {
    if (working > 0) await new Promise<void>((resolve) => (drained = resolve));
    await pool.end();
  }

  async function withConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (closing) throw closedStore();
    if (working >= MAX_QUEUED_UNITS) throw new StoreBusy();
    working++;
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // After an error of a statement the connection is as good as before; after any other nobody knows.
      client?.release(!(error instanceof pg.DatabaseError && error.severity === 'ERROR'));
      throw plainFailure(error);
    } finally {
      if (--working === 0) drained?.();
    }
  }
}

/** One statement is its own transaction: one message out, one back. */
async function single(client: pg.PoolClient, query: CompiledQuery): Promise<SqlRow[][]> {
  return [(await client.query<SqlRow>(named(query))).rows];
}

/** The statements of a unit travel together. When one fails the server refuses the rest, and `commit` rolls back. */
async function atomic(client: pg.PoolClient, unit: readonly CompiledQuery[]): Promise<SqlRow[][]> {
  // Waited for: should it fail alone, each statement sent behind it would commit by itself.
  await client.query('begin');
  const statements = Promise.allSettled(unit.map((query) => client.query<SqlRow>(named(query))));
  const commit = client.query('commit');
  const [results, [end]] = await Promise.all([statements, Promise.allSettled([commit])]);
  const rows = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value.rows;
  });
  if (end.status === 'rejected') throw end.reason;
  if (end.value.command !== 'COMMIT') throw new Failure('the transaction was rolled back', 'ROLLED_BACK');
  return rows;
}

/** Prepared once a connection under a name that only this text can have. */
function named({ sql, parameters }: CompiledQuery): pg.QueryConfig {
  let name = names.get(sql);
  if (name === undefined) {
    name = `assay_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
    names.set(sql, name);
  }
  return { name, text: sql, values: [...parameters] };
}
const names = new Map<string, string>();

/** Sets what a unit relies on and reads back what money relies on, before the connection is used for anything else. */
async function admit(client: pg.ClientBase, statementMs: number): Promise<void> {
  const { rows } = await client.query<Record<'fsync' | 'commits' | 'readonly', string>>(
    `select set_config('default_transaction_isolation', 'read committed', false),
            set_config('statement_timeout', $1, false),
            set_config('idle_in_transaction_session_timeout', $1, false),
            current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commits,
            current_setting('transaction_read_only') as readonly`,
    [String(statementMs)],
  );
  const { fsync, commits, readonly } = rows[0]!;
  if (fsync !== 'on' || !DURABLE_COMMITS.includes(commits)) {
    throw new Failure(
      `PostgreSQL is not durable (fsync ${fsync}, synchronous_commit ${commits}): refusing to use it`,
      'NOT_DURABLE',
    );
  }
  if (readonly !== 'off')
    throw new Failure('PostgreSQL is read-only here (a standby?): refusing to use it', 'READ_ONLY');
}

/** `local` and `remote_write` would lose acknowledged payments when a standby is promoted. */
const DURABLE_COMMITS = ['on', 'remote_apply'];

function configOf(url: string, options: PostgresOptions): PoolConfig {
  const { connections = CONNECTIONS, statementMs = STATEMENT_MS, silenceMs = SILENCE_MS } = options;
  // Of this pool only: other users of the library keep its defaults. Our 64-bit columns are times, far below 2^53.
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) throw new Error('not a postgres:// URL');
  return {
    connectionString: url,
    application_name: 'assay',
    types,
    pipeline: true,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: silenceMs,
    keepAlive: true,
    onConnect: (client) => admit(client, statementMs),
  };
}

/** Losses that the driver words and does not number. */
const LOSSES: readonly (readonly [RegExp, string])[] = [
  [/read timeout/i, 'READ_TIMEOUT'],
  [/connection timeout|timeout exceeded when trying to connect/i, 'CONNECT_TIMEOUT'],
  [/connection (terminated|error)|not queryable/i, 'CONNECTION_LOST'],
];

/** Message and code of an error, and nothing that may quote what a row holds: not its details, no data exceptions. */
export function plainFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return new Failure('PostgreSQL: unknown error', 'UNKNOWN');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (error instanceof AggregateError)
    return new Failure(`PostgreSQL: cannot connect (${code})`, code ?? 'CANNOT_CONNECT');
  const quotes = error instanceof pg.DatabaseError && code?.startsWith('22');
  return new Failure(
    `PostgreSQL: ${quotes ? 'data exception' : error.message}${code === undefined ? '' : ` (${code})`}`,
    code ?? LOSSES.find(([words]) => words.test(error.message))?.[1] ?? 'UNKNOWN',
  );
}
