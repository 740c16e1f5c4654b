import { z } from 'zod';
import { NETWORK } from '../../values/limits.ts';
import { sellerJwk } from '../../values/offers.ts';
import { atomicUnits, dollarsField, textField } from '../text.ts';
import { recordSchema, ruleId, SAFETY_DECISIONS, SIGNATURE_STATES } from './record.ts';

/** Base64 of a challenge header: more than any client or proxy lets through. */
const HEADER_MAX = 24_000;
const LIST_MAX = 10;

const names = (max: number, description: string) =>
  z.array(textField(max, description)).min(1).max(LIST_MAX).meta({ description });

const policy = z.strictObject({
  maxAmountAtomicUnits: atomicUnits('The most that this payment may cost.'),
  networks: names(80, `CAIP-2 ids that may be paid on. Without it: ${NETWORK} alone.`).optional(),
  assets: names(
    64,
    'Token addresses that may be paid with. Without it: the tokens that the SDKs take by themselves, and EURC on Base.',
  ).optional(),
  knownRecipient: textField(
    64,
    'The recipient known from before. A different one is a hard stop.',
  ).optional(),
  listedPriceUsd: dollarsField('The price that a listing or document gave.').optional(),
  maxAuthorizationSeconds: z
    .int()
    .min(1)
    .max(31_536_000)
    .meta({ description: 'How long a signature may stay usable. Without it: 600.' })
    .optional(),
  requireSignedOffer: z
    .boolean()
    .meta({ description: 'Refuse a challenge without a signed offer.' })
    .optional(),
});

const observed = z.strictObject({
  requestUrl: textField(500, 'The URL that was called. It is compared, never fetched.').optional(),
  challengeFrom: z
    .enum(['header', 'body'])
    .meta({ description: 'Where the challenge object was read. Without it: header.' })
    .optional(),
  redirect: z.enum(['none', 'same_origin', 'cross_origin']).optional(),
  headerBytes: z
    .int()
    .min(0)
    .max(10_000_000)
    .meta({ description: 'Size of all headers of the 402.' })
    .optional(),
  authorizationsSigned: z
    .int()
    .min(0)
    .max(1_000)
    .meta({ description: 'Payments already signed for this task.' })
    .optional(),
});

export const requestSchema = z
  .strictObject({
    challenge: z
      .union([
        textField(HEADER_MAX, 'The PAYMENT-REQUIRED header as received (base64).'),
        z.record(z.string(), z.unknown()).meta({ description: 'The decoded challenge.' }),
      ])
      .meta({ description: 'The challenge of an x402 402, as received or decoded.' }),
    policy,
    observed: observed.optional(),
    sellerJwk: sellerJwk.optional(),
    record: z
      .boolean()
      .meta({
        description:
          'Sign what is answered, bound to this payment, so that whoever approves it need not ask again.',
      })
      .optional(),
  })
  .meta({ title: 'PaymentSafetyRequest' });

export type SafetyRequest = z.output<typeof requestSchema>;

const finding = z.object({ id: ruleId, why: z.string() });

export const responseSchema = z
  .looseObject({
    score: z
      .int()
      .min(0)
      .max(100)
      .meta({ description: '100 less the points of every reason; 0 with a hard stop.' }),
    decision: z.enum(SAFETY_DECISIONS),
    hardStops: z.array(finding),
    reasons: z.array(finding.extend({ points: z.int().min(1).max(100) })),
    passed: z.array(ruleId),
    notChecked: z.array(finding).meta({ description: 'Rules that lacked something: why says what.' }),
    selectedAccept: z.int().min(0).nullable().meta({
      description: 'The accepts entry that a client under this policy would sign: the first that fits.',
    }),
    signature: z.enum(SIGNATURE_STATES),
    rulesVersion: z.string(),
    record: z
      .object({ jws: z.string(), says: recordSchema })
      .nullable()
      .meta({
        description:
          'Only when you asked for it. The JWS (EdDSA, a key of /.well-known/jwks.json) is over {"record":"payment-preflight","says":…}. null: no entry fits the policy, or its amount cannot be read.',
      })
      .optional(),
  })
  .meta({ title: 'PaymentSafety' });

export type SafetyAnswer = z.output<typeof responseSchema>;
