import { type Hit, lexicon, type Passage, scan } from './lexicon.ts';
import { factorAt, HEAD_NOUN, HEAD_NOUN_FACTOR, partsOf } from './offer.ts';
import type { AuditInput } from './schema.ts';
import { UNKNOWN } from './tables/facts.ts';
import { ROUTES } from './tables/routes.ts';
import type { ArchetypeId, RouteRow } from './tables/shapes.ts';

export interface Candidate {
  readonly id: ArchetypeId;
  readonly score: number;
  /** The first hit that speaks for it, verbatim in the input. */
  readonly hits: readonly Scored[];
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

const CUES = lexicon(
  ROUTES.flatMap((row) =>
    Object.entries(row.cues).map(([phrase, weight]) => [phrase, { row, weight }] as const),
  ),
);
const UNCLEAR = ROUTES.find((row) => row.archetype === 'unclear')!;
/** One clear naming of an excluded output is enough, whatever else the offer holds. */
const EXCLUDED_AT = 4;
/** The winner leads by at least this share of its score, or the offer is mixed. */
const MARGIN_PERCENT = 12;

/**
 * What kind of thing is sold, from what the offer says is returned, billed or offered. The service name is read only
 * when neither offer nor problem names a kind, so that renaming a service cannot change an answer that rests on its
 * offer.
 */
export function kindOf(input: AuditInput): Kind {
  const given = (id: string) => input.facts?.find((one) => one.id === id)?.value;
  const named = given('kind');
  const returns = given('returns');
  const read = readKind(input, returns === UNKNOWN ? undefined : returns);
  return named === undefined || named === UNKNOWN ? read : kindGiven(named as ArchetypeId, read);
}

function readKind(input: AuditInput, returns: string | undefined): Kind {
  const fields = ['facts', 'currentOffer', 'currentProblem', 'serviceName'] as const;
  for (const field of fields) {
    const text = field === 'facts' ? returns : input[field];
    if (text === undefined) continue;
    const candidates = rank({ field, text });
    if (candidates.length > 0) return decide(candidates, field);
  }
  return { id: 'unclear', route: UNCLEAR, score: 0, candidates: [], readFrom: 'nothing' };
}

/** The kind as it was given, with the route of it that the text speaks for most. */
export function kindGiven(id: ArchetypeId, read: Kind): Kind {
  const candidate = read.candidates.find((one) => one.id === id) ?? { id, score: 0, hits: [] };
  const { score } = candidate;
  return { id, route: routeWithin(candidate), score, candidates: [candidate], readFrom: 'facts' };
}

function rank(passage: Passage): Candidate[] {
  const parts = partsOf(passage.text);
  const best = new Map<string, Hit<Cue> & { readonly points: number }>();
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

interface Scored extends Hit<Cue> {
  readonly points: number;
}
const sum = (hits: readonly Scored[]): number => hits.reduce((total, hit) => total + hit.points, 0);

function decide(candidates: readonly Candidate[], readFrom: Kind['readFrom']): Kind {
  const excluded = candidates.find(
    (one) =>
      one.id === 'out_of_scope' &&
      one.hits.some((hit) => hit.payload.weight >= EXCLUDED_AT && hit.points >= hit.payload.weight),
  );
  const [top, second] = excluded ? [excluded] : candidates;
  const mixed = second !== undefined && (top!.score - second.score) * 100 < MARGIN_PERCENT * top!.score;
  return {
    id: mixed ? 'mixed' : top!.id,
    route: routeWithin(top!),
    score: top!.score,
    candidates: mixed ? [top!, second] : [top!],
    readFrom,
  };
}

/** The row of the archetype that its own cues speak for most; the first row when they are even. */
function routeWithin(candidate: Candidate): RouteRow {
  const rows = ROUTES.filter((row) => row.archetype === candidate.id);
  const score = (row: RouteRow) => sum(candidate.hits.filter((hit) => hit.payload.row === row));
  return rows.reduce((best, row) => (score(row) > score(best) ? row : best));
}
