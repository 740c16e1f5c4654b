import { UNREAD } from '../../reading/terms/index.ts';
import { atomicToDollars, dollarsOf } from '../../values/money.ts';
import type { Combined, Contribution } from './combine.ts';
import { expectedFull, expectedProbe } from './commercial.ts';
import { maxRationalSpend } from './decide.ts';
import { type Evidence, sizeOf, weightOf } from './evidence.ts';
import type { ClosedGate } from './gating.ts';
import { SOURCE_WORDS } from './lines.ts';
import { counted, percent, percents } from './plain.ts';
import type { OpportunityAnswer } from './schema.ts';
import { ACTION_RULES, CONSTANTS, DIMENSIONS } from './tables/index.ts';
import type { OrderTerms } from './terms.ts';
import {
  type Evaluated,
  ifResolved,
  paysBy,
  type ReadCase,
  type Step,
  type Worth,
  wayToPaying,
  whatWouldFlip,
} from './whatif.ts';
import type { UnreadWords } from './wish.ts';

/** Rounds once, at the very end; no negative zero. */
function round(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale + 0;
}

const probability = (p: number): number => round(p, 3);
const usd = (atomic: bigint): string => atomicToDollars(atomic);
const signed = (logOdds: number): string => `${logOdds < 0 ? '-' : '+'}${Math.abs(logOdds).toFixed(2)}`;

export function renderCommercial(one: ReadCase, outcome: Evaluated): OpportunityAnswer['commercial'] {
  const { terms, stakes } = one;
  const p = outcome.combined.probability;
  const suppressed = outcome.gates.length > 0;
  const spend = maxRationalSpend(outcome.rule, terms);
  const headline = terms.origin.value === 'assumed' ? 'breakEvenValuePerCallUsd' : 'expectedValue';
  return {
    pricePerCallUsd: usd(terms.price),
    calls: terms.calls,
    plannedCalls: terms.plannedCalls,
    valuePerCallUsd: usd(terms.value),
    budgetUsd: terms.budget === null ? null : usd(terms.budget),
    origin: terms.origin,
    headline: suppressed ? 'suppressed' : headline,
    evSuppressed: suppressed,
    expectedValueFullUsd: suppressed ? null : round(expectedFull(p, stakes), 4),
    expectedValueProbeUsd: suppressed ? null : round(expectedProbe(p, stakes), 4),
    breakEvenProbabilityFull: probability(stakes.breakEvenFull),
    breakEvenProbabilityProbe: probability(stakes.breakEvenProbe),
    breakEvenValuePerCallUsd: suppressed ? null : round(stakes.c / (p * CONSTANTS.deliveryRate.value), 4),
    maxRationalSpendUsd: usd(spend),
    maxRationalSpendAtomic: spend.toString(),
  };
}

export function renderTrust(one: ReadCase, { combined }: Evaluated): OpportunityAnswer['trustProfile'] {
  const sums = new Map<string, number>();
  for (const { evidence, logOdds } of combined.contributions) {
    sums.set(evidence.row.dimension, (sums.get(evidence.row.dimension) ?? 0) + logOdds);
  }
  return {
    probability: probability(combined.probability),
    interval80: [probability(combined.interval80[0]), probability(combined.interval80[1])],
    coverage: round(combined.coverage, 2),
    support: round(combined.support, 2),
    floor: probability(combined.floor),
    ceiling: probability(combined.ceiling),
    priorProbability: CONSTANTS.prior.value,
    logit: round(combined.logit, 4),
    conflict: round(combined.conflict, 3),
    sigma: round(combined.sigma, 4),
    dimensions: Object.fromEntries(
      DIMENSIONS.map(({ id }) => [id, dimensionProfile(sums.get(id))]),
    ) as DimensionProfiles,
    evidence: weighedEvidence(one.evidence, combined),
  };
}

type DimensionProfiles = OpportunityAnswer['trustProfile']['dimensions'];

function dimensionProfile(sum: number | undefined): DimensionProfiles[keyof DimensionProfiles] {
  if (sum === undefined) return { score: null, state: 'unknown', logOdds: 0 };
  const state = sum > 0 ? 'supported' : sum < 0 ? 'contradicted' : 'unknown';
  return { score: Math.round(100 / (1 + Math.exp(-sum))), state, logOdds: round(sum, 4) };
}

