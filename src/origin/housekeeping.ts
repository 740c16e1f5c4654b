import { bookAll, CHECKPOINT_MS } from '../adapters/sql/books.ts';
import { FLUSH_MS } from '../adapters/sql/counters.ts';
import { forgetOver } from '../adapters/sql/forget.ts';
import type { Store } from '../adapters/sql/store.ts';
import { LOOK_EVERY_MS, type Sweep, sweep } from '../gate/reconcile.ts';
import type { Books, Ports } from '../ports.ts';
import { DAY_MS } from '../values/time.ts';
import type { Comparisons } from './compare-books.ts';

/** How often unfinished payments are looked at. */
const SWEEP_MS = 5_000;
/** How often what has run out is removed. Nothing depends on it but the size of the tables. */
const TIDY_MS = 60_000;
/** How old the figures may be that free documents answer with while the database is away, if nobody asked before. */
const REMEMBER_MS = 60_000;
/** How often journal and chain are compared by themselves, over how long a span, and how young money without a row may be. */
export const COMPARE = {
  production: { everyMs: 600_000, spanMs: DAY_MS, graceMs: 600_000 },
  sandbox: { everyMs: 3_600_000, spanMs: DAY_MS, graceMs: 60_000 },
} as const;
/** Rows that a first pass takes up at the most. */
const FIRST_SWEEP_ROWS = 10_000;

export interface House {
  readonly ports: Ports;
  readonly store: Store;
  readonly books: Books;
  readonly counters: { flush(): Promise<void> };
  /** Of the books with the chains. */
  readonly comparing: Comparisons;
  readonly report: (where: string, error: unknown) => void;
  /** Reads what free documents answer with while the database is away. */
  readonly remember: () => Promise<unknown>;
}

export interface Housekeeping {
  /** First pass over unfinished payments, and over what is not booked. Then the first comparison begins. */
  recover(): Promise<Sweep>;
  stop(): Promise<void>;
}

/** What a running service does by timer, request or not. A round that fails is reported, and comes again. */
export function keepHouse({
  ports,
  store,
  books,
  counters,
  comparing,
  report,
  remember,
}: House): Housekeeping {
  const { clock } = ports;
  const rounds: readonly { where: string; everyMs: number; work(): Promise<unknown> }[] = [
    { where: 'sweep', everyMs: SWEEP_MS, work: () => sweep(ports) },
    { where: 'books', everyMs: CHECKPOINT_MS, work: () => bookAll(books, clock.now) },
    { where: 'counters', everyMs: FLUSH_MS, work: () => counters.flush() },
    { where: 'documents', everyMs: REMEMBER_MS, work: remember },
    { where: 'tidy', everyMs: TIDY_MS, work: () => forgetOver(store, clock.now()) },
  ];
  const timers = rounds.map(({ where, everyMs, work }) => {
    let isUnderWay = false;
    // A round that takes longer than its time is not begun twice.
    const round = async () => {
      if (isUnderWay) return;
      isUnderWay = true;
      await work().catch((error) => report(where, error));
      isUnderWay = false;
    };
    return setInterval(() => void round(), everyMs);
  });

  return {
    async recover() {
      // Every earlier worker of an embedded journal is gone, so all its unfinished rows are ours.
      const all = store.dialect === 'sqlite';
      const done = await sweepTwice(all);
      // Nobody waits for figures that are far behind: a reading costs as much as what is not booked.
      await bookAll(books, clock.now);
      await remember().catch((error) => report('documents', error));
      void comparing.now();
      return done;
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      comparing.stop();
      // A database that is gone must not keep the rest from closing.
      await counters.flush().catch((error) => report('counters', error));
    },
  };

  /** What is sent again shows up a block later. */
  async function sweepTwice(all: boolean): Promise<Sweep> {
    const first = await sweep(ports, { all, mine: true, limit: FIRST_SWEEP_ROWS });
    if (first.pending === 0) return first;
    await clock.sleep(LOOK_EVERY_MS);
    const { settled, failed, released } = await sweep(ports, { limit: FIRST_SWEEP_ROWS });
    return {
      seen: first.seen,
      settled: first.settled + settled,
      failed: first.failed + failed,
      released: first.released + released,
      pending: Math.max(0, first.pending - settled - failed - released),
    };
  }
}
