import { type SqlBool, sql } from 'kysely';
import { type Entry, type State, sourcesOf, UNFINISHED } from '../../accounting/states.ts';
import type { Claim, Claimed, Journal, TicketUse } from '../../ports.ts';
import { DAY_MS, type EpochMs } from '../../values/time.ts';
import { PAYMENT_COLUMNS } from './schema.ts';
import type { SqlRow, Store } from './store.ts';
import { type Query, template } from './template.ts';

/**
 * The journal over SQL: SQLite and PostgreSQL from one source. Each operation is one statement or one atomic unit, and
 * right under READ COMMITTED: what a write depends on is either a column of the row it writes, which the engine looks
 * at again after it waited for that row's lock, or it is read by a later statement of the unit.
 */
export function sqlJournal(store: Store): Journal {
  const { db } = store;
  const read = async (query: Query) => (await store.read(query.compile())).map(asEntry);
  const run = async (query: Query) => (await store.run(query.compile()))[0]!.map(asEntry)[0];
  const byKey = (key: string) => db.selectFrom('payments').select(COLUMNS).where('key', '=', key);

  /** A compare-and-set: the row moves only from a state that may lead there. */
  const move = (key: string, to: State, set: Partial<Entry>) =>
    db
      .updateTable('payments')
      .set({ ...set, state: to })
      .where('key', '=', key)
      .where(stateIn(sourcesOf(to)))
      .returning(COLUMNS);

  /** Payments by what the identifiers table knows of them. */
  const holders = () =>
    db
      .selectFrom('identifiers')
      .innerJoin('payments', 'payments.key', 'identifiers.paymentKey')
      .select(COLUMNS.map((column) => `payments.${column}` as const));
  const holderOf = (identifierKey: string) => holders().where('identifiers.key', '=', identifierKey);

  /** A payment for which no money moved: what it held is free again. */
  const givenBack = (paymentKey: 'identifiers.paymentKey' | 'tickets.paymentKey') =>
    db
      .selectFrom('payments')
      .select('payments.key')
      .where('payments.key', '=', sql.ref<string>(paymentKey))
      .where(stateIn(CLAIMABLE));

  /** What was taken for a payment that was then not ours to claim is given back, as if it had never been taken. */
  const notClaimed = ({ key, owner }: Claim) => byKey(key).where('owner', '=', owner);

  /** What every sale runs. */
  const often = {
    get: template<{ key: string }>(['key'], ({ key }) => byKey(key)),
    claim: template<Claim>(CLAIMED, (claim) => upsert(claim)),
    settling: template<Required<Sent> & { key: string; owner: string }>(
      ['key', 'owner', 'rawTransaction', 'transaction', 'bodyDigest', 'leaseUntil'],
      ({ key, owner, ...set }) => move(key, 'settling', set).where('owner', '=', owner),
    ),
    settled: template<{ key: string; transaction: string; bodyDigest: string; settledAt: EpochMs }>(
      ['key', 'transaction', 'bodyDigest', 'settledAt'],
      ({ key, ...set }) => move(key, 'settled', { ...set, ...FORGOTTEN }),
    ),
    delivered: template<{ key: string; deliveredAt: EpochMs; bodyDigest: string }>(
      ['key', 'deliveredAt', 'bodyDigest'],
      ({ key, ...set }) => move(key, 'delivered', set),
    ),
    consumed: template<{ key: string; at: EpochMs }>(['key', 'at'], ({ key, at }) =>
      db
        .updateTable('tickets')
        .set({ consumedAt: at })
        .where('tickets.paymentKey', '=', key)
        .where('tickets.consumedAt', 'is', null)
        .where(({ exists }) => exists(byKey(key).where('state', '=', 'delivered'))),
    ),
  };

  return {
    get: async (key) => (await read(often.get({ key })))[0],

    byIdentifier: async (lookup, now) => {
      const held = holders()
        .where('identifiers.lookup', '=', lookup)
        .where('identifiers.expiresAt', '>', now)
        .limit(2);
      const rows = await read(held);
      return rows.length === 1 ? rows[0] : undefined;
    },

    heldBy: async (identifierKey, now) => {
      const held = holderOf(identifierKey)
        .where('identifiers.expiresAt', '>', now)
        .where(sql<SqlBool>`not ${stateIn(CLAIMABLE)}`);
      return (await read(held))[0];
    },

    claim: (claim) =>
      claim.identifierKey === undefined && claim.ticket === undefined && claim.once === undefined
        ? claimPlain(claim)
        : claimBound(claim),

    settling: (key, owner, { rawTransaction = null, transaction = null, bodyDigest, leaseUntil }: Sent) =>
      run(often.settling({ key, owner, rawTransaction, transaction, bodyDigest, leaseUntil })),

    settled: (key, { transaction, bodyDigest, at }) =>
      run(
        bodyDigest === null
          ? move(key, 'settled', { transaction, settledAt: at, ...FORGOTTEN })
          : often.settled({ key, transaction, settledAt: at, bodyDigest }),
      ),

    delivered: async (key, { at, bodyDigest }) => {
      const [moved] = await store.run(
        often.delivered({ key, deliveredAt: at, bodyDigest }).compile(),
        often.consumed({ key, at }).compile(),
      );
      return moved!.map(asEntry)[0];
    },

    released: (key, owner, reason) =>
      run(move(key, 'released', { reason, ...FORGOTTEN }).where('owner', '=', owner)),

    failed: (key, reason) => run(move(key, 'failed', { reason, ...FORGOTTEN })),

    lease: (key, seen, { owner, leaseUntil }) =>
      run(
        db
          .updateTable('payments')
          .set({ owner, leaseUntil })
          .where('key', '=', key)
          .where(stateIn(UNFINISHED))
          .where('owner', '=', seen.owner)
          .where('leaseUntil', '=', seen.leaseUntil)
          .returning(COLUMNS),
      ),

    unfinished: (limit) => {
      const rows = db.selectFrom('payments').select(COLUMNS).where(stateIn(UNFINISHED));
      return read(rows.orderBy('leaseUntil').orderBy('key').limit(limit));
    },
  };

  async function claimPlain(claim: Claim): Promise<Claimed> {
    const mine = await run(often.claim(claim));
    if (mine) return { kind: 'fresh', entry: mine };
    // Rows are never removed, so the one that was in the way is there to be read.
    const [present] = await read(often.get(claim));
    return { kind: 'taken', entry: present! };
  }

  /** The identifier, what may be sold once, the ticket and the payment are claimed together, or none of them is. */
  async function claimBound(claim: Claim): Promise<Claimed> {
    const { key, identifierKey, once = [], ticket } = claim;
    const bound = [
      ...(identifierKey === undefined ? [] : [bindIdentifier(claim, identifierKey, DAY_MS)]),
      // Always in this order: two claims that want the same two rows must not wait for each other.
      ...once.map((digest) => bindIdentifier(claim, digest, FOR_GOOD_MS)),
    ];
    const holds = [...bound, ...(ticket === undefined ? [] : [leaseTicket(claim, ticket)])];
    const results = await store.run(
      ...holds.flatMap(({ take }) => take.map((query) => query.compile())),
      upsert(
        claim,
        holds.map(({ held }) => held),
      ).compile(),
      ...holds.map(({ undo }) => undo.compile()),
      byKey(key).compile(),
      ...bound.map(({ holder }) => holder.compile()),
    );
    const inserted = results[holds.length * 2]![0];
    if (inserted) return { kind: 'fresh', entry: asEntry(inserted) };
    const mine = results[holds.length * 3 + 1]!.map(asEntry)[0];
    // A payment's own first outcome comes before that of its identifier.
    if (mine && !CLAIMABLE.includes(mine.state)) return { kind: 'taken', entry: mine };
    const others = bound.map((_, i) => results[holds.length * 3 + 2 + i]!.map(asEntry)[0]);
    const other = identifierKey === undefined ? undefined : others.shift();
    if (other && other.key !== key) return { kind: 'identifier_taken', entry: other };
    if (others.some((each) => each && each.key !== key)) return { kind: 'spent' };
    return ticket === undefined ? { kind: 'taken', entry: mine! } : { kind: 'ticket_taken' };
  }

  /** `forMs`: how long nobody else may have it. What is held for good has no name that could be looked up. */
  function bindIdentifier(claim: Claim, identifierKey: string, forMs: number) {
    const { key, owner, createdAt: now } = claim;
    const bound = {
      paymentKey: key,
      owner,
      expiresAt: forMs === FOR_GOOD_MS ? FOR_GOOD_MS : now + forMs,
      lookup: (identifierKey === claim.identifierKey && claim.identifierLookup) || null,
    };
    const identifier = db.selectFrom('identifiers').where('identifiers.key', '=', identifierKey);
    return {
      take: [
        // Binds a new identifier, or locks the row of a known one: every claim of one identifier passes here one by
        // one, and the statements after this see what the one before has done.
        db
          .insertInto('identifiers')
          .values({ key: identifierKey, ...bound })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet({ expiresAt: sql.ref('identifiers.expiresAt') }),
          ),
        // It may be bound anew after its day, or when no money moved for the payment that held it.
        db
          .updateTable('identifiers')
          .set(bound)
          .where('identifiers.key', '=', identifierKey)
          .where((eb) =>
            eb.or([eb('identifiers.expiresAt', '<=', now), eb.exists(givenBack('identifiers.paymentKey'))]),
          ),
      ],
      held: identifier.select('identifiers.key').where('paymentKey', '=', key).where('owner', '=', owner),
      undo: db
        .deleteFrom('identifiers')
        .where('identifiers.key', '=', identifierKey)
        .where('identifiers.owner', '=', owner)
        .where(({ not, exists }) => not(exists(notClaimed(claim)))),
      holder: holderOf(identifierKey),
    };
  }

  /** Nobody wrote it before: a ticket carries what it says. */
  function leaseTicket(claim: Claim, shown: TicketUse) {
    const { key, owner, createdAt: now } = claim;
    const { digest, product, fingerprint, expiresAt } = shown;
    const unused = {
      digest,
      product,
      fingerprint,
      expiresAt,
      paymentKey: null,
      owner: null,
      consumedAt: null,
    };
    const ticket = db.updateTable('tickets').where('tickets.digest', '=', digest);
    return {
      take: [
        // Writes the row, or locks it: the statement after it sees what the claim before it has done.
        db
          .insertInto('tickets')
          .values(unused)
          .onConflict((conflict) => conflict.column('digest').doUpdateSet({ digest })),
        ticket
          .set({ paymentKey: key, owner })
          .where('tickets.consumedAt', 'is', null)
          .where('tickets.expiresAt', '>', now)
          .where((eb) =>
            eb.or([eb('tickets.paymentKey', 'is', null), eb.exists(givenBack('tickets.paymentKey'))]),
          ),
      ],
      held: db
        .selectFrom('tickets')
        .select('tickets.digest')
        .where('tickets.digest', '=', digest)
        .where('tickets.paymentKey', '=', key)
        .where('tickets.owner', '=', owner),
      // Also what was written and could not be leased, since it had run out.
      undo: db
        .deleteFrom('tickets')
        .where('tickets.digest', '=', digest)
        .where('tickets.consumedAt', 'is', null)
        .where((eb) => eb.or([eb('tickets.owner', '=', owner), eb('tickets.owner', 'is', null)]))
        .where(({ not, exists }) => not(exists(notClaimed(claim)))),
    };
  }

  /** Insert, or claim again a row that was given back. Each of `holds` must be there for either to happen. */
  function upsert(claim: Claim, holds: readonly Parameters<typeof sql.join>[0][number][] = []) {
    const row: Entry = { ...claim, ...UNTOUCHED };
    const values = COLUMNS.map((column) => sql`cast(${row[column]} as ${sql.raw(PAYMENT_COLUMNS[column])})`);
    const condition = sql.join([sql`true`, ...holds.map((hold) => sql`exists ${hold}`)], sql` and `);
    return db
      .insertInto('payments')
      .columns(COLUMNS)
      .expression(sql`select ${sql.join(values)} where ${condition}`)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(() =>
            Object.fromEntries(COLUMNS.map((column) => [column, sql.ref(`excluded.${column}`)])),
          )
          .where(stateIn(CLAIMABLE)),
      )
      .returning(COLUMNS);
  }
}

