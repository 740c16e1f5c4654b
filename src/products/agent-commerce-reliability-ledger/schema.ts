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

const { buyerRecipes, buyerRuntimeRecipes, sdkFindings, editionDelta, historicalEvidence } =
  editionSchema.shape;
/** A member of an edition, or what of it does not follow from the rows. */
const member = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  z.looseObject(schema.partial().shape);

/** An edition, whole or in part. */
export const ledgerResponse = z
  .looseObject({
    ...editionSchema.shape,
    selection: selectionSchema
      .meta({ description: 'Present when the query chooses rows: its parameters and the number of rows.' })
      .optional(),
    shared: z
      .looseObject({ says: z.string() })
      .meta({
        description:
          'Present in a whole edition: what rows have in common, stated once. `says` explains how to write out a row.',
      })
      .optional(),
    compatibilityMatrix: row(matrixRowSchema),
    failureSignatures: row(failureSignatureSchema),
    verifiedFixes: row(verifiedFixSchema),
    buyerRecipes: row(buyerRecipes.element),
    buyerRuntimeRecipes: row(buyerRuntimeRecipes.element).length(5),
    sdkFindings: sdkFindings.partial({ findings: true }),
    editionDelta: member(editionDelta),
    historicalEvidence: member(historicalEvidence),
  })
  .meta({ title: 'ReliabilityLedgerEdition' });
