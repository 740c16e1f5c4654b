import { SPEND_CONTROLS } from './signatures.ts';

/** What was changed for a run with a fix. The lab applies it under the same id; what it fixes, the two runs say. */
export interface FixRule {
  readonly id: string;
  readonly change: string;
  readonly limits: string;
}

export const FIXES: readonly FixRule[] = [
  {
    id: 'FX-001',
    change: `wrapFetchWithPaymentFromConfig with ${SPEND_CONTROLS}`,
    limits: 'Raises the cap to the price; one atomic unit more is still refused.',
  },
];
