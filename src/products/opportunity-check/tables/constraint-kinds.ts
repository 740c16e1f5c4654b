import type { Limit } from '../../../reading/terms/constraint.ts';

/** Kinds of constraint this model can check. Text that is none of these is returned as `unrecognised`, status unknown. */
export interface ConstraintKindRow {
  readonly id: ConstraintKind;
  readonly means: string;
}

export type ConstraintKind = Limit['kind'] | 'unrecognised';

export const CONSTRAINT_KINDS: readonly ConstraintKindRow[] = [
  { id: 'budget', means: 'dollars that all calls together may cost' },
  { id: 'priceLimit', means: 'dollars that one call may cost' },
  { id: 'maxPaidCalls', means: 'number of paid calls' },
  { id: 'deadline', means: 'last day on which the answer is of use' },
  { id: 'noAccount', means: 'no account, key or login' },
  { id: 'network', means: 'network that payments are made on' },
  { id: 'asset', means: 'token that payments are made in' },
  { id: 'dataMinimisation', means: 'no personal or secret data in the request' },
  { id: 'approval', means: 'a person or operator approves each payment' },
  { id: 'noSpend', means: 'nothing is spent at all, or nothing for now' },
  { id: 'unrecognised', means: 'not understood, so not checked' },
];
