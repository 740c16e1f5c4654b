import { z } from 'zod';
import { textField } from '../text.ts';
import { type DeclarationReader, READERS } from './finding.ts';
import { DECLARATION_KINDS } from './read.ts';

const MAX_CHARS = 24_000;

export const requestSchema = z
  .strictObject({
    declaration: textField(
      MAX_CHARS,
      'A 402 challenge (the PAYMENT-REQUIRED header, its JSON, or the whole answer with headers), an OpenAPI document as JSON, or /.well-known/x402. It is read, not kept; longer ones: assay check declaration <file>.',
    ),
    status: z
      .int()
      .min(100)
      .max(599)
      .meta({ description: 'What a request without payment and without body is answered with.' })
      .optional(),
  })
  .meta({ title: 'DiscoveryDeclarationRequest' });

export const responseSchema = z
  .looseObject({
    kind: z
      .enum([...DECLARATION_KINDS, 'unreadable'])
      .meta({ description: 'What the declaration was taken for.' }),
    passes: z.boolean().meta({ description: 'No rule that was checked fails with an error.' }),
    readers: z
      .array(
        z.object({
          reader: z.enum(Object.keys(READERS) as [DeclarationReader]),
          means: z.string(),
          verdict: z.enum(['no', 'not_known', 'nothing_against_it']).meta({
            description:
              '`nothing_against_it`: no rule fails. Whether it is listed is the reader’s to decide.',
          }),
        }),
      )
      .meta({ description: 'Who reads such a declaration, and whether it would take this one.' }),
    findings: z.array(
      z.object({
        rule: z.string().meta({ description: 'A validator of a package by its name, or a rule of ours.' }),
        reader: z.enum(Object.keys(READERS) as [DeclarationReader]),
        severity: z
          .enum(['error', 'warning', 'note'])
          .meta({ description: '`note`: nobody refuses a declaration for it.' }),
        verdict: z.enum(['fails', 'noted', 'not_checked']),
        path: z.string(),
        why: z.string(),
        fix: z.string().nullable(),
        source: z.string(),
      }),
    ),
    corrected: z
      .object({ json: z.string(), header: z.string().nullable() })
      .nullable()
      .meta({ description: 'The declaration with what has one right form put right; null: nothing has.' }),
  })
  .meta({ title: 'DiscoveryDeclaration' });

export type DeclarationAnswer = z.output<typeof responseSchema>;
