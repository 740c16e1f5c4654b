import type { Facts } from '../../declare.ts';
import { digestJson } from '../../values/digest.ts';
import { isoTime } from '../../values/time.ts';
import { readTerms, stakesOf } from './commercial.ts';
import { checkConstraints } from './constraints.ts';
import { evidenceOf, strongest } from './evidence.ts';
import { isDecoy } from './gating.ts';
import {
  fill,
  renderAssumed,
  renderCommercial,
  renderCounterfactuals,
  renderGates,
  renderReasons,
  renderRecommendation,
  renderTrust,
  renderWorth,
} from './render.ts';
import type { OpportunityAnswer, OpportunityRequest } from './schema.ts';
import { readSignals } from './signals.ts';
import { readSubject, type Subject } from './subject.ts';
import { ACTION_RULES, CONSTANTS, DIMENSIONS, MODEL_VERSION, WEIGHTS_DIGEST } from './tables/index.ts';
import { ANSWER_LIMITS } from './tables/limits.ts';
import { type Case, evaluate, valueOfInformation } from './whatif.ts';
import { readWishes } from './wishes.ts';

export { REVISION } from './tables/index.ts';

/** Verdict of the policy check on the request, made before this engine runs. */
export interface PolicyVerdict {
  readonly decision: 'allow' | 'stop';
  readonly stopReason: string | null;
}

/**
 * The paid answer (service spec §2.2). Pure: the same input and day give the same bytes. Nothing of the caller's text
 * enters the recommendation; what was not understood is returned, cleaned, in `unparsedSignals`.
 *
 * @param input a request that passed `requestSchema`
 * @param policy without it the constraint `dataMinimisation` stays unknown; a stop scores nothing
 */
export function answer(input: OpportunityRequest, facts: Facts, policy?: PolicyVerdict): OpportunityAnswer {
  const asOfDay = isoTime(facts.asOf).slice(0, 10);
  const inputDigest = digestJson({ input, asOfDay });
  if (policy?.decision === 'stop') return stopped(facts, inputDigest, policy.stopReason);
  const subject = readSubject(input.subject);
  const { evidence: stated, unparsed } = readSignals(input.knownSignals ?? [], asOfDay);
  const wishes = readWishes(input.constraints ?? []);
  const texts = { ...input, constraints: input.constraints ?? [], knownSignals: input.knownSignals ?? [] };
  const terms = readTerms(texts, wishes);
  const derived = subject.flags.map(({ signal }) => evidenceOf(signal, 'present', 'derived'));
  const decoy = isDecoy(terms) ? [evidenceOf('decoy_price', 'present', 'derived')] : [];
  const evidence = strongest([...stated, ...derived, ...decoy]);
  const previewUnread =
    Boolean(subject.ownRoute?.preview) &&
    !evidence.some(({ row, state }) => row.id === 'free_preview' && state === 'present');
  const one: Case = { evidence, terms, stakes: stakesOf(terms), wishes, asOfDay, previewUnread };
  const known = { terms, evidence, asOfDay, policyAllowed: policy?.decision === 'allow' };
  return {
    ...score(one, { host: nameOf(subject), preview: subject.ownRoute?.preview ?? '' }),
    subject: renderSubject(subject),
    constraints: checkConstraints(wishes, known),
    assumed: renderAssumed(terms, {
      assumedHttps: subject.kind === 'host',
      documentationName: subject.documentationName,
    }),
    unparsedSignals: [...unparsed],
    ...stamp(facts, inputDigest),
  };
}

type Scored = Pick<
  OpportunityAnswer,
  | 'status'
  | 'recommendation'
  | 'reasons'
  | 'commercial'
  | 'trustProfile'
  | 'product'
  | 'schemaVersion'
  | 'action'
  | 'rule'
  | 'gates'
  | 'counterfactuals'
  | 'valueOfInformation'
  | 'limits'
  | 'evidenceDigest'
>;

