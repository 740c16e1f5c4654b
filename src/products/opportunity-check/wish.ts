import type { ConstraintReading, Unread } from '../../reading/terms/index.ts';
import { readConstraint, readGoalWords } from '../../reading/terms/index.ts';
import type { ConstraintKind } from './tables/constraint-kinds.ts';

/** One constraint as understood, before it is checked. */
export interface Wish {
  readonly kind: ConstraintKind;
  /** Cleaned text of the caller; it is returned to the payer of the answer only. */
  readonly text: string;
  /** Money in atomic units, or a number of calls. */
  readonly amount: bigint | null;
  readonly day: string | null;
  /** The network or the token that is demanded. */
  readonly name: string | null;
  /** noSpend: only for now, or until something happens. */
  readonly forNow: boolean;
}

/** Words of goal or constraints that were not understood: they hold the answer back. */
export interface UnreadWords extends Unread {
  readonly where: 'goal' | 'constraints';
}

export interface Wishes {
  readonly wishes: readonly Wish[];
  /** Prices and values that constraints state. */
  readonly stated: ConstraintReading['stated'];
  readonly unread: readonly UnreadWords[];
}

/** Constraints of a request, and what its goal forbids in the same words; in an order that does not depend on theirs. */
export function readWishes(constraints: readonly string[], goal: string, asOfDay: string): Wishes {
  const texts = [...new Set(constraints)].sort();
  const readings = texts.map((text) => ({ text, ...readConstraint(text, asOfDay) }));
  const own = readGoalWords(goal);
  return {
    wishes: [
      ...readings.flatMap(({ text, limits, unread }) => [
        ...limits.map(({ kind, amount, day, name, forNow }) => ({
          kind,
          text,
          amount,
          day,
          name,
          forNow,
        })),
        ...unread.map(({ words }) => ({ ...NO_AMOUNT, kind: 'unrecognised' as const, text: words })),
      ]),
      ...own.limits.map(({ kind, amount, forNow, from, to }) => ({
        ...{ ...NO_AMOUNT, kind, amount, forNow, text: goal.slice(from, to) },
      })),
    ],
    stated: readings.flatMap(({ stated }) => stated),
    unread: [
      ...readings.flatMap(({ unread }) => unread.map((one) => ({ ...one, where: 'constraints' as const }))),
      ...own.unread.map((one) => ({ ...one, where: 'goal' as const })),
    ],
  };
}

const NO_AMOUNT = { amount: null, day: null, name: null, forNow: false };
