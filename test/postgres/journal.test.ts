import { sql } from 'kysely';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { UNFINISHED } from '../../src/accounting/states.ts';
import { journalSuite, suiteClaim } from '../../src/adapters/journal.suite.ts';
import { sqlJournal } from '../../src/adapters/sql/journal.ts';
import { migrate } from '../../src/adapters/sql/migrations.ts';
import { openPostgres } from '../../src/adapters/sql/postgres-store.ts';
import { journalOver, type OpenStore, storeSuite } from '../../src/adapters/sql/store.suite.ts';
import type { Store } from '../../src/adapters/sql/store.ts';
import { postgresTests } from './setup.ts';

const { schema, open, migrated, client } = postgresTests();

/** For the suites, which close what they open, when they like. */
async function openTwo(): Promise<OpenStore> {
  const url = await schema();
  const stores: Store[] = [];
  const another = async () => {
    // Few connections: a server forks a process for each.
    const store = await openPostgres(url, { connections: 2 });
    stores.push(store);
    return store;
  };
  const store = await another();
  await migrate(store, 1);
  const second = await another();
  const close = async () => void (await Promise.all(stores.splice(0).map((each) => each.close())));
  const reopen = async () => {
    await close();
    return another();
  };
  return { store, second, reopen, close };
}

journalSuite('PostgreSQL, two nodes', () => journalOver(openTwo));
storeSuite('PostgreSQL, two nodes', openTwo);

describe('PostgreSQL claims', () => {
  it.each([
    {
      by: 'an identifier',
      table: 'identifiers',
      held: { identifierKey: 'held' },
      refusal: 'identifier_taken',
    },
    {
      by: 'a ticket',
      table: 'tickets',
      held: { ticket: { digest: 'held', product: 'audit', fingerprint: 'f', expiresAt: 2e12 } },
      refusal: 'ticket_taken',
    },
  ])(
    'by $by wait for the one that came first, and then see what it did',
    async ({ table, held, refusal }) => {
      const { url, store } = await migrated();
      const node = sqlJournal(store);
      const other = sqlJournal(await open(url));
      const before = suiteClaim(held);
      await node.claim(before);
      await node.released(before.key, before.owner, 'not_sent');

      const holder = await client(url);
      await holder.query('begin');
      await holder.query(`select * from ${table} for update`);
      // Both began when the payment that held it was released. The first to pass claims it anew.
      const first = node.claim(suiteClaim({ key: before.key, ...held }));
      await waiting(holder, 1);
      const second = other.claim(suiteClaim(held));
      await waiting(holder, 2);
      await holder.query('commit');

      expect([(await first).kind, (await second).kind]).toEqual(['fresh', refusal]);
    },
  );
});

/** Until so many other sessions wait for a lock. */
async function waiting(own: pg.Client, count: number): Promise<void> {
  for (;;) {
    const { rows } = await own.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    if (rows.length >= count) return;
  }
}

describe('PostgreSQL migrations', () => {
  it('of four nodes that start at once: one applies them, none fails', async () => {
    for (let round = 0; round < 5; round++) {
      const url = await schema();
      const stores = await Promise.all([1, 2, 3, 4].map(() => open(url)));
      await Promise.all(stores.map((store, i) => migrate(store, i)));
      const marks = await stores[0]!.read(sql`select id from migrations`.compile(stores[0]!.db));
      expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
      expect((await sqlJournal(stores[round % 4]!).claim(suiteClaim())).kind).toBe('fresh');
      for (const store of stores) await store.close();
    }
  });

  it('find unfinished rows by their index, however many others there are', async () => {
    const { store } = await migrated();
    const run = (text: string) => store.run(sql.raw(text).compile(store.db));
    const { key, ...claim } = suiteClaim();
    await sqlJournal(store).claim({ ...claim, key });
    const columns = (await run('select * from payments'))[0]!
      .flatMap(Object.keys)
      .filter((name) => name !== 'key' && name !== 'state');
    const quoted = columns.map((name) => `"${name}"`).join(', ');
    await run(
      `insert into payments (key, state, ${quoted}) select 'n' || n, 'delivered', ${quoted} from payments, generate_series(1, 20000) n`,
    );
    await run('analyze payments');
    const plan = await store.read(
      sql`explain select key from payments
          where payments.state in (${sql.join(UNFINISHED.map((state) => sql.lit(state)))})
          order by "leaseUntil", "key" limit 500`.compile(store.db),
    );
    expect(JSON.stringify(plan)).toContain('payments_unfinished');
    expect((await sqlJournal(store).unfinished(10)).map((row) => row.key)).toEqual([key]);
  });
});
