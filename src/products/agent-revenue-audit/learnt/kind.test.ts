import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { originOf } from '../../../../scripts/audit/rows.ts';
import { kindOf, lexiconSums } from '../archetype.ts';
import { archetypesOf, kindWordOf } from './classes.ts';
import artefact from './kind.artefact.json' with { type: 'json' };
import { kindChancesOf } from './kind.ts';
import { decodedWeights, sumsOf } from './weights.ts';

const kind = (currentOffer: string, serviceName = 'Alder') =>
  kindOf({ serviceName, currentOffer, targetBuyer: 'agents' });

test('the artefact was learnt from the rows that are here, is small, and has a weight for each name and kind', () => {
  expect(artefact.origin).toBe(originOf('kind'));
  expect(readFileSync('src/products/agent-revenue-audit/learnt/kind.artefact.json').length).toBeLessThan(
    400_000,
  );
  const { places, steps, classes } = decodedWeights(artefact);
  expect(steps.length).toBe(places.size * classes.length);
  expect([...steps].every((step) => Number.isInteger(step) && Math.abs(step) <= 45)).toBe(true);
});

test('each kind is sold by an archetype', () => {
  for (const one of artefact.classes) {
    const ids = archetypesOf(one);
    expect([one, ids.length > 0]).toEqual([one, true]);
    for (const id of ids.slice(0, 1)) expect(kindWordOf({ id, archetype: id })).toBe(one);
  }
});

test('sums are linear in what is read', () => {
  const model = decodedWeights({ classes: ['a', 'b'], scale: 0.5, names: 'w:x w:y', weights: 'P#}~' });
  const once = sumsOf(new Map([['w:x', 1]]), model);
  const twice = sumsOf(
    new Map([
      ['w:x', 2],
      ['w:unknown', 9],
    ]),
    model,
  );
  expect([...twice]).toEqual([...once].map((sum) => 2 * sum));
  expect(once[0]).not.toBe(once[1]);
});

/** Sellers without one word of the lexicon's that names their kind. */
test.each([
  ['A moody album cover drawn from your lyrics, four variants in 20 seconds, as PNG.', 'media_generation'],
  [
    'Our crew of forty farmers looks at each leaf picture and marks the sick spots, three votes a picture.',
    'human_labelling',
  ],
  [
    'Is this seller real or a scam? One answer between 0 and 100 with the reasons, in a second.',
    'verification_attest',
  ],
])('%s', (offer, wanted) => {
  const { id, candidates } = kind(offer);
  expect(id).toBe(wanted);
  for (const { hits } of candidates) for (const { quote } of hits) expect(offer).toContain(quote);
});

test('the name decides nothing where the offer is clear', () => {
  const offer =
    'Invoice OCR. Returns the text of a scanned invoice as JSON fields, $0.02 a page, results in two seconds.';
  const chances = (serviceName: string) =>
    kindChancesOf({ currentOffer: offer, targetBuyer: 'agents', serviceName }, lexiconSums(offer), new Map());
  for (const name of ['GPU Rental', 'Weather API', 'SMS Gateway'])
    expect([name, chances(name)]).toEqual([name, chances('Alder')]);
  expect(kind(offer)).toMatchObject({ id: 'document_extraction', readFrom: 'currentOffer' });
});

test('only kinds that an audit can name are given a quote: a quote is looked for word by word', () => {
  const offer = 'A moody album cover drawn from your lyrics, four variants in 20 seconds, as PNG.';
  for (const sums of [new Map<string, number>(), lexiconSums('Invoice OCR for scans')]) {
    const { chances } = kindChancesOf(
      { currentOffer: offer, targetBuyer: 'agents', serviceName: 'Alder' },
      sums,
      new Map(),
    );
    expect(chances[0]!.quote).toBeDefined();
    expect(chances.slice(3).filter(({ quote }) => quote !== undefined)).toEqual([]);
  }
});
