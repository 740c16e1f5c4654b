import { sql } from 'kysely';
import type { Store } from './store.ts';

export interface OwedRevision {
  readonly product: string;
  readonly revision: string;
  readonly payments: number;
}

/** What is settled and not delivered, by the revision that it was sold at. Few rows, under an index of their own. */
export async function owedRevisions({ db, read }: Store): Promise<readonly OwedRevision[]> {
  const rows = await read(
    db
      .selectFrom('payments')
      .select(['product', 'revision', sql<number>`count(*)`.as('payments')])
      .where('state', '=', 'settled')
      .groupBy(['product', 'revision'])
      .compile(),
  );
  return rows.map((row) => ({ ...row, payments: Number(row.payments) }) as OwedRevision);
}
