import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { TallyKind } from '../../accounting/fold.ts';
import type { Entry } from '../../accounting/states.ts';
import type { Ticket } from '../../ports.ts';

/** Column names are the field names of the rows, so that nothing has to be mapped. Amounts are TEXT, times epoch milliseconds. */
export interface Schema {
  /** `booked`: when the row was added to `totals`; null while it is not. */
  payments: Entry & { readonly booked: number | null };
  /** A buyer's payment-identifier, as a digest that binds the payer too; `owner` is the claim that bound it. */
  identifiers: {
    readonly key: string;
    readonly paymentKey: string;
    readonly owner: string;
    readonly expiresAt: number;
    /** Digest of the identifier alone, for the free status check. */
    readonly lookup: string | null;
  };
  /** `owner` is the claim that leased it last. */
  tickets: Ticket & { readonly owner: string | null };
  counters: { readonly name: string; readonly node: string; readonly n: number };
  /** Settler keys and the node that may send with each. */
  lanes: { readonly address: string; readonly node: string; readonly leaseUntil: number };
  /** Edge assertions that were used: each is good for one call. */
  assertions: { readonly jti: string; readonly expiresAt: number };
  /** The checkpoint of the paid figures: every delivered payment that is booked, by kind. */
  totals: TallyKind & { readonly n: number };
  /** One row a thing that only one node does at a time; writing it is the lock. */
  marks: { readonly id: string; readonly at: number; readonly note: string | null };
  /** Each names the one before it, and no two the same one: the chain cannot fork. */
  editions: {
    readonly digest: string;
    readonly previousDigest: string;
    readonly generatedAt: number;
    readonly publishedAt: number;
    readonly text: string;
  };
  /** Receipts whose outcome was counted, as digests: neither the outcome nor the time is here. */
  reported: { readonly digest: string };
  migrations: { readonly id: string; readonly appliedAt: number };
}

/**
 * Every column of a payment and its type. Statements name these, never `*`: a node that runs an older release must
 * neither return a column that a newer one has added nor find its prepared statements broken by it.
 */
export const PAYMENT_COLUMNS = {
  key: 'text',
  rail: 'text',
  product: 'text',
  via: 'text',
  method: 'text',
  network: 'text',
  asset: 'text',
  payTo: 'text',
  amount: 'text',
  state: 'text',
  fingerprint: 'text',
  asOf: 'bigint',
  release: 'text',
  revision: 'text',
  edition: 'text',
  offerDigest: 'text',
  buyerDigest: 'text',
  termsDigest: 'text',
  bodyDigest: 'text',
  transaction: 'text',
  evidence: 'text',
  source: 'text',
  reason: 'text',
  authorization: 'text',
  rawTransaction: 'text',
  validBefore: 'bigint',
  owner: 'text',
  leaseUntil: 'bigint',
  createdAt: 'bigint',
  settledAt: 'bigint',
  deliveredAt: 'bigint',
} as const satisfies Record<keyof Entry, 'text' | 'bigint'>;

/** A Kysely that can only compile: executors are our stores. */
export const compiler = (dialect: 'sqlite' | 'postgres'): Kysely<Schema> =>
  new Kysely<Schema>({
    dialect:
      dialect === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new DummyDriver(),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  });
