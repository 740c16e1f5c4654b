import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closedNames } from '../../src/accounting/counters.ts';
import { suiteClaim } from '../../src/adapters/journal.suite.ts';
import { sqlBooks } from '../../src/adapters/sql/books.ts';
import { sqlCounters } from '../../src/adapters/sql/counters.ts';
import { sqlJournal } from '../../src/adapters/sql/journal.ts';
import { openStore } from '../../src/adapters/sql/open.ts';
import { openPostgres } from '../../src/adapters/sql/postgres-store.ts';
import type { Store } from '../../src/adapters/sql/store.ts';
import { catalogue } from '../../src/catalogue.ts';
import { Stage } from '../../src/checks/stage.suite.ts';
import { cashRegister } from '../../src/documents/cash-register.ts';
import { READERS_WAIT_MS, withinMs } from '../../src/origin/within.ts';
import type { Reach } from '../../src/ports.ts';
import { startProxy } from './proxy.ts';
import { type PostgresServer, startPostgres } from './server.ts';
import { postgresTests } from './setup.ts';

/** A server that is restarted and killed is nobody else's, and keeps its data on the disk. */
let own: PostgresServer;
beforeAll(async () => {
  own = await startPostgres();
});
afterAll(() => own.stop());
const server = () => own;
const { open, migrated, client, afterwards } = postgresTests(server);

const one = (store: Store) => store.run(sql`select 1 as n`.compile(store.db));

