import { z } from 'zod';
import { auditCaseOf } from './case.ts';
import { knownFacts } from './known.ts';
import { CHANGES } from './questions.ts';
import { AUDIT_LIMITS, type AuditInput, factSchema, givenFacts } from './schema.ts';
import { RULES } from './tables/bands.ts';
import { readText } from './weigh.ts';

const readingSchema = z.object({
  facts: z.array(factSchema),
  questions: z
    .array(
      z.object({
        id: z.string(),
        asks: z.string(),
        answer: z.string(),
        changes: z.array(z.enum(CHANGES)).min(1),
      }),
    )
    .max(RULES.maxQuestions),
});

/** What the free preparation needs: the facts that an audit would rest on, and nothing of what follows from them. */
export const auditReader = {
  given: givenFacts,
  reading: readingSchema,
  most: RULES.maxQuestions,
  limits: AUDIT_LIMITS,
  read: (input: AuditInput): z.output<typeof readingSchema> => {
    const text = readText(input);
    return {
      facts: knownFacts(text).map(({ reads: _, ...fact }) => fact),
      questions: auditCaseOf(text).questions.map(({ id, asks, answer, changes }) => ({
        id,
        asks,
        answer,
        changes: [...changes],
      })),
    };
  },
};
