import { type Kind, kindGiven, kindOf } from './archetype.ts';
import { readStatedFacts } from './facts.ts';
import type { FoundFriction } from './found.ts';
import { type FrictionWords, findFrictions, readFrictions } from './frictions.ts';
import { type GivenFact, withGiven } from './given.ts';
import { type Solved, solvePrice } from './price.ts';
import type { AuditInput } from './schema.ts';
import type { StatedFacts } from './stated.ts';
import { UNKNOWN } from './tables/facts.ts';
import type { ArchetypeId } from './tables/shapes.ts';

/** All that a text says, read once. */
export interface ReadText {
  readonly input: AuditInput;
  readonly kind: Kind;
  readonly reading: StatedFacts;
  readonly words: FrictionWords;
}

/** What follows from it: the decisions of an audit, without its sentences. */
export interface Weighed {
  readonly kind: Kind;
  readonly reading: StatedFacts;
  readonly solved: Solved;
  readonly found: readonly FoundFriction[];
}

export const readText = (input: AuditInput): ReadText => ({
  input,
  kind: kindOf(input),
  reading: withGiven(readStatedFacts(input), input.facts ?? []),
  words: readFrictions(input),
});

const HUMAN_WORK = 'F26';
/** People do the work, as far as a given fact or the text says: of a report in so many words. */
function isByPeople(kind: Kind, { claims }: FrictionWords, { given }: StatedFacts): boolean {
  const told = given.get(HUMAN_WORK)?.value;
  if (told !== undefined) return told === 'yes';
  return claims.some(
    ({ row, evidence }) => row.id === HUMAN_WORK && (evidence.length > 0 || kind.id === 'translation'),
  );
}

/** The decisions, with further facts beside those of the body. Cheap: no text is read again. */
export function weigh(text: ReadText, further: readonly GivenFact[] = []): Weighed {
  const named = further.find(({ id }) => id === 'kind')?.value;
  const kind =
    named === undefined || named === UNKNOWN ? text.kind : kindGiven(named as ArchetypeId, text.kind);
  const reading = withGiven(text.reading, further);
  const solved = solvePrice(kind.route, reading, isByPeople(kind, text.words, reading));
  return { kind, reading, solved, found: findFrictions(text.words, kind, reading, solved) };
}
