import { z } from 'zod';
import { CALL_OUTCOME_WORDS, CALL_OUTCOMES, SIGNAL_STATES } from '../../accounting/outcomes.ts';
import { BODY_MAX_BYTES, LARGE_BODY_MAX_BYTES } from '../../values/limits.ts';
import { textField } from '../text.ts';

const MEANINGS = CALL_OUTCOME_WORDS.map((word) => `${word}: ${CALL_OUTCOMES[word]}`).join('; ');

export const requestSchema = z
  .strictObject({
    receipt: textField(
      BODY_MAX_BYTES,
      'Our delivery receipt of the paid answer: the compact JWS of the header X-SVC-DELIVERY-RECEIPT.',
    ),
    body: z
      .union([
        z.record(z.string(), z.unknown()),
        textField(LARGE_BODY_MAX_BYTES, 'The paid answer, byte for byte.'),
      ])
      .meta({
        description:
          'The paid answer that the receipt is bound to: the JSON object as it was parsed, its members in their order, or its exact text.',
      }),
    outcome: z
      .enum(CALL_OUTCOME_WORDS)
      .meta({ description: `What became of the call that the answer was about. ${MEANINGS}.` }),
  })
  .meta({ title: 'FeedbackOutcomeRequest' });

/** Why a report was counted or not. None says more of the receipt than whoever holds it knows. */
export const FEEDBACK_REASONS = {
  counted:
    'The receipt and the body hold. One receipt is counted once, by its first word: sending it again changes nothing.',
  receipt_not_ours: 'Not counted: no key that we publish has signed this as a delivery receipt.',
  body_not_bound: 'Not counted: the receipt is ours and is bound to other bytes than this body.',
  no_probability:
    'Not counted: this answer states no probability of a call to somebody else. Only the opportunity check, asked with a subject, states one.',
  operator_or_monitor: "Not counted: asked or paid for by the operator or a monitor of this service's own.",
  try_again: 'Not counted: the journal could not be asked. Send the same report later.',
} as const;
export type Reason = keyof typeof FEEDBACK_REASONS;

export const responseSchema = z
  .looseObject({
    recorded: z.boolean(),
    reason: z.enum(Object.keys(FEEDBACK_REASONS) as [Reason, ...Reason[]]),
    detail: z.string(),
  })
  .meta({ title: 'FeedbackOutcome' });

/** What of a delivery receipt is looked at. */
export const receiptSchema = z.looseObject({
  version: z.literal(1),
  product: z.string(),
  paymentKey: z.string(),
  bodyDigest: z.string(),
});

/** What of a paid answer is counted, each as a closed word. */
export const forecastSchema = z.looseObject({
  subject: z.looseObject({ kind: z.string() }),
  trustProfile: z.looseObject({
    probability: z.number().min(0).max(1),
    evidence: z.array(z.looseObject({ signal: z.string(), state: z.enum(SIGNAL_STATES) })),
  }),
});
