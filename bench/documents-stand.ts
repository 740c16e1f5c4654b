import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, sql } from 'kysely';
import { type CounterName, closedNames } from '../src/accounting/counters.ts';
import { editionShelf } from '../src/adapters/editions.ts';
import { sealWith } from '../src/adapters/seal.ts';
import { openSigningKeys } from '../src/adapters/signing-keys.ts';
import { bookAll, sqlBooks } from '../src/adapters/sql/books.ts';
import { sqlCounters } from '../src/adapters/sql/counters.ts';
import { sqlEditionRows } from '../src/adapters/sql/editions.ts';
import { sqlJournal } from '../src/adapters/sql/journal.ts';
import { migrate } from '../src/adapters/sql/migrations.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import { sqlReported } from '../src/adapters/sql/reported.ts';
import type { Store } from '../src/adapters/sql/store.ts';
import { sqlTickets } from '../src/adapters/sql/tickets.ts';
import { systemClock, systemEntropy } from '../src/adapters/system.ts';
import { sealedTickets } from '../src/adapters/tickets.ts';
import { catalogue } from '../src/catalogue.ts';
import { type App, createApp } from '../src/http/app.ts';
import { PAGES } from '../src/http/pages/index.ts';
import type { Glance } from '../src/http/standing.ts';
import { sampleEdition } from '../src/ledger/testing.ts';
import { signEdition } from '../src/ledger/verify.ts';
import { RELEASE } from '../src/release.ts';
import { fill, type Journalled } from './rows.ts';

/** The service's free half in process, on a real journal. */

/** A journal that a service has after a while: most of it booked, the rest sold since the last checkpoint. */
export const SOLD: Journalled = { booked: 700, delivered: 300, settled: 20, settling: 5 };
/** How many unpaid counters have moved by then, of thousands that could. */
const COUNTED = 300;

export interface Stand {
  readonly app: App;
  /** What was asked of the database since this was last called. */
  asked(): { readonly reads: readonly string[]; readonly writes: number };
  /** One more payment claimed, settled and delivered, by another hand than the one that reads. */
  sell(): Promise<void>;
  /** Adds what is delivered to the totals, as a node does every two seconds. */
  book(): Promise<number>;
  close(): Promise<void>;
}

