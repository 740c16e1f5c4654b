import { type CompiledQuery, type SqlBool, sql } from 'kysely';
import { type Entry, type State, sourcesOf, UNFINISHED } from '../../accounting/states.ts';
import type { Claim, Claimed, Journal } from '../../ports.ts';
import { DAY_SECONDS, type EpochMs, SECOND_MS } from '../../values/time.ts';
import { PAYMENT_COLUMNS } from './schema.ts';
import type { Row, Store } from './store.ts';

type Query = { compile(): CompiledQuery };

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

  return {
    get: async (key) => (await read(byKey(key)))[0],

    claim: (claim) =>
      claim.identifierKey === undefined ? claimPlain(claim) : claimIdentified(claim, claim.identifierKey),

    settling: (key, owner, { rawTransaction = null, transaction = null, bodyDigest, leaseUntil }: Sent) =>
      run(
        move(key, 'settling', { rawTransaction, transaction, bodyDigest, leaseUntil }).where(
          'owner',
          '=',
          owner,
        ),
      ),

    settled: (key, { transaction, bodyDigest, at }) =>
      run(
        move(key, 'settled', {
          transaction,
          settledAt: at,
          ...(bodyDigest !== null && { bodyDigest }),
          ...FORGOTTEN,
        }),
      ),

    delivered: (key, { at, bodyDigest }) => run(move(key, 'delivered', { deliveredAt: at, bodyDigest })),

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
    const mine = await run(upsert(claim));
    if (mine) return { kind: 'fresh', entry: mine };
    // Rows are never removed, so the one that was in the way is there to be read.
    const [present] = await read(byKey(claim.key));
    return { kind: 'taken', entry: present! };
  }

  /** The identifier and the payment are claimed together, or neither is. */
  async function claimIdentified(claim: Claim, identifierKey: string): Promise<Claimed> {
    const { key, owner, createdAt: now } = claim;
    const bound = { paymentKey: key, owner, expiresAt: now + DAY_SECONDS * SECOND_MS };
    const identifier = db.selectFrom('identifiers').where('identifiers.key', '=', identifierKey);
    const [, , claimed, , held, present] = await store.run(
      // Binds a new identifier, or locks the row of a known one: every claim of one identifier passes here one by one,
      // and the statements after this see what the one before has done.
      db
        .insertInto('identifiers')
        .values({ key: identifierKey, ...bound })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ expiresAt: sql.ref('identifiers.expiresAt') }),
        )
        .compile(),
      // It may be bound anew after its day, or when no money moved for the payment that held it.
      db
        .updateTable('identifiers')
        .set(bound)
        .where('identifiers.key', '=', identifierKey)
        .where((eb) =>
          eb.or([
            eb('identifiers.expiresAt', '<=', now),
            eb.exists(
              eb
                .selectFrom('payments')
                .select('payments.key')
                .whereRef('payments.key', '=', 'identifiers.paymentKey')
                .where(stateIn(CLAIMABLE)),
            ),
          ]),
        )
        .compile(),
      upsert(
        claim,
        identifier.select('identifiers.key').where('paymentKey', '=', key).where('owner', '=', owner),
      ).compile(),
      // Bound above for a payment that was then not ours to claim: as if it had never been.
      db
        .deleteFrom('identifiers')
        .where('identifiers.key', '=', identifierKey)
        .where('identifiers.owner', '=', owner)
        .where(({ not, exists }) => not(exists(byKey(key).where('owner', '=', owner))))
        .compile(),
      identifier
        .innerJoin('payments', 'payments.key', 'identifiers.paymentKey')
        .select(COLUMNS.map((column) => `payments.${column}` as const))
        .compile(),
      byKey(key).compile(),
    );
    if (claimed![0]) return { kind: 'fresh', entry: asEntry(claimed![0]) };
    const mine = present!.map(asEntry)[0];
    // A payment's own first outcome comes before that of its identifier.
    if (mine && !CLAIMABLE.includes(mine.state)) return { kind: 'taken', entry: mine };
    const other = held!.map(asEntry)[0];
    return other && other.key !== key
      ? { kind: 'identifier_taken', entry: other }
      : { kind: 'taken', entry: mine! };
  }

  /** Insert, or claim again a row that was given back. `when` makes either depend on another row. */
  function upsert(claim: Claim, when?: Parameters<typeof sql.join>[0][number]) {
    const row: Entry = { ...claim, ...UNTOUCHED };
    const values = COLUMNS.map((column) => sql`cast(${row[column]} as ${sql.raw(PAYMENT_COLUMNS[column])})`);
    const condition = when === undefined ? sql`true` : sql`exists ${when}`;
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

/** Literals, not parameters: a planner can use the index over unfinished rows only if it sees the states. */
const stateIn = (states: readonly State[]) =>
  sql<SqlBool>`payments.state in (${sql.join(states.map((state) => sql.lit(state)))})`;

const asEntry = (row: Row): Entry => row as unknown as Entry;
