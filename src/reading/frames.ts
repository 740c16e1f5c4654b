import { once } from '../values/once.ts';
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

/** Places of the frames of a table by each concept that their first group may begin with. */
const placesOf = once((frames: readonly Frame[]): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const [at, { all }] of frames.entries())
    for (const concept of all[0]!) places.set(concept, [...(places.get(concept) ?? []), at]);
  return places;
});

/** Frames whose first group has a term nearby, in the order of the table. */
function beginningWith(frames: readonly Frame[], near: ReadonlySet<string>): Frame[] {
  const byConcept = placesOf(frames);
  const found = new Set<number>();
  for (const concept of near) for (const at of byConcept.get(concept) ?? []) found.add(at);
  return [...found].sort((a, b) => a - b).map((at) => frames[at]!);
}

/** Frames that hold in the clauses of one sentence: in the fewest clauses that hold any, each clause once. */
export function matchFrames(
  views: readonly View[],
  frames: readonly Frame[],
  taken: readonly View[] = [],
): Match[] {
  const near = new Set(views.flatMap(({ concepts }) => [...concepts]));
  const possible = beginningWith(frames, near).filter(
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
    // "No refunds, never" says it twice.
    const twice = match.negated || match.frame.state === 'absent';
    if (!denied || twice) return [{ ...match, whole: false }];
    return match.frame.negated
      ? [
          {
            ...match,
            meaning: match.frame.negated,
            negated: true,
            whole: match.whole && isAnswer(denied) && open.length === 1,
          },
        ]
      : [];
  });
}

const usesOf = ({ all }: Frame, { concepts }: View): boolean =>
  all.some((group) => group.some((concept) => concepts.has(concept)));

/** "There is none", "without luck": takes back the clause before it and speaks of nothing itself. */
const isDenial = ({ concepts, terms, clause }: View): boolean =>
  (concepts.has('NOT') || concepts.has('REVERSE') || concepts.has('NOT_TRUE')) &&
  terms.length <= 5 &&
  !FOLLOWS.has(clause.tokens[0]!.text) &&
  terms.every(
    ({ roles, concepts: said }) =>
      !roles.includes('thing') && !roles.includes('state') && !said.some((one) => EVENTFUL.has(one)),
  );

/** "payto changed: none". */
const isAnswer = ({ clause: { tokens } }: View): boolean =>
  tokens.length === 1 && tokens[0]!.forms[0] === '#unset';

/** Concepts that make a clause tell of something of its own: "the agent could not sign". */
const EVENTFUL = new Set(['SIGNED', 'SIGNED_TX', 'PAID', 'CHARGED', 'BILL', 'OUT_GOOD', 'LEARN']);

/** What begins a clause that says what followed. */
const FOLLOWS = new Set(['so', 'because', 'therefore', 'hence', 'thus']);

/** Can a clause that nothing was read from turn round what its neighbours say? */
const canTurn = ({ concepts, terms }: View): boolean =>
  concepts.has('NOT') ||
  concepts.has('NOT_TRUE') ||
  concepts.has('REVERSE') ||
  terms.some(({ roles }) => roles.includes('state') && roles.every((role) => role === 'state'));

