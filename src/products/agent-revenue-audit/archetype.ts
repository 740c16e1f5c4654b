import type { FrictionEvidence } from './found.ts';
import { archetypesOf, kindWordOf, UNDECIDED } from './learnt/classes.ts';
import { type Chance, CLEAR, kindChancesOf, shareOfKind } from './learnt/kind.ts';
import { type LexiconHit, type Passage, phraseTable, scan } from './lexicon.ts';
import { clausesOf, factorAt, HEAD_NOUN, HEAD_NOUN_FACTOR, offerPartsOf, offerSentencesOf } from './offer.ts';
import type { AuditInput } from './schema.ts';
import { UNKNOWN } from './tables/facts.ts';
import { ROUTES } from './tables/routes.ts';
import type { ArchetypeId, RouteRow } from './tables/shapes.ts';
import { spanOf } from './words.ts';

export interface Candidate {
  readonly id: ArchetypeId;
  readonly score: number;
  /** The first hit that speaks for it, verbatim in the input. */
  readonly hits: readonly Scored[];
  /** Words that name the kind by themselves, where any do. */
  readonly said?: FrictionEvidence;
}

export interface Kind {
  readonly id: ArchetypeId | 'mixed' | 'unclear';
  readonly route: RouteRow;
  readonly score: number;
  readonly candidates: readonly Candidate[];
  /** Which part of the input named the kind: normally the offer. */
  readonly readFrom: 'currentOffer' | 'currentProblem' | 'serviceName' | 'facts' | 'nothing';
}

interface Cue {
  readonly row: RouteRow;
  readonly weight: number;
}

const CUES = phraseTable(
  ROUTES.flatMap((row) =>
    Object.entries(row.cues).map(([phrase, weight]) => [phrase, { row, weight }] as const),
  ),
);
const UNCLEAR = ROUTES.find((row) => row.archetype === 'unclear')!;
/** One clear naming of an excluded output is enough, whatever else the offer holds. */
const EXCLUDED_AT = 4;
/** The winner leads by at least this share of its score, or the offer is mixed. */
const LEXICON_MARGIN_PERCENT = 12;
/** The likeliest kind is at least this likely beside the second, or the offer is mixed. */
const MARGIN_PERCENT = 105;
/** Of so few words the lexicon's are all that is said. */
const FEW_WORDS = 6;
/** Where the lexicon knows no word, a kind that is less likely than this is not named. */
const LEAST_SHARE_PERCENT = { short: 50, long: 20 };

/**
 * What kind of thing is sold, from what the offer says is returned, billed or offered. The service name is read only
 * when neither offer nor problem names a kind, so that renaming a service cannot change an answer that rests on its
 * offer.
 */
export function kindOf(input: AuditInput): Kind {
  const given = (id: string) => input.facts?.find((one) => one.id === id)?.value;
  const named = given('kind');
  const returns = given('returns');
  const unsaid = readKind(input, returns === UNKNOWN ? undefined : returns);
  const read = { ...unsaid, candidates: unsaid.candidates.map((one) => withWords(one, input)) };
  return named === undefined || named === UNKNOWN ? read : kindGiven(named as ArchetypeId, read);
}

/** A few words name a kind where the learnt reading takes them for it alone. */
const NAMES_KIND = 0.4;
const MOST_CLAUSES = 6;
/** What stands far behind the head of an offer says what comes with it. */
const LATER = 3;
/** A word alone names a kind only where it is a name, as `SMS` is. */
const SAYS_ENOUGH = /\p{L} +\p{L}|^\p{Lu}{2,6}$/u;

/**
 * The clause that says best what is returned; none where no clause says it alone. Kinds that no label tells apart are
 * named by the clause of the words that decide about them.
 */
function withWords(one: Candidate, { currentOffer, serviceName }: AuditInput): Candidate {
  const [hit] = one.hits;
  if (OWN_RULE.has(one.id)) return hit ? { ...one, said: clauseAround(hit, currentOffer) } : one;
  const kind = kindWordOf({ id: hit?.payload.row.id ?? '', archetype: one.id });
  const named = hit?.field === 'serviceName' ? [{ field: 'serviceName', quote: serviceName }] : [];
  const [best] = [
    ...clausesToQuote(currentOffer),
    ...one.hits.slice(0, 2).map((each) => clauseAround(each, currentOffer)),
    ...named,
  ]
    .map(({ field, quote }) => ({ field, quote, share: shareOfKind(quote, kind, lexiconSums(quote)) }))
    .filter(({ quote, share }) => share >= NAMES_KIND && SAYS_ENOUGH.test(quote))
    .sort((a, b) => b.share - a.share);
  return best ? { ...one, said: { field: best.field, quote: best.quote } } : one;
}

