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
