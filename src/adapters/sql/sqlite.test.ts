import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { journalSuite } from '../journal.suite.ts';
import { TEMPORARY } from '../temporary.testing.ts';
import { migrate } from './migrations.ts';
import { openSqlite } from './sqlite-store.ts';
import { journalOver, type OpenStore, storeSuite } from './store.suite.ts';
import type { Store } from './store.ts';

/** For the suites, which close what they open, when they like. */
async function openForSuite(nodes: number): Promise<OpenStore> {
  const folder = mkdtempSync(join(TEMPORARY, 'assay-sqlite-'));
  const path = join(folder, 'journal.sqlite');
  const stores: Store[] = [];
  const another = async () => {
    const store = await openSqlite(path);
    stores.push(store);
    await migrate(store, 1);
    return store;
  };
  const closeAll = async () => void (await Promise.all(stores.splice(0).map((store) => store.close())));
  const store = await another();
  return {
    store,
    second: nodes > 1 ? await another() : store,
    reopen: async () => {
      await closeAll();
      return another();
    },
    close: async () => {
      await closeAll();
      rmSync(folder, { recursive: true });
    },
  };
}

storeSuite('SQLite', () => openForSuite(1));
// Two processes may share the file: each has a writer of its own, and the file's lock lets them in one by one.
journalSuite('SQLite', () => journalOver(() => openForSuite(2)));