function clausesToQuote(offer: string): FrictionEvidence[] {
  const parts = offerPartsOf(offer);
  return offerSentencesOf(offer)
    .flatMap((sentence) =>
      clausesOf(sentence.text).map((clause) => ({ ...clause, start: sentence.start + clause.start })),
    )
    .filter(({ start, text }) => factorAt(parts, start + text.search(/\S/u)) > LATER)
    .slice(0, MOST_CLAUSES)
    .flatMap(({ text }) => spanOf(text) ?? [])
    .map((quote) => ({ field: 'currentOffer', quote }));
}

function clauseAround({ field, quote, start }: Scored, offer: string): FrictionEvidence {
  if (field !== 'currentOffer') return { field, quote };
  const sentence = offerSentencesOf(offer).find(
    (one) => start >= one.start && start < one.start + one.text.length,
  );
  const clause = clausesOf(sentence?.text ?? '').find(({ text }) => text.includes(quote));
  const span = spanOf(clause?.text ?? '');
  return { field, quote: span?.includes(quote) ? span : quote };
}

function readKind(input: AuditInput, returns: string | undefined): Kind {
  const offer = {
    field: returns === undefined ? ('currentOffer' as const) : ('facts' as const),
    text: returns ?? input.currentOffer,
  };
  const read = rank(offer);
  const byWords = decide(read, offer.field);
  if (byWords.id === TOOLSET) return byTools(offer, input, read) ?? byWords;
  if ((isShort(offer) && read.length > 0) || OWN_RULE.has(byWords.id)) return byWords;
  const learnt = byChances(offer, input, read);
  if (learnt) return learnt;
  for (const field of ['currentOffer', 'currentProblem', 'serviceName'] as const) {
    const text = input[field];
    const candidates = text === undefined ? [] : rank({ field, text });
    if (candidates.length > 0) return decide(candidates, field);
  }
  return UNCLEAR_KIND;
}

const TOOLSET = 'mcp_toolset';
/** How sure a kind is, in per cent, that is sold through tools and not as tools. */
const SOLD_BY_TOOLS = 40;

/** What is sold over MCP, where that is as clear as without it: a printed letter is no toolset. */
function byTools(offer: Passage, input: AuditInput, read: readonly Candidate[]): Kind | undefined {
  const kind = byChances(
    offer,
    input,
    read.filter(({ id }) => id !== TOOLSET),
  );
  return kind && kind.id !== 'mixed' && kind.score >= SOLD_BY_TOOLS ? kind : undefined;
}

const UNCLEAR_KIND: Kind = { id: 'unclear', route: UNCLEAR, score: 0, candidates: [], readFrom: 'nothing' };

const isShort = ({ text }: Passage): boolean => text.split(/\s{1,9}/u).length <= FEW_WORDS;

/** Kinds that no label tells apart: only the words of the lexicon decide about them. */
const OWN_RULE: ReadonlySet<string> = new Set(['out_of_scope', 'mcp_toolset']);

/** What the lexicon's words say for each kind that is learnt. */
export const lexiconSums = (text: string): Map<string, number> =>
  sumsOfKinds(rank({ field: 'currentOffer', text }));

function sumsOfKinds(candidates: readonly Candidate[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { hits } of candidates)
    for (const { payload, points } of hits) {
      const kind = kindWordOf(payload.row);
      if (kind !== UNDECIDED) sums.set(kind, (sums.get(kind) ?? 0) + points);
    }
  return sums;
}

/** The likeliest kind, or two where the second is as likely; undefined where no words are known to speak for any. */
function byChances(offer: Passage, input: AuditInput, read: readonly Candidate[]): Kind | undefined {
  const { currentProblem, targetBuyer, serviceName } = input;
  const others = { serviceName, targetBuyer, ...(currentProblem !== undefined && { currentProblem }) };
  const { chances, named } = kindChancesOf(
    { currentOffer: offer.text, ...others },
    sumsOfKinds(read),
    lexiconSums(serviceName),
  );
  const [top, second] = chances.filter(({ kind }) => kind !== UNDECIDED) as [Chance, Chance];
  const least = LEAST_SHARE_PERCENT[isShort(offer) ? 'short' : 'long'];
  if (read.length === 0 && top.share * 100 < least) return undefined;
  const open = chances[0]!.kind === UNDECIDED || top.share * 100 < MARGIN_PERCENT * second.share;
  if (top.share < CLEAR && isClear(read)) return decide(read, offer.field as Kind['readFrom']);
  const candidates = (open ? [top, second] : [top]).map((one) => candidateOf(one, offer, read));
  const route = routeWithin(candidates[0]!, top.kind);
  const { score } = candidates[0]!;
  return {
    id: open ? 'mixed' : candidates[0]!.id,
    route,
    score,
    candidates,
    readFrom: named ? 'serviceName' : (offer.field as Kind['readFrom']),
  };
}

