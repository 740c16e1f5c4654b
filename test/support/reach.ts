import type { CounterName } from '../../src/accounting/counters.ts';
import { memoryJournal } from '../../src/adapters/memory-journal.ts';
import { sealWith } from '../../src/adapters/seal.ts';
import { systemEntropy } from '../../src/adapters/system.ts';
import { sealedTickets } from '../../src/adapters/tickets.ts';
import type { Editions, Journal, PublishedEdition, Reach } from '../../src/ports.ts';

/** A service that has published no edition. */
export const NO_EDITIONS: Editions = { latest: async () => undefined, get: async () => undefined };

/** What free checks may reach, in memory, over a journal of the test's. */
export function memoryReach(
  payments: Pick<Journal, 'get' | 'byIdentifier'> = memoryJournal(),
  edition?: PublishedEdition,
): Reach {
  const counts: Partial<Record<CounterName, number>> = {};
  return {
    payments,
    tickets: sealedTickets(memoryJournal().tickets, sealWith('test'), systemEntropy),
    editions: { latest: async () => edition },
    entropy: systemEntropy,
    books: memoryJournal().books,
    signed: { verify: async () => undefined },
    attest: async () => '',
    reported: memoryJournal().reported,
    counters: {
      add: (name) => {
        counts[name] = (counts[name] ?? 0) + 1;
      },
      read: async () => counts,
    },
  };
}
