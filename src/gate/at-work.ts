import type { Journal } from '../ports.ts';
import { Latest } from '../values/latest.ts';

/**
 * Which workers of this process have stopped. A lease protects a row from other processes, which cannot know whether
 * its owner is alive. This process knows its own workers: a row that one left when the database went away is free at
 * once.
 */

/** Workers remembered: many more than can be at work in one process when its database goes away. */
const MAX_LEFT = 16_384;
const LEFT = new WeakMap<Journal, Latest<true>>();

/** Does a worker's work. `owner` is a token drawn for this work only, so it can take nobody else's row. */
export async function whileAtWork<T>(journal: Journal, owner: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    leave(journal, owner);
  }
}

/** Another view of a journal, of whose workers the same is known. */
export function viewOf(journal: Journal, view: Journal): Journal {
  LEFT.set(view, leftOf(journal));
  return view;
}

/** Whether the owner of a row was a worker of this process that has stopped. */
export const hasLeft = (journal: Journal, owner: string): boolean => LEFT.get(journal)?.get(owner) === true;

/** The worker has stopped, whatever became of the row. */
export const leave = (journal: Journal, owner: string): void => leftOf(journal).set(owner, true);

function leftOf(journal: Journal): Latest<true> {
  const known = LEFT.get(journal) ?? new Latest<true>(MAX_LEFT);
  LEFT.set(journal, known);
  return known;
}
