/** What a wallet may spend without a person: decided before anything is signed. */
export interface Caps {
  /** Atomic units that one call may cost. */
  readonly perCall: bigint;
  /** Atomic units that may be signed for in any 24 hours. */
  readonly perDay: bigint;
  /** A price above it is paid only if a person says so. */
  readonly askAbove: bigint;
}

/** What caps say of a price. */
export type CapDecision = 'pay' | 'ask' | 'over_call_cap' | 'over_day_cap';

/** `spent`: what was signed for in the last 24 hours, whatever came of it. */
export function decideByCaps(price: bigint, spent: bigint, { perCall, perDay, askAbove }: Caps): CapDecision {
  if (price > perCall) return 'over_call_cap';
  if (spent + price > perDay) return 'over_day_cap';
  return price > askAbove ? 'ask' : 'pay';
}