/** The lexicon names one kind where offers say what they sell, and hardly another. */
const CLEAR_POINTS = 24;
function isClear(read: readonly Candidate[]): boolean {
  const [top = 0, second = 0] = [...sumsOfKinds(read).values()].sort((a, b) => b - a);
  return top >= CLEAR_POINTS && second * 5 <= top * 2;
}

/** Of the archetypes that sell a kind, the one that the words speak for most. */
function candidateOf(
  { kind, share, quote }: Chance,
  { field }: Passage,
  read: readonly Candidate[],
): Candidate {
  const ids = archetypesOf(kind);
  const best = read.find(
    ({ id, hits }) => ids.includes(id) && hits.some((hit) => kindWordOf(hit.payload.row) === kind),
  );
  const id = best?.id ?? ids[0]!;
  const score = Math.round(share * 100);
  const row = ROUTES.find((one) => one.archetype === id && kindWordOf(one) === kind)!;
  const said = quote && {
    ...quote,
    field,
    phrase: quote.quote,
    negated: false,
    payload: { row, weight: 0 },
    points: 0,
  };
  return { id, score, hits: best?.hits ?? (said ? [said] : []) };
}

/** The kind as it was given, with the route of it that the text speaks for most. */
export function kindGiven(id: ArchetypeId, read: Kind): Kind {
  const candidate = read.candidates.find((one) => one.id === id) ?? { id, score: 0, hits: [] };
  const { score } = candidate;
  return { id, route: routeWithin(candidate), score, candidates: [candidate], readFrom: 'facts' };
}

function rank(passage: Passage): Candidate[] {
  const parts = offerPartsOf(passage.text);
  const best = new Map<string, LexiconHit<Cue> & { readonly points: number }>();
  for (const hit of scan([passage], CUES)) {
    const { row, weight } = hit.payload;
    if (hit.negated || weight === 0 || row.archetype === 'unclear') continue;
    const place = factorAt(parts, hit.start);
    const end = hit.start + hit.quote.length;
    const factor = place > 1 && HEAD_NOUN.test(passage.text.slice(end, end + 24)) ? HEAD_NOUN_FACTOR : place;
    const key = `${row.id} ${hit.phrase}`;
    const points = weight * factor;
    if (points > (best.get(key)?.points ?? 0)) best.set(key, { ...hit, points });
  }
  const found = [...best.values()];
  const order = [...new Set(ROUTES.map((row) => row.archetype))];
  return [...new Set(found.map((hit) => hit.payload.row.archetype))]
    .filter((id) => id !== 'unclear')
    .map((id) => {
      const hits = found
        .filter((hit) => hit.payload.row.archetype === id)
        .sort((a, b) => b.points - a.points || a.start - b.start);
      return { id, hits, score: sum(hits) };
    })
    .sort((a, b) => b.score - a.score || order.indexOf(a.id) - order.indexOf(b.id));
}

interface Scored extends LexiconHit<Cue> {
  readonly points: number;
}
const sum = (hits: readonly Scored[]): number => hits.reduce((total, hit) => total + hit.points, 0);

/** The share of one among all that the words speak for. */
const percentOf = ({ score }: Candidate, all: readonly Candidate[]): number =>
  Math.round((100 * score) / all.reduce((total, one) => total + one.score, 0));

function decide(candidates: readonly Candidate[], readFrom: Kind['readFrom']): Kind {
  if (candidates.length === 0) return UNCLEAR_KIND;
  const excluded = candidates.find(
    (one) =>
      one.id === 'out_of_scope' &&
      one.hits.some((hit) => hit.payload.weight >= EXCLUDED_AT && hit.points >= hit.payload.weight),
  );
  const [top, second] = excluded ? [excluded] : candidates;
  const mixed =
    second !== undefined && (top!.score - second.score) * 100 < LEXICON_MARGIN_PERCENT * top!.score;
  return {
    id: mixed ? 'mixed' : top!.id,
    route: routeWithin(top!),
    score: percentOf(top!, candidates),
    candidates: (mixed ? [top!, second] : [top!]).map((one) => ({
      ...one,
      score: percentOf(one, candidates),
    })),
    readFrom,
  };
}

/** The row of the archetype that its own cues speak for most; the first row when they are even. */
function routeWithin(candidate: Candidate, kind?: string): RouteRow {
  const rows = ROUTES.filter(
    (row) => row.archetype === candidate.id && (kind === undefined || kindWordOf(row) === kind),
  );
  const score = (row: RouteRow) => sum(candidate.hits.filter((hit) => hit.payload.row === row));
  return rows.reduce((best, row) => (score(row) > score(best) ? row : best));
}
