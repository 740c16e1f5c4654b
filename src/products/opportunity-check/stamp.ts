import type { Facts } from '../../declare.ts';
import { isoTime } from '../../values/time.ts';
import type { OpportunityAnswer } from './schema.ts';
import { OPPORTUNITY_MODEL_VERSION, WEIGHTS_DIGEST } from './tables/index.ts';

/** What every answer says of its own making. */
export function stamp(facts: Facts, inputDigest: OpportunityAnswer['inputDigest']) {
  const { asOf, release } = facts;
  return {
    asOf: isoTime(asOf),
    release,
    modelVersion: OPPORTUNITY_MODEL_VERSION,
    weightsDigest: WEIGHTS_DIGEST,
    inputDigest,
  };
}
