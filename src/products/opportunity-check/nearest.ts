import { viewsOf } from '../../reading/view.ts';
import { FRAMES } from './tables/frames.ts';
import { SIGNALS } from './tables/signals.ts';
import { VOCABULARY } from './tables/words.ts';

const MOST = 3;

/** What one concept tells of which signal is meant: the fewer signals it may stand for, the more. */
const signalsOf = new Map<string, Set<string>>();
for (const { all, signal } of FRAMES) {
  for (const concept of all.flat()) signalsOf.set(concept, (signalsOf.get(concept) ?? new Set()).add(signal));
}
/** Concepts of payments, which are read by a story and not by a frame. */
const STORIES: Readonly<Record<string, readonly string[]>> = {
  PAID: ['prior_paid_200', 'paid_then_failed'],
  NEVER_PAID: ['prior_paid_200'],
  SETTLED: ['third_party_paid_success'],
};
const position = new Map(SIGNALS.map(({ id }, i) => [id, i]));

/**
 * Ids that a statement may have meant, nearest first, at most three: what to offer where it was not understood.
 *
 * @param text as `readable` returns it
 */
export function nearestSignals(text: string): readonly string[] {
  const seen = new Set(viewsOf(text, VOCABULARY).flatMap(({ concepts }) => [...concepts]));
  const scores = new Map<string, number>();
  const raise = (signal: string, score: number) =>
    scores.set(signal, Math.max(score, scores.get(signal) ?? 0));
  for (const { all, none, signal } of FRAMES) {
    // What a frame begins with is what it is about.
    if (!all[0]!.some((one) => seen.has(one))) continue;
    const held = all.flatMap((group) => {
      const telling = group.filter((one) => seen.has(one)).map((one) => 1 / signalsOf.get(one)!.size);
      return telling.length === 0 ? [] : [Math.max(...telling)];
    });
    const against = none.some((one) => seen.has(one)) ? 0.5 : 1;
    raise(signal, (held.reduce((sum, one) => sum + one, 0) + held.length / all.length) * against);
  }
  for (const [concept, signals] of Object.entries(STORIES))
    if (seen.has(concept)) for (const signal of signals) raise(signal, 1.5);
  return [...scores]
    .sort(([a, first], [b, second]) => second - first || position.get(a)! - position.get(b)!)
    .slice(0, MOST)
    .map(([signal]) => signal);
}
