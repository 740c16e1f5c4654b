import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** What the attack runner reads of a payment row. */
export interface JournalRow {
  readonly key: string;
  readonly state: string;
  readonly transaction: string | null;
  readonly reason: string | null;
  readonly source: string;
}

const ROWS = 'select "key", "state", "transaction", "reason", "source" from payments';

/** From the file itself, not through the service: what it holds is what survives. */
export function sqliteRows(dataDir: string): readonly JournalRow[] | undefined {
  const file = join(dataDir, 'journal.sqlite');
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare(ROWS).all() as unknown as JournalRow[];
  } finally {
    database.close();
  }
}

export async function postgresRows(url: string): Promise<readonly JournalRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<JournalRow>(ROWS)).rows;
  } finally {
    await client.end();
  }
}
