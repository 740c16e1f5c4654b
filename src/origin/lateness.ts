/** How often the event loop is looked at. */
const EVERY_MS = 20;
/** What a look leaves of the one before: a loop that is on time again is believed after a tenth of a second or so. */
const KEPT = 0.6;

/** From when on what is turned away. In sandbox nobody is a stranger, and machines are small. */
export const SHEDDING = {
  production: { costly: 100, other: 300 },
  sandbox: { costly: 2_000, other: 4_000 },
} as const;

export interface Lateness {
  /** How late the event loop is, in milliseconds: by its last looks, and by the one that is due. */
  readonly ms: () => number;
  readonly stop: () => void;
}

/** `now`: milliseconds that nobody sets. `every`: calls back at an interval, and returns what stops it. */
export function watchLateness(now: () => number, every = intervals): Lateness {
  let dueAt = now() + EVERY_MS;
  let late = 0;
  const overdue = () => Math.max(0, now() - dueAt);
  const stop = every(() => {
    late = Math.max(overdue(), late * KEPT);
    dueAt = now() + EVERY_MS;
  }, EVERY_MS);
  return { ms: () => Math.max(late, overdue()), stop };
}

function intervals(look: () => void, everyMs: number): () => void {
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
