import { openPostgres } from './postgres-store.ts';
import { openSqlite } from './sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * Opens PostgreSQL when a URL is given, otherwise SQLite in the file at `path`. `onDeath`: the embedded writer is gone
 * and the process must end; PostgreSQL never calls it, since its connections come back by themselves.
 */
export function openStore(
  { databaseUrl, path }: { readonly databaseUrl?: string | undefined; readonly path: string },
  onDeath: (error: Error) => void,
): Promise<Store> {
  return databaseUrl === undefined ? openSqlite(path, onDeath) : openPostgres(databaseUrl);
}
