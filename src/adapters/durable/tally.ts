import type { Counts } from '../../accounting/counters.ts';
import type { DurableStorage } from './store.ts';

/** What an edge has counted of unpaid calls since it was there: totals under a name of its own, never additions. */
export interface Totals {
  /** 32 hex characters. An object whose storage was lost begins again under another one. */
  readonly node: string;
  readonly counts: Counts;
}

/**
 * Counts that reach the origin as totals: it keeps the largest that it was told under a name, so that being told twice,
 * or in another order, adds nothing.
 */
export interface DurableTally {
  add(counts: Counts): void;
  /** What the origin has not confirmed; undefined when it knows everything. */
  waiting(): { readonly version: number; readonly totals: Totals } | undefined;
  confirm(version: number): void;
}

/** `version` moves with each addition, `told` is the one that the origin knows. The counts are rows of `counters`. */
const TABLE = `create table if not exists tally (
  id integer primary key check (id = 1), node text not null, version integer not null, told integer not null)`;

export function durableTally(storage: DurableStorage, newName: () => string): DurableTally {
  const { sql } = storage;
  sql.exec(TABLE);
  sql.exec(
    'insert into tally (id, node, version, told) values (1, ?, 0, 0) on conflict do nothing',
    newName(),
  );
  const { node } = sql.exec('select node from tally').toArray()[0] as { node: string };

  return {
    add: (counts) =>
      storage.transactionSync(() => {
        for (const [name, n] of Object.entries(counts))
          sql.exec(
            `insert into counters (name, node, n) values (?, ?, ?)
             on conflict (name, node) do update set n = n + excluded.n`,
            name,
            node,
            n ?? 0,
          );
        sql.exec('update tally set version = version + 1');
      }),
    waiting() {
      const [row] = sql.exec('select version from tally where version > told').toArray();
      if (!row) return undefined;
      const rows = sql.exec('select name, n from counters').toArray();
      const counts = Object.fromEntries(rows.map(({ name, n }) => [name as string, n as number]));
      return { version: row.version as number, totals: { node, counts } };
    },
    confirm: (version) => void sql.exec('update tally set told = max(told, ?)', version),
  };
}
