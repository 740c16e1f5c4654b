import { openSqlite } from './sqlite-store.ts';
import type { Store } from './store.ts';

export const openStore = ({ path }: { path: string; databaseUrl?: string }, onDeath?: (error: Error) => void): Promise<Store> => openSqlite(path, onDeath);
