/**
 * What each published figure is, and what it is not. A row speaks for its figure and for everything below it, unless a
 * longer row does. The cash register carries this table; docs/books.md is written from it.
 */
export const DEFINITIONS: readonly {
  readonly figure: string;
  readonly is: string;
  readonly isNot: string;
}[] = [
  {
    figure: 'figures',
    is: 'Whether the figures are read for this answer (live), or are what was known last because the database cannot be asked (last_known), and their age in seconds.',
    isNot: 'Not the age of the last sale.',
  },
  {
    figure: 'paidCompletions',
    is: 'Payments whose money is settled on a chain and whose answer was delivered with HTTP 200: journal rows in state delivered.',
    isNot:
      'Not requests, not challenges, not customers: one buyer may pay often, and a repeated delivery counts once.',
  },
  {
    figure: 'estimatedGrossRevenueUsd',
    is: 'Sum of the amounts of all paid completions, in dollars of USDC at par.',
    isNot:
      'Not profit and not external demand: gas is not deducted, and payments of the operator itself are in it (see evidenceClasses).',
  },
  {
    figure: 'feedbackCount',
    is: 'Feedback reports accepted for a route that is sold here.',
    isNot: 'Not buyers and not verified: anybody may report, with or without a purchase.',
  },
  {
    figure: 'unpaid402Challenges',
    is: 'Answers 402 to calls of a paid route that carried no payment.',
    isNot: 'Not an outage, not revenue, not intent: crawlers and monitors without our token are in it.',
  },
  {
    figure: 'commerceAccounting',
    is: 'The canonical account: every payment once, by the identity of its payment, at the instant asOf.',
    isNot:
      'Not an audit by a third party; reconciliation says when journal and chain were last compared, and snapshotDigest that the document is whole.',
  },
  {
    figure: 'commerceAccounting.combinedPaidCompletions',
    is: 'Origin and edge together.',
    isNot: 'Not a sum of two views of one payment: a payment is counted where it is settled.',
  },
  {
    figure: 'commerceAccounting.edge',
    is: 'Whether an edge has settled anything by itself, and what. Part of the figures above, not beside them.',
    isNot: 'Not an estimate: without an edge it is zero.',
  },
  {
    figure: 'commerceAccounting.edgeAuthoritativePaidCompletions',
    is: 'Paid completions settled by an edge.',
    isNot: 'Not an estimate: zero while no edge is deployed.',
  },
  {
    figure: 'commerceAccounting.evidenceClasses',
    is: 'Paid completions by the strongest thing known about who paid; each is in one class.',
    isNot:
      'Not proof of organic demand: unknown and external_candidate_unattributed say only that nothing contradicts it.',
  },
  {
    figure: 'commerceAccounting.settledNotDelivered',
    is: 'Payments whose money is here and whose answer the buyer has not fetched yet: owed.',
    isNot: 'Not revenue: it is in no completion and no gross figure until it is delivered.',
  },
  {
    figure: 'commerceAccounting.unfinished',
    is: 'Payments under way: claimed (nothing sent) and settling (the chain decides).',
    isNot: 'Not revenue; some of them will come to nothing.',
  },
  {
    figure: 'commerceAccounting.reconciliation',
    is: 'The last comparison of settled payments with what each chain shows arriving at the seller, as counts, with its time and span.',
    isNot: 'Not of this instant, and not a list of anybody’s transactions.',
  },
  {
    figure: 'unpaid',
    is: 'What was answered without money moving, by product, by failure bucket and by allow-listed source. Calls with the operator’s or a monitor’s token are excluded.',
    isNot:
      'Not people: anybody can repeat a call, up to the rate limit of an address. Counts of a node that crashed may miss its last five seconds.',
  },
  {
    figure: 'unpaid.excludedOperatorOrMonitor',
    is: 'The same answers to calls that carried the operator’s or a monitor’s token: self-probes.',
    isNot: 'Not in any other unpaid figure.',
  },
  {
    figure: 'unpaid.products.*.declinedPayments',
    is: 'Answers 402 to calls that carried a payment which could not be taken. No money moved.',
    isNot: 'Not failed buyers: a buyer that corrects its payment and pays is in it too.',
  },
  {
    figure: 'unpaid.freeUses',
    is: 'Answers of free checks and documents by their id; those never asked for are absent.',
    isNot: 'Not revenue and not intent to buy.',
  },
  {
    figure: 'unpaid.freeUsesBySource',
    is: 'Those of the free uses that came with a source tag, by route and tag. Tags that are not allow-listed are other.',
    isNot: 'Not verified: a caller chooses its tag. Nothing of another tag is kept.',
  },
  {
    figure: 'counters.opportunityCheckGetProofUnpaidChallenges',
    is: 'unpaid402Challenges of GET /api/opportunity-check alone.',
    isNot: 'Not HEAD requests, not the POST form, not revenue.',
  },
  {
    figure: 'counters.opportunityCheckGetProofCompletions',
    is: 'paidCompletions of GET /api/opportunity-check alone.',
    isNot: 'Not the POST form.',
  },
  {
    figure: 'counters.opportunityCheckGetProofUnpaidSourceBuckets',
    is: 'The same unpaid challenges by source tag. Tags that are not allow-listed are other; none means that there was none.',
    isNot: 'Not verified: a caller chooses its tag. Nothing of another tag is kept.',
  },
  {
    figure: 'buyerWalletCloseSignals',
    is: 'What visitors of the action pack did there: commands copied, readiness declared. `walletCloseIntentEvents` is all of it.',
    isNot: 'Not purchases and not revenue; anybody can send one.',
  },
  {
    figure: 'paidProofContinuationSignals',
    is: 'Free steps that may follow a proof: intent links opened, passports that recommend a route, scopes approved, tickets issued.',
    isNot: 'Not purchases: none of them can be tied to a payment, and none is.',
  },
];

/** The row that speaks for a figure at a path such as `unpaid.products.opportunity-check.unpaidChallenges`. */
export function definitionOf(path: string): (typeof DEFINITIONS)[number] | undefined {
  const parts = path.split('.');
  const speaks = ({ figure }: { figure: string }) =>
    figure.split('.').every((word, i) => word === '*' || word === parts[i]);
  return DEFINITIONS.filter(speaks).sort((a, b) => b.figure.length - a.figure.length)[0];
}
