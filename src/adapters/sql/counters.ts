import { sql } from 'kysely';
import type { ClosedNames, CounterName, Counts } from '../../accounting/counters.ts';
import type { Counters } from '../../ports.ts';
import type { Store } from './store.ts';
import { untilCommit } from './unchanged.ts';

/** What a crash may lose of unpaid figures, at the most. Paid figures are a fold of the journal and lose nothing. */
export const FLUSH_MS = 5_000;

/** Flushes that one reading waits for: where they never end, the database is slow, and its figures may be old. */
const MAX_WAITS = 2;

/**
 * Counts of somebody who counts by itself and says what it has come to: the largest total of a name stands, so that
 * being told again, or late, changes nothing.
 */
export async function takeTotals(
  store: Store,
  node: string,
  totals: Counts,
  names: Pick<ClosedNames, 'has'>,
): Promise<void> {
  const rows = Object.entries(totals)
    .filter(([name]) => names.has(name as CounterName))
    .map(([name, n]) => ({ name, node, n: n ?? 0 }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (rows.length === 0) return;
  await store.run(
    store.db
      .insertInto('counters')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'node'])
          .doUpdateSet({ n: sql`case when excluded.n > counters.n then excluded.n else counters.n end` }),
      )
      .compile(),
  );
}

/**
 * Counts in memory and adds to the table every few seconds, a row a node and name, so that nodes never wait for each
 * other. A flush whose outcome is not known is dropped: for statistics an under-count beats a double count.
 */
export function sqlCounters(
  store: Store,
  node: string,
  names: Pick<ClosedNames, 'has'>,
): Counters & { flush(): Promise<void> } {
  const { db } = store;
  let pending = new Map<CounterName, number>();
  /** Flushes that began, and the end of those that are under way: what they write is neither pending nor read. */
  let flushes = 0;
  let underWay: Promise<unknown> | undefined;
  const sums = db
    .selectFrom('counters')
    .select(['name', sql<number>`cast(sum(n) as bigint)`.as('n')])
    .groupBy('name')
    .compile();
  const sumOfSums = sql`select cast(coalesce(sum(n), 0) as bigint) as n from counters`.compile(db);

  /** Counts only grow, so another sum is another flush, by whatever node. */
  let flushed: { readonly sum: unknown; readonly totals: Counts } | undefined;
  const totals = untilCommit(store, async () => {
    const [row] = await store.read(sumOfSums);
    if (!flushed || flushed.sum !== row?.n) {
      const rows = await store.read(sums);
      flushed = { sum: row?.n, totals: Object.fromEntries(rows.map(({ name, n }) => [name, n])) };
    }
    return flushed.totals;
  });
  const read = async (again = true): Promise<Counts> => {
    for (let waits = 0; underWay && waits < MAX_WAITS; waits++) await underWay;
    const begun = flushes;
    const counts: Partial<Record<CounterName, number>> = { ...(await totals()) };
    // A flush that began meanwhile may be in the totals or not. Twice in one reading means a slow database, which must
    // not be asked for ever: then the figures are short of that flush for a moment.
    if (again && begun !== flushes) return read(false);
    for (const [name, n] of pending) counts[name] = (counts[name] ?? 0) + n;
    return counts;
  };
  return {
    add(name) {
      // Names are made of closed words, so this is never so; were it, a bug would cost a count and not a table.
      if (names.has(name)) pending.set(name, (pending.get(name) ?? 0) + 1);
    },
    async flush() {
      if (pending.size === 0) return;
      const rows = [...pending]
        .map(([name, n]) => ({ name, node, n }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      pending = new Map();
      flushes++;
      const writing = store.run(
        db
          .insertInto('counters')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['name', 'node']).doUpdateSet({ n: sql`counters.n + excluded.n` }),
          )
          .compile(),
      );
      const all: Promise<unknown> = Promise.allSettled([underWay, writing]).then(() => {
        if (underWay === all) underWay = undefined;
      });
      underWay = all;
      await writing;
    },
    read: () => read(),
  };
}
