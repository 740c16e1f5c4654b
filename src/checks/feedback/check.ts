import { counter } from '../../accounting/counters.ts';
import { check } from '../../declare.ts';
import { capability } from '../capability.ts';
import { count } from '../counting.ts';
import { soldAt } from '../sold.ts';
import { requestSchema, responseSchema } from './schema.ts';

const DETAILS = {
  counted: 'Counted in aggregate. Nothing else of it is kept.',
  unknown_route: 'Not counted: this is not a paid route of this service.',
  operator_or_monitor: 'Not counted: the call carried an operator or monitor token.',
} as const;

export const feedback = check({
  id: 'feedback-record',
  tool: {
    name: 'record_feedback',
    title: 'Record feedback',
    does: 'Counts how a purchase went, in one word.',
    counts: 'again',
  },
  path: '/api/feedback',
  summary:
    'What became of a purchase, in one word from a closed list. It adds to an aggregate counter and does nothing else.',
  input: requestSchema,
  example: { route: '/api/opportunity-check', outcome: 'delivered_useful' },
  response: responseSchema,
  run: ({ route, outcome }, context) => {
    const product = soldAt(context.published, route)?.id;
    if (product === undefined) return say('unknown_route');
    if (context.selfProbe) return say('operator_or_monitor');
    count(context, counter('feedback.product', { product }), `feedback.outcome.${outcome}`);
    return say('counted');
  },
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  feedback,
  capability({
    id: 'feedback',
    summary: 'Feedback about a paid route, in words from a closed list: no text, no identity, no payment.',
    checks: [feedback],
    never: ['asks who you are or which payment it was'],
  }),
];

const say = (reason: keyof typeof DETAILS) => ({
  recorded: reason === 'counted',
  reason,
  detail: DETAILS[reason],
});
