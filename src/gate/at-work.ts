import type { Journal } from '../ports.ts';
import { Latest } from '../values/latest.ts';

/**
 * Who has stopped working here. A lease is for other processes, which cannot know whether its owner is alive. This one
 * knows of its own workers: a row that one of them left, since the database went away under it, is free at once.
 */

/** Workers remembered: many more than can be at work in one process when its database goes away. */
const MAX_LEFT = 16_384;
const LEFT = new WeakMap<Journal, Latest<true>>();

/** Does a worker's work; `owner` is its own token, drawn for this work alone, so that nobody else's row can be taken. */
export async function whileAtWork<T>(journal: Journal, owner: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    leave(journal, owner);
  }
}

/** Whether a row's owner was a worker of this process whose work is over. */
export const hasLeft = (journal: Journal, owner: string): boolean => LEFT.get(journal)?.get(owner) === true;

/** Its work is over, whatever became of the row. */
export function leave(journal: Journal, owner: string): void {
  const known = LEFT.get(journal) ?? new Latest<true>(MAX_LEFT);
  known.set(owner, true);
  LEFT.set(journal, known);
}
