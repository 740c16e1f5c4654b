import { MINUTE_MS } from '../values/time.ts';

/** So long after the newest block was last shown, the chain itself is believed to be shorter than that block said. */
const FORGOTTEN_MS = 10 * MINUTE_MS;

/** The newest block, or slot, that this process has seen of one chain, whichever node showed it. */
export interface Newest {
  /** Notes a block that a node showed. False: another one is known to be newer, so this node is behind. */
  saw(number: bigint): boolean;
}

/**
 * Behind one address there may be several nodes, one of which stopped minutes ago. What it shows was true once, and
 * says nothing of what has not happened since. `monotonic`: milliseconds that no clock setting changes.
 */
export function newestSeen(monotonic: () => number = () => performance.now()): Newest {
  let newest = -1n;
  let shownAt = 0;
  return {
    saw(number) {
      const now = monotonic();
      const isBehind = number < newest && now - shownAt < FORGOTTEN_MS;
      if (!isBehind) {
        newest = number;
        shownAt = now;
      }
      return !isBehind;
    },
  };
}
