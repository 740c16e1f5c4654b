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
  /** For whoever owns the money; slots are numbers, texts of the tables and host names in ASCII, never text of the caller. */
  readonly sentence: string;
}

const rule = (id: string, action: ActionId, when: string, sentence: string): ActionRule => ({
  ...{ id, action, when, sentence },
});

export const ACTION_RULES = {
  gated: rule('A02', 'do_not_pay', 'a gate is closed', 'Pay {host} nothing: {gates}.'),
  freePreview: rule(
    'A03',
    'use_free_preview',
    'the subject is a route of this service with a free preview',
    'Use {preview} first: it is free and shows what the paid route holds.',
  ),
  mostlyLost: rule(
    'A04a',
    'do_not_pay',
    'of three own paid calls or more, more than half were not answered',
    'Pay {host} nothing more: most of the calls that you paid for were not answered. The chance of a good answer is {p}.',
  ),
  approval: rule(
    'A04',
    'operator_approval_required',
    'paid_then_failed is present',
    'A payment to {host} already failed, so ask a person before you make a second one. The chance of a good answer is {p}.',
  ),
  tooUnlikely: rule(
    'A05',
    'do_not_pay',
    'ceiling < p*_probe',
    'Pay nothing: even at the high end of what the evidence allows ({atMost}), one paid call is not worth its price. It takes {needed} to break even.',
  ),
  weakOnGoodCoverage: rule(
    'A06',
    'do_not_pay',
    'coverage >= C_COVERAGE_FLOOR and ceiling < C_PAY_FLOOR',
    'Pay nothing: much is known by now, and even the high end of what the evidence allows ({atMost}) is below {needed}. Below that no call is advised, however cheap.',
  ),
  hopeless: rule(
    'A07',
    'do_not_pay',
    'ceiling < C_HOPELESS',
    'Pay nothing, and look no further: even the high end of what the evidence allows ({atMost}) is below {needed}.',
  ),
  gather: rule(
    'A08',
    'gather_free_evidence_first',
    'p < max(p*_probe, C_PAY_FLOOR), or support < C_COVERAGE_FLOOR and own prior_paid_200 < C_OWN_PROOF, unless the price is at most C_CHEAP, challenge_valid_402 was observed and nothing speaks against the seller',
    'Do not pay {price} yet: the chance of a good answer is {p} (likely range {low} to {high}), and {lacks}. First, {steps}.',
  ),
  freeForNow: rule(
    'A08a',
    'gather_free_evidence_first',
    'a later rule would pay, and the buyer spends nothing',
    'Spend nothing, as you ask. First, {steps}. One payment of {price} would be worth it otherwise: the chance of a good answer is {p} (likely range {low} to {high}), and {enough} is enough to break even.',
  ),
  approvalAsked: rule(
    'A08b',
    'operator_approval_required',
    'a later rule would pay, and the buyer wants a person to approve it',
    'You want a person to approve each payment: ask for one of {price}. The chance of a good answer is {p} (likely range {low} to {high}), and {enough} is enough to break even.',
  ),
  unread: rule(
    'A08c',
    'pay_once_capped',
    'A09 or A09a would hold, but a number, constraint or negation was not understood, or a statement that may be bad news',
    'Pay {host} once, at most {spend}. Part of what you sent was not understood: say it in other words, as unread and unparsedSignals show, before you pay for more. The chance of a good answer is {p} (likely range {low} to {high}), and {enough} is enough to break even.',
  ),
  scale: rule(
    'A09',
    'scale_within_cap',
    'more than one call, own prior_paid_200, floor >= p*_full, EV_full >= EV_probe',
    'Spend at most {spend} on {calls} calls to {host}. Even at the low end of what the evidence allows ({atLeast}), all of them are worth their price: {enoughForAll} is enough to break even. One more call as a test would earn less.',
  ),
  scaleProven: rule(
    'A09a',
    'scale_within_cap',
    'A09 would hold but for EV_probe, and the buyer counts at least C_OWN_CALLS own paid calls',
    'Spend at most {spend} on {calls} calls to {host}. Even at the low end of what the evidence allows ({atLeast}), all of them are worth their price: {enoughForAll} is enough to break even. Your own paid calls are the test already.',
  ),
  payOnce: rule(
    'A10',
    'pay_once_capped',
    'otherwise',
    'Pay {host} once, at most {spend}, and stop unless the answer is good. The chance of a good answer is {p} (likely range {low} to {high}), and {enough} is enough to break even.',
  ),
} as const satisfies Record<string, ActionRule>;
