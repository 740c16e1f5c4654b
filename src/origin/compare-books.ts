import type { Arrivals, Books, Clock } from '../ports.ts';
import { reconcileBooks } from './reconcile-books.ts';

/** How often a node looks whether a comparison is due. */
const LOOK_MS = 60_000;
/** How old a comparison may be that somebody is shown who opens the books. */
const SHOWN_MS = 60_000;
/** How long that reader waits for a new one. */
const READER_WAITS_MS = 3_000;
/** Between pages of a comparison that runs beside sales: it takes at most a small part of the thread. */
const PAUSE_MS = 50;

export interface Comparisons {
  /** Compares, however old the last result is. */
  now(): Promise<void>;
  /** Somebody opens the books: compares if the last result is over a minute old, and is waited for a moment. Never throws. */
  opened(): Promise<void>;
  stop(): void;
}

/**
 * Compares the payments of the last `spanMs` now and then, once for all nodes of a database: whoever finds the last
 * result old enough does it and keeps what it found. One comparison runs at a time, and readers of the books begin at
 * most one a minute, whether or not a chain answers. More than a span is for the operator to ask for.
 */
export function compareRegularly({
  books,
  chains,
  clock,
  report,
  everyMs,
  spanMs,
  graceMs,
}: {
  readonly books: Books;
  readonly chains: readonly Arrivals[];
  readonly clock: Clock;
  readonly report: (where: string, error: unknown) => void;
  readonly everyMs: number;
  readonly spanMs: number;
  readonly graceMs: number;
}): Comparisons {
  let running: { readonly since: number; readonly done: Promise<void> } | undefined;
  /** When a comparison last failed: readers do not begin another one for a minute. */
  let failedAt = Number.NEGATIVE_INFINITY;
  /** A chain could not be asked: the next look does not wait until all are due. */
  let again = false;
  const failed = (where: string, error: unknown) => {
    again = true;
    report(where, error);
  };
  /** `maxAgeMs`: how old a result may be that is left as it is. */
  const turn = async (maxAgeMs: number) => {
    const now = clock.now();
    const last = maxAgeMs === 0 ? undefined : await books.reconciled();
    if (last && last.at > now - maxAgeMs) return;
    again = false;
    const { result } = await reconcileBooks({
      books,
      chains,
      since: now - spanMs,
      now,
      graceMs,
      report: failed,
      pause: () => clock.sleep(PAUSE_MS),
    });
    await books.record(result);
  };
  const look = async (maxAgeMs: number): Promise<void> => {
    if (running) return;
    const done = turn(maxAgeMs)
      .catch((error) => {
        failedAt = clock.now();
        report('reconciliation', error);
      })
      .then(() => {
        running = undefined;
      });
    running = { since: clock.now(), done };
    await done;
  };
  const opened = async () => {
    if (clock.now() - failedAt >= SHOWN_MS) void look(SHOWN_MS);
    if (!running) return;
    const left = running.since + READER_WAITS_MS - clock.now();
    if (left > 0) await Promise.race([running.done, clock.sleep(left)]);
  };
  const timer = setInterval(() => void look(again ? 0 : everyMs), LOOK_MS);
  timer.unref();
  return { now: () => look(0), opened, stop: () => clearInterval(timer) };
}
