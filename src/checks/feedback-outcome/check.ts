import { type CounterName, counter } from '../../accounting/counters.ts';
import { type CallOutcome, percentOf } from '../../accounting/outcomes.ts';
import type { EvidenceClass } from '../../accounting/states.ts';
import { type Context, check, type Product } from '../../declare.ts';
import { digestBytes, digestJson } from '../../values/digest.ts';
import { LARGE_BODY_MAX_BYTES } from '../../values/limits.ts';
import { capability } from '../capability.ts';
import { count } from '../counting.ts';
import {
  FEEDBACK_REASONS,
  forecastSchema,
  type Reason,
  receiptSchema,
  requestSchema,
  responseSchema,
} from './schema.ts';

/** What states probabilities here, and the ids that it may weigh. */
export interface Forecaster {
  readonly product: Pick<Product, 'id'>;
  readonly signals: readonly string[];
}

/**
 * What became of the call that a paid answer was about. Our signature over the answer's digest says that the
 * probability is one that we sold, so nobody can make up a forecast; whether the outcome is true, nobody can check.
 */
export const feedbackOutcome = (forecaster: Forecaster) =>
  check({
    id: 'feedback-outcome-record',
    tool: {
      name: 'record_outcome',
      title: 'Record an outcome',
      does: 'Counts how the call that a check was about went.',
      counts: 'once',
    },
    path: '/api/feedback/outcome',
    summary:
      'What became of the call that a paid opportunity check was about, with its receipt: verified, counted once, shown at /calibration.',
    input: requestSchema,
    example: {
      receipt: 'eyJhbGciOiJFZERTQSJ9.eyJ2ZXJzaW9uIjoxfQ.c2lnbmF0dXJl',
      body: { status: 'complete', trustProfile: { probability: 0.47 } },
      outcome: 'paid_and_good',
    },
    response: responseSchema,
    maxBodyBytes: LARGE_BODY_MAX_BYTES,
    signals: forecaster.signals,
    run: async ({ receipt, body, outcome }, context) => {
      const reason = await record(forecaster, receipt, body, outcome, context);
      return { recorded: reason === 'counted', reason, detail: FEEDBACK_REASONS[reason] };
    },
  });

export const feedbackOutcomeCapability = (decision: ReturnType<typeof feedbackOutcome>) =>
  capability({
    id: 'feedback-outcome',
    path: decision.path,
    summary:
      'The outcome of a call, bound to the answer that advised on it. These outcomes measure how well our probabilities hold.',
    checks: [decision],
    keeps:
      'stores or logs what you send: counters move, and a digest of the payment that the receipt names is kept',
    never: [
      'counts one receipt twice',
      'keeps the receipt, the answer, the outcome of one receipt or its time',
    ],
  });

const OWN: readonly EvidenceClass[] = ['owner_funded_qa', 'operator_or_monitor'];

async function record(
  { product, signals }: Forecaster,
  jws: string,
  body: string | Record<string, unknown>,
  outcome: CallOutcome,
  context: Context,
): Promise<Reason> {
  const { reach, selfProbe } = context;
  const receipt = receiptSchema.safeParse(await reach.signed.verify(jws)).data;
  if (!receipt) return 'receipt_not_ours';
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (digestBytes(text) !== receipt.bodyDigest) return 'body_not_bound';
  // These are bytes that we have signed the digest of, so they are an answer of ours.
  const forecast =
    receipt.product === product.id ? forecastSchema.safeParse(JSON.parse(text)).data : undefined;
  if (!forecast || forecast.subject.kind === 'own_route') return 'no_probability';
  if (selfProbe) return 'operator_or_monitor';
  try {
    const sale = await reach.payments.get(receipt.paymentKey);
    if (sale && OWN.includes(sale.evidence)) return 'operator_or_monitor';
    // Of the payment, not of the JWS: one signature can be spelled in several ways, and a key may have been changed.
    if (await reach.reported.once(digestJson({ reported: receipt.paymentKey })))
      count(context, ...namesOf(forecast.trustProfile, outcome, signals));
  } catch {
    return 'try_again';
  }
  return 'counted';
}

/** An answer of another release may weigh what this one does not know: that is passed over. */
function namesOf(
  { probability, evidence }: ReturnType<typeof forecastSchema.parse>['trustProfile'],
  outcome: CallOutcome,
  signals: readonly string[],
): CounterName[] {
  const weighed = evidence
    .filter(({ signal }) => signals.includes(signal))
    .map(({ signal, state }) => counter('calibration.signal', { signal, state, outcome }));
  return [counter('calibration.forecast', { percent: percentOf(probability), outcome }), ...new Set(weighed)];
}
