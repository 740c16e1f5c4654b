import { z } from 'zod';
import { form, product } from '../../declare.ts';
import { judgeOf } from '../../policy/judge.ts';
import { answer } from './engine.ts';
import { ownProof } from './own-proof.ts';
import { PRICE } from './price.ts';
import { type OpportunityRequest, requestSchema, responseSchema } from './schema.ts';

export const opportunityCheck = product({
  id: 'opportunity-check',
  path: '/api/opportunity-check',
  price: PRICE,
  title: 'Opportunity check',
  description:
    'Whether to pay, how likely one paid call is to work, the most it is worth paying, and which free check to run first. Every weight behind the answer is shown. The same question gets the same answer; nothing is fetched.',
  response: responseSchema,
  forms: [
    form({
      method: 'POST',
      summary: 'Evaluate the service, route or opportunity that you name.',
      input: requestSchema,
      example: {
        subject: 'https://api.weather.example/v1',
        goal: 'Decide whether to pay $0.01 per call for 500 calls worth $0.04 each',
        knownSignals: ['challenge_valid_402', 'price_visible', 'network_asset_match', 'openapi_published'],
        constraints: ['budget $1', 'no account'],
      },
      // A vague goal is not refused: the answer itself says what is missing.
      judge: judgeOf<OpportunityRequest>({
        subject: 'describes',
        goal: 'asks',
        buyerType: 'describes',
        source: 'describes',
        marketType: 'describes',
        knownSignals: 'describes',
        constraints: 'describes',
        challenge: 'public',
      }),
      run: answer,
    }),
    form({
      method: 'GET',
      summary:
        "The same evaluation of this service's own proof route, with the signal catalogue and worked examples.",
      input: z.strictObject({}),
      example: {},
      run: (_input, facts) => ownProof(facts),
    }),
  ],
});
