import { type Combined, combine } from './combine.ts';
import { best, type Stakes } from './commercial.ts';
import { decideAction, type Holds } from './decide.ts';
import { type Evidence, signalEvidence } from './evidence.ts';
import { type ClosedGate, closedGates } from './gating.ts';
import { type ActionRule, SIGNALS, type SignalRow } from './tables/index.ts';
import type { OrderTerms } from './terms.ts';
import type { Wish } from './wish.ts';

/** One request, read: what every "what if" starts from. */
export interface ReadCase {
  readonly evidence: readonly Evidence[];
  readonly terms: OrderTerms;
  readonly stakes: Stakes;
  readonly wishes: readonly Wish[];
  readonly asOfDay: string;
  /** What a statement says that one call costs now, in dollars; null: none says that the price rose. */
  readonly risenTo: number | null;
  readonly previewUnread: boolean;
  /** Was a number, constraint or negation of goal or constraints not understood? */
  readonly unread: boolean;
}

export interface Evaluated {
  readonly combined: Combined;
  readonly gates: readonly ClosedGate[];
  readonly rule: ActionRule;
}

/** The answer to a case, or to the case with other evidence. */
export function evaluateCase(one: ReadCase, evidence: readonly Evidence[] = one.evidence): Evaluated {
  const combined = combine(evidence);
  const gates = closedGates(evidence, one.terms, one.wishes, one.asOfDay, one.risenTo);
  const { stakes, previewUnread } = one;
  const gated = gates.length > 0;
  return {
    combined,
    gates,
    rule: decideAction({ combined, stakes, gated, previewUnread, holds: holdsOf(one) }),
  };
}

const holdsOf = ({ wishes, unread }: ReadCase): Holds => ({
  noSpend: wishes.some(({ kind }) => kind === 'noSpend'),
  approval: wishes.some(({ kind }) => kind === 'approval'),
  unread,
});

export interface Worth {
  readonly row: SignalRow;
  /** Chance that it turns out to hold, implied by the model's own probabilities. */
  readonly chance: number;
  readonly ifPresent: Evaluated;
  readonly ifAbsent: Evaluated;
  /** Expected gain in dollars of knowing it before deciding; never negative. */
  readonly usd: number;
}

const LEAST_SPREAD = 1e-12;

/** What each signal that is not known yet would be worth, dearest first. Only signals whose presence and absence both count. */
export function valueOfInformation(one: ReadCase, now: Evaluated): Worth[] {
  const known = new Set(one.evidence.map(({ row }) => row.id));
  const open = SIGNALS.filter((row) => !row.derived && row.absent !== null && !known.has(row.id));
  const current = best(now.combined.probability, one.stakes);
  const worths = open.flatMap((row): Worth[] => {
    const ifPresent = evaluateCase(one, [...one.evidence, signalEvidence(row.id, 'present')]);
    const ifAbsent = evaluateCase(one, [...one.evidence, signalEvidence(row.id, 'absent')]);
    const [high, low] = [ifPresent.combined.probability, ifAbsent.combined.probability];
    if (Math.abs(high - low) < LEAST_SPREAD) return [];
    // The chance that keeps the expected probability where it is now: the model must not expect to be surprised.
    const chance = Math.min(1, Math.max(0, (now.combined.probability - low) / (high - low)));
    const expected = chance * best(high, one.stakes) + (1 - chance) * best(low, one.stakes);
    return [{ row, chance, ifPresent, ifAbsent, usd: Math.max(0, expected - current) }];
  });
  return worths.sort((a, b) => b.usd - a.usd || spreadOf(b) - spreadOf(a));
}

const spreadOf = ({ ifPresent, ifAbsent }: Worth): number =>
  Math.abs(ifPresent.combined.probability - ifAbsent.combined.probability);

export const paysBy = (rule: ActionRule): boolean =>
  rule.action === 'pay_once_capped' || rule.action === 'scale_within_cap';

export interface Step {
  readonly row: SignalRow;
  readonly outcome: Evaluated;
}

const MAX_STEPS = 4;

/** Shortest greedy way to an answer that pays: what can be had for free alone if that is enough, otherwise anything. */
export function wayToPaying(one: ReadCase): {
  steps: readonly Step[];
  reaches: boolean;
  freeOnly: boolean;
} {
  const free = climb(one, (row) => row.free);
  if (free.reaches) return { ...free, freeOnly: true };
  const any = climb(one, () => true);
  return any.reaches ? { ...any, freeOnly: false } : { ...free, freeOnly: true };
}

function climb(
  one: ReadCase,
  allowed: (row: SignalRow) => boolean,
): { steps: readonly Step[]; reaches: boolean } {
  const taken = [...one.evidence];
  const steps: Step[] = [];
  while (steps.length < MAX_STEPS) {
    const step = bestStep(one, taken, allowed);
    if (!step) break;
    taken.push(signalEvidence(step.row.id));
    steps.push(step);
    if (paysBy(step.outcome.rule)) return { steps, reaches: true };
  }
  return { steps, reaches: false };
}

function bestStep(
  one: ReadCase,
  taken: readonly Evidence[],
  allowed: (row: SignalRow) => boolean,
): Step | undefined {
  const touched = new Set(taken.map(({ row }) => row.id));
  let bestSoFar: Step | undefined;
  for (const row of SIGNALS) {
    if (row.derived || row.present <= 0 || touched.has(row.id) || !allowed(row)) continue;
    const outcome = evaluateCase(one, [...taken, signalEvidence(row.id)]);
    if (!bestSoFar || outranks(outcome, bestSoFar.outcome)) bestSoFar = { row, outcome };
  }
  return bestSoFar;
}

function outranks(a: Evaluated, b: Evaluated): boolean {
  if (paysBy(a.rule) !== paysBy(b.rule)) return paysBy(a.rule);
  return a.combined.probability > b.combined.probability;
}

/** Bad news that would turn a paying answer round. */
const BAD_NEWS = ['paid_then_failed', 'payto_changed', 'challenge_malformed'] as const;

export function whatWouldFlip(one: ReadCase): Step[] {
  return BAD_NEWS.map((signal) => {
    const added = signalEvidence(signal);
    return { row: added.row, outcome: evaluateCase(one, [...one.evidence, added]) };
  }).filter(({ outcome }) => !paysBy(outcome.rule));
}

/** For each closed gate: what the answer would be with that gate alone open. */
export function ifResolved(
  one: ReadCase,
  gates: readonly ClosedGate[],
): { gate: ClosedGate; outcome: Evaluated }[] {
  return gates.map((gate) => {
    const evidence = one.evidence.filter(({ row }) => row.id !== gate.signal);
    const combined = combine(evidence);
    const others = gates.filter((other) => other !== gate);
    const { stakes, previewUnread } = one;
    return {
      gate,
      outcome: {
        combined,
        gates: others,
        rule: decideAction({
          combined,
          stakes,
          gated: others.length > 0,
          previewUnread,
          holds: holdsOf(one),
        }),
      },
    };
  });
}