/** Removes identifiers whose day is over. Correctness never waits for it: a claim looks at the time by itself. */
export async function forgetIdentifiers({ db, run }: Store, now: EpochMs, limit = 1_000): Promise<number> {
  const over = db
    .selectFrom('identifiers')
    .select('key')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit);
  // Asked again outside: it may have been bound anew after the inner query saw it.
  const forget = db
    .deleteFrom('identifiers')
    .where('key', 'in', over)
    .where('expiresAt', '<=', now)
    .returning('key');
  const [forgotten] = await run(forget.compile());
  return forgotten!.length;
}

type Sent = {
  rawTransaction?: string | null;
  transaction?: string | null;
  bodyDigest: string;
  leaseUntil: EpochMs;
};

/** What is kept only while the chain may still have to be asked. */
const FORGOTTEN = { authorization: null, rawTransaction: null } as const;

const CLAIMABLE = sourcesOf('claimed');
/** The last instant that a Date can name. */
const FOR_GOOD_MS = 8_640_000_000_000_000;

const COLUMNS = Object.keys(PAYMENT_COLUMNS) as (keyof Entry)[];

/** What a claim does not bring: all of it is new again when a row is claimed again. */
const UNTOUCHED = {
  state: 'claimed',
  bodyDigest: null,
  transaction: null,
  reason: null,
  rawTransaction: null,
  settledAt: null,
  deliveredAt: null,
} as const satisfies Partial<Entry>;

/** The columns that a claim brings. */
const CLAIMED = COLUMNS.filter((column) => !(column in UNTOUCHED)) as (keyof Claim)[];

/** Literals, not parameters: a planner can use the index over unfinished rows only if it sees the states. */
const stateIn = (states: readonly State[]) =>
  sql<SqlBool>`payments.state in (${sql.join(states.map((state) => sql.lit(state)))})`;

const asEntry = (row: SqlRow): Entry => row as unknown as Entry;
