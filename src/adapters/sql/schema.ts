import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Entry } from '../../accounting/states.ts';

/** Column names are the field names of the rows, so that nothing has to be mapped. Amounts are TEXT, times epoch milliseconds. */
export interface Schema {
  payments: Entry;
  /** A buyer's payment-identifier, as a digest that binds the payer too. */
  identifiers: { readonly key: string; readonly paymentKey: string; readonly expiresAt: number };
  migrations: { readonly id: string; readonly appliedAt: number };
}

/** A Kysely that can only compile: executors are our stores. */
export const compiler = (dialect: 'sqlite' | 'postgres'): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect:
      dialect === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  });
