import type { Turn } from '../http/shedding.ts';

/** More than these are turned away before they have waited: each holds what it was sent. */
const MOST_WAITING = 256;

/**
 * Free checks one at a time, each in a turn of the event loop of its own, so that a challenge or a payment never waits for
 * more than one of them however many arrive together. Whoever would wait longer than `mostMs` is turned away.
 */
export function takeTurns(
  now: () => number,
  mostMs: number,
  afterOthers: (next: () => void) => void = setImmediate,
): Turn {
  const waiting: { readonly since: number; readonly go: (mayGo: boolean) => void }[] = [];
  let isRunning = false;

  function next(): void {
    let head = waiting.shift();
    // Saying no costs nothing: it takes no turn.
    for (; head && now() - head.since > mostMs; head = waiting.shift()) head.go(false);
    isRunning = head !== undefined;
    head?.go(true);
    if (isRunning) afterOthers(next);
  }

  return () =>
    new Promise((go) => {
      if (waiting.length >= MOST_WAITING) return go(false);
      waiting.push({ since: now(), go });
      if (isRunning) return;
      isRunning = true;
      afterOthers(next);
    });
}
