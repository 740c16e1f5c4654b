import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { BASE, type Network } from '../../../src/values/payment.ts';
import { audit, auditJournal, auditRails, type Charge, chargesOn, type Sold } from '../audit.ts';
import type { Purchase } from './crowd.ts';
import type { Market } from './market.ts';

/** What buyers were told, what the journal says and what the chains did, when nobody buys any more. */

interface Row extends Sold {
  readonly state: string;
}

/** How long a row may be open when its buyer knows its outcome. */
const OPEN_MS = 60_000;

export interface Seen {
  readonly book: readonly Purchase[];
  readonly rows: readonly Row[];
  readonly charges: readonly Charge[];
  /** What each seller has got since the beginning, in atomic units. */
  readonly rose: ReadonlyMap<Network, bigint>;
  /** Transactions that a reorg took. */
  readonly taken: ReadonlySet<string>;
}

/** Everything that they disagree about, by network. */
export function disagreements(seen: Seen): Map<Network, string[]> {
  const { book, rows, rose } = seen;
  const faults = new Map<Network, string[]>();
  for (const [network, got] of rose) {
    const mine = book.filter((each) => each.network === network);
    const open = rows.filter((row) => row.network === network && row.state !== 'delivered' && isOwed(row));
    faults.set(network, [
      ...(network === BASE ? onBase({ ...seen, book: mine }, got) : elsewhere(mine, got)),
      ...auditRails(
        mine,
        rows.filter((row) => row.network === network && row.state === 'delivered'),
      ),
      ...open.map(({ state }) => `a row is ${state} when all buyers know their outcome`),
    ]);
  }
  return faults;
}

const isOwed = ({ state }: Row): boolean =>
  state === 'claimed' || state === 'settling' || state === 'settled';

/** Sales that a reorg took and that nobody made good: delivered, and not charged. */
export function lostSales({ book, charges, taken }: Pick<Seen, 'book' | 'charges' | 'taken'>): Purchase[] {
  const isCharged = new Set(charges.map(({ nonce }) => nonce));
  return book.filter(
    ({ network, outcome, nonce, transaction = '' }) =>
      network === BASE &&
      outcome === 'delivered' &&
      taken.has(transaction) &&
      !isCharged.has(nonce.toLowerCase()),
  );
}

/** Payment by payment. Of what a reorg took the books must speak, not this. */
function onBase(seen: Seen, rose: bigint): string[] {
  const { book, rows, charges } = seen;
  const lost = lostSales(seen);
  const kept = rows.filter(({ network, state }) => network === BASE && state === 'delivered');
  for (const { transaction } of lost) {
    const at = kept.findIndex((row) => row.transaction === transaction);
    if (at >= 0) kept.splice(at, 1);
  }
  return [
    ...audit(
      book.filter((bought) => !lost.includes(bought)),
      charges,
      rose,
    ),
    ...auditJournal(kept, charges, rose),
  ];
}

/** By the sum: every buyer who got an answer paid once, and nobody else did. */
function elsewhere(book: readonly Purchase[], rose: bigint): string[] {
  const owed = book
    .filter(({ outcome }) => outcome === 'delivered')
    .reduce((sum, { price }) => sum + price, 0n);
  return rose === owed ? [] : [`the seller got ${rose} for answers worth ${owed}`];
}

/** Reads everything; a row that is open is given time to end. */
export async function look(
  market: Market,
  book: readonly Purchase[],
  before: ReadonlyMap<Network, bigint>,
  taken: ReadonlySet<string>,
): Promise<Seen> {
  for (const until = performance.now() + OPEN_MS; ; await new Promise((r) => setTimeout(r, 500))) {
    const rows = await rowsOf(market);
    if (rows.some(isOwed) && performance.now() < until) continue;
    const rose = new Map<Network, bigint>();
    for (const { network, balance } of market.chains)
      rose.set(network, (await balance()) - before.get(network)!);
    return { book, rows, charges: await chargesOn(market.base.rpcUrl), rose, taken };
  }
}

async function rowsOf({ databaseUrl, dataDir }: Market): Promise<Row[]> {
  const query = 'select state, network, amount, "transaction" from payments';
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDir, 'journal.sqlite'), { readOnly: true });
    try {
      return db.prepare(query).all() as unknown as Row[];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}
