import { type CounterName, counter } from '../accounting/counters.ts';
import { document } from '../declare.ts';
import { REFUSAL_CLASSES } from '../values/problem.ts';
import { isoTime } from '../values/time.ts';
import { lastKnown } from './last-known.ts';

const counts = lastKnown(({ reach }) => reach.counters.read());

/** Aggregate prepare counts of the spend passport (service spec §2.12). Live: never kept by a cache. */
export const passportSignalHealth = document({
  id: 'passport-signal-health',
  path: '/api/passport-signal-health',
  summary:
    'Aggregate spend passport decisions: recommended, stopped and why, budget fit and privacy risk; and the bodies of paid routes that policy refused.',
  freshness: 'live',
  render: async (context) => {
    const { release, published } = context;
    const { value: counters, asOf, figures } = await counts(context);
    const of = (name: CounterName): number => counters[name] ?? 0;
    return {
      mode: 'public-aggregate-metrics',
      release,
      asOf: isoTime(asOf),
      figures,
      totalRequests: of('passport.prepare'),
      recommended: {
        'opportunity-check': of('passport.recommended.opportunity-check'),
        'agent-revenue-audit': of('passport.recommended.agent-revenue-audit'),
      },
      stopped: of('passport.stopped'),
      stopReasons: {
        belowBudget: of('passport.stopReason.belowBudget'),
        sensitiveData: of('passport.stopReason.sensitiveData'),
        unsafeAdvice: of('passport.stopReason.unsafeAdvice'),
        vagueRequest: of('passport.stopReason.vagueRequest'),
        outreachOrScrapingRequest: of('passport.stopReason.outreachOrScrapingRequest'),
      },
      budgetWithinLimit: of('passport.budget.within'),
      budgetTooLow: of('passport.budget.tooLow'),
      privacyRisk: {
        low: of('passport.privacy.low'),
        medium: of('passport.privacy.medium'),
        high: of('passport.privacy.high'),
      },
      refusedBodies: Object.fromEntries(
        published.catalogue.products
          .filter(({ forms }) => forms.some(({ judge }) => judge))
          .map(({ id: product }) => [
            product,
            Object.fromEntries(
              REFUSAL_CLASSES.map((stopReason) => [
                stopReason,
                of(counter('refused', { product, stopReason, who: 'caller' })),
              ]),
            ),
          ]),
      ),
      monitorSelfProbesExcluded: of('passport.selfProbe'),
      flags: {
        rawGoalsExposed: false,
        rawPayloadsExposed: false,
        buyerLevelDataExposed: false,
        passportToPaymentAttributionAvailable: false,
      },
      meaning: {
        recommendation: 'A recommendation is not a purchase and not revenue.',
        refusedBodies:
          'Bodies of paid routes and tools that policy refused: none was charged. They are no passport decisions.',
        budget: 'Requests without a budget count as neither within nor too low.',
        freshness: 'Counts of a node that crashed may miss its last five seconds.',
      },
    };
  },
});
