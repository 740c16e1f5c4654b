/**
 * Every aggregate counter, once. A counter is a fixed name: nothing that a caller sends can become one.
 * Paid figures are not here: they are a fold of the journal.
 */
export const COUNTERS = {
  'passport.prepare': 'spend passport decisions, self-probes excluded',
  'passport.selfProbe':
    'spend passport decisions asked by the operator or a monitor, excluded from all others',
  'passport.recommended.opportunity-check': 'decisions that recommend the opportunity check',
  'passport.recommended.agent-revenue-audit': 'decisions that recommend the revenue audit',
  'passport.stopped': 'decisions that stop',
  'passport.stopReason.belowBudget': 'stopped because the budget is below every price',
  'passport.stopReason.sensitiveData': 'stopped because of sensitive data',
  'passport.stopReason.unsafeAdvice': 'stopped because advice was asked that is not given',
  'passport.stopReason.vagueRequest': 'stopped because the request is vague',
  'passport.stopReason.outreachOrScrapingRequest': 'stopped because outreach or scraping was asked',
  'passport.budget.within': 'decisions whose budget covers the recommended route',
  'passport.budget.tooLow': 'decisions whose budget covers no route',
  'passport.privacy.low': 'decisions of low privacy risk',
  'passport.privacy.medium': 'decisions of medium privacy risk',
  'passport.privacy.high': 'decisions of high privacy risk',
  'preflight.check': 'metadata preflight decisions',
  'scope.approved': 'scope checks approved',
  'scope.denied': 'scope checks denied',
  'ticket.issued': 'audit tickets issued',
  'feedback.outcome.delivered_useful': 'feedback: delivered and useful',
  'feedback.outcome.delivered_not_useful': 'feedback: delivered and not useful',
  'feedback.outcome.delivery_failed': 'feedback: paid or tried to, and nothing usable arrived',
  'feedback.outcome.payment_failed': 'feedback: the payment failed',
  'feedback.outcome.did_not_buy': 'feedback: looked and did not buy',
  'feedback.product.opportunity-check': 'feedback about the opportunity check',
  'feedback.product.agent-commerce-reliability-ledger': 'feedback about the reliability ledger',
  'feedback.product.x402-compatibility-witness': 'feedback about the compatibility witness',
  'feedback.product.agent-revenue-audit': 'feedback about the revenue audit',
} as const satisfies Record<string, string>;

export type CounterName = keyof typeof COUNTERS;
