import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sqlBooks } from '../adapters/sql/books.ts';
import { openStore } from '../adapters/sql/open.ts';
import { arrivalsOf, paidOnChains } from '../origin/arrivals.ts';
import type { Config, Fault } from '../origin/config.ts';
import { reconcileBooks } from '../origin/reconcile-books.ts';
import type { Arrivals, Books } from '../ports.ts';
import { rowOf } from '../values/networks.ts';
import { DAY_MS, type EpochMs } from '../values/time.ts';

/** As long as a used authorization may be shown to us for an answer. */
const SPAN_MS = DAY_MS;
/** A row may follow its transfer by this much. */
const GRACE_MS = 60_000;

const EX_UNAVAILABLE = 69;

/** What came to our addresses within a day and is explained by no row: another service may be paid there too. */
export async function unexplained(
  books: Pick<Books, 'settledSince' | 'settledExtent'>,
  chains: readonly Arrivals[],
  now: EpochMs,
): Promise<readonly Fault[]> {
  const { transfersWithoutRow } = await reconcileBooks({
    books,
    chains,
    since: now - SPAN_MS,
    now,
    graceMs: GRACE_MS,
  });
  return chains.flatMap(({ network }) => {
    const count = transfersWithoutRow.filter((transfer) => transfer.network === network).length;
    const message = `has received ${count} transfer(s) within a day that no sale in this journal explains: it must be this service's own, since two services with one recipient can both sell for one transfer. See "assay books"`;
    const variable = rowOf(network)!.variables.payTo as Fault['variable'];
    return count === 0 ? [] : [{ variable, message }];
  });
}

/** Of a journal that is not there yet. */
const NO_BOOKS = { settledSince: async () => [], settledExtent: async () => ({ rows: 0, times: 0 }) };

/** The same for a configuration, whose journal may not be there yet. */
export async function unexplainedIn(config: Config, now: EpochMs): Promise<readonly Fault[]> {
  const chains = arrivalsOf(paidOnChains(config), config.mode);
  if (chains.length === 0) return [];
  const path = join(config.dataDir, 'journal.sqlite');
  if (config.databaseUrl === undefined && !existsSync(path)) return unexplained(NO_BOOKS, chains, now);
  const store = await openStore({ databaseUrl: config.databaseUrl, path }, () =>
    process.exit(EX_UNAVAILABLE),
  );
  try {
    return await unexplained(sqlBooks(store), chains, now);
  } finally {
    await store.close();
  }
}
