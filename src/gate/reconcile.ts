import { type Entry, UNFINISHED } from '../accounting/states.ts';
import { type Ports as AllPorts, type Clock, type Journal, type Sending, waitsBy } from '../ports.ts';
import { Latest } from '../values/latest.ts';
import { once } from '../values/once.ts';
import { proofFromText } from '../values/payment.ts';
import { openRounds } from '../values/rounds.ts';
import { hasLeft, whileAtWork } from './at-work.ts';

/** Nobody else works on a row for this long; longer than a settler waits for its receipt. */
export const LEASE_MS = 45_000;
/** How long a repeated payment waits for the first one's outcome before it is told to come back. */
const WAIT_MS = 15_000;
/** The journal is asked as often as this at first, and ever less often. */
const POLL_MS = { first: 20, last: 250 } as const;
/** The chain has nothing new to say of a row within one block. */
export const LOOK_EVERY_MS = 2_000;
/** The shortest time between rounds of looks. Looks begin together, so that one request to the chain serves all. */
const ROUND_MS = 1_000;
/** Rows whose last look is remembered: many more than can be open. */
const MAX_LOOKED = 16_384;

type Ports = Pick<AllPorts, 'journal' | 'settler' | 'clock' | 'entropy' | 'node'>;

/** Token of one piece of work on a row: nobody else has it. */
export const workerToken = ({ entropy, node = '' }: Pick<Ports, 'entropy' | 'node'>): string =>
  `${node}-${entropy.hex(8)}`;

/**
 * Moves one row whose worker is gone to a state that a fact supports. It asks the chain and guesses nothing. A claimed
 * row that never reached a chain is released. A settling row is settled or failed only by what the chain says.
 */
export function reconcile(seen: Entry, ports: Ports): Promise<Entry | 'pending'> {
  const { journal, clock } = ports;
  const owner = workerToken(ports);
  return whileAtWork(journal, owner, async () => {
    const entry = await journal.lease(seen.key, seen, { owner, leaseUntil: clock.now() + LEASE_MS });
    return entry ? drive(entry, ports) : 'pending';
  });
}

