import type { EpochMs } from '../../values/time.ts';
import type { Store } from './store.ts';

/** Whether an assertion is used for the first time, on any node. Durable before it answers. */
export async function useOnce({ db, run }: Store, jti: string, expiresAt: EpochMs): Promise<boolean> {
  const insert = db
    .insertInto('assertions')
    .values({ jti, expiresAt })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .returning('jti');
  const [rows] = await run(insert.compile());
  return rows!.length > 0;
}

/** Removes assertions that have expired: they are refused for that already. */
export async function forgetAssertions({ db, run }: Store, now: EpochMs, limit = 10_000): Promise<number> {
  const over = db
    .selectFrom('assertions')
    .select('jti')
    .where('expiresAt', '<', now)
    .orderBy('expiresAt')
    .limit(limit);
  const [forgotten] = await run(
    db.deleteFrom('assertions').where('jti', 'in', over).returning('jti').compile(),
  );
  return forgotten!.length;
}
