import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { suiteClaim } from '../../src/adapters/journal.suite.ts';
import { sqlJournal } from '../../src/adapters/sql/journal.ts';
import { openStore } from '../../src/adapters/sql/open.ts';
import { openPostgres } from '../../src/adapters/sql/postgres-store.ts';
import type { Store } from '../../src/adapters/sql/store.ts';
import type { Service } from '../../src/origin/compose.ts';
import { rowsOf, sized } from '../support/campaign.ts';
import { composed } from '../support/composed.ts';
import { disposeServices } from '../support/service.ts';
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

  const settings = [
    ['fsync', 'off'],
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
    ['synchronous_commit', 'remote_write'],
  ] as const;
  it.each(rowsOf(settings, (_, i) => i < 2))('is refused at the start: %s = %s', async (setting, value) => {
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
  afterAll(disposeServices);

  /** What each of them says of how old its figures are. */
  const FREE = ['/api/cash-register', '/books', '/status.html'] as const;
  const isOld = async (service: Service, path: string) => {
    const { status, body } = await service.answer(new Request(`http://127.0.0.1:4021${path}`));
    const text = String(body);
    expect([path, status, text.length > 0]).toEqual([path, 200, true]);
    return path.startsWith('/api/')
      ? JSON.parse(text).figures.status === 'last_known'
      : text.includes('last known figures');
  };

  it('leaves the register and the pages the figures that were read last, while it is', async () => {
    const service = await composed({ DATABASE_URL: await server().createSchema() });
    afterwards(() => service.close());
    const { store } = await migrated();
    const old = () => Promise.all(FREE.map((path) => isOld(service, path)));
    expect(await old()).toEqual([false, false, false]);
    await server().freeze();
    try {
      // Nobody waits for it as long as the store does, neither the first to ask nor those behind.
      let isOver = false;
      const asked = one(store).finally(() => {
        isOver = true;
      });
      asked.catch(() => {});
      for (let i = 0; i < 2; i++) expect(await old()).toEqual([true, true, true]);
      expect(isOver).toBe(false);
    } finally {
      await server().thaw();
    }
    await back(store);
    await expect.poll(old).toEqual([false, false, false]);
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
    for (let round = 0; round < sized({ smoke: 1, short: 3, full: 3 }); round++) {
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
    // Its silence of 300 ms may be a busy machine: asked until it is heard.
    const again = () => journal.claim(claim).then(({ kind }) => kind, String);
    await expect.poll(again).toBe('taken');
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
