import type { Counts } from '../accounting/counters.ts';
import type { Journal } from '../ports.ts';
import type { Last } from './failure.ts';

/** The journal of an edge: as many Durable Objects as SHARDS says, and one more that keeps read-outs and counts. */

/** What a journal object answers, over Workers RPC. */
export interface JournalObject {
  call<O extends keyof Journal>(
    operation: O,
    args: Parameters<Journal[O]>,
  ): Promise<Awaited<ReturnType<Journal[O]>>>;
  status(): Promise<ShardStatus>;
  count(counts: Counts): Promise<void>;
  note(failure: Last): Promise<void>;
  noted(): Promise<Last | undefined>;
}

export interface ShardStatus {
  readonly lastSeq: number;
  /** Moves that the origin has not confirmed. */
  readonly waiting: number;
}

export interface JournalNamespace {
  idFromName(name: string): object;
  get(id: object): JournalObject;
}

const SHARDS = 16;
const NAMES = Array.from({ length: SHARDS }, (_, n) => `shard-${n.toString(16)}`);
const READ_OUTS = 'read-outs';

/**
 * Which of so many objects has the row of this key: the last digits of a digest, so that each has as many as another.
 * With another number rows are looked for where they are not: it is changed with an empty journal only.
 */
export const shardOf = (key: string, shards = SHARDS): string =>
  `shard-${(Number.parseInt(key.slice(-8), 16) % shards).toString(16)}`;

const named = (namespace: JournalNamespace, name: string): JournalObject =>
  namespace.get(namespace.idFromName(name));

export const readOuts = (namespace: JournalNamespace): JournalObject => named(namespace, READ_OUTS);

export const shardStatuses = async (
  namespace: JournalNamespace,
): Promise<Readonly<Record<string, ShardStatus>>> =>
  Object.fromEntries(
    await Promise.all(NAMES.map(async (name) => [name, await named(namespace, name).status()] as const)),
  );

/**
 * One journal over all shards. A payment's key decides its object, so that one payment is one row however many places
 * it is sent to. What binds several payments together, identifiers and tickets, is held by the origin alone.
 */
export function shardedJournal(namespace: JournalNamespace): Journal {
  const of = (key: string): JournalObject => named(namespace, shardOf(key));
  return {
    get: (key) => of(key).call('get', [key]),
    byIdentifier: async () => undefined,
    heldBy: async () => undefined,
    claim: ({ identifierKey: _key, identifierLookup: _lookup, ticket: _ticket, ...claim }) =>
      of(claim.key).call('claim', [{ ...claim, via: 'edge' }]),
    settling: (key, ...rest) => of(key).call('settling', [key, ...rest]),
    settled: (key, ...rest) => of(key).call('settled', [key, ...rest]),
    delivered: (key, ...rest) => of(key).call('delivered', [key, ...rest]),
    released: (key, ...rest) => of(key).call('released', [key, ...rest]),
    failed: (key, ...rest) => of(key).call('failed', [key, ...rest]),
    lease: (key, ...rest) => of(key).call('lease', [key, ...rest]),
    unfinished: async (limit) => {
      const rows = await Promise.all(NAMES.map((name) => named(namespace, name).call('unfinished', [limit])));
      return rows
        .flat()
        .sort((a, b) => a.leaseUntil - b.leaseUntil)
        .slice(0, limit);
    },
  };
}
