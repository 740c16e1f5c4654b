import type { Facts } from '../../declare.ts';
import { digestJson } from '../../values/digest.ts';
import { fill } from './render.ts';
import type { OpportunityAnswer } from './schema.ts';
import { stamp } from './stamp.ts';
import { ACTION_RULES, CONSTANTS, DIMENSIONS } from './tables/index.ts';
import { ANSWER_LIMITS } from './tables/limits.ts';

/** Reasons come from the policy table; anything else would be text of unknown origin. */
const REASON = /^[A-Za-z][A-Za-z_]{0,39}$/;

/** The answer to a request that the policy check stopped: nothing of its text was scored, and nothing may be spent. */
export function stopped(
  facts: Facts,
  inputDigest: OpportunityAnswer['inputDigest'],
  stopReason: string | null,
): OpportunityAnswer {
  const rule = ACTION_RULES.stopPolicy;
  const reason = stopReason !== null && REASON.test(stopReason) ? stopReason : 'unspecified';
  return {
    status: 'stopped',
    recommendation: fill(rule.action, rule.sentence, { stopReason: reason }),
    reasons: [`policy ${reason}: the request was not scored`],
    commercial: NOTHING_TO_BUY,
    trustProfile: { ...NOTHING_KNOWN, dimensions: unknownDimensions(), evidence: [] },
    product: 'opportunity-check',
    schemaVersion: '1.0',
    action: rule.action,
    rule: rule.id,
    subject: { kind: 'withheld', host: null, registrableDomain: null, flags: [], imitates: null },
    gates: [],
    constraints: [],
    counterfactuals: { kind: 'none', reached: null, steps: [], resolve: [] },
    valueOfInformation: { decisive: false, signals: [] },
    assumed: [],
    unparsedSignals: [],
    unread: [],
    limits: ANSWER_LIMITS.map(({ text }) => text),
    evidenceDigest: digestJson({ stopped: reason }),
    ...stamp(facts, inputDigest),
  };
}

const NOTHING_TO_BUY: OpportunityAnswer['commercial'] = {
  pricePerCallUsd: null,
  calls: null,
  plannedCalls: null,
  valuePerCallUsd: null,
  budgetUsd: null,
  origin: { price: 'none', calls: 'none', value: 'none', budget: 'none' },
  headline: 'suppressed',
  evSuppressed: true,
  expectedValueFullUsd: null,
  expectedValueProbeUsd: null,
  breakEvenProbabilityFull: null,
  breakEvenProbabilityProbe: null,
  breakEvenValuePerCallUsd: null,
  maxRationalSpendUsd: '0.00',
  maxRationalSpendAtomic: '0',
};

const NOTHING_KNOWN = {
  probability: null,
  interval80: null,
  coverage: 0,
  support: 0,
  floor: null,
  ceiling: null,
  priorProbability: CONSTANTS.prior.value,
  logit: null,
  conflict: null,
  sigma: null,
};

function unknownDimensions(): OpportunityAnswer['trustProfile']['dimensions'] {
  const unknown = { score: null, state: 'unknown', logOdds: 0 };
  return Object.fromEntries(DIMENSIONS.map(({ id }) => [id, { ...unknown }])) as ReturnType<
    typeof unknownDimensions
  >;
}
