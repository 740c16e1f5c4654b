/** The engine behind /api/opportunity-check: what a declaration of the product needs, and nothing else. */
export { answerOpportunity } from './answer.ts';
export { ownProof } from './own-proof.ts';
export {
  OPPORTUNITY_LIMITS,
  type OpportunityAnswer,
  type OpportunityRequest,
  requestSchema,
  responseSchema,
} from './schema.ts';
export { OPPORTUNITY_MODEL_VERSION, WEIGHTS_DIGEST } from './tables/index.ts';
