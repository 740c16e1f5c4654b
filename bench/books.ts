/**
 * What the paid figures cost when the journal is long: makes journals of so many rows inside the database, then times a
 * reading of the books, the cash register's document and the checkpoint.
 * Run: `node bench/books.ts [rows[,rows…]] [sqlite|postgres]` (10 million rows take 9 GB and some minutes).
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { KIND } from '../src/accounting/fold.ts';
import { TAGS } from '../src/accounting/sources.ts';
import { EVIDENCE_CLASSES } from '../src/accounting/states.ts';
import { bookAll, sqlBooks } from '../src/adapters/sql/books.ts';
import { sqlJournal } from '../src/adapters/sql/journal.ts';
import { migrate } from '../src/adapters/sql/migrations.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import type { Store } from '../src/adapters/sql/store.ts';
import { systemClock, systemEntropy } from '../src/adapters/system.ts';
import { catalogue } from '../src/catalogue.ts';
import { createApp } from '../src/http/app.ts';
import type { Books } from '../src/ports.ts';
import { RELEASE } from '../src/release.ts';
import { startPostgres } from '../test/postgres/server.ts';

const SIZES = (process.argv[2] ?? '20000,1000000').split(',').map(Number);
const ONLY = process.argv[3];
const READS = 300;
const WARM_UP = 50;
/** As many as a busy service has at any time: delivered since the last checkpoint, owed, and under way. */
const UNBOOKED = 1_000;
const OWED = 200;
const OPEN = 50;
/** Rows of one statement. */
const SLICE = 200_000;

const pick = (words: readonly string[], by: number) =>
  `case (i / ${by}) % ${words.length} ${words.map((word, n) => `when ${n} then '${word}'`).join(' ')} end`;

/** Rows `from` to `to`, made by the engine itself. */
function rows(dialect: Store['dialect'], from: number, to: number, state: string, key: string): string {
  const products = catalogue.products.map(({ id }) => id);
  const done = state === 'delivered';
  const paid = done || state === 'settled';
  const booked = done && key === ASCENDING;
  const hex = (width: number) => `substr(mix || '${'0'.repeat(64)}', 1, ${width})`;
  const digest = `'sha256:' || ${hex(64)}`;
  const numbers =
    dialect === 'sqlite'
      ? `(with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to}) select i from n)`
      : `generate_series(${from}::bigint, ${to}::bigint) as n(i)`;
  const mix =
    dialect === 'sqlite'
      ? `printf('%08x%016x', ${key}, i)`
      : `lpad(to_hex(${key}), 8, '0') || lpad(to_hex(i), 16, '0')`;
  return `insert into payments (key, rail, product, method, network, asset, "payTo", amount, state, fingerprint, "asOf",
    release, revision, "offerDigest", "termsDigest", "bodyDigest", "transaction", evidence, source, reason,
    "authorization", "rawTransaction", "validBefore", owner, "leaseUntil", "createdAt", "settledAt", "deliveredAt", booked)
  select mix || '${'f'.repeat(40)}', 'x402', ${pick(products, 1)}, ${pick(['GET', 'POST'], 2)}, 'eip155:8453',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    ${pick(['10000', '5000000'], 1)}, '${state}', ${digest}, 1790000000000 + i, '${RELEASE}', '1', ${digest}, ${digest},
    ${digest}, '0x' || ${hex(64)}, ${pick(EVIDENCE_CLASSES, 3)}, ${pick(TAGS, 5)}, null,
    null, null, 1790000600, 'bench', 0, 1790000000000 + i, ${paid ? '1790000000000 + i' : 'null'},
    ${done ? '1790000000000 + i' : 'null'}, ${booked ? '1' : 'null'}
  from (select i, ${mix} as mix from ${numbers}) as made`;
}
/**
 * First eight digits of a key. What is booked comes in the order of its keys, so that ten million take minutes and not
 * hours; what the service touches again is spread over the whole index, as digests are.
 */
const ASCENDING = 'i * 400';
const SPREAD = '(i * 2654435761) % 4294967296';

/** One way to run statements that no timeout ends. */
type Run = (text: string) => Promise<Record<string, unknown>[]>;

async function fill(run: Run, dialect: Store['dialect'], count: number): Promise<void> {
  let at = 0;
  const add = async (more: number, state: string, key: string) => {
    for (const end = at + more; at < end; at += SLICE)
      await run(rows(dialect, at, Math.min(at + SLICE, end) - 1, state, key));
    // The last slice may have been a short one.
    at = filled += more;
  };
  let filled = 0;
  // Built at once at the end: entry by entry they would cost more than the rows.
  const indexes = await run(
    dialect === 'sqlite'
      ? "select name, sql from sqlite_master where type = 'index' and tbl_name = 'payments' and sql is not null"
      : "select indexname as name, indexdef as sql from pg_indexes where tablename = 'payments' and indexname <> 'payments_pkey'",
  );
  for (const { name } of indexes) await run(`drop index ${name}`);
  await add(count - UNBOOKED - OWED - OPEN, 'delivered', ASCENDING);
  for (const { sql } of indexes) await run(sql as string);
  const kind = KIND.join(', ');
  await run(
    `insert into totals (${kind}, n) select ${kind}, count(*) from payments where booked is not null group by ${kind}`,
  );
  await add(UNBOOKED, 'delivered', SPREAD);
  await add(OWED, 'settled', SPREAD);
  await add(OPEN, 'settling', SPREAD);
}

