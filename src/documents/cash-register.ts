import { commerceAccounting } from '../accounting/commerce.ts';
import { DEFINITIONS } from '../accounting/definitions.ts';
import { isDelivered, sum } from '../accounting/fold.ts';
import { unpaidFigures } from '../accounting/unpaid.ts';
import { type Context, document } from '../declare.ts';
import { lastKnown } from './last-known.ts';

/** Aggregate metrics (service spec §2.12). Every number says what it is and what it is not. */
export const cashRegister = document({
  id: 'cash-register',
  path: '/api/cash-register',
  summary:
    'Public aggregate books: paid completions as a fold of the journal, evidence classes, reconciliation, unpaid counters.',
  freshness: 'live',
  costly: true,
  render: async (context) => {
    const { figures, account, unpaid, counts, tallies } = await register(context);
    const { proof, challenges, declined, copies, intents, excluded } = unpaid;
    const outcomes = Object.entries(counts).filter(([name]) => name.startsWith('feedback.outcome.'));
    return {
      mode: 'public-aggregate-metrics',
      release: context.release,
      figures,
      paidCompletions: account.combinedPaidCompletions,
      estimatedGrossRevenueUsd: account.grossRevenueUsd,
      feedbackCount: outcomes.reduce((total, [, n]) => total + (n ?? 0), 0),
      unpaid402Challenges: challenges,
      commerceAccounting: account,
      unpaid: {
        unpaidChallenges: challenges,
        unpaidChallengesByEvidenceClass: unpaid.challengesByEvidenceClass,
        declinedPayments: declined,
        failureBuckets: unpaid.failureBuckets,
        products: unpaid.products,
        freeUses: unpaid.freeUses,
        freeUsesBySource: unpaid.freeUsesBySource,
        excludedOperatorOrMonitor: excluded,
      },
      counters: {
        opportunityCheckGetProofUnpaidChallenges: proof.challenges,
        opportunityCheckGetProofCompletions: sum(
          tallies.filter(isDelivered),
          ({ product, method }) => product === 'opportunity-check' && method === 'GET',
        ).count,
        opportunityCheckGetProofUnpaidSourceBuckets: proof.sources,
      },
      buyerWalletCloseSignals: copies,
      paidProofContinuationSignals: {
        intentLinks: intents,
        passportRecommendations:
          (counts['passport.recommended.opportunity-check'] ?? 0) +
          (counts['passport.recommended.agent-revenue-audit'] ?? 0),
        scopesApproved: counts['scope.approved'] ?? 0,
        ticketsIssued: counts['ticket.issued'] ?? 0,
      },
      privacy: {
        buyerLevelDataExposed: false,
        rawSourcesStored: false,
        addressesStored: false,
        paidBodiesStored: false,
      },
      howToCheck:
        'snapshotDigest is the sha256 of the RFC 8785 form of commerceAccounting without snapshotDigest. Every settled payment is a transfer of USDC to the recipient that the live 402 challenge names.',
      definitions: DEFINITIONS,
    };
  },
});

/** Read once for a document: paid figures of one instant, and the counters beside them. */
const read = lastKnown(async ({ reach }) => {
  const [tallies, reconciled, counts] = await Promise.all([
    reach.books.read(),
    reach.books.reconciled(),
    reach.counters.read(),
  ]);
  return { tallies, reconciled, counts };
});

/** What the documents about the books are made of, as of the moment at which it was read. */
export async function register(context: Pick<Context, 'reach' | 'published' | 'asOf'>) {
  const { catalogue } = context.published;
  const { value, asOf, figures } = await read(context);
  const { tallies, reconciled, counts } = value;
  const ids = catalogue.products.map(({ id }) => id);
  return {
    figures,
    tallies,
    counts,
    account: commerceAccounting(tallies, ids, reconciled, asOf),
    unpaid: unpaidFigures(counts, catalogue),
  };
}