/** Every piece of evidence with all its factors, heaviest first; what weighs nothing comes last. */
function weighedEvidence(
  evidence: readonly Evidence[],
  combined: Combined,
): OpportunityAnswer['trustProfile']['evidence'] {
  const inert = evidence.filter((one) => weightOf(one) === 0);
  const none = inert.map(
    (one): Contribution => ({ evidence: one, weight: 0, discount: 1, capFactor: 1, logOdds: 0 }),
  );
  return [...byWeight(combined.contributions), ...none].map(
    ({ evidence: one, discount, capFactor, logOdds }) => ({
      signal: one.row.id,
      group: one.row.group,
      state: one.state,
      source: one.source,
      ageDays: one.ageDays,
      calls: one.calls,
      weight: one.state === 'present' ? one.row.present : (one.row.absent ?? 0),
      reliability: round(one.reliability, 4),
      size: round(sizeOf(one.calls), 4),
      groupDiscount: discount,
      capFactor: round(capFactor, 4),
      logOdds: round(logOdds, 4),
      basis: one.row.basis,
    }),
  );
}

const byWeight = (contributions: readonly Contribution[]): Contribution[] =>
  [...contributions].sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds));

/** What counts, heaviest first; then what forbids paying; then the two things most worth knowing. */
export function renderReasons(outcome: Evaluated, worths: readonly Worth[]): string[] {
  const weighed = byWeight(outcome.combined.contributions).map(
    ({ evidence: { row, state, source, ageDays }, logOdds }) => {
      const age = ageDays === null ? '' : `, ${counted(ageDays, 'day')} old`;
      const means = state === 'present' ? row.means : row.meansAbsent;
      const id = state === 'present' ? row.id : `not ${row.id}`;
      return `${logOdds < 0 ? 'Against' : 'For'}: ${means} (${SOURCE_WORDS[source]}${age}; ${id} ${signed(logOdds)}).`;
    },
  );
  const gates = outcome.gates.map(({ row }) => `Forbidden: ${row.means}. Before you pay, ${row.resolve}.`);
  const missing = worths.slice(0, 2).map(({ row, ifPresent, ifAbsent }) => {
    const [high, low] = [ifPresent.combined.probability, ifAbsent.combined.probability];
    const [ifSo, otherwise] = percents(high, low);
    return `Worth knowing${row.free ? ', and free' : ''}: ${row.obtain} If ${row.means} (${row.id}), the chance is ${ifSo}, otherwise ${otherwise}.`;
  });
  return [...weighed, ...gates, ...missing];
}

/** Action id and sentences: the template of the rule that applied, filled with numbers, table texts and ASCII host names. */
export function renderRecommendation(
  one: ReadCase,
  outcome: Evaluated,
  worths: readonly Worth[],
  names: { host: string; preview: string },
): string {
  const { combined, gates, rule } = outcome;
  const { terms, stakes } = one;
  const [low, high] = combined.interval80;
  return fillAction(rule.action, rule.sentence, {
    ...names,
    ...chances(rule, combined, stakes),
    low: percent(low),
    high: percent(high),
    price: dollarsOf(terms.price),
    calls: terms.plannedCalls.toString(),
    spend: dollarsOf(maxRationalSpend(rule, terms)),
    gates: gates.map(({ row }) => row.means).join('; '),
    steps: freeSteps(worths),
  });
}

/** The chance, and what the rule that applied held it against. */
function chances(
  rule: Evaluated['rule'],
  { probability, floor, ceiling }: Combined,
  stakes: ReadCase['stakes'],
) {
  const { payFloor, hopelessCeiling } = CONSTANTS;
  const { breakEvenProbe, breakEvenFull } = stakes;
  const gather = rule === ACTION_RULES.gather;
  const [p, enough] = percents(
    probability,
    gather ? Math.max(breakEvenProbe, payFloor.value) : breakEvenProbe,
  );
  const least =
    rule === ACTION_RULES.weakOnGoodCoverage
      ? payFloor.value
      : rule === ACTION_RULES.hopeless
        ? hopelessCeiling.value
        : breakEvenProbe;
  const [atMost, needed] = percents(ceiling, least);
  const [atLeast, enoughForAll] = percents(floor, breakEvenFull);
  const short = probability < Math.max(breakEvenProbe, payFloor.value);
  const lacks = short
    ? `a payment takes at least ${enough}`
    : 'too little is known that speaks for this seller';
  return { p, enough, atMost, needed, atLeast, enoughForAll, lacks };
}

/** The free things most worth knowing, as orders. */
function freeSteps(worths: readonly Worth[]): string {
  const free = worths.filter(({ row }) => row.free).slice(0, 2);
  const orders = free.map(({ row: { obtain } }) => `${obtain[0]!.toLowerCase()}${obtain.slice(1, -1)}`);
  return orders.join('; ') || 'find out whether anybody paid and got an answer';
}

