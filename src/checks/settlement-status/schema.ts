import { z } from 'zod';
import { PAYMENT_IDENTIFIER } from '../../values/limits.ts';

export const SETTLEMENT_STATUSES = {
  delivered: {
    retry: 'same_payment',
    detail:
      'Paid and delivered. Within 24 hours of delivery the same payment with the same request gives the same answer again, without a second charge.',
  },
  settled_not_delivered: {
    retry: 'same_payment',
    detail: 'The money moved and the answer is owed. Send the same payment with the same request to get it.',
  },
  pending: {
    retry: 'same_payment',
    detail: 'The outcome is being settled. Ask again, or send the same payment; do not sign a new one.',
  },
  not_charged: {
    retry: 'new_approval',
    detail: 'This payment ended without moving money. A new purchase needs a new approval.',
  },
  unknown: {
    retry: 'same_payment',
    detail:
      'No single payment can be named for this, or its outcome is not known. Send the same payment, or ask by payment key; do not sign a new one.',
  },
  never_seen: {
    retry: 'same_payment',
    detail: 'There is no record of this payment. Sending it is safe: it is charged once at the most.',
  },
} as const;

export type SettlementStatus = keyof typeof SETTLEMENT_STATUSES;

export const requestSchema = z
  .strictObject({
    paymentKey: z
      .string()
      .regex(/^(?:0x)?[0-9a-fA-F]{64}$/)
      .meta({
        description:
          'SHA-256, in hex, of `network|asset|payer|nonce` in lower case: for example of `eip155:8453|0x8335…|0xbuyer…|0xnonce…`. On Solana the nonce is the SHA-256 of the signed message; over MPP challenge id and transaction stand for payer and nonce.',
      })
      .optional(),
    paymentIdentifier: z
      .string()
      .regex(PAYMENT_IDENTIFIER)
      .meta({ description: 'The payment-identifier that the payment carried.' })
      .optional(),
  })
  .refine(
    ({ paymentKey, paymentIdentifier }) => (paymentKey === undefined) !== (paymentIdentifier === undefined),
    {
      error: 'give a payment key or a payment identifier, and not both',
    },
  )
  .meta({ title: 'SettlementStatusRequest', minProperties: 1, maxProperties: 1 });

export type StatusRequest = z.output<typeof requestSchema>;

/** Nothing but the state: whoever may ask by chance learns no transaction, product, payer or time. */
export const responseSchema = z
  .looseObject({
    status: z.enum(Object.keys(SETTLEMENT_STATUSES) as [SettlementStatus]),
    next: z.object({ retry: z.enum(['same_payment', 'new_approval']), detail: z.string() }),
  })
  .meta({ title: 'SettlementStatus' });
