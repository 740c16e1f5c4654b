/** What time is needed for: a clock that nobody sets. */
interface Ticks {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/**
 * Rounds that begin `everyMs` apart at the least. Whoever joins waits for the next one, and all that joined it go on at
 * the same moment: so that what they ask then can be one question.
 */
export function openRounds({ now, sleep }: Ticks, everyMs: number): () => Promise<void> {
  let next: Promise<void> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    next ??= begin();
    return next;
  };

  async function begin(): Promise<void> {
    // No longer than one round, where the clock was set back all the same.
    const left = Math.min(last + everyMs - now(), everyMs);
    try {
      await (left > 0 ? sleep(left) : undefined);
    } finally {
      last = now();
      next = undefined;
    }
  }
}
