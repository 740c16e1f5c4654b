import { statedAge } from './age.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { CUES, type CueRow } from './tables/cues.ts';
import { CONCEPTS, OPERATORS, PHRASES, REACH } from './tables/lexicon.ts';

/**
 * Reads one cleaned statement as evidence. Every step is one pass over its words: no expression here can backtrack.
 * A statement that hedges, asks, or tells the reader what to answer is no evidence.
 */
export function readStatements(text: string, asOfDay: string): Evidence[] {
  const clauses = splitClauses(text);
  const words = clauses.flat();
  if (words.some((word) => instructions.has(word))) return [];
  const itemAge = statedAge(text, asOfDay);
  if (itemAge === undefined) return [];
  const claimed = words.some((word) => claims.has(word));
  const found: Evidence[] = [];
  for (const clause of clauses.filter((part) => !part.some((word) => hedges.has(word)))) {
    const occurrences = locate(clause);
    for (const cue of cuesFor(occurrences, false)) read(cue, clause, occurrences);
  }
  if (!words.some((word) => hedges.has(word))) {
    const occurrences = locate(words);
    for (const cue of cuesFor(occurrences, true)) read(cue, words, occurrences);
  }
  return found;

  function read(cue: CueRow, clause: readonly string[], occurrences: Occurrences): void {
    const span = closest(cue, occurrences);
    if (!span || cue.none.some((concept) => occurrences.has(concept))) return;
    const { signal, state } = meaning(cue, isNegated(clause, span));
    found.push(evidenceOf(signal, state, claimed ? 'claimed' : 'observed', itemAge ?? null));
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where each concept occurs in a clause. */
type Occurrences = ReadonlyMap<string, readonly number[]>;

const wordSet = (text: string): WordSet => {
  const all = text.split(' ');
  const stems = all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const exact = new Set(all.filter((word) => !word.endsWith('*')));
  return { has: (word) => exact.has(word) || stems.some((stem) => word.startsWith(stem)) };
};

interface WordSet {
  has(word: string): boolean;
}

const claims = wordSet(OPERATORS.claims);
const hedges = wordSet(OPERATORS.hedges);
const instructions = wordSet(OPERATORS.instructions);
const trailing = wordSet(OPERATORS.trailingNegators);
const breaks = wordSet(OPERATORS.scopeBreaks);
const leading = wordSet(OPERATORS.negators);

const TOKEN = /\$?[\p{L}\p{N}_]+(?:[.'][\p{L}\p{N}]+)*|[%?]|[,;.!|]/gu;
const CLAUSE_END = /^[,;.!|]$/;
const LONGEST_PHRASE = 3;
const phraseStarts = new Set(Object.keys(PHRASES).map((phrase) => phrase.split(' ', 1)[0]!));

function splitClauses(text: string): string[][] {
  const clauses: string[][] = [[]];
  for (const [token] of text.matchAll(TOKEN)) {
    if (CLAUSE_END.test(token)) clauses.push([]);
    else clauses.at(-1)!.push(token);
  }
  return clauses.filter((clause) => clause.length > 0).map(joinPhrases);
}

function joinPhrases(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < words.length; ) {
    let length = phraseStarts.has(words[i]!) ? LONGEST_PHRASE : 0;
    while (length > 0 && !Object.hasOwn(PHRASES, words.slice(i, i + length).join(' '))) length -= 1;
    joined.push(length > 0 ? PHRASES[words.slice(i, i + length).join(' ')]! : words[i]!);
    i += Math.max(length, 1);
  }
  return joined;
}

const exactWords = new Map<string, string[]>();
const stemWords = new Map<string, string[]>();
const stemLengths = new Set<number>();
for (const [concept, words] of Object.entries(CONCEPTS)) {
  for (const word of words.split(' ')) {
    const stem = word.endsWith('*');
    const key = stem ? word.slice(0, -1) : word;
    const into = stem ? stemWords : exactWords;
    into.set(key, [...(into.get(key) ?? []), concept]);
    if (stem) stemLengths.add(key.length);
  }
}

function locate(words: readonly string[]): Occurrences {
  const found = new Map<string, number[]>();
  const add = (concept: string, at: number) => {
    const list = found.get(concept);
    if (!list) found.set(concept, [at]);
    else if (list.at(-1) !== at) list.push(at);
  };
  words.forEach((word, at) => {
    for (const concept of exactWords.get(word) ?? []) add(concept, at);
    for (const length of stemLengths) {
      if (word.length >= length)
        for (const concept of stemWords.get(word.slice(0, length)) ?? []) add(concept, at);
    }
  });
  return found;
}

const cuesByFirst = new Map<string, CueRow[]>();
for (const cue of CUES) cuesByFirst.set(cue.all[0]!, [...(cuesByFirst.get(cue.all[0]!) ?? []), cue]);

function cuesFor(occurrences: Occurrences, acrossClauses: boolean): CueRow[] {
  const cues: CueRow[] = [];
  for (const concept of occurrences.keys()) {
    for (const cue of cuesByFirst.get(concept) ?? []) if (cue.acrossClauses === acrossClauses) cues.push(cue);
  }
  return cues;
}

/** Tightest span that holds every concept of the cue, if it is tight enough. */
function closest(cue: CueRow, occurrences: Occurrences): Span | undefined {
  const [first = [], ...rest] = cue.all.map((concept) => occurrences.get(concept) ?? []);
  if (rest.some((places) => places.length === 0)) return undefined;
  let best: Span | undefined;
  for (const anchor of first) {
    let [from, to] = [anchor, anchor];
    for (const places of rest) {
      const near = nearest(places, anchor);
      from = Math.min(from, near);
      to = Math.max(to, near);
    }
    if (to - from <= REACH.span && (!best || to - from < best.to - best.from)) best = { from, to };
  }
  return best;
}

const nearest = (places: readonly number[], to: number): number =>
  places.reduce((best, place) => (Math.abs(place - to) < Math.abs(best - to) ? place : best));

function meaning(cue: CueRow, negated: boolean): Pick<Evidence, 'state'> & { signal: string } {
  if (!negated) return { signal: cue.signal, state: cue.state };
  return cue.negated ?? { signal: cue.signal, state: cue.state === 'present' ? 'absent' : 'present' };
}

/** Is there a negator inside the span, shortly before it or right after it, within the same thought? */
function isNegated(clause: readonly string[], span: Span): boolean {
  const isNegator = (word: string) => leading.has(word) || word.endsWith("n't");
  for (let i = span.from + 1; i < span.to; i += 1) if (isNegator(clause[i]!)) return true;
  for (let i = span.from - 1; i >= Math.max(0, span.from - REACH.negatorBefore); i -= 1) {
    if (breaks.has(clause[i]!)) break;
    if (isNegator(clause[i]!)) return true;
  }
  for (let i = span.to + 1; i <= Math.min(clause.length - 1, span.to + REACH.negatorAfter); i += 1) {
    if (breaks.has(clause[i]!)) break;
    if (trailing.has(clause[i]!) || clause[i]!.endsWith("n't")) return true;
  }
  return false;
}
