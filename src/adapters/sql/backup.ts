import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/**
 * Copies a journal that may be in use, as it is at one moment: every commit before the call is in it. The copy is
 * checked before it gets its name, readable by its owner only. Throws when there is no journal, when `to` exists
 * (a backup is never overwritten) and when the copy does not hold together.
 */
export async function backupSqlite(from: string, to: string): Promise<{ payments: number }> {
  if (!existsSync(from)) throw new Error(`there is no journal at ${from}`);
  if (existsSync(to)) throw new Error(`${to} exists: a backup is never overwritten`);
  const part = `${to}.part`;
  rmSync(part, { force: true });
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    source.exec('pragma busy_timeout = 5000');
    await backup(source, part);
  } finally {
    source.close();
  }
  chmodSync(part, 0o600);
  const payments = checked(part);
  renameSync(part, to);
  return { payments };
}

function checked(path: string): number {
  const copy = new DatabaseSync(path);
  try {
    // In one file: without this the copy would want a write-ahead log beside it.
    copy.exec('pragma journal_mode = delete');
    const found = copy.prepare('pragma integrity_check').get()?.integrity_check;
    if (found !== 'ok') throw new Error(`the copy does not hold together: ${String(found)}`);
    return Number(copy.prepare('select count(*) as n from payments').get()?.n);
  } finally {
    copy.close();
  }
}