function matchWindow(views: readonly View[], frames: readonly Frame[]): Match[] {
  const concepts = new Set(views.flatMap((view) => [...view.concepts]));
  if (concepts.has('REVERSE')) return [];
  const modality = views[0]!.modality;
  const holding = frames.filter(
    ({ all, none, rule }) =>
      (modality === 'asserted' || (rule && modality === 'planned' && !concepts.has('PLAN'))) &&
      all.every((group) => group.some((concept) => concepts.has(concept))) &&
      !none.some((concept) => concepts.has(concept)),
  );
  const spent = new Set(holding.flatMap(({ all }) => all.flat()));
  const stated = views.flatMap(({ terms }) =>
    terms.filter(({ roles }) => roles.every((role) => role === 'state')),
  );
  const leftOver = stated.some((term) => !term.concepts.some((concept) => spent.has(concept)));
  const partly = concepts.has('PARTLY') || concepts.has('RARELY');
  const unknown = views.some((view) => view.unknown.length > 0);
  return holding.flatMap((frame): Match[] => {
    const polarity = polarityOf(views, frame);
    if (polarity === null) return [];
    const { negated, strict } = polarity;
    const meaning = negated ? frame.negated : frame;
    if (!meaning || !(negated || frame.asserted)) return [];
    if (modality === 'planned' && !ruleHolds(views, frame)) return [];
    const acrossNot =
      negated &&
      !views.some(
        (view) =>
          (view.concepts.has('NOT') || view.concepts.has('NOT_TRUE')) &&
          frame.all.at(-1)!.some((one) => view.concepts.has(one)),
      );
    const strange = views.some(({ terms }) => terms.some((term) => isStrange(term, frame)));
    const whole = strict && !leftOver && !partly && !acrossNot && !strange && (frame.names || !unknown);
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

interface Polarity {
  readonly negated: boolean;
  /** Is it plain what each negator speaks of? */
  readonly strict: boolean;
}

/** Does the frame hold or its negation? Null: what a negator speaks of is not understood, or there is more than one. */
function polarityOf(views: readonly View[], frame: Frame): Polarity | null {
  let [negators, strict] = [0, true];
  for (const view of views) {
    if (view.terms.some((term) => hidesNegator(view, term, frame))) return null;
    for (const at of negatorsOf(view)) {
      const reach = reachOf(view, at, frame);
      if (reach === 'elsewhere') return null;
      if (reach === 'spent') strict = false;
      else negators += 1;
      if (reach === 'far') strict = false;
    }
  }
  const denials = views.reduce((sum, { terms }) => sum + terms.filter(isNotTrue).length, 0);
  if (negators > 1 || denials > 1) return null;
  return { negated: (negators + denials) % 2 === 1, strict };
}

/** "Doesn't answer", looked up as a whole, in a clause of which something else is read: what it denies is not known. */
const hidesNegator = ({ clause: { tokens } }: View, term: Term, frame: Frame): boolean =>
  term.last > term.first &&
  term.roles.every((role) => role === 'state') &&
  !isPart(frame, term) &&
  DENIES.test(tokens[term.first]!.text);
const DENIES = /^(?:not|no|never|none|nothing|nobody|without|cannot|nowhere|neither)$|n't$/;

const isNotTrue = ({ concepts }: Term): boolean => concepts.includes('NOT_TRUE');

/** Places of the negators. "Neither A nor B" negates once. */
function negatorsOf({ terms, clause }: View): number[] {
  const places = (concept: string) =>
    terms.flatMap(({ concepts }, at) => (concepts.includes(concept) ? [at] : []));
  const plain = [...new Set([...places('NOT'), ...places('NOBODY')])].sort((a, b) => a - b);
  const denied = terms.some(({ first }) => DENIES.test(clause.tokens[first]!.text));
  if (plain.length === 0) return denied ? [] : places('NOR').slice(0, 1);
  // "isn't declared neither": the last one only echoes.
  const last = terms[plain.at(-1)!]!;
  return plain.length > 1 && clause.tokens[last.first]!.text === 'neither' ? plain.slice(0, -1) : plain;
}

/** Negators that govern the noun behind them and nothing before them. */
const PREPOSITIONAL = new Set(['without', 'no', 'nothing', 'lacking', 'zero', 'none', 'not a', 'sans']);

/**
 * What a negator speaks of: the frame ("direct", or "far" past other words), a noun of its own behind it ("rose without
 * notice": "spent"), or something else.
 */
function reachOf(view: View, at: number, frame: Frame): 'direct' | 'far' | 'spent' | 'elsewhere' {
  const { terms, clause, unknown } = view;
  const negator = terms[at]!;
  if (isPart(frame, negator)) return 'direct';
  const behind = terms.slice(at + 1);
  const next = behind.findIndex(
    (one) => isPart(frame, one) || one.roles.includes('thing') || one.roles.every((role) => role === 'state'),
  );
  if (!terms.some((term) => isPart(frame, term))) return 'direct';
  const before = terms.slice(0, at).some((term) => isPart(frame, term));
  const preposition = PREPOSITIONAL.has(clause.tokens[negator.first]!.text);
  const found = behind[next];
  if (found && (isPart(frame, found) || found.concepts.some((one) => frame.through.has(one)))) {
    const between = behind.slice(0, next);
    const strange = unknown.some(
      ({ from }) => from > clause.tokens[negator.last]!.from && from < clause.tokens[found.first]!.from,
    );
    return strange || between.some((one) => !isLight(one)) ? 'far' : 'direct';
  }
  const content = behind.some((one) => !one.concepts.includes('FUNCTION'));
  const odd = unknown.some(({ from }) => from > clause.tokens[negator.last]!.from);
  if (preposition && before && (content || odd)) return 'spent';
  if (found) return 'elsewhere';
  if (odd || behind.some((one) => one.roles.every((role) => role === 'operator'))) return 'elsewhere';
  return 'direct';
}

/** Words that may stand between a negator and what it negates: "has not been", "have not seen any". */
const isLight = ({ concepts }: Term): boolean =>
  concepts.some((one) => one === 'FUNCTION' || one === 'PERCEIVE' || one === 'OWN' || one === 'NOT');
