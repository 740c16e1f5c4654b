import type { Combined } from './combine.ts';
import { expectedFull, expectedProbe, type Stakes } from './commercial.ts';
import { type Evidence, weightOf } from './evidence.ts';
import { ACTION_RULES, type ActionRule, CONSTANTS } from './tables/index.ts';
import type { OrderTerms } from './terms.ts';

/** Everything the action depends on. */
export interface ActionSituation {
  readonly combined: Combined;
  readonly stakes: Stakes;
  readonly gated: boolean;
  readonly previewUnread: boolean;
  readonly holds: Holds;
}

/** What the words of goal and constraints hold back, whatever the evidence says. */
export interface Holds {
  /** Nothing is to be spent. */
  readonly noSpend: boolean;
  /** A person is to approve each payment. */
  readonly approval: boolean;
  /** A number, constraint or negation was not understood, or a statement that may be bad news. */
  readonly unread: boolean;
}

const C = CONSTANTS;

/** First rule that holds (tables/actions.ts). */
export function decideAction({ combined, stakes, gated, previewUnread, holds }: ActionSituation): ActionRule {
  const { probability: p, ceiling, floor, coverage, support, contributions } = combined;
  if (gated) return ACTION_RULES.gated;
  if (previewUnread) return ACTION_RULES.freePreview;
  if (contributions.some(({ evidence }) => evidence.mostlyLost && evidence.source === 'observed'))
    return ACTION_RULES.mostlyLost;
  if (has(contributions, 'paid_then_failed')) return ACTION_RULES.approval;
  if (ceiling < stakes.breakEvenProbe) return ACTION_RULES.tooUnlikely;
  if (coverage >= C.coverageFloor.value && ceiling < C.payFloor.value) return ACTION_RULES.weakOnGoodCoverage;
  if (ceiling < C.hopelessCeiling.value) return ACTION_RULES.hopeless;
  const enough = Math.max(stakes.breakEvenProbe, C.payFloor.value);
  const known =
    support >= C.coverageFloor.value || isProven(contributions) || isCheapLook(stakes, contributions);
  if (p < enough || !known) return ACTION_RULES.gather;
  if (holds.noSpend) return ACTION_RULES.freeForNow;
  if (holds.approval) return ACTION_RULES.approvalAsked;
  const own = ownSuccess(contributions);
  // Paying for everything must be safe at the cautious bound.
  if (stakes.n < 2 || !own || floor < stakes.breakEvenFull) return ACTION_RULES.payOnce;
  const committing = expectedFull(p, stakes) >= expectedProbe(p, stakes);
  if (!committing && (own.calls ?? 1) < C.ownCalls.value) return ACTION_RULES.payOnce;
  if (holds.unread) return ACTION_RULES.unread;
  return committing ? ACTION_RULES.scale : ACTION_RULES.scaleProven;
}

const has = (contributions: Combined['contributions'], signal: string): boolean =>
  contributions.some(({ evidence }) => evidence.row.id === signal && evidence.state === 'present');

/** The buyer's own paid call that worked: without one, no more than one call is paid for. */
export const ownSuccess = (contributions: Combined['contributions']): Evidence | undefined =>
  contributions.find(
    ({ evidence }) =>
      evidence.row.id === 'prior_paid_200' && evidence.state === 'present' && evidence.source === 'observed',
  )?.evidence;

/** Did the buyer pay there of late and get what it paid for? Then little else need be known before one more call. */
export const isProven = (contributions: Combined['contributions']): boolean => {
  const own = ownSuccess(contributions);
  return own !== undefined && weightOf(own) >= C.ownProof.value;
};

/** Is one call the cheapest evidence there is: a few cents, a challenge that was seen to be valid, and nothing against the seller? */
const isCheapLook = ({ c }: Stakes, contributions: Combined['contributions']): boolean =>
  c <= C.cheapUsd.value &&
  contributions.every(({ weight }) => weight > 0) &&
  contributions.some(
    ({ evidence }) =>
      evidence.row.id === 'challenge_valid_402' &&
      evidence.state === 'present' &&
      evidence.source === 'observed',
  );

/** Atomic units that it is rational to risk under this action: never more than the buyer allows. */
export function maxRationalSpend(
  rule: ActionRule,
  { price, plannedCalls, budget, priceLimit }: OrderTerms,
): bigint {
  if (rule.action !== 'pay_once_capped' && rule.action !== 'scale_within_cap') return 0n;
  const calls = rule.action === 'scale_within_cap' ? BigInt(plannedCalls) : 1n;
  const perCall = priceLimit === null ? price : smaller(price, priceLimit);
  return budget === null ? perCall * calls : smaller(perCall * calls, budget);
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
