import type { EpochMs } from '../../values/time.ts';
import type { EditionRow, EditionRows } from '../editions.ts';
import type { Store } from './store.ts';

/** Editions over SQL: rows are only ever added. `now`: when this node published, for operators. */
export function sqlEditionRows({ db, read, run }: Store, now: () => EpochMs): EditionRows {
  return {
    async newest() {
      const newest = db.selectFrom('editions').select('digest').orderBy('generatedAt', 'desc').limit(1);
      return (await read(newest.compile()))[0]?.digest as string | undefined;
    },
    async find(digest) {
      const columns = ['digest', 'previousDigest', 'generatedAt', 'text'] as const;
      const found = db.selectFrom('editions').select(columns).where('digest', '=', digest);
      return (await read(found.compile()))[0] as unknown as EditionRow | undefined;
    },
    async add(row) {
      // Both the digest and the place in the chain are unique: whoever comes second adds nothing.
      const insert = db
        .insertInto('editions')
        .values({ ...row, publishedAt: now() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('digest');
      return (await run(insert.compile()))[0]!.length > 0;
    },
  };
}