/** Everything that follows from the evidence and the terms. */
export function score(one: Case, names: { host: string; preview: string }): Scored {
  const outcome = evaluate(one);
  const worths = valueOfInformation(one, outcome);
  const gated = outcome.gates.length > 0;
  return {
    status: 'complete',
    recommendation: renderRecommendation(one, outcome, worths, names),
    reasons: renderReasons(outcome, gated ? [] : worths),
    commercial: renderCommercial(one, outcome),
    trustProfile: renderTrust(one, outcome),
    product: 'opportunity-check',
    schemaVersion: '1.0',
    action: outcome.rule.action,
    rule: outcome.rule.id,
    gates: renderGates(outcome.gates),
    counterfactuals: renderCounterfactuals(one, outcome),
    valueOfInformation: renderWorth(gated ? [] : worths),
    limits: ANSWER_LIMITS.map(({ text }) => text),
    evidenceDigest: evidenceDigest(one),
  };
}

/** Digest of what was understood: equal for requests that say the same in other words. */
function evidenceDigest({ evidence, terms, wishes, asOfDay }: Case) {
  return digestJson({
    asOfDay,
    evidence: evidence.map(({ row, state, source, ageDays }) => ({ signal: row.id, state, source, ageDays })),
    terms: {
      ...terms,
      price: `${terms.price}`,
      value: `${terms.value}`,
      budget: `${terms.budget}`,
      priceLimit: `${terms.priceLimit}`,
    },
    wishes: wishes.map(({ kind, amount, day, network }) => ({ kind, amount: `${amount}`, day, network })),
  });
}

export function stamp(facts: Facts, inputDigest: OpportunityAnswer['inputDigest']) {
  const { asOf, release } = facts;
  return {
    asOf: isoTime(asOf),
    release,
    modelVersion: MODEL_VERSION,
    weightsDigest: WEIGHTS_DIGEST,
    inputDigest,
  };
}

const nameOf = (subject: Subject): string => subject.host ?? subject.ownRoute?.path ?? 'this seller';

const renderSubject = ({
  kind,
  host,
  registrableDomain,
  flags,
  lookalike,
}: Subject): OpportunityAnswer['subject'] => ({
  ...{ kind, host, registrableDomain, flags: [...flags], imitates: lookalike?.brand ?? null },
});

/** Reasons come from the policy table; anything else would be text of unknown origin. */
const REASON = /^[A-Za-z][A-Za-z_]{0,39}$/;

/** The answer to a request that the policy check stopped: nothing of its text was scored. */
function stopped(
  facts: Facts,
  inputDigest: OpportunityAnswer['inputDigest'],
  stopReason: string | null,
): OpportunityAnswer {
  const rule = ACTION_RULES.stopPolicy;
  const reason = stopReason !== null && REASON.test(stopReason) ? stopReason : 'unspecified';
  const unknown = { score: null, state: 'unknown' as const, logOdds: 0 };
  const dimensions = Object.fromEntries(DIMENSIONS.map(({ id }) => [id, { ...unknown }]));
  return {
    status: 'stopped',
    recommendation: fill(rule.action, rule.sentence, { stopReason: reason }),
    reasons: [`policy ${reason}: the request was not scored`],
    commercial: {
      ...{ pricePerCallUsd: null, calls: null, plannedCalls: null, valuePerCallUsd: null, budgetUsd: null },
      origin: { price: 'none', calls: 'none', value: 'none', budget: 'none' },
      ...{
        headline: 'suppressed',
        evSuppressed: true,
        expectedValueFullUsd: null,
        expectedValueProbeUsd: null,
      },
      ...{ breakEvenProbabilityFull: null, breakEvenProbabilityProbe: null, breakEvenValuePerCallUsd: null },
      ...{ maxRationalSpendUsd: '0.00', maxRationalSpendAtomic: '0' },
    },
    trustProfile: {
      ...{ probability: null, interval80: null, coverage: 0, floor: null, ceiling: null },
      ...{ priorProbability: CONSTANTS.prior.value, logit: null, conflict: null, sigma: null },
      dimensions: dimensions as OpportunityAnswer['trustProfile']['dimensions'],
      evidence: [],
    },
    ...{ product: 'opportunity-check', schemaVersion: '1.0', action: rule.action, rule: rule.id },
    subject: { kind: 'withheld', host: null, registrableDomain: null, flags: [], imitates: null },
    ...{ gates: [], constraints: [], assumed: [], unparsedSignals: [] },
    counterfactuals: { kind: 'none', reached: null, steps: [], resolve: [] },
    valueOfInformation: { decisive: false, signals: [] },
    limits: ANSWER_LIMITS.map(({ text }) => text),
    evidenceDigest: digestJson({ stopped: reason }),
    ...stamp(facts, inputDigest),
  };
}
