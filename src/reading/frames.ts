import type { View } from './view.ts';
import type { Term } from './vocabulary.ts';

/** What a frame says of its signal. */
export interface Meaning {
  readonly signal: string;
  readonly state: 'present' | 'absent';
}

/** A frame holds where every concept group of `all` has a term and no concept of `none` has one. */
export interface Frame extends Meaning {
  readonly all: readonly (readonly string[])[];
  readonly none: readonly string[];
  /** Those of `none` that may not stand anywhere in the sentence. */
  readonly nowhere: readonly string[];
  /** What the negated frame says; null: nothing. */
  readonly negated: Meaning | null;
  /** May words that nobody knows stand for a name? */
  readonly names: boolean;
  /** Does it tell of a rule, in which "if" and "will" are no plans? */
  readonly rule: boolean;
  /** Looked for in the whole sentence before anything else is read from a part of it? */
  readonly wide: boolean;
  /** Does "k of n" say how far it holds? */
  readonly counted: boolean;
  /** Does the age that the text states decide what it says? */
  readonly aged: boolean;
  /** Does it hold without a negator? */
  readonly asserted: boolean;
  /** Things that may stand beside what it holds without being part of it. */
  readonly beside: ReadonlySet<string>;
  /** Things that a negator reaches through: "does not support refunds". */
  readonly through: ReadonlySet<string>;
}

export interface Match {
  readonly meaning: Meaning;
  readonly frame: Frame;
  readonly views: readonly View[];
  /** Does it follow from the negation of what the frame says? */
  readonly negated: boolean;
  /** Was every word of these clauses understood, and nothing beside them that could turn them round? */
  readonly whole: boolean;
}

const LONGEST_WINDOW = 4;

/** Frames that hold in the clauses of one sentence: in the fewest clauses that hold any, each clause once. */
export function matchFrames(
  views: readonly View[],
  frames: readonly Frame[],
  taken: readonly View[] = [],
): Match[] {
  const near = new Set(views.flatMap(({ concepts }) => [...concepts]));
  const possible = frames.filter(
    ({ all, nowhere }) =>
      !nowhere.some((one) => near.has(one)) && all.every((group) => group.some((one) => near.has(one))),
  );
  const used = new Set<View>(taken);
  const found: Match[] = [];
  const look = (window: readonly View[], among: readonly Frame[]) => {
    if (window.some((view) => used.has(view))) return;
    const matches = matchWindow(window, among);
    if (matches.length === 0) return;
    found.push(...matches);
    // A clause apart from what the frames use stays open for others.
    for (const view of window) if (matches.some(({ frame }) => usesOf(frame, view))) used.add(view);
  };
  const wide = possible.filter((frame) => frame.wide);
  for (let length = 1; length <= Math.min(LONGEST_WINDOW, views.length); length += 1)
    for (let from = 0; from + length <= views.length; from += 1) look(views.slice(from, from + length), wide);
  for (let length = 1; length <= Math.min(LONGEST_WINDOW, views.length); length += 1)
    for (let from = 0; from + length <= views.length; from += 1)
      look(views.slice(from, from + length), possible);
  const open = views.filter((view) => !used.has(view));
  const turning = open.some(canTurn);
  return found.flatMap((match): Match[] => {
    if (!turning) return [match];
    const last = views.indexOf(match.views.at(-1)!);
    const denied = open.find(
      (view) =>
        isDenial(view) &&
        (match.frame.negated === null ? views.indexOf(view) > last : views.indexOf(view) === last + 1),
    );
    if (!denied || match.negated) return [{ ...match, whole: false }];
    return match.frame.negated
      ? [{ ...match, meaning: match.frame.negated, negated: true, whole: false }]
      : [];
  });
}

const usesOf = ({ all }: Frame, { concepts }: View): boolean =>
  all.some((group) => group.some((concept) => concepts.has(concept)));

/** "There is none", "without luck": takes back the clause before it and speaks of nothing itself. */
const isDenial = ({ concepts, terms }: View): boolean =>
  (concepts.has('NOT') || concepts.has('REVERSE') || concepts.has('NOT_TRUE')) &&
  terms.length <= 5 &&
  terms.every(({ roles }) => !roles.includes('thing') && !roles.includes('state'));

