/** How often the event loop is looked at. */
const EVERY_MS = 20;
/** One long event, as a start or a collection of garbage, is no overload: this many looks in a row have to be late. */
const LOOKS = 3;

/** From when on what is turned away. In sandbox nobody is a stranger, and machines are small. */
export const SHEDDING = {
  production: { costly: 100, other: 300 },
  sandbox: { costly: 2_000, other: 4_000 },
} as const;

export interface Lateness {
  /** How late the event loop is, in milliseconds: the least of its last looks. */
  readonly ms: () => number;
  readonly stop: () => void;
}

/** `now`: milliseconds that nobody sets. `every`: calls back at an interval, and returns what stops it. */
export function watchLateness(now: () => number, every = intervals): Lateness {
  let dueAt = now() + EVERY_MS;
  let late: readonly number[] = Array.from({ length: LOOKS }, () => 0);
  const stop = every(() => {
    late = [...late.slice(1), Math.max(0, now() - dueAt)];
    dueAt = now() + EVERY_MS;
  }, EVERY_MS);
  return { ms: () => Math.min(...late), stop };
}

function intervals(look: () => void, everyMs: number): () => void {
  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
