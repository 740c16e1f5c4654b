import { appendFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Loaded into the origin before its first line (`node --import`): writes down each commit of its database, and the rows
 * that were changed by then. Nothing else of it is changed.
 */
const file = process.env.COUNT_COMMITS_FILE;
if (file) {
  const exec = DatabaseSync.prototype.exec;
  const rows = new WeakMap<DatabaseSync, number>();
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    const result = exec.call(this, sql);
    if (sql === 'commit') {
      const { n } = this.prepare('select total_changes() as n').get() as { n: number };
      appendFileSync(file, `${n - (rows.get(this) ?? 0)}\n`);
      rows.set(this, n);
    }
    return result;
  };
}
