import type { Ticket } from '../../ports.ts';
import { DAY_SECONDS, type EpochMs, SECOND_MS } from '../../values/time.ts';
import type { UsedTickets } from '../tickets.ts';
import type { Store } from './store.ts';

/** Named, never `*`, for the reason that schema.ts gives. */
const COLUMNS = ['digest', 'product', 'fingerprint', 'expiresAt', 'paymentKey', 'consumedAt'] as const;

/** They are written, leased and consumed by the journal, in its own units (journal.ts). */
export function sqlTickets({ db, read }: Store): UsedTickets {
  return {
    async find(digest) {
      const [row] = await read(
        db.selectFrom('tickets').select(COLUMNS).where('digest', '=', digest).compile(),
      );
      return row as Ticket | undefined;
    },
  };
}

/** Removes tickets that ran out a day ago or more. Correctness never waits for it: every use looks at the time itself. */
export async function forgetTickets({ db, run }: Store, now: EpochMs, limit = 1_000): Promise<number> {
  const over = db
    .selectFrom('tickets')
    .select('digest')
    .where('expiresAt', '<=', now - DAY_SECONDS * SECOND_MS)
    .orderBy('expiresAt')
    .limit(limit);
  const [forgotten] = await run(
    db.deleteFrom('tickets').where('digest', 'in', over).returning('digest').compile(),
  );
  return forgotten!.length;
}
