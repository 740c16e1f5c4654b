import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type CompiledQuery, sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { foldJournal } from '../../accounting/fold.ts';
import { UNFINISHED } from '../../accounting/states.ts';
import { amount } from '../../amount.testing.ts';
import { allRows } from '../books.suite.ts';
import { TEMPORARY } from '../temporary.testing.ts';
import { bookAll, sqlBooks } from './books.ts';
import { LOOK_MS } from './file-watch.ts';
import { migrate } from './migrations.ts';
import { openStore } from './open.ts';
import { durabilityFault, openSqlite } from './sqlite-store.ts';
import type { Store } from './store.ts';

const opened: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function temporaryFile(below = TEMPORARY): string {
  const folder = mkdtempSync(join(below, 'assay-sqlite-'));
  opened.push(() => rmSync(folder, { recursive: true }));
  return join(folder, 'below', 'journal.sqlite');
}

async function open(path: string, onDeath?: (error: Error) => void): Promise<Store> {
  const store = await openSqlite(path, onDeath);
  opened.push(() => store.close());
  await migrate(store, 1);
  return store;
}

describe('a journal file that something happens to', () => {
  const DAMAGES: readonly (readonly [string, (path: string) => void, string])[] = [
    ['is deleted', (path) => rmSync(path), 'JOURNAL_REPLACED'],
    [
      'is replaced by a copy',
      (path) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
      'JOURNAL_REPLACED',
    ],
    ['is emptied', (path) => truncateSync(path), 'JOURNAL_CUT'],
    ['is cut short', (path) => truncateSync(path, statSync(path).size - 4_096), 'JOURNAL_CUT'],
    ['loses its log', (path) => rmSync(`${path}-wal`), 'LOG_REPLACED'],
    [
      'has a damaged page',
      (path) => {
        const file = openSync(path, 'r+');
        writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, 8_192);
        closeSync(file);
      },
      'JOURNAL_DAMAGED',
    ],
  ];

  it.each(DAMAGES)('ends the writer soon, with nobody writing: it %s', async (_, damage, code) => {
    const path = temporaryFile();
    const died = Promise.withResolvers<Error>();
    const store = await open(path, died.resolve);
    // What was written is in the file itself, not in its log.
    await expect.poll(() => statSync(`${path}-wal`).size, { interval: 20 }).toBe(0);
    damage(path);
    expect(await died.promise).toMatchObject({ code });
    await expect(store.run(sql`select 1`.compile(store.db))).rejects.toThrow();
  });

  it('is not ended by another process that writes to it and empties its log', async () => {
    const path = temporaryFile();
    let died = false;
    const store = await open(path, () => (died = true));
    const other = new DatabaseSync(path);
    for (let i = 0; i < 3; i++) {
      other.exec(`create table other${i} (a); pragma wal_checkpoint(truncate)`);
      await setTimeout(LOOK_MS);
      await store.run(sql`select 1`.compile(store.db));
    }
    other.close();
    expect(died).toBe(false);
  });
});

describe('SQLite durability', () => {
  it('is refused where the engine cannot keep a log', async () => {
    await expect(openSqlite(':memory:')).rejects.toThrow(
      /not durable \(journal_mode memory, synchronous 2\)/,
    );
  });

  it('means WAL and a flush for every commit', () => {
    expect(durabilityFault({ journalMode: 'wal', synchronous: 2 })).toBeUndefined();
    expect(durabilityFault({ journalMode: 'wal', synchronous: 3 })).toBeUndefined();
    for (const synchronous of [0, 1, undefined])
      expect(durabilityFault({ journalMode: 'wal', synchronous })).toBeDefined();
    for (const journalMode of ['delete', 'memory', 'off', undefined]) {
      expect(durabilityFault({ journalMode, synchronous: 2 })).toBeDefined();
    }
  });

  it('throws when the file cannot be opened', async () => {
    const folder = mkdtempSync(join(TEMPORARY, 'assay-sqlite-'));
    opened.push(() => rmSync(folder, { recursive: true }));
    await expect(openSqlite(folder)).rejects.toThrow(/unable to open/);
  });

  it('survives kill -9: every acknowledged row is there', async () => {
    const path = temporaryFile(tmpdir());
    const acknowledged: string[] = [];
    const rounds = amount(1, 6);
    for (let round = 0; round < rounds; round++) acknowledged.push(...(await writeUntilKilled(path, round)));
    expect(acknowledged.length).toBeGreaterThan(25 * rounds);
    const db = new DatabaseSync(path);
    const rows = new Map(
      db
        .prepare('select key, state from payments')
        .all()
        .map((row) => [row.key, row.state]),
    );
    const check = db.prepare('pragma integrity_check').get();
    db.close();
    const written = ['settling', 'settled', 'delivered'];
    expect(acknowledged.filter((key) => !written.includes(String(rows.get(key))))).toEqual([]);
    expect(check).toEqual({ integrity_check: 'ok' });
    // Some were booked when the process died, some were about to be, and none is counted twice or not at all.
    const store = await open(path);
    const books = sqlBooks(store);
    const figures = await books.read();
    expect(figures).toEqual(foldJournal(await allRows(books, 1_000)));
    const [booked] = await store.read(sql`select coalesce(sum(n), 0) as n from totals`.compile(store.db));
    expect(booked!.n).toBeGreaterThan(0);
    await bookAll(books, () => 1);
    expect(await books.read()).toEqual(figures);
  });
});

