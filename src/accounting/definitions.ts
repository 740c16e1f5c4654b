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
    is: 'Where the figures come from, and their age in seconds. live: read for this answer. last_known: the last ones known, because the database cannot be asked.',
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
      'Not profit and not external demand: gas is not deducted, and the operator’s own payments are included (see evidenceClasses).',
  },
  {
    figure: 'feedbackCount',
    is: 'Feedback reports accepted for a route that is sold here.',
    isNot: 'Not buyers and not verified: anybody may report, with or without a purchase.',
  },
  {
    figure: 'unpaid402Challenges',
    is: 'Answers 402 to calls of a paid route that carried no payment.',
    isNot: 'Not an outage, not revenue, not intent: crawlers and monitors without our token are included.',
  },
  {
    figure: 'commerceAccounting',
    is: 'The canonical account: every payment once, by the identity of its payment, at the instant asOf.',
    isNot:
      'Not an audit by a third party. reconciliation says when journal and chain were last compared; snapshotDigest shows that the document is complete.',
  },
  {
    figure: 'commerceAccounting.combinedPaidCompletions',
    is: 'Origin and edge together.',
    isNot: 'Not a sum of two views of one payment: a payment is counted where it is settled.',
  },
  {
    figure: 'commerceAccounting.edge',
    is: 'Whether an edge has settled anything by itself, and what. It is included in the figures above.',
    isNot: 'Not an estimate: without an edge it is zero.',
  },
  {
    figure: 'commerceAccounting.edgeAuthoritativePaidCompletions',
    is: 'Paid completions settled by an edge.',
    isNot: 'Not an estimate: zero while no edge is deployed.',
  },
  {
    figure: 'commerceAccounting.evidenceClasses',
    is: 'Paid completions by the strongest evidence about who paid; each is in one class.',
    isNot:
      'Not proof of outside demand: for unknown and external_candidate_unattributed, nobody has shown who paid.',
  },
  {
    figure: 'commerceAccounting.settledNotDelivered',
    is: 'Payments that are settled but whose answer the buyer has not fetched yet. The answer is owed.',
    isNot: 'Not revenue: it counts in no completion and no gross figure until the answer is delivered.',
  },
  {
    figure: 'commerceAccounting.unfinished',
    is: 'Payments under way: claimed (nothing sent) and settling (the chain decides).',
    isNot: 'Not revenue: some of them will end without a sale.',
  },
  {
    figure: 'commerceAccounting.reconciliation',
    is: 'The last comparison of settled payments with what arrived at the seller on each chain: counts, time and span.',
    isNot:
      'Not made for this answer: opening /books makes a new one, at most once a minute, and more rarely if it asks much of the chains. Not a list of anybody’s transactions.',
  },
  {
    figure: 'unpaid',
    is: 'Answers that moved no money, by product, by failure bucket and by allow-listed source. Calls with the operator’s or a monitor’s token are excluded.',
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
    is: 'Answers 402 to calls whose payment could not be accepted. No money moved.',
    isNot: 'Not failed buyers: a buyer that corrects its payment and pays is counted too.',
  },
  {
    figure: 'unpaid.freeUses',
    is: 'Answers of free checks and documents, by id. Those that nobody asked for are absent.',
    isNot: 'Not revenue and not intent to buy.',
  },
  {
    figure: 'unpaid.freeUsesBySource',
    is: 'Free uses that came with a source tag, by route and tag. Tags that are not allow-listed count as other.',
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
    is: 'The same unpaid challenges by source tag. Tags that are not allow-listed count as other; none means that there was no tag.',
    isNot: 'Not verified: a caller chooses its tag. Nothing of another tag is kept.',
  },
  {
    figure: 'buyerWalletCloseSignals',
    is: 'What visitors of the action pack did there: commands copied, readiness declared. `walletCloseIntentEvents` is the total.',
    isNot: 'Not purchases and not revenue; anybody can send one.',
  },
  {
    figure: 'paidProofContinuationSignals',
    is: 'Free steps that may follow a proof: intent links opened, passports that recommend a route, scopes approved, tickets issued.',
    isNot: 'Not purchases: none of them can be linked to a payment.',
  },
];

/** The row that speaks for a figure at a path such as `unpaid.products.opportunity-check.unpaidChallenges`. */
export function definitionOf(path: string): (typeof DEFINITIONS)[number] | undefined {
  const parts = path.split('.');
  const speaks = ({ figure }: { figure: string }) =>
    figure.split('.').every((word, i) => word === '*' || word === parts[i]);
  return DEFINITIONS.filter(speaks).sort((a, b) => b.figure.length - a.figure.length)[0];
}
