import { z } from 'zod';
import { protocolSchema } from '../../ledger/evidence.ts';
import { digestSchema, MONEY_RISKS, matrixRowSchema, signatureSchema } from '../../ledger/schema.ts';
import { proofSchema } from '../../ledger/selection.ts';

export const WITNESS_VERDICTS = {
  compatible: 'It bought, and no observed failure of this build needs anything of you.',
  compatible_with_conditions: 'It buys if the conditions hold and the guards are set.',
  incompatible: 'It pays none of these routes, whatever it is told.',
  insufficient_evidence: 'Its purchase case was not run.',
} as const;

/** What a row has in either shape. */
const { id, verdict, expected } = matrixRowSchema.shape;
const required = { id, verdict, expected };

/** Query of the paid call. Without a match there is no challenge, so its absence is told as 428, not as 400. */
export const witnessInput = z.strictObject({
  match: z
    .string()
    .max(512)
    .meta({ description: 'matchId of the free preflight, not older than 15 minutes. Without it: 428.' })
    .optional(),
  shape: z.enum(['full']).meta({ description: 'Every row written out, with its proof.' }).optional(),
});
export type WitnessInput = z.output<typeof witnessInput>;

export const witnessResponse = z
  .looseObject({
    product: z.literal('x402-compatibility-witness'),
    schemaVersion: z.literal('1.0'),
    release: z.string(),
    matchId: z.string(),
    match: z.enum(['exact', 'same_minor']),
    subject: z.object({
      client: z.string(),
      version: z.string(),
      evidenceVersion: z.string(),
      runtime: z.string(),
      protocol: protocolSchema,
    }),
    verdict: z.enum(Object.keys(WITNESS_VERDICTS) as [keyof typeof WITNESS_VERDICTS]),
    meaning: z.string(),
    conditions: z.array(
      z.object({ id: z.string(), requirement: z.string(), configSnippet: z.string().nullable() }),
    ),
    moneyRisks: z.array(z.object({ signatureId: z.string(), risk: z.enum(MONEY_RISKS), guard: z.string() })),
    safeConfig: z.object({
      maxAmountAtomic: z.string().nullable(),
      redirect: z.literal('error'),
      timeoutMs: z.int(),
      paymentIdentifier: z.literal(true),
      retry: z.literal('none_after_sign'),
    }),
    purchaseFit: z.array(
      z.object({
        route: z.string(),
        price: z.string(),
        payableByDefault: z.boolean().nullable(),
        why: z.string(),
        caseIds: z.array(z.string()),
      }),
    ),
    limits: z.array(z.string()),
    generatedAt: z.string(),
    validUntil: z.string(),
    ledgerDigest: digestSchema,
    rowsRoot: digestSchema,
    shared: z
      .looseObject({ says: z.string() })
      .meta({ description: 'What rows have in common, stated once. `says` explains how to write out a row.' })
      .optional(),
    behaviours: z
      .array(
        z.looseObject({ ...matrixRowSchema.partial().shape, ...required, proof: proofSchema.optional() }),
      )
      .meta({
        description:
          'What was observed, row by row. With shape=full, whole rows of the edition, each with the proof of its place under rowsRoot (RFC 9162): the leaf is the row without `proof`.',
      }),
    contentDigest: digestSchema,
    signature: signatureSchema.meta({
      description:
        'That of the edition: rowsJws signs ledgerDigest and rowsRoot, under which every row is proved.',
    }),
  })
  .meta({ title: 'CompatibilityWitness' });

export type Witness = z.output<typeof witnessResponse>;
