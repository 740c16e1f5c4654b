import { sql } from 'kysely';
import { KIND, mergingWith, type Tally } from '../../accounting/fold.ts';
import type { Reconciled } from '../../accounting/reconcile.ts';
import { type Entry, UNFINISHED } from '../../accounting/states.ts';
import type { Books } from '../../ports.ts';
import type { EpochMs } from '../../values/time.ts';
import { PAYMENT_COLUMNS } from './schema.ts';
import type { SqlRow, Store } from './store.ts';
import { untilCommit } from './unchanged.ts';

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
 * entries that go away by themselves. A sale writes nothing for the books. Nothing is read again before somebody has
 * committed something, and no totals before somebody has booked.
 */
export function sqlBooks(store: Store): Books {
  const { db } = store;
  const names = sql.join(KIND.map((part) => sql.ref(part)));
  const kind = sql.join(KIND.map((part) => (part === 'method' ? sql`coalesce(method, '-')` : sql.ref(part))));

  const rest = sql.join(
    [
      sql`select 'delivered' as state, ${names}, count(*) as n from payments where ${UNBOOKED} group by ${names}`,
      ...[OWED, OPEN].map(
        (rows) =>
          sql`select state, ${names}, count(*) as n from payments where ${rows} group by state, ${names}`,
      ),
    ],
    sql` union all `,
  );
  const nothing = sql.join(KIND.map((part) => sql`null as ${sql.ref(part)}`));
  const whole = sql`select 'booked' as state, ${names}, n from totals union all ${rest}`.compile(db);
  const since =
    sql`select 'booked' as state, ${nothing}, cast(coalesce(sum(n), 0) as bigint) as n from totals union all ${rest}`.compile(
      db,
    );

  /** The totals as they were read last, and what they add up to: they only grow, so another sum is another checkpoint. */
  let booked: { readonly sum: number; readonly with: ReturnType<typeof mergingWith> } | undefined;

  async function read(): Promise<readonly Tally[]> {
    if (booked) {
      const known = booked;
      const [totals, others] = parted(await store.read(since));
      if (totals[0]?.n === known.sum) return known.with(others);
    }
    const [totals, others] = parted(await store.read(whole));
    const tallies = totals.map((row): Tally => ({ ...row, state: 'delivered' }));
    booked = { sum: tallies.reduce((sum, { n }) => sum + n, 0), with: mergingWith(tallies) };
    return booked.with(others);
  }

  const lastComparison = db.selectFrom('marks').select('note').where('id', '=', 'reconciliation').compile();

  /** A list as one parameter, so that the statement is the same for every length. */
  const inKeys = (keys: readonly string[]) =>
    store.dialect === 'sqlite'
      ? sql`key in (select value from json_each(${JSON.stringify(keys)}))`
      : sql`key = any(${keys}::text[])`;

  return {
    read: untilCommit(store, read),

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

    async settledExtent(since, { settledAt, key }) {
      const [found] = await store.read(
        sql`select count(*) as n, cast(coalesce(sum("settledAt" - ${since}), 0) as bigint) as times from payments
            where "settledAt" is not null and "settledAt" >= ${since} and "settledAt" <= ${settledAt}
              and ("settledAt" < ${settledAt} or key <= ${key})`.compile(db),
      );
      return { rows: Number(found!.n), times: Number(found!.times) };
    },

    reconciled: untilCommit(store, async () => {
      const [row] = await store.read(lastComparison);
      return row && (JSON.parse(row.note as string) as Reconciled);
    }),

    async record(found) {
      await store.run(mark('reconciliation', found.at, JSON.stringify(found)));
    },

    async takeTurn(now, before) {
      const [taken] = await store.run(
        db
          .insertInto('marks')
          .values({ id: 'comparing', at: now, note: null })
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ at: now }).where('marks.at', '<=', before),
          )
          .returning('id')
          .compile(),
      );
      return taken!.length > 0;
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

/** What is booked, and the rest; rows from before a sale's form was kept say `-`. */
function parted(rows: readonly SqlRow[]): readonly [booked: Tally[], others: Tally[]] {
  const parts: [Tally[], Tally[]] = [[], []];
  for (const row of rows) {
    const tally = (row.method === null ? { ...row, method: '-' } : row) as unknown as Tally;
    parts[row.state === 'booked' ? 0 : 1].push(tally);
  }
  return parts;
}
