import { type CompiledQuery, type CreateTableBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { KIND, type TallyKind } from '../../accounting/fold.ts';
import { UNFINISHED } from '../../accounting/states.ts';
import type { Schema } from './schema.ts';
import type { Store } from './store.ts';

/** What the books told apart when they were new. */
const FIRST_KIND = KIND.filter((part) => part !== 'via');

/** Forward only, additive first (expand, deploy, contract). One list for both engines. Never edit one that was released. */
const MIGRATIONS: readonly {
  readonly id: string;
  readonly up: (db: Kysely<Schema>) => readonly { compile(): CompiledQuery }[];
}[] = [
  {
    id: '2026-11-21-payments',
    up: (db) => [
      db.schema
        .createTable('payments')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('rail', 'text', (c) => c.notNull())
        .addColumn('product', 'text', (c) => c.notNull())
        .addColumn('network', 'text', (c) => c.notNull())
        .addColumn('asset', 'text', (c) => c.notNull())
        .addColumn('payTo', 'text', (c) => c.notNull())
        .addColumn('amount', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('asOf', 'bigint', (c) => c.notNull())
        .addColumn('release', 'text', (c) => c.notNull())
        .addColumn('revision', 'text', (c) => c.notNull())
        .addColumn('offerDigest', 'text')
        .addColumn('termsDigest', 'text')
        .addColumn('bodyDigest', 'text')
        .addColumn('transaction', 'text')
        .addColumn('evidence', 'text', (c) => c.notNull())
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('reason', 'text')
        .addColumn('authorization', 'text')
        .addColumn('rawTransaction', 'text')
        .addColumn('validBefore', 'bigint', (c) => c.notNull())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('leaseUntil', 'bigint', (c) => c.notNull())
        .addColumn('createdAt', 'bigint', (c) => c.notNull())
        .addColumn('settledAt', 'bigint')
        .addColumn('deliveredAt', 'bigint'),
      // What a reconciler looks at stays small however long the journal grows.
      db.schema
        .createIndex('payments_unfinished')
        .on('payments')
        .column('leaseUntil')
        .where(sql.ref('state'), 'in', sql`(${sql.join(UNFINISHED.map((state) => sql.lit(state)))})`),
      db.schema
        .createTable('identifiers')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('paymentKey', 'text', (c) => c.notNull())
        .addColumn('owner', 'text', (c) => c.notNull())
        .addColumn('expiresAt', 'bigint', (c) => c.notNull()),
      db.schema.createIndex('identifiers_expiry').on('identifiers').column('expiresAt'),
    ],
  },
  {
    id: '2026-11-21-tickets',
    up: (db) => [
      db.schema
        .createTable('tickets')
        .addColumn('digest', 'text', (c) => c.primaryKey())
        .addColumn('product', 'text', (c) => c.notNull())
        .addColumn('fingerprint', 'text', (c) => c.notNull())
        .addColumn('expiresAt', 'bigint', (c) => c.notNull())
        .addColumn('paymentKey', 'text')
        .addColumn('owner', 'text')
        .addColumn('consumedAt', 'bigint'),
      db.schema.createIndex('tickets_payment').on('tickets').column('paymentKey'),
      db.schema.createIndex('tickets_expiry').on('tickets').column('expiresAt'),
      db.schema.alterTable('identifiers').addColumn('lookup', 'text'),
      db.schema.createIndex('identifiers_lookup').on('identifiers').column('lookup'),
      db.schema
        .createTable('counters')
        .addColumn('name', 'text', (c) => c.notNull())
        .addColumn('node', 'text', (c) => c.notNull())
        .addColumn('n', 'bigint', (c) => c.notNull())
        .addPrimaryKeyConstraint('counters_key', ['name', 'node']),
      db.schema
        .createTable('lanes')
        .addColumn('address', 'text', (c) => c.primaryKey())
        .addColumn('node', 'text', (c) => c.notNull())
        .addColumn('leaseUntil', 'bigint', (c) => c.notNull()),
    ],
  },
  {
    id: '2026-11-21-books',
    up: (db) => [
      db.schema.alterTable('payments').addColumn('method', 'text'),
      db.schema.alterTable('payments').addColumn('booked', 'bigint'),
      // What is delivered and not yet in `totals`, already in groups, and what is owed. Both stay small for ever.
      db.schema
        .createIndex('payments_unbooked')
        .on('payments')
        .columns([...FIRST_KIND])
        .where(sql<SqlBool>`state = 'delivered' and booked is null`),
      db.schema
        .createIndex('payments_owed')
        .on('payments')
        .column('settledAt')
        .where(sql<SqlBool>`state = 'settled'`),
      // For the comparison with a chain over a span of time. Times only grow, so it grows at its end.
      db.schema
        .createIndex('payments_settled')
        .on('payments')
        .column('settledAt')
        .where(sql<SqlBool>`"settledAt" is not null`),
      totalsOf(db, FIRST_KIND),
      db.schema
        .createTable('marks')
        .addColumn('id', 'text', (c) => c.primaryKey())
        .addColumn('at', 'bigint', (c) => c.notNull())
        .addColumn('note', 'text'),
    ],
  },
  {
    id: '2026-11-21-editions',
    up: (db) => [
      db.schema
        .createTable('editions')
        .addColumn('digest', 'text', (c) => c.primaryKey())
        .addColumn('previousDigest', 'text', (c) => c.notNull().unique())
        .addColumn('generatedAt', 'bigint', (c) => c.notNull())
        .addColumn('publishedAt', 'bigint', (c) => c.notNull())
        .addColumn('text', 'text', (c) => c.notNull()),
      db.schema.alterTable('payments').addColumn('edition', 'text'),
    ],
  },
  {
    id: '2026-11-21-edge',
    up: (db) => [
      db.schema.alterTable('payments').addColumn('via', 'text', (c) => c.notNull().defaultTo('origin')),
      db.schema
        .createTable('assertions')
        .addColumn('jti', 'text', (c) => c.primaryKey())
        .addColumn('expiresAt', 'bigint', (c) => c.notNull()),
      db.schema.createIndex('assertions_expiry').on('assertions').column('expiresAt'),
      // The books tell edge and origin apart from now on: everything is counted anew, by whoever comes first.
      db.schema.dropTable('totals'),
      totalsOf(db, KIND),
      db.updateTable('payments').set({ booked: null }).where('booked', 'is not', null),
      db.schema.dropIndex('payments_unbooked'),
      db.schema
        .createIndex('payments_unbooked')
        .on('payments')
        .columns([...KIND])
        .where(sql<SqlBool>`state = 'delivered' and booked is null`),
    ],
  },
  {
    id: '2026-11-22-buyers',
    up: (db) => [db.schema.alterTable('payments').addColumn('buyerDigest', 'text')],
  },
  {
    id: '2026-11-22-reported',
    up: (db) => [db.schema.createTable('reported').addColumn('digest', 'text', (c) => c.primaryKey())],
  },
];

/** The checkpoint of the books: one row a kind. */
const totalsOf = (db: Kysely<Schema>, kind: readonly (keyof TallyKind)[]) =>
  kind
    .reduce(
      (table, column) => table.addColumn(column, 'text', (c) => c.notNull()),
      db.schema.createTable('totals') as CreateTableBuilder<'totals', string>,
    )
    .addColumn('n', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('totals_key', [...kind]);

/** Brings the store up to date. Several nodes may do it at once: each migration is one unit that begins with its own unique row. */
export async function migrate(store: Store, now: number): Promise<void> {
  const { db } = store;
  await store.run(
    ...(store.dialect === 'postgres' ? [lock(db)] : []),
    db.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('appliedAt', 'bigint', (c) => c.notNull())
      .compile(),
  );
  for (const { id, up } of MIGRATIONS) {
    if (await applied(store, id)) continue;
    const mark = db.insertInto('migrations').values({ id, appliedAt: now }).compile();
    try {
      await store.run(mark, ...up(db).map((statement) => statement.compile()));
    } catch (error) {
      // Another node was first: its unit is whole, so there is nothing left to do.
      if (!(await applied(store, id))) throw error;
    }
  }
}

const applied = async (store: Store, id: string): Promise<boolean> =>
  (await store.read(store.db.selectFrom('migrations').select('id').where('id', '=', id).compile())).length >
  0;

/** `create table if not exists` races with itself on PostgreSQL; a transaction lock makes the second one wait. */
const lock = (db: Kysely<Schema>): CompiledQuery => sql`select pg_advisory_xact_lock(402402402)`.compile(db);