/** Keys whose second write was acknowledged by a child process before it was killed, after a random number of them. */
async function writeUntilKilled(path: string, round: number): Promise<string[]> {
  const script = fileURLToPath(new URL('./crash-writer.testing.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script, path, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const killed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Only a writer at work is killed, so that each round has something to lose, however slow the machine is.
  const enough = 30 + Math.random() * 60;
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split(';').length > enough) child.kill('SIGKILL');
  });
  await killed;
  // The kill may tear the last acknowledgement apart: each ends with a semicolon.
  return output.split(';').slice(0, -1);
}

describe('SQLite full disk', () => {
  it('rejects what does not fit, keeps what was answered for, and goes on when there is room', async () => {
    const store = await open(temporaryFile(tmpdir()));
    const run = (text: string) => store.run(sql.raw(text).compile(store.db));
    await run('create table blobs (id integer primary key, bytes blob)');
    const pages = Number((await run('pragma page_count'))[0]![0]!.page_count);
    await run(`pragma max_page_count = ${pages + 40}`);
    const write = (id: number, size = 8_000) => run(`insert into blobs values (${id}, zeroblob(${size}))`);
    // Together in one batch: the one that does not fit takes the others with it, and none is answered for.
    const together = await Promise.allSettled([write(0), write(1), write(2, 1_000_000), write(3), write(4)]);
    const alone: PromiseSettledResult<unknown>[] = [];
    for (let id = 5; id < 40; id++) alone.push(...(await Promise.allSettled([write(id)])));
    const outcomes = [...together, ...alone];
    const kept = outcomes.flatMap(({ status }, id) => (status === 'fulfilled' ? [id] : []));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.message).toMatch(/full/);
    expect(together.at(-1)?.status).toBe('rejected');
    expect(alone[0]?.status).toBe('fulfilled');
    expect(alone.at(-1)?.status).toBe('rejected');
    const there = async () =>
      (await store.read(sql`select id from blobs order by id`.compile(store.db))).map(({ id }) => id);
    expect(await there()).toEqual(kept);
    await run('pragma max_page_count = 100000');
    await write(99);
    expect(await there()).toEqual([...kept, 99]);
  });
});

describe('openStore', () => {
  it('takes SQLite when it is given no URL', async () => {
    const store = await openStore({ path: temporaryFile() }, () => {});
    opened.push(() => store.close());
    expect(store.dialect).toBe('sqlite');
  });
});

describe('SQLite writer', () => {
  it('rejects what another process keeps it from writing, and writes again afterwards', async () => {
    const path = temporaryFile();
    const store = await open(path);
    const mark = (id: string) =>
      store.run(store.db.insertInto('migrations').values({ id, appliedAt: 1 }).compile());
    await store.run(sql`pragma busy_timeout = 20`.compile(store.db));
    const other = new DatabaseSync(path);
    opened.push(() => other.close());
    other.exec('begin immediate');
    await expect(mark('while locked')).rejects.toThrow('locked');
    other.exec('commit');
    await mark('afterwards');
    const marks = await store.read(
      store.db.selectFrom('migrations').select('id').where('appliedAt', '=', 1).compile(),
    );
    expect(marks.map(({ id }) => id)).not.toContain('while locked');
    expect(marks.map(({ id }) => id)).toContain('afterwards');
  });

  it('is missed once: calls under way and after are rejected, its death is told, and close still ends', async () => {
    const deaths: string[] = [];
    const messages = vi.spyOn(Worker.prototype, 'postMessage');
    const store = await open(temporaryFile(), (error) => deaths.push(error.message));
    const worker = messages.mock.contexts[0] as Worker;
    messages.mockRestore();
    const one = sql`select 1`.compile(store.db);
    const underWay = Array.from({ length: 20 }, () => store.run(one));
    void worker.terminate();
    const outcomes = await Promise.allSettled(underWay);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected' });
    await expect(store.run(one)).rejects.toThrow('writer ended');
    await store.close();
    expect(deaths).toEqual(['the SQLite writer ended']);
  });

  it('reads the books by their indexes, without a look at all rows', async () => {
    const store = await open(temporaryFile());
    const queries: string[] = [];
    const read = async (query: CompiledQuery) => {
      queries.push(query.sql);
      return store.read(query);
    };
    const books = sqlBooks({ ...store, read });
    await books.read();
    await store.run(sql`insert into marks values ('any', 1, null)`.compile(store.db));
    await books.read();
    // The first time with all totals, the second time with their sum.
    const [, whole, , since] = queries;
    const planOf = (query: string) => store.read(sql`explain query plan ${sql.raw(query)}`.compile(store.db));
    const plan = JSON.stringify([await planOf(whole!), await planOf(since!)]);
    for (const index of ['payments_unbooked', 'payments_owed', 'payments_unfinished'])
      expect(plan).toContain(index);
    expect(plan).not.toMatch(/SCAN payments(?! USING)/);
  });

  it('finds unfinished rows by their index, however many others there are', async () => {
    const store = await open(temporaryFile());
    const plan = await store.read(
      sql`explain query plan select key from payments
          where payments.state in (${sql.join(UNFINISHED.map((state) => sql.lit(state)))})
          order by "leaseUntil", "key" limit 500`.compile(store.db),
    );
    expect(JSON.stringify(plan)).toContain('payments_unfinished');
  });
});