export async function openStand(rows?: Journalled): Promise<Stand> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-documents-'));
  const store = await openStore({ path: join(folder, 'journal.sqlite') }, () => process.exit(1));
  await migrate(store, 1);
  if (rows) await fill((text) => store.run(sql.raw(text).compile(store.db)), 'sqlite', rows);
  const reads: string[] = [];
  let writes = 0;
  const watched: Store = {
    ...store,
    read: (query: CompiledQuery) => {
      reads.push(query.sql);
      return store.read(query);
    },
    run: (...unit) => {
      writes++;
      return store.run(...unit);
    },
  };
  const books = sqlBooks(watched);
  const app = createApp({
    catalogue,
    published: { catalogue, publicUrl: 'http://127.0.0.1:4021', release: RELEASE, mode: 'production' },
    gates: [],
    clock: systemClock,
    reach: {
      payments: sqlJournal(watched),
      tickets: sealedTickets(sqlTickets(watched), sealWith('bench'), systemEntropy),
      editions: await currentEdition(watched, folder),
      counters: await counted(watched, rows ? COUNTED : 0),
      books,
      signed: { verify: async () => undefined },
      attest: async () => '',
      reported: sqlReported(watched),
      entropy: systemEntropy,
    },
    live: { '/readyz': async () => ({ ok: true, body: { status: 'ready' } }) },
  });
  let sold = 0;
  return {
    app,
    asked: () => {
      const since = { reads: reads.splice(0), writes };
      writes = 0;
      return since;
    },
    sell: () => sell(store, ++sold),
    book: () => bookAll(books, systemClock.now),
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function currentEdition(store: Store, folder: string) {
  const now = systemClock.now();
  const { signer } = openSigningKeys(join(folder, 'keys.json'), 'http://127.0.0.1:4021', {
    create: true,
    now,
  });
  const shelf = editionShelf(sqlEditionRows(store, systemClock.now), signer.verify, systemClock);
  const published = await shelf.publish(JSON.stringify(await signEdition(sampleEdition(now), signer)));
  if (published.kind !== 'published') throw new Error(`the edition is ${published.kind}`);
  return shelf;
}

async function counted(store: Store, names: number) {
  const closed = closedNames(catalogue);
  const counters = sqlCounters(store, 'bench', closed);
  const every = Math.max(1, Math.floor(closed.size / Math.max(1, names)));
  for (const [i, name] of [...closed.keys()].entries())
    if (names > 0 && i % every === 0) counters.add(name as CounterName);
  await counters.flush();
  return counters;
}

async function sell(store: Store, nth: number): Promise<void> {
  const journal = sqlJournal(store);
  const key = nth.toString(16).padStart(64, '5');
  const digest = `sha256:${'0'.repeat(64)}` as const;
  const at = systemClock.now();
  await journal.claim({
    key,
    rail: 'x402',
    product: 'opportunity-check',
    via: 'origin',
    method: 'GET',
    network: 'eip155:8453',
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    payTo: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    amount: '10000',
    fingerprint: digest,
    asOf: at,
    release: RELEASE,
    revision: '1',
    edition: null,
    offerDigest: digest,
    buyerDigest: `00000000:${'0'.repeat(64)}`,
    termsDigest: digest,
    evidence: 'external_candidate_unattributed',
    source: 'none',
    authorization: null,
    validBefore: 1_900_000_000,
    owner: 'bench',
    leaseUntil: at + 1_000,
    createdAt: at,
  });
  await journal.settled(key, { transaction: `0x${key}`, bodyDigest: digest, at });
  await journal.delivered(key, { at, bodyDigest: digest });
}

/** One free call. `live`: its answer may change from call to call. */
export interface FreeCall {
  readonly name: string;
  readonly live: boolean;
  readonly request: () => Request;
  /** The same as the quick way sees it; absent where only the long way answers. */
  readonly glance?: Glance;
  readonly expected: number;
}

/** Every free call of the catalogue: documents under all their names, pages in both forms, intents, checks. */
export function freeCalls(): readonly FreeCall[] {
  const get = (path: string, accept: string, live: boolean, expected = 200): FreeCall => ({
    name: `GET ${path}${accept === HTML ? ' (HTML)' : ''}`,
    live,
    expected,
    request: () => new Request(`http://127.0.0.1:4021${path}`, { headers: { accept } }),
    glance: {
      method: 'GET',
      target: path,
      header: (name) => ({ host: '127.0.0.1:4021', accept })[name],
      address: undefined,
    },
  });
  const documents = catalogue.documents.flatMap((document) =>
    [document.path, ...(document.aliases ?? [])].flatMap((path) => {
      const live = document.freshness === 'live';
      const hasPage = document.freshness === 'fixed' && document.page;
      return [get(path, JSON_, live), ...(hasPage ? [get(path, HTML, live)] : [])];
    }),
  );
  const pages = PAGES.flatMap((page) => [
    get(page.path, HTML, page.freshness === 'live'),
    ...(page.freshness === 'fixed' && page.json ? [get(page.path, JSON_, false)] : []),
  ]);
  const intents = catalogue.intents.map(({ path }) => get(path, HTML, false, 302));
  const checks = catalogue.checks.map((check) => ({
    name: `POST ${check.path}`,
    live: true,
    expected: 200,
    request: () =>
      new Request(`http://127.0.0.1:4021${check.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(check.example),
      }),
  }));
  return [...documents, ...pages, ...intents, ...checks];
}
const JSON_ = 'application/json';
const HTML = 'text/html';
