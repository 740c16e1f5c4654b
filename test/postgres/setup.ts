import pg from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { migrate } from '../../src/adapters/sql/migrations.ts';
import { openPostgres } from '../../src/adapters/sql/postgres-store.ts';
import type { Store } from '../../src/adapters/sql/store.ts';
import { type PostgresServer, startPostgres } from './server.ts';

/** One server for the tests of a file; what a test opens on it is closed when that test ends. */
export function postgresTests() {
  let server: PostgresServer | undefined;
  const opened: (() => unknown)[] = [];
  const afterwards = (close: () => unknown) => void opened.push(close);

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  afterAll(() => server?.stop());

  const open = async (url: string, options?: Parameters<typeof openPostgres>[1]): Promise<Store> => {
    // Few connections: a server forks a process for each.
    const store = await openPostgres(url, { connections: 4, ...options });
    afterwards(() => store.close());
    return store;
  };
  const migrated = async (): Promise<{ url: string; store: Store }> => {
    const url = await server!.createSchema();
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
  return { server: () => server!, open, migrated, client, afterwards };
}
