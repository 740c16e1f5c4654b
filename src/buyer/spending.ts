import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownFile } from '../adapters/private-file.ts';
import { DAY_MS } from '../values/time.ts';

/**
 * What a wallet has signed for, in a file that every process with this wallet shares. Each look and the change that
 * follows from it are one transaction, so two processes cannot both take the last cent of a cap, nor sign for one
 * purchase.
 */

/** `claimed`: about to be signed. `sent`: may have been charged. `over`: given up, so that a new one may be signed. */
export type SpendingState = 'claimed' | 'sent' | 'declined' | 'delivered' | 'over';

/** One payment of a capped wallet, in atomic units of USDC. */
export interface SpendingRow {
  readonly id: number;
  readonly state: SpendingState;
  /** Atomic units. */
  readonly amount: bigint;
  /** When it was claimed, and when it came to its state. Milliseconds. */
  readonly at: number;
  readonly changed: number;
}

/** Leave to pay, or why there is none. */
export type SpendingClaim = { readonly id: number } | { readonly no: 'over_day_cap' | 'under_way' | 'kept' };

/** What a wallet is about to pay for. `amount`: atomic units. */
export interface Wanted {
  readonly question: string;
  readonly amount: bigint;
  readonly perDay: bigint;
  /** Whether a payment for the question is kept already. */
  readonly isKept: () => boolean;
}

/** What a wallet has spent, in a file that all its processes share. */
export interface Spending {
  /** Atomic units of the 24 hours before `now`. */
  spent(now: number): bigint;
  /** The newest payment for a question. */
  newest(question: string): SpendingRow | undefined;
  claim(wanted: Wanted, now: number): SpendingClaim;
  /** Drops a claim, if no signature for it has left this process. */
  release(id: number): void;
  /** What was delivered or given up stays so: another process may have sent the same payment with more luck. */
  note(id: number, state: 'sent' | 'declined', now: number): void;
  /** False: it was delivered before, or is given up, and stays as it is. */
  noteDelivered(id: number, now: number): boolean;
  /** Ends a payment with `remove`, unless it came to another state meanwhile. */
  giveUp(row: SpendingRow, now: number, remove: () => void): boolean;
  close(): void;
}

/** Signing takes milliseconds: whoever claimed and kept nothing for this long is gone. */
const CLAIM_MS = 60_000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS payments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, question TEXT NOT NULL, amount INTEGER NOT NULL, at INTEGER NOT NULL,
    state TEXT NOT NULL, changed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payments_of_question ON payments (question, id);
  CREATE INDEX IF NOT EXISTS payments_by_time ON payments (at);`;

interface Stored {
  readonly id: bigint;
  readonly state: SpendingState;
  readonly amount: bigint;
  readonly at: bigint;
  readonly changed: bigint;
}

/** Opens `spending.sqlite` in a folder, for its owner alone. Throws where the folder cannot be written. */
export function openSpending(folder: string): Spending {
  const path = join(folder, 'spending.sqlite');
  ownFile(path, ['-journal']);
  const db = new DatabaseSync(path, { timeout: 10_000, readBigInts: true });
  // What is counted survives a power cut: otherwise the cap would be spent again.
  db.exec(`PRAGMA synchronous = FULL; ${SCHEMA}`);
  const sum = db.prepare('SELECT coalesce(sum(amount), 0) AS units FROM payments WHERE at > ?');
  const last = db.prepare('SELECT * FROM payments WHERE question = ? ORDER BY id DESC LIMIT 1');
  const insert = db.prepare(
    "INSERT INTO payments (question, amount, at, state, changed) VALUES (?, ?, ?, 'claimed', ?)",
  );
  const remove = db.prepare("DELETE FROM payments WHERE id = ? AND state = 'claimed'");
  const end = db.prepare("UPDATE payments SET state = 'over', changed = ? WHERE id = ?");
  const move = db.prepare(
    "UPDATE payments SET state = ?, changed = ? WHERE id = ? AND state NOT IN ('delivered', 'over')",
  );
  // When it was delivered first is when its day begins.
  const deliver = db.prepare(
    "UPDATE payments SET state = 'delivered', changed = ? WHERE id = ? AND state NOT IN ('delivered', 'over')",
  );

  const alone = <T>(work: () => T): T => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const done = work();
      db.exec('COMMIT');
      return done;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };
  // A clock that was set back makes nothing younger than it is: rows of the future count too.
  const spent = (now: number): bigint => (sum.get(now - DAY_MS) as { units: bigint }).units;
  const newest = (question: string): SpendingRow | undefined => {
    const row = last.get(question) as Stored | undefined;
    if (!row) return undefined;
    const { id, at, changed, state, amount } = row;
    return { id: Number(id), at: Number(at), changed: Number(changed), state, amount };
  };

  return {
    spent,
    newest,
    claim: ({ question, amount, perDay, isKept }, now) =>
      alone((): SpendingClaim => {
        if (isKept()) return { no: 'kept' };
        const before = newest(question);
        if (before?.state === 'claimed' && now - before.changed < CLAIM_MS) return { no: 'under_way' };
        if (spent(now) + amount > perDay) return { no: 'over_day_cap' };
        return { id: Number(insert.run(question, amount, now, now).lastInsertRowid) };
      }),
    release: (id) => void remove.run(id),
    note: (id, state, now) => void move.run(state, now, id),
    noteDelivered: (id, now) => Number(deliver.run(now, id).changes) > 0,
    giveUp: (row, now, remove) =>
      alone(() => {
        const found = db.prepare('SELECT state FROM payments WHERE id = ?').get(row.id);
        if (found?.state !== row.state) return false;
        remove();
        end.run(now, row.id);
        return true;
      }),
    close: () => db.close(),
  };
}
