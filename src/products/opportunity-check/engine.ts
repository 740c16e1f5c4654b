/** The engine behind /api/opportunity-check: what a declaration of the product needs, and nothing else. */
export { answer } from './answer.ts';
export { ownProof } from './own-proof.ts';
export {
  LIMITS,
  type OpportunityAnswer,
  type OpportunityRequest,
  requestSchema,
  responseSchema,
} from './schema.ts';
export { MODEL_VERSION, WEIGHTS_DIGEST } from './tables/index.ts';
