import { sql } from 'kysely';
import { KIND, merge, type Tally } from '../../accounting/fold.ts';
import type { Reconciled } from '../../accounting/reconcile.ts';
import { type Entry, UNFINISHED } from '../../accounting/states.ts';
import type { Books } from '../../ports.ts';
import type { EpochMs } from '../../values/time.ts';
import { PAYMENT_COLUMNS } from './schema.ts';
import type { Store } from './store.ts';

/** How often a node adds to the checkpoint, and how many rows at once: on SQLite sales wait while a batch is written. */
export const CHECKPOINT_MS = 2_000;
const CHECKPOINT_ROWS = 500;

/** Books everything that is delivered by now. At start, before the first reading, and every few seconds. */
export async function bookAll(books: Books, now: () => EpochMs): Promise<number> {
  let booked = 0;
  for (;;) {
    const n = await books.checkpoint(CHECKPOINT_ROWS, now());
    booked += n;
    if (n < CHECKPOINT_ROWS) return booked;
  }
}

const COLUMNS = Object.keys(PAYMENT_COLUMNS) as (keyof Entry)[];
const UNBOOKED = sql<boolean>`state = 'delivered' and booked is null`;
/** Literals and one condition each, as their partial indexes have them: a planner takes an index only if it sees that. */
const OWED = sql<boolean>`state = 'settled'`;
const OPEN = sql<boolean>`state in (${sql.join(UNFINISHED.map((state) => sql.lit(state)))})`;

/**
 * Figures without counting all rows and without a row that sales fight over. A delivered row never changes again, so
 * it is added to `totals` once, some seconds later and by whoever comes first, and marked as booked in the same unit.
 * `read` adds to that, in one statement and so of one instant, whatever is delivered and not booked, or open: index
 * entries that go away by themselves. A sale writes nothing for the books.
 */
export function sqlBooks(store: Store): Books {
  const { db } = store;
  const names = sql.join(KIND.map((part) => sql.ref(part)));
  const kind = sql.join(KIND.map((part) => (part === 'method' ? sql`coalesce(method, '-')` : sql.ref(part))));

  const counted = [UNBOOKED, OWED, OPEN].map(
    (rows) =>
      sql`union all select state, ${names}, count(*) as n from payments where ${rows} group by state, ${names}`,
  );
  const figures =
    sql`select 'delivered' as state, ${names}, n from totals ${sql.join(counted, sql` `)}`.compile(db);

  /** A list as one parameter, so that the statement is the same for every length. */
  const inKeys = (keys: readonly string[]) =>
    store.dialect === 'sqlite'
      ? sql`key in (select value from json_each(${JSON.stringify(keys)}))`
      : sql`key = any(${keys}::text[])`;

  return {
    async read() {
      const rows = (await store.read(figures)) as unknown as Tally[];
      return merge(rows.map((row) => (row.method === null ? { ...row, method: '-' } : row)));
    },

    async checkpoint(limit, now) {
      const found = await store.read(
        sql`select key from payments where ${UNBOOKED} limit ${limit}`.compile(db),
      );
      if (found.length === 0) return 0;
      const ours = sql`${inKeys(found.map(({ key }) => key as string))} and ${UNBOOKED}`;
      const [, , booked] = await store.run(
        // Nodes book one after the other from here to the commit; sales never come this way.
        mark('checkpoint', now, null),
        sql`insert into totals (${names}, n)
            select ${kind}, count(*) from payments where ${ours} group by ${kind}
            on conflict (${names}) do update set n = totals.n + excluded.n`.compile(db),
        sql`update payments set booked = ${now} where ${ours} returning key`.compile(db),
      );
      return booked!.length;
    },

    async page(after, limit) {
      const rows = db.selectFrom('payments').select(COLUMNS).where('key', '>', after).orderBy('key');
      return (await store.read(rows.limit(limit).compile())) as unknown as Entry[];
    },

    async settledSince(since, after, limit) {
      const rows = db
        .selectFrom('payments')
        .select(COLUMNS)
        .where('settledAt', 'is not', null)
        .where('settledAt', '>=', after?.settledAt ?? since)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`("settledAt", key) > (${after?.settledAt}, ${after?.key})`),
        )
        .orderBy('settledAt')
        .orderBy('key')
        .limit(limit);
      return (await store.read(rows.compile())) as unknown as Entry[];
    },

    async reconciled() {
      const [row] = await store.read(
        db.selectFrom('marks').select('note').where('id', '=', 'reconciliation').compile(),
      );
      return row && (JSON.parse(row.note as string) as Reconciled);
    },

    async record(found) {
      await store.run(mark('reconciliation', found.at, JSON.stringify(found)));
    },
  };

  function mark(id: string, at: EpochMs, note: string | null) {
    return db
      .insertInto('marks')
      .values({ id, at, note })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ at, note }))
      .compile();
  }
}
