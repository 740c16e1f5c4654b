import type { CounterName } from '../accounting/counters.ts';
import type { Context } from '../declare.ts';

/** Counts a decision. What the operator or a monitor asked is not demand and moves none of these. */
export function count({ reach, selfProbe }: Context, ...names: readonly CounterName[]): void {
  if (selfProbe) return;
  for (const name of names) reach.counters.add(name);
}
