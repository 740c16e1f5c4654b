import { openSqlite } from './sqlite-store.ts';
import type { Store } from './store.ts';

/**
 * Opens PostgreSQL when a URL is given, otherwise SQLite in the file at `path`. `onDeath`: the embedded writer is gone
 * and the process must end; PostgreSQL never calls it, since its connections come back by themselves. Only who has one
 * loads its client.
 */
export async function openStore(
  { databaseUrl, path }: { readonly databaseUrl?: string | undefined; readonly path: string },
  onDeath: (error: Error) => void,
): Promise<Store> {
  if (databaseUrl === undefined) return openSqlite(path, onDeath);
  const { openPostgres } = await import('./postgres-store.ts');
  return openPostgres(databaseUrl);
}
