import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../../src/adapters/sql/migrations.ts';
import { openSqlite } from '../../src/adapters/sql/sqlite-store.ts';
import type { Store } from '../../src/adapters/sql/store.ts';
import { TEMPORARY } from '../../src/adapters/temporary.testing.ts';

/**
 * Journals for tests that open one after the other: each has a thread of its own, which costs more than what a test
 * writes. Who is done with one empties it for the next, whichever file of this process that is.
 */
const free: Store[] = [];
const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface PooledStore {
  readonly store: Store;
  giveBack(): Promise<void>;
}

export async function pooledStore(): Promise<PooledStore> {
  const store = free.pop() ?? (await another());
  return {
    store,
    giveBack: async () => {
      const named = sql<{ name: string }>`select name from sqlite_master
        where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'`;
      const tables = await store.read(named.compile(store.db));
      await store.run(
        ...tables.map(({ name }) => sql`delete from ${sql.table(String(name))}`.compile(store.db)),
      );
      free.push(store);
    },
  };
}

async function another(): Promise<Store> {
  const folder = mkdtempSync(join(TEMPORARY, 'assay-pooled-'));
  folders.push(folder);
  const store = await openSqlite(join(folder, 'journal.sqlite'));
  await migrate(store, Date.now());
  return store;
}
