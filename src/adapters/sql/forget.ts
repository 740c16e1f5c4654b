import type { Network } from '../../values/payment.ts';
import type { EpochMs } from '../../values/time.ts';
import { forgetAssertions } from './assertions.ts';
import { forgetIdentifiers } from './journal.ts';
import type { Store } from './store.ts';
import { forgetTickets } from './tickets.ts';

/** Few enough that no sale waits for one of them. */
const AT_ONCE = 1_000;

/** Removes all that has run out, a little at a time: whatever a minute brought, the same minute of a later day takes. */
export async function forgetOver(store: Store, now: EpochMs, atOnce = AT_ONCE): Promise<void> {
  for (const forget of [forgetIdentifiers, forgetTickets, forgetAssertions])
    for (let gone = atOnce; gone === atOnce; ) gone = await forget(store, now, atOnce);
}

/** Takes out every payment of these networks. For a sandbox, whose chains are gone with all that was paid on them. */
export async function forgetNetworks({ db, run }: Store, networks: readonly Network[]): Promise<void> {
  if (networks.length > 0)
    await run(
      db
        .deleteFrom('payments')
        .where('network', 'in', [...networks])
        .compile(),
    );
}
