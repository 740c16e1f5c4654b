import { z } from 'zod';
import { GROUPS } from '../../ledger/failure-groups.ts';
import { textField } from '../text.ts';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import { ACTORS, MONEY, RESEND, SIGN } from './dictionary/meaning.ts';
import { RISKS, type Risk } from './signature.ts';

/** A log with a few errors, or an answer with its headers. */
const MAX_ERROR_CHARS = 16_000;

const words = <K extends string>(table: Readonly<Record<K, string>>) => z.enum(Object.keys(table) as [K]);
const cause = z
  .enum(Object.keys(CAUSES) as [Cause])
  .meta({ description: 'A closed list: /api/failure-signature/codes says what each means.' });

export const requestSchema = z
  .strictObject({
    errorText: textField(
      MAX_ERROR_CHARS,
      'What the client or server said, as it was pasted: message, reason code, log, stack trace, JSON, headers. It is searched, not kept.',
    ).optional(),
    statusCode: z.int().min(100).max(599).optional(),
    challenge: z
      .union([
        textField(24_000, 'The PAYMENT-REQUIRED header as received (base64).'),
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

const money = z.object({
  moved: words(MONEY),
  movedMeans: z.string(),
  sendSameAgain: words(RESEND),
  sendSameAgainMeans: z.string(),
  signAnew: words(SIGN),
  signAnewMeans: z.string(),
  recovery: z.string().nullable().meta({
    description:
      'Where to ask what to do with the payment that was signed, before another one is; null where none was.',
  }),
});

export const responseSchema = z
  .looseObject({
    status: z.enum(['matched', 'no_match']),
    cause: cause.nullable().meta({ description: 'Of the best match.' }),
    money: money.nullable().meta({
      description:
        'What the best match says about money. It says that nothing moved only if the match is strong or the text says that nothing was signed.',
    }),
    matches: z
      .array(
        z.object({
          id: z.string(),
          cause,
          confidence: z.enum(['strong', 'possible']).meta({
            description: 'Strong: a code or a whole message matched, and no other cause comes near.',
          }),
          matchedOn: z.array(matchedOn),
          money: money.meta({ description: 'What this cause says about money.' }),
          group: z.enum(GROUPS).nullable(),
          title: z.string(),
          symptom: z.string(),
          explanation: z.string(),
          shownBy: z.string().meta({ description: 'What tells this cause from the others.' }),
          affects: z.string(),
          acts: words(ACTORS),
          case: z.string().nullable().meta({
            description: 'The case of this cause that the text tells of: the fix and the money are its own.',
          }),
          smallestFix: z.string(),
          fixStatus: z.string(),
          moneyRisk: z.enum(Object.keys(RISKS) as [Risk]),
          buyerNext: z.string(),
          reports: z
            .array(z.string())
            .meta({ description: 'Reports and runs of this cause that the text fits, the nearest first.' }),
          names: z.array(z.string()).meta({ description: 'Codes and messages that the text holds.' }),
          page: z.string(),
          evidence: z
            .enum(['reported', 'reproduced', 'declared'])
            .meta({ description: 'Declared: known from the source of a package, not from a report.' }),
          source: z.string(),
          date: z.string().nullable(),
        }),
      )
      .meta({ description: 'Best first, one a cause, three at the most.' }),
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
