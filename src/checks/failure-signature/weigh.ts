import { inContext, MIN_KNOWN, tellsOfFailure } from './context.ts';
import { decidedIn } from './decisive.ts';
import type { Cause } from './dictionary/causes.ts';
import { type CauseEvidence, type Symptom, wrapped } from './evidence.ts';
import { bySide, groundsOf } from './grounds.ts';
import type { Pasted } from './read.ts';
import type { Signature } from './signature.ts';

/** What of a text speaks for which cause, and how much. */

/** Statuses that say something by themselves. */
const STATUS_CAUSE: Readonly<Record<number, Cause>> = {
  429: 'rate_limited',
  431: 'header_too_large',
  500: 'upstream_error',
  502: 'upstream_error',
  503: 'upstream_error',
  504: 'network_timeout',
  405: 'request_invalid',
  415: 'request_invalid',
  422: 'request_invalid',
};

export function evidenceOf(symptom: Symptom, signatures: readonly Signature[]): readonly CauseEvidence[] {
  const { pasted, statusCode } = symptom;
  const grounds = groundsOf(symptom, inContext(symptom), signatures);
  const statuses = new Set([...pasted.statuses, ...(statusCode === undefined ? [] : [statusCode])]);
  if (!tellsOfFailure(symptom, grounds)) return [];
  return [
    ...grounds,
    ...decidedIn(pasted, grounds, bySide(pasted, words(pasted))),
    ...[...statuses].flatMap((status) => {
      const cause = STATUS_CAUSE[status];
      return cause
        ? [{ cause, weight: wrapped(cause, 22), sure: false, own: false, on: 'statusCode' as const }]
        : [];
    }),
  ];
}

/** How much the words of a text weigh beside codes and messages. */
const BY_WORDS = 45;
/** Chances below this say nothing. */
const MIN_CHANCE = 0.01;

/** How much it weighs that a text is told as one was before, and from where on. */
const BY_LIKENESS = 150;
const MIN_LIKENESS = 0.2;

/** What the words of a text tell, by examples: all together, and by the nearest. */
function words({ chances }: Pasted): CauseEvidence[] {
  if (chances.known < MIN_KNOWN) return [];
  const told = (cause: Cause, weight: number): CauseEvidence => ({
    cause,
    weight,
    sure: false,
    own: false,
    on: 'errorText',
    words: true,
  });
  return [
    ...[...chances.of].flatMap(([cause, chance]) =>
      chance > MIN_CHANCE ? [told(cause, BY_WORDS * Math.log(chance / MIN_CHANCE))] : [],
    ),
    ...[...chances.near.causes].flatMap(([cause, like]) =>
      like > MIN_LIKENESS ? [told(cause, BY_LIKENESS * (like - MIN_LIKENESS))] : [],
    ),
  ];
}

/** A cause with all that speaks for it, the weightiest first. */
export interface Ranked {
  readonly cause: Cause;
  readonly weight: number;
  readonly sure: boolean;
  readonly evidence: readonly CauseEvidence[];
}

/** More than one trace of a cause speaks for it, each further one less. */
const FURTHER = 0.18;
/** Below this nothing is called a match. */
const MIN_WEIGHT = 12;
/** A cause that another one nearly equals is not sure. */
const MARGIN = 0.72;
/** Grounds of this weight make another cause possible, however much there is for the first. */
const GROUNDS = 45;
const HALF = 0.6;

export function ranked(evidence: readonly CauseEvidence[]): readonly Ranked[] {
  const causes = [...Map.groupBy(evidence, ({ cause }) => cause)]
    .map(([cause, own]) => {
      const sorted = own.toSorted((a, b) => b.weight - a.weight);
      const byWords = own.reduce((sum, { words: told, weight }) => sum + (told ? weight : 0), 0);
      const [first = 0, ...others] = sorted.filter((each) => !each.words).map((each) => each.weight);
      const further = others.reduce((sum, weight) => sum + weight, 0);
      return {
        cause,
        weight: first + FURTHER * Math.min(further, 120) + byWords,
        sure: sorted.some(({ sure }) => sure),
        evidence: sorted,
      };
    })
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((a, b) => b.weight - a.weight || (a.cause < b.cause ? -1 : 1));
  const [best, ...rest] = causes;
  const alone = rest.every(
    ({ weight, evidence: own }) =>
      weight < best!.weight * MARGIN &&
      own.every((each) => !each.sure || each.weight < Math.max(GROUNDS, best!.weight * HALF)),
  );
  const isSure = best?.sure === true && alone;
  // Beside what is sure, what only the words of the text might mean is noise.
  const kept = isSure ? causes.filter(({ evidence: own }) => own.some(({ words: told }) => !told)) : causes;
  return kept.map((each) => ({ ...each, sure: isSure && each === best }));
}
