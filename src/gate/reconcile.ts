import { type Entry, UNFINISHED } from '../accounting/states.ts';
import type { Ports as AllPorts, Journal, Sending } from '../ports.ts';
import { proofFromText } from '../values/payment.ts';

/** Nobody else works on a row for this long; longer than a settler waits for its receipt. */
export const LEASE_MS = 45_000;
/** How long a repeated payment waits for the first one's outcome before it is told to come back. */
const WAIT_MS = 15_000;
const POLL_MS = 20;

type Ports = Pick<AllPorts, 'journal' | 'settler' | 'clock' | 'entropy' | 'node'>;

/** Token of one piece of work on a row: nobody else has it. */
export const workerToken = ({ entropy, node = '' }: Pick<Ports, 'entropy' | 'node'>): string =>
  `${node}-${entropy.hex(8)}`;

/**
 * Drives one row whose worker is gone to a state that a fact supports. The chain is asked; nothing is guessed:
 * a claimed row that never reached a chain is given back, a settling one is settled or failed only by what the chain says.
 */
export async function reconcile(seen: Entry, ports: Ports): Promise<Entry | 'pending'> {
  const { journal, settler, clock } = ports;
  const entry = await journal.lease(seen.key, seen, {
    owner: workerToken(ports),
    leaseUntil: clock.now() + LEASE_MS,
  });
  if (!entry) return 'pending';
  const outcome = await settler.resolve(
    {
      offer: entry,
      proof: proofFromText(entry.authorization!),
      rawTransaction: entry.rawTransaction,
      since: entry.createdAt,
    },
    // Only what was to be sent may be sent anew: a claimed row never got that far.
    entry.state === 'settling' ? (sending) => resettling(entry, sending, ports) : undefined,
  );
  if (outcome.kind === 'settled')
    return (
      (await journal.settled(entry.key, {
        transaction: outcome.transaction,
        bodyDigest: null,
        at: clock.now(),
      })) ?? 'pending'
    );
  if (outcome.kind === 'unknown') return expire(entry, journal);
  if (entry.state === 'claimed')
    return (await journal.released(entry.key, entry.owner, 'interrupted')) ?? 'pending';
  return outcome.kind === 'failed'
    ? ((await journal.failed(entry.key, outcome.reason)) ?? 'pending')
    : expire(entry, journal);
}

/** Other bytes for a row that is settling already. False: somebody else has taken it over. */
async function resettling({ key, owner, bodyDigest }: Entry, sending: Sending, { journal, clock }: Ports) {
  const leaseUntil = clock.now() + LEASE_MS;
  const row = await journal.settling(key, owner, { ...sending, bodyDigest: bodyDigest!, leaseUntil });
  return row !== undefined;
}

/** Waits for whoever works on the row, and takes over when its lease ran out. Undefined: still not known. */
export async function outcomeOf(seen: Entry, ports: Ports): Promise<Entry | undefined> {
  const { journal, clock } = ports;
  const until = clock.now() + WAIT_MS;
  for (let entry = seen; ; ) {
    if (!UNFINISHED.includes(entry.state)) return entry;
    if (entry.leaseUntil < clock.now()) {
      const result = await reconcile(entry, ports).catch(() => 'pending' as const);
      if (result !== 'pending') return result;
    }
    if (clock.now() >= until) return undefined;
    await clock.sleep(POLL_MS);
    entry = (await journal.get(entry.key).catch(() => undefined)) ?? entry;
  }
}

/** Its owner works on the row no more: whoever sends its payment again need not wait for the lease. */
export async function letGo({ key, owner }: Pick<Entry, 'key' | 'owner'>, journal: Journal): Promise<void> {
  const row = await journal.get(key);
  if (row?.owner === owner) await expire(row, journal);
}

/** Lets go of the lease at once, so that the next look need not wait for it. */
async function expire(entry: Entry, journal: Journal): Promise<'pending'> {
  await journal.lease(entry.key, entry, { owner: entry.owner, leaseUntil: 0 });
  return 'pending';
}

export interface Sweep {
  readonly seen: number;
  readonly settled: number;
  readonly failed: number;
  readonly released: number;
  readonly pending: number;
}

/** Rows looked at side by side: each may wait for a receipt. */
const AT_ONCE = 32;

/**
 * One pass over the unfinished rows whose lease ran out. At boot also over those that this node held before it was
 * killed (`mine`), since none of its workers is left; over all rows where no other node can exist (`all`).
 */
export async function sweep(ports: Ports, { all = false, mine = false, limit = 500 } = {}): Promise<Sweep> {
  const count = { seen: 0, settled: 0, failed: 0, released: 0, pending: 0 };
  const rows = (await ports.journal.unfinished(limit)).filter(
    (entry) =>
      all || (mine && entry.owner.startsWith(`${ports.node}-`)) || entry.leaseUntil < ports.clock.now(),
  );
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const results = await Promise.all(rows.slice(i, i + AT_ONCE).map((entry) => reconcile(entry, ports)));
    for (const result of results) {
      count.seen++;
      const state = result === 'pending' ? 'pending' : result.state;
      if (state === 'settled' || state === 'failed' || state === 'released') count[state]++;
      else count.pending++;
    }
  }
  return count;
}
