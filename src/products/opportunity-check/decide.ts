import type { Combined } from './combine.ts';
import type { Stakes, Terms } from './commercial.ts';
import { ACTION_RULES, type ActionRule, CONSTANTS } from './tables/index.ts';

/** Everything the action depends on. */
export interface Situation {
  readonly combined: Combined;
  readonly stakes: Stakes;
  readonly gated: boolean;
  readonly previewUnread: boolean;
}

const C = CONSTANTS;

/** First rule that holds (tables/actions.ts). */
export function decide({ combined, stakes, gated, previewUnread }: Situation): ActionRule {
  const { probability: p, ceiling, floor, coverage, contributions } = combined;
  if (gated) return ACTION_RULES.gated;
  if (previewUnread) return ACTION_RULES.freePreview;
  if (has(contributions, 'paid_then_failed')) return ACTION_RULES.approval;
  if (ceiling < stakes.breakEvenProbe) return ACTION_RULES.tooUnlikely;
  if (coverage >= C.coverageFloor.value && ceiling < C.payFloor.value) return ACTION_RULES.weakOnGoodCoverage;
  if (ceiling < C.hopelessCeiling.value) return ACTION_RULES.hopeless;
  const enough = Math.max(stakes.breakEvenProbe, C.payFloor.value);
  if (p < enough || coverage < C.coverageFloor.value) return ACTION_RULES.gather;
  if (ownSuccess(contributions) && floor >= stakes.breakEvenFull && stakes.n > 1) return ACTION_RULES.scale;
  return ACTION_RULES.payOnce;
}

const has = (contributions: Combined['contributions'], signal: string): boolean =>
  contributions.some(({ evidence }) => evidence.row.id === signal && evidence.state === 'present');

const ownSuccess = (contributions: Combined['contributions']): boolean =>
  contributions.some(
    ({ evidence }) =>
      evidence.row.id === 'prior_paid_200' && evidence.state === 'present' && evidence.source === 'observed',
  );

/** Atomic units that it is rational to risk under this action. */
export function maxRationalSpend(rule: ActionRule, terms: Terms): bigint {
  const { price, plannedCalls } = terms;
  if (rule.action === 'pay_once_capped') return price;
  return rule.action === 'scale_within_cap' ? price * BigInt(plannedCalls) : 0n;
}
