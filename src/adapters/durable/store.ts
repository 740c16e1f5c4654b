import type { CompiledQuery } from 'kysely';
import { compiler } from '../sql/schema.ts';
import type { SqlRow, Store } from '../sql/store.ts';

/** What this adapter uses of a Durable Object's storage (`ctx.storage` with SQLite). */
export interface DurableStorage {
  readonly sql: {
    exec(query: string, ...bindings: (string | number | null)[]): { toArray(): SqlRow[] };
  };
  transactionSync<T>(work: () => T): T;
}

/**
 * The SQL store over a Durable Object: the journal that runs on SQLite and PostgreSQL runs here from the same source.
 * A unit is one synchronous transaction. What it wrote is durable before anything of the answer leaves the object: its
 * output gate holds replies and calls back until the write is confirmed.
 */
export function durableStore(storage: DurableStorage): Store {
  const rows = ({ sql, parameters }: CompiledQuery): SqlRow[] =>
    storage.sql.exec(sql, ...(parameters as (string | number | null)[])).toArray();
  return {
    dialect: 'sqlite',
    db: compiler('sqlite'),
    run: async (...unit) => storage.transactionSync(() => unit.map(rows)),
    read: async (query) => rows(query),
    close: async () => {},
  };
}