/** Until the store answers again. */
async function back(store: Store): Promise<void> {
  for (;;) {
    try {
      await one(store);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

describe('PostgreSQL that is not fit for money', () => {
  afterEach(() => server().restart());

  it.each([
    ['fsync', 'off'],
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
    ['synchronous_commit', 'remote_write'],
  ])('is refused at the start: %s = %s', async (setting, value) => {
    const url = await server().createSchema();
    await server().restart({ [setting]: value });
    await expect(openPostgres(url)).rejects.toThrow(`${setting} ${value}`);
  });

  it('is refused when it comes back as such', async () => {
    const { store } = await migrated();
    await server().restart({ fsync: 'off' });
    await expect(one(store)).rejects.toThrow();
    await expect(one(store)).rejects.toThrow('not durable');
    await server().restart();
    await back(store);
  });

  it('has its isolation level set for every unit, whatever its own default', async () => {
    const url = await server().createSchema();
    await server().restart({ default_transaction_isolation: 'serializable' });
    const store = await open(url);
    const level = sql`select current_setting('transaction_isolation') as level`.compile(store.db);
    expect(await store.run(level)).toEqual([[{ level: 'read committed' }]]);
    expect((await store.run(level, level))[1]).toEqual([{ level: 'read committed' }]);
  });

  it('is refused as a server that takes no writes', async () => {
    const url = await server().createSchema();
    await server().restart({ default_transaction_read_only: 'on' });
    await expect(openPostgres(url)).rejects.toThrow('read-only');
  });
});

describe('openStore', () => {
  it('takes PostgreSQL when it is given a URL', async () => {
    const store = await openStore({ databaseUrl: server().url, path: '/nowhere/journal.sqlite' }, () => {});
    afterwards(() => store.close());
    expect(store.dialect).toBe('postgres');
    expect(await one(store)).toEqual([[{ n: 1 }]]);
  });
});

describe('PostgreSQL that cannot be reached', () => {
  it.each(['not a url', 'mysql://user:sesame@127.0.0.1/db', 'postgres://user:sesame@[/db'])(
    '%s',
    async (url) => {
      await expect(openPostgres(url)).rejects.toThrow(/^not a postgres:\/\/ URL$/);
    },
  );

  it('is told without the password', async () => {
    const closed = new URL(server().url);
    closed.port = '1';
    const wrong = new URL(server().url);
    wrong.password = 'sesame';
    await expect(openPostgres(closed.href)).rejects.toThrow(/^PostgreSQL: .*ECONNREFUSED/);
    const refused = await openPostgres(wrong.href).catch((error) => error);
    expect(refused.message).toMatch(/password authentication failed.*28P01/);
    expect(JSON.stringify(refused) + refused.stack).not.toContain('sesame');
  });

  it('does not say what a row holds', async () => {
    const { store } = await migrated();
    const secret = sql`select cast(${'sesame'} as bigint)`.compile(store.db);
    const error = await store.run(secret).catch((reason) => reason);
    expect(error.message).toBe('PostgreSQL: data exception (22P02)');
    expect(JSON.stringify(error)).not.toContain('sesame');
  });
});

describe('PostgreSQL that is frozen, with every process of its own', () => {
  it('leaves free documents the figures that were read last, while it is', async () => {
    const { store } = await migrated();
    const reach: Reach = {
      ...new Stage().reach,
      books: sqlBooks(store),
      counters: sqlCounters(store, 'node', closedNames(catalogue)),
      soon: (answer) => withinMs(answer, READERS_WAIT_MS),
    };
    const context = { ...new Stage().context, reach };
    const figures = async (laterMs: number) => {
      const { figures } = await cashRegister.render({ ...context, asOf: context.asOf + laterMs });
      return figures;
    };
    expect(await figures(0)).toMatchObject({ status: 'live' });
    await server().freeze();
    try {
      // Nobody waits for it as long as the store does, neither the first to ask nor those behind.
      let isOver = false;
      const asked = one(store).finally(() => {
        isOver = true;
      });
      asked.catch(() => {});
      expect(await figures(3_000)).toEqual({ status: 'last_known', ageSeconds: 3 });
      expect(await figures(60_000)).toEqual({ status: 'last_known', ageSeconds: 60 });
      expect(isOver).toBe(false);
    } finally {
      await server().thaw();
    }
    await back(store);
    await expect.poll(() => figures(90_000)).toMatchObject({ status: 'live' });
  });
});

describe('PostgreSQL that goes away', () => {
  it('politely: calls are rejected while it is away, and answered when it is back', async () => {
    const { store } = await migrated();
    const journal = sqlJournal(store);
    const claim = suiteClaim();
    await journal.claim(claim);
    await server().restart();
    await back(store);
    expect((await journal.get(claim.key))?.state).toBe('claimed');
    expect((await journal.released(claim.key, claim.owner, 'not_sent'))?.state).toBe('released');
  });

  it('by kill -9 of all its processes: what was acknowledged is there', async () => {
    const { store } = await migrated();
    const journal = sqlJournal(store);
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round++) {
      let down = false;
      const work = Array.from({ length: 24 }, async () => {
        while (!down) {
          const claim = suiteClaim({
            ...(acknowledged.length % 2 ? { identifierKey: `i ${Math.random()}` } : {}),
          });
          try {
            await journal.claim(claim);
            await journal.settling(claim.key, claim.owner, { bodyDigest: 'sha256:body', leaseUntil: 1 });
            acknowledged.push(claim.key);
          } catch {
            down = true;
          }
        }
      });
      const written = acknowledged.length;
      while (acknowledged.length < written + 100) await new Promise((resolve) => setTimeout(resolve, 5));
      await server().kill9();
      await Promise.all(work);
      await expect(one(store)).rejects.toThrow();
      await server().restart();
      await back(store);
    }
    const rows = await store.read(store.db.selectFrom('payments').select(['key', 'state']).compile());
    const states = new Map(rows.map(({ key, state }) => [key, state]));
    expect(acknowledged.filter((key) => states.get(key) !== 'settling')).toEqual([]);
    expect(
      await store.read(
        sql`select 1 from identifiers i where not exists
      (select from payments p where p.key = i."paymentKey")`.compile(store.db),
      ),
    ).toEqual([]);
  });

  it('without a word: a call is given up, and the next one has a connection that works', async () => {
    const { url } = await migrated();
    const proxy = await startProxy(url);
    afterwards(() => proxy.close());
    const store = await open(proxy.url, { silenceMs: 200 });
    await one(store);
    proxy.mute();
    const lost = await one(store).catch((error) => error.message);
    expect(lost).toMatch('timeout');
    proxy.speak();
    expect(await one(store)).toEqual([[{ n: 1 }]]);
  });

  it.each([
    ['one statement', {}, 'insert into'],
    ['a unit', { identifierKey: 'lost' }, 'commit'],
  ])('with the answer to a commit, of %s: rejected, and the row is there', async (_, given, text) => {
    const { url, store: other } = await migrated();
    const proxy = await startProxy(url);
    afterwards(() => proxy.close());
    const store = await open(proxy.url, { silenceMs: 300 });
    const journal = sqlJournal(store);
    const claim = suiteClaim(given);
    proxy.muteAfter(text);
    await expect(journal.claim(claim)).rejects.toThrow('timeout');
    await expect.poll(async () => (await sqlJournal(other).get(claim.key))?.owner).toBe(claim.owner);
    proxy.speak();
    await back(store);
    expect((await journal.claim(claim)).kind).toBe('taken');
  });

  it('for one statement too slow: given up by the server, undone, and the connection goes on', async () => {
    const { store } = await migrated();
    const quick = await open(server().url, { statementMs: 50, connections: 1 });
    await expect(quick.run(sql`select pg_sleep(30)`.compile(store.db))).rejects.toThrow('57014');
    expect(await one(quick)).toEqual([[{ n: 1 }]]);
  });

  it('while idle: a connection that the server ends does no harm', async () => {
    const { url, store } = await migrated();
    const own = await client(url);
    await own.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
      ['assay'],
    );
    await back(store);
  });
});
