/**
 * What an agent reads of each tool before it calls one: every word is paid for in tokens, by every agent, in every
 * conversation. The key is the id of the check, lookup or product, with its verb where a product has two forms.
 */
export interface ToolText {
  /** `verb_noun`. */
  readonly name: string;
  readonly title: string;
  /** Without the price, which the declaration says. */
  readonly does: string;
  /** Adds to a counter: `again` says whether a second call adds again. */
  readonly counts?: 'again' | 'once';
}

export const TOOL_TEXTS: Readonly<Record<string, ToolText>> = {
  'agent-spend-passport-prepare': {
    name: 'prepare_purchase',
    title: 'Prepare a purchase',
    does: 'Which paid tool fits a goal and budget, with arguments. Call it first.',
  },
  'x402-metadata-preflight-check': {
    name: 'check_metadata',
    title: 'Check metadata',
    does: 'Secrets and personal data that metadata would reveal, and a copy without them.',
  },
  'buyer-payment-scope-check-check': {
    name: 'approve_payment',
    title: 'Approve a payment',
    does: 'Compares route, amount and payload with what is sold. Its ticket is for buy_audit.',
  },
  'opportunity-check-reading': {
    name: 'read_opportunity',
    title: 'Read an opportunity',
    does: 'How buy_opportunity_check would read your statements.',
  },
  'agent-revenue-audit-builder-prepare': {
    name: 'prepare_audit',
    title: 'Prepare an audit',
    does: 'Turns a draft into arguments for buy_audit and asks for missing facts.',
  },
  'agent-revenue-audit-builder-action-pack': {
    name: 'plan_audit',
    title: 'Plan an audit',
    does: 'Steps and commands from a draft to a bought audit.',
  },
  'buyer-agent-payment-safety-score': {
    name: 'score_challenge',
    title: 'Score a 402 challenge',
    does: "Should a seller's 402 be signed? Score by your policy, hard stops, reasons.",
  },
  'client-payment-forecast-check': {
    name: 'forecast_payment',
    title: 'Forecast a payment',
    does: 'Will a client sign for a route by default? What stops it, and the exact setting.',
  },
  'failure-signature-match': {
    name: 'match_failure',
    title: 'Match a failure',
    does: 'Cause, smallest fix and risk to money for an error text, status or challenge.',
  },
  'x402-compatibility-witness-preflight-check': {
    name: 'match_client',
    title: 'Match a client build',
    does: 'Is there evidence on this client build? Its matchId is for buy_witness.',
  },
  'settlement-status-check': {
    name: 'check_settlement',
    title: 'Check a settlement',
    does: 'The status of a payment sent to this service, and whether to send it again.',
  },
  'payment-recovery-plan': {
    name: 'plan_recovery',
    title: 'Plan a recovery',
    does: 'What to do when the outcome of a payment is unknown, without paying twice.',
  },
  'discovery-declaration-check': {
    name: 'check_declaration',
    title: 'Check a declaration',
    does: 'Would Bazaar, x402scan and MPP list this 402 or OpenAPI? Faults and a corrected copy.',
  },
  'feedback-record': {
    name: 'record_feedback',
    title: 'Record feedback',
    does: 'Counts how a purchase went, in one word.',
    counts: 'again',
  },
  'feedback-outcome-record': {
    name: 'record_outcome',
    title: 'Record an outcome',
    does: 'Counts how the call that a check was about went.',
    counts: 'once',
  },
  'wallet-close-signals-record': {
    name: 'record_intent',
    title: 'Record an intent',
    does: 'Counts that a wallet is ready or a command was copied.',
    counts: 'again',
  },
  'failure-code': {
    name: 'explain_code',
    title: 'Explain an error code',
    does: 'What one error code means: who acts, whether money moved, what to send next.',
  },
  'opportunity-check POST': {
    name: 'buy_opportunity_check',
    title: 'Buy an opportunity check',
    does: 'Whether to pay a service, how likely one paid call is to work, and the most it is worth.',
  },
  'opportunity-check GET': {
    name: 'buy_proof',
    title: 'Buy a proof of purchase',
    does: 'An opportunity check of this service. The cheapest real purchase.',
  },
  'agent-commerce-reliability-ledger': {
    name: 'buy_ledger',
    title: 'Buy the reliability ledger',
    does: 'What client builds did when asked to pay, and verified fixes: all rows, or those you choose.',
  },
  'x402-compatibility-witness': {
    name: 'buy_witness',
    title: 'Buy a compatibility witness',
    does: 'What one client build does when it pays: verdict, conditions, risks, safe settings. Needs match_client.',
  },
  'agent-revenue-audit': {
    name: 'buy_audit',
    title: 'Buy a revenue audit',
    does: 'What to sell to agents first, at which price, and what stands in the way. Needs approve_payment.',
  },
};
