/** What an answer can recommend. */
export type ActionId =
  | 'use_free_preview'
  | 'do_not_pay'
  | 'operator_approval_required'
  | 'gather_free_evidence_first'
  | 'scale_within_cap'
  | 'pay_once_capped';

/** Rules are tried in the order of their ids; the first that holds names the action. */
export interface ActionRule {
  readonly id: string;
  readonly action: ActionId;
  readonly when: string;
  /** One sentence; slots are numbers, table ids and host names in ASCII, never text of the caller. */
  readonly sentence: string;
}

const rule = (id: string, action: ActionId, when: string, sentence: string): ActionRule => ({
  ...{ id, action, when, sentence },
});

export const ACTION_RULES = {
  gated: rule('A02', 'do_not_pay', 'a gate is closed', 'Pay {host} nothing while this holds: {gates}.'),
  freePreview: rule(
    'A03',
    'use_free_preview',
    'the subject is a route of this service with a free preview',
    'Use {preview} first: it is free and shows what the paid route holds.',
  ),
  approval: rule(
    'A04',
    'operator_approval_required',
    'paid_then_failed is present',
    'A payment to {host} already failed, so a second one needs explicit operator approval (probability {p}).',
  ),
  tooUnlikely: rule(
    'A05',
    'do_not_pay',
    'ceiling < p*_probe',
    'Even the optimistic bound {ceiling} is below the break-even probability {breakEven}.',
  ),
  weakOnGoodCoverage: rule(
    'A06',
    'do_not_pay',
    'coverage >= C_COVERAGE_FLOOR and ceiling < C_PAY_FLOOR',
    'With {coverage} of the evidence in, even the optimistic bound {ceiling} is below {payFloor}.',
  ),
  hopeless: rule(
    'A07',
    'do_not_pay',
    'ceiling < C_HOPELESS',
    'Even the optimistic bound {ceiling} is below {hopeless}, so more evidence is not worth gathering.',
  ),
  gather: rule(
    'A08',
    'gather_free_evidence_first',
    'p < max(p*_probe, C_PAY_FLOOR) or support < C_COVERAGE_FLOOR',
    'Probability {p} (80 % interval {low} to {high}) with {support} of the evidence in favour known does not carry a payment of {price} yet; look for {missing} first.',
  ),
  freeForNow: rule(
    'A08a',
    'gather_free_evidence_first',
    'a later rule would pay, and the buyer spends nothing for now',
    'Nothing is to be spent for now, so look for {missing} first; probability {p} (80 % interval {low} to {high}) would carry one payment of {price} later.',
  ),
  approvalAsked: rule(
    'A08b',
    'operator_approval_required',
    'a later rule would pay, and the buyer wants a person to approve it',
    'The buyer wants each payment approved by a person: ask for one payment of {price} (probability {p}, 80 % interval {low} to {high}).',
  ),
  unread: rule(
    'A08c',
    'pay_once_capped',
    'A09 would hold, but a number, constraint or negation was not understood',
    'Pay {host} once, at most {spend}: part of the goal or the constraints was not understood (see unread), so no more is released until it is said in other words; probability {p} (80 % interval {low} to {high}) against break-even {breakEven}.',
  ),
  scale: rule(
    'A09',
    'scale_within_cap',
    'more than one call, own prior_paid_200, floor >= p*_full, EV_full >= EV_probe',
    'Spend at most {spend} on {calls} calls to {host}: the cautious bound {floor} clears the break-even probability {breakEvenFull}, and one more probing call would earn less.',
  ),
  payOnce: rule(
    'A10',
    'pay_once_capped',
    'otherwise',
    'Pay {host} once, at most {spend}, and stop unless the answer is good: probability {p} (80 % interval {low} to {high}) against break-even {breakEven}.',
  ),
} as const satisfies Record<string, ActionRule>;
