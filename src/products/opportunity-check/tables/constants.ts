/** Every number of the model that is not a weight, with its id and where it comes from. */
export interface ConstantRow {
  readonly id: string;
  readonly value: number;
  readonly means: string;
  readonly basis: string;
}

const JUDGED = 'expert judgement';
const constant = (id: string, value: number, means: string, basis: string = JUDGED): ConstantRow => ({
  ...{ id, value, means, basis },
});

export const CONSTANTS = {
  prior: constant(
    'C_PRIOR',
    0.2,
    'probability of a good call before any evidence',
    'expert judgement above 8 of 60 = 0.133 settled calls in a public test of listed endpoints (glama.ai, clankerceo/x402-tools), since buyers choose what they ask about',
  ),
  groupDiscount: constant('C_GROUP_DISCOUNT', 0.5, 'factor for each further signal of one group and sign'),
  freeCap: constant(
    'C_FREE_CAP',
    1.5,
    'log-odds that everything visible without paying can add at most',
    'expert judgement; of 60 listed endpoints that showed a challenge and a price 8 settled (glama.ai, clankerceo/x402-tools), so what can be seen for free must not add up without bound',
  ),
  resolution: constant('C_RESOLUTION', 0.001, 'log-odds that good and bad evidence are each summed to'),
  logitClamp: constant('C_LOGIT_CLAMP', 4.6, 'largest log-odds either way: never surer than 99 %'),
  priorSd: constant('C_PRIOR_SD', 1.2, 'standard deviation of the log-odds before any evidence'),
  evidencePrecision: constant(
    'C_EVIDENCE_PRECISION',
    0.35,
    'precision that one current first-hand signal adds',
  ),
  conflictWidening: constant(
    'C_CONFLICT_WIDENING',
    0.5,
    'widening of the interval when the evidence contradicts itself',
  ),
  conflictFloor: constant('C_CONFLICT_FLOOR', 1, 'log-odds below which contradiction counts in proportion'),
  z80: constant(
    'C_Z80',
    1.2816,
    'standard normal quantile of a central 80 % interval',
    'standard normal table',
  ),
  claimReliability: constant(
    'C_CLAIM_RELIABILITY',
    0.4,
    'what a claim of the seller counts beside an observation',
  ),
  reportReliability: constant(
    'C_REPORT_RELIABILITY',
    0.7,
    'what a report by others counts beside an observation',
  ),
  countGain: constant(
    'C_COUNT_GAIN',
    0.1,
    'share by which each doubling of the paid calls that a statement counts adds to its weight',
  ),
  countPrecision: constant(
    'C_COUNT_PRECISION',
    1,
    "share of a signal's precision that each doubling of the paid calls that it counts adds",
  ),
  countCap: constant('C_COUNT_CAP', 1.5, 'most that a count multiplies a weight by'),
  freshDays: constant('C_FRESH_DAYS', 1, 'age in days up to which evidence counts as current'),
  deliveryRate: constant('C_DELIVERY_RATE', 0.98, 'share of calls that a working seller delivers'),
  falsePass: constant('C_FALSE_PASS', 0.05, 'chance that one probe of a seller that does not work succeeds'),
  assumedPriceUsd: constant(
    'C_ASSUMED_PRICE',
    0.02,
    'dollars per call when no price is given',
    'median of the real prices in a public catalogue (x402station.io/about, 2026)',
  ),
  assumedValueMultiple: constant(
    'C_ASSUMED_VALUE',
    3,
    'value of a good answer in multiples of the price when none is given',
  ),
  payFloor: constant('C_PAY_FLOOR', 0.3, 'probability below which no call is recommended, however cheap'),
  ownProof: constant(
    'C_OWN_PROOF',
    1.2,
    'log-odds of own paid calls from which little else need be known: one call within 30 days, or more calls longer ago',
  ),
  ownCalls: constant(
    'C_OWN_CALLS',
    3,
    'own paid calls, all or nearly all of them answered, from which one more as a test teaches little',
  ),
  coverageFloor: constant(
    'C_COVERAGE_FLOOR',
    0.35,
    'share of what matters that must speak in favour before a call is recommended',
  ),
  cheapUsd: constant(
    'C_CHEAP',
    0.1,
    'dollars up to which one call may be the evidence, where a valid challenge was seen and nothing speaks against the seller',
  ),
  hopelessCeiling: constant(
    'C_HOPELESS',
    0.1,
    'upper bound below which more evidence is not worth gathering',
  ),
  decoyPriceUsd: constant('C_DECOY_PRICE', 1000, 'dollars per call from which a price is taken for a decoy'),
  maxCalls: constant('C_MAX_CALLS', 1_000_000, 'largest number of calls that is planned for'),
} as const satisfies Record<string, ConstantRow>;
