import { sql } from 'kysely';
import { REDELIVERY_SECONDS } from '../../values/limits.ts';
import { type EpochMs, SECOND_MS } from '../../values/time.ts';
import type { Store } from './store.ts';

export interface OwedRevision {
  readonly product: string;
  readonly revision: string;
  readonly payments: number;
}

const OWED_MS = REDELIVERY_SECONDS.secret * SECOND_MS;
/** Rows are read by the time of their settlement, which has an index: a quarter of an hour at a time, others in between. */
const SLICE_MS = 900 * SECOND_MS;

/**
 * Payments whose answer is owed, by the revision that it was sold at: those that are settled and not delivered, and those
 * that were delivered within a day, which is how long a buyer may ask again. Of the latter, only what was settled in the
 * day before its delivery at the earliest: an answer that was fetched later than that is rare, and its bundle was here then.
 */
export async function owedRevisions(
  { db, read }: Store,
  now: EpochMs,
  pause: () => Promise<void> = () => new Promise((resolve) => setImmediate(resolve)),
): Promise<readonly OwedRevision[]> {
  const found = new Map<string, OwedRevision>();
  const add = (rows: readonly object[]) => {
    for (const { product, revision, payments } of rows as readonly OwedRevision[]) {
      const name = `${product}/${revision}`;
      const n = (found.get(name)?.payments ?? 0) + Number(payments);
      found.set(name, { product, revision, payments: n });
    }
  };
  const counted = db
    .selectFrom('payments')
    .select(['product', 'revision', sql<number>`count(*)`.as('payments')])
    .groupBy(['product', 'revision']);
  add(await read(counted.where('state', '=', 'settled').compile()));
  const delivered = counted.where('state', '=', 'delivered').where('deliveredAt', '>=', now - OWED_MS);
  for (let since = now - 2 * OWED_MS; since <= now; since += SLICE_MS) {
    const slice = delivered.where('settledAt', '>=', since).where('settledAt', '<', since + SLICE_MS);
    add(await read(slice.compile()));
    await pause();
  }
  return [...found.values()];
}
