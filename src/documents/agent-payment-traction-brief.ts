import { EVIDENCE_CLASSES, type EvidenceClass } from '../accounting/states.ts';
import { document } from '../declare.ts';
import { register } from './cash-register.ts';

/** What a class of evidence allows to be said, and no more (service spec §2.12). */
const SAYS: Readonly<Record<EvidenceClass, string>> = {
  owner_funded_qa: 'paid by addresses of the operator: real settlements, not external demand',
  operator_or_monitor: 'made with the operator’s or a monitor’s token: not external demand',
  externally_attributed: 'arrived with an allow-listed external source tag',
  external_candidate_unattributed:
    'paid by an address that is not known to be the operator’s, without a source: candidates for external demand, not proof of it',
  unknown: 'of unknown origin, which implies nothing',
};

/** The cash register in words, from the same figures at the same instant. */
export const agentPaymentTractionBrief = document({
  id: 'agent-payment-traction-brief',
  path: '/api/agent-payment-traction-brief',
  summary: 'Aggregates of the cash register in words, each with its evidence class. No buyer, no forecast.',
  freshness: 'live',
  costly: true,
  render: async (context) => {
    const { account, unpaid } = await register(context);
    const { evidenceClasses: classes, reconciliation, settledNotDelivered } = account;
    const own = classes.owner_funded_qa.paidCompletions + classes.operator_or_monitor.paidCompletions;
    const some = account.combinedPaidCompletions;
    return {
      mode: 'public-aggregate-metrics',
      release: context.release,
      asOf: account.asOf,
      snapshotDigest: account.snapshotDigest,
      inWords: [
        some === 0
          ? 'Nothing has been sold yet.'
          : `${count(some, 'paid completion')} for $${account.grossRevenueUsd} in all: settled by the buyer and delivered with HTTP 200.`,
        ...(some === 0
          ? []
          : [
              `${own} of them ${own === 1 ? 'is' : 'are'} the operator’s own; ${some - own} ${some - own === 1 ? 'is' : 'are'} not known to be.`,
            ]),
        `${count(unpaid.challenges, 'call')} of a paid route without a payment ${unpaid.challenges === 1 ? 'was' : 'were'} answered 402, which is neither revenue nor an outage; ${count(unpaid.declined, 'payment')} could not be taken, and no money moved for ${unpaid.declined === 1 ? 'it' : 'them'}.`,
        settledNotDelivered.payments === 0
          ? 'No settled payment waits for its answer to be fetched.'
          : `${count(settledNotDelivered.payments, 'settled payment')} ($${settledNotDelivered.amountUsd}) ${settledNotDelivered.payments === 1 ? 'waits' : 'wait'} for the answer to be fetched; none of it is counted as revenue.`,
        VERDICTS[reconciliation.status],
        account.edge.deployed
          ? `${count(account.edgeAuthoritativePaidCompletions, 'paid completion')} of them ${account.edgeAuthoritativePaidCompletions === 1 ? 'was' : 'were'} settled at the edge; each is counted once.`
          : 'No edge has settled a payment: every figure is the origin’s.',
      ],
      evidence: EVIDENCE_CLASSES.map((evidenceClass) => ({
        evidenceClass,
        ...classes[evidenceClass],
        says: SAYS[evidenceClass],
      })),
      products: account.productPaidCompletions,
      isNot:
        'Not a forecast, not a valuation and not advice. Free use, recommendations, copied commands and opened links are in no figure above.',
      figures: '/api/cash-register',
    };
  },
});

const VERDICTS = {
  not_run: 'Journal and chain have not been compared yet.',
  agrees: 'At the last comparison journal and chain agreed payment by payment.',
  incomplete:
    'At the last comparison nothing differed, but not every network could be compared: see the cash register.',
  differs: 'At the last comparison journal and chain differed: see reconciliation in the cash register.',
} as const;

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
