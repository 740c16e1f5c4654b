import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { opportunityCheck } from './product.ts';

const SETS = new URL('../../../data/reading/', import.meta.url);
const { judge } = opportunityCheck.forms.find(({ method }) => method === 'POST')!;
const refused = (...knownSignals: string[]): boolean =>
  judge?.refusalOf({ subject: 'https://a.example', goal: 'Buy 5 calls at $0.01', knownSignals }) !==
  undefined;

// Reports of fraud and failures are what buyers have to tell: a filter of offers once refused a quarter of them.
it.each(['K', 'L', 'M', 'P', 'Q'])('what buyers know of a seller is no offer of harm: set %s', (set) => {
  const lines = readFileSync(new URL(`${set}/statements.jsonl`, SETS), 'utf8')
    .trim()
    .split('\n');
  const texts = lines.map((line) => (JSON.parse(line) as { text: string }).text);
  const stopped = texts.filter((text) => refused(text));
  expect(stopped.length / texts.length, stopped.join('\n')).toBeLessThanOrEqual(0.02);
});

it('an offer of harm in so many words is refused among the signals, too', () => {
  expect(refused('We sell fresh fullz with CVV and balance')).toBe(true);
});
