import { z } from 'zod';
import { check, type Facts, type Product } from '../../declare.ts';
import { REFUSAL_CLASSES } from '../../values/problem.ts';
import { capability } from '../capability.ts';
import { formOf } from '../sold.ts';

/** How a product reads a body, without what it concludes from it. */
export interface ProductReader<S extends z.ZodObject, R extends { readonly complete: boolean }> {
  readonly input: S;
  readonly example: z.input<S>;
  readonly reading: z.ZodType<R>;
  readonly read: (input: z.output<S>, facts: Pick<Facts, 'asOf'>) => R;
  /** The reading as sentences. */
  readonly lines: (reading: R) => readonly string[];
}

const STATUSES = ['understood', 'partly_understood', 'refused'] as const;

/** What a paid check would make of a body, before it is paid for: everything but the conclusion. */
export const opportunityReading = <S extends z.ZodObject, R extends { readonly complete: boolean }>(
  product: Product,
  { input, example, reading, read, lines }: ProductReader<S, R>,
) =>
  check({
    id: 'opportunity-check-reading',
    tool: {
      name: 'read_opportunity',
      title: 'Read an opportunity',
      does: 'How buy_opportunity_check would read your statements.',
    },
    path: `${product.path}/reading`,
    summary:
      'How the paid opportunity check would read this body: each statement, number and constraint, what it does not understand with the nearest ids, and what is missing. No probability.',
    input,
    example,
    response: z
      .looseObject({
        status: z.enum(STATUSES),
        lines: z.array(z.string()).meta({ description: 'The reading as sentences.' }),
        reading: reading
          .nullable()
          .meta({ description: 'The member of the same name of the paid answer; null for a refused body.' }),
        policyCheck: z.object({
          decision: z.enum(['allow', 'stop']),
          stopReason: z.enum(REFUSAL_CLASSES).nullable(),
        }),
        issues: z
          .array(z.object({ path: z.string(), code: z.string(), message: z.string() }))
          .meta({ description: 'Fields and rules for which the paid route would refuse this body.' }),
        next: z.string(),
      })
      .meta({ title: 'OpportunityReadingResponse' }),
    run: (body, facts) => {
      // The judge of the paid route: what it refuses is not read, so that nothing of it is quoted.
      const refusal = formOf(product, 'POST')?.judge?.refusalOf(body);
      if (refusal)
        return {
          status: 'refused',
          lines: [],
          reading: null,
          policyCheck: { decision: 'stop', stopReason: refusal.stopReason },
          issues: [...refusal.issues],
          next: 'Change the fields that issues names: the paid route refuses this body, free of charge.',
        };
      const understood = read(body, facts);
      const weighed = `POST ${product.path} (${product.price.label}) weighs the same body as it is read here.`;
      return {
        status: understood.complete ? 'understood' : 'partly_understood',
        lines: [...lines(understood)],
        reading: understood,
        policyCheck: { decision: 'allow', stopReason: null },
        issues: [],
        next: understood.complete
          ? weighed
          : `Say in other words what was not understood, or send the ids. ${weighed}`,
      };
    },
  });

export const opportunityReadingCapability = (decision: ReturnType<typeof opportunityReading>) =>
  capability({
    id: 'opportunity-reading',
    path: decision.path,
    summary: 'What the opportunity check understands of a body, before it is paid for.',
    checks: [decision],
    never: ['states a probability or a recommendation', 'quotes words of a body that policy refuses'],
  });
