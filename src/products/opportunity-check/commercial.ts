import { ASSET_DECIMALS } from '../../values/money.ts';
import { CONSTANTS } from './tables/index.ts';
import type { OrderTerms } from './terms.ts';

const ATOMIC_PER_DOLLAR = 10 ** ASSET_DECIMALS;
export const toDollars = (atomic: bigint): number => Number(atomic) / ATOMIC_PER_DOLLAR;

/** Economics that do not depend on the evidence: what it takes to break even. */
export interface Stakes {
  readonly c: number;
  readonly v: number;
  readonly n: number;
  /** Probability from which paying for all calls at once does not lose. */
  readonly breakEvenFull: number;
  /** Probability from which one probing call does not lose, continuing only after it succeeds. */
  readonly breakEvenProbe: number;
}

const D = CONSTANTS.deliveryRate.value;
const F = CONSTANTS.falsePass.value;

export function stakesOf({ price, value, plannedCalls }: OrderTerms): Stakes {
  const [c, v, n] = [toDollars(price), toDollars(value), plannedCalls];
  const full = Math.min(1, ratio(c, D * v));
  const more = n - 1;
  const probe = ratio(c * (1 + more * F), D * v + more * (D * D * v - c * D + c * F));
  return { c, v, n, breakEvenFull: full, breakEvenProbe: Math.min(1, probe) };
}

/** A denominator of nothing or less means that no probability breaks even. */
const ratio = (top: number, bottom: number): number => (bottom > 0 ? top / bottom : 1);

/** Expected dollars of paying for all planned calls now. */
export const expectedFull = (p: number, { c, v, n }: Stakes): number => n * (p * D * v - c);

/** Expected dollars of one probing call, followed by the rest only if it succeeds and then pays. */
export function expectedProbe(p: number, { c, v, n }: Stakes): number {
  const pass = p * D + (1 - p) * F;
  const afterPass = (p * D) / pass;
  return p * D * v - c + pass * (n - 1) * Math.max(0, afterPass * D * v - c);
}

/** Expected dollars of the best course, doing nothing included. Convex in p, so that information never costs. */
export const best = (p: number, stakes: Stakes): number =>
  Math.max(0, expectedFull(p, stakes), expectedProbe(p, stakes));