/** Can a clause that nothing was read from turn round what its neighbours say? */
const canTurn = ({ concepts, terms }: View): boolean =>
  concepts.has('NOT') ||
  concepts.has('NOT_TRUE') ||
  concepts.has('REVERSE') ||
  terms.some(({ roles }) => roles.includes('state') && roles.every((role) => role === 'state'));

function matchWindow(views: readonly View[], frames: readonly Frame[]): Match[] {
  const concepts = new Set(views.flatMap((view) => [...view.concepts]));
  const polarity = polarityOf(views);
  if (polarity === 'unclear' || concepts.has('REVERSE')) return [];
  const negated = polarity === 'negated';
  const modality = views[0]!.modality;
  const holding = frames.filter(
    ({ all, none, rule }) =>
      (modality === 'asserted' || (rule && modality === 'planned' && !concepts.has('PLAN'))) &&
      all.every((group) => group.some((concept) => concepts.has(concept))) &&
      !none.some((concept) => concepts.has(concept)),
  );
  const spent = new Set(holding.flatMap(({ all }) => all.flat()));
  const stated = views.flatMap(({ terms }) =>
    terms.filter(
      ({ roles }) => roles.includes('state') && !roles.includes('plain') && !roles.includes('thing'),
    ),
  );
  const leftOver = stated.some((term) => !term.concepts.some((concept) => spent.has(concept)));
  const partly = concepts.has('PARTLY') || concepts.has('RARELY');
  const unknown = views.some((view) => view.unknown.length > 0);
  return holding.flatMap((frame): Match[] => {
    const meaning = negated ? frame.negated : frame;
    if (!meaning || !(negated || frame.asserted)) return [];
    if (views.some((view) => !negatesWithin(view, frame))) return [];
    if (modality === 'planned' && !ruleHolds(views, frame)) return [];
    const acrossNot =
      negated &&
      !views.some(
        (view) => view.concepts.has('NOT') && frame.all.at(-1)!.some((one) => view.concepts.has(one)),
      );
    const strange = views.some(({ terms }) => terms.some((term) => isStrange(term, frame)));
    const whole = !leftOver && !partly && !acrossNot && !strange && (frame.names || !unknown);
    return [{ meaning: { signal: meaning.signal, state: meaning.state }, frame, views, negated, whole }];
  });
}

const isPart = ({ all }: Frame, { concepts }: Term): boolean =>
  all.some((group) => group.some((one) => concepts.includes(one)));

/** A thing that the frame knows nothing of. */
const isStrange = (term: Term, frame: Frame): boolean =>
  term.roles.every((role) => role === 'thing') &&
  !isPart(frame, term) &&
  !term.concepts.some((one) => frame.beside.has(one));

/** A negator speaks of what follows it: "a call without any account gets a 402" negates the account alone. */
function negatesWithin({ terms }: View, frame: Frame): boolean {
  return terms.every((term, at) => {
    if (!term.concepts.includes('NOT') || isPart(frame, term)) return true;
    const next = terms
      .slice(at + 1)
      .find(
        (one) =>
          isPart(frame, one) || one.roles.includes('thing') || one.roles.every((role) => role === 'state'),
      );
    return !next || isPart(frame, next) || next.concepts.some((one) => frame.through.has(one));
  });
}

/** "If a call fails, it is free" is a rule. What stands under the condition as a whole, or under another one, is none. */
function ruleHolds(views: readonly View[], frame: Frame): boolean {
  return views.every(({ terms }) => {
    const at = terms.findIndex(({ concepts }) => concepts.includes('IF'));
    if (at < 0) return true;
    const under = terms.slice(at + 1).filter((term) => isPart(frame, term));
    const groups = frame.all.filter((group) =>
      under.some(({ concepts }) => group.some((one) => concepts.includes(one))),
    );
    return groups.length > 0 && groups.length < frame.all.length;
  });
}

/** Negators of the clauses. Two of them make an assertion only where one says "it is not true that". */
function polarityOf(views: readonly View[]): 'asserted' | 'negated' | 'unclear' {
  const count = (concept: string) =>
    views.reduce(
      (sum, { terms }) => sum + terms.filter(({ concepts }) => concepts.includes(concept)).length,
      0,
    );
  // "Neither A nor B" negates once.
  const [plain, whole] = [count('NOT') || Math.min(1, count('NOR')), count('NOT_TRUE')];
  if (plain > 1 || whole > 1) return 'unclear';
  return (plain + whole) % 2 === 0 ? 'asserted' : 'negated';
}
