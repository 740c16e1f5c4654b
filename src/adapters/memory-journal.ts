import { foldJournal } from '../accounting/fold.ts';
import type { Reconciled } from '../accounting/reconcile.ts';
import { type Entry, mayMove, type State, UNFINISHED } from '../accounting/states.ts';
import type { Books, Claim, Claimed, Journal, JournalPlace, Reported, Ticket, TicketUse } from '../ports.ts';
import { DAY_SECONDS, type EpochMs, SECOND_MS } from '../values/time.ts';
import type { UsedTickets } from './tickets.ts';

export interface Faults {
  /** Called with the operation's name before it begins; when it throws, nothing is written. */
  readonly before?: (operation: keyof Journal) => void | Promise<void>;
  /** Called when the operation is done; when it throws, it was written and only the answer is lost. */
  readonly after?: (operation: keyof Journal) => void | Promise<void>;
}

/** The journal's meaning in plain maps, for tests and simulations: one node, gone with its process. */
export function memoryJournal({ before, after }: Faults = {}): Journal & {
  readonly tickets: UsedTickets;
  readonly books: Books;
  readonly reported: Reported;
} {
  const rows = new Map<string, Entry>();
  let found: Reconciled | undefined;
  let turn = Number.NEGATIVE_INFINITY;
  const identifiers = new Map<
    string,
    { readonly paymentKey: string; readonly lookup: string | undefined; readonly expiresAt: EpochMs }
  >();
  const tickets = new Map<string, Ticket>();
  const reported = new Set<string>();

  return {
    reported: {
      once: async (digest) => reported.size < reported.add(digest).size,
    },

    tickets: { find: async (digest) => tickets.get(digest) },

    books: {
      read: async () => foldJournal(rows.values()),
      checkpoint: async () => 0,
      page: async (after, limit) =>
        [...rows.values()]
          .filter(({ key }) => key > after)
          .sort(byKey)
          .slice(0, limit),
      settledSince: async (since, after, limit) =>
        settledFrom(since)
          .filter((row) => !after || bySettledAt(row, after) > 0)
          .slice(0, limit),
      settledExtent: async (since, through) => {
        const there = settledFrom(since).filter((row) => bySettledAt(row, through) <= 0);
        return { rows: there.length, times: there.reduce((sum, row) => sum + row.settledAt! - since, 0) };
      },
      reconciled: async () => found,
      record: async (next) => {
        found = next;
      },
      takeTurn: async (now, before) => {
        if (turn > before) return false;
        turn = now;
        return true;
      },
    },

    get: operation('get', (key) => rows.get(key)),

    byIdentifier: operation('byIdentifier', (lookup, now) => {
      const held = [...identifiers.values()].filter(
        (bound) => bound.lookup === lookup && bound.expiresAt > now,
      );
      return held.length === 1 ? rows.get(held[0]!.paymentKey) : undefined;
    }),

    heldBy: operation('heldBy', holderOf),

    claim: operation('claim', claim),

    settling: operation(
      'settling',
      (key, owner, { rawTransaction = null, transaction = null, bodyDigest, leaseUntil }: Sent) =>
        owned(key, owner)
          ? move(key, 'settling', { rawTransaction, transaction, bodyDigest, leaseUntil })
          : undefined,
    ),

    settled: operation('settled', (key, { transaction, bodyDigest, at }) =>
      move(key, 'settled', {
        transaction,
        settledAt: at,
        ...(bodyDigest !== null && { bodyDigest }),
        ...FORGOTTEN,
      }),
    ),

    delivered: operation('delivered', (key, { at, bodyDigest }) => {
      const row = move(key, 'delivered', { deliveredAt: at, bodyDigest });
      if (row)
        for (const ticket of tickets.values())
          if (ticket.paymentKey === key)
            tickets.set(ticket.digest, { ...ticket, consumedAt: ticket.consumedAt ?? at });
      return row;
    }),

    released: operation('released', (key, owner, reason) =>
      owned(key, owner) ? move(key, 'released', { reason, ...FORGOTTEN }) : undefined,
    ),

    failed: operation('failed', (key, reason) => move(key, 'failed', { reason, ...FORGOTTEN })),

    lease: operation('lease', (key, seen, { owner, leaseUntil }) => {
      const row = rows.get(key);
      if (!row || !UNFINISHED.includes(row.state)) return undefined;
      return row.owner === seen.owner && row.leaseUntil === seen.leaseUntil
        ? write({ ...row, owner, leaseUntil })
        : undefined;
    }),

    unfinished: operation('unfinished', (limit) =>
      [...rows.values()]
        .filter((row) => UNFINISHED.includes(row.state))
        .sort((a, b) => a.leaseUntil - b.leaseUntil || (a.key < b.key ? -1 : 1))
        .slice(0, limit),
    ),
  };

  function settledFrom(since: EpochMs): Entry[] {
    return [...rows.values()]
      .filter((row) => row.settledAt !== null && row.settledAt >= since)
      .sort(bySettledAt);
  }

  function claim({
    identifierKey,
    identifierLookup: lookup,
    once = [],
    ticket: shown,
    ...claimed
  }: Claim): Claimed {
    const { key, createdAt: now } = claimed;
    const present = rows.get(key);
    if (present && !mayMove(present.state, 'claimed')) return { kind: 'taken', entry: present };
    const holder = identifierKey === undefined ? undefined : holderOf(identifierKey, now);
    if (holder) return { kind: 'identifier_taken', entry: holder };
    if (once.some((each) => holderOf(each, now))) return { kind: 'spent' };
    if (shown && !mayLease(shown, tickets.get(shown.digest), now)) return { kind: 'ticket_taken' };
    if (identifierKey !== undefined)
      identifiers.set(identifierKey, { paymentKey: key, lookup, expiresAt: now + DAY_SECONDS * SECOND_MS });
    for (const each of once)
      identifiers.set(each, { paymentKey: key, lookup: undefined, expiresAt: Number.POSITIVE_INFINITY });
    if (shown) tickets.set(shown.digest, { ...shown, paymentKey: key, consumedAt: null });
    return { kind: 'fresh', entry: write({ ...claimed, ...UNTOUCHED }) };
  }

  /** Once used, never again; while a payment is under way, for that one only. */
  function mayLease({ expiresAt }: TicketUse, used: Ticket | undefined, now: EpochMs): boolean {
    const holder = used?.paymentKey == null ? undefined : rows.get(used.paymentKey);
    const isFree = !used || (used.consumedAt === null && (!holder || mayMove(holder.state, 'claimed')));
    return isFree && expiresAt > now;
  }

  /** The payment that holds an identifier: for a day, and only while its money may have moved. */
  function holderOf(identifierKey: string, now: EpochMs): Entry | undefined {
    const bound = identifiers.get(identifierKey);
    const holder = bound && bound.expiresAt > now ? rows.get(bound.paymentKey) : undefined;
    return holder && !mayMove(holder.state, 'claimed') ? holder : undefined;
  }

  function move(key: string, to: State, set: Partial<Entry>): Entry | undefined {
    const row = rows.get(key);
    return row && mayMove(row.state, to) ? write({ ...row, ...set, state: to }) : undefined;
  }

  /** Rows are replaced, never changed: whoever was given one keeps what it was given. */
  function write(row: Entry): Entry {
    rows.set(row.key, row);
    return row;
  }

  function owned(key: string, owner: string): boolean {
    return rows.get(key)?.owner === owner;
  }

  /** No await between reading and writing: each operation happens at once or not at all. */
  function operation<A extends unknown[], R>(
    name: keyof Journal,
    work: (...args: A) => R,
  ): (...args: A) => Promise<R> {
    return async (...args) => {
      await before?.(name);
      const result = work(...args);
      await after?.(name);
      return result;
    };
  }
}

type Sent = {
  rawTransaction?: string | null;
  transaction?: string | null;
  bodyDigest: string;
  leaseUntil: EpochMs;
};

const byKey = (a: JournalPlace, b: JournalPlace): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
const bySettledAt = (a: JournalPlace, b: JournalPlace): number => a.settledAt! - b.settledAt! || byKey(a, b);

const FORGOTTEN = { authorization: null, rawTransaction: null } as const;

const UNTOUCHED = {
  state: 'claimed',
  bodyDigest: null,
  transaction: null,
  reason: null,
  rawTransaction: null,
  settledAt: null,
  deliveredAt: null,
} as const satisfies Partial<Entry>;
