import type { Entry } from '../../accounting/states.ts';
import type { EpochMs } from '../../values/time.ts';
import { PAYMENT_COLUMNS } from '../sql/schema.ts';
import type { DurableStorage } from './store.ts';

/** Moves of one shard that the origin has not confirmed, in the order that they were made. */
export interface Moved {
  readonly seq: number;
  readonly entry: Entry;
}

/** What a shard keeps besides the journal itself. */
export interface Outbox {
  /** The oldest moves that wait, each with its row as it is now. */
  waiting(limit: number): readonly Moved[];
  /** The origin has everything up to this one. */
  confirm(seq: number): void;
  status(): { readonly lastSeq: number; readonly waiting: number };
  /** Earliest lease of a row whose outcome is open; undefined when there is none. */
  nextLease(): EpochMs | undefined;
  /** Removes rows that are final for longer than anything may ask about them, and that the origin has. */
  prune(before: EpochMs): void;
  /** One sanitised text, replaced each time. */
  note(text: string): void;
  /** What was noted last, once: it is gone when it was read. */
  noted(): string | undefined;
}

/**
 * Written by a trigger, so that no move can be made without its outbox row: both are in the transaction of the move.
 * Additive only: an object that ran an older release opens its own tables again.
 */
const TABLES = [
  'create table if not exists outbox (seq integer primary key, key text not null)',
  'create table if not exists outbox_mark (id integer primary key check (id = 1), seq integer not null)',
  'insert into outbox_mark (id, seq) values (1, 0) on conflict do nothing',
  `create trigger if not exists outbox_moves after update of state on payments
     when new.state in ('settled', 'delivered', 'failed') and new.state <> old.state
   begin
     update outbox_mark set seq = seq + 1;
     insert into outbox (seq, key) select seq, new.key from outbox_mark;
   end`,
  'create table if not exists noted (id integer primary key check (id = 1), text text not null)',
];

/** Rows lie in the order in which they came: the old ones are found without an index, and without reading the others. */
const WINDOW = 100;
const NEXT = 'select rowid as id, "createdAt" as at from payments where rowid > ? order by rowid limit ?';
const PRUNE = `delete from payments where rowid > ? and rowid <= ?
  and state in ('delivered', 'released', 'failed') and "createdAt" < ?
  and not exists (select 1 from outbox where outbox.key = payments.key)`;

const COLUMNS = Object.keys(PAYMENT_COLUMNS)
  .map((column) => `payments."${column}"`)
  .join(', ');

export function durableOutbox({ sql }: DurableStorage): Outbox {
  for (const statement of TABLES) sql.exec(statement);
  const one = <T>(query: string): T => sql.exec(query).toArray()[0] as T;

  return {
    waiting: (limit) =>
      sql
        .exec(
          `select outbox.seq as "outboxSeq", ${COLUMNS} from outbox join payments on payments.key = outbox.key
           order by outbox.seq limit ?`,
          limit,
        )
        .toArray()
        .map(({ outboxSeq, ...entry }) => ({ seq: outboxSeq as number, entry: entry as unknown as Entry })),
    confirm: (seq) => void sql.exec('delete from outbox where seq <= ?', seq),
    status: () => ({
      lastSeq: one<{ seq: number }>('select seq from outbox_mark').seq,
      waiting: one<{ n: number }>('select count(*) as n from outbox').n,
    }),
    nextLease: () =>
      one<{ at: number | null }>(
        `select min("leaseUntil") as at from payments where state in ('claimed', 'settling')`,
      ).at ?? undefined,
    prune(before) {
      // Past what stays: a sale that nobody fetched must not keep what is final behind it.
      let from = 0;
      for (;;) {
        const last = sql.exec(NEXT, from, WINDOW).toArray().at(-1) as { id: number; at: number } | undefined;
        if (!last) return;
        sql.exec(PRUNE, from, last.id, before);
        if (last.at >= before) return;
        from = last.id;
      }
    },
    note: (text) =>
      void sql.exec(
        'insert into noted (id, text) values (1, ?) on conflict (id) do update set text = excluded.text',
        text,
      ),
    noted: () => sql.exec('delete from noted returning text').toArray()[0]?.text as string | undefined,
  };
}