/** The row is ours for as long as the lease runs. */
async function drive(entry: Entry, ports: Ports): Promise<Entry | 'pending'> {
  const { journal, settler, clock } = ports;
  await waitsFor(journal, clock).round();
  const outcome = await settler.resolve(
    {
      offer: entry,
      proof: proofFromText(entry.authorization!),
      rawTransaction: entry.rawTransaction,
      since: entry.createdAt,
    },
    // Only a row that was about to be sent may get new bytes: a claimed row never got that far.
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

/** New bytes for a row that is already settling. False: somebody else has taken it over. */
async function resettling({ key, owner, bodyDigest }: Entry, sending: Sending, { journal, clock }: Ports) {
  const leaseUntil = clock.now() + LEASE_MS;
  const row = await journal.settling(key, owner, { ...sending, bodyDigest: bodyDigest!, leaseUntil });
  return row !== undefined;
}

interface Waiter {
  readonly until: number;
  readonly resolve: (entry: Entry | undefined) => void;
}

/** Who waits for which rows of a journal, and when the chain was asked about each of them last. */
interface Waits {
  readonly waiters: Map<string, Set<Waiter>>;
  readonly lookedAt: Latest<number>;
  /** Settles when the next round of looks begins. */
  readonly round: () => Promise<void>;
}
const waitsFor = once(
  (_journal: Journal, clock: Clock): Waits => ({
    waiters: new Map(),
    lookedAt: new Latest(MAX_LOOKED),
    round: openRounds(waitsBy(clock), ROUND_MS),
  }),
);

/**
 * Waits for the worker of a row, and takes over when its lease has expired. Undefined: still not known. However many
 * callers wait for one row, journal and chain are asked once for all, and the chain once per block.
 */
export function outcomeOf(seen: Entry, ports: Ports): Promise<Entry | undefined> {
  const { waiters } = waitsFor(ports.journal, ports.clock);
  return new Promise((resolve) => {
    const waiter = { until: waitsBy(ports.clock).now() + WAIT_MS, resolve };
    const known = waiters.get(seen.key);
    if (known) known.add(waiter);
    else {
      const first = new Set([waiter]);
      waiters.set(seen.key, first);
      void watch(seen, ports, first);
    }
  });
}

/** Follows one row until it has ended or nobody waits for it any more. Never throws. */
async function watch(seen: Entry, ports: Ports, waiting: Set<Waiter>): Promise<void> {
  const { journal, clock } = ports;
  const { now: ticks } = waitsBy(clock);
  const { waiters, lookedAt } = waitsFor(journal, clock);
  const { key } = seen;
  let entry = seen;
  for (let pollMs: number = POLL_MS.first; ; pollMs = Math.min(pollMs * 1.1, POLL_MS.last)) {
    const outcome = UNFINISHED.includes(entry.state) ? await look() : entry;
    for (const waiter of waiting)
      if (outcome || ticks() >= waiter.until) {
        waiting.delete(waiter);
        waiter.resolve(outcome);
      }
    if (waiting.size === 0) {
      waiters.delete(key);
      return;
    }
    await clock.sleep(pollMs);
    entry = (await journal.get(key).catch(() => undefined)) ?? entry;
  }

  /** Asks the chain about a row that nobody works on, unless it was asked a moment ago. */
  async function look(): Promise<Entry | undefined> {
    const last = lookedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    if (!isFree(entry, ports) || ticks() - last < LOOK_EVERY_MS) return undefined;
    const result = await reconcile(entry, ports).catch(() => 'pending' as const);
    lookedAt.set(key, ticks());
    return result === 'pending' ? undefined : result;
  }
}

/** Nobody works on the row: its lease has expired, or its worker here has stopped, as when the database went away. */
const isFree = (
  { owner, leaseUntil }: Entry,
  { journal, clock }: Pick<Ports, 'journal' | 'clock'>,
): boolean => leaseUntil < clock.now() || hasLeft(journal, owner);

/** Its owner has stopped working on the row: a caller who sends the payment again need not wait for the lease. */
export async function letGo({ key, owner }: Pick<Entry, 'key' | 'owner'>, journal: Journal): Promise<void> {
  const row = await journal.get(key);
  if (row?.owner === owner) await expire(row, journal);
}

/** Lets go of the lease at once, so that the next look need not wait for it. */
async function expire(entry: Entry, journal: Journal): Promise<'pending'> {
  await journal.lease(entry.key, entry, { owner: entry.owner, leaseUntil: 0 });
  return 'pending';
}

/** What one pass over unfinished rows came to, in rows. */
export interface Sweep {
  readonly seen: number;
  readonly settled: number;
  readonly failed: number;
  readonly released: number;
  readonly pending: number;
}

/** Rows looked at side by side: each may wait for a receipt. */
const AT_ONCE = 32;
/** How many open rows to choose from: the ones not looked at for longest come first. */
const MAX_OPEN = 10_000;

/**
 * One pass over the unfinished rows whose lease ran out. At boot also over those that this node held before it was
 * killed (`mine`), since none of its workers is left; over all rows where no other node can exist (`all`).
 */
export async function sweep(ports: Ports, { all = false, mine = false, limit = 500 } = {}): Promise<Sweep> {
  const count = { seen: 0, settled: 0, failed: 0, released: 0, pending: 0 };
  const { lookedAt } = waitsFor(ports.journal, ports.clock);
  const { now: ticks } = waitsBy(ports.clock);
  const lastLook = ({ key }: Entry) => lookedAt.get(key) ?? Number.NEGATIVE_INFINITY;
  // A row with an unknown outcome has released its lease, and would come first again and again.
  const rows = (await ports.journal.unfinished(Math.max(limit, MAX_OPEN)))
    .filter((entry) => all || (mine && entry.owner.startsWith(`${ports.node}-`)) || isFree(entry, ports))
    .filter((entry) => !(ticks() - lastLook(entry) < LOOK_EVERY_MS))
    .toSorted((a, b) => lastLook(a) - lastLook(b) || 0)
    .slice(0, limit);
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const some = rows.slice(i, i + AT_ONCE);
    const results = await Promise.all(some.map((entry) => reconcile(entry, ports)));
    for (const { key } of some) lookedAt.set(key, ticks());
    for (const result of results) {
      count.seen++;
      const state = result === 'pending' ? 'pending' : result.state;
      if (state === 'settled' || state === 'failed' || state === 'released') count[state]++;
      else count.pending++;
    }
  }
  return count;
}
