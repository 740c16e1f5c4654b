import type { View } from './view.ts';

/** What a frame says of its signal. */
export interface Meaning {
  readonly signal: string;
  readonly state: 'present' | 'absent';
}

/** A frame holds where every concept group of `all` has a term and no concept of `none` has one. */
export interface Frame extends Meaning {
  readonly all: readonly (readonly string[])[];
  readonly none: readonly string[];
  /** What the negated frame says; null: nothing. */
  readonly negated: Meaning | null;
  /** May words that nobody knows stand for a name? */
  readonly names: boolean;
  /** Does it tell of a rule, in which "if" and "will" are no plans? */
  readonly rule: boolean;
}

export interface Match {
  readonly meaning: Meaning;
  readonly frame: Frame;
  readonly views: readonly View[];
  readonly negated: boolean;
  /** Was every word of these clauses understood? */
  readonly whole: boolean;
}

const LONGEST_WINDOW = 4;

/** Frames that hold in the clauses of one sentence: in the fewest clauses that hold any, each clause once. */
export function matchFrames(views: readonly View[], frames: readonly Frame[]): Match[] {
  const used = new Set<View>();
  const found: Match[] = [];
  for (let length = 1; length <= Math.min(LONGEST_WINDOW, views.length); length += 1) {
    for (let from = 0; from + length <= views.length; from += 1) {
      const window = views.slice(from, from + length);
      if (window.some((view) => used.has(view))) continue;
      const matches = matchWindow(window, frames);
      if (matches.length === 0) continue;
      for (const view of window) used.add(view);
      found.push(...matches);
    }
  }
  return found;
}

function matchWindow(views: readonly View[], frames: readonly Frame[]): Match[] {
  const concepts = new Set(views.flatMap((view) => [...view.concepts]));
  const polarity = polarityOf(views);
  if (polarity === 'unclear' || concepts.has('REVERSE')) return [];
  const negated = polarity === 'negated';
  const modality = views[0]!.modality;
  const holding = frames.filter(
    ({ all, none, rule }) =>
      (modality === 'asserted' || (rule && modality === 'planned')) &&
      all.every((group) => group.some((concept) => concepts.has(concept))) &&
      !none.some((concept) => concepts.has(concept)),
  );
  const spent = new Set(holding.flatMap(({ all }) => all.flat()));
  const stated = views.flatMap(({ terms }) =>
    terms.filter(({ roles }) => roles.every((role) => role === 'state' || role === 'operator') && roles.includes('state')),
  );
  const leftOver = stated.some((term) => !term.concepts.some((concept) => spent.has(concept)));
  const partly = concepts.has('PARTLY') || concepts.has('RARELY');
  const unknown = views.some((view) => view.unknown.length > 0);
  return holding.flatMap((frame): Match[] => {
    const meaning = negated ? frame.negated : frame;
    if (!meaning) return [];
    const whole = !leftOver && !partly && (frame.names || !unknown);
    return [{ meaning: { signal: meaning.signal, state: meaning.state }, frame, views, negated, whole }];
  });
}

/** Negators of the clauses. Two of them make an assertion only where one says "it is not true that". */
export function polarityOf(views: readonly View[]): 'asserted' | 'negated' | 'unclear' {
  const count = (concept: string) =>
    views.reduce((sum, { terms }) => sum + terms.filter(({ concepts }) => concepts.includes(concept)).length, 0);
  const [plain, whole] = [count('NOT'), count('NOT_TRUE')];
  if (plain > 1 || whole > 1) return 'unclear';
  return (plain + whole) % 2 === 0 ? 'asserted' : 'negated';
}
