import { type Evidence, weightOf } from './evidence.ts';
import { CONSTANTS, DIMENSIONS, type Dimension, SIGNAL_GROUPS } from './tables/index.ts';

/** One signal's part of the sum. */
export interface Contribution {
  readonly evidence: Evidence;
  /** Weight after reliability, before group discount and cap, in log-odds. */
  readonly weight: number;
  /** `C_GROUP_DISCOUNT` to the power of its place in the group. */
  readonly discount: number;
  /** Share left by the cap on what can be seen without paying; 1 outside it. */
  readonly capFactor: number;
  /** What enters the sum: weight × discount × capFactor. */
  readonly logOdds: number;
}

export interface Combined {
  readonly contributions: readonly Contribution[];
  readonly logit: number;
  readonly probability: number;
  readonly interval80: readonly [number, number];
  /**
   * Bounds that decisions use. The floor counts only precision that positive evidence brought, the ceiling only what
   * negative evidence brought: so a bad sign can never raise the floor, nor a good sign lower the ceiling.
   */
  readonly floor: number;
  readonly ceiling: number;
  /** Share of what matters that anything is known of. */
  readonly coverage: number;
  /** The same for what speaks in favour: the breadth that a payment needs, which bad news must not widen. */
  readonly support: number;
  readonly conflict: number;
  readonly sigma: number;
}

const C = CONSTANTS;
const PRIOR_LOGIT = Math.log(C.prior.value / (1 - C.prior.value));
const PRIOR_PRECISION = 1 / C.priorSd.value ** 2;
const groupIndex = new Map(SIGNAL_GROUPS.map((row, i) => [row.id, i]));
const unpaid = SIGNAL_GROUPS.map((row) => row.unpaid);
const coverageOf = new Map<Dimension, number>(DIMENSIONS.map((row) => [row.id, row.coverage]));

export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));
const clamp = (logit: number): number => Math.max(-C.logitClamp.value, Math.min(C.logitClamp.value, logit));

/** Evidence to probability (docs/opportunity-model.md). Evidence of weight 0 takes no part. */
export function combine(evidence: readonly Evidence[]): Combined {
  const weighed = evidence
    .map((one) => ({ evidence: one, weight: weightOf(one) }))
    .filter(({ weight }) => weight !== 0);
  const ranked = weighed.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  const places = new Map<number, number>();
  const discounted = ranked.map((one) => {
    const key = bucket(one.evidence, one.weight);
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    return { ...one, discount: C.groupDiscount.value ** place };
  });
  const capFactor = freeCapFactor(discounted);
  const contributions = discounted.map((one) => {
    const factor = underCap(one.evidence, one.weight) ? capFactor : 1;
    return { ...one, capFactor: factor, logOdds: one.weight * one.discount * factor };
  });
  const inFavour = contributions.filter(({ logOdds }) => logOdds > 0);
  return {
    contributions,
    coverage: coverageBy(contributions),
    support: coverageBy(inFavour),
    ...spread(contributions),
  };
}

const bucket = ({ row }: Evidence, weight: number): number =>
  groupIndex.get(row.group)! * 2 + (weight > 0 ? 1 : 0);
const underCap = ({ row }: Evidence, weight: number): boolean =>
  weight > 0 && unpaid[groupIndex.get(row.group)!]!;

const STEPS_PER_UNIT = Math.round(1 / C.resolution.value);
const toResolution = (logOdds: number): number => Math.round(logOdds * STEPS_PER_UNIT) / STEPS_PER_UNIT;

/** Soft cap: the sum P of what can be seen without paying becomes cap·(1 − e^(−P/cap)). */
function freeCapFactor(parts: readonly { evidence: Evidence; weight: number; discount: number }[]): number {
  let sum = 0;
  for (const { evidence, weight, discount } of parts)
    if (underCap(evidence, weight)) sum += weight * discount;
  if (sum === 0) return 1;
  return (C.freeCap.value * (1 - Math.exp(-sum / C.freeCap.value))) / sum;
}

function spread(contributions: readonly Contribution[]) {
  let [plus, minus] = [0, 0];
  for (const { logOdds } of contributions) {
    if (logOdds > 0) plus += logOdds;
    else minus -= logOdds;
  }
  // C_RESOLUTION: finer differences are noise, and the last bits of exp() may differ between machines.
  plus = toResolution(plus);
  minus = toResolution(minus);
  const sum = PRIOR_LOGIT + plus - minus;
  const logit = clamp(sum);
  const conflict = Math.min(plus, minus) / Math.max(plus, minus, C.conflictFloor.value);
  const widening = 1 + C.conflictWidening.value * conflict;
  const { positive, negative } = precision(contributions);
  const halfWidth = (added: number) => (C.z80.value * widening) / Math.sqrt(PRIOR_PRECISION + added);
  const half = halfWidth(positive + negative);
  return {
    logit,
    probability: sigmoid(logit),
    interval80: [sigmoid(logit - half), sigmoid(logit + half)] as const,
    floor: sigmoid(clamp(sum - halfWidth(positive))),
    ceiling: sigmoid(clamp(sum + halfWidth(negative))),
    conflict,
    sigma: half / C.z80.value,
  };
}

/** Precision that the evidence adds, by sign. In a group the most reliable counts full, the next half, and so on. */
function precision(contributions: readonly Contribution[]): { positive: number; negative: number } {
  const byBucket = new Map<number, number[]>();
  for (const { evidence, weight } of contributions) {
    const key = bucket(evidence, weight);
    const list = byBucket.get(key);
    const told = evidence.reliability * precisionOf(evidence.calls);
    if (list) list.push(told);
    else byBucket.set(key, [told]);
  }
  let [positive, negative] = [0, 0];
  for (const [key, reliabilities] of byBucket) {
    const added = reliabilities
      .sort((a, b) => b - a)
      .reduce(
        (sum, reliability, i) => sum + C.evidencePrecision.value * reliability * C.groupDiscount.value ** i,
        0,
      );
    if (key % 2 === 1) positive += added;
    else negative += added;
  }
  return { positive, negative };
}

/** Ten calls tell more surely than one what the next will do. */
const precisionOf = (calls: number | null): number =>
  calls === null || calls < 2 ? 1 : 1 + C.countPrecision.value * Math.log2(Math.min(calls, MOST_TELLING));
const MOST_TELLING = 64;

function coverageBy(contributions: readonly Contribution[]): number {
  const dimensions = new Set(contributions.map(({ evidence }) => evidence.row.dimension));
  let sum = 0;
  for (const dimension of dimensions) sum += coverageOf.get(dimension) ?? 0;
  // The shares are hundredths: rounded, the sum does not depend on the order of adding.
  return Math.round(sum * 100) / 100;
}
