import { expect, it } from 'vitest';
import { FACETS } from './facets.ts';
import { match } from './match.ts';
import { SIGNATURES } from './tables/index.ts';

/** What a row is found by: a text for each alternative of its fragments, or a trait of a challenge that exists. */
const found = (errorText: string): readonly string[] =>
  match({ errorText }).matches.flatMap(({ id, reports }) => [id, ...reports]);

it.each(SIGNATURES.map((row) => [row.id, row] as const))('%s is found by a text of its own', (id, row) => {
  const texts = row.says.map((fragments) => `x402: ${fragments.join(' … ')}`);
  const missed = texts.filter((text) => !found(text).includes(id));
  expect({
    id,
    ways: texts.length - missed.length + row.challenge.filter((facet) => facet in FACETS).length,
  }).not.toEqual({
    id,
    ways: 0,
  });
});
