import { type Clock, waitsBy } from '../../ports.ts';
import type { Store } from './store.ts';

/** How long a node may be silent before another may use its settler key, and how often it says that it is alive. */
const LEASE_MS = 20_000;
const RENEW_MS = 5_000;
const RETRY_MS = 1_000;

/**
 * One settler key has one queue of nonces, so it has one node. The right to use it is a row in the journal's database;
 * rows are kept, so that a node also knows the keys of its peers, past and present, as ours.
 */
export interface LaneLease {
  /** Whether this node may send with its key now. */
  held(): boolean;
  /** Whether an address is a settler key of ours. */
  isOurs(address: string): Promise<boolean>;
  release(): Promise<void>;
}

/** Undefined: another node holds this key and keeps renewing its lease. A node that was killed and started again under its own name has it at once. */
export async function leaseLane(
  store: Store,
  address: string,
  node: string,
  clock: Clock,
  report: (where: string, error: unknown) => void,
  patienceMs = LEASE_MS + RENEW_MS,
): Promise<LaneLease | undefined> {
  const { db } = store;
  const { now: ticks } = waitsBy(clock);
  let until = 0;
  let hurriedAt = ticks();
  let isReleased = false;

  const renew = async (): Promise<boolean> => {
    const leaseUntil = clock.now() + LEASE_MS;
    const [rows] = await store.run(
      db
        .insertInto('lanes')
        .values({ address, node, leaseUntil })
        .onConflict((conflict) =>
          conflict
            .column('address')
            .doUpdateSet({ node, leaseUntil })
            .where((eb) => eb.or([eb('lanes.node', '=', node), eb('lanes.leaseUntil', '<', clock.now())])),
        )
        .returning('address')
        .compile(),
    );
    if (rows!.length > 0 && !isReleased) until = leaseUntil;
    return rows!.length > 0;
  };

  // A node that was killed and comes back under another name, as a new container does, waits for its own lease to end.
  for (const givenUpAt = ticks() + patienceMs; !(await renew()); await clock.sleep(RETRY_MS))
    if (ticks() >= givenUpAt) return undefined;
  const renewSoon = () => void renew().catch((error) => report('lane', error));
  /** A clock that was set, a database that was away: nothing can be sold until the next turn, so it comes now. */
  const hurry = () => {
    if (isReleased || ticks() - hurriedAt < RETRY_MS) return;
    hurriedAt = ticks();
    renewSoon();
  };
  const timer = setInterval(renewSoon, RENEW_MS);
  timer.unref();
  return {
    held() {
      const isHeld = clock.now() < until;
      if (!isHeld) hurry();
      return isHeld;
    },
    isOurs: async (candidate) => {
      const query = db.selectFrom('lanes').select('address').where('address', '=', candidate.toLowerCase());
      return (await store.read(query.compile())).length > 0;
    },
    release: async () => {
      clearInterval(timer);
      isReleased = true;
      until = 0;
      await store.run(
        db
          .updateTable('lanes')
          .set({ leaseUntil: 0 })
          .where('address', '=', address)
          .where('node', '=', node)
          .compile(),
      );
    },
  };
}
