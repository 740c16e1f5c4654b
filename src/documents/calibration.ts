import { calibrationOf } from '../accounting/calibration.ts';
import { CALL_OUTCOMES } from '../accounting/outcomes.ts';
import { type Context, document } from '../declare.ts';
import { isoTime } from '../values/time.ts';
import { lastKnown } from './last-known.ts';

const counts = lastKnown(({ reach }) => reach.counters.read());

/** Whether the probabilities that were sold came true, as far as buyers have told with their receipts. */
export const calibration = document({
  id: 'calibration',
  path: '/calibration',
  summary:
    'How well the probabilities of the opportunity check held: reliability diagram, Brier score and counts, from reports that came with a receipt.',
  freshness: 'live',
  page: true,
  render: async (context: Context) => {
    const { release, published } = context;
    const { value, asOf, figures } = await counts(context);
    return {
      mode: 'public-aggregate-metrics',
      release,
      asOf: isoTime(asOf),
      figures,
      ...calibrationOf(value, published.catalogue),
      report: { method: 'POST', path: '/api/feedback/outcome', outcomes: CALL_OUTCOMES },
      meaning: {
        status:
          'With fewer judged reports than needed there is no score: it would show chance, not the model.',
        judged: 'Reports whose call was paid for. Buyers who followed advice not to pay are not included.',
        good: 'Judged reports that say paid_and_good. The receipt is verified; the word itself cannot be.',
        brierScore:
          'Mean of the squared difference between the stated probability (to a whole percent) and the outcome: 1 for a good call, 0 for any other. Lower is better.',
        excluded: "Answers about this service's own routes, and purchases of the operator or a monitor.",
        freshness: 'A node that crashed may miss the counts of its last five seconds.',
      },
    };
  },
});