async function timed(
  work: () => Promise<unknown>,
  times: number,
  before: () => Promise<unknown> = async () => {},
): Promise<Record<string, string>> {
  const taken: number[] = [];
  let cpu = 0;
  for (let i = 0; i < times; i++) {
    await before();
    const used = process.cpuUsage();
    const from = performance.now();
    await work();
    taken.push(performance.now() - from);
    const { user, system } = process.cpuUsage(used);
    cpu += user + system;
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.floor(share * (times - 1))]!.toFixed(2);
  // On a machine that others use too, what this process computed says more than what the clock says.
  return {
    'median ms': at(0.5),
    'p99 ms': at(0.99),
    'own CPU ms': (cpu / 1_000 / times).toFixed(2),
    load: loadavg()[0]!.toFixed(1),
  };
}

function register(store: Store, books: Books): () => Promise<unknown> {
  const journal = sqlJournal(store);
  const published = {
    catalogue,
    publicUrl: 'https://assay.example',
    release: RELEASE,
    mode: 'production',
  } as const;
  const counters = { add: () => {}, read: async () => ({}) };
  const tickets = { issue: async () => '', find: async () => undefined };
  const editions = { latest: async () => undefined };
  const signed = { verify: async () => undefined };
  const reported = { once: async () => false };
  const given = { payments: journal, tickets, editions, counters, books };
  const reach = { ...given, signed, attest: async () => '', reported, entropy: systemEntropy };
  const { fetch } = createApp({ catalogue, published, gates: [], clock: systemClock, reach });
  return async () => {
    const response = await fetch(new Request('http://127.0.0.1/api/cash-register'));
    if (response.status !== 200) throw new Error(`the cash register answers ${response.status}`);
    return response.arrayBuffer();
  };
}

async function bench(store: Store, count: number): Promise<Record<string, object>> {
  const books = sqlBooks(store);
  const name = (what: string) => `${store.dialect}, ${count} rows: ${what}`;
  const read = register(store, books);
  // As after a sale: somebody has committed something, so that nothing may be answered from memory.
  const commit = () =>
    store.run(
      sql`insert into marks (id, at, note) values ('bench', 1, null)
          on conflict (id) do update set at = marks.at + 1`.compile(store.db),
    );
  await timed(read, WARM_UP, commit);
  const table: Record<string, object> = {
    [name('GET /api/cash-register')]: await timed(read, READS),
    [name('GET /api/cash-register after a commit')]: await timed(read, READS, commit),
    [name(`books.read after a commit, ${UNBOOKED} not booked`)]: await timed(
      () => books.read(),
      READS,
      commit,
    ),
  };
  const began = performance.now();
  const booked = await bookAll(books, Date.now);
  table[name(`checkpoint of ${booked}`)] = { 'median ms': (performance.now() - began).toFixed(1) };
  table[name('books.read after a commit, all booked')] = await timed(() => books.read(), READS, commit);
  return table;
}

const told = (count: number, from: number, more = ''): void =>
  console.error(`${count} rows in ${((performance.now() - from) / 1_000).toFixed(0)} s${more}`);

async function onSqlite(count: number): Promise<Record<string, object>> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-books-'));
  const path = join(folder, 'journal.sqlite');
  const open = () => openStore({ path }, () => process.exit(1));
  try {
    const empty = await open();
    await migrate(empty, 1);
    await empty.close();
    const from = performance.now();
    const db = new DatabaseSync(path);
    db.exec('pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive');
    db.exec('pragma cache_size = -400000');
    await fill(async (text) => db.prepare(text).all(), 'sqlite', count);
    db.close();
    told(count, from, `, ${(statSync(path).size / 1e9).toFixed(2)} GB`);
    const store = await open();
    try {
      return await bench(store, count);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onPostgres(count: number): Promise<Record<string, object>> {
  const server = await startPostgres();
  const open = () => openStore({ databaseUrl: server.url, path: '' }, () => process.exit(1));
  try {
    const empty = await open();
    await migrate(empty, 1);
    await empty.close();
    // Rows of a table that this transaction emptied need no log of their own.
    await server.restart({ fsync: 'off', wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' });
    const from = performance.now();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query("begin; truncate payments; set maintenance_work_mem = '256MB'");
    await fill(async (text) => (await client.query(text)).rows, 'postgres', count);
    await client.query('commit');
    await client.query('vacuum analyze payments');
    await client.end();
    told(count, from);
    await server.restart();
    const store = await open();
    try {
      return await bench(store, count);
    } finally {
      await store.close();
    }
  } finally {
    await server.stop();
  }
}

const table: Record<string, object> = {};
for (const count of SIZES) {
  if (ONLY !== 'postgres') Object.assign(table, await onSqlite(count));
  if (ONLY !== 'sqlite') Object.assign(table, await onPostgres(count));
}
console.table(table);
