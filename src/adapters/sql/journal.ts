import { type CompiledQuery, sql } from 'kysely';
import { type Entry, sourcesOf, type State, UNFINISHED } from '../../accounting/states.ts';
import type { Claim, Claimed, Journal } from '../../ports.ts';
import { DAY_SECONDS, SECOND_MS } from '../../values/time.ts';
import type { Store } from './store.ts';

/** The journal over SQL: SQLite and PostgreSQL from one source. Each operation is one statement or one atomic unit. */
export function sqlJournal(store: Store): Journal {
  const { db } = store;
  const entry = (rows: readonly unknown[] | undefined): Entry | undefined => rows?.[0] as Entry | undefined;
  const byKey = (key: string) => db.selectFrom('payments').selectAll().where('key', '=', key);

  /** A compare-and-set: the row moves only from a state that may lead there. */
  const move = (key: string, to: State, set: Partial<Entry>) =>
    db.updateTable('payments').set({ ...set, state: to }).where('key', '=', key).where('state', 'in', sourcesOf(to)).returningAll();

  const run = async (query: { compile(): CompiledQuery }) => entry((await store.run(query.compile()))[0]);

  return {
    get: async (key) => entry(await store.read(byKey(key).compile())),

    claim: (claim) => (claim.identifierKey === undefined ? claimPlain(claim) : claimIdentified(claim, claim.identifierKey)),

    settling: (key, owner, { rawTransaction = undefined, transaction = undefined, bodyDigest, leaseUntil }) =>
      run(move(key, 'settling', { rawTransaction: rawTransaction ?? null, transaction: transaction ?? null, bodyDigest, leaseUntil }).where('owner', '=', owner)),

    settled: (key, { transaction, bodyDigest, at }) =>
      run(move(key, 'settled', { transaction, settledAt: at, ...(bodyDigest !== null && { bodyDigest }), ...FORGOTTEN })),

    delivered: (key, { at, bodyDigest }) => run(move(key, 'delivered', { deliveredAt: at, bodyDigest })),

    released: (key, owner, reason) => run(move(key, 'released', { reason, ...FORGOTTEN }).where('owner', '=', owner)),

    failed: (key, reason) => run(move(key, 'failed', { reason, ...FORGOTTEN })),

    lease: (key, seen, next) =>
      run(
        db
          .updateTable('payments')
          .set(next)
          .where('key', '=', key)
          .where('state', 'in', UNFINISHED)
          .where('owner', '=', seen.owner)
          .where('leaseUntil', '=', seen.leaseUntil)
          .returningAll(),
      ),

    unfinished: async (limit) =>
      (await store.read(db.selectFrom('payments').selectAll().where('state', 'in', UNFINISHED).orderBy('leaseUntil').limit(limit).compile())) as unknown as Entry[],
  };

  async function claimPlain(claim: Claim): Promise<Claimed> {
    const row = rowOf(claim);
    const [inserted, present] = await store.run(upsert(row).compile(), byKey(claim.key).compile());
    const mine = entry(inserted);
    return mine ? { kind: 'fresh', entry: mine } : { kind: 'taken', entry: entry(present)! };
  }

  /** The identifier and the payment are claimed together, or neither is. */
  async function claimIdentified(claim: Claim, identifierKey: string): Promise<Claimed> {
    const row = rowOf(claim);
    const expiresAt = claim.createdAt + DAY_SECONDS * SECOND_MS;
    const hold = db
      .insertInto('identifiers')
      .values({ key: identifierKey, paymentKey: claim.key, expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ paymentKey: claim.key, expiresAt })
          .where((eb) =>
            eb.or([
              eb('identifiers.expiresAt', '<=', claim.createdAt),
              eb.exists(
                eb.selectFrom('payments').select('payments.key').whereRef('payments.key', '=', 'identifiers.paymentKey').where('payments.state', 'in', CLAIMABLE),
              ),
            ]),
          ),
      );
    const holds = db.selectFrom('identifiers').select('identifiers.key').where('identifiers.key', '=', identifierKey).where('identifiers.paymentKey', '=', claim.key);
    const holder = db.selectFrom('payments').innerJoin('identifiers', 'identifiers.paymentKey', 'payments.key').selectAll('payments').where('identifiers.key', '=', identifierKey);
    const [, inserted, held, present] = await store.run(hold.compile(), upsert(row, holds).compile(), holder.compile(), byKey(claim.key).compile());
    const mine = entry(inserted);
    if (mine) return { kind: 'fresh', entry: mine };
    const other = entry(held);
    return other && other.key !== claim.key ? { kind: 'identifier_taken', entry: other } : { kind: 'taken', entry: entry(present)! };
  }

  /** Insert, or claim again a row that was given back. `when` makes the insert depend on another row. */
  function upsert(row: Entry, when?: Parameters<typeof sql.join>[0][number]) {
    const columns = Object.keys(row) as (keyof Entry)[];
    const values = columns.map((column) => (typeof row[column] === 'number' ? sql`cast(${row[column]} as bigint)` : sql`cast(${row[column]} as text)`));
    return db
      .insertInto('payments')
      .columns(columns)
      .expression(when === undefined ? sql`select ${sql.join(values)} where true` : sql`select ${sql.join(values)} where exists ${when}`)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(() => Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])))
          .where('payments.state', 'in', CLAIMABLE),
      )
      .returningAll();
  }
}

/** What is kept only while the chain may still have to be asked. */
const FORGOTTEN = { authorization: null, rawTransaction: null } as const;

const CLAIMABLE = sourcesOf('claimed');

const rowOf = ({ identifierKey: _bound, ...claim }: Claim): Entry => ({
  ...claim,
  state: 'claimed',
  bodyDigest: null,
  transaction: null,
  reason: null,
  rawTransaction: null,
  settledAt: null,
  deliveredAt: null,
});
