import { type RawBuilder, sql } from 'kysely';
import type { Store } from './store.ts';

/**
 * A token that changes with every commit, whichever node or process makes it, and not otherwise. In PostgreSQL it is the
 * current snapshot and the server's start; in SQLite the count of changes by connections other than the reading one.
 */
const VERSION: Readonly<Record<Store['dialect'], RawBuilder<unknown>>> = {
  postgres: sql`select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as version`,
  sqlite: sql`select data_version as version from pragma_data_version`,
};

const asked = new WeakMap<Store, Promise<unknown>>();

/** Asked once for all who ask at the same moment: no commit can have been heard of in between. */
function versionOf(store: Store): Promise<unknown> {
  const known = asked.get(store);
  if (known) return known;
  const asking = store.read(VERSION[store.dialect].compile(store.db)).then(([row]) => row?.version);
  asked.set(store, asking);
  queueMicrotask(() => asked.delete(store));
  return asking;
}

/**
 * A reading that is not repeated while nothing was committed: what it answers is never older than what `read` would
 * have answered at the time of the call. Every caller is given the same value, which nobody may change.
 */
export function untilCommit<T>(store: Store, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly version: unknown; readonly value: T } | undefined;
  return async () => {
    // Before the reading: what is committed between the two makes the next call read again.
    const version = await versionOf(store);
    if (kept && kept.version === version) return kept.value;
    const value = await read();
    kept = { version, value };
    return value;
  };
}
