import type { CounterName, Counts } from '../accounting/counters.ts';

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
  sleep: (ms: number) => Promise<void>,
  handOver: (counts: Counts) => Promise<void>,
): Count {
  let pending = new Map<CounterName, number>();
  const bring = async () => {
    await sleep(collectMs);
    const counts = Object.fromEntries(pending);
    pending = new Map();
    await handOver(counts).catch(() => {});
  };
  return (name, later) => {
    const isFirst = pending.size === 0;
    pending.set(name, (pending.get(name) ?? 0) + 1);
    if (isFirst) later(bring());
  };
}
