import { z } from 'zod';
import {
  editionSchema,
  failureSignatureSchema,
  matrixRowSchema,
  verifiedFixSchema,
} from '../../ledger/schema.ts';
import { filterSchema, proofSchema, selectionSchema } from '../../ledger/selection.ts';

export const ledgerInput = filterSchema.extend({
  shape: z.enum(['full']).meta({ description: 'Every row of the whole edition written out.' }).optional(),
});

/** A row has its members, or those that the parts under `shared` do not give it. */
const row = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  z.array(z.looseObject({ ...schema.partial().shape, id: z.string(), proof: proofSchema.optional() }));

const { buyerRecipes, buyerRuntimeRecipes, sdkFindings } = editionSchema.shape;

/** An edition, whole or in part. */
export const ledgerResponse = z
  .looseObject({
    ...editionSchema.shape,
    selection: selectionSchema
      .meta({ description: 'Only where the query chooses rows: by what, and how many they are.' })
      .optional(),
    shared: z
      .looseObject({ says: z.string() })
      .meta({
        description:
          'Only of a whole edition: what rows have in common, once. `says` tells how a row is written out.',
      })
      .optional(),
    compatibilityMatrix: row(matrixRowSchema),
    failureSignatures: row(failureSignatureSchema),
    verifiedFixes: row(verifiedFixSchema),
    buyerRecipes: row(buyerRecipes.element),
    buyerRuntimeRecipes: row(buyerRuntimeRecipes.element).length(5),
    sdkFindings: sdkFindings.partial({ findings: true }),
  })
  .meta({ title: 'ReliabilityLedgerEdition' });
