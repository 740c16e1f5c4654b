import { type Hit, lexicon, type Passage, scan } from './lexicon.ts';
import type { AuditInput } from './schema.ts';
import { ROUTES } from './tables/routes.ts';
import type { ArchetypeId, RouteRow } from './tables/shapes.ts';

export interface Candidate {
  readonly id: ArchetypeId;
  readonly score: number;
  /** The first hit that speaks for it, verbatim in the input. */
  readonly hits: readonly Hit<Cue>[];
}

export interface Kind {
  readonly id: ArchetypeId | 'mixed' | 'unclear';
  readonly route: RouteRow;
  readonly score: number;
  readonly candidates: readonly Candidate[];
  /** Which part of the input named the kind: normally the offer. */
  readonly readFrom: 'currentOffer' | 'currentProblem' | 'serviceName' | 'nothing';
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
/** The winner leads by at least this, or the offer is mixed. */
const MARGIN = 1;

/**
 * What kind of thing is sold, from words in the offer. The service name is read only when neither offer nor problem
 * names a kind, so that renaming a service cannot change an answer that rests on its offer.
 */
export function kindOf(input: AuditInput): Kind {
  for (const field of ['currentOffer', 'currentProblem', 'serviceName'] as const) {
    const text = input[field];
    if (text === undefined) continue;
    const candidates = rank([{ field, text }]);
    if (candidates.length > 0) return decide(candidates, field);
  }
  return { id: 'unclear', route: UNCLEAR, score: 0, candidates: [], readFrom: 'nothing' };
}

function rank(passages: readonly Passage[]): Candidate[] {
  const scores = new Map<ArchetypeId, Hit<Cue>[]>();
  const counted = new Set<string>();
  for (const hit of scan(passages, CUES)) {
    const { archetype } = hit.payload.row;
    const key = `${archetype} ${hit.payload.row.id} ${hit.phrase}`;
    if (hit.negated || hit.payload.weight === 0 || archetype === 'unclear' || counted.has(key)) continue;
    counted.add(key);
    scores.set(archetype, [...(scores.get(archetype) ?? []), hit]);
  }
  const order = [...new Set(ROUTES.map((row) => row.archetype))];
  return [...scores]
    .map(([id, hits]) => ({ id, hits, score: sum(hits) }))
    .sort((a, b) => b.score - a.score || order.indexOf(a.id) - order.indexOf(b.id));
}

const sum = (hits: readonly Hit<Cue>[]): number => hits.reduce((total, hit) => total + hit.payload.weight, 0);

function decide(candidates: readonly Candidate[], readFrom: Kind['readFrom']): Kind {
  const excluded = candidates.find((one) => one.id === 'out_of_scope' && one.score >= EXCLUDED_AT);
  const [top, second] = excluded ? [excluded] : candidates;
  const mixed = second !== undefined && top!.score - second.score < MARGIN;
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
