import type { CounterName, Counts } from '../accounting/counters.ts';
import type { Clock } from '../ports.ts';

/** Counts one unpaid call. `later`: work that the answer does not wait for. */
export type Count = (name: CounterName, later: (work: Promise<unknown>) => void) => void;

/** How long one isolate's counts collect: what is lost when the isolate is, at the most. */
export const COLLECT_MS = { sandbox: 50, production: 5_000 } as const;

/**
 * Counts in the isolate's memory and brings them to the journal together, so that a challenge costs no call of its own.
 * A hand-over whose outcome is not known is dropped: for statistics an under-count beats a double count.
 */
export function isolateTally(
  collectMs: number,
  { now, sleep }: Clock,
  handOver: (counts: Counts) => Promise<void>,
): Count {
  let pending = new Map<CounterName, number>();
  /** When somebody's hand-over is overdue: the platform may end a request and what it does later. */
  let lateAt = 0;
  const bring = async () => {
    await sleep(collectMs);
    lateAt = 0;
    if (pending.size === 0) return;
    const counts = Object.fromEntries(pending);
    pending = new Map();
    await handOver(counts).catch(() => {});
  };
  return (name, later) => {
    pending.set(name, (pending.get(name) ?? 0) + 1);
    if (now() < lateAt) return;
    lateAt = now() + 2 * collectMs;
    later(bring());
  };
}
