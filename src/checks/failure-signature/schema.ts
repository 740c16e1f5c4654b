import { z } from 'zod';
import { text } from '../text.ts';
import { GROUPS, RISKS, type Risk } from './signature.ts';

export const requestSchema = z
  .strictObject({
    errorText: text(
      4_000,
      'What the client or server said: message, reason code, log line. It is searched, not kept.',
    ).optional(),
    statusCode: z.int().min(100).max(599).optional(),
    challenge: z
      .union([
        text(24_000, 'The PAYMENT-REQUIRED header as received (base64).'),
        z
          .record(z.string(), z.unknown())
          .meta({ description: 'The decoded challenge or the JSON body of the 402.' }),
      ])
      .optional(),
  })
  .refine(({ errorText, challenge }) => errorText !== undefined || challenge !== undefined, {
    error: 'give an error text or a challenge: a status code alone names no failure',
  })
  .meta({
    title: 'FailureSignatureRequest',
    anyOf: [{ required: ['errorText'] }, { required: ['challenge'] }],
  });

export type MatchRequest = z.output<typeof requestSchema>;

const matchedOn = z.enum(['errorText', 'statusCode', 'challenge']);

export const responseSchema = z
  .looseObject({
    status: z.enum(['matched', 'no_match']),
    matches: z
      .array(
        z.object({
          id: z.string(),
          confidence: z.enum(['strong', 'possible']),
          matchedOn: z.array(matchedOn),
          group: z.enum(GROUPS),
          title: z.string(),
          symptom: z.string(),
          cause: z.string(),
          affects: z.string(),
          smallestFix: z.string(),
          fixStatus: z.string(),
          moneyRisk: z.enum(Object.keys(RISKS) as [Risk]),
          buyerNext: z.string(),
          evidence: z.enum(['reported', 'reproduced']),
          source: z.string(),
          date: z.string(),
        }),
      )
      .meta({ description: 'Best first, five at the most.' }),
    challengeRead: z.boolean().nullable().meta({ description: 'Null without a challenge.' }),
    signatures: z.int().meta({ description: 'How many signatures were looked at.' }),
    tablesVersion: z.string(),
    ledgerDigest: z
      .string()
      .nullable()
      .meta({ description: 'The current ledger edition, whose observed failures are searched too.' }),
    note: z.string(),
  })
  .meta({ title: 'FailureSignatures' });

export type MatchAnswer = z.output<typeof responseSchema>;
