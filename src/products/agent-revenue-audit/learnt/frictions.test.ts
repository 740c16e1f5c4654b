import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { originOf } from '../../../../scripts/audit/rows.ts';
import { claimed, sentencesFor } from '../claims.ts';
import { readFrictions } from '../frictions.ts';
import { auditInput } from '../schema.ts';
import { FRICTIONS } from '../tables/frictions.ts';
import { FRICTION_OF } from './classes.ts';
import artefact from './friction.artefact.json' with { type: 'json' };
import { heardIn } from './frictions.ts';
import { decodedWeights } from './weights.ts';

const SIZE = readFileSync('src/products/agent-revenue-audit/learnt/friction.artefact.json').length;

test('the artefact was learnt from the rows that are here, is small, and has a weight for each name and class', () => {
  expect(artefact.origin).toBe(originOf('friction'));
  expect(SIZE).toBeLessThan(520_000);
  const { places, steps, classes } = decodedWeights(artefact);
  expect(steps.length).toBe(places.size * classes.length);
  expect([...steps].every((step) => Number.isInteger(step) && Math.abs(step) <= 45)).toBe(true);
});

test('each class stands for a friction', () => {
  const ids = new Set(FRICTIONS.map(({ id }) => id));
  for (const name of artefact.classes)
    expect([name, ids.has(FRICTION_OF[name.replace(/^no:/u, '')]!)]).toEqual([name, true]);
});

const heard = (text: string, field = 'currentOffer') =>
  heardIn([{ field, text }]).map(({ friction, holds, quote }) => [friction, holds, quote]);

/** Sentences that no rule of `tables/claims*.ts` reads as this friction. */
test.each([
  ['Eight customers are all we ever had', 'low_volume', 'currentProblem'],
  ['You may not pass the data on to third parties', 'licence_limits', 'currentOffer'],
  ['Pricing is discussed with our account executive', 'contact_sales', 'currentOffer'],
  ['The answer holds full name and birthday of the tenant', 'personal_data', 'currentOffer'],
])('%s', (text, friction, field) => {
  const input = auditInput.parse({
    serviceName: 'Alder',
    currentOffer: field === 'currentOffer' ? text : 'Tide tables',
    targetBuyer: 'agents',
    ...(field === 'currentProblem' && { currentProblem: text }),
  });
  const id = FRICTION_OF[friction]!;
  expect(claimed(sentencesFor(input)).map(({ row }) => row.id)).not.toContain(id);
  const found = readFrictions(input).claims.filter(({ row }) => row.id === id);
  expect(found.map(({ evidence }) => evidence)).toEqual([[{ field, quote: text }]]);
});

/** Each would be heard without the guard that it is there for: a denial, a wish, a loss, a quick answer, another language. */
test.each([
  ['Not limited to 60 requests per minute', 'rate_limited'],
  ['A rate limit of 100 per day is planned', 'rate_limited'],
  ['One customer was charged twice last week', 'low_volume'],
  ['KYC in 3-5 seconds', 'slow_async'],
  ['Tarvitset tilin ja avaimen API key', 'api_key_required'],
])('%s does not state %s', (text, friction) => {
  for (const field of ['currentOffer', 'currentProblem'])
    expect(heard(text, field).filter(([name, holds]) => name === friction && holds === true)).toEqual([]);
});

test('a long sentence is quoted by the words that say it', () => {
  const text =
    'Our catalogue of mountain huts covers the whole of the Alps and the Carpathians with photographs and opening weeks and every hut warden answers requests for beds by telephone in the evening within one working day';
  for (const [, , quote] of heard(text)) {
    expect(text).toContain(quote);
    expect(String(quote).length).toBeLessThan(text.length);
  }
});

test('what a rule sees ruled out is not claimed because it was heard elsewhere', () => {
  const input = auditInput.parse({
    serviceName: 'Alder',
    currentOffer: 'Tide tables. No API key needed. Send the key that you got by mail in the header X-Key.',
    targetBuyer: 'agents',
  });
  expect(readFrictions(input).claims.map(({ row }) => row.id)).not.toContain('F01');
});

/** Words of much else are believed only where the learnt reading does not hold what they say for most unlikely. */
test.each([
  ['No contract, no salesperson, nothing to fill in', 'low_volume', false],
  ['Nobody buys: two customers in a year', 'low_volume', true],
  ['Checks a person or company name against lists: score and entry', 'human_work', false],
  ['Each case is read by a person before it goes out', 'human_work', true],
])('rules read %s as %s: %s', (text, friction, believed) => {
  const input = auditInput.parse({ serviceName: 'Alder', currentOffer: text, targetBuyer: 'agents' });
  const id = FRICTION_OF[friction]!;
  expect(claimed(sentencesFor(input)).map(({ row }) => row.id)).toContain(id);
  expect(readFrictions(input).claims.some(({ row }) => row.id === id)).toBe(believed);
});
