import { expectedFull, expectedProbe } from './commercial.ts';
import { ownSuccess } from './decide.ts';
import { earned, percent, percents } from './plain.ts';
import { ACTION_RULES, type ActionRule, CONSTANTS } from './tables/index.ts';
import type { Evaluated, ReadCase } from './whatif.ts';

/** What decides against the probability, by id. */
export const OVERRIDES = [
  'closed_gate',
  'free_preview',
  'failed_payment',
  'too_unlikely_at_any_price',
  'too_little_known',
  'nothing_for_now',
  'approval_wanted',
  'words_not_understood',
  'no_own_paid_call',
  'cautious_estimate',
  'probe_earns_more',
] as const;

export interface Override {
  readonly id: (typeof OVERRIDES)[number];
  /** One sentence for whoever owns the money. */
  readonly sentence: string;
}

/**
 * The rule that kept the answer from doing what the probability alone would allow: paying, or, where several calls are
 * wanted, paying for all of them. Null: the probability decided.
 */
export function overrideOf({ stakes }: ReadCase, outcome: Evaluated): Override | null {
  const p = outcome.combined.probability;
  if (p < stakes.breakEvenProbe) return null;
  const { rule, gates } = outcome;
  if (rule === ACTION_RULES.payOnce)
    return stakes.n > 1 && p >= stakes.breakEvenFull ? onlyOne(stakes, outcome) : null;
  if (rule.action === 'scale_within_cap') return null;
  const id =
    rule === ACTION_RULES.gather && p >= CONSTANTS.payFloor.value ? 'too_little_known' : IDS.get(rule)!;
  const but = id === 'closed_gate' ? gates.map(({ row }) => row.means).join('; ') : BUT[id];
  const what = id === 'words_not_understood' ? `all ${stakes.n} calls` : 'a payment';
  return { id, sentence: `At ${percent(p)} ${what} would be worth it, but ${but}.` };
}

type Plain = Exclude<Override['id'], 'no_own_paid_call' | 'cautious_estimate' | 'probe_earns_more'>;

const IDS = new Map<ActionRule, Plain>([
  [ACTION_RULES.gated, 'closed_gate'],
  [ACTION_RULES.freePreview, 'free_preview'],
  [ACTION_RULES.mostlyLost, 'failed_payment'],
  [ACTION_RULES.approval, 'failed_payment'],
  [ACTION_RULES.tooUnlikely, 'too_unlikely_at_any_price'],
  [ACTION_RULES.weakOnGoodCoverage, 'too_unlikely_at_any_price'],
  [ACTION_RULES.hopeless, 'too_unlikely_at_any_price'],
  [ACTION_RULES.gather, 'too_unlikely_at_any_price'],
  [ACTION_RULES.freeForNow, 'nothing_for_now'],
  [ACTION_RULES.approvalAsked, 'approval_wanted'],
  [ACTION_RULES.unread, 'words_not_understood'],
]);

const BUT: Readonly<Record<Exclude<Plain, 'closed_gate'>, string>> = {
  free_preview: 'what it buys can be looked at for nothing first',
  failed_payment: 'a payment to this seller already failed',
  too_unlikely_at_any_price: `below ${percent(CONSTANTS.payFloor.value)} no call is advised, however cheap`,
  too_little_known: 'too little is known that speaks for this seller',
  nothing_for_now: 'you want nothing spent for now',
  approval_wanted: 'you want a person to approve each payment',
  words_not_understood: 'part of what you want was not understood, so one call is the most',
};

/** Several calls are wanted and the probability carries them all: why only one is advised. */
function onlyOne(stakes: ReadCase['stakes'], { combined }: Evaluated): Override {
  const { probability: p, floor } = combined;
  const own = ownSuccess(combined.contributions);
  if (own === undefined)
    return {
      id: 'no_own_paid_call',
      sentence: `At ${percent(p)} all ${stakes.n} calls would be worth it, but only a paid call of your own shows that this seller delivers: make one first.`,
    };
  const notEnough = `Your own paid call${ago(own.ageDays)} is not enough for ${stakes.n} calls`;
  if (floor < stakes.breakEvenFull) {
    const [cautious, even] = percents(floor, stakes.breakEvenFull);
    return {
      id: 'cautious_estimate',
      sentence: `${notEnough}: a cautious estimate of the chance is ${cautious}, and paying for all of them takes ${even}.`,
    };
  }
  const [probe, full] = [expectedProbe(p, stakes), expectedFull(p, stakes)];
  return {
    id: 'probe_earns_more',
    sentence: `${notEnough}: one more call as a test earns more (${earned(probe)} expected, against ${earned(full)}).`,
  };
}

const DAYS: Readonly<Record<number, string>> = { 0: ' today', 1: ' yesterday' };
const ago = (days: number | null): string => (days === null ? '' : (DAYS[days] ?? ` ${days} days ago`));
