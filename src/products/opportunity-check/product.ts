import { z } from 'zod';
import { form, product } from '../../declare.ts';
import { usd } from '../../values/money.ts';

export const opportunityCheck = product({
  kind: 'product',
  id: 'opportunity-check',
  path: '/api/opportunity-check',
  price: usd('0.01'),
  title: 'Opportunity check',
  description: 'One capped call: is it worth paying this service, what to check first, and how much to risk.',
  revision: 'tmp',
  response: z.looseObject({ status: z.string(), recommendation: z.string() }),
  forms: [
    form({
      method: 'GET',
      summary: 'x',
      input: z.strictObject({}),
      example: {},
      run: (_i, facts) => ({ status: 'complete', recommendation: 'own', asOf: facts.asOf }),
    }),
    form({
      method: 'POST',
      summary: 'x',
      input: z.strictObject({ subject: z.string(), goal: z.string() }),
      example: { subject: 'a', goal: 'b' },
      run: (i, facts) => ({ status: 'complete', recommendation: i.subject, asOf: facts.asOf }),
    }),
  ],
} as never);