export function fillAction(
  action: string,
  sentence: string,
  slots: Readonly<Record<string, string>>,
): string {
  return `${action}: ${sentence.replace(/\{([A-Za-z]+)\}/g, (_, slot: string) => slots[slot] ?? slot)}`;
}

const outlook = ({ row, outcome }: Step) => ({
  signal: row.id,
  free: row.free,
  probability: probability(outcome.combined.probability),
  action: outcome.rule.action,
});

export function renderCounterfactuals(
  one: ReadCase,
  outcome: Evaluated,
): OpportunityAnswer['counterfactuals'] {
  if (outcome.gates.length > 0) {
    const resolve = ifResolved(one, outcome.gates).map(({ gate, outcome: then }) => ({
      gate: gate.row.id,
      resolve: gate.row.resolve,
      probability: probability(then.combined.probability),
      action: then.rule.action,
    }));
    return { kind: 'gated', reached: null, steps: [], resolve };
  }
  if (paysBy(outcome.rule))
    return { kind: 'to_stop', reached: null, steps: whatWouldFlip(one).map(outlook), resolve: [] };
  if (outcome.rule.action === 'use_free_preview')
    return { kind: 'none', reached: null, steps: [], resolve: [] };
  if (outcome.rule.action === 'operator_approval_required')
    return { kind: 'approval', reached: null, steps: [], resolve: [] };
  const way = wayToPaying(one);
  return { kind: 'to_pay', reached: way.reaches, steps: way.steps.map(outlook), resolve: [] };
}

const SHOWN_WORTHS = 6;
const LEAST_WORTH_USD = 0.000_000_5;

export function renderWorth(worths: readonly Worth[]): OpportunityAnswer['valueOfInformation'] {
  const side = ({ combined, rule }: Evaluated) => ({
    probability: probability(combined.probability),
    action: rule.action,
  });
  return {
    decisive: worths.some(({ usd: gain }) => gain >= LEAST_WORTH_USD),
    signals: worths.slice(0, SHOWN_WORTHS).map(({ row, chance, ifPresent, ifAbsent, usd: gain }) => ({
      signal: row.id,
      free: row.free,
      usd: round(gain, 6),
      chance: round(chance, 3),
      ifPresent: side(ifPresent),
      ifAbsent: side(ifAbsent),
      obtain: row.obtain,
    })),
  };
}

export const renderGates = (gates: readonly ClosedGate[]): OpportunityAnswer['gates'] =>
  gates.map(({ row, signal }) => ({ id: row.id, signal, reason: row.means, resolve: row.resolve }));

/** Words that hold money back, what they lack, and how to say it. */
export const renderUnread = (unread: readonly UnreadWords[]): OpportunityAnswer['unread'] =>
  unread.map(({ where, words, why }) => ({ where, words, reason: UNREAD[why].means, say: UNREAD[why].say }));

/** What was taken for granted, so that a reader can replace it. */
export function renderAssumed(
  terms: OrderTerms,
  subject: { assumedHttps: boolean; documentationName: boolean; unreadable: boolean },
): OpportunityAnswer['assumed'] {
  const { origin } = terms;
  const assumed: OpportunityAnswer['assumed'] = [];
  const add = (what: string, value: string, why: string) => assumed.push({ what, value, why });
  if (origin.price === 'assumed') add('pricePerCallUsd', usd(terms.price), CONSTANTS.assumedPriceUsd.basis);
  if (origin.price === 'limit')
    add(
      'pricePerCallUsd',
      usd(terms.price),
      'no price is stated, so the most that is allowed per call is taken',
    );
  if (origin.calls === 'assumed') add('calls', '1', 'no number of calls is stated');
  if (origin.value === 'assumed')
    add(
      'valuePerCallUsd',
      usd(terms.value),
      `no value is stated, so ${CONSTANTS.assumedValueMultiple.value} times the price is taken`,
    );
  if (terms.plannedCalls < terms.calls)
    add('plannedCalls', `${terms.plannedCalls}`, 'budget or limits leave room for no more');
  if (subject.assumedHttps) add('subjectScheme', 'https', 'the subject names a host without a scheme');
  if (subject.documentationName)
    add('subjectHost', 'public', 'the name is reserved for documentation (RFC 2606) and leads nowhere');
  if (subject.unreadable)
    add('subjectHost', 'none', 'the subject holds an address that cannot be parsed, so no host rule applied');
  return assumed;
}
