import type { Reported } from '../../ports.ts';
import type { Store } from './store.ts';

/** Reported receipts over SQL: the primary key lets one caller in, whichever node asks. */
export const sqlReported = ({ db, run }: Store): Reported => ({
  async once(digest) {
    const [added] = await run(
      db
        .insertInto('reported')
        .values({ digest })
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .returning('digest')
        .compile(),
    );
    return added!.length === 1;
  },
});
