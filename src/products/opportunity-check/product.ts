import { z } from 'zod';
import { form, type Judge, product } from '../../declare.ts';
import { judgeOf } from '../../policy/judge.ts';
import { answerOpportunity } from './engine.ts';
import { ownProof } from './own-proof.ts';
import { pastedIn } from './pasted.ts';
import { OPPORTUNITY_PRICE } from './price.ts';
import { type OpportunityRequest, requestSchema, responseSchema } from './schema.ts';

// A vague goal is not refused: the answer itself says what is missing.
const policy = judgeOf<OpportunityRequest>({
  subject: 'describes',
  goal: 'asks',
  buyerType: 'reports',
  source: 'reports',
  marketType: 'reports',
  knownSignals: 'reports',
  constraints: 'reports',
  challenge: 'public',
  sellerJwk: 'public',
});

/**
 * What is public although it looks like something else: the address that stands where the host of a seller does, and a
 * message of the protocol that was pasted as a signal.
 */
const judge: Judge = {
  ...policy,
  refusalOf: (body, read) => {
    const { subject, knownSignals } = body;
    return policy.refusalOf(
      {
        ...body,
        ...(typeof subject === 'string' && { subject: subject.replace(NUMERIC_HOST, '$1host') }),
        ...(Array.isArray(knownSignals) && { knownSignals: knownSignals.filter((one) => !isPasted(one)) }),
      },
      read,
    );
  },
};
const NUMERIC_HOST = /^(\s*(?:https?:\/\/)?)(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])(?=[:/?#]|\s*$)/i;
const isPasted = (one: unknown): boolean => typeof one === 'string' && pastedIn(one) !== undefined;

export const opportunityCheck = product({
  id: 'opportunity-check',
  path: '/api/opportunity-check',
  price: OPPORTUNITY_PRICE,
  title: 'Opportunity check',
  description:
    'Whether to pay, how likely one paid call is to work, the most it is worth paying, and which free check to run first. Every weight behind the answer is shown. The same question gets the same answer; nothing is fetched.',
  response: responseSchema,
  forms: [
    form({
      method: 'POST',
      tool: {
        name: 'buy_opportunity_check',
        title: 'Buy an opportunity check',
        does: 'Whether to pay a service, how likely one paid call is to work, and the most it is worth.',
      },
      summary: 'Evaluate the service, route or opportunity that you name.',
      input: requestSchema,
      example: {
        subject: 'https://api.weather.example/v1',
        goal: 'Decide whether to pay $0.01 per call for 500 calls worth $0.04 each',
        knownSignals: ['challenge_valid_402', 'price_visible', 'network_asset_match', 'openapi_published'],
        constraints: ['budget $1', 'no account'],
      },
      judge,
      run: answerOpportunity,
    }),
    form({
      method: 'GET',
      tool: {
        name: 'buy_proof',
        title: 'Buy a proof of purchase',
        does: 'An opportunity check of this service. The cheapest real purchase.',
      },
      summary:
        "The same evaluation of this service's own proof route, with the signal catalogue and worked examples.",
      input: z.strictObject({}),
      example: {},
      run: (_input, facts) => ownProof(facts),
    }),
  ],
});
