import { applies } from './claims.ts';
import type { Fact } from './stated.ts';
import { FACT_ROWS } from './tables/facts.ts';
import type { ReadText } from './weigh.ts';

const BY_FRICTION = new Map(FACT_ROWS.flatMap(({ id, friction }) => (friction ? [[friction, id]] : [])));

/** Every fact that an audit rests on, each with the words that state it. One that was given stands for what was read. */
export function knownFacts({ input, kind, reading, words }: ReadText): Fact[] {
  const { context, stated, given, risk: _, hasFigure: __, ...figures } = reading;
  const facts: Fact[] = [
    ...kindFact(input.facts?.find(({ id }) => id === 'kind')?.value, kind),
    ...[...Object.values(figures), ...Object.values(context)].flatMap((one) => (one ? [one.fact] : [])),
    ...stated.values(),
    ...[...given.values()].filter(({ value }) => value !== 'unknown'),
  ];
  const add = (friction: string, value: 'yes' | 'no', at: { field: string; quote: string } | undefined) => {
    const id = friction === 'F22' ? 'delivery' : BY_FRICTION.get(friction);
    if (!id || !at || given.has(friction) || facts.some((fact) => fact.id === id)) return;
    const written = friction === 'F22' ? { yes: 'async', no: 'sync' }[value] : value;
    facts.push({ id, ...at, value: written, reads: `${id} is ${written}`, confidence: 'medium' });
  };
  for (const one of words.claims) if (applies(one, reading)) add(one.row.id, 'yes', one.evidence[0]);
  const isClaimed = new Set(words.claims.map((one) => one.row.id));
  for (const [friction, { field, quote }] of words.denied)
    if (!isClaimed.has(friction)) add(friction, 'no', { field, quote });
  return facts;
}

/** The margin to the second best says how sure the kind is. */
function kindFact(given: string | undefined, { id, candidates, readFrom }: ReadText['kind']): Fact[] {
  if (given !== undefined && given !== 'unknown')
    return [
      {
        id: 'kind',
        field: 'facts',
        quote: given,
        value: id,
        reads: `you gave kind as ${id}`,
        confidence: 'high',
      },
    ];
  const said = candidates[0]?.said;
  if (!said) return [];
  const sure = id === 'mixed' ? 'low' : readFrom === 'currentOffer' ? 'high' : 'medium';
  const value = candidates[0]!.id;
  return [
    {
      id: 'kind',
      ...said,
      value,
      reads: `what is sold is ${value}`,
      confidence: sure,
    },
  ];
}
