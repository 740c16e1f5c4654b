import { type Entry, mayMove, type State, UNFINISHED } from '../accounting/states.ts';
import type { Claim, Claimed, Journal } from '../ports.ts';
import { DAY_SECONDS, type EpochMs, SECOND_MS } from '../values/time.ts';

export interface Faults {
  /** Called with the operation's name before it begins; when it throws, nothing is written. */
  readonly before?: (operation: keyof Journal) => void | Promise<void>;
  /** Called when the operation is done; when it throws, it was written and only the answer is lost. */
  readonly after?: (operation: keyof Journal) => void | Promise<void>;
}

/** The journal's meaning in plain maps, for tests and simulations: one node, gone with its process. */
export function memoryJournal({ before, after }: Faults = {}): Journal {
  const rows = new Map<string, Entry>();
  const identifiers = new Map<string, { readonly paymentKey: string; readonly expiresAt: EpochMs }>();

  return {
    get: operation('get', (key) => rows.get(key)),

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

    delivered: operation('delivered', (key, { at, bodyDigest }) =>
      move(key, 'delivered', { deliveredAt: at, bodyDigest }),
    ),

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

  function claim({ identifierKey, ...claimed }: Claim): Claimed {
    const present = rows.get(claimed.key);
    if (present && !mayMove(present.state, 'claimed')) return { kind: 'taken', entry: present };
    if (identifierKey !== undefined) {
      const holder = holderOf(identifierKey, claimed.createdAt);
      if (holder) return { kind: 'identifier_taken', entry: holder };
      const expiresAt = claimed.createdAt + DAY_SECONDS * SECOND_MS;
      identifiers.set(identifierKey, { paymentKey: claimed.key, expiresAt });
    }
    return { kind: 'fresh', entry: write({ ...claimed, ...UNTOUCHED }) };
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
