import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../scripts/deploy/trial.ts';

/** What a PostgreSQL of this machine uses. */
export interface Database {
  /** Of the server with all its processes, those that have ended too. */
  cpuMs(): number;
  /** What its processes hold together, what they share counted once. */
  residentMb(): number;
  bytes(): Promise<number>;
  close(): Promise<void>;
}

const TICK_MS = 10;

export async function watchDatabase(url: string): Promise<Database> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const server = fieldsOf(rows[0]!.pid)!.parent;
  const processes = () =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid === server || (pid > 0 && fieldsOf(pid)?.parent === server));
  return {
    cpuMs: () => processes().reduce((sum, pid) => sum + cpuOf(pid, pid === server), 0),
    residentMb: () => processes().reduce((sum, pid) => sum + proportionalMb(pid), 0),
    async bytes() {
      await client.query('CHECKPOINT');
      const { rows: sizes } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return Number(sizes[0]!.bytes);
    },
    close: () => client.end(),
  };
}

/** Of an SQLite journal, once the service has written its log into it, which it does two seconds after a row. */
export async function sqliteBytes(folder: string): Promise<number> {
  const file = join(folder, 'journal.sqlite');
  await until('the log is written into the journal', async () => statSync(`${file}-wal`).size === 0);
  return statSync(file).size;
}

/** `/proc/<pid>/stat` behind the name; undefined when the process has ended. */
function fieldsOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, own: fields[11]! + fields[12]!, ended: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}

function cpuOf(pid: number, withEnded: boolean): number {
  const fields = fieldsOf(pid);
  return fields ? (fields.own + (withEnded ? fields.ended : 0)) * TICK_MS : 0;
}

/** Its share of what it shares. */
function proportionalMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1]) / 1_024;
  } catch {
    return 0;
  }
}
