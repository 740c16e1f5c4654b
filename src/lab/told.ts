import type { CaseRecord } from '../ledger/evidence.ts';

/** What a client tells its caller, or a language model, about the money of a call. Null: nothing. */
export type Told = 'paid' | 'not_paid' | 'unknown' | null;

/** Tried in this order: who says that nobody knows may name both ends. */
const SAYS: readonly (readonly [Exclude<Told, null>, RegExp])[] = [
  ['unknown', /outcome (is |was )?(unknown|not known)|(may|might) have (been )?(paid|settled|charged)/i],
  [
    'not_paid',
    /(was|is|has|were) not (been )?(settled|charged|paid|made)|no (payment|money|charge) (was|has)/i,
  ],
  ['paid', /payment (was |has been )?(settled|successful|succeeded|completed|made)|(were|been) charged/i],
];

type Said = Pick<CaseRecord, 'told' | 'error'>;

export function toldOf({ told, error }: Said): Told {
  const text = `${told ?? ''} ${error?.messagePrefix ?? ''}`;
  return SAYS.find(([, says]) => says.test(text))?.[0] ?? null;
}
