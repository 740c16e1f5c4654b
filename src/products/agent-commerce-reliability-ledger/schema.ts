import { z } from 'zod';
import {
  editionSchema,
  failureSignatureSchema,
  matrixRowSchema,
  verifiedFixSchema,
} from '../../ledger/schema.ts';
import { proofSchema, selectionSchema } from '../../ledger/selection.ts';

const proof = proofSchema.optional();

/** An edition, whole or in part: rows that were chosen have their proof. */
export const ledgerResponse = z
  .looseObject({
    ...editionSchema.shape,
    selection: selectionSchema
      .meta({ description: 'Only where the query chooses rows: by what, and how many they are.' })
      .optional(),
    compatibilityMatrix: z.array(z.looseObject({ ...matrixRowSchema.shape, proof })),
    failureSignatures: z.array(z.looseObject({ ...failureSignatureSchema.shape, proof })),
    verifiedFixes: z.array(z.looseObject({ ...verifiedFixSchema.shape, proof })),
  })
  .meta({ title: 'ReliabilityLedgerEdition' });
