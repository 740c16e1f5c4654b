import pg from 'pg';
import { afterEach } from 'vitest';
import { migrate } from '../../src/adapters/sql/migrations.ts';
import { openPostgres } from '../../src/adapters/sql/postgres-store.ts';
import type { Store } from '../../src/adapters/sql/store.ts';
import { sharedSchema } from '../shared/index.ts';
import type { PostgresServer } from './server.ts';

/** What a test opens on PostgreSQL is closed when that test ends. On the server of the run, or on `own`. */
export function postgresTests(own?: () => PostgresServer) {
  const opened: (() => unknown)[] = [];
  const afterwards = (close: () => unknown) => void opened.push(close);

  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /** The address of an empty place. */
  const schema = (): Promise<string> => own?.().createSchema() ?? sharedSchema();
  const open = async (url: string, options?: Parameters<typeof openPostgres>[1]): Promise<Store> => {
    // Few connections: a server forks a process for each.
    const store = await openPostgres(url, { connections: 4, ...options });
    afterwards(() => store.close());
    return store;
  };
  const migrated = async (): Promise<{ url: string; store: Store }> => {
    const url = await schema();
    const store = await open(url);
    await migrate(store, 1);
    return { url, store };
  };
  /** A connection of the test's own, to stand in the way or to look behind the store. */
  const client = async (url: string): Promise<pg.Client> => {
    const own = new pg.Client({ connectionString: url });
    own.on('error', () => {});
    await own.connect();
    afterwards(() => own.end());
    return own;
  };
  return { schema, open, migrated, client, afterwards };
}
