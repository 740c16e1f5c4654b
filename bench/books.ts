/**
 * What the paid figures cost when the journal is long: makes a journal of so many rows by bulk insert, then times a
 * reading of the books, the cash register's document and the checkpoint.
 * Run: `node bench/books.ts [rows] [sqlite|postgres]` (10 million rows take 9 GB and some minutes).
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
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
import { fill, type Run } from './rows.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const ONLY = process.argv[3];
const READS = 300;
/** As many as a busy service has at any time: delivered since the last checkpoint, owed, and under way. */
const UNBOOKED = 1_000;
const OWED = 200;
const OPEN = 50;

async function timed(work: () => Promise<unknown>, times: number): Promise<Record<string, string>> {
  const taken: number[] = [];
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    await work();
    taken.push(performance.now() - from);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.floor(share * (times - 1))]!.toFixed(2);
  const { user, system } = process.cpuUsage(before);
  // On a machine that others use too, what this process computed says more than what the clock says.
  return {
    'median ms': at(0.5),
    'p99 ms': at(0.99),
    'own CPU ms': ((user + system) / 1_000 / times).toFixed(2),
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
  const tickets = { issue: async () => {}, find: async () => undefined };
  const editions = { latest: async () => undefined };
  const reach = { payments: journal, tickets, editions, counters, books, entropy: systemEntropy };
  const { fetch } = createApp({ catalogue, published, gates: [], clock: systemClock, reach });
  return async () => {
    const response = await fetch(new Request('http://127.0.0.1/api/cash-register'));
    if (response.status !== 200) throw new Error(`the cash register answers ${response.status}`);
    return response.json();
  };
}

async function bench(store: Store, run: Run): Promise<Record<string, object>> {
  const books = sqlBooks(store);
  const from = performance.now();
  await fill(run, store.dialect, {
    booked: ROWS - UNBOOKED - OWED - OPEN,
    delivered: UNBOOKED,
    settled: OWED,
    settling: OPEN,
  });
  console.error(`${store.dialect}: ${ROWS} rows in ${((performance.now() - from) / 1_000).toFixed(0)} s`);
  const name = (what: string) => `${store.dialect}, ${ROWS} rows: ${what}`;
  const table: Record<string, object> = {
    [name(`books.read, ${UNBOOKED} not booked`)]: await timed(() => books.read(), READS),
    [name('GET /api/cash-register')]: await timed(register(store, books), READS),
  };
  const began = performance.now();
  const booked = await bookAll(books, Date.now);
  table[name(`checkpoint of ${booked}`)] = { 'median ms': (performance.now() - began).toFixed(1) };
  table[name('books.read, all booked')] = await timed(() => books.read(), READS);
  return table;
}

const table: Record<string, object> = {};
if (ONLY !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'assay-books-'));
  const path = join(folder, 'journal.sqlite');
  const store = await openStore({ path }, () => process.exit(1));
  try {
    await migrate(store, 1);
    Object.assign(table, await bench(store, (text) => store.run(sql.raw(text).compile(store.db))));
    console.error(`${(statSync(path).size / 1e9).toFixed(2)} GB`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}
if (ONLY !== 'sqlite') {
  const server = await startPostgres();
  const store = await openStore({ databaseUrl: server.url, path: '' }, () => process.exit(1));
  // A connection of its own: the store's statements may take five seconds only.
  const client = new pg.Client({ connectionString: server.url });
  try {
    await migrate(store, 1);
    await client.connect();
    Object.assign(table, await bench(store, (text) => client.query(text)));
  } finally {
    await client.end();
    await store.close();
    await server.stop();
  }
}
console.table(table);
